//! A request whose headers have been checked and whose body has not arrived yet.

use crate::{AuthError, Authenticated, Authenticator};
use adp_crypto::Timestamp;
use adp_did::Did;
use adp_fetch::Resolve;
use http::request::Parts;
use std::fmt;

/// A request with valid headers, whose body can be read next; returned by [`Authenticator::check_head`].
///
/// It keeps the request and its authenticator together, so that a result cannot be used for another request.
pub struct CheckedHead<'a, R> {
    pub(super) authenticator: &'a Authenticator<R>,
    pub(super) request: &'a Parts,
    /// The DID in the credentials. Without an access token it is unverified: a service may use it to refuse a request
    /// early, but never to permit one.
    pub did: Did,
    /// The caller by access token, which need not be verified again.
    pub(super) by_token: Option<Authenticated>,
}

impl<R: Resolve> CheckedHead<'_, R> {
    /// Authenticates the request with its complete body, like [`Authenticator::authenticate`]. An access token must
    /// have been valid when the headers were checked, so limit the time for reading the body.
    ///
    /// # Errors
    /// Those of [`Authenticator::authenticate`].
    pub async fn authenticate(self, body: &[u8], now: Timestamp) -> Result<Authenticated, AuthError> {
        self.authenticator.authenticate_rest(self.by_token, self.request, body, now).await
    }
}

impl<R> fmt::Debug for CheckedHead<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckedHead").field("did", &self.did).field("by_token", &self.by_token).finish_non_exhaustive()
    }
}
