//! Runs CPU-bound work: parsing, checking and verifying documents.

use std::sync::Arc;
use tokio::sync::Semaphore;

/// Runs work outside the threads that answer requests, with as many parallel jobs as processors. Clones share the
/// limit.
#[derive(Clone, Debug)]
pub(crate) struct CpuPool {
    permits: Arc<Semaphore>,
}

impl CpuPool {
    /// Creates a pool for all processors.
    pub(crate) fn new() -> Self {
        Self::with(std::thread::available_parallelism().map_or(2, usize::from))
    }

    fn with(permits: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(permits)) }
    }

    /// Waits for a free processor, and then for the result. Propagates panics.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            // released when the work ends, even if the caller has stopped waiting
            let _permit = permit;
            work()
        });
        match done.await.map_err(tokio::task::JoinError::try_into_panic) {
            Ok(done) => done,
            Err(Ok(panic)) => std::panic::resume_unwind(panic),
            // the runtime is shutting down, and with it the caller
            Err(Err(_)) => std::future::pending().await,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::CpuPool;
    use std::{
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
        time::Duration,
    };

    #[tokio::test]
    async fn no_more_work_runs_than_there_are_processors() {
        let (pool, running, most) = (CpuPool::with(2), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = (0..8).map(|number| {
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            pool.run(move || {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(20));
                running.fetch_sub(1, Ordering::SeqCst);
                number
            })
        });
        let done = futures_util::future::join_all(work).await;
        assert_eq!((done, most.load(Ordering::SeqCst)), ((0..8).collect(), 2));
    }
}
