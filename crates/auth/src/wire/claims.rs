//! The claims in the credentials of a request.

use crate::CredentialForm;
use adp_crypto::{Origin, Timestamp};
use adp_did::{Did, DidUrl};

/// The claims of a request's credentials. The containing type tells whether they are verified.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claims {
    /// The form of the credentials.
    pub form: CredentialForm,
    /// The verification method that signed.
    pub key_id: DidUrl,
    /// The service that the credentials are for.
    pub audience: Origin,
    /// The covered components in order, as component identifiers of RFC 9421 section 2 (`@method`, `content-digest`);
    /// empty for the legacy forms, which cover no part of the request.
    pub covered: Vec<String>,
    /// Creation time.
    pub created: Option<Timestamp>,
    /// Expiry time.
    pub expires: Option<Timestamp>,
    /// The nonce.
    pub nonce: Option<String>,
}

impl Claims {
    /// The DID of the credentials.
    #[must_use]
    pub fn did(&self) -> &Did {
        self.key_id.did()
    }
}
