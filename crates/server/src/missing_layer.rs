//! Handlers on routes that lack a layer.

use axum_core::response::{IntoResponse, Response};
use http::StatusCode;

/// A handler takes what a layer puts into the request, and its route is not behind that layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the handler uses `{argument}`, but its route has no `{layer}`: add the layer to the router")]
pub struct MissingLayer {
    /// The type of the handler's argument.
    pub argument: &'static str,
    /// The layer.
    pub layer: &'static str,
}

/// 500, never a pass.
impl IntoResponse for MissingLayer {
    fn into_response(self) -> Response {
        (StatusCode::INTERNAL_SERVER_ERROR, self.to_string()).into_response()
    }
}
