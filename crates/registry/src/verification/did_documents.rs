//! The source of signers' DID documents.

use agent_description::{
    did::{Did, DidDocument, Resolved},
    resolve::{ResolutionOptions, Resolve, ResolveError},
};
use std::{future::Future, pin::Pin, sync::Arc};

/// A pending DID document.
pub type Resolving<'a> = Pin<Box<dyn Future<Output = Result<Arc<Resolved<DidDocument>>, ResolveError>> + Send + 'a>>;

/// Resolves DIDs: a resolver of the core as a trait object.
pub trait DidDocumentSource: Send + Sync {
    /// The document of a DID. `bypass_caches` fetches it again.
    ///
    /// # Errors
    /// [`ResolveError`]: it is unavailable (`net-*`) or refused (`did-*`, `json-*`).
    fn document<'a>(&'a self, did: &'a Did, bypass_caches: bool) -> Resolving<'a>;
}

impl<R: Resolve + Send> DidDocumentSource for R {
    fn document<'a>(&'a self, did: &'a Did, bypass_caches: bool) -> Resolving<'a> {
        Box::pin(async move {
            let mut options = ResolutionOptions::default();
            options.no_cache = bypass_caches;
            Ok(self.resolve_with(did, &options).await?.document)
        })
    }
}
