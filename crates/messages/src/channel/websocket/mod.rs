//! Messages over WebSocket (RFC 6455): one message per frame, with many pending messages per connection.
//!
//! A response belongs to the message with its `correlationId`, a [`Refusal`](super::Refusal) to the message with its
//! digest. Events are not acknowledged.

mod client;
mod connection;
#[cfg(feature = "axum")]
mod server;
mod unsolicited;

pub use client::WebSocket;
#[cfg(feature = "axum")]
pub use server::router;

use crate::envelope::ENVELOPE_BYTES;
use futures_util::{Sink, SinkExt};
use std::time::Duration;
use tokio::{
    sync::mpsc,
    time::{interval, timeout},
};
use tracing::debug;

/// Maximum number of messages waiting for responses per connection.
const MAX_PENDING_REQUESTS: usize = 256;
/// Maximum number of queued outgoing frames.
const MAX_QUEUED_FRAMES: usize = 64;
/// Time limit for the peer to read a frame, after which the connection is closed.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Interval of pings.
const PING: Duration = Duration::from_secs(15);
/// Maximum time without traffic.
const IDLE_TIMEOUT: Duration = Duration::from_secs(45);
/// Maximum size of a frame, in bytes. A message that is slightly too large is refused with its digest.
const MAX_FRAME_BYTES: usize = ENVELOPE_BYTES + (64 << 10);

/// Writes frames and pings, until all senders are dropped or the peer does not read.
async fn write<M: Clone>(mut sink: impl Sink<M> + Unpin, mut unwritten: mpsc::Receiver<M>, ping: M, close: M) {
    let mut pings = interval(PING);
    loop {
        let (frame, is_last) = tokio::select! {
            frame = unwritten.recv() => frame.map_or_else(|| (close.clone(), true), |frame| (frame, false)),
            _ = pings.tick() => (ping.clone(), false),
        };
        if !matches!(timeout(WRITE_TIMEOUT, sink.send(frame)).await, Ok(Ok(()))) {
            return debug!("the peer does not read");
        }
        if is_last {
            return;
        }
    }
}
