//! The response about one request, and its line in the log.

use super::counters::GatewayCounters;
use crate::{object, terminal::Terminal};
use adp_server::{
    AuthLayer, AuthService, TrustedProxies,
    agents::{AgentLayer, AgentService, VerifiedAgent},
};
use agent_description::{
    Timestamp,
    did::Did,
    json::Json,
    resolve::{Cached, HttpResolver, PeerAddress, Throttled},
};
use http::{HeaderValue, Request, Response, StatusCode, request::Parts};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes};
use std::{
    convert::Infallible,
    error::Error,
    future::{Ready, ready},
    sync::{Arc, OnceLock},
    task::{Context, Poll},
};
use tower_layer::Layer;
use tower_service::Service;

type Resolver = Cached<Throttled<HttpResolver>>;

/// The DID that a request names, verified or not, for the log.
#[derive(Clone, Default)]
struct ClaimedDid(Arc<OnceLock<Did>>);

/// Notes the DID that a request names, and refuses nothing.
pub fn claimed(did: &Did, request: &Parts) -> Option<Response<Full<Bytes>>> {
    if let Some(claimed) = request.extensions.get::<ClaimedDid>() {
        let _ = claimed.0.set(did.clone());
    }
    None
}

/// The checks, the log and the counters.
pub struct GatewayService {
    service: AuthService<AgentService<Admitted, Resolver>, Resolver>,
    proxies: TrustedProxies,
    /// The log has one JSON object per line.
    json: bool,
    terminal: Terminal,
    counters: Arc<GatewayCounters>,
}

impl GatewayService {
    pub fn new(
        auth: &AuthLayer<Resolver>,
        agents: &AgentLayer<Resolver>,
        proxies: TrustedProxies,
        json: bool,
        counters: Arc<GatewayCounters>,
    ) -> Self {
        let service = auth.layer(agents.layer(Admitted));
        Self { service, proxies, json, terminal: Terminal::new(json), counters }
    }

    /// Says whether the request is from a verified agent.
    pub async fn answer<B>(self: Arc<Self>, mut request: Request<B>) -> Response<Full<Bytes>>
    where
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        if let Some(connected) = request.extensions().get::<PeerAddress>().copied() {
            let client = self.proxies.client(connected, request.headers());
            request.extensions_mut().insert(client);
        }
        let claimed = ClaimedDid::default();
        request.extensions_mut().insert(claimed.clone());
        // a query may contain credentials
        let line = format!("{} {}", request.method(), request.uri().path());
        let Ok(response) = self.service.clone().call(request).await;
        let (parts, body) = response.into_parts();
        // the parts of the checks are in memory
        let body = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        let problem: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
        let text = |member: &str| problem.get(member).and_then(|value| value.as_str()).unwrap_or_default();
        self.counters.count(parts.status.as_u16(), text("code"));
        self.log(parts.status, claimed.0.get(), &line, text("code"), text("detail"));
        Response::from_parts(parts, Full::new(body))
    }

    /// A log that cannot be written does not end the service.
    fn log(&self, status: StatusCode, did: Option<&Did>, line: &str, code: &str, detail: &str) {
        let (time, did) = (Timestamp::now().truncated_to_second(), did.map(Did::as_str));
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let _ = if self.json {
            let json: Json = object! {
                "time": time.to_string(),
                "status": u32::from(status.as_u16()),
                "request": line,
                "did": did,
                "code": given(code),
                "detail": given(detail),
            }
            .into();
            self.terminal.data(format!("{}\n", json.to_compact()).as_bytes())
        } else {
            let reason = if code.is_empty() { detail } else { code };
            let words = [time.to_string(), status.as_u16().to_string(), line.to_owned()];
            let rest = [did.unwrap_or("-"), reason].map(str::to_owned);
            let words: Vec<String> = words.into_iter().chain(rest).filter(|word| !word.is_empty()).collect();
            self.terminal.print(format_args!("{}\n", words.join(" ")))
        };
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
