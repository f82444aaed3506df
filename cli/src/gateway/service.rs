//! The response about one request, and its line in the log.

use crate::network::caller_auth::CallerResolver;
use adp_server::{
    AuthBody, AuthLayer, AuthService, ResponseCounters, TrustedProxies,
    access_log::{AccessDetails, AccessRecord},
    agents::{AgentLayer, AgentService, VerifiedAgent},
};
use agent_description::resolve::PeerAddress;
use http::{HeaderValue, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Body, Bytes};
use std::{
    convert::Infallible,
    error::Error,
    future::{Ready, ready},
    sync::Arc,
    task::{Context, Poll},
};
use tower_layer::Layer;
use tower_service::Service;

/// The response of the checks, or of what follows them.
type GatewayBody = AuthBody<AuthBody<Full<Bytes>>>;

/// The checks, the log and the counters.
pub struct GatewayService {
    service: AuthService<AgentService<Admitted, CallerResolver>, CallerResolver>,
    proxies: TrustedProxies,
    /// The log has one JSON object per line.
    json: bool,
    counters: Arc<ResponseCounters>,
}

impl GatewayService {
    pub fn new(
        auth: &AuthLayer<CallerResolver>,
        agents: &AgentLayer<CallerResolver>,
        proxies: TrustedProxies,
        json: bool,
        counters: Arc<ResponseCounters>,
    ) -> Self {
        let service = auth.layer(agents.layer(Admitted));
        Self { service, proxies, json, counters }
    }

    /// Says whether the request is from a verified agent.
    pub async fn answer<B>(self: Arc<Self>, mut request: Request<B>) -> Response<GatewayBody>
    where
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let connected = request.extensions().get::<PeerAddress>().copied();
        let client = connected.map(|connected| self.proxies.client(connected, request.headers()));
        if let Some(client) = client {
            request.extensions_mut().insert(client);
        }
        let record = AccessRecord::begin(&request, client);
        let Ok(response) = self.service.clone().call(request).await;
        let status = response.status();
        let mut details = response.extensions().get::<AccessDetails>().cloned().unwrap_or_default();
        if status != StatusCode::OK {
            // signed, but not admitted
            details.claimed_did = details.did.take().or(details.claimed_did);
        }
        self.counters.count(status.as_u16(), details.code.as_deref().unwrap_or_default());
        record.write(status, &details, self.json);
        response
    }
}

/// What follows the checks: the DID in a header.
#[derive(Clone, Copy, Debug)]
pub struct Admitted;

impl<B> Service<Request<B>> for Admitted {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Ready<Result<Response<Full<Bytes>>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let mut response = Response::new(Full::default());
        let agent = request.extensions().get::<VerifiedAgent>();
        match agent.and_then(|agent| HeaderValue::from_str(agent.did.as_str()).ok()) {
            Some(did) => {
                response.headers_mut().insert("x-agent-did", did);
            }
            // without a verified agent nothing is admitted
            None => *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR,
        }
        ready(Ok(response))
    }
}
