//! The card's `healthCheck`: served here, asked by [`HealthCheck`](crate::liveness::HealthCheck).
//!
//! `GET` answers 200 and `{"status": "pass"}` while the endpoint takes messages, 503 and `{"status": "fail"}` once so many wait that the next one
//! could be refused. Nothing else is told: anybody can ask.

use crate::endpoint::Endpoint;
use axum::{
    Router,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

/// What an HTTP server answers at `path` (`/health`) for an endpoint that fails once more than `most` messages wait.
pub fn router(endpoint: Endpoint, path: &str, most: usize) -> Router {
    Router::new().route(path, get(answer)).with_state((endpoint, most))
}

async fn answer(State((endpoint, most)): State<(Endpoint, usize)>) -> Response {
    let (status, text) = if endpoint.queued() > most {
        (StatusCode::SERVICE_UNAVAILABLE, r#"{"status":"fail"}"#)
    } else {
        (StatusCode::OK, r#"{"status":"pass"}"#)
    };
    let mut response = (status, text).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/health+json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
