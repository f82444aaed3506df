//! Middleware for all responses: rate limits, time limit, security headers, CORS and metrics.

use super::{
    error::ApiError,
    metrics::Metrics,
    pages,
    rate::{Rate, WorkBudget},
    self_description,
};
use adp_server::{
    TrustedProxies,
    access_log::{AccessDetails, AccessRecord},
};
use agent_description::resolve::PeerAddress;
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{
    HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    },
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// Content security policy: only our own style sheet, icon and forms. No scripts, inline content or frames.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The shared state.
#[derive(Debug)]
pub struct Guard {
    /// The operator's proxies.
    pub proxies: TrustedProxies,
    /// The rate limit per client.
    pub rate: Rate,
    /// The processor time per client network.
    pub work: WorkBudget,
    /// Time limit for a response.
    pub time: Duration,
    /// The counters.
    pub metrics: Metrics,
    /// The log on stdout.
    pub log: AccessLog,
}

/// How each response is logged on stdout.
#[derive(Clone, Copy, Debug, Default)]
pub enum AccessLog {
    /// Not at all.
    #[default]
    Off,
    /// As a line of text.
    Text,
    /// As a JSON object on a line.
    Json,
}

/// The middleware.
pub(super) async fn guard(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let route = route_of(&method, &path);
    let connected = request.extensions().get::<PeerAddress>().copied();
    let peer = connected.map(|peer| guard.proxies.client(peer, request.headers()));
    if let Some(peer) = peer {
        request.extensions_mut().insert(peer);
    }
    let mut record = AccessRecord::begin(&request, peer);
    record.entry = entry_of(&path);
    // a page without its style sheet cannot be read; these are small and in memory
    let is_free = matches!(path.as_str(), "/style.css" | "/icon.svg" | "/healthz");
    let mut response = match peer.filter(|_| !is_free).map(|peer| guard.rate.take(peer, begin)) {
        Some(Err(wait)) => {
            guard.metrics.refused_by_rate();
            pages::error_for(request.headers(), too_many("rate limit exceeded for your address", wait))
        }
        _ if method == Method::OPTIONS && may_be_read(&path) => preflight(&path),
        _ => match tokio::time::timeout(guard.time, next.run(request)).await {
            Ok(response) => response,
            Err(_) => {
                let seconds = guard.time.as_secs();
                let message = format!(
                    "the response took more than {seconds} s; use fewer facets or a narrower search, or retry later"
                );
                let error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(5);
                error.with_code("DEADLINE_EXCEEDED").into_response()
            }
        },
    };
    protect(response.headers_mut());
    if may_be_read(&path) && (matches!(method, Method::GET | Method::HEAD | Method::OPTIONS) || method == Method::POST)
    {
        response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    let (status, took) = (response.status(), begin.elapsed());
    guard.metrics.answered(route, status.as_u16(), took);
    if !matches!(guard.log, AccessLog::Off) {
        let details = response.extensions().get::<AccessDetails>().cloned().unwrap_or_default();
        record.write(status, &details, matches!(guard.log, AccessLog::Json));
    }
    response
}

fn too_many(problem: &str, wait: Duration) -> ApiError {
    let seconds = wait.as_secs() + 1;
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, format!("{problem}; retry in {seconds} s")).retry_after(seconds)
}

impl Guard {
    /// Refuses a client whose network has used its processor time.
    pub(super) fn check_work(&self, peer: PeerAddress) -> Result<(), ApiError> {
        self.work.check(peer, Instant::now()).map_err(|wait| {
            self.metrics.refused_by_rate();
            too_many("your network used its share of processor time", wait)
        })
    }
}

fn protect(headers: &mut HeaderMap) {
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        // the studio page has a policy of its own
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
}

/// Whether scripts of other origins may read a path: the API, not the pages.
fn may_be_read(path: &str) -> bool {
    matches!(path, "/search" | "/explore" | "/agents" | "/openapi.json")
        || path.starts_with("/agents/")
        || self_description::is_path(path)
}

/// The response to a CORS preflight. Other origins may only read.
fn preflight(path: &str) -> Response {
    let methods = match path {
        "/search" => "GET, HEAD, POST",
        "/explore" => "POST",
        _ => "GET, HEAD",
    };
    let headers = [
        (ACCESS_CONTROL_ALLOW_METHODS, methods),
        (ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// The identifier of the entry that a path names, percent-encoded.
fn entry_of(path: &str) -> Option<String> {
    let rest = path.strip_prefix("/agents/").or_else(|| path.strip_prefix("/entry/"))?;
    let identifier = rest.split('/').next().filter(|identifier| !identifier.is_empty())?;
    Some(identifier.to_owned())
}

/// The route name for metrics, which contains no text of the request.
fn route_of(method: &Method, path: &str) -> &'static str {
    match path {
        "/search" => "search",
        "/explore" => "explore",
        "/agents" => "list",
        "/" | "/api" => "page",
        "/check" => "check",
        "/style.css" | "/icon.svg" | "/openapi.json" | "/metrics" | "/healthz" => "asset",
        _ if self_description::is_path(path) => "asset",
        _ if path.starts_with("/entry/") || path.starts_with("/language/") => "page",
        _ if path == "/studio" || path.starts_with("/studio/") => "asset",
        _ if path.starts_with("/agents/") => match *method {
            Method::PUT => "put",
            Method::DELETE => "delete",
            _ if path.ends_with("/document") => "document",
            _ if path.ends_with("/evidence") => "evidence",
            _ => "get",
        },
        _ => "other",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{AccessLog, Guard, Metrics, Rate, WorkBudget, entry_of, guard};
    use adp_server::TrustedProxies;
    use axum::{Router, body::Body, middleware::from_fn_with_state, routing::get};
    use http::{Request, StatusCode};
    use http_body_util::BodyExt;
    use std::{sync::Arc, time::Duration};
    use tower_service::Service;

    #[test]
    fn entries_are_named_by_paths() {
        for (path, entry) in [
            ("/agents/https%3A%2F%2Fhotel.example%2Fad.json/document", Some("https%3A%2F%2Fhotel.example%2Fad.json")),
            ("/entry/did%3Awba%3Ahotel.example", Some("did%3Awba%3Ahotel.example")),
            ("/agents/", None),
            ("/agents", None),
            ("/search", None),
        ] {
            assert_eq!(entry_of(path).as_deref(), entry, "{path}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_takes_too_long_says_so() {
        let time = Duration::from_secs(30);
        let (work, metrics) = (WorkBudget::default(), Metrics::default());
        let around = Guard {
            proxies: TrustedProxies::default(),
            rate: Rate::new(10, 10),
            work,
            time,
            metrics,
            log: AccessLog::Off,
        };
        let slow = || async { tokio::time::sleep(Duration::from_secs(60)).await };
        let mut app =
            Router::<()>::new().route("/search", get(slow)).layer(from_fn_with_state(Arc::new(around), guard));
        let response = app.call(Request::get("/search").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let said: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(said["errorCode"], "DEADLINE_EXCEEDED");
        assert!(said["message"].as_str().unwrap().contains("more than 30 s; use fewer facets"), "{said}");
    }
}
