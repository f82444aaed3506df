//! The authenticated caller, for handlers.

use agent_description::auth::Authenticated;
use std::{ops::Deref, sync::Arc};

/// The authenticated caller, which [`AuthLayer`](crate::AuthLayer) adds to the request's extensions. It has no other
/// constructor.
///
/// With the feature `axum`, handlers take it as an argument. On a route outside of the layer, the response is 500.
#[derive(Clone, Debug)]
pub struct AuthenticatedDid(Arc<Authenticated>);

impl AuthenticatedDid {
    pub(crate) fn new(authenticated: Authenticated) -> Self {
        Self(Arc::new(authenticated))
    }
}

impl Deref for AuthenticatedDid {
    type Target = Authenticated;

    fn deref(&self) -> &Authenticated {
        &self.0
    }
}

#[cfg(feature = "axum")]
crate::missing_layer::from_extensions!(AuthenticatedDid, "AuthLayer");
