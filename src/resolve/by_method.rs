//! A resolver for each DID method.

use super::{Resolution, ResolutionOptions, Resolve, ResolveError};
use crate::did::{Did, DidDocument, DidError, DidMethod, Resolved};
use std::{collections::HashMap, fmt, future::Future, pin::Pin, sync::Arc};

type Resolving<'a> = Pin<Box<dyn Future<Output = Result<Resolution, ResolveError>> + Send + 'a>>;

/// A type-erased resolver. Cheap to clone.
#[derive(Clone)]
pub struct AnyResolver {
    resolver: Arc<dyn Erased>,
}

/// [`Resolve`] with a boxed future.
trait Erased: Send + Sync {
    fn resolve_boxed<'a>(&'a self, did: &'a Did, options: &'a ResolutionOptions) -> Resolving<'a>;
}

impl<R: Resolve + Send> Erased for R {
    fn resolve_boxed<'a>(&'a self, did: &'a Did, options: &'a ResolutionOptions) -> Resolving<'a> {
        Box::pin(self.resolve_with(did, options))
    }
}

impl AnyResolver {
    /// Wraps a resolver.
    #[must_use]
    pub fn new(resolver: impl Resolve + Send + 'static) -> Self {
        Self { resolver: Arc::new(resolver) }
    }
}

impl Resolve for AnyResolver {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        Ok(self.resolve_with(did, &ResolutionOptions::new()).await?.into_document())
    }

    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        self.resolver.resolve_boxed(did, options).await
    }
}

impl fmt::Debug for AnyResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyResolver")
    }
}

/// Selects a resolver by DID method; a method without one is `did-method-unsupported`.
#[derive(Clone, Debug, Default)]
pub struct ByMethod {
    resolvers: HashMap<DidMethod, AnyResolver>,
}

impl ByMethod {
    /// Creates a resolver without methods.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the resolver of a method.
    #[must_use]
    pub fn with(mut self, method: DidMethod, resolver: impl Resolve + Send + 'static) -> Self {
        self.resolvers.insert(method, AnyResolver::new(resolver));
        self
    }
}

impl Resolve for ByMethod {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        Ok(self.resolve_with(did, &ResolutionOptions::new()).await?.into_document())
    }

    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        match self.resolvers.get(&did.method()) {
            Some(resolver) => resolver.resolve_with(did, options).await,
            None => Err(DidError::MethodUnsupported { method: did.method().to_string() }.into()),
        }
    }
}
