//! The common implementation of card formats: size limits, signatures and model limits.

use crate::signature::{Kind, PayloadForm, begin, boxed, check_signer, sign};
use agent_description::{
    Code, CodedError, Document,
    diagnostic::{CheckReport, Rule, members::Table},
    did::Did,
    format::{
        Authenticity, Format, Link, MatchConfidence, OptionRefused, Options, Release, Signed, SignerRefused, Summary,
        WellKnown,
    },
    json::{Json, Object},
    jws::Algorithm,
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};

/// Maximum number of parts of a card in the typed model, as for agent descriptions. Each part (`{},` in the document)
/// takes some hundred bytes of memory.
const MAX_MODEL_PARTS: usize = 1 << 15;

/// A card format.
#[derive(Debug)]
pub(crate) struct CardFormat {
    pub title: &'static str,
    /// The signature rules and the name of the format.
    pub kind: &'static Kind,
    pub match_confidence: fn(&Object) -> MatchConfidence,
    pub distinctive_members: &'static [&'static str],
    pub file_names: &'static [&'static str],
    pub media_type: Option<&'static str>,
    pub well_known: &'static [WellKnown],
    /// The protocol of the agent, by its name in DNS-AID.
    pub agent_protocol: Option<&'static str>,
    /// The versions that a card supports, if the format has versions.
    pub versions: fn(&Object) -> Option<String>,
    pub rules: &'static [&'static Rule],
    pub members: &'static Table,
    pub check: fn(&Document, &Options) -> CheckReport,
    /// The number of skills, interfaces and other parts.
    pub parts: fn(&Object) -> usize,
    pub model: fn(&Document) -> Json,
    pub summary: fn(&Document) -> Summary,
    /// The URLs of the agent's interfaces.
    pub links: fn(&Object) -> Vec<Link>,
}

/// The card has too many parts for the typed model.
#[derive(Debug, thiserror::Error)]
#[error(
    "the document has {found} skills, interfaces, tools and other parts of the model, expected at most {MAX_MODEL_PARTS}"
)]
struct TooManyParts {
    found: usize,
}

impl CodedError for TooManyParts {
    fn code(&self) -> Code {
        Code::JSONLD_BUDGET
    }
}

/// Rejects a card with too many parts for the typed model.
pub(crate) fn bounded(parts: usize) -> Result<(), Box<dyn CodedError>> {
    match parts {
        found if found > MAX_MODEL_PARTS => Err(Box::new(TooManyParts { found })),
        _ => Ok(()),
    }
}

impl Format for CardFormat {
    fn name(&self) -> &'static str {
        self.kind.format
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn distinctive_members(&self) -> &'static [&'static str] {
        self.distinctive_members
    }

    fn file_names(&self) -> &'static [&'static str] {
        self.file_names
    }

    fn media_type(&self) -> Option<&'static str> {
        self.media_type
    }

    fn well_known(&self) -> &'static [WellKnown] {
        self.well_known
    }

    fn agent_protocol(&self) -> Option<&'static str> {
        self.agent_protocol
    }

    fn authenticity(&self) -> Authenticity {
        Authenticity::Signature
    }

    fn match_confidence(&self, root: &Object) -> MatchConfidence {
        (self.match_confidence)(root)
    }

    /// The profile: `a2a-card/1.0`, or `a2a-card/0.3+1.0` for two versions. Only the name for formats without versions.
    fn profile(&self, document: &Document) -> String {
        match (self.versions)(document.root()) {
            Some(versions) => format!("{}/{versions}", self.name()),
            None => self.name().to_owned(),
        }
    }

    fn rules(&self) -> &'static [&'static Rule] {
        self.rules
    }

    fn members(&self) -> Option<&'static Table> {
        Some(self.members)
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        (self.check)(document, options)
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn CodedError>> {
        bounded((self.parts)(document.root()))?;
        Ok((self.model)(document))
    }

    fn summary(&self, document: &Document) -> Summary {
        (self.summary)(document)
    }

    fn links(&self, document: &Document) -> Vec<Link> {
        (self.links)(document.root())
    }

    /// The version of the card, because its signatures have no time.
    fn release(&self, document: &Document) -> Release {
        Release::version(document.root())
    }

    fn sign_options(&self) -> &'static [&'static str] {
        &["payload-form"]
    }

    fn verify_options(&self) -> &'static [&'static str] {
        &["payload-form", "jwks", "jku"]
    }

    /// Adds a signature to the card. The default payload is one that all payload forms share.
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<Signed, Box<dyn CodedError>> {
        let refused = |name: &str| OptionRefused { option: "payload-form", value: name.to_owned(), format: self.title };
        let reading = match proof.payload_form.as_deref() {
            None => None,
            Some(name) => {
                let reading = PayloadForm::from_name(name).ok_or_else(|| boxed(refused(name)))?;
                self.kind.payload(document.root(), reading).ok_or_else(|| boxed(refused(name)))?;
                Some(reading)
            }
        };
        let document = sign(document, self.kind, signer, reading, &options.limits).map_err(boxed)?;
        let algorithm = Algorithm::for_key_type(signer.verifying_key().key_type());
        let mut report = Object::with_capacity(4);
        report.insert("format", self.name());
        report.insert("verificationMethod", signer.method().as_str());
        report.insert("alg", algorithm.as_str());
        report.insert("reading", reading.map(PayloadForm::as_str));
        Ok(Signed { document, what: "signed", by: algorithm.to_string(), report })
    }

    fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused> {
        check_signer(document, self.kind, signer).map_err(|error| SignerRefused {
            error: Box::new(error),
            fix: format!(
                "sign with a key of a DID of the host of the card's URLs, or have verifiers name the signer (--signer {signer})"
            ),
        })
    }

    /// Verifies the signatures of accepted signers: the expected signer, or a DID of the card's host.
    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        begin(document, self.kind, expectations)
    }
}
