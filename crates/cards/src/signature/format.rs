//! Cards as documents of a format with signatures.

use super::{CardKind, PayloadForm, begin, check_signer, sign};
use agent_description::{
    CodedError, Document,
    did::Did,
    format::{
        Authenticity, DocumentSignatures, Format, FormatError, Options, Release, SignedDocument, SignerRefused, boxed,
    },
    json::object,
    jws::Algorithm,
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};

/// What formats of signed cards have in common. Their signatures have no time, so the version tells releases apart.
pub(crate) const SIGNED: Format = Format {
    authenticity: Authenticity::Signature,
    sign_options: &["alg", "payload-form"],
    verify_options: &["payload-form", "jwks", "jku"],
    release: Release::version,
    ..Format::DEFAULT
};

impl DocumentSignatures for CardKind {
    /// Adds a signature to the card. The default payload is one that all payload forms share.
    fn sign(
        &self,
        format: &Format,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        let refused = |name: &str| {
            let (option, value, title) = ("payload-form", name.to_owned(), format.title);
            boxed(FormatError::OptionRefused { option, value, title })
        };
        let form = match proof.payload_form.as_deref() {
            None => None,
            Some(name) => {
                let form = PayloadForm::from_name(name).ok_or_else(|| refused(name))?;
                self.payload(document.root(), form).ok_or_else(|| refused(name))?;
                Some(form)
            }
        };
        let document = sign(document, self, signer, form, proof.alg.as_deref(), &options.limits).map_err(boxed)?;
        let algorithm = Algorithm::for_key_type(signer.verifying_key().key_type());
        let alg = proof.alg.as_deref().unwrap_or(algorithm.as_str());
        let report = object! {
            "format": format.name,
            "verificationMethod": signer.method().as_str(),
            "alg": alg,
            "reading": form.map(PayloadForm::as_str),
        };
        Ok(SignedDocument { document, what: "signed", by: alg.to_owned(), report })
    }

    fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused> {
        check_signer(document, self, signer).map_err(|error| SignerRefused {
            error: Box::new(error),
            fix: format!(
                "sign with a key of a DID of the host of the card's URLs, or have verifiers name the signer (--signer {signer})"
            ),
        })
    }

    /// Verifies the signatures of accepted signers: the expected signer, or a DID of the card's host.
    fn begin(
        &'static self,
        _: &Format,
        document: Document,
        expected: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        begin(document, self, expected)
    }
}
