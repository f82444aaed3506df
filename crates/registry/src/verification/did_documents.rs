//! Where the DID documents of signers are from.

use agent_description::{
    did::{Did, DidDocument, Resolved},
    resolve::{ResolutionOptions, Resolve, ResolveError},
};
use std::{future::Future, pin::Pin, sync::Arc};

/// A DID document that is about to be obtained.
pub type Resolving<'a> = Pin<Box<dyn Future<Output = Result<Arc<Resolved<DidDocument>>, ResolveError>> + Send + 'a>>;

/// Obtains DID documents: any of the core's resolvers, as a trait object.
pub trait DidDocuments: Send + Sync {
    /// The document of a DID; `fresh` asks its server, whatever a cache has.
    ///
    /// # Errors
    /// [`ResolveError`]: it is not available (`net-*`) or is refused (`did-*`, `json-*`).
    fn document<'a>(&'a self, did: &'a Did, fresh: bool) -> Resolving<'a>;
}

impl<R: Resolve + Send> DidDocuments for R {
    fn document<'a>(&'a self, did: &'a Did, fresh: bool) -> Resolving<'a> {
        Box::pin(async move {
            let options = ResolutionOptions::new().no_cache(fresh);
            Ok(self.resolve_with(did, &options).await?.document)
        })
    }
}
