//! How long work takes by the processor: what else the machine does is not in it.
#![allow(dead_code, missing_docs)]

use std::time::Duration;

/// What `work` gives, and the processor time that this thread spent on it. Elsewhere than on Unix it is the time that went by.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = now();
    let done = work();
    (done, now().saturating_sub(begun))
}

#[cfg(unix)]
fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}
