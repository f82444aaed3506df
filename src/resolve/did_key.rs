//! Resolution of did:key from the DID alone.

use super::{Resolve, ResolveError};
use crate::{
    Limits,
    did::{Did, DidDocument, Resolved},
};

/// Resolves did:key DIDs of P-256, Ed25519 and secp256k1 keys: without network, documents or clock.
///
/// ```
/// use agent_description::resolve::DidKeyResolver;
/// let did = "did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw".parse()?;
/// let resolved = DidKeyResolver::new().get(&did)?;
/// assert_eq!(resolved.get().verification_methods().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DidKeyResolver {
    limits: Limits,
}

impl DidKeyResolver {
    /// Creates a resolver with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a resolver with these limits.
    #[cfg(feature = "resolver")]
    pub(super) fn with_limits(limits: Limits) -> Self {
        Self { limits }
    }

    /// Resolves `did` immediately.
    ///
    /// # Errors
    /// `did-method-unsupported` for other DIDs; `did-key-unsupported` unless the key is a P-256, Ed25519 or secp256k1
    /// key.
    pub fn get(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        Ok(DidDocument::from_did_key(did, &self.limits)?)
    }
}

impl Resolve for DidKeyResolver {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.get(did)
    }
}
