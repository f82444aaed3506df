//! Blocking versions, with a runtime on the calling thread.

use super::{
    FetchKind, Fetched, HttpResolver, HttpsGet, NetError, Resolution, ResolutionOptions, Resolve, ResolveError,
};
use crate::did::{Did, DidDocument, Resolved};
use std::{fmt, future::Future, io, sync::Arc};

/// Runs futures to completion on the calling thread. Cheap to clone; clones share connections.
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

/// A blocking resolver, and a blocking [`HttpsGet`] for [`HttpResolver`]. Cheap to clone if the resolver is.
#[derive(Clone, Debug)]
pub struct BlockingResolver<R = HttpResolver> {
    resolver: R,
    runtime: Runtime,
}

impl BlockingResolver {
    /// Creates a resolver that fetches with this client, with its own runtime.
    ///
    /// # Errors
    /// Those of [`Runtime::new`].
    pub fn new(https: HttpsGet) -> io::Result<Self> {
        Ok(Self::with_resolver(HttpResolver::new(https), Runtime::new()?))
    }

    /// Fetches `url`.
    ///
    /// # Errors
    /// [`NetError`].
    pub fn fetch(&self, url: &str, kind: FetchKind) -> Result<Fetched, NetError> {
        self.runtime.block_on(self.resolver.https().fetch(url, kind))
    }
}

impl<R: Resolve> BlockingResolver<R> {
    /// Creates a resolver on this runtime. Resolvers that share a client must share its runtime, because the runtime
    /// owns the connections.
    #[must_use]
    pub fn with_resolver(resolver: R, runtime: Runtime) -> Self {
        Self { resolver, runtime }
    }

    /// Resolves `did`.
    ///
    /// # Errors
    /// [`ResolveError`].
    pub fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.runtime.block_on(self.resolver.resolve(did))
    }

    /// Resolves `did` with options, and returns the metadata.
    ///
    /// # Errors
    /// [`ResolveError`].
    pub fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        self.runtime.block_on(self.resolver.resolve_with(did, options))
    }
}
