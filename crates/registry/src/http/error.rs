//! Error responses of the API: `{errorCode, message}` (ARD 0.91, section 5.3).

use adp_server::access_log::AccessDetails;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{
    HeaderValue, Response as HttpResponse, StatusCode,
    header::{CONTENT_TYPE, RETRY_AFTER},
};
use http_body_util::Full;
use serde_json::json;

/// An error response.
#[derive(Debug)]
pub(super) struct ApiError {
    pub(super) status: StatusCode,
    code: &'static str,
    pub(super) message: String,
    retry_after: Option<u64>,
}

impl ApiError {
    /// An error response with the code that belongs to its status.
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let code = match status {
            StatusCode::FORBIDDEN => "PERMISSION_DENIED",
            StatusCode::NOT_FOUND => "NOT_FOUND",
            StatusCode::METHOD_NOT_ALLOWED => "METHOD_NOT_ALLOWED",
            StatusCode::REQUEST_TIMEOUT => "DEADLINE_EXCEEDED",
            StatusCode::CONFLICT => "ABORTED",
            StatusCode::PAYLOAD_TOO_LARGE => "OUT_OF_RANGE",
            StatusCode::UNPROCESSABLE_ENTITY => "FAILED_PRECONDITION",
            StatusCode::TOO_MANY_REQUESTS => "RESOURCE_EXHAUSTED",
            StatusCode::INTERNAL_SERVER_ERROR => "INTERNAL",
            StatusCode::SERVICE_UNAVAILABLE => "UNAVAILABLE",
            _ => "INVALID_ARGUMENT",
        };
        Self { status, code, message: message.into(), retry_after: None }
    }

    /// 400: invalid request.
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// 404: unknown entry or path.
    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// 413: the body is too large.
    pub(super) fn too_large(limit: usize) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the request body has more than {limit} bytes; send less"))
    }

    /// 500: internal error. Details are only in the log.
    pub(super) fn internal(what: &dyn std::fmt::Display) -> Self {
        tracing::error!(error = %what, "a request failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal error of the registry")
    }

    /// Adds `Retry-After` in seconds.
    pub(super) fn retry_after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds.max(1)), ..self }
    }

    /// Replaces the code of a status that has several.
    pub(super) fn with_code(self, code: &'static str) -> Self {
        Self { code, ..self }
    }

    /// Converts to a response with a complete body, for a layer below the routes.
    pub(super) fn into_full(self) -> HttpResponse<Full<Bytes>> {
        let body = json!({"errorCode": self.code, "message": self.message}).to_string();
        let mut response = HttpResponse::new(Full::new(body.into()));
        *response.status_mut() = self.status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let (code, detail) = (Some(self.code.to_owned()), Some(self.message));
        response.extensions_mut().insert(AccessDetails { code, detail, ..AccessDetails::default() });
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.into_full().into_response()
    }
}
