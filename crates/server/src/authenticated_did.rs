//! Who sent a request, for handlers.

use agent_description::auth::Authenticated;
use std::{ops::Deref, sync::Arc};

/// Who sent a request, as [`AuthLayer`](crate::AuthLayer) puts it into the request's extensions. Nothing else can make one.
///
/// With feature `axum`, handlers take it as an argument; on a route that is not behind the layer the answer is then 500, never a pass.
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
mod extractor {
    use super::AuthenticatedDid;
    use crate::MissingLayer;
    use axum_core::extract::FromRequestParts;
    use http::request::Parts;

    impl<S: Send + Sync> FromRequestParts<S> for AuthenticatedDid {
        type Rejection = MissingLayer;

        async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, MissingLayer> {
            let missing = MissingLayer { argument: "AuthenticatedDid", layer: "AuthLayer" };
            parts.extensions.get().cloned().ok_or(missing)
        }
    }
}
