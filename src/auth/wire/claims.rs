//! The claims made by the credentials of a request.

use super::CredentialForm;
use crate::{
    Origin, Timestamp,
    did::{Did, DidUrl},
};

/// What a request's credentials say. Whether it is true, the type that holds them tells.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claims {
    /// The form of the credentials.
    pub form: CredentialForm,
    /// The verification method whose key signed.
    pub key_id: DidUrl,
    /// The service they are for.
    pub audience: Origin,
    /// What the signature covers, as component identifiers of RFC 9421 section 2 (`@method`, `content-digest`), in their order;
    /// empty for the legacy forms, which cover nothing of the request.
    pub covered: Vec<String>,
    /// When they were made.
    pub created: Option<Timestamp>,
    /// Until when they are good.
    pub expires: Option<Timestamp>,
    /// The nonce.
    pub nonce: Option<String>,
}

impl Claims {
    /// The DID that the credentials are of.
    #[must_use]
    pub fn did(&self) -> &Did {
        self.key_id.did()
    }
}
