//! The common implementation of the formats of this crate: one row of [`DocumentFormat`] for each.

use crate::signature::{Kind, PayloadForm, begin, boxed, check_signer, sign};
use agent_description::{
    Code, CodedError, Document, Limits, ReadLimits,
    diagnostic::{CheckReport, FindingFilter, Findings, Rule, members::Table},
    did::Did,
    format::{
        Authenticity, Format, FormatError, Link, MatchConfidence, NotOffered, Options, Release, Signed, SignerRefused,
        Summary, WellKnown,
    },
    json::{Json, Object, object},
    jws::Algorithm,
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};
use std::sync::Arc;

/// Maximum number of parts of a document in the typed model, as for agent descriptions. Each part (`{},` in the document)
/// takes some hundred bytes of memory.
const MAX_MODEL_PARTS: usize = 1 << 15;

/// A format. Rows name what differs from [`DocumentFormat::DEFAULT`].
#[derive(Debug)]
pub(crate) struct DocumentFormat {
    pub name: &'static str,
    pub title: &'static str,
    pub max_bytes: usize,
    /// The signature rules, if its documents have signatures.
    pub signatures: Option<&'static Kind>,
    pub match_confidence: fn(&Object) -> MatchConfidence,
    pub distinctive_members: &'static [&'static str],
    pub file_names: &'static [&'static str],
    pub yaml_member: Option<&'static str>,
    pub media_type: Option<&'static str>,
    pub well_known: &'static [WellKnown],
    /// The protocol of the agent, by its name in DNS-AID.
    pub agent_protocol: Option<&'static str>,
    /// The version of a document, or several, for the profile: `1.0` of `a2a-card/1.0`. `None` if the format has no versions.
    pub version: fn(&Object) -> Option<String>,
    pub rules: &'static [&'static Rule],
    pub linked_rules: &'static [&'static Rule],
    pub members: Option<&'static Table>,
    pub check: fn(&mut Findings<'_>, &Document, &Options),
    /// The number of skills, interfaces, tools and other parts of the model.
    pub parts: fn(&Object) -> usize,
    pub model: Option<fn(&Document) -> Json>,
    pub summary: fn(&Document) -> Summary,
    pub links: fn(&Object) -> Vec<Link>,
}

impl DocumentFormat {
    pub(crate) const DEFAULT: Self = Self {
        name: "",
        title: "",
        max_bytes: 1 << 20,
        signatures: None,
        match_confidence: |_| MatchConfidence::Lacks(Vec::new()),
        distinctive_members: &[],
        file_names: &[],
        yaml_member: None,
        media_type: None,
        well_known: &[],
        agent_protocol: None,
        version: |_| None,
        rules: &[],
        linked_rules: &[],
        members: None,
        check: |_, _, _| {},
        parts: |_| 0,
        model: None,
        summary: |_| Summary::default(),
        links: |_| Vec::new(),
    };
}

/// The document has too many parts for the typed model.
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

/// Rejects a document with too many parts for the typed model.
pub(crate) fn bounded(parts: usize) -> Result<(), Box<dyn CodedError>> {
    match parts {
        found if found > MAX_MODEL_PARTS => Err(Box::new(TooManyParts { found })),
        _ => Ok(()),
    }
}

impl Format for DocumentFormat {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn read_limits(&self, _: &Limits) -> ReadLimits {
        ReadLimits::new(self.max_bytes)
    }

    fn distinctive_members(&self) -> &'static [&'static str] {
        self.distinctive_members
    }

    fn file_names(&self) -> &'static [&'static str] {
        self.file_names
    }

    fn yaml_member(&self) -> Option<&'static str> {
        self.yaml_member
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
        if self.signatures.is_some() { Authenticity::Signature } else { Authenticity::Unsigned }
    }

    fn match_confidence(&self, root: &Object) -> MatchConfidence {
        (self.match_confidence)(root)
    }

    /// The profile: `a2a-card/1.0`, or `a2a-card/0.3+1.0` for two versions. Only the name for formats without versions.
    fn profile(&self, document: &Document) -> String {
        match (self.version)(document.root()) {
            Some(version) => format!("{}/{version}", self.name),
            None => self.name.to_owned(),
        }
    }

    fn rules(&self) -> &'static [&'static Rule] {
        self.rules
    }

    fn linked_rules(&self) -> &'static [&'static Rule] {
        self.linked_rules
    }

    fn members(&self) -> Option<&'static Table> {
        self.members
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
        (self.check)(&mut found, document, options);
        found.into_report()
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn CodedError>> {
        let model = self.model.ok_or_else(|| boxed(NotOffered { format: self.name, verb: "shown" }))?;
        bounded((self.parts)(document.root()))?;
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

    fn sign_options(&self) -> &'static [&'static str] {
        self.signatures.map_or(&[], |_| &["payload-form"])
    }

    fn verify_options(&self) -> &'static [&'static str] {
        self.signatures.map_or(&[], |_| &["payload-form", "jwks", "jku"])
    }

    /// Adds a signature to the card. The default payload is one that all payload forms share.
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<Signed, Box<dyn CodedError>> {
        let kind = self.signatures.ok_or_else(|| boxed(NotOffered { format: self.name, verb: "signed" }))?;
        let refused = |name: &str| {
            let (option, value, title) = ("payload-form", name.to_owned(), self.title);
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
            "format": self.name,
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
        let unsigned = NotOffered { format: self.name, verb: "verified" };
        match self.signatures {
            Some(kind) => begin(document, kind, expectations),
            None => Err(Box::new(Verification::new(self.name, document, Some(Arc::new(unsigned))))),
        }
    }
}
