//! The common implementation of formats: one row of [`DocumentFormat`] for each.

use agent_description::{
    Code, CodedError, Document, Limits, ReadLimits, SimpleError,
    diagnostic::{CheckReport, FindingFilter, Findings},
    did::Did,
    format::{
        Format, FormatError, FormatFacts, LinkedUrl, MatchConfidence, Options, Release, SignedDocument, SignerRefused,
        Summary,
    },
    json::{Json, Object},
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};
use std::{fmt, sync::Arc};

/// Maximum number of parts of a document in the typed model, in a conversion and in a lock file, as for agent
/// descriptions. Each part (`{},` in the document) takes some hundred bytes of memory.
pub const MAX_MODEL_PARTS: usize = 1 << 15;

/// A format. Rows name what differs from [`DocumentFormat::DEFAULT`].
#[derive(Debug)]
pub struct DocumentFormat {
    /// The constant properties.
    pub facts: FormatFacts,
    /// How its documents are signed, if they have signatures.
    pub signatures: Option<&'static dyn DocumentSignatures>,
    /// How well an object matches the format.
    pub match_confidence: fn(&Object) -> MatchConfidence,
    /// The version of a document, or several, for the profile: `1.0` of `a2a-card/1.0`. `None` if the format has no versions.
    pub version: fn(&Object) -> Option<String>,
    /// Checks a document by the format's rules.
    pub check: fn(&mut Findings<'_>, &Document, &Options),
    /// The number of skills, interfaces, tools and other parts of the model.
    pub parts: fn(&Object) -> usize,
    /// The data of a document as JSON, if the format has a model.
    pub model: Option<fn(&Document) -> Json>,
    /// The data by which a search finds a document.
    pub summary: fn(&Document) -> Summary,
    /// The links of a document.
    pub links: fn(&Object) -> Vec<LinkedUrl>,
}

/// How documents of a format are signed and verified.
pub trait DocumentSignatures: fmt::Debug + Sync {
    /// Adds a signature.
    ///
    /// # Errors
    /// Why the document cannot be signed with these options.
    fn sign(
        &self,
        facts: &FormatFacts,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>>;

    /// [`Format::check_signer`]
    ///
    /// # Errors
    /// [`SignerRefused`]
    fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused>;

    /// Verifies the signatures of accepted signers.
    ///
    /// # Errors
    /// Why no signature can be accepted.
    fn begin(&'static self, document: Document, expected: &Expectations)
    -> Result<Box<dyn Pending>, Box<Verification>>;
}

impl DocumentFormat {
    /// A format without checks, model and signatures.
    pub const DEFAULT: Self = Self {
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

/// Rejects a document with too many parts.
///
/// # Errors
/// `too-large`
pub fn bounded(parts: usize) -> Result<(), SimpleError> {
    match parts {
        found if found > MAX_MODEL_PARTS => {
            let parts = "skills, interfaces, tools and other parts of the model";
            let message = format!("the document has {found} {parts}, expected at most {MAX_MODEL_PARTS}");
            Err(SimpleError::new(Code::TOO_LARGE, message))
        }
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
        let model = self.model.ok_or_else(|| boxed(FormatError::NotOffered { format: self.name(), verb: "shown" }))?;
        bounded((self.parts)(document.root())).map_err(boxed)?;
        Ok(model(document))
    }

    fn summary(&self, document: &Document) -> Summary {
        (self.summary)(document)
    }

    fn links(&self, document: &Document) -> Vec<LinkedUrl> {
        (self.links)(document.root())
    }

    /// The version of a signed document, because its signatures have no time.
    fn release(&self, document: &Document) -> Release {
        self.signatures.map_or_else(Release::default, |_| Release::version(document.root()))
    }

    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        let not_offered = || boxed(FormatError::NotOffered { format: self.name(), verb: "signed" });
        self.signatures.ok_or_else(not_offered)?.sign(&self.facts, document, signer, proof, options)
    }

    fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused> {
        self.signatures.map_or(Ok(()), |signatures| signatures.check_signer(document, signer))
    }

    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        let unsigned = FormatError::NotOffered { format: self.name(), verb: "verified" };
        match self.signatures {
            Some(signatures) => signatures.begin(document, expectations),
            None => Err(Box::new(Verification::refused(self.name(), Arc::new(unsigned)))),
        }
    }
}

/// A boxed error.
pub fn boxed(error: impl CodedError) -> Box<dyn CodedError> {
    Box::new(error)
}
