//! The receiver's side of WebSocket, for axum.

use super::{
    IDLE_TIMEOUT, MAX_FRAME_BYTES, MAX_PENDING_REQUESTS, MAX_QUEUED_FRAMES, WRITE_TIMEOUT, unsolicited::Unasked, write,
};
use crate::{channel::Refusal, codes, endpoint::Endpoint};
use axum::{
    Router,
    extract::{
        State,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code},
    },
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use bytes::Bytes;
use futures_util::StreamExt;
use std::sync::Arc;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
    task::JoinSet,
    time::timeout,
};
use tracing::debug;

/// Maximum number of connections per endpoint.
const CONNECTIONS: usize = 1024;

/// A router for an endpoint: `GET /` opens a WebSocket connection. The server provides TLS. Merge it with
/// [`https::router`](super::super::https::router) to support both at one URL.
pub fn router(endpoint: Endpoint) -> Router {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    Router::new().route("/", get(upgrade)).with_state((endpoint, room))
}

async fn upgrade(State((endpoint, room)): State<(Endpoint, Arc<Semaphore>)>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(permit) = room.try_acquire_owned() else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    let upgrade = upgrade.max_message_size(MAX_FRAME_BYTES).max_frame_size(MAX_FRAME_BYTES);
    // limits the buffer for a peer that does not read
    let upgrade = upgrade.write_buffer_size(0).max_write_buffer_size(2 * MAX_FRAME_BYTES);
    upgrade.on_upgrade(move |socket| serve(endpoint, socket, permit))
}

async fn serve(endpoint: Endpoint, socket: WebSocket, _connection: OwnedSemaphorePermit) {
    let (sink, mut stream) = socket.split();
    let (frames, unwritten) = mpsc::channel(MAX_QUEUED_FRAMES);
    // dropped together with the reader
    let mut tasks = JoinSet::new();
    let room = Arc::new(Semaphore::new(MAX_PENDING_REQUESTS));
    let unasked = Unasked::new();
    let mut writer = tokio::spawn(write(sink, unwritten, Message::Ping(Bytes::new()), Message::Close(None)));
    loop {
        let frame = tokio::select! {
            frame = timeout(IDLE_TIMEOUT, stream.next()) => frame,
            () = frames.closed() => break,
        };
        let bytes = match frame {
            Ok(Some(Ok(Message::Text(text)))) => Bytes::from(text),
            Ok(Some(Ok(Message::Binary(bytes)))) => bytes,
            // the library answers pings
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => match unasked.frame() {
                Ok(()) => continue,
                Err(error) => {
                    debug!(%error, "the peer does not close");
                    let close = CloseFrame { code: close_code::POLICY, reason: error.into() };
                    // best effort: the peer may not read
                    if frames.try_send(Message::Close(Some(close))).is_ok() {
                        drop((tasks, frames));
                        let _late = timeout(WRITE_TIMEOUT, &mut writer).await;
                    }
                    break;
                }
            },
            Ok(Some(Ok(Message::Close(_))) | None) => break,
            Ok(Some(Err(error))) => {
                debug!(%error, "the connection broke");
                break;
            }
            Err(_) => {
                debug!("the peer is silent");
                break;
            }
        };
        while tasks.try_join_next().is_some() {}
        let Ok(permit) = Arc::clone(&room).try_acquire_owned() else {
            let detail =
                format!("the limit of {MAX_PENDING_REQUESTS} messages in progress on this connection is reached");
            let refusal = Refusal::new(codes::MESSAGE_QUEUE_FULL, detail, None).with_id_from(&bytes);
            // closes the connection if the peer does not read
            match timeout(WRITE_TIMEOUT, frames.send(text(refusal.to_bytes()))).await {
                Ok(Ok(())) => continue,
                _ => break,
            }
        };
        let arrival = endpoint.arrive(bytes);
        let frames = frames.clone();
        tasks.spawn(async move {
            if let Some(said) = arrival.await {
                let _gone = frames.send(text(said)).await;
            }
            drop(permit);
        });
    }
    writer.abort();
}

/// A text frame for JSON.
fn text(said: Bytes) -> Message {
    Utf8Bytes::try_from(said.clone()).map_or(Message::Binary(said), Message::Text)
}
