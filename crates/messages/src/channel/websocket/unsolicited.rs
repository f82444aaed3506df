//! What the other side of a connection sends that nobody asked for: pings, answers on which nobody waits any more, fragments of nothing. Each is
//! small, or read and let go; without an end they would cost time for as long as somebody waits.

use super::{MAX_FRAME_BYTES, MAX_PENDING_REQUESTS, PING};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::Instant;

/// Most frames that nobody asked for, within [`PING`].
const FRAMES: usize = 2 * MAX_PENDING_REQUESTS;
/// Most bytes between one thing that was asked for and the next, within [`PING`]: one of the largest answers, however it is cut up, and late ones.
const MAX_QUEUED_BYTES: usize = 4 * MAX_FRAME_BYTES;

/// How much came of it on one connection. Clones count together.
#[derive(Clone, Debug)]
pub(super) struct Unasked(Arc<Mutex<Count>>);

#[derive(Debug)]
struct Count {
    frames: usize,
    bytes: usize,
    since: Instant,
}

/// The other side sends what nobody asked for, and does not end.
#[derive(Debug, thiserror::Error)]
pub(super) enum TooMuch {
    /// Too many frames.
    #[error("it sent more than {FRAMES} unsolicited frames within {} s", PING.as_secs())]
    Frames,
    /// Too many bytes.
    #[error("it sent more than {MAX_QUEUED_BYTES} unsolicited bytes within {} s", PING.as_secs())]
    Bytes,
}

impl Unasked {
    /// Nothing came yet.
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(Count { frames: 0, bytes: 0, since: Instant::now() })))
    }

    fn now(&self) -> MutexGuard<'_, Count> {
        let mut count = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if count.since.elapsed() >= PING {
            *count = Count { frames: 0, bytes: 0, since: Instant::now() };
        }
        count
    }

    /// Counts a frame that nobody asked for.
    pub(super) fn frame(&self) -> Result<(), TooMuch> {
        let mut count = self.now();
        count.frames += 1;
        if count.frames > FRAMES { Err(TooMuch::Frames) } else { Ok(()) }
    }

    /// Counts bytes, whatever they are.
    pub(super) fn bytes(&self, came: usize) -> Result<(), TooMuch> {
        let mut count = self.now();
        count.bytes = count.bytes.saturating_add(came);
        if count.bytes > MAX_QUEUED_BYTES { Err(TooMuch::Bytes) } else { Ok(()) }
    }

    /// Something came that was asked for: what it cost is not held against the other side.
    pub(super) fn answered(&self) {
        self.now().bytes = 0;
    }
}
