//! `/healthz`, and `/metrics` in the Prometheus text format 0.0.4.

use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, StatusCode, header::CONTENT_TYPE};
use http_body_util::Full;
use std::{
    collections::BTreeMap,
    fmt::Write,
    sync::{Mutex, PoisonError},
};

/// The responses since the start, by status and error code. Codes are a closed list.
#[derive(Debug)]
pub struct ResponseCounters {
    /// The metric's name.
    name: &'static str,
    responses: Mutex<BTreeMap<(u16, String), u64>>,
}

impl ResponseCounters {
    /// Counters for a metric of this name, which ends with `_total`.
    #[must_use]
    pub fn new(name: &'static str) -> Self {
        Self { name, responses: Mutex::default() }
    }

    /// Counts a response; `code` is empty without an error code.
    pub fn count(&self, status: u16, code: &str) {
        let mut responses = self.responses.lock().unwrap_or_else(PoisonError::into_inner);
        *responses.entry((status, code.to_owned())).or_default() += 1;
    }

    fn text(&self) -> String {
        let name = self.name;
        let mut text = format!("# HELP {name} Responses by status and error code.\n# TYPE {name} counter\n");
        for ((status, code), count) in self.responses.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = writeln!(text, "{name}{{status=\"{status}\",code=\"{code}\"}} {count}");
        }
        text
    }

    /// The response of the address for operators.
    pub fn response<B>(&self, request: &Request<B>) -> Response<Full<Bytes>> {
        let (status, text) = match (request.method(), request.uri().path()) {
            (&Method::GET | &Method::HEAD, "/healthz") => (StatusCode::OK, "ok\n".to_owned()),
            (&Method::GET, "/metrics") => (StatusCode::OK, self.text()),
            _ => (StatusCode::NOT_FOUND, "GET /healthz or /metrics\n".to_owned()),
        };
        let mut response = Response::new(Full::new(Bytes::from(text)));
        *response.status_mut() = status;
        response
            .headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8"));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::ResponseCounters;

    #[test]
    fn the_text_has_a_line_for_each_status_and_code() {
        let counters = ResponseCounters::new("adp_gateway_responses_total");
        for (status, code) in [(200, ""), (401, "auth-missing"), (200, ""), (401, "auth-nonce")] {
            counters.count(status, code);
        }
        assert_eq!(
            counters.text(),
            "# HELP adp_gateway_responses_total Responses by status and error code.\n\
             # TYPE adp_gateway_responses_total counter\n\
             adp_gateway_responses_total{status=\"200\",code=\"\"} 2\n\
             adp_gateway_responses_total{status=\"401\",code=\"auth-missing\"} 1\n\
             adp_gateway_responses_total{status=\"401\",code=\"auth-nonce\"} 1\n"
        );
    }
}
