//! A request whose headers have been checked and whose body has not arrived yet.

use super::{Authenticated, Authenticator};
use crate::{Timestamp, auth::AuthError, did::Did, resolve::Resolve};
use http::request::Parts;
use std::fmt;

/// A request whose headers refuse nothing, so that its body is worth reading; [`Authenticator::check_head`] gives it.
///
/// It knows the request and who checked it: what was found of one request is never said of another.
pub struct CheckedHead<'a, R> {
    pub(super) authenticator: &'a Authenticator<R>,
    pub(super) request: &'a Parts,
    pub(super) did: Did,
    /// Who sent it, by an access token, which need not be verified again.
    pub(super) by_token: Option<Authenticated>,
}

impl<R: Resolve> CheckedHead<'_, R> {
    /// The DID that the credentials name. Without an access token nobody has checked that it is the sender's: a service may refuse by it, before it
    /// reads the body and fetches the DID's document, and permit nothing.
    #[must_use]
    pub fn did(&self) -> &Did {
        &self.did
    }

    /// Who sent the request, as [`Authenticator::authenticate`] has it, now that the whole body is there. An access token counts that was
    /// good when the headers were checked: whoever reads the body bounds how long that takes.
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
