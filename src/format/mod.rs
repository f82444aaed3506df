//! Document formats behind one trait. The format is detected by content, and each format defines its operations.
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
//! let names: Vec<_> = formats.iter().map(|format| format.name()).collect();
//! assert_eq!(names, ["did-document"]);
//! assert!(formats[0].check(&document, &options).is_valid());
//!
//! let key = read(br#"{"kty": "EC"}"#, ALL, &options.limits);
//! assert!(key.unwrap_err().to_string().starts_with("format not recognized"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent_description;
mod begin;
mod data_integrity;
mod detect;
mod did_document;
mod error;
mod facts;
mod formats;
mod link;
pub(crate) mod listing;
mod options;
mod read_as;
mod release;
mod sibling_files;
mod signed;
mod summary;
mod wns_handle;

pub use self::{
    agent_description::{ADP, ANP_07},
    begin::begin,
    data_integrity::DATA_INTEGRITY,
    detect::{MatchConfidence, by_place, detect},
    did_document::DID_DOCUMENT,
    error::{FormatError, FormatUnknown},
    facts::{Authenticity, FormatFacts, WellKnown},
    formats::Formats,
    link::{LinkTarget, LinkedUrl},
    listing::DISCOVERY_LISTING,
    options::Options,
    read_as::{read, read_as, read_limits, read_signed},
    release::Release,
    sibling_files::Beside,
    signed::{SignedDocument, SignerRefused},
    summary::{EndpointSummary, OfferPrice, SkillSummary, Summary, ToolSummary},
    wns_handle::WNS_HANDLE,
};
pub(crate) use signed::{PROOF_SIGN_OPTIONS, PROOF_VERIFY_OPTIONS};

use crate::{
    CodedError, Document, Limits, ReadLimits,
    description::AgentDescription,
    diagnostic::{CheckReport, Rule, members::Table},
    did::Did,
    json::{Json, Object},
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};
use std::{fmt, sync::Arc};

/// The formats of this crate: agent descriptions in JSON-LD and by ANP-07, listings, DID documents, Handle documents,
/// and any object with a proof.
pub const ALL: &[&dyn Format] = &[ADP, ANP_07, DISCOVERY_LISTING, DID_DOCUMENT, WNS_HANDLE, DATA_INTEGRITY];

/// A document format and its operations.
pub trait Format: fmt::Debug + Sync {
    /// The constant properties of the format.
    fn facts(&self) -> &FormatFacts;

    /// [`FormatFacts::name`]
    fn name(&self) -> &'static str {
        self.facts().name
    }

    /// [`FormatFacts::title`]
    fn title(&self) -> &'static str {
        self.facts().title
    }

    /// The size and nesting limits of its documents: the caller's limits if they cover the format, otherwise the
    /// format's own.
    fn read_limits(&self, limits: &Limits) -> ReadLimits {
        let _ = limits;
        let read_limits = ReadLimits::new(self.facts().max_bytes);
        if self.facts().allows_any_number { read_limits.unsigned() } else { read_limits }
    }

    /// How well an object matches the format. Reads only the members of the root, and a few entries of their values.
    fn match_confidence(&self, root: &Object) -> MatchConfidence;

    /// [`FormatFacts::media_type`]
    fn media_type(&self) -> Option<&'static str> {
        self.facts().media_type
    }

    /// [`FormatFacts::well_known`]
    fn well_known(&self) -> &'static [WellKnown] {
        self.facts().well_known
    }

    /// [`FormatFacts::authenticity`]
    fn authenticity(&self) -> Authenticity {
        self.facts().authenticity
    }

    /// [`FormatFacts::is_description`]
    fn is_description(&self) -> bool {
        self.facts().is_description
    }

    /// The format version of a document after the format's name: `menu/1.0`. Only the name if its documents state no
    /// version.
    fn profile(&self, document: &Document) -> String {
        let _ = document;
        self.name().to_owned()
    }

    /// [`FormatFacts::rules`]
    fn rules(&self) -> &'static [&'static Rule] {
        self.facts().rules
    }

    /// [`FormatFacts::members`]
    fn members(&self) -> Option<&'static Table> {
        self.facts().members
    }

    /// Checks a document by the format's rules.
    fn check(&self, document: &Document, options: &Options) -> CheckReport;

    /// Same with the files in the document's folder, for formats that refer to files.
    fn check_beside(&self, document: &Document, beside: &dyn Beside, options: &Options) -> CheckReport {
        let _ = beside;
        self.check(document, options)
    }

    /// Documents of other formats inside a document, such as the definition of an interface.
    fn embedded<'d>(&self, document: &'d Document) -> Vec<&'d Json> {
        let _ = document;
        Vec::new()
    }

    /// Further findings about a document of the format inside another document.
    fn check_embedded(&self, document: &Document, part: &Json, options: &Options) -> CheckReport {
        let _ = (document, part, options);
        CheckReport::default()
    }

    /// The data of a document, as the format's model.
    ///
    /// # Errors
    /// Why the document has no reliable data, or [`FormatError::NotOffered`].
    fn show(&self, document: &Document, options: &Options) -> Result<Json, Box<dyn CodedError>> {
        let _ = (document, options);
        Err(Box::new(FormatError::NotOffered { format: self.name(), verb: "shown" }))
    }

    /// The data of a verified document, as the format's model: what the accepted signatures cover. `None` if the document
    /// is not verified, or the format has no model.
    fn verified_model(&self, found: &Verification, options: &Options) -> Option<Json> {
        let document = found.document()?;
        match found.description() {
            Some(described) => Some(described.get().to_model_json()),
            None => self.show(document, options).ok(),
        }
    }

    /// The data by which a search finds a document.
    fn summary(&self, document: &Document) -> Summary {
        let _ = document;
        Summary::default()
    }

    /// The links of a document, without fetching anything.
    fn links(&self, document: &Document) -> Vec<LinkedUrl> {
        let _ = document;
        Vec::new()
    }

    /// The time or version that distinguishes a newer document from an older one.
    fn release(&self, document: &Document) -> Release {
        let _ = document;
        Release::default()
    }

    /// Signs a document.
    ///
    /// # Errors
    /// Why it cannot be signed with these options, or [`FormatError::NotOffered`].
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        let _ = (document, signer, proof, options);
        Err(Box::new(FormatError::NotOffered { format: self.name(), verb: "signed" }))
    }

    /// Refuses a signer whose signatures verifiers refuse if they have only the document.
    ///
    /// # Errors
    /// [`SignerRefused`]
    fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused> {
        let _ = (document, signer);
        Ok(())
    }

    /// Begins the verification of a document: parses its signatures and runs the checks that need no key.
    ///
    /// # Errors
    /// Why no signature can be accepted with any inputs, or [`FormatError::NotOffered`].
    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        let _ = (document, expectations);
        let error = FormatError::NotOffered { format: self.name(), verb: "verified" };
        Err(Box::new(Verification::refused(self.name(), Arc::new(error))))
    }
}

/// Formats are equal if they have the same name.
impl PartialEq for dyn Format + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}
