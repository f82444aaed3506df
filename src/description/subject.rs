//! An agent description is what a proof can stand for.

use super::{AgentDescription, ModelError};
use crate::{
    Document, Limits,
    did::Subject,
    json::Text,
    jsonld::{Contexts, Expanded, JsonLdError},
};

impl Subject for AgentDescription {
    type Error = ModelError;

    fn expand(document: &Document, contexts: &Contexts, limits: &Limits) -> Result<Expanded, JsonLdError> {
        super::expand(document, contexts, limits)
    }

    fn check_structure(document: &Document, expanded: &Expanded) -> Result<(), ModelError> {
        super::check_structure(document, expanded)
    }

    fn subject_did(document: &Document, expanded: &Expanded) -> Result<Option<Text>, ModelError> {
        super::subject_did(document, expanded)
    }

    fn from_expanded(document: &Document, expanded: &Expanded) -> Result<Self, ModelError> {
        Self::from_checked(document, expanded)
    }

    /// `@id`, or the `url` of an ANP-07 document, which has no `@id`.
    fn id(&self) -> Option<&str> {
        self.node.id().or(self.url.as_deref())
    }
}
