//! The OpenAPI 3.1 document of the API.

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};

/// The text of the document.
pub const OPENAPI: &str = include_str!("openapi.json");

/// `GET /openapi.json`
pub async fn document() -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "public, max-age=3600")], OPENAPI).into_response()
}
