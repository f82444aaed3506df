//! Messages over WebSocket (RFC 6455): one message per frame, with many pending messages per connection.
//!
//! A response belongs to the message with its `correlationId`, a [`Refusal`](super::Refusal) to the message with its
//! digest. Events are not acknowledged.

mod client;
mod connection;
mod server;
mod unsolicited;

pub use client::WebSocket;
pub use server::router;

use crate::envelope::ENVELOPE_BYTES;
use std::time::Duration;

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
