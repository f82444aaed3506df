//! Messages over HTTPS: one `POST` a message, its answer in the response.
//!
//! | status | body |
//! |---|---|
//! | 200 | the signed response |
//! | 202 | none: the message was taken, no answer belongs to it |
//! | 400, 403, 408, 413, 503 | a [`Refusal`] |

use super::{Address, Channel, ChannelError, Outgoing, Refusal};
use crate::{codes, endpoint::Endpoint, envelope::ENVELOPE_BYTES};
use agent_description::{
    Code, CodeClass,
    resolve::{Deadlines, FetchResponse, Fetcher},
};
use axum::{
    Router,
    body::{Body, HttpBody, to_bytes},
    extract::State,
    http::{HeaderValue, Request, Response, StatusCode, header},
    routing::post,
};
use bytes::{Bytes, BytesMut};
use futures_util::future::{BoxFuture, FutureExt};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::{Instant, timeout},
};

/// Most bodies that are read at the same time: each has a megabyte at most.
const BODIES: usize = 64;
/// Most bodies of at most [`SMALL_BODY_BYTES`] bytes, by their `Content-Length`, that are read beside them: large ones that come slowly do not keep most
/// messages out.
const MAX_SMALL_BODIES: usize = 4096;
/// What most messages fit into, in bytes.
const SMALL_BODY_BYTES: u64 = 16 << 10;
/// How long a body may take to come.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Sends messages to `https` URLs, under the fetch's address policy and limits. An exchange holds one of the fetch's turns until its answer
/// is there: whoever has many calls under way at one host gives the [`Fetcher`] room for them.
#[derive(Clone, Debug)]
pub struct Https {
    fetcher: Fetcher,
}

impl Https {
    /// Sends by this fetch. Its limit of an answer's body becomes a message's, its deadline each message's own.
    #[must_use]
    pub fn new(fetcher: Fetcher) -> Self {
        Self { fetcher: fetcher.body_limit(ENVELOPE_BYTES) }
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
        let request = request.map_err(|error| ChannelError::unreachable(&parcel.address, error.to_string()))?;
        let left = parcel.deadline.saturating_duration_since(Instant::now());
        let fetcher = self.fetcher.clone().deadlines(Deadlines { total: left, ..Deadlines::default() });
        let mut response = fetcher.send(request).await?;
        let status = response.status();
        let said = whole(&mut response).await?;
        match status {
            StatusCode::OK => Ok(Some(said)),
            StatusCode::ACCEPTED => Ok(None),
            // whatever stands between can answer too: what is no refusal says that nobody there speaks of messages
            _ if Refusal::read(&said).is_some() => Ok(Some(said)),
            _ => Err(ChannelError::unreachable(&parcel.address, format!("it responds with status {status}"))),
        }
    }
}

async fn whole(response: &mut FetchResponse) -> Result<Bytes, ChannelError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await? {
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

impl Channel for Https {
    fn exchange(&self, parcel: Outgoing) -> BoxFuture<'_, Result<Option<Bytes>, ChannelError>> {
        async move {
            let (address, deadline) = (parcel.address.clone(), parcel.deadline);
            let said = tokio::time::timeout_at(deadline, self.post(parcel)).await;
            match said {
                Ok(Err(ChannelError::Net(error))) if is_time(&error) => Err(ChannelError::timeout(&address)),
                Ok(said) => said,
                Err(_) => Err(ChannelError::timeout(&address)),
            }
        }
        .boxed()
    }
}

fn is_time(error: &agent_description::resolve::NetError) -> bool {
    use agent_description::CodedError;
    error.code() == Code::NET_TIME
}

/// What an HTTP server does with the messages for an endpoint, at `/` of the router: `POST` takes a message. TLS is the server's.
pub fn router(endpoint: Endpoint) -> Router {
    Router::new().route("/", post(take)).with_state((endpoint, Arc::new(BodyPermits::new())))
}

/// One permit for each body that is read.
struct BodyPermits {
    small: Semaphore,
    any: Semaphore,
}

impl BodyPermits {
    fn new() -> Self {
        Self { small: Semaphore::new(MAX_SMALL_BODIES), any: Semaphore::new(BODIES) }
    }

    /// The right to read this body, or how many are read already.
    fn begin(&self, body: &Body) -> Result<SemaphorePermit<'_>, usize> {
        let is_small = body.size_hint().upper().is_some_and(|bytes| bytes <= SMALL_BODY_BYTES);
        let (room, most) = if is_small { (&self.small, MAX_SMALL_BODIES) } else { (&self.any, BODIES) };
        room.try_acquire().map_err(|_| most)
    }
}

async fn take(
    State((endpoint, reading)): State<(Endpoint, Arc<BodyPermits>)>,
    request: Request<Body>,
) -> Response<Body> {
    let bytes = {
        let _body = match reading.begin(request.body()) {
            Ok(permit) => permit,
            Err(most) => {
                let detail = format!("the limit of {most} messages of this size in progress is reached");
                return refuse(&Refusal::new(codes::MESSAGE_QUEUE_FULL, detail, None));
            }
        };
        match timeout(BODY_TIMEOUT, to_bytes(request.into_body(), ENVELOPE_BYTES)).await {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(_)) => {
                let detail = format!("the body is larger than {ENVELOPE_BYTES} bytes or incomplete");
                return refuse(&Refusal::new(Code::TOO_LARGE, detail, None));
            }
            Err(_) => {
                return refuse(&Refusal::new(codes::MESSAGE_TIMEOUT, "the body arrived too slowly", None));
            }
        }
    };
    match endpoint.arrive(bytes).await {
        None => answer(StatusCode::ACCEPTED, Bytes::new()),
        Some(said) => match Refusal::read(&said) {
            Some(refusal) => refuse(&refusal),
            None => answer(StatusCode::OK, said),
        },
    }
}

fn refuse(refusal: &Refusal) -> Response<Body> {
    let status = match refusal.message() {
        "message-queue-full" | "message-replay-store" | "message-unreachable" => StatusCode::SERVICE_UNAVAILABLE,
        "too-large" => StatusCode::PAYLOAD_TOO_LARGE,
        "message-timeout" => StatusCode::REQUEST_TIMEOUT,
        told if is_malformed(told) => StatusCode::BAD_REQUEST,
        _ => StatusCode::FORBIDDEN,
    };
    let mut response = answer(status, refusal.to_bytes());
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(refusal.retry_after().unwrap_or(1)));
    }
    response
}

/// Whether a code says that the message could not be read.
fn is_malformed(told: &str) -> bool {
    Code::ALL.iter().any(|code| code.as_str() == told && code.class() == CodeClass::Malformed)
}

fn answer(status: StatusCode, body: Bytes) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
