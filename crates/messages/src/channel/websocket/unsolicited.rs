//! Limits unsolicited data of a peer: pings, late responses and fragments. Each frame is cheap, but an unlimited number
//! would cost time.

use super::{MAX_FRAME_BYTES, MAX_PENDING_REQUESTS, PING};
use crate::locked::locked;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::time::Instant;

/// Maximum number of unsolicited frames per [`PING`] interval.
const FRAMES: usize = 2 * MAX_PENDING_REQUESTS;
/// Maximum number of bytes between two expected responses per [`PING`] interval: one maximal response, however
/// fragmented, and late ones.
const MAX_QUEUED_BYTES: usize = 4 * MAX_FRAME_BYTES;

/// Counts the unsolicited data of a connection. Clones share the counter.
#[derive(Clone, Debug)]
pub(super) struct Unasked(Arc<Mutex<Count>>);

#[derive(Debug)]
struct Count {
    frames: usize,
    bytes: usize,
    since: Instant,
}

impl Unasked {
    /// A new counter.
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(Count { frames: 0, bytes: 0, since: Instant::now() })))
    }

    fn now(&self) -> MutexGuard<'_, Count> {
        let mut count = locked(&self.0);
        if count.since.elapsed() >= PING {
            *count = Count { frames: 0, bytes: 0, since: Instant::now() };
        }
        count
    }

    /// Counts an unsolicited frame.
    pub(super) fn frame(&self) -> Result<(), String> {
        let mut count = self.now();
        count.frames += 1;
        within(count.frames, FRAMES, "frames")
    }

    /// Counts bytes of any kind.
    pub(super) fn bytes(&self, came: usize) -> Result<(), String> {
        let mut count = self.now();
        count.bytes = count.bytes.saturating_add(came);
        within(count.bytes, MAX_QUEUED_BYTES, "bytes")
    }

    /// Resets the byte counter after an expected response.
    pub(super) fn answered(&self) {
        self.now().bytes = 0;
    }
}

fn within(count: usize, most: usize, what: &str) -> Result<(), String> {
    let many = || format!("it sent more than {most} unsolicited {what} within {} s", PING.as_secs());
    if count > most { Err(many()) } else { Ok(()) }
}
