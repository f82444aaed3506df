//! Subjects of signed documents: the interface between the models and the proofs.

use adp_json::{CodedError, Document, Text};
use adp_jsonld::{Contexts, JsonLdError, UsedContext};

/// A model of a signed document: how the document is checked and parsed.
///
/// `proof` verifies any `Subject` without knowing its vocabulary; `description` implements it without knowing proofs.
pub trait Subject: Sized {
    /// Why a document is not a subject of this type.
    type Error: CodedError;

    /// The contexts that `@context` names, which define the document's meaning.
    ///
    /// # Errors
    /// If a context is unknown.
    fn contexts(document: &Document, known: &Contexts) -> Result<Vec<UsedContext>, JsonLdError> {
        known.named_in(document)
    }

    /// Whether the `domain` of a proof may be a set (Data Integrity 1.0 section 2.1). ADP has one domain.
    const ALLOWS_DOMAIN_SET: bool = false;

    /// Refuses documents that parsers could interpret differently.
    ///
    /// # Errors
    /// `ad-structure`, and `ad-missing-term` if a description has no `@context`.
    fn check_structure(document: &Document) -> Result<(), Self::Error>;

    /// The DID of the document's subject, if there is one.
    ///
    /// # Errors
    /// If the DID is not one plain string.
    fn subject_did(document: &Document) -> Result<Option<Text>, Self::Error>;

    /// Reads the model from a document with a valid structure.
    ///
    /// # Errors
    /// If a required term is missing or has the wrong type.
    fn read(document: &Document) -> Result<Self, Self::Error>;

    /// The document's own identifier (`@id`), an IRI.
    fn id(&self) -> Option<&str>;
}
