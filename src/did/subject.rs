//! What a signed document is about: the seam between the models above and the proofs beside them.

use crate::{
    Document, Fault, Limits,
    json::Text,
    jsonld::{Contexts, Expanded, JsonLdError},
};

/// A model that a proof can stand for: how its document is expanded, checked and read.
///
/// `proof` verifies any `Subject` without knowing its vocabulary; `description` implements it without knowing proofs.
pub trait Subject: Sized {
    /// Why a document is not such a subject.
    type Error: Fault;

    /// Expands the document as JSON-LD, its root member `proof` left out.
    ///
    /// # Errors
    /// The W3C JSON-LD codes, `context-not-embedded`, `jsonld-budget`.
    fn expand(document: &Document, contexts: &Contexts, limits: &Limits) -> Result<Expanded, JsonLdError>;

    /// Refuses structure that hides or moves data, and members that do not mean what they are named.
    ///
    /// # Errors
    /// `ad-structure`, `ad-term-rebound`.
    fn check_structure(document: &Document, expanded: &Expanded) -> Result<(), Self::Error>;

    /// The DID the document is about, if it names one, the same for readers with and without JSON-LD.
    ///
    /// # Errors
    /// Where the DID is ambiguous, not a plain string, or differs between the two ways of reading.
    fn subject_did(document: &Document, expanded: &Expanded) -> Result<Option<Text>, Self::Error>;

    /// Reads the model.
    ///
    /// # Errors
    /// Where a required term is missing or has the wrong type.
    fn from_expanded(document: &Document, expanded: &Expanded) -> Result<Self, Self::Error>;

    /// The document's own identifier (`@id`), an IRI.
    fn id(&self) -> Option<&str>;
}
