//! Freshness of fetched documents: RFC 9111 by `http-cache-semantics`, with our own limits.
//!
//! No sockets and no clock: the time is an argument.

use super::{CacheHeaders, FetchKind, Validators};
use crate::Timestamp;
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header::HeaderName};
use http_cache_semantics::{AfterResponse, BeforeRequest, CacheOptions, CachePolicy};
use std::time::Duration;

/// Limits of the lifetimes, independent of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lifetimes {
    /// Maximum lifetime of a document without revalidation (default and maximum 5 minutes). A rotated key is noticed
    /// after this time.
    pub longest: Duration,
    /// Lifetime of a document whose server sends no caching headers (default 1 minute).
    pub unstated: Duration,
    /// Lifetime of a failure (default 5 s, at most 30 s).
    pub failure: Duration,
    /// Lifetime of a missing document, 404 or 410 (default 30 s, at most 60 s). A document published later is noticed
    /// after this time.
    pub not_found: Duration,
}

impl Lifetimes {
    /// The upper bound of [`longest`](Self::longest).
    pub(crate) const MAX_LIFETIME: Duration = Duration::from_secs(300);
    /// The upper bound of [`failure`](Self::failure).
    pub(crate) const MAX_FAILURE_LIFETIME: Duration = Duration::from_secs(30);
    /// The upper bound of [`not_found`](Self::not_found).
    pub(crate) const MAX_NOT_FOUND_LIFETIME: Duration = Duration::from_secs(60);

    /// These lifetimes, limited to their maximums.
    pub(super) fn bounded(self) -> Self {
        let longest = self.longest.min(Self::MAX_LIFETIME);
        Self {
            longest,
            unstated: self.unstated.min(longest),
            failure: self.failure.min(Self::MAX_FAILURE_LIFETIME),
            not_found: self.not_found.min(Self::MAX_NOT_FOUND_LIFETIME),
        }
    }
}

impl Default for Lifetimes {
    fn default() -> Self {
        Self {
            longest: Self::MAX_LIFETIME,
            unstated: Duration::from_secs(60),
            failure: Duration::from_secs(5),
            not_found: Duration::from_secs(30),
        }
    }
}

/// The lifetime of a fetched DID document, and its validators.
#[derive(Clone, Debug)]
pub(super) struct Freshness {
    policy: CachePolicy,
    /// The headers of its response.
    pub(super) headers: CacheHeaders,
    url: String,
    /// When it was received or last confirmed.
    pub(super) received: Timestamp,
    /// When it must be revalidated.
    pub(super) until: Timestamp,
}

impl Freshness {
    /// The freshness of a document received at `received` with these headers; `None` if it must not be cached.
    ///
    /// The server's lifetime applies up to [`Lifetimes::longest`]; without one, [`Lifetimes::unstated`] applies.
    /// Heuristics by age (RFC 9111 section 4.2.2) are not used.
    pub(super) fn new(url: &str, headers: CacheHeaders, received: Timestamp, lifetimes: &Lifetimes) -> Option<Self> {
        let options = CacheOptions {
            // a private cache: `private` documents may be stored, `s-maxage` does not apply
            shared: false,
            cache_heuristic: 0.0,
            immutable_min_time_to_live: Duration::ZERO,
            ignore_cargo_cult: false,
        };
        let at = received.to_system_time();
        let policy = CachePolicy::new_options(&request(url)?, &response(StatusCode::OK, &headers), at, options);
        if !policy.is_storable() {
            return None;
        }
        let lifetimes = lifetimes.bounded();
        let lifetime = if says_something(&headers) { policy.time_to_live(at) } else { lifetimes.unstated };
        let until = received.saturating_add(lifetime.min(lifetimes.longest));
        Some(Self { policy, headers, url: url.to_owned(), received, until })
    }

    /// Whether the document may be used at `now` without revalidation. Never before it was received, so that setting
    /// back the clock does not extend its lifetime.
    pub(super) fn is_fresh(&self, now: Timestamp) -> bool {
        self.received <= now && now < self.until
    }

    /// The validators for a conditional request; empty if a complete response is needed.
    pub(super) fn validators(&self, now: Timestamp) -> Validators {
        let Some(mut request) = request(&self.url) else { return Validators::default() };
        // the caller has already decided to ask the server
        request.headers_mut().insert("cache-control", HeaderValue::from_static("no-cache"));
        let BeforeRequest::Stale { request, matches: true } =
            self.policy.before_request(&request, now.to_system_time())
        else {
            return Validators::default();
        };
        let value = |name| Some(request.headers.get(name)?.to_str().ok()?.to_owned());
        Validators { if_none_match: value("if-none-match"), if_modified_since: value("if-modified-since") }
    }

    /// The headers of the document after a 304 with `answer`; `None` if this response is about another version.
    pub(super) fn not_modified(&self, answer: &CacheHeaders, now: Timestamp) -> Option<CacheHeaders> {
        let response = response(StatusCode::NOT_MODIFIED, answer);
        let request = request(&self.url)?;
        match self.policy.after_response(&request, &response, now.to_system_time()) {
            AfterResponse::NotModified(..) => Some(self.headers.updated_by(answer)),
            AfterResponse::Modified(..) => None,
        }
    }
}

/// Whether a server sends a lifetime.
fn says_something(headers: &CacheHeaders) -> bool {
    let directives = headers.get("cache-control").map(|value| {
        value
            .split(',')
            .map(|directive| directive.split('=').next().unwrap_or_default().trim())
            .any(|name| matches!(name, "max-age" | "no-cache" | "no-store" | "immutable" | "must-revalidate"))
    });
    let pragma = directives.is_none() && headers.get("pragma").is_some_and(|value| value.contains("no-cache"));
    let varies = headers.get("vary").is_some_and(|value| value.contains('*'));
    directives == Some(true) || pragma || varies || headers.get("expires").is_some()
}

/// The request for a DID document.
fn request(url: &str) -> Option<Request<()>> {
    let mut request = Request::get(url).body(()).ok()?;
    for (name, value) in FetchKind::DidDocument.headers() {
        request.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Some(request)
}

fn response(status: StatusCode, headers: &CacheHeaders) -> Response<()> {
    let mut response = Response::new(());
    *response.status_mut() = status;
    let values = headers
        .iter()
        .filter_map(|(name, value)| Some((HeaderName::from_static(name), HeaderValue::from_str(value).ok()?)));
    *response.headers_mut() = values.collect::<HeaderMap>();
    response
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{CacheHeaders, Freshness, Lifetimes};
    use crate::Timestamp;
    use std::time::Duration;

    fn at(text: &str, pairs: &[(&str, &str)], lifetimes: Lifetimes) -> (Timestamp, Freshness) {
        let (url, at) = ("https://agent.example/.well-known/did.json", text.parse().unwrap());
        (at, Freshness::new(url, headers(pairs), at, &lifetimes).unwrap())
    }

    fn headers(pairs: &[(&str, &str)]) -> CacheHeaders {
        CacheHeaders::read(|name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn freshness_by_hand() {
        let noon = "2026-01-01T12:00:00Z";
        let (now, freshness) = at(noon, &[("cache-control", "max-age=10")], Lifetimes::default());
        assert_eq!(freshness.until.to_string(), "2026-01-01T12:00:10Z");
        assert!(freshness.validators(now).is_empty());
        // the bounds count whoever makes it
        let day = Duration::from_secs(86_400);
        for pairs in [&[("cache-control", "max-age=86400")][..], &[]] {
            let (_, freshness) = at(noon, pairs, Lifetimes { longest: day, unstated: day, ..Lifetimes::default() });
            assert_eq!(freshness.until.to_string(), "2026-01-01T12:05:00Z");
            assert!(!freshness.is_fresh(freshness.until));
        }
        assert!(Freshness::new("not a url", headers(&[]), now, &Lifetimes::default()).is_none());
        // times that no server can have: before 1970, and the last there is
        for text in ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-30T22:00:00Z"] {
            let pairs = [("etag", "\"a\""), ("date", "Thu, 01 Jan 1970 00:00:00 GMT"), ("age", "1")];
            let (at, freshness) = at(text, &pairs, Lifetimes::default());
            assert_eq!(freshness.validators(at).if_none_match.as_deref(), Some("\"a\""));
            assert!(freshness.not_modified(&headers(&pairs), at).is_some());
            assert!(freshness.not_modified(&headers(&[("etag", "\"b\"")]), at).is_none());
        }
    }
}
