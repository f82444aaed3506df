//! Error responses of the API: `{errorCode, message}` (ARD 0.91, section 5.3).

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

/// An error response.
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

    /// 400: invalid request.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "INVALID_ARGUMENT", message)
    }

    /// 403: the authenticated caller may not do this.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "PERMISSION_DENIED", message)
    }

    /// 404: unknown entry or path.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", message)
    }

    /// 405: method not allowed on this path.
    pub fn method() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "METHOD_NOT_ALLOWED",
            "This path does not support the method. The methods of each path are in /openapi.json",
        )
    }

    /// 405: writing is disabled, because the registry has no origin for which requests could be signed.
    pub fn read_only() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "METHOD_NOT_ALLOWED",
            "Writing is disabled: start the server with --origin",
        )
    }

    /// 408: the request body was too slow.
    pub fn slow() -> Self {
        Self::new(
            StatusCode::REQUEST_TIMEOUT,
            "DEADLINE_EXCEEDED",
            "the request body did not arrive in time; send it faster",
        )
    }

    /// 409: a newer document is stored.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "ABORTED", message)
    }

    /// 413: the body is too large.
    pub fn too_large(limit: usize) -> Self {
        let message = format!("the request body has more than {limit} bytes; send less");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "OUT_OF_RANGE", message)
    }

    /// 415: wrong media type.
    pub fn media_type(expected: &str) -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "INVALID_ARGUMENT", format!("expected a body of type {expected}"))
    }

    /// 422: the document is refused.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "FAILED_PRECONDITION", message)
    }

    /// 429: rate limit of a client or host.
    pub fn too_many(message: impl Into<String>, seconds: u64) -> Self {
        let error = Self::new(StatusCode::TOO_MANY_REQUESTS, "RESOURCE_EXHAUSTED", message);
        Self { retry_after: Some(seconds.max(1)), ..error }
    }

    /// 500: internal error. Details are only in the log.
    pub fn internal(what: &dyn std::fmt::Display) -> Self {
        tracing::error!(error = %what, "a request failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", "internal error of the registry")
    }

    /// 503: the store or index is unavailable. Details are only in the log.
    pub fn unavailable(what: &dyn std::fmt::Display) -> Self {
        tracing::warn!(error = %what, "the store is unavailable");
        let error =
            Self::new(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE", "the registry's store is unavailable; retry");
        Self { retry_after: Some(5), ..error }
    }

    /// 503: the memory for request bodies is in use.
    pub fn busy(message: impl Into<String>) -> Self {
        Self { retry_after: Some(1), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE", message) }
    }

    /// 503: the response would exceed the time limit.
    pub fn too_long(time: Duration) -> Self {
        let message = format!(
            "the response took more than {} s; use fewer facets or a narrower search, or retry later",
            time.as_secs()
        );
        Self { retry_after: Some(5), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "DEADLINE_EXCEEDED", message) }
    }

    /// Converts to a response with a complete body, for a layer below the routes.
    pub(super) fn into_full(self) -> HttpResponse<Full<Bytes>> {
        let body = serde_json::to_vec(&Body { error_code: self.code, message: &self.message }).unwrap_or_default();
        let mut response = HttpResponse::new(Full::new(body.into()));
        *response.status_mut() = self.status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The message.
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
