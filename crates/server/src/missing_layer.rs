//! Handlers on routes that lack a layer.

use axum_core::response::{IntoResponse, Response};
use http::StatusCode;

/// A handler takes what a layer puts into the request, and its route is not behind that layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingLayer {
    /// The type of the handler's argument.
    pub argument: &'static str,
    /// The layer.
    pub layer: &'static str,
}

/// 500, never a pass.
impl IntoResponse for MissingLayer {
    fn into_response(self) -> Response {
        let Self { argument, layer } = self;
        let message =
            format!("the handler uses `{argument}`, but its route has no `{layer}`: add the layer to the router");
        (StatusCode::INTERNAL_SERVER_ERROR, message).into_response()
    }
}

/// Makes a type that a layer puts into the request's extensions an argument of handlers.
macro_rules! from_extensions {
    ($argument:ident, $layer:literal) => {
        impl<S: Send + Sync> axum_core::extract::FromRequestParts<S> for $argument {
            type Rejection = crate::MissingLayer;

            async fn from_request_parts(parts: &mut http::request::Parts, _: &S) -> Result<Self, crate::MissingLayer> {
                let missing = crate::MissingLayer { argument: stringify!($argument), layer: $layer };
                parts.extensions.get().cloned().ok_or(missing)
            }
        }
    };
}

pub(crate) use from_extensions;
