//! Requests of any kind with the rules of document fetches.

use super::{
    Clock, Deadlines, FetchResponse, FetchStream, HttpsGet, NetError, PrivateOrigin, RequestBody, Route, SystemClock,
    admission::Admission, error::MAX_SHOWN_CHARS, http::Resend, rate_limits::Limits, target::Target,
};
use adp_json::cut;
use http::{Method, Request};
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

/// An HTTP client for any method, headers and body, with streaming responses; it also opens connections for other
/// protocols. Cheap to clone; clones share connections and limits.
///
/// | rule | |
/// |---|---|
/// | destinations | `https` and public addresses, checked before connecting; other origins only with [`allow_private`](Self::allow_private) |
/// | settings | roots, proxy, named addresses and name lookup of the [`HttpsGet`]; nothing from the environment |
/// | redirects | returned and never followed, so no header is sent to another origin |
/// | size | the limit of the body; with framing twice that plus 64 KiB, counted below TLS; heads of 32 KiB and 100 headers |
/// | time | 5 s to connect, 10 s from the request to the last byte of the body, including the time in the queue ([`deadlines`](Self::deadlines)) |
/// | concurrency | 8 requests per host and 64 in total; further ones wait, without blocking those of other hosts |
/// | rate | 300 requests at a host at once and 5 more per second, 3000 and 50 in total; further ones fail before anything is sent ([`FetchLimits`]) |
/// | retries | one, if an idle connection turns out to be closed, and the request is idempotent (RFC 9110 section 9.2.2) with a complete body, or was not sent |
///
/// Requests never upgrade to another protocol: for a WebSocket, use [`connect`](Self::connect). Needs a tokio runtime
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
        let request = request.map(Into::into);
        let url = request.uri().to_string();
        let refused = |problem: String| NetError::Request { url: cut(&url, MAX_SHOWN_CHARS), problem };
        if request.method() == Method::CONNECT {
            return Err(refused("CONNECT asks for a tunnel, not for a response".to_owned()));
        }
        if let Some(name) = CARRIAGE.into_iter().find(|name| request.headers().contains_key(*name)) {
            return Err(refused(format!("the client sets the header `{name}` itself")));
        }
        let target = Target::within(&url, self.deadlines, &self.private)?;
        let resend = if request.method().is_idempotent() { Resend::Unanswered } else { Resend::Unsent };
        self.https.begin(&target, request, self.body_limit, resend, &self.admission).await
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

    /// Opens a connection to the host of an `https` or `wss` URL, by the same rules, for exclusive use. The caller runs
    /// the protocol, for example the handshake and frames of a WebSocket (RFC 6455). The path is ignored.
    ///
    /// ```no_run
    /// # async fn call(fetcher: agent_description::resolve::Fetcher) -> Result<(), Box<dyn std::error::Error>> {
    /// use tokio::io::AsyncWriteExt;
    ///
    /// let mut stream = fetcher.connect("wss://agent.example.com/messages").await?;
    /// stream.write_all(b"GET /messages HTTP/1.1\r\nhost: agent.example.com\r\nupgrade: websocket\r\n").await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`NetError`]: as for [`send`](Self::send).
    pub async fn connect(&self, url: &str) -> Result<FetchStream, NetError> {
        // RFC 6455 section 3: the schemes are those of HTTP in all else
        let as_http = match url.split_once("://") {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("wss") => format!("https://{rest}"),
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("ws") => format!("http://{rest}"),
            _ => url.to_owned(),
        };
        let target = Target::within(&as_http, self.deadlines, &self.private)?;
        self.https.open(&target, self.body_limit, &self.admission).await
    }
}
