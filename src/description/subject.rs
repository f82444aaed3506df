//! Agent descriptions as subjects of proofs.

use super::{
    AgentDescription, DescriptionProfile, ModelError, check_plain,
    error::{MAX_IRI_CHARS, ambiguous, structure, wrong_type},
    model::node::values,
    vocabulary::{self as term, context_names::Names},
};
use crate::{Document, diagnostic::shortened, did::Subject, json::Text};
use adp_json::cut;
use std::cell::LazyCell;

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
        self.node.id.as_deref().or(self.url.as_deref())
    }
}

/// The document's subject: its DID, if it has one. It must be one plain string in the root's member `did`.
///
/// # Errors
/// `ad-structure` for several values, or if the term has a prefix; `ad-wrong-type` for a value that is not a plain
/// string; errors of [`check_plain`].
pub fn subject_did(document: &Document) -> Result<Option<Text>, ModelError> {
    check_plain(document)?;
    subject_of_plain(document)
}

/// Same for a document that is known to be in the plain profile.
pub(super) fn subject_of_plain(document: &Document) -> Result<Option<Text>, ModelError> {
    let root = document.root();
    // a name without a prefix needs no context
    let names = LazyCell::new(|| Names::new(DescriptionProfile::for_document(document), root.get("@context")));
    let is_did = |name: &Text| *name == "did" || name.contains(':') && names.member(name).1.has(term::DID);
    let Some(member) = root.iter().find(|member| is_did(member.name())) else { return Ok(None) };
    let what = (AgentDescription::WHAT, "did");
    let value = member.value();
    let refused = |offset, finding| Err(ModelError::at(document, offset, finding));
    match (value.as_text(), values(value)) {
        (Some(did), _) if member.name() == "did" => Ok(Some(did.clone())),
        (Some(did), _) => {
            let (did, property) = (shortened(did), cut(&names.iri(member.name()), MAX_IRI_CHARS));
            let found = format!("the DID {did} is written as <{property}>, expected a root member `did`");
            let help = "rename the member to `did`, so that plain JSON parsers find the subject";
            refused(member.name_offset(), structure(found, help))
        }
        (None, []) if value.is_null() => Ok(None),
        (None, all @ [_, second, ..]) => refused(second.offset(), ambiguous(what, all.len())),
        (None, _) => refused(value.offset(), wrong_type(what, value.kind(), "one plain string")),
    }
}
