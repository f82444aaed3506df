//! Requests of any kind with the rules of document fetches.

use super::Resend;
use crate::{
    Clock, Deadlines, FetchResponse, HttpsGet, NetError, PrivateOrigin, RequestBody, Route, SystemClock,
    error::MAX_SHOWN_CHARS,
    target::Target,
    throttle::{Admission, Limits},
};
use adp_json::cut;
use http::{HeaderName, HeaderValue, Method, Request, Uri, header, uri::Scheme};
use std::{sync::Arc, time::Duration};

/// Default maximum size of a response body.
const BODY: usize = 10 << 20;

/// Framing headers: only the client may set them, otherwise two parsers could see different messages (RFC 9112 section
/// 11.2).
const CARRIAGE: [&str; 12] = [
    "accept-encoding",
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Limits of a [`Fetcher`], per host and in total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FetchLimits {
    /// Maximum number of concurrent requests and connections at one host (default 8; 0 means 1).
    pub at_once_per_host: usize,
    /// Maximum number of concurrent requests in total (default 64; 0 means 1).
    pub at_once: usize,
    /// Maximum number of requests at one host: so many at once, and so many more spread over the window (default 300).
    pub per_host: usize,
    /// Maximum number of requests in total, in the same way (default 3000).
    pub in_all: usize,
    /// The window (default 60 s).
    pub window: Duration,
}

impl Default for FetchLimits {
    fn default() -> Self {
        let window = Duration::from_secs(60);
        Self { at_once_per_host: 8, at_once: 64, per_host: 300, in_all: 3000, window }
    }
}

/// An HTTP client for any method, headers and body, with streaming responses; it also upgrades connections to other
/// protocols. Cheap to clone; clones share connections and limits.
///
/// | rule | |
/// |---|---|
/// | destinations | `https` and public addresses, checked before connecting; other origins only with [`allow_private`](Self::allow_private) |
/// | settings | roots, proxy, named addresses and name lookup of the [`HttpsGet`]; nothing from the environment |
/// | redirects | returned and never followed, so no header is sent to another origin |
/// | size | the limit of the body; 100 headers and about 400 KiB; the deadline bounds framing |
/// | time | 5 s to connect, 10 s from the request to the last byte of the body, including the time in the queue ([`deadlines`](Self::deadlines)) |
/// | concurrency | 8 requests per host and 64 in total; further ones wait, without blocking those of other hosts |
/// | rate | 300 requests at a host at once and 5 more per second, 3000 and 50 in total; further ones fail before anything is sent ([`FetchLimits`]) |
/// | retries | one, if the connection is closed without a response, and the request changes nothing. Such a request has a safe method (RFC 9110 section 9.2.1), no body and no query, and only headers such as `Accept` |
///
/// Requests never upgrade to another protocol: for a WebSocket, use [`upgrade`](Self::upgrade). Needs a tokio runtime
/// with time and I/O.
///
/// ```no_run
/// # async fn call() -> Result<(), Box<dyn std::error::Error>> {
/// use agent_description::resolve::{Fetcher, HttpsGet};
///
/// let mut fetcher = Fetcher::new(HttpsGet::builder().build());
/// fetcher.body_limit = 1 << 20;
/// let request = http::Request::put("https://registry.example.com/agents/7")
///     .header("content-type", "application/json")
///     .body(r#"{"name": "Hotel"}"#)?;
/// let mut response = fetcher.send(request).await?;
/// println!("{}", response.status);
/// while let Some(chunk) = response.chunk().await? {
///     println!("{} bytes", chunk.len());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Fetcher {
    https: HttpsGet,
    private: Vec<PrivateOrigin>,
    /// Maximum size of a response body, in bytes (default 10 MiB).
    pub body_limit: usize,
    /// The time limit of a request (default: that of the client).
    pub deadlines: Deadlines,
    admission: Arc<Admission>,
}

impl Fetcher {
    /// Creates a fetcher with this client's roots, proxy, named addresses, deadlines and connections, and default
    /// limits.
    #[must_use]
    pub fn new(https: HttpsGet) -> Self {
        Self::with_limits(https, FetchLimits::default(), SystemClock::default())
    }

    /// Creates a fetcher with limits and a clock.
    #[must_use]
    pub fn with_limits(https: HttpsGet, limits: FetchLimits, clock: impl Clock + 'static) -> Self {
        let FetchLimits { at_once_per_host, at_once, per_host, in_all, window } = limits;
        // the only client is the caller, so there are no shares
        let limits = Limits { per_host, in_all, window, kept_part: 0, address_part: 0 };
        let admission = Arc::new(Admission::new((at_once_per_host, at_once), limits, clock));
        let deadlines = https.deadlines();
        Self { https, private: Vec::new(), body_limit: BODY, deadlines, admission }
    }

    /// Allows requests to this origin at any address.
    #[must_use]
    pub fn allow_private(mut self, origin: PrivateOrigin) -> Self {
        self.private.push(origin);
        self
    }

    /// Sends a request to its absolute URI, and returns the response when its headers have arrived.
    ///
    /// # Errors
    /// [`NetError`], but never for a status.
    ///
    /// - `net-request` for an invalid request (`CONNECT`, framing headers)
    /// - `net-scheme` and `net-address` for a URL that is not allowed
    /// - `net-connect` for a failed connection or a rate limit
    /// - `net-type` for a transfer encoding other than `chunked`
    /// - `net-offline`, `net-tls`, `net-time` and `net-size`
    pub async fn send<B: Into<RequestBody>>(&self, request: Request<B>) -> Result<FetchResponse, NetError> {
        let (target, request) = self.checked(request)?;
        self.begin(&target, request).await
    }

    /// Asks the host of an `https` or `wss` URL to speak another protocol on this connection, for example WebSocket (RFC
    /// 6455). The caller checks the response, takes the connection from it ([`FetchResponse::upgrade`]), and runs the
    /// protocol.
    ///
    /// ```no_run
    /// # async fn call(fetcher: agent_description::resolve::Fetcher) -> Result<(), Box<dyn std::error::Error>> {
    /// let request = http::Request::get("wss://agent.example.com/messages")
    ///     .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
    ///     .header("sec-websocket-version", "13")
    ///     .body(())?;
    /// let stream = fetcher.upgrade(request, "websocket").await?.upgrade().await?;
    /// # let _ = stream;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`NetError`]: as for [`send`](Self::send).
    pub async fn upgrade<B: Into<RequestBody>>(
        &self,
        mut request: Request<B>,
        protocol: &'static str,
    ) -> Result<FetchResponse, NetError> {
        // RFC 6455 section 3: the schemes are those of HTTP in all else
        let scheme = match request.uri().scheme_str() {
            Some(scheme) if scheme.eq_ignore_ascii_case("wss") => Some(Scheme::HTTPS),
            Some(scheme) if scheme.eq_ignore_ascii_case("ws") => Some(Scheme::HTTP),
            _ => None,
        };
        if let Some(scheme) = scheme {
            let mut parts = request.uri().clone().into_parts();
            parts.scheme = Some(scheme);
            if let Ok(uri) = Uri::from_parts(parts) {
                *request.uri_mut() = uri;
            }
        }
        let (target, mut request) = self.checked(request)?;
        request.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        request.headers_mut().insert(header::UPGRADE, HeaderValue::from_static(protocol));
        self.begin(&target, request).await
    }

    fn checked<B: Into<RequestBody>>(&self, request: Request<B>) -> Result<(Target, Request<RequestBody>), NetError> {
        let request = request.map(Into::into);
        let url = request.uri().to_string();
        let refused = |problem: String| NetError::Request { url: cut(&url, MAX_SHOWN_CHARS), problem };
        if request.method() == Method::CONNECT {
            return Err(refused("CONNECT asks for a tunnel, not for a response".to_owned()));
        }
        if let Some(name) = CARRIAGE.into_iter().find(|name| request.headers().contains_key(*name)) {
            return Err(refused(format!("the client sets the header `{name}` itself")));
        }
        Ok((Target::within(&url, self.deadlines, &self.private)?, request))
    }

    async fn begin(&self, target: &Target, request: Request<RequestBody>) -> Result<FetchResponse, NetError> {
        let resend = if changes_nothing(&request) { Resend::Unanswered } else { Resend::Unsent };
        self.https.begin(target, request, self.body_limit, resend, &self.admission).await
    }

    /// Checks where a client of another protocol may connect, by the same rules: `https://HOST:PORT` with TLS,
    /// `http://HOST:PORT` without TLS for a loopback origin that [`allow_private`](Self::allow_private) names. Opens no
    /// connection.
    ///
    /// # Errors
    /// [`NetError`]: `net-scheme`, `net-address`, `net-connect`, `net-tls`, `net-time`, `net-offline`; `net-request` where a proxy is set.
    pub async fn route(&self, url: &str) -> Result<Route, NetError> {
        self.https.route(&Target::within(url, self.deadlines, &self.private)?).await
    }
}

/// Headers that neither change anything nor prove who sends the request.
const READ_FIELDS: [HeaderName; 8] = [
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::CACHE_CONTROL,
    header::IF_MODIFIED_SINCE,
    header::IF_NONE_MATCH,
    header::PRAGMA,
    header::RANGE,
    header::USER_AGENT,
];

/// Whether a request may reach its server twice. Many servers take the method from a header, a cookie, the query, or a
/// name in the path (`;_method=DELETE`), and a signature is for one request.
fn changes_nothing(request: &Request<RequestBody>) -> bool {
    request.method().is_safe()
        && request.body().is_empty()
        && request.uri().query().is_none()
        && !request.uri().path().contains([';', '%'])
        && request.headers().keys().all(|name| READ_FIELDS.contains(name))
}
