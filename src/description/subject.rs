//! Agent descriptions as subjects of proofs.

use super::{
    AgentDescription, DescriptionProfile, ModelError, ModelErrorKind, check_plain, names::Names, node_reader::values,
    vocabulary as term,
};
use crate::{Document, did::Subject, json::Text};

impl Subject for AgentDescription {
    type Error = ModelError;

    fn check_structure(document: &Document) -> Result<(), ModelError> {
        check_plain(document)
    }

    fn subject_did(document: &Document) -> Result<Option<Text>, ModelError> {
        subject_of_plain(document)
    }

    fn read(document: &Document) -> Result<Self, ModelError> {
        Self::from_plain(document)
    }

    /// `@id`, or the `url` of an ANP-07 document, which has no `@id`.
    fn id(&self) -> Option<&str> {
        self.node.id().or(self.url.as_deref())
    }
}

/// The document's subject: its DID, if it has one. It must be one plain string in the root's member `did`.
///
/// # Errors
/// [`ModelErrorKind::Ambiguous`] for several values, [`ModelErrorKind::WrongType`] for a value that is not a plain
/// string, [`ModelErrorKind::SubjectHidden`] if the term has a prefix; errors of [`check_plain`].
pub fn subject_did(document: &Document) -> Result<Option<Text>, ModelError> {
    check_plain(document)?;
    subject_of_plain(document)
}

/// Same for a document that is known to be in the plain profile.
pub(super) fn subject_of_plain(document: &Document) -> Result<Option<Text>, ModelError> {
    let root = document.root();
    let names = Names::new(DescriptionProfile::for_document(document), root.get("@context"));
    let Some(member) = root.iter().find(|member| names.model_terms(member.name()).has(term::DID)) else {
        return Ok(None);
    };
    let (what, term) = (AgentDescription::WHAT, "did");
    let value = member.value();
    match (value.as_text(), values(value)) {
        (Some(did), _) if member.name() == "did" => Ok(Some(did.clone())),
        (Some(did), _) => {
            let (did, property) = (did.to_string(), names.iri(member.name()).into_owned());
            Err(ModelErrorKind::SubjectHidden { did, property }.at(document, member.name_offset()))
        }
        (None, []) if value.is_null() => Ok(None),
        (None, [_, second, ..]) => {
            let count = values(value).len();
            Err(ModelErrorKind::Ambiguous { what, term, count }.at(document, second.offset()))
        }
        (None, _) => {
            let (found, expected) = (value.kind().to_owned(), "one plain string".to_owned());
            Err(ModelErrorKind::WrongType { what, term, found, expected }.at(document, value.offset()))
        }
    }
}
