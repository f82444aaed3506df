//! The common implementation of the formats of this crate: one row of [`DocumentFormat`] for each.

use crate::signature::{Kind, PayloadForm, begin, boxed, check_signer, sign};
use agent_description::{
    Code, CodedError, Document, Limits, ReadLimits,
    diagnostic::{CheckReport, FindingFilter, Findings},
    did::Did,
    format::{
        Authenticity, Format, FormatError, FormatFacts, Link, MatchConfidence, NotOffered, Options, Release, Signed,
        SignerRefused, Summary,
    },
    json::{Json, Object, object},
    jws::Algorithm,
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};
use std::sync::Arc;

/// Maximum number of parts of a document in the typed model, in a conversion and in a lock file, as for agent
/// descriptions. Each part (`{},` in the document) takes some hundred bytes of memory.
pub(crate) const MAX_MODEL_PARTS: usize = 1 << 15;

/// A format. Rows name what differs from [`DocumentFormat::DEFAULT`].
#[derive(Debug)]
pub(crate) struct DocumentFormat {
    pub facts: FormatFacts,
    /// The signature rules, if its documents have signatures.
    pub signatures: Option<&'static Kind>,
    pub match_confidence: fn(&Object) -> MatchConfidence,
    /// The version of a document, or several, for the profile: `1.0` of `a2a-card/1.0`. `None` if the format has no versions.
    pub version: fn(&Object) -> Option<String>,
    pub check: fn(&mut Findings<'_>, &Document, &Options),
    /// The number of skills, interfaces, tools and other parts of the model.
    pub parts: fn(&Object) -> usize,
    pub model: Option<fn(&Document) -> Json>,
    pub summary: fn(&Document) -> Summary,
    pub links: fn(&Object) -> Vec<Link>,
}

impl DocumentFormat {
    pub(crate) const DEFAULT: Self = Self {
        facts: FormatFacts::DEFAULT,
        signatures: None,
        match_confidence: |_| MatchConfidence::Lacks(Vec::new()),
        version: |_| None,
        check: |_, _, _| {},
        parts: |_| 0,
        model: None,
        summary: |_| Summary::default(),
        links: |_| Vec::new(),
    };
}

/// The facts of formats with [signatures](DocumentFormat::signatures).
pub(crate) const SIGNED: FormatFacts = FormatFacts {
    authenticity: Authenticity::Signature,
    sign_options: &["payload-form"],
    verify_options: &["payload-form", "jwks", "jku"],
    ..FormatFacts::DEFAULT
};

/// The document has too many parts for the typed model.
#[derive(Debug, thiserror::Error)]
#[error(
    "the document has {found} skills, interfaces, tools and other parts of the model, expected at most {MAX_MODEL_PARTS}"
)]
pub(crate) struct TooManyParts {
    found: usize,
}

impl CodedError for TooManyParts {
    fn code(&self) -> Code {
        Code::TOO_LARGE
    }
}

/// Rejects a document with too many parts.
pub(crate) fn bounded(parts: usize) -> Result<(), TooManyParts> {
    match parts {
        found if found > MAX_MODEL_PARTS => Err(TooManyParts { found }),
        _ => Ok(()),
    }
}

impl Format for DocumentFormat {
    fn facts(&self) -> &FormatFacts {
        &self.facts
    }

    fn match_confidence(&self, root: &Object) -> MatchConfidence {
        (self.match_confidence)(root)
    }

    /// Checking a document needs no signature. What signs or verifies it calls [`Document::check_signable`].
    fn read_limits(&self, _: &Limits) -> ReadLimits {
        ReadLimits::new(self.facts.max_bytes).unsigned()
    }

    /// The profile: `a2a-card/1.0`, or `a2a-card/0.3+1.0` for two versions. Only the name for formats without versions.
    fn profile(&self, document: &Document) -> String {
        match (self.version)(document.root()) {
            Some(version) => format!("{}/{version}", self.name()),
            None => self.name().to_owned(),
        }
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
        (self.check)(&mut found, document, options);
        found.into_report()
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn CodedError>> {
        let model = self.model.ok_or_else(|| boxed(NotOffered { format: self.name(), verb: "shown" }))?;
        bounded((self.parts)(document.root())).map_err(boxed)?;
        Ok(model(document))
    }

    fn summary(&self, document: &Document) -> Summary {
        (self.summary)(document)
    }

    fn links(&self, document: &Document) -> Vec<Link> {
        (self.links)(document.root())
    }

    /// The version of a card, because its signatures have no time.
    fn release(&self, document: &Document) -> Release {
        self.signatures.map_or_else(Release::default, |_| Release::version(document.root()))
    }

    /// Adds a signature to the card. The default payload is one that all payload forms share.
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<Signed, Box<dyn CodedError>> {
        let kind = self.signatures.ok_or_else(|| boxed(NotOffered { format: self.name(), verb: "signed" }))?;
        let refused = |name: &str| {
            let (option, value, title) = ("payload-form", name.to_owned(), self.title());
            FormatError::OptionRefused { option, value, title }
        };
        let reading = match proof.payload_form.as_deref() {
            None => None,
            Some(name) => {
                let reading = PayloadForm::from_name(name).ok_or_else(|| boxed(refused(name)))?;
                kind.payload(document.root(), reading).ok_or_else(|| boxed(refused(name)))?;
                Some(reading)
            }
        };
        let document = sign(document, kind, signer, reading, &options.limits).map_err(boxed)?;
        let algorithm = Algorithm::for_key_type(signer.verifying_key().key_type());
        let report = object! {
            "format": self.name(),
            "verificationMethod": signer.method().as_str(),
            "alg": algorithm.as_str(),
            "reading": reading.map(PayloadForm::as_str),
        };
        Ok(Signed { document, what: "signed", by: algorithm.to_string(), report })
    }

    fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused> {
        let Some(kind) = self.signatures else { return Ok(()) };
        check_signer(document, kind, signer).map_err(|error| SignerRefused {
            error: Box::new(error),
            fix: format!(
                "sign with a key of a DID of the host of the card's URLs, or have verifiers name the signer (--signer {signer})"
            ),
        })
    }

    /// Verifies the signatures of accepted signers: the expected signer, or a DID of the card's host.
    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        let unsigned = NotOffered { format: self.name(), verb: "verified" };
        match self.signatures {
            Some(kind) => begin(document, kind, expectations),
            None => Err(Box::new(Verification::refused(self.name(), Arc::new(unsigned)))),
        }
    }
}
