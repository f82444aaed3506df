//! The `healthCheck` endpoint of a card; [`HealthCheck`](crate::liveness::HealthCheck) is the client.
//!
//! `GET` returns 200 and `{"status": "pass"}` while the endpoint has capacity, otherwise 503 and `{"status": "fail"}`.
//! It reveals nothing else, because it is public.

use crate::endpoint::Endpoint;
use axum::{
    Router,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

/// A router that serves the health of an endpoint at `path` (`/health`). The endpoint fails if more than `most`
/// messages are queued.
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
