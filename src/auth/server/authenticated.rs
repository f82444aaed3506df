//! A request that has passed every check.

use crate::{auth::Claims, did::Did};

/// An authenticated caller: the credentials verified, are for this service, are valid now, and were not used before.
///
/// Created only by [`VerifiedRequest::admit`](super::VerifiedRequest::admit) and by the check of an access token.
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

    /// All claims of the credentials, verified: the verification method that signed the request, or the request that
    /// obtained the token, and the form of the credentials.
    #[must_use]
    pub fn claims(&self) -> &Claims {
        &self.claims
    }
}
