//! Messages over HTTPS: one `POST` per message, with the answer in the HTTP response.
//!
//! | status | body |
//! |---|---|
//! | 200 | the signed response |
//! | 202 | none: the message was accepted and needs no answer |
//! | 400, 403, 408, 413, 503 | a [`Refusal`] |

use super::{Address, Channel, ChannelError, Outgoing, Refusal};
use crate::{codes, endpoint::Endpoint, envelope::ENVELOPE_BYTES};
use agent_description::{
    Code, CodeClass, CodedError,
    resolve::{Deadlines, Fetcher},
};
use bytes::Bytes;
use futures_util::future::{BoxFuture, FutureExt};
use http::{HeaderValue, Response, StatusCode, header};
use http_body::Body;
use http_body_util::{BodyExt, Full, Limited};
use std::{error::Error, sync::Arc, time::Duration};
use tokio::{
    sync::Semaphore,
    time::{Instant, timeout},
};

/// Maximum number of bodies to read in parallel, each of at most 1 MiB.
const BODIES: usize = 64;
/// Maximum number of additional bodies of at most [`SMALL_BODY_BYTES`] (by `Content-Length`) to read in parallel, so
/// that slow large bodies do not block most messages.
const MAX_SMALL_BODIES: usize = 4096;
/// Size of most messages, in bytes.
const SMALL_BODY_BYTES: u64 = 16 << 10;
/// Time limit for a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Sends messages to `https` URLs with the fetcher's address policy and limits. A pending response occupies one of the
/// fetcher's permits, so configure the [`Fetcher`] for the number of parallel calls per host.
#[derive(Clone, Debug)]
pub struct Https {
    fetcher: Fetcher,
}

impl Https {
    /// Creates the channel. The maximum response size is that of messages, and the deadline is that of each message.
    #[must_use]
    pub fn new(mut fetcher: Fetcher) -> Self {
        fetcher.body_limit = ENVELOPE_BYTES;
        Self { fetcher }
    }

    async fn post(&self, parcel: Outgoing) -> Result<Option<Bytes>, ChannelError> {
        let Address::Https(url) = &parcel.address else {
            return Err(ChannelError::Address { found: parcel.address.to_string(), expected: "an https URL" });
        };
        if parcel.bytes.len() > ENVELOPE_BYTES {
            return Err(ChannelError::Size { what: "the message", bytes: parcel.bytes.len(), limit: ENVELOPE_BYTES });
        }
        let request = http::Request::post(url).header(header::CONTENT_TYPE, "application/json");
        let request = request.header(header::ACCEPT, "application/json").body(parcel.bytes.clone());
        let request = request.map_err(|error| ChannelError::unreachable(&parcel.address, error))?;
        let left = parcel.deadline.saturating_duration_since(Instant::now());
        let mut fetcher = self.fetcher.clone();
        fetcher.deadlines = Deadlines { total: left, ..Deadlines::default() };
        let response = fetcher.send(request).await?;
        let status = response.status;
        let said = response.bytes().await?;
        match status {
            StatusCode::OK => Ok(Some(said)),
            StatusCode::ACCEPTED => Ok(None),
            // a proxy can also respond: anything but a refusal is not from an endpoint
            _ if Refusal::read(&said).is_some() => Ok(Some(said)),
            _ => Err(ChannelError::unreachable(&parcel.address, format!("it responds with status {status}"))),
        }
    }
}

impl Channel for Https {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        async move {
            let (address, deadline) = (parcel.address.clone(), parcel.deadline);
            let said = tokio::time::timeout_at(deadline, self.post(parcel)).await;
            match said {
                Ok(Err(ChannelError::Net(error))) if error.code() == Code::NET_TIME => {
                    Err(ChannelError::timeout(&address))
                }
                Ok(said) => said,
                Err(_) => Err(ChannelError::timeout(&address)),
            }
        }
        .boxed()
    }
}

/// A router for an endpoint: `POST /` accepts a message. The server provides TLS.
#[cfg(feature = "axum")]
pub fn router(endpoint: Endpoint) -> axum::Router {
    let receiver = HttpsReceiver::new(endpoint);
    let take = |body: axum::body::Body| async move { receiver.answer(body).await };
    axum::Router::new().route("/", axum::routing::post(take))
}

/// Receives the messages of an endpoint in any HTTP server, which provides TLS.
#[derive(Clone, Debug)]
pub struct HttpsReceiver {
    endpoint: Endpoint,
    bodies: Arc<BodyPermits>,
}

impl HttpsReceiver {
    /// Creates the receiver of an endpoint.
    #[must_use]
    pub fn new(endpoint: Endpoint) -> Self {
        let bodies = BodyPermits { small: Semaphore::new(MAX_SMALL_BODIES), any: Semaphore::new(BODIES) };
        Self { endpoint, bodies: Arc::new(bodies) }
    }

    /// Accepts a message, the body of a `POST`.
    pub async fn answer<B>(&self, body: B) -> Response<Full<Bytes>>
    where
        B: Body<Data = Bytes>,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let bytes = match self.bodies.read(body).await {
            Ok(bytes) => bytes,
            Err((code, detail)) => return refuse(&Refusal::new(code, detail, None)),
        };
        match self.endpoint.arrive(bytes).await {
            None => answer(StatusCode::ACCEPTED, Bytes::new()),
            Some(said) => match Refusal::read(&said) {
                Some(refusal) => refuse(&refusal),
                None => answer(StatusCode::OK, said),
            },
        }
    }
}

/// Permits for reading bodies.
#[derive(Debug)]
struct BodyPermits {
    small: Semaphore,
    any: Semaphore,
}

impl BodyPermits {
    /// Reads a body, or returns why it is refused.
    async fn read<B>(&self, body: B) -> Result<Bytes, (Code, String)>
    where
        B: Body<Data = Bytes>,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let is_small = body.size_hint().upper().is_some_and(|bytes| bytes <= SMALL_BODY_BYTES);
        let (permits, most) = if is_small { (&self.small, MAX_SMALL_BODIES) } else { (&self.any, BODIES) };
        let full = |_| {
            (codes::MESSAGE_QUEUE_FULL, format!("the limit of {most} messages of this size in progress is reached"))
        };
        let _permit = permits.try_acquire().map_err(full)?;
        let body = std::pin::pin!(Limited::new(body, ENVELOPE_BYTES));
        let read = timeout(BODY_TIMEOUT, body.collect()).await;
        let read = read.map_err(|_| (codes::MESSAGE_TIMEOUT, "the body arrived too slowly".to_owned()))?;
        let read = read
            .map_err(|_| (Code::TOO_LARGE, format!("the body is larger than {ENVELOPE_BYTES} bytes or incomplete")))?;
        Ok(read.to_bytes())
    }
}

fn refuse(refusal: &Refusal) -> Response<Full<Bytes>> {
    let status = match refusal.stated_code.as_str() {
        "message-queue-full" | "message-replay-store" | "message-unreachable" => StatusCode::SERVICE_UNAVAILABLE,
        "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
        "message-timeout" => StatusCode::REQUEST_TIMEOUT,
        // the message could not be parsed
        told if Code::ALL.iter().any(|it| it.as_str() == told && it.class() == CodeClass::Malformed) => {
            StatusCode::BAD_REQUEST
        }
        _ => StatusCode::FORBIDDEN,
    };
    let mut response = answer(status, refusal.to_bytes());
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(refusal.retry_after.unwrap_or(1)));
    }
    response
}

fn answer(status: StatusCode, body: Bytes) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
