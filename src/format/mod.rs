//! The formats of documents, behind one trait: what an object is is found by its content, and each format says what it
//! can do with it.
//!
//! [`ALL`] lists the formats of this crate; a crate for another format has a list of its own, and whoever takes documents
//! of any format (a command line, a registry) puts the lists together and calls [`read()`].
//!
//! ```
//! use agent_description::format::{ALL, Options, read};
//!
//! let text = br#"{"@context": "https://www.w3.org/ns/did/v1", "id": "did:wba:hotel.example"}"#;
//! let options = Options::at("2026-11-01T00:00:00Z".parse()?);
//! let (document, formats) = read(text, ALL, &options.limits)?;
//! assert_eq!(formats.iter().map(|format| format.name()).collect::<Vec<_>>(), ["did-document"]);
//! assert!(formats[0].check(&document, &options).is_valid());
//!
//! let key = read(br#"{"kty": "EC"}"#, ALL, &options.limits);
//! assert!(key.unwrap_err().to_string().starts_with("format not recognized"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent_description;
mod authenticity;
mod begin;
mod beside;
mod data_integrity;
mod description_members;
mod description_signs;
mod detect;
mod did_document;
mod did_document_members;
mod entries;
mod error;
mod link;
pub mod listing;
mod match_confidence;
pub mod openrpc;
mod options;
mod read_as;
mod release;
mod signed;
mod summary;
mod well_known;
pub mod wns_handle;

pub use agent_description::{ADP, ANP_07};
pub use authenticity::Authenticity;
pub use begin::begin;
pub use beside::Beside;
pub use data_integrity::{DATA_INTEGRITY, has_proof};
pub use detect::detect;
pub use did_document::DID_DOCUMENT;
pub use error::{FormatError, FormatUnknown, Near, NotOffered, OptionRefused, SignersDiffer, one_signer};
pub use link::{Link, LinkTarget};
pub use listing::DISCOVERY_LISTING;
pub use match_confidence::MatchConfidence;
pub use options::Options;
pub use read_as::{read, read_as, read_limits, read_signed};
pub use release::Release;
pub use signed::{PROOF_SIGN_OPTIONS, PROOF_VERIFY_OPTIONS, Signed, SignerRefused};
pub use summary::{Endpoint, OfferPrice, Skill, Summary, Tool};
pub use well_known::WellKnown;
pub use wns_handle::WNS_HANDLE;

use crate::{
    CodedError, Document, Limits, ReadLimits,
    diagnostic::{CheckReport, Rule, members::Table},
    did::Did,
    json::{Json, Object},
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};
use std::{fmt, sync::Arc};

/// The formats of this crate: agent descriptions in JSON-LD and as ANP-07 has them, listings of them, DID documents, documents of Handles, and any object with a proof.
pub const ALL: &[&dyn Format] = &[ADP, ANP_07, DISCOVERY_LISTING, DID_DOCUMENT, WNS_HANDLE, DATA_INTEGRITY];

/// A format of documents, and what can be done with one of them.
pub trait Format: fmt::Debug + Sync {
    /// The format's name, for example `did-document`: lower-case words joined by hyphens.
    fn name(&self) -> &'static str;

    /// What its documents are, for people: `a DID document`.
    fn title(&self) -> &'static str;

    /// How large its documents may be, and how deeply nested: by the caller's limits where these have a say for the format,
    /// else by the format's own.
    fn read_limits(&self, limits: &Limits) -> ReadLimits;

    /// How much an object looks like one of the format's. Looks at the members of the root and no deeper than into a few
    /// entries of their values.
    fn match_confidence(&self, root: &Object) -> MatchConfidence;

    /// The members at the root that documents of this format have and most other JSON files do not. For suggestions alone.
    fn distinctive_members(&self) -> &'static [&'static str] {
        &[]
    }

    /// The names under which its documents are published: of files, or ends of paths (`cards/index.json`). For suggestions alone.
    fn file_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The member of the root by which a text in YAML is known as one of the format's: `openapi`. None where documents of the format are
    /// JSON alone; without the feature `yaml`, all are.
    fn yaml_member(&self) -> Option<&'static str> {
        None
    }

    /// The media type of its documents in catalogs, if it has one of its own.
    fn media_type(&self) -> Option<&'static str> {
        None
    }

    /// The well-known URLs at which hosts publish its documents.
    fn well_known(&self) -> &'static [WellKnown] {
        &[]
    }

    /// How readers know who published a document.
    fn authenticity(&self) -> Authenticity {
        Authenticity::Unsigned
    }

    /// Whether its documents are agent descriptions, of which there is a typed model.
    fn is_description(&self) -> bool {
        false
    }

    /// The protocol of the agent that a document of the format describes, by its name in DNS-AID: `a2a`, `mcp`. None if its documents describe
    /// no agent that is called.
    fn agent_protocol(&self) -> Option<&'static str> {
        None
    }

    /// The version of the format that a document is of, behind its name: `menu/1.0`. The name alone where the format has
    /// no versions that its documents could say.
    fn profile(&self, document: &Document) -> String {
        let _ = document;
        self.name().to_owned()
    }

    /// The format's rules.
    fn rules(&self) -> &'static [&'static Rule];

    /// The rules of what a document refers to, which takes more than the document to check.
    fn linked_rules(&self) -> &'static [&'static Rule] {
        &[]
    }

    /// What the format's documents hold, and what that means to callers and models: by it, two of them are compared.
    fn members(&self) -> Option<&'static Table> {
        None
    }

    /// Everything that is wrong with a document, by the format's rules.
    fn check(&self, document: &Document, options: &Options) -> CheckReport;

    /// The same with the files beside the document, where the format's documents refer to such.
    fn check_beside(&self, document: &Document, beside: &dyn Beside, options: &Options) -> CheckReport {
        let _ = beside;
        self.check(document, options)
    }

    /// Documents of other formats that a document contains, such as the definition of an interface.
    fn embedded<'d>(&self, document: &'d Document) -> Vec<&'d Json> {
        let _ = document;
        Vec::new()
    }

    /// What is wrong with a document of the format inside another document, beyond what the other's format finds.
    fn check_embedded(&self, document: &Document, part: &Json, options: &Options) -> CheckReport {
        let _ = (document, part, options);
        CheckReport::default()
    }

    /// What a document says, as the format's model.
    ///
    /// # Errors
    /// Why it says nothing that can be relied on, or [`NotOffered`].
    fn show(&self, document: &Document, options: &Options) -> Result<Json, Box<dyn CodedError>> {
        let _ = (document, options);
        Err(Box::new(NotOffered { format: self.name(), verb: "shown" }))
    }

    /// What a document is found by in a search.
    fn summary(&self, document: &Document) -> Summary {
        let _ = document;
        Summary::default()
    }

    /// What a document refers to, without fetching anything.
    fn links(&self, document: &Document) -> Vec<Link> {
        let _ = document;
        Vec::new()
    }

    /// The time or version by which an older document is told from a newer one.
    fn release(&self, document: &Document) -> Release {
        let _ = document;
        Release::default()
    }

    /// The options of [`SignOptions`] that [`sign`](Self::sign) reads, by the names of the command line's flags.
    fn sign_options(&self) -> &'static [&'static str] {
        &[]
    }

    /// The expectations and allowances that [`begin`](Self::begin) reads, by the names of the command line's flags.
    fn verify_options(&self) -> &'static [&'static str] {
        &[]
    }

    /// The document with a signature.
    ///
    /// # Errors
    /// Why it cannot be signed so, or [`NotOffered`].
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<Signed, Box<dyn CodedError>> {
        let _ = (document, signer, proof, options);
        Err(Box::new(NotOffered { format: self.name(), verb: "signed" }))
    }

    /// Refuses a signer whose signature verifiers refuse, if they have the document alone.
    ///
    /// # Errors
    /// [`SignerRefused`]
    fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused> {
        let _ = (document, signer);
        Ok(())
    }

    /// Begins the verification of a document: reads its signatures and checks what needs no key.
    ///
    /// # Errors
    /// Why no signature can be accepted, whatever would be supplied, or [`NotOffered`].
    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        let _ = expectations;
        Err(Box::new(Verification::refused(
            self.name(),
            document,
            Arc::new(NotOffered { format: self.name(), verb: "verified" }),
        )))
    }
}

/// Formats are the same if they have the same name.
impl PartialEq for dyn Format + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}
