//! Runs several fetches in parallel and returns the results in request order.

use std::future::Future;
use tokio::task::JoinSet;

/// Maximum number of parallel fetches.
pub const MAX_PARALLEL_FETCHES: usize = 8;

/// Runs at most [`MAX_PARALLEL_FETCHES`] futures. A future that panicked has no result.
pub async fn in_order<T, F>(all: impl IntoIterator<Item = F>) -> Vec<Option<T>>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let mut running = JoinSet::new();
    let mut answers = Vec::new();
    for (at, one) in all.into_iter().enumerate() {
        running.spawn(async move { (at, one.await) });
        answers.push(None);
    }
    while let Some(ended) = running.join_next().await {
        if let Ok((at, answer)) = ended
            && let Some(place) = answers.get_mut(at)
        {
            *place = Some(answer);
        }
    }
    answers
}
