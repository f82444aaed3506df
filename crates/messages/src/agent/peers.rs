//! The DID documents of other agents.

use agent_description::{
    Did,
    did::{DidDocument, Resolved},
    resolve::{Resolve, ResolveError},
};
use futures_util::future::{BoxFuture, FutureExt};

/// Has the DID documents of other agents: every [`Resolve`] does.
pub trait Peers: Send + Sync {
    /// The DID's document.
    ///
    /// # Errors
    /// [`ResolveError`]: the document is not available, or is refused.
    fn did_document<'a>(&'a self, did: &'a Did) -> BoxFuture<'a, Result<Resolved<DidDocument>, ResolveError>>;
}

impl<R: Resolve + Send> Peers for R {
    fn did_document<'a>(&'a self, did: &'a Did) -> BoxFuture<'a, Result<Resolved<DidDocument>, ResolveError>> {
        self.resolve(did).boxed()
    }
}
