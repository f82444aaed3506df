//! What a signed document is about: the seam between the models above and the proofs beside them.

use crate::{
    CodedError, Document,
    json::Text,
    jsonld::{Contexts, JsonLdError, UsedContext},
};

/// A model that a proof can stand for: how its document is checked and read.
///
/// `proof` verifies any `Subject` without knowing its vocabulary; `description` implements it without knowing proofs.
pub trait Subject: Sized {
    /// Why a document is not such a subject.
    type Error: CodedError;

    /// The contexts that give the document its meaning: those that its `@context` names.
    ///
    /// # Errors
    /// Where one is not among the known ones.
    fn contexts(document: &Document, known: &Contexts) -> Result<Vec<UsedContext>, JsonLdError> {
        known.named_in(document)
    }

    /// Refuses what readers of the document could read differently.
    ///
    /// # Errors
    /// `ad-structure`, and `ad-missing-term` where a description has no `@context`.
    fn check_structure(document: &Document) -> Result<(), Self::Error>;

    /// The DID the document is about, if it names one.
    ///
    /// # Errors
    /// Where the DID is not one plain string.
    fn subject_did(document: &Document) -> Result<Option<Text>, Self::Error>;

    /// Reads the model of a document whose structure is checked.
    ///
    /// # Errors
    /// Where a required term is missing or has the wrong type.
    fn read(document: &Document) -> Result<Self, Self::Error>;

    /// The document's own identifier (`@id`), an IRI.
    fn id(&self) -> Option<&str>;
}
