//! Requests of any kind, for whoever needs more than documents: by the rules of every fetch.

use super::{Deadlines, FetchResponse, HttpsGet, NetError, PrivateOrigin, error::SHOWN, http::Resend, target::Target};
use crate::shortened::cut;
use bytes::Bytes;
use http::{Method, Request};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The largest body of an answer where nobody says otherwise.
const BODY: usize = 10 << 20;
/// The most requests under way at the same time where nobody says otherwise.
const AT_ONCE: usize = 64;

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

/// Sends requests of any method, with headers and a body, and streams what comes back. Cheap to clone; clones share connections and turns.
///
/// | rule | |
/// |---|---|
/// | where | `https` and public addresses, judged on the way to the connection; another origin only where [`allow_private`](Self::allow_private) names it |
/// | how | roots, proxy, named addresses and name lookup of the [`HttpsGet`]; nothing from the environment |
/// | redirects | an answer like any other: never followed, so no header ever goes to another origin |
/// | how much | the body's limit, and with all that is around it twice that and 64 KiB, counted below TLS; heads of 32 KiB and 100 headers |
/// | how long | 5 s to connect, 10 s from the request to the body's last byte ([`deadlines`](Self::deadlines)), a turn included |
/// | how many | 64 at the same time, from the request to the body's end ([`at_once`](Self::at_once)) |
/// | once | a request goes again only where a kept connection turns out to be closed, and only an idempotent one (RFC 9110 section 9.2.2) or one of which nothing was sent |
///
/// There are no upgrades: a WebSocket needs a way of its own. Needs a tokio runtime with time and I/O.
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
    turns: Arc<Semaphore>,
}

impl Fetcher {
    /// Sends by this client: its roots, proxy, named addresses, deadlines and connections.
    #[must_use]
    pub fn new(https: HttpsGet) -> Self {
        let deadlines = https.deadlines();
        Self { https, private: Vec::new(), body_limit: BODY, deadlines, turns: Arc::new(Semaphore::new(AT_ONCE)) }
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

    /// The most requests under way at the same time (default 64; 0 counts as 1): further ones wait for their turn.
    #[must_use]
    pub fn at_once(mut self, requests: usize) -> Self {
        self.turns = Arc::new(Semaphore::new(requests.clamp(1, Semaphore::MAX_PERMITS)));
        self
    }

    /// Sends a request to its absolute URI, and gives the answer when its head is there.
    ///
    /// # Errors
    /// [`NetError`]: `net-request` for a request that is not sent as it is (`CONNECT`, headers that say how it is carried), `net-scheme`
    /// and `net-address` for a URL that may not be connected to, `net-offline`, `net-connect`, `net-tls`, `net-time`, `net-size`. Never for
    /// a status.
    pub async fn send<B: Into<Bytes>>(&self, request: Request<B>) -> Result<FetchResponse, NetError> {
        let request = request.map(Into::into);
        let url = request.uri().to_string();
        let refused = |problem: String| NetError::Request { url: cut(&url, SHOWN), problem };
        if request.method() == Method::CONNECT {
            return Err(refused("CONNECT asks for a tunnel, not for a response".to_owned()));
        }
        if let Some(name) = CARRIAGE.into_iter().find(|name| request.headers().contains_key(*name)) {
            return Err(refused(format!("the header `{name}` is written by the client itself")));
        }
        let target = Target::within(&url, self.deadlines, &self.private)?;
        let resend = if request.method().is_idempotent() { Resend::Unanswered } else { Resend::Unsent };
        self.https.begin(&target, request, self.body_limit, resend, &self.turns).await
    }
}
