//! Time limit for several fetches.

use crate::resolve::{NetError, Phase};
use std::{future::Future, time::Duration};
use tokio::time::{Instant, timeout};

/// A time limit for several fetches: each fetch has its own deadlines, but a slow host could delay a long listing for
/// hours.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit {
    limit: Duration,
    since: Instant,
}

impl TimeLimit {
    /// Creates a limit that starts now.
    #[must_use]
    pub fn start(limit: Duration) -> Self {
        Self { limit, since: Instant::now() }
    }

    /// The remaining time.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.limit.saturating_sub(self.since.elapsed())
    }

    /// Fetches `url` with `fetch` within the remaining time.
    ///
    /// # Errors
    /// Those of `fetch`; `net-time` after the limit, without a request.
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
