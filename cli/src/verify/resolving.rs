//! DIDs resolved by the documents that were given, or else by the network.

use super::{did_documents::DidDocuments, on_runtime::OnRuntime};
use crate::network::Resolver;
use agent_description::{
    Limits,
    did::{Did, DidDocument, Resolved},
    resolve::{Resolution, ResolutionOptions, Resolve, ResolveError},
};
use std::sync::Arc;

/// The resolver of a run.
#[derive(Clone, Debug)]
pub struct GivenOrResolved {
    /// Documents that the caller gave.
    pub given: Arc<DidDocuments>,
    /// The network.
    pub resolver: OnRuntime<Resolver>,
}

impl Resolve for GivenOrResolved {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        Ok(self.resolve_with(did, &ResolutionOptions::new()).await?.into_document())
    }

    /// Where documents are given, none is fetched: the refusal of the first one says that it is of another DID.
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        match self.given.find(did, &Limits::default()) {
            Some(Ok(document)) => Ok(Resolution::local(Arc::unwrap_or_clone(document))),
            Some(Err(refused)) => Err(refused.error.into()),
            None => self.resolver.resolve_with(did, options).await,
        }
    }
}
