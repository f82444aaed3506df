//! The clock of caches and throttles.

use adp_crypto::Timestamp;
use std::{sync::Arc, time::Instant};

/// A source of time.
pub trait Clock: Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Timestamp {
        (**self).now()
    }
}

/// The system clock without backward jumps: if the system clock is set back, this one continues; if it jumps ahead
/// (after sleep), this one follows.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    started: (Timestamp, Instant),
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { started: (Timestamp::now(), Instant::now()) }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now().max(self.started.0.saturating_add(self.started.1.elapsed()))
    }
}
