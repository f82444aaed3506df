//! The clock that a cache and a throttle look at.

use crate::Timestamp;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Timestamp;
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Timestamp {
        (**self).now()
    }
}

/// The system's clock, which does not run backwards here: where the system's is set back, this one goes on from where
/// it was; where it jumps ahead (a machine that slept), this one follows.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    started: (Timestamp, Instant),
}

impl SystemClock {
    /// A clock.
    #[must_use]
    pub fn new() -> Self {
        Self { started: (Timestamp::now(), Instant::now()) }
    }

    fn since_start(&self) -> Duration {
        self.started.1.elapsed()
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now().max(self.started.0.saturating_add(self.since_start()))
    }
}
