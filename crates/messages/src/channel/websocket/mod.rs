//! Messages over WebSocket (RFC 6455): a frame each, many under way at the same time over one connection. An answer belongs to the message whose id it
//! has as `correlationId`; a [`Refusal`](super::Refusal) to the one whose digest it has. Events are not acknowledged.

mod client;
mod connection;
mod server;
mod unsolicited;

pub use client::WebSocket;
pub use server::router;

use crate::envelope::ENVELOPE_BYTES;
use std::time::Duration;

/// Most messages that wait for their answers on one connection.
const MAX_PENDING_REQUESTS: usize = 256;
/// Most frames that wait to be written.
const MAX_QUEUED_FRAMES: usize = 64;
/// How long the other side may take to read a frame: whoever is slower is cut off.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the other side is asked whether it is alive, and reads.
const PING: Duration = Duration::from_secs(15);
/// How long a connection may be silent.
const IDLE_TIMEOUT: Duration = Duration::from_secs(45);
/// The largest frame that is read: a message that is too large is refused by name, if it is not too large for that.
const MAX_FRAME_BYTES: usize = ENVELOPE_BYTES + (64 << 10);
