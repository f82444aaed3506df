//! Resolves the DIDs of other agents.

use agent_description::{
    Did,
    did::{DidDocument, Resolved},
    resolve::{Resolve, ResolveError},
};
use futures_util::future::{BoxFuture, FutureExt};

/// Provides the DID documents of other agents. Implemented by every [`Resolve`].
pub trait Peers: Send + Sync {
    /// The DID document.
    ///
    /// # Errors
    ///
    /// [`ResolveError`]: it is unavailable or refused.
    fn did_document<'a>(&'a self, did: &'a Did) -> BoxFuture<'a, Result<Resolved<DidDocument>, ResolveError>>;
}

impl<R: Resolve + Send> Peers for R {
    fn did_document<'a>(&'a self, did: &'a Did) -> BoxFuture<'a, Result<Resolved<DidDocument>, ResolveError>> {
        self.resolve(did).boxed()
    }
}
