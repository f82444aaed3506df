//! A connection of the caller: sends frames, and delivers responses to waiting calls.

use super::{
    super::{
        Address, ChannelError, Outgoing, Refusal,
        refusal::digest,
        waiting::{AllWaiting, Waiting},
    },
    IDLE_TIMEOUT, MAX_FRAME_BYTES, MAX_PENDING_REQUESTS, MAX_QUEUED_FRAMES,
    unsolicited::Unasked,
    write,
};
use agent_description::{
    Document, ReadLimits,
    json::Json,
    resolve::{FetchStream, Fetcher},
};
use bytes::Bytes;
use futures_util::StreamExt;
use http::{HeaderValue, StatusCode, header};
use std::{
    io,
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll, ready},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::mpsc::{self, error::TrySendError},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Message, Utf8Bytes,
        handshake::{client::generate_key, derive_accept_key},
        protocol::{Role, WebSocketConfig},
    },
};
use tracing::debug;

/// An open connection, until the last clone is dropped.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    frames: mpsc::Sender<Message>,
    waiting: Arc<AllWaiting<Sent, Bytes>>,
    /// The reason why the connection ended.
    ended: Arc<OnceLock<String>>,
}

/// A message that waits for its response.
#[derive(Debug)]
pub(super) struct Sent {
    message_id: String,
    digest: String,
}

/// Opens a connection and starts reading.
pub(super) async fn open(fetcher: &Fetcher, address: &Address, url: &str) -> Result<Connection, ChannelError> {
    let unasked = Unasked::new();
    let refused = |problem: String| ChannelError::unreachable(address, problem);
    let key = generate_key();
    let request = http::Request::get(url)
        .header(header::SEC_WEBSOCKET_KEY, &key)
        .header(header::SEC_WEBSOCKET_VERSION, "13")
        .body(())
        .map_err(|error| refused(error.to_string()))?;
    let response = fetcher.upgrade(request, "websocket").await?;
    let accepted = response.headers.get(header::SEC_WEBSOCKET_ACCEPT).map(HeaderValue::as_bytes);
    // RFC 6455, section 4.1
    if response.status != StatusCode::SWITCHING_PROTOCOLS {
        return Err(refused(format!("it answered {}, expected 101", response.status.as_u16())));
    }
    if accepted != Some(derive_accept_key(key.as_bytes()).as_bytes()) {
        return Err(refused("its `Sec-WebSocket-Accept` does not answer our key".to_owned()));
    }
    let stream = Counted { stream: response.upgrade().await?, unasked: unasked.clone() };
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_FRAME_BYTES))
        .max_frame_size(Some(MAX_FRAME_BYTES))
        // limits what a peer that does not read can make us buffer, including pongs
        .write_buffer_size(0)
        .max_write_buffer_size(2 * MAX_FRAME_BYTES);
    let socket = WebSocketStream::from_raw_socket(stream, Role::Client, Some(config)).await;
    let (frames, unwritten) = mpsc::channel(MAX_QUEUED_FRAMES);
    let link = Connection { frames, waiting: AllWaiting::new(MAX_PENDING_REQUESTS), ended: Arc::default() };
    tokio::spawn(carry(socket, unwritten, Arc::clone(&link.waiting), Arc::clone(&link.ended), unasked));
    Ok(link)
}

impl Connection {
    /// Whether the connection is open, as far as known.
    pub(super) fn is_open(&self) -> bool {
        !self.frames.is_closed()
    }

    /// The reason why it ended.
    pub(super) fn ended(&self) -> &str {
        self.ended.get().map_or("the connection broke", String::as_str)
    }

    /// Queues a message.
    pub(super) fn send(&self, bytes: Bytes) -> Result<(), TrySendError<Message>> {
        let text = Utf8Bytes::try_from(bytes.clone());
        self.frames.try_send(text.map_or(Message::Binary(bytes), Message::Text))
    }

    /// Registers a call that waits for a response; `None` if too many are waiting.
    pub(super) fn wait(&self, parcel: &Outgoing) -> Option<Waiting<Sent, Bytes>> {
        self.waiting.wait(Sent { message_id: parcel.message_id.clone(), digest: digest(&parcel.bytes) })
    }
}

/// Delivers an unverified response to its waiting call. Returns whether there was one.
fn deliver(waiting: &AllWaiting<Sent, Bytes>, said: Bytes) -> bool {
    let Ok(document) = Document::parse(&said, ReadLimits::new(MAX_FRAME_BYTES)) else {
        debug!("a frame is not JSON");
        return false;
    };
    let refusal = Refusal::in_document(&document);
    let correlation = document.root().get("message").and_then(|message| message.get("correlationId"));
    let answers = correlation.and_then(Json::as_str);
    let is_about = |sent: &Sent| match &refusal {
        Some(refusal) => refusal.digest.as_ref() == Some(&sent.digest),
        None => answers == Some(&sent.message_id),
    };
    let Some(number) = waiting.find(is_about) else {
        debug!("a frame answers no request");
        return false;
    };
    waiting.deliver(number, said)
}

/// Reads until either side closes, and then wakes all waiting calls. Reading never waits for writing, which could
/// deadlock.
async fn carry(
    socket: WebSocketStream<Counted>,
    unwritten: mpsc::Receiver<Message>,
    waiting: Arc<AllWaiting<Sent, Bytes>>,
    ended: Arc<OnceLock<String>>,
    unasked: Unasked,
) {
    let (sink, mut stream) = socket.split();
    let mut writing = Box::pin(write(sink, unwritten, Message::Ping(Bytes::new()), Message::Close(None)));
    let reading = async {
        loop {
            let is_asked_for = match timeout(IDLE_TIMEOUT, stream.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => deliver(&waiting, Bytes::from(text)),
                Ok(Some(Ok(Message::Binary(bytes)))) => deliver(&waiting, bytes),
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => false,
                Ok(Some(Ok(Message::Close(_) | Message::Frame(_))) | None) => {
                    return "it ended the connection".to_owned();
                }
                Ok(Some(Err(error))) => return format!("the connection broke: {error}"),
                Err(_) => return format!("no data for {} s", IDLE_TIMEOUT.as_secs()),
            };
            if is_asked_for {
                unasked.answered();
            } else if let Err(error) = unasked.frame() {
                return error;
            }
        }
    };
    let why = tokio::select! {
        why = reading => why,
        () = &mut writing => "the peer does not read".to_owned(),
    };
    debug!(why, "a connection ended");
    let _once = ended.set(why);
    // new calls see the closed queue, existing ones the following wake-up
    drop(writing);
    waiting.end();
}

/// A stream that counts the bytes since the last response. The frame reader limits the size of frames.
struct Counted {
    stream: FetchStream,
    unasked: Unasked,
}

impl AsyncRead for Counted {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        let came = buf.filled().len().saturating_sub(before);
        Poll::Ready(self.unasked.bytes(came).map_err(io::Error::other))
    }
}

impl AsyncWrite for Counted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
