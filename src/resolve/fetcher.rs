//! Requests of any kind, for whoever needs more than documents: by the rules of every fetch.

use super::{
    Clock, Deadlines, FetchResponse, FetchStream, HttpsGet, NetError, PrivateOrigin, RequestBody, Route, SystemClock,
    admission::Admission, budget::Limits, error::MAX_SHOWN_CHARS, http::Resend, target::Target,
};
use adp_json::cut;
use http::{Method, Request};
use std::{sync::Arc, time::Duration};

/// The largest body of an answer where nobody says otherwise.
const BODY: usize = 10 << 20;

/// Headers that say how a message is carried: they are the client's, or two readers could see two messages (RFC 9112 section 11.2).
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

/// How much a [`Fetcher`] begins, at each host and in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FetchLimits {
    /// Most requests and connections under way at one host at the same time (default 8; 0 counts as 1).
    pub at_once_per_host: usize,
    /// Most under way at the same time (default 64; 0 counts as 1).
    pub at_once: usize,
    /// Most begun at one host within the window (default 300).
    pub per_host: usize,
    /// Most begun within the window (default 3000).
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

/// Sends requests of any method, with headers and a body, and streams what comes back; opens connections for what is no HTTP. Cheap to
/// clone; clones share connections and limits.
///
/// | rule | |
/// |---|---|
/// | where | `https` and public addresses, judged on the way to the connection; another origin only where [`allow_private`](Self::allow_private) names it |
/// | how | roots, proxy, named addresses and name lookup of the [`HttpsGet`]; nothing from the environment |
/// | redirects | an answer like any other: never followed, so no header ever goes to another origin |
/// | how much | the body's limit, and with all that is around it twice that and 64 KiB, counted below TLS; heads of 32 KiB and 100 headers |
/// | how long | 5 s to connect, 10 s from the request to the body's last byte ([`deadlines`](Self::deadlines)), a turn included |
/// | how many | 8 at the same time at a host and 64 in all, from the request to the body's end: further ones wait for their turn, and no host's hold up another's; 300 begun within a minute at a host and 3000 in all: further ones are refused before anything is sent ([`FetchLimits`]) |
/// | once | a request goes again only where a kept connection turns out to be closed, and only an idempotent one (RFC 9110 section 9.2.2) whose body is whole, or one of which nothing was sent |
///
/// No request becomes another protocol: for a WebSocket, [`connect`](Self::connect) gives the connection. Needs a tokio runtime with time
/// and I/O.
///
/// ```no_run
/// # async fn call() -> Result<(), Box<dyn std::error::Error>> {
/// use agent_description::resolve::{Fetcher, HttpsGet};
///
/// let fetcher = Fetcher::new(HttpsGet::builder().build()).body_limit(1 << 20);
/// let request = http::Request::put("https://registry.example.com/agents/7")
///     .header("content-type", "application/json")
///     .body(r#"{"name": "Hotel"}"#)?;
/// let mut response = fetcher.send(request).await?;
/// println!("{}", response.status());
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
    body_limit: usize,
    deadlines: Deadlines,
    admission: Arc<Admission>,
}

impl Fetcher {
    /// Sends by this client: its roots, proxy, named addresses, deadlines and connections. The limits are the default ones.
    #[must_use]
    pub fn new(https: HttpsGet) -> Self {
        Self::with_limits(https, FetchLimits::default(), SystemClock::new())
    }

    /// The same with these limits, by this clock.
    #[must_use]
    pub fn with_limits(https: HttpsGet, limits: FetchLimits, clock: impl Clock + 'static) -> Self {
        let FetchLimits { at_once_per_host, at_once, per_host, in_all, window } = limits;
        // whoever sends is the caller: nobody else has a share
        let limits = Limits { per_host, in_all, window, kept_part: 0, address_part: 0 };
        let admission = Arc::new(Admission::new((at_once_per_host, at_once), limits, clock));
        let deadlines = https.deadlines();
        Self { https, private: Vec::new(), body_limit: BODY, deadlines, admission }
    }

    /// Lets requests go to this origin wherever it is.
    #[must_use]
    pub fn allow_private(mut self, origin: PrivateOrigin) -> Self {
        self.private.push(origin);
        self
    }

    /// The largest body of an answer, in bytes (default 10 MiB).
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// How long a request may take (default: what the client has).
    #[must_use]
    pub fn deadlines(mut self, deadlines: Deadlines) -> Self {
        self.deadlines = deadlines;
        self
    }

    /// Sends a request to its absolute URI, and gives the answer when its head is there.
    ///
    /// # Errors
    /// [`NetError`]: `net-request` for a request that is not sent as it is (`CONNECT`, headers that say how it is carried), `net-scheme`
    /// and `net-address` for a URL that may not be connected to, `net-offline`, `net-connect` (where a limit is reached too), `net-tls`,
    /// `net-time`, `net-size`; `net-type` for a transfer encoding other than `chunked`. Never for a status.
    pub async fn send<B: Into<RequestBody>>(&self, request: Request<B>) -> Result<FetchResponse, NetError> {
        let request = request.map(Into::into);
        let url = request.uri().to_string();
        let refused = |problem: String| NetError::Request { url: cut(&url, MAX_SHOWN_CHARS), problem };
        if request.method() == Method::CONNECT {
            return Err(refused("CONNECT asks for a tunnel, not for a response".to_owned()));
        }
        if let Some(name) = CARRIAGE.into_iter().find(|name| request.headers().contains_key(*name)) {
            return Err(refused(format!("the header `{name}` is written by the client itself")));
        }
        let target = Target::within(&url, self.deadlines, &self.private)?;
        let resend = if request.method().is_idempotent() { Resend::Unanswered } else { Resend::Unsent };
        self.https.begin(&target, request, self.body_limit, resend, &self.admission).await
    }

    /// Judges where a client of another protocol may connect to, by the same rules as for a request: `https://HOST:PORT` for one with TLS,
    /// `http://HOST:PORT` for one without, to an origin on this machine that [`allow_private`](Self::allow_private) names. Opens no
    /// connection.
    ///
    /// # Errors
    /// [`NetError`]: `net-scheme`, `net-address`, `net-connect`, `net-tls`, `net-time`, `net-offline`; `net-request` where a proxy is set.
    pub async fn route(&self, url: &str) -> Result<Route, NetError> {
        self.https.route(&Target::within(url, self.deadlines, &self.private)?).await
    }

    /// Opens a connection to the host of an `https` or `wss` URL, by the same rules as for a request, for the caller alone: a WebSocket's
    /// handshake and frames go over it (RFC 6455), which is the caller's to speak. The path says nothing here.
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
