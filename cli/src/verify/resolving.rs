//! Resolves DIDs with the given documents, or else with the network.

use super::{did_documents::DidDocuments, on_runtime::OnRuntime};
use crate::network::Resolver;
use agent_description::{
    Limits,
    did::Did,
    resolve::{Resolution, ResolutionOptions, Resolve, ResolveError},
};
use std::sync::Arc;

/// The resolver of a run.
#[derive(Clone, Debug)]
pub struct GivenOrResolved {
    /// The given documents.
    pub given: Arc<DidDocuments>,
    /// The network resolver.
    pub resolver: OnRuntime<Resolver>,
}

impl Resolve for GivenOrResolved {
    /// If documents are given, none is fetched. The error of the first one states that it has another DID.
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        match self.given.find(did, &Limits::default()) {
            Some(Ok(document)) => Ok(Resolution::local(Arc::unwrap_or_clone(document))),
            Some(Err(refused)) => Err(refused.error.into()),
            None => self.resolver.resolve_with(did, options).await,
        }
    }
}
