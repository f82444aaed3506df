//! A `tower` layer that admits agents whose card or description verifies.

use super::{AgentError, AgentVerifier};
use crate::{AuthBody, AuthenticatedDid, problem::problem_response};
use agent_description::{
    CodedError,
    resolve::{PeerAddress, Resolve},
};
use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{Either, Full};
use std::{
    fmt,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};
use tower_layer::Layer;
use tower_service::Service;

/// Admits requests of agents whose card or description verifies; answers the others itself.
///
/// It belongs inside of [`AuthLayer`](crate::AuthLayer): without an [`AuthenticatedDid`] the response is 500, never a pass. The service finds the
/// agent in the request's extensions: [`VerifiedAgent`](super::VerifiedAgent).
///
/// | status | when |
/// |---|---|
/// | 403 | nothing is published for the DID, or it does not verify, or others signed it; `code` and `detail` give the reason |
/// | 503 | with `Retry-After`: the documents could not be fetched, or too many agents are verified at the same time |
#[derive(Debug)]
pub struct AgentLayer<R> {
    verifier: AgentVerifier<R>,
}

impl<R: Resolve + Send + 'static> AgentLayer<R> {
    /// The layer.
    #[must_use]
    pub fn new(verifier: AgentVerifier<R>) -> Self {
        Self { verifier }
    }
}

impl<R> Clone for AgentLayer<R> {
    fn clone(&self) -> Self {
        Self { verifier: self.verifier.clone() }
    }
}

impl<S, R> Layer<S> for AgentLayer<R> {
    type Service = AgentService<S, R>;

    fn layer(&self, inner: S) -> AgentService<S, R> {
        AgentService { inner, verifier: self.verifier.clone() }
    }
}

/// A service behind [`AgentLayer`].
pub struct AgentService<S, R> {
    inner: S,
    verifier: AgentVerifier<R>,
}

impl<S: Clone, R> Clone for AgentService<S, R> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone(), verifier: self.verifier.clone() }
    }
}

impl<S: fmt::Debug, R> fmt::Debug for AgentService<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentService").field("inner", &self.inner).finish_non_exhaustive()
    }
}

impl<S, R, B, O> Service<Request<B>> for AgentService<S, R>
where
    S: Service<Request<B>, Response = Response<O>> + Clone + Send + 'static,
    S::Future: Send,
    R: Resolve + Send + 'static,
    B: Send + 'static,
    O: 'static,
{
    type Response = Response<AuthBody<O>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        // the clone is not ready; the one that was asked is
        let clone = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, clone);
        let verifier = self.verifier.clone();
        Box::pin(async move {
            let Some(caller) = request.extensions().get::<AuthenticatedDid>().cloned() else {
                let detail = "the request is not authenticated: add AuthLayer around AgentLayer";
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                return Ok(problem_response(status, None, detail, None).map(Either::Left));
            };
            let peer = request.extensions().get::<PeerAddress>().copied();
            match verifier.verify(caller.did(), peer).await {
                Ok(agent) => {
                    request.extensions_mut().insert(agent);
                    Ok(inner.call(request).await?.map(Either::Right))
                }
                Err(error) => Ok(refusal(&error).map(Either::Left)),
            }
        })
    }
}

/// The response to an agent that is not admitted. Why a fetch failed is not said: that would let callers probe hosts through this server.
fn refusal(error: &AgentError) -> Response<Full<Bytes>> {
    let (unavailable, forbidden) = (StatusCode::SERVICE_UNAVAILABLE, StatusCode::FORBIDDEN);
    match error {
        AgentError::Unavailable { did, .. } => {
            let detail = format!("the card or description of {did} could not be fetched; try again later");
            problem_response(unavailable, None, &detail, Some(5))
        }
        AgentError::Busy => problem_response(unavailable, None, &error.to_string(), Some(1)),
        refused => problem_response(forbidden, Some(refused.code().as_str()), &refused.to_string(), None),
    }
}
