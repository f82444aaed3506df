//! Profiles in Handle documents, which are only for display (ANP-04 section 4.3.2).

use super::{HandleDocument, HandleError};
use crate::{
    CodedError, Limits, Timestamp,
    did::{DidDocument, Purpose, Resolved, Subject},
    json::{Document, Json, Object, Text},
    jsonld::{Contexts, JsonLdError, UsedContext},
    proof::{Expectations, Unverified},
    verification::{Pending, PendingProof, Supplied},
};
use std::sync::Arc;

/// The profile of a DID's subject. Do not use it for authentication, authorization or message routing.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SubjectProfile {
    /// The type of the subject; `unknown` if the profile has no known type. Do not use it for authorization.
    pub subject_type: &'static str,
    /// The name to display next to the Handle or the DID.
    pub display_name: Option<Text>,
    /// Whether the DID's own key signed the profile; otherwise it is only a claim of the provider.
    pub signed: bool,
    /// All members, unchanged.
    pub object: Object,
}

impl SubjectProfile {
    /// The recommended types of subjects.
    pub(crate) const SUBJECT_TYPES: [&str; 7] =
        ["person", "agent", "group", "organization", "service", "application", "unknown"];

    /// Parses a profile that matches its document: the same DID and, if it names one, the same Handle.
    ///
    /// # Errors
    /// `did-binding`: the profile is to be ignored.
    pub(super) fn read(object: &Object, document: &HandleDocument) -> Result<Self, HandleError> {
        for (member, expected, required) in
            [("subject_did", document.did.as_str(), true), ("handle", document.handle.as_str(), false)]
        {
            let found = match object.get(member) {
                None if required => "missing".to_owned(),
                Some(found) if found.as_str() != Some(expected) => {
                    found.as_str().map_or_else(|| found.kind().to_owned(), crate::diagnostic::shortened)
                }
                _ => continue,
            };
            let expected = format!("expected {expected} as in the Handle document; the profile is ignored");
            return Err(HandleError::unconfirmed(format!("`{member}` of the profile is {found}, {expected}")));
        }
        Ok(Self::of(object))
    }

    fn of(object: &Object) -> Self {
        let text = |name| object.get(name).and_then(Json::as_text).cloned();
        let known = |word: &Text| Self::SUBJECT_TYPES.into_iter().find(|known| word == known);
        Self {
            subject_type: text("subject_type").as_ref().and_then(known).unwrap_or("unknown"),
            display_name: text("display_name").or_else(|| text("name")),
            signed: false,
            object: object.clone(),
        }
    }

    /// Same, and verifies the proof if there is one. The signer must be the profile's DID, with a key that the DID's
    /// document lists under `assertionMethod`.
    ///
    /// # Errors
    /// The code of the proof's error: the profile is to be ignored.
    pub(super) fn verify(
        self,
        document: &HandleDocument,
        did_document: &Arc<Resolved<DidDocument>>,
        at: Timestamp,
    ) -> Result<Self, HandleError> {
        if !self.object.contains("proof") {
            return Ok(self);
        }
        let refused = |error: &dyn CodedError| {
            let message = format!("the profile is ignored, its proof does not verify: {error}");
            HandleError::refused(error.code(), message)
        };
        let text = Document::from_object(self.object.clone(), &Limits::default());
        let text = text.map_err(|error| refused(&error))?;
        let mut expectations = Expectations::for_purpose(Purpose::AssertionMethod)
            .domain_as_fetched()
            .any_challenge()
            .at(at)
            .signer_is_subject();
        expectations.fetched_from = Some(document.handle.resolution_url());
        let unverified = Unverified::<Self>::new(text, &Contexts::embedded());
        let pending = PendingProof::begin("DIDSubjectProfile", unverified, &expectations);
        let pending = pending.map_err(|error| refused(&error))?;
        let mut supplied = Supplied::default();
        supplied.did_documents.insert(document.did.clone(), Ok(Arc::clone(did_document)));
        match Box::new(pending).finish(&supplied).error {
            Some(error) => Err(refused(&*error)),
            None => Ok(Self { signed: true, ..self }),
        }
    }
}

impl Subject for SubjectProfile {
    type Error = HandleError;

    /// The signature covers the canonical JSON, so contexts cannot change its meaning.
    fn contexts(_: &Document, _: &Contexts) -> Result<Vec<UsedContext>, JsonLdError> {
        Ok(Vec::new())
    }

    fn check_structure(_: &Document) -> Result<(), HandleError> {
        Ok(())
    }

    fn subject_did(document: &Document) -> Result<Option<Text>, HandleError> {
        Ok(document.root().get("subject_did").and_then(Json::as_text).cloned())
    }

    fn read(document: &Document) -> Result<Self, HandleError> {
        Ok(Self::of(document.root()))
    }

    fn id(&self) -> Option<&str> {
        None
    }
}
