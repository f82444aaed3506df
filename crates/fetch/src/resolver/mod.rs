//! Resolvers: from a DID to its document.

#[cfg_attr(not(feature = "resolver"), allow(dead_code))] // only a throttle looks at blocks of addresses
mod peer_address;
mod resolution;
mod succession;

#[cfg(feature = "resolver")]
pub(super) use self::{peer_address::Block, resolution::AtHand};
pub use self::{
    peer_address::PeerAddress,
    resolution::{Provenance, Resolution, ResolutionOptions, resolution_result},
    succession::{Following, Hop, Succession, SuccessorCache, resolve_current},
};
use super::{NetError, ResolveError};
use adp_did::{Did, DidDocument, DidMethod, Resolved};
use adp_json::Limits;
use std::{collections::HashMap, future::Future, ops::Deref, sync::Arc};

/// A resolver for DIDs.
///
/// The result was parsed for the requested DID: only [`DidDocument::parse_for`] can create it. Resolvers can be nested:
/// a cache around a throttle around HTTPS. Implementations define one of the two methods; its default calls the other.
pub trait Resolve: Sync {
    /// Resolves `did`.
    ///
    /// # Errors
    /// [`ResolveError`]: the document is not available (`net-*`) or is refused (`did-*`, `json-*`).
    fn resolve(&self, did: &Did) -> impl Future<Output = Result<Resolved<DidDocument>, ResolveError>> + Send {
        async move { Ok(Arc::unwrap_or_clone(self.resolve_with(did, &ResolutionOptions::default()).await?.document)) }
    }

    /// Resolves `did` with options, and returns the metadata.
    ///
    /// The default implementation ignores the options; it suffices for resolvers without network and cache.
    ///
    /// # Errors
    /// Those of [`resolve`](Self::resolve).
    fn resolve_with(
        &self,
        did: &Did,
        options: &ResolutionOptions,
    ) -> impl Future<Output = Result<Resolution, ResolveError>> + Send {
        let _ = options;
        async move { Ok(Resolution::local(self.resolve(did).await?)) }
    }
}

/// Pointers to a resolver: references, `Box`, `Arc`.
impl<P: Deref<Target: Resolve> + Sync> Resolve for P {
    fn resolve_with(
        &self,
        did: &Did,
        options: &ResolutionOptions,
    ) -> impl Future<Output = Result<Resolution, ResolveError>> + Send {
        (**self).resolve_with(did, options)
    }
}

/// Resolves DIDs from supplied documents, and did:key DIDs of P-256, Ed25519 and secp256k1 keys from themselves, without
/// network access and clock.
///
/// ```
/// use agent_description::resolve::StaticResolver;
///
/// let did = "did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw".parse()?;
/// let resolved = StaticResolver::default().get(&did)?;
/// assert_eq!(resolved.get().verification_methods().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct StaticResolver {
    documents: HashMap<Did, Vec<u8>>,
}

impl StaticResolver {
    /// Supplies the document of `did`, to be parsed when it is resolved. Returns the one supplied before.
    pub fn insert(&mut self, did: Did, document: impl Into<Vec<u8>>) -> Option<Vec<u8>> {
        self.documents.insert(did, document.into())
    }

    /// Resolves `did` immediately.
    ///
    /// # Errors
    /// `net-offline` if its document was not supplied, `did-key-unsupported` for a key of another type, else those of
    /// [`DidDocument::parse_for`].
    pub fn get(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        match self.documents.get(did) {
            Some(bytes) => Ok(DidDocument::parse_for(did, bytes, &Limits::default())?),
            None if did.method() == DidMethod::Key => Ok(DidDocument::from_did_key(did, &Limits::default())?),
            None => Err(NetError::Offline { what: format!("the document of {did}") }.into()),
        }
    }
}

impl Resolve for StaticResolver {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.get(did)
    }
}
