//! A `tower` layer that admits agents whose card or description verifies.

use super::{AgentError, AgentVerifier};
use crate::{
    AuthenticatedDid,
    gated::{Gate, GateResult, Gated},
    problem::problem_response,
};
use agent_description::{
    CodedError,
    resolve::{PeerAddress, Resolve},
};
use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::Full;
use tower_layer::Layer;

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
        Gated::new(inner, self.verifier.clone())
    }
}

/// A service behind [`AgentLayer`].
pub type AgentService<S, R> = Gated<S, AgentVerifier<R>>;

impl<R: Resolve + Send + 'static, B: Send + 'static> Gate<B> for AgentVerifier<R> {
    type Body = B;

    async fn admit(self, mut request: Request<B>) -> GateResult<B> {
        let Some(caller) = request.extensions().get::<AuthenticatedDid>().cloned() else {
            let detail = "the request is not authenticated: add AuthLayer around AgentLayer";
            return Err(problem_response(StatusCode::INTERNAL_SERVER_ERROR, None, detail, None));
        };
        let peer = request.extensions().get::<PeerAddress>().copied();
        let agent = self.verify(caller.did(), peer).await.map_err(|error| refusal(&error))?;
        request.extensions_mut().insert(agent);
        Ok((request, Box::new(|_| {})))
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
