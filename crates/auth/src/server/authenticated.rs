//! A request that has passed every check.

use crate::Claims;
use std::ops::Deref;

/// An authenticated caller: the credentials verified, are for this service, are valid now, and were not used before.
///
/// It dereferences to the claims of the credentials, which are verified. The key ID is that of the method that signed
/// the request, or the request that obtained the token. Created only by
/// [`VerifiedRequest::admit`](crate::VerifiedRequest::admit) and by the check of an access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authenticated(pub(crate) Claims);

impl Deref for Authenticated {
    type Target = Claims;

    fn deref(&self) -> &Claims {
        &self.0
    }
}
