//! Reads request bodies within limits of size and time. JSON bodies are objects and parsed strictly.

use super::error::ApiError;
use adp_server::{BodyBudget, BodyError, HeldBody};
use agent_description::{
    ReadLimits,
    header_field::essence,
    json::{Document, ReadError},
};
use axum::{body::Body, extract::Request};
use http::{StatusCode, header::CONTENT_TYPE};
use std::time::Duration;

/// Time limit for a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum nesting depth.
const MAX_DEPTH: usize = 16;

/// Reads a body of limited size, within the common memory budget.
pub(super) async fn read(bodies: &BodyBudget, body: Body, limit: usize) -> Result<HeldBody, ApiError> {
    bodies.read(body, limit, BODY_TIMEOUT).await.map_err(|error| match error {
        BodyError::TooLarge { limit } => ApiError::too_large(limit),
        BodyError::Slow { .. } => {
            ApiError::new(StatusCode::REQUEST_TIMEOUT, "the request body did not arrive in time; send it faster")
        }
        BodyError::NoRoom => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()).retry_after(1),
        error => ApiError::invalid(error.to_string()),
    })
}

/// Reads a JSON object with the strict parser for documents, which rejects duplicate names.
/// [`Members`](super::members::Members) validates its members.
pub(super) async fn object(bodies: &BodyBudget, request: Request, limit: usize) -> Result<Document, ApiError> {
    let media_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if essence(media_type) != "application/json" {
        let message = "expected a body of type application/json";
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    let body = read(bodies, request.into_body(), limit).await?;
    Document::parse(body.bytes(), ReadLimits::new(limit).with_depth(MAX_DEPTH)).map_err(|error| match error {
        ReadError::Shape { found, .. } => {
            ApiError::invalid(format!("in the request body: found {found}, expected an object"))
        }
        error => ApiError::invalid(format!("in the request body, at {error}")),
    })
}
