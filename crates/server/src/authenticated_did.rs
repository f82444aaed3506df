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
    use axum_core::{
        extract::FromRequestParts,
        response::{IntoResponse, Response},
    };
    use http::{StatusCode, request::Parts};

    impl<S: Send + Sync> FromRequestParts<S> for AuthenticatedDid {
        type Rejection = MissingAuthLayer;

        async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, MissingAuthLayer> {
            parts.extensions.get().cloned().ok_or(MissingAuthLayer)
        }
    }

    /// A handler asks who sent the request, and nobody checked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    #[error("the handler uses `AuthenticatedDid`, but its route has no `AuthLayer`: add the layer to the router")]
    pub struct MissingAuthLayer;

    impl IntoResponse for MissingAuthLayer {
        fn into_response(self) -> Response {
            (StatusCode::INTERNAL_SERVER_ERROR, self.to_string()).into_response()
        }
    }
}

#[cfg(feature = "axum")]
pub use extractor::MissingAuthLayer;
