//! Bodies of requests: so many bytes, within a time.

use super::{error::ApiError, openapi::RequestSchema};
use adp_cards::json_schema::Unfit;
use agent_description::ReadLimits;
use axum::{body::Body, extract::Request};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::time::Duration;

/// How long a body may take.
const TIME: Duration = Duration::from_secs(10);

/// How many faults of a body are told.
const MOST_TOLD: usize = 5;

/// Reads a body of at most so many bytes.
pub async fn read(body: Body, limit: usize) -> Result<Bytes, ApiError> {
    match tokio::time::timeout(TIME, Limited::new(body, limit).collect()).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(ApiError::too_large(limit)),
        Ok(Err(_)) => Err(ApiError::invalid("the request's body did not come as a whole")),
        Err(_) => Err(ApiError::slow()),
    }
}

/// Reads a body in JSON that fits one of the API's own schemas (`components.schemas` of the OpenAPI document), as a value of the type for it. The schema
/// decides, so that what is refused, and why, is told in the API's words.
pub async fn json<T: serde::de::DeserializeOwned>(
    request: Request,
    limit: usize,
    schema: &'static RequestSchema,
) -> Result<T, ApiError> {
    let media_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        return Err(ApiError::media_type("application/json"));
    }
    let bytes = read(request.into_body(), limit).await?;
    let invalid = |problem: &dyn std::fmt::Display| ApiError::invalid(format!("the request's body: {problem}"));
    let value = agent_description::json::parse(&bytes, ReadLimits::new(limit)).map_err(|error| invalid(&error))?;
    match schema.get()?.validate(&value) {
        Ok(()) => {}
        Err(Unfit::Mismatches(found)) => {
            let found: Vec<&str> = found.iter().take(MOST_TOLD).map(|found| found.message.as_str()).collect();
            return Err(invalid(&found.join("; ")));
        }
        Err(_) => return Err(invalid(&"it is too large to be checked; send less")),
    }
    serde_json::from_slice(&bytes).map_err(|error| ApiError::internal(&error))
}
