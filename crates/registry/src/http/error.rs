//! What the API answers where it cannot do what it was asked: `{errorCode, message}` (ARD 0.91, section 5.3).

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use http::{
    HeaderValue, Response as HttpResponse, StatusCode,
    header::{CONTENT_TYPE, RETRY_AFTER},
};
use http_body_util::Full;
use serde::Serialize;
use std::time::Duration;

/// An answer that is an error.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    retry_after: Option<u64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    error_code: &'a str,
    message: &'a str,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), retry_after: None }
    }

    /// 400: what was asked has no meaning.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "INVALID_ARGUMENT", message)
    }

    /// 403: the caller is known and may not do this.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "PERMISSION_DENIED", message)
    }

    /// 404: there is no such entry, or no such path.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", message)
    }

    /// 405: the path has other methods.
    pub fn method() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "METHOD_NOT_ALLOWED",
            "This path does not support the method. The methods of each path are in /openapi.json",
        )
    }

    /// 405: the registry was started without an origin, for which requests that write are signed.
    pub fn read_only() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "METHOD_NOT_ALLOWED",
            "Writing is disabled: start the server with --origin",
        )
    }

    /// 408: the request's body came too slowly.
    pub fn slow() -> Self {
        Self::new(
            StatusCode::REQUEST_TIMEOUT,
            "DEADLINE_EXCEEDED",
            "the request body did not arrive in time; send it faster",
        )
    }

    /// 409: something newer is there.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "ABORTED", message)
    }

    /// 413: more than is read.
    pub fn too_large(limit: usize) -> Self {
        let message = format!("the request body has more than {limit} bytes; send less");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "OUT_OF_RANGE", message)
    }

    /// 415: a body of another type.
    pub fn media_type(expected: &str) -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "INVALID_ARGUMENT", format!("expected a body of type {expected}"))
    }

    /// 422: a document that is refused.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "FAILED_PRECONDITION", message)
    }

    /// 429: too much from one address or for one host.
    pub fn too_many(message: impl Into<String>, seconds: u64) -> Self {
        let error = Self::new(StatusCode::TOO_MANY_REQUESTS, "RESOURCE_EXHAUSTED", message);
        Self { retry_after: Some(seconds.max(1)), ..error }
    }

    /// 500: a fault of this software, told to its log alone.
    pub fn internal(what: &dyn std::fmt::Display) -> Self {
        tracing::error!(error = %what, "a request failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", "internal error of the registry")
    }

    /// 503: the store or the index is out of reach for now; details go to the log alone.
    pub fn unavailable(what: &dyn std::fmt::Display) -> Self {
        tracing::warn!(error = %what, "the store is unavailable");
        let error =
            Self::new(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE", "the registry's store is unavailable; retry");
        Self { retry_after: Some(5), ..error }
    }

    /// 503: others have taken the memory for requests.
    pub fn busy(message: impl Into<String>) -> Self {
        Self { retry_after: Some(1), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE", message) }
    }

    /// 503: the answer would have taken longer than an answer may.
    pub fn too_long(time: Duration) -> Self {
        let message = format!(
            "the response took more than {} s; use fewer facets or a narrower search, or retry later",
            time.as_secs()
        );
        Self { retry_after: Some(5), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "DEADLINE_EXCEEDED", message) }
    }

    /// As a response whose body is whole, for a layer below the routes.
    pub(super) fn into_full(self) -> HttpResponse<Full<Bytes>> {
        let body = serde_json::to_vec(&Body { error_code: self.code, message: &self.message }).unwrap_or_default();
        let mut response = HttpResponse::new(Full::new(body.into()));
        *response.status_mut() = self.status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }

    /// Its status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// What it says.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(Body { error_code: self.code, message: &self.message });
        let mut response = (self.status, body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
