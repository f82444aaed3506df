//! Problem details (RFC 9457) of requests that do not get through.

use crate::access_log::AccessDetails;
use agent_description::json::{Json, Object, jcs};
use bytes::Bytes;
use http::{
    HeaderValue, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER},
};
use http_body_util::Full;

/// A response with problem details, which no cache keeps; `retry_after` is in seconds.
pub(crate) fn problem_response(
    status: StatusCode,
    code: Option<&str>,
    detail: &str,
    retry_after: Option<u64>,
) -> Response<Full<Bytes>> {
    let mut problem = Object::with_capacity(4);
    if let Some(code) = code {
        problem.insert("code", code);
    }
    problem.insert("detail", detail);
    problem.insert("status", Json::from(u32::from(status.as_u16())));
    problem.insert("title", status.canonical_reason().unwrap_or_default());
    let mut response = Response::new(Full::new(Bytes::from(jcs::canonicalize(&problem.into()))));
    *response.status_mut() = status;
    let (code, detail) = (code.map(str::to_owned), Some(detail.to_owned()));
    response.extensions_mut().insert(AccessDetails { code, detail, ..AccessDetails::default() });
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    if let Some(seconds) = retry_after {
        headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}
