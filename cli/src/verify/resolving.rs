//! Resolves DIDs with the given documents, or else with the network.

use super::did_documents::GivenDidDocuments;
use crate::network::Network;
use agent_description::{
    Limits,
    did::Did,
    resolve::{Resolution, ResolutionOptions, Resolve, ResolveError},
};
use std::{future::pending, panic::resume_unwind, sync::Arc};
use tokio::runtime::Handle;
use tracing::Instrument;

/// The resolver of a run.
#[derive(Clone, Debug)]
pub struct RunResolver<R = Network> {
    /// The given documents.
    pub given: Arc<GivenDidDocuments>,
    /// The network resolver.
    pub resolver: R,
    /// Runs the network resolver, instead of the caller's runtime. Computing threads and waiting threads then do not wake
    /// each other.
    pub runtime: Option<Handle>,
}

impl<R: Resolve + Clone + Send + Sync + 'static> Resolve for RunResolver<R> {
    /// If documents are given, none is fetched. The error of the first one states that it has another DID.
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        match self.given.find(did, &Limits::default()) {
            Some(Ok(document)) => return Ok(Resolution::local(Arc::unwrap_or_clone(document))),
            Some(Err(refused)) => return Err(refused.error.into()),
            None => {}
        }
        let Some(runtime) = &self.runtime else { return self.resolver.resolve_with(did, options).await };
        let (resolver, did, options) = (self.resolver.clone(), did.clone(), options.clone());
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
    use super::RunResolver;
    use crate::verify::did_documents::GivenDidDocuments;
    use agent_description::{
        Limits,
        did::{Did, DidDocument, Resolved},
        resolve::{NetError, Resolve, ResolveError},
    };
    use std::{
        panic::{AssertUnwindSafe, catch_unwind},
        sync::Arc,
        thread,
    };
    use tokio::runtime::{Builder, Handle, Runtime};

    /// Returns an error with the name of the current thread. Panics for the host `panic.example`.
    #[derive(Clone)]
    struct Where;

    impl Resolve for Where {
        async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
            assert!(did.host() != Some("panic.example"), "stumbled");
            Err(NetError::Offline { what: thread::current().name().unwrap_or_default().to_owned() }.into())
        }
    }

    fn resolver(runtime: Option<Handle>) -> RunResolver<Where> {
        let given = Arc::new(GivenDidDocuments::at_hand(Vec::new(), &Limits::default()));
        RunResolver { given, resolver: Where, runtime }
    }

    fn runtime(name: &str) -> Runtime {
        Builder::new_multi_thread().worker_threads(1).thread_name(name).build().unwrap()
    }

    #[test]
    fn the_work_is_done_on_the_runtime_named() {
        let (here, there) = (runtime("here"), runtime("there"));
        let ask = |resolver: RunResolver<Where>, did: &'static str| {
            let asking = async move { resolver.resolve(&did.parse().unwrap()).await.map(|_| ()) };
            here.block_on(async { here.spawn(asking).await.unwrap() }).unwrap_err().to_string()
        };
        let of_there = resolver(Some(there.handle().clone()));
        let did = "did:wba:agent.example.com";
        assert!(ask(of_there.clone(), did).contains("there"));
        assert!(ask(resolver(None), did).contains("here"));
        let stumbling = catch_unwind(AssertUnwindSafe(|| {
            here.block_on(of_there.resolve(&"did:wba:panic.example".parse().unwrap())).map(|_| ())
        }));
        assert_eq!(stumbling.unwrap_err().downcast_ref::<&str>(), Some(&"stumbled"));
    }
}
