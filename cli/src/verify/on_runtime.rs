//! Runs a resolver on a separate runtime, so that computing threads and waiting threads do not wake each other.

use agent_description::{
    did::Did,
    resolve::{Resolution, ResolutionOptions, Resolve, ResolveError},
};
use std::{future::pending, panic::resume_unwind};
use tokio::runtime::Handle;
use tracing::Instrument;

/// A resolver with a run's options, on another runtime if one is given.
#[derive(Clone, Debug)]
pub struct OnRuntime<R> {
    resolver: R,
    options: ResolutionOptions,
    runtime: Option<Handle>,
}

impl<R> OnRuntime<R> {
    /// Wraps a resolver. It runs on `runtime`, or on the caller's runtime.
    pub fn new(resolver: R, options: ResolutionOptions, runtime: Option<Handle>) -> Self {
        Self { resolver, options, runtime }
    }
}

impl<R: Resolve + Clone + Send + Sync + 'static> Resolve for OnRuntime<R> {
    async fn resolve_with(&self, did: &Did, _: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        let Some(runtime) = &self.runtime else { return self.resolver.resolve_with(did, &self.options).await };
        let (resolver, did, options) = (self.resolver.clone(), did.clone(), self.options.clone());
        let resolving = async move { resolver.resolve_with(&did, &options).await };
        match runtime.spawn(resolving.in_current_span()).await {
            Ok(resolved) => resolved,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                // the runtime is shutting down, and with it the caller
                Err(_) => pending().await,
            },
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::OnRuntime;
    use agent_description::{
        did::{Did, DidDocument, Resolved},
        resolve::{NetError, ResolutionOptions, Resolve, ResolveError},
    };
    use std::{
        panic::{AssertUnwindSafe, catch_unwind},
        thread,
    };
    use tokio::runtime::{Builder, Runtime};

    /// Returns an error with the name of the current thread. Panics for the host `panic.example`.
    #[derive(Clone)]
    struct Where;

    impl Resolve for Where {
        async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
            assert!(did.host() != Some("panic.example"), "stumbled");
            Err(NetError::Offline { what: thread::current().name().unwrap_or_default().to_owned() }.into())
        }
    }

    fn runtime(name: &str) -> Runtime {
        Builder::new_multi_thread().worker_threads(1).thread_name(name).build().unwrap()
    }

    #[test]
    fn the_work_is_done_on_the_runtime_named() {
        let (here, there) = (runtime("here"), runtime("there"));
        let ask = |resolver: OnRuntime<Where>, did: &'static str| {
            let asking = async move { resolver.resolve(&did.parse().unwrap()).await.map(|_| ()) };
            here.block_on(async { here.spawn(asking).await.unwrap() }).unwrap_err().to_string()
        };
        let resolver = OnRuntime::new(Where, ResolutionOptions::default(), Some(there.handle().clone()));
        let did = "did:wba:agent.example.com";
        assert!(ask(resolver.clone(), did).contains("there"));
        assert!(ask(OnRuntime::new(Where, ResolutionOptions::default(), None), did).contains("here"));
        let stumbling = catch_unwind(AssertUnwindSafe(|| {
            here.block_on(resolver.resolve(&"did:wba:panic.example".parse().unwrap())).map(|_| ())
        }));
        assert_eq!(stumbling.unwrap_err().downcast_ref::<&str>(), Some(&"stumbled"));
    }
}
