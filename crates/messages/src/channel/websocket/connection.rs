//! One connection of the calling side: frames go out as they come, answers find who waits for them.

use super::{
    super::{Address, ChannelError, Parcel, Refusal, refusal::digest},
    FRAME, PING, SILENCE, UNDER_WAY, UNWRITTEN, WRITE_TIME,
};
use agent_description::{
    Document, ReadLimits,
    json::Json,
    resolve::{FetchStream, Fetcher},
};
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU64, Ordering},
};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, interval, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};
use tracing::debug;

/// An open connection, until the last clone is dropped.
#[derive(Clone, Debug)]
pub(super) struct Link {
    frames: mpsc::Sender<Bytes>,
    waiting: Arc<AllWaiting>,
}

/// Who waits for an answer.
#[derive(Debug, Default)]
struct AllWaiting {
    each: Mutex<Vec<One>>,
    next: AtomicU64,
}

#[derive(Debug)]
struct One {
    number: u64,
    message_id: String,
    digest: String,
    said: oneshot::Sender<Bytes>,
}

/// One that waits, until it is dropped.
pub(super) struct Waiting {
    all: Arc<AllWaiting>,
    number: u64,
    said: oneshot::Receiver<Bytes>,
}

/// Opens a connection and begins to read from it.
pub(super) async fn open(fetcher: &Fetcher, address: &Address, url: &str) -> Result<Link, ChannelError> {
    let mut stream = fetcher.connect(url).await?;
    stream.allow(FRAME);
    let config = WebSocketConfig::default().max_message_size(Some(FRAME)).max_frame_size(Some(FRAME));
    // RFC 6455 section 3: the handshake is HTTP's, its URL is named by the other scheme
    let url = match url.split_once("://") {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") => format!("wss://{rest}"),
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => format!("ws://{rest}"),
        _ => url.to_owned(),
    };
    let shaken = client_async_with_config(url, stream, Some(config)).await;
    let (socket, _) = shaken.map_err(|error| ChannelError::unreachable(address, error.to_string()))?;
    let (frames, unwritten) = mpsc::channel(UNWRITTEN);
    let waiting = Arc::new(AllWaiting::default());
    let link = Link { frames, waiting: Arc::clone(&waiting) };
    tokio::spawn(carry(socket, unwritten, waiting));
    Ok(link)
}

impl Link {
    /// Whether the connection is there, as far as is known.
    pub(super) fn is_open(&self) -> bool {
        !self.frames.is_closed()
    }

    /// Where frames go.
    pub(super) fn frames(&self) -> &mpsc::Sender<Bytes> {
        &self.frames
    }

    /// Waits for what is said about a message; nothing where too many wait.
    pub(super) fn wait(&self, parcel: &Parcel) -> Option<Waiting> {
        let mut each = self.waiting.each();
        if each.len() >= UNDER_WAY {
            return None;
        }
        let number = self.waiting.next.fetch_add(1, Ordering::Relaxed);
        let (said, receiver) = oneshot::channel();
        each.push(One { number, message_id: parcel.message_id.clone(), digest: digest(&parcel.bytes), said });
        drop(each);
        Some(Waiting { all: Arc::clone(&self.waiting), number, said: receiver })
    }
}

impl AllWaiting {
    fn each(&self) -> MutexGuard<'_, Vec<One>> {
        self.each.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands on what was said to whom it is about. Nobody has verified it: it is only delivered.
    fn deliver(&self, said: Bytes) {
        let Ok(document) = Document::parse(&said, ReadLimits::new(FRAME)) else {
            return debug!("a frame is no JSON");
        };
        let refusal = Refusal::in_document(&document);
        let correlation = document.root().get("message").and_then(|message| message.get("correlationId"));
        let answers = correlation.and_then(Json::as_str);
        let mut each = self.each();
        let is_about = |one: &One| match &refusal {
            Some(refusal) => refusal.digest() == Some(&one.digest),
            None => answers == Some(&one.message_id),
        };
        let Some(at) = each.iter().position(is_about) else { return debug!("a frame answers nobody") };
        let one = each.remove(at);
        drop(each);
        let _gone = one.said.send(said);
    }
}

impl Waiting {
    /// What is said; nothing when the connection ends.
    pub(super) async fn said(&mut self) -> Option<Bytes> {
        (&mut self.said).await.ok()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.all.each().retain(|one| one.number != self.number);
    }
}

/// Carries frames both ways until one side ends; then nobody waits any longer.
async fn carry(
    mut socket: WebSocketStream<FetchStream>,
    mut unwritten: mpsc::Receiver<Bytes>,
    waiting: Arc<AllWaiting>,
) {
    let mut pings = interval(PING);
    let mut heard = Instant::now();
    loop {
        let frame = tokio::select! {
            frame = socket.next() => {
                heard = Instant::now();
                // the next frame may be as large as this one was allowed to be, with its heads
                socket.get_mut().allow(2 * FRAME);
                match frame {
                    Some(Ok(Message::Text(text))) => waiting.deliver(Bytes::from(text)),
                    Some(Ok(Message::Binary(bytes))) => waiting.deliver(bytes),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_) | Message::Frame(_))) | None => break,
                    Some(Err(error)) => {
                        debug!(%error, "the connection broke");
                        break;
                    }
                }
                continue;
            }
            frame = unwritten.recv() => match frame {
                Some(bytes) => match std::str::from_utf8(&bytes) {
                    Ok(text) => Message::text(text),
                    Err(_) => Message::Binary(bytes),
                },
                // nobody sends any more
                None => break,
            },
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE {
                    debug!("the other side is silent");
                    break;
                }
                Message::Ping(Bytes::new())
            }
        };
        if !matches!(timeout(WRITE_TIME, socket.send(frame)).await, Ok(Ok(()))) {
            break;
        }
    }
    unwritten.close();
    waiting.each().clear();
}
