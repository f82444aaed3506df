//! A request that has passed every check.

use crate::{
    auth::{Claims, CredentialForm},
    did::{Did, DidUrl},
};

/// Who sent a request: the credentials verified, were made for this service and for now, and were not used before.
///
/// It cannot be made by hand: [`VerifiedRequest::admit`](super::VerifiedRequest::admit) and the check of an access token make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authenticated {
    claims: Claims,
}

impl Authenticated {
    pub(super) fn new(claims: Claims) -> Self {
        Self { claims }
    }

    /// The DID that sent the request.
    #[must_use]
    pub fn did(&self) -> &Did {
        self.claims.did()
    }

    /// The verification method that signed it, or the token's request.
    #[must_use]
    pub fn key_id(&self) -> &DidUrl {
        &self.claims.key_id
    }

    /// The form of the credentials.
    #[must_use]
    pub fn form(&self) -> CredentialForm {
        self.claims.form
    }

    /// Everything that the credentials say, now known to be true.
    #[must_use]
    pub fn claims(&self) -> &Claims {
        &self.claims
    }
}
