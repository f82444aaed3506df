//! Documents of Handle providers.

use super::{BindingGeneration, Handle, HandleError, SubjectProfile};
use crate::{
    Code, Did,
    diagnostic::{members::is_same_name, shortened},
    did::DidMethod,
    json::{Document, Json, Object, Offset, Place},
};
use std::str::FromStr;

adp_json::words! {
    /// The status of a Handle (ANP-04 section 4.7).
    pub enum HandleStatus {
        /// The Handle is in use.
        Active = "active",
        /// The Handle is temporarily disabled.
        Suspended = "suspended",
        /// The Handle is permanently disabled and is never assigned again.
        Revoked = "revoked",
    }
    impl FromStr;
}

/// The document of a Handle (section 4.3), which names its DID. It is not signed: only the DID's document can confirm
/// it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HandleDocument {
    /// The Handle.
    pub handle: Handle,
    /// The DID that it names.
    pub did: Did,
    /// Its status.
    pub status: HandleStatus,
    /// The generation of the binding.
    pub binding_generation: BindingGeneration,
    /// How long the document may be cached, in seconds.
    pub ttl: Option<u64>,
    /// The profile of the DID's subject; only for display.
    pub profile: Option<Object>,
}

/// A response of an `ANPHandleService`.
pub(crate) enum ProviderDocument {
    /// A Handle's document.
    Handle(Box<HandleDocument>),
    /// The confirmation that the provider knows a DID, without its Handle (section 4.3.1).
    Confirmation {
        /// The DID.
        did: Did,
        /// Its status.
        status: Option<HandleStatus>,
    },
}

/// The names of security-relevant members.
const DECISIVE: [&str; 6] = ["handle", "did", "status", "binding_generation", "confirmed", "profile"];

impl HandleDocument {
    /// The document of a new active Handle, with the first generation.
    ///
    /// # Errors
    /// `did-binding` if the Handle may not name the DID (section 4.4).
    pub fn new(handle: Handle, did: Did) -> Result<Self, HandleError> {
        let (status, binding_generation) = (HandleStatus::Active, BindingGeneration::first());
        let document = Self { handle, did, status, binding_generation, ttl: None, profile: None };
        document.check_did()?;
        Ok(document)
    }

    /// Parses a Handle's document. Unknown members are ignored.
    ///
    /// # Errors
    /// `document-shape` if a required member is missing or invalid, or if a member's name differs from a known one only
    /// in case, `_` or `-`.
    pub fn read(document: &Document) -> Result<Self, HandleError> {
        const HANDLE: &str = "the Handle, in lower case and without `wba://`";
        const GENERATION: &str = "a string: a positive decimal number without leading zeros";
        check_names(document)?;
        let root = document.root();
        let handle: Handle = member(document, "handle", HANDLE)?;
        if root.get("handle").and_then(Json::as_str) != Some(handle.as_str()) {
            return Err(wrong(document, "handle", HANDLE));
        }
        let binding_generation = member(document, "binding_generation", GENERATION)?;
        Ok(Self {
            handle,
            did: did(document)?,
            status: status(document)?,
            binding_generation,
            ttl: root.get("ttl").and_then(Json::as_number).and_then(|ttl| u64::try_from(ttl.as_integer()?).ok()),
            profile: root.get("profile").and_then(Json::as_object).cloned(),
        })
    }

    /// The profile, if it belongs to this DID and Handle; its proof is not verified (section 4.3.2).
    #[must_use]
    pub fn fitting_profile(&self) -> Option<SubjectProfile> {
        self.profile.as_ref().and_then(|profile| SubjectProfile::read(profile, self).ok())
    }

    /// Checks that the Handle may name the DID: a did:wba DID on the Handle's host, on any port, or a did:web DID
    /// (section 4.4).
    ///
    /// # Errors
    /// `did-binding`.
    pub(super) fn check_did(&self) -> Result<(), HandleError> {
        let (handle, did) = (&self.handle, &self.did);
        let fits = match did.method() {
            DidMethod::Web => true,
            DidMethod::Wba => did.host() == Some(handle.domain()),
            DidMethod::Key => false,
        };
        let problem = || format!("{handle} names {did}, expected a DID of the host {}", handle.domain());
        if fits { Ok(()) } else { Err(HandleError::unconfirmed(problem())) }
    }

    /// Checks that this document may replace a published one (sections 4.4 and 4.6).
    ///
    /// The generation never decreases, and increases with each change of DID or status. A revoked Handle stays revoked.
    ///
    /// # Errors
    /// `invalid-value`.
    pub fn check_replaces(&self, published: &Self) -> Result<(), HandleError> {
        let handle = &self.handle;
        let has_changed = (self.status, &self.did) != (published.status, &published.did);
        if published.status == HandleStatus::Revoked && has_changed {
            let keep = "which is permanent; keep its document unchanged";
            return Err(HandleError::refused(Code::INVALID_VALUE, format!("{handle} is published as revoked, {keep}")));
        }
        let (found, before) = (&self.binding_generation, &published.binding_generation);
        let (least, what) =
            if has_changed { (before.next(), "another one") } else { (before.clone(), "of a later generation") };
        if *found >= least {
            return Ok(());
        }
        let message = format!(
            "the published binding of {handle} is {what}: write at least \"binding_generation\": \"{least}\", found {found}"
        );
        Err(HandleError::refused(Code::INVALID_VALUE, message))
    }
}

impl ProviderDocument {
    /// Parses the response of a service: a Handle's document, or a confirmation if it has no `handle`.
    ///
    /// # Errors
    /// Those of [`HandleDocument::read`].
    pub(crate) fn read(document: &Document) -> Result<Self, HandleError> {
        let root = document.root();
        if root.contains("handle") {
            return HandleDocument::read(document).map(|document| Self::Handle(Box::new(document)));
        }
        check_names(document)?;
        if root.get("confirmed").and_then(Json::as_bool) != Some(true) {
            return Err(wrong(document, "confirmed", "true, or a `handle`"));
        }
        let status = root.get("status").map(|_| status(document)).transpose()?;
        Ok(Self::Confirmation { did: did(document)?, status })
    }
}

/// Refuses a member whose name differs from a security-relevant one only in case, `_` or `-`.
fn check_names(document: &Document) -> Result<(), HandleError> {
    for member in document.root() {
        let name = member.name().as_str();
        if let Some(known) = DECISIVE.into_iter().find(|known| *known != name && is_same_name(known, name)) {
            let expected = format!("the name `{known}`, or another one");
            return Err(invalid(document, "a member", &shortened(name), &expected, member.name_offset()));
        }
    }
    Ok(())
}

fn did(document: &Document) -> Result<Did, HandleError> {
    member(document, "did", "a did:wba or did:web DID")
}

fn status(document: &Document) -> Result<HandleStatus, HandleError> {
    member(document, "status", "active, suspended or revoked")
}

/// A required member, parsed from its string.
fn member<T: FromStr>(document: &Document, name: &str, expected: &str) -> Result<T, HandleError> {
    let found = document.root().get(name);
    let parsed = found.and_then(|found| found.as_str()?.parse().ok());
    parsed.ok_or_else(|| wrong(document, name, expected))
}

fn wrong(document: &Document, name: &str, expected: &str) -> HandleError {
    let found = document.root().get(name);
    let offset = found.unwrap_or(document.json()).offset();
    let found = match found {
        None => "missing".to_owned(),
        Some(json) => json.as_str().map_or_else(|| json.kind().to_owned(), shortened),
    };
    invalid(document, &format!("`{name}`"), &found, expected, offset)
}

fn invalid(document: &Document, what: &str, found: &str, expected: &str, offset: Offset) -> HandleError {
    HandleError::Refused {
        code: Code::DOCUMENT_SHAPE,
        message: format!("{what} of the Handle document is {found}, expected {expected}"),
        place: Box::new(Place::from_offset(document, offset)),
    }
}
