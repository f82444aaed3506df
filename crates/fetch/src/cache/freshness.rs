//! Freshness of fetched documents: RFC 9111 by `http-cache-semantics`, with our own limits.
//!
//! No sockets and no clock: the time is an argument.

use crate::{CacheHeaders, CacheSettings, FetchKind, Validators};
use adp_crypto::Timestamp;
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, header::HeaderName};
use http_cache_semantics::{AfterResponse, BeforeRequest, CacheOptions, CachePolicy};
use std::time::Duration;

/// The lifetime of a fetched DID document, and its validators.
#[derive(Clone, Debug)]
pub(crate) struct Freshness {
    policy: CachePolicy,
    /// The headers of its response.
    pub(crate) headers: CacheHeaders,
    url: String,
    /// When it was received or last confirmed.
    pub(super) received: Timestamp,
    /// When it must be revalidated.
    pub(super) until: Timestamp,
}

impl Freshness {
    /// The freshness of a document received at `received` with these headers; `None` if it must not be cached.
    ///
    /// The server's lifetime applies up to [`CacheSettings::longest`]; without one, [`CacheSettings::unstated`] applies.
    /// Heuristics by age (RFC 9111 section 4.2.2) are not used.
    pub(crate) fn new(url: &str, headers: CacheHeaders, received: Timestamp, settings: &CacheSettings) -> Option<Self> {
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
        let settings = settings.bounded();
        let lifetime = if says_something(&headers) { policy.time_to_live(at) } else { settings.unstated };
        let until = received.saturating_add(lifetime.min(settings.longest));
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
    use super::{CacheHeaders, CacheSettings, Freshness};
    use adp_crypto::Timestamp;
    use proptest::prelude::*;
    use std::time::Duration;

    fn at(text: &str, pairs: &[(&str, &str)], settings: CacheSettings) -> (Timestamp, Freshness) {
        let (url, at) = ("https://agent.example/.well-known/did.json", text.parse().unwrap());
        (at, Freshness::new(url, headers(pairs), at, &settings).unwrap())
    }

    fn headers(pairs: &[(&str, &str)]) -> CacheHeaders {
        CacheHeaders::read(|name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn freshness_by_hand() {
        let noon = "2026-01-01T12:00:00Z";
        let (now, freshness) = at(noon, &[("cache-control", "max-age=10")], CacheSettings::default());
        assert_eq!(freshness.until.to_string(), "2026-01-01T12:00:10Z");
        assert!(freshness.validators(now).is_empty());
        // the bounds apply to any settings
        let day = Duration::from_secs(86_400);
        for pairs in [&[("cache-control", "max-age=86400")][..], &[]] {
            let (_, freshness) =
                at(noon, pairs, CacheSettings { longest: day, unstated: day, ..CacheSettings::default() });
            assert_eq!(freshness.until.to_string(), "2026-01-01T12:05:00Z");
            assert!(!freshness.is_fresh(freshness.until));
        }
        assert!(Freshness::new("not a url", headers(&[]), now, &CacheSettings::default()).is_none());
        // times that no server can have: before 1970, and the last there is
        for text in ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-30T22:00:00Z"] {
            let pairs = [("etag", "\"a\""), ("date", "Thu, 01 Jan 1970 00:00:00 GMT"), ("age", "1")];
            let (at, freshness) = at(text, &pairs, CacheSettings::default());
            assert_eq!(freshness.validators(at).if_none_match.as_deref(), Some("\"a\""));
            assert!(freshness.not_modified(&headers(&pairs), at).is_some());
            assert!(freshness.not_modified(&headers(&[("etag", "\"b\"")]), at).is_none());
        }
    }

    proptest! {
        /// Whatever a server sends, and whatever the settings are.
        #[test]
        fn a_document_is_fresh_for_five_minutes_at_most(
            control in "(max-age=[0-9]{1,20}|no-store|no-cache|immutable|[ -~]{0,20})(, ?(max-age=[0-9]{1,9}|[a-z-]{1,9}))?",
            age in "[0-9]{0,21}",
            expires in "(Thu, 01 Jan 20[0-9]{2} 12:00:00 GMT|[ -~]{0,30})",
            received in 0_i64..4_102_444_800,
            later in 0_i64..100_000,
        ) {
            let time = |seconds| Timestamp::from_unix_seconds(seconds).unwrap();
            let day = Duration::from_secs(86_400);
            let settings = CacheSettings { longest: day, unstated: day, ..CacheSettings::default() };
            let answer = headers(&[("cache-control", &control), ("age", &age), ("expires", &expires), ("etag", "\"a\"")]);
            let new = |headers, at| Freshness::new("https://agent.example/did.json", headers, time(at), &settings);
            let Some(freshness) = new(answer.clone(), received) else { return Ok(()) };
            prop_assert!(freshness.until <= time(received + 300) && !freshness.is_fresh(time(received - 1)));
            let confirmed = freshness.not_modified(&answer, time(received + later));
            let confirmed = confirmed.and_then(|headers| new(headers, received + later));
            prop_assert!(confirmed.is_none_or(|confirmed| confirmed.until <= time(received + later + 300)));
        }
    }
}
