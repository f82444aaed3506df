//! Document formats: each is a [`Format`], a row of facts and functions. The format is detected by content.
//!
//! [`ALL`] lists the formats of this crate. Crates for other formats have their own lists. Programs that accept
//! documents of any format (a command line, a registry) combine the lists to [`Formats`].
//!
//! ```
//! use agent_description::format::{ALL, Options, read};
//!
//! let text = br#"{
//!   "@context": "https://www.w3.org/ns/did/v1",
//!   "id": "did:wba:hotel.example"
//! }"#;
//! let options = Options::at("2026-11-01T00:00:00Z".parse()?);
//! let (document, formats) = read(text, ALL, &options.limits)?;
//! let names: Vec<_> = formats.iter().map(|format| format.name).collect();
//! assert_eq!(names, ["did-document"]);
//! assert!(formats[0].check(&document, &options).is_valid());
//!
//! let key = read(br#"{"kty": "EC"}"#, ALL, &options.limits);
//! assert!(key.unwrap_err().to_string().starts_with("format not recognized"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent_description;
mod authenticity;
mod begin;
mod data_integrity;
mod detect;
mod did_document;
mod error;
mod formats;
mod link;
pub(crate) mod listing;
mod options;
mod read_as;
mod release;
mod sibling_files;
mod signed;
mod summary;
mod well_known;
mod wns_handle;

pub use self::{
    agent_description::{ADP, ANP_07},
    authenticity::Authenticity,
    begin::begin,
    data_integrity::DATA_INTEGRITY,
    detect::{MatchConfidence, by_place, detect},
    did_document::DID_DOCUMENT,
    error::{FormatError, FormatUnknown, boxed},
    formats::Formats,
    link::{LinkTarget, LinkedUrl},
    listing::DISCOVERY_LISTING,
    options::Options,
    read_as::{read, read_as, read_limits, read_signed},
    release::Release,
    sibling_files::Beside,
    signed::{DocumentSignatures, SignedDocument, SignerRefused},
    summary::{EndpointSummary, OfferPrice, SkillSummary, Summary, ToolSummary},
    well_known::WellKnown,
    wns_handle::WNS_HANDLE,
};
pub(crate) use signed::{PROOF_SIGN_OPTIONS, PROOF_VERIFY_OPTIONS};

use crate::{
    Code, CodedError, Document, Limits, ReadLimits, SimpleError,
    diagnostic::{CheckReport, Findings, Rule, members::Table},
    did::Did,
    json::{Json, Object},
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};
use std::{fmt, sync::Arc};

/// The formats of this crate: agent descriptions in JSON-LD and by ANP-07, listings, DID documents, Handle documents,
/// and any object with a proof.
pub const ALL: &[&Format] = &[ADP, ANP_07, DISCOVERY_LISTING, DID_DOCUMENT, WNS_HANDLE, DATA_INTEGRITY];

/// [`Format::report`]
type ReportFunction = fn(&Document, Option<&dyn Beside>, &Options) -> CheckReport;

/// [`Format::model`]
type ModelFunction = fn(&Document, &Options) -> Result<Json, Box<dyn CodedError>>;

/// A document format: its facts and its functions. A format states what differs from [`Format::DEFAULT`].
pub struct Format {
    /// The format's name, for example `did-document`: lower-case words joined by hyphens.
    pub name: &'static str,
    /// A readable name of its documents: `a DID document`.
    pub title: &'static str,
    /// The root members that documents of this format have and most other JSON files do not. Only for suggestions.
    pub distinctive_members: &'static [&'static str],
    /// The names under which its documents are published: file names, or ends of paths (`cards/index.json`). Only for
    /// suggestions.
    pub file_names: &'static [&'static str],
    /// The root member that identifies the format in a YAML text: `openapi`. `None` if the format is only JSON. Without
    /// the feature `yaml`, all formats are.
    pub yaml_member: Option<&'static str>,
    /// The media type of its documents in catalogs, if the format has its own.
    pub media_type: Option<&'static str>,
    /// Whether catalogs of a site list its documents: keys are no artifacts.
    pub is_listed: bool,
    /// The well-known URLs of its documents.
    pub well_known: &'static [WellKnown],
    /// How the publisher of a document is established.
    pub authenticity: Authenticity,
    /// Whether its documents are agent descriptions, which have a typed model.
    pub is_description: bool,
    /// The protocol of the agent that a document of the format describes, as catalogs name it. `None` if its documents describe no
    /// agent that is called.
    pub agent_protocol: Option<&'static str>,
    /// The format's rules.
    pub rules: &'static [&'static Rule],
    /// The rules for the targets of a document's links, which need more than the document.
    pub linked_rules: &'static [&'static Rule],
    /// The member table of the format: the meaning of each member for callers and models. `diff` uses it.
    pub members: Option<&'static Table>,
    /// The names of the [`SignOptions`] that signing uses, with hyphens: `payload-form`.
    pub sign_options: &'static [&'static str],
    /// The names of the expectations and allowances that verification uses, with hyphens: `max-age`.
    pub verify_options: &'static [&'static str],
    /// The size and nesting limits of its documents: the caller's limits if they cover the format, otherwise the format's
    /// own. By default 1 MiB, as for descriptions; observed cards are smaller than 150 kB. Checking a document needs no
    /// signature, so any number is allowed. What signs or verifies it calls [`Document::check_signable`].
    pub read_limits: fn(&Limits) -> ReadLimits,
    /// How well an object matches the format. Reads only the members of the root, and a few entries of their values.
    pub match_confidence: fn(&Object) -> MatchConfidence,
    /// The format version of a document after the format's name: `menu/1.0`. `None` if the document states no version.
    pub profile: fn(&Document) -> Option<String>,
    /// Adds the findings of the format's rules.
    pub check: fn(&mut Findings<'_>, &Document, &Options),
    /// Replaces [`check`](field@Self::check) in a format whose check reports more than findings, or reads the files in the
    /// document's folder, if the caller supplies them.
    pub report: Option<ReportFunction>,
    /// Documents of other formats inside a document, such as the definition of an interface.
    pub embedded: fn(&Document) -> Vec<&Json>,
    /// Adds further findings about a document of the format inside another document.
    pub check_embedded: fn(&mut Findings<'_>, &Json),
    /// The number of skills, interfaces, tools and other parts of the model.
    pub parts: fn(&Object) -> usize,
    /// The data of a document, if the format has a model. It fails if the document has no reliable data.
    pub model: Option<ModelFunction>,
    /// The data by which a search finds a document.
    pub summary: fn(&Document) -> Summary,
    /// The links of a document, without fetching anything.
    pub links: fn(&Object) -> Vec<LinkedUrl>,
    /// The time or version that distinguishes a newer document from an older one.
    pub release: fn(&Object) -> Release,
    /// How its documents are signed and verified, if they can be.
    pub signatures: Option<&'static dyn DocumentSignatures>,
}

impl Format {
    /// Maximum number of parts of a document in the typed model, in a conversion and in a lock file, as for agent
    /// descriptions. Each part (`{},` in the document) takes some hundred bytes of memory.
    pub const MAX_MODEL_PARTS: usize = 1 << 15;

    /// A format of unsigned documents, without rules and model.
    pub const DEFAULT: Self = Self {
        name: "",
        title: "",
        distinctive_members: &[],
        file_names: &[],
        yaml_member: None,
        media_type: None,
        is_listed: true,
        well_known: &[],
        authenticity: Authenticity::Unsigned,
        is_description: false,
        agent_protocol: None,
        rules: &[],
        linked_rules: &[],
        members: None,
        sign_options: &[],
        verify_options: &[],
        read_limits: |_| ReadLimits::new(1 << 20).unsigned(),
        match_confidence: |_| MatchConfidence::Lacks(Vec::new()),
        profile: |_| None,
        check: |_, _, _| {},
        report: None,
        embedded: |_| Vec::new(),
        check_embedded: |_, _| {},
        parts: |_| 0,
        model: None,
        summary: |_| Summary::default(),
        links: |_| Vec::new(),
        release: |_| Release::default(),
        signatures: None,
    };

    /// The size and nesting limits of the format's documents: see the field [`read_limits`](field@Self::read_limits).
    #[must_use]
    pub fn read_limits(&self, limits: &Limits) -> ReadLimits {
        (self.read_limits)(limits)
    }

    /// How well an object matches the format.
    #[must_use]
    pub fn match_confidence(&self, root: &Object) -> MatchConfidence {
        (self.match_confidence)(root)
    }

    /// The format version of a document after the format's name: `menu/1.0`. Only the name if it states no version.
    #[must_use]
    pub fn profile(&self, document: &Document) -> String {
        (self.profile)(document).unwrap_or_else(|| self.name.to_owned())
    }

    /// Checks a document by the format's rules.
    #[must_use]
    pub fn check(&self, document: &Document, options: &Options) -> CheckReport {
        self.check_with(document, None, options)
    }

    /// Checks a document together with the files in its folder, for formats that refer to files.
    #[must_use]
    pub fn check_beside(&self, document: &Document, beside: &dyn Beside, options: &Options) -> CheckReport {
        self.check_with(document, Some(beside), options)
    }

    fn check_with(&self, document: &Document, beside: Option<&dyn Beside>, options: &Options) -> CheckReport {
        match self.report {
            Some(report) => report(document, beside, options),
            None => options.report(document, |found| (self.check)(found, document, options)),
        }
    }

    /// Further findings about a document of the format inside another document.
    #[must_use]
    pub fn check_embedded(&self, document: &Document, part: &Json, options: &Options) -> CheckReport {
        options.report(document, |found| (self.check_embedded)(found, part))
    }

    /// Rejects a document with too many parts.
    ///
    /// # Errors
    /// `too-large`
    pub fn check_part_count(parts: usize) -> Result<(), SimpleError> {
        if parts <= Self::MAX_MODEL_PARTS {
            return Ok(());
        }
        let (most, what) = (Self::MAX_MODEL_PARTS, "skills, interfaces, tools and other parts of the model");
        let message = format!("the document has {parts} {what}, expected at most {most}");
        Err(SimpleError::new(Code::TOO_LARGE, message))
    }

    /// The data of a document, as the format's model.
    ///
    /// # Errors
    /// Why the document has no reliable data, or [`FormatError::NotOffered`].
    pub fn show(&self, document: &Document, options: &Options) -> Result<Json, Box<dyn CodedError>> {
        let model = self.model.ok_or_else(|| boxed(self.not_offered("shown")))?;
        Self::check_part_count((self.parts)(document.root())).map_err(boxed)?;
        model(document, options)
    }

    /// The data of a verified document, as the format's model: what the accepted signatures cover. `None` if the document
    /// is not verified, or the format has no model.
    #[must_use]
    pub fn verified_model(&self, found: &Verification, options: &Options) -> Option<Json> {
        let document = found.document()?;
        match found.description() {
            Some(described) => Some(described.get().to_model_json()),
            None => self.show(document, options).ok(),
        }
    }

    /// The data by which a search finds a document.
    #[must_use]
    pub fn summary(&self, document: &Document) -> Summary {
        (self.summary)(document)
    }

    /// The links of a document, without fetching anything.
    #[must_use]
    pub fn links(&self, document: &Document) -> Vec<LinkedUrl> {
        (self.links)(document.root())
    }

    /// Signs a document.
    ///
    /// # Errors
    /// Why it cannot be signed with these options, or [`FormatError::NotOffered`].
    pub fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        let signatures = self.signatures.ok_or_else(|| boxed(self.not_offered("signed")))?;
        signatures.sign(self, document, signer, proof, options)
    }

    /// Refuses a signer whose signatures verifiers refuse if they have only the document.
    ///
    /// # Errors
    /// [`SignerRefused`]
    pub fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused> {
        self.signatures.map_or(Ok(()), |signatures| signatures.check_signer(document, signer))
    }

    /// Begins the verification of a document: parses its signatures and runs the checks that need no key.
    ///
    /// # Errors
    /// Why no signature can be accepted with any inputs, or [`FormatError::NotOffered`].
    pub fn begin(
        &self,
        document: Document,
        expectations: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        match self.signatures {
            Some(signatures) => signatures.begin(self, document, expectations),
            None => Err(Box::new(Verification::refused(self.name, Arc::new(self.not_offered("verified"))))),
        }
    }

    fn not_offered(&self, verb: &'static str) -> FormatError {
        FormatError::NotOffered { format: self.name, verb }
    }
}

/// Formats are equal if they have the same name.
impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.name).finish()
    }
}
