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

    /// A handler requires an authenticated caller, but no layer authenticated the request.
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
