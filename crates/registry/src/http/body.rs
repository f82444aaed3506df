//! Bodies of requests: so many bytes, within a time; those in JSON are objects, read strictly.

use super::error::ApiError;
use agent_description::{
    ReadLimits,
    json::{Document, ReadError},
};
use axum::{body::Body, extract::Request};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::time::Duration;

/// How long a body may take.
const TIME: Duration = Duration::from_secs(10);
/// How deep its brackets may be.
const DEPTH: usize = 16;

/// Reads a body of at most so many bytes.
pub async fn read(body: Body, limit: usize) -> Result<Bytes, ApiError> {
    match tokio::time::timeout(TIME, Limited::new(body, limit).collect()).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(ApiError::too_large(limit)),
        Ok(Err(_)) => Err(ApiError::invalid("the request's body did not come as a whole")),
        Err(_) => Err(ApiError::slow()),
    }
}

/// Reads a body in JSON: an object, by the strict reader that documents are read by (a name given twice is refused).
/// What its members are [`Members`](super::members::Members) says.
pub async fn object(request: Request, limit: usize) -> Result<Document, ApiError> {
    let media_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        return Err(ApiError::media_type("application/json"));
    }
    let bytes = read(request.into_body(), limit).await?;
    Document::parse(&bytes, ReadLimits::new(limit).with_depth(DEPTH)).map_err(|error| match error {
        ReadError::Shape { found, .. } => {
            ApiError::invalid(format!("in the request's body: found {found}, expected an object"))
        }
        error => ApiError::invalid(format!("in the request's body, at {error}")),
    })
}
