//! For programs without an async runtime.

use std::{fmt, future::Future, io, sync::Arc};

/// Runs futures to completion on the calling thread. Cheap to clone; clones share connections. Resolvers that share a
/// client must share its runtime, because the runtime owns the connections.
#[derive(Clone)]
pub struct Runtime {
    tokio: Arc<Tokio>,
}

/// A runtime that may be dropped anywhere: tokio's own panics if it would have to wait inside another runtime.
struct Tokio(Option<tokio::runtime::Runtime>);

impl Drop for Tokio {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Runtime {
    /// Creates a runtime.
    ///
    /// # Errors
    /// The operating system's error if the async runtime cannot start.
    pub fn new() -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        Ok(Self { tokio: Arc::new(Tokio(Some(runtime))) })
    }

    /// Runs `future` to completion. Inside another tokio runtime this blocks the thread, but does not panic.
    ///
    /// # Panics
    /// Only if `future` does.
    pub fn block_on<F>(&self, future: F) -> F::Output
    where
        F: Future + Send,
        F::Output: Send,
    {
        let run = |future| match &self.tokio.0 {
            Some(runtime) => runtime.block_on(future),
            // only `drop` takes it
            None => unreachable!("the runtime lives as long as this"),
        };
        if tokio::runtime::Handle::try_current().is_err() {
            return run(future);
        }
        // tokio refuses to block inside a runtime, so another thread does
        let outcome = std::thread::scope(|scope| scope.spawn(|| run(future)).join());
        outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Runtime")
    }
}
