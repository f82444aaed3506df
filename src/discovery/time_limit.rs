//! Time for several fetches together.

use crate::resolve::{NetError, Phase};
use std::{future::Future, time::Duration};
use tokio::time::{Instant, timeout};

/// Time for several fetches together: each has deadlines of its own, but a host that is just within them could hold a
/// long listing for hours.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit {
    limit: Duration,
    since: Instant,
}

impl TimeLimit {
    /// A limit whose time begins now.
    #[must_use]
    pub fn start(limit: Duration) -> Self {
        Self { limit, since: Instant::now() }
    }

    /// How much is left.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.limit.saturating_sub(self.since.elapsed())
    }

    /// Fetches `url` by `fetch`, as far as there is time.
    ///
    /// # Errors
    /// Those of `fetch`; `net-time` when the time is over, and then nothing is begun.
    pub async fn within<T, E: From<NetError>>(
        &self,
        url: &str,
        fetch: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let left = self.left();
        if left.is_zero() {
            return Err(self.over(url).into());
        }
        timeout(left, fetch).await.unwrap_or_else(|_| Err(self.over(url).into()))
    }

    fn over(&self, url: &str) -> NetError {
        NetError::Time { url: url.to_owned(), phase: Phase::Whole, limit: self.limit }
    }
}
