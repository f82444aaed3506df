//! The service that the layers of this crate put before another one.

use bytes::Bytes;
use http::{Request, Response, response};
use http_body_util::{Either, Full};
use std::{
    fmt,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};
use tower_service::Service;

/// The check that a request must pass before it reaches the service.
pub trait Gate<B>: Clone + Send + 'static {
    /// The body that the service receives.
    type Body: Send;

    /// The request for the service, or the response to a refused one.
    fn admit(self, request: Request<B>) -> impl Future<Output = GateResult<Self::Body>> + Send;
}

/// A request and what completes the head of its response, or the response to a refused one.
pub type GateResult<B> = Result<(Request<B>, Box<dyn FnOnce(&mut response::Parts) + Send>), Response<Full<Bytes>>>;

/// A service behind a layer of this crate.
#[derive(Clone)]
pub struct Gated<S, G> {
    inner: S,
    gate: G,
}

impl<S, G> Gated<S, G> {
    pub(crate) fn new(inner: S, gate: G) -> Self {
        Self { inner, gate }
    }
}

impl<S: fmt::Debug, G> fmt::Debug for Gated<S, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gated").field("inner", &self.inner).finish_non_exhaustive()
    }
}

/// The body of a response: the layer's own, or the service's.
pub type AuthBody<B> = Either<Full<Bytes>, B>;

impl<S, G, B, O> Service<Request<B>> for Gated<S, G>
where
    G: Gate<B>,
    S: Service<Request<G::Body>, Response = Response<O>> + Clone + Send + 'static,
    S::Future: Send,
    B: Send + 'static,
    O: 'static,
{
    type Response = Response<AuthBody<O>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        // the clone is not ready; the original is
        let clone = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, clone);
        let gate = self.gate.clone();
        Box::pin(async move {
            let (request, complete) = match gate.admit(request).await {
                Ok(admitted) => admitted,
                Err(refusal) => return Ok(refusal.map(Either::Left)),
            };
            let (mut parts, body) = inner.call(request).await?.into_parts();
            complete(&mut parts);
            Ok(Response::from_parts(parts, Either::Right(body)))
        })
    }
}
