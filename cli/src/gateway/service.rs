//! The response about one request, and its line in the log.

use super::counters::GatewayCounters;
use crate::{caller_auth::Resolver, object, terminal::Terminal};
use adp_server::{
    AuthLayer, AuthService, TrustedProxies,
    agents::{AgentLayer, AgentService, VerifiedAgent},
};
use agent_description::{Timestamp, diagnostic::cut, did::Did, json::Json, resolve::PeerAddress};
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

/// Number of characters shown of a method and path.
const MAX_LINE_CHARS: usize = 200;

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
        let connected = request.extensions().get::<PeerAddress>().copied();
        let client = connected.map(|connected| self.proxies.client(connected, request.headers()));
        if let Some(client) = client {
            request.extensions_mut().insert(client);
        }
        let claimed = ClaimedDid::default();
        request.extensions_mut().insert(claimed.clone());
        // a query may contain credentials
        let line = cut(&format!("{} {}", request.method(), request.uri().path()), MAX_LINE_CHARS);
        let Ok(response) = self.service.clone().call(request).await;
        let (parts, body) = response.into_parts();
        // the responses of the checks are in memory
        let body = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        let problem: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
        let text = |member: &str| problem.get(member).and_then(|value| value.as_str());
        self.counters.count(parts.status.as_u16(), text("code").unwrap_or_default());
        let did = claimed.0.get().map(Did::as_str);
        let is_admitted = parts.status == StatusCode::OK;
        self.log(&LogLine {
            status: parts.status,
            client,
            request: &line,
            did: did.filter(|_| is_admitted),
            claimed_did: did.filter(|_| !is_admitted),
            code: text("code"),
            detail: text("detail"),
        });
        Response::from_parts(parts, Full::new(body))
    }

    /// A log that cannot be written does not end the service.
    fn log(&self, line: &LogLine<'_>) {
        let time = Timestamp::now().truncated_to_second().to_string();
        let client = line.client.map(|client| client.address().to_string());
        let _ = if self.json {
            let json: Json = object! {
                "time": time,
                "status": u32::from(line.status.as_u16()),
                "client": client,
                "request": line.request,
                "did": line.did,
                "claimed_did": line.claimed_did,
                "code": line.code,
                "detail": line.detail,
            }
            .into();
            self.terminal.data(format!("{}\n", json.to_compact()).as_bytes())
        } else {
            let claimed = line.claimed_did.map(|did| format!("claims {did}"));
            let words =
                [Some(line.status.as_str()), client.as_deref(), Some(line.request), line.did, claimed.as_deref()];
            let reason = line.code.or(line.detail);
            let words: Vec<&str> = words.into_iter().chain([reason]).flatten().collect();
            self.terminal.print(format_args!("{time} {}\n", words.join(" ")))
        };
    }
}

/// A response in the log.
struct LogLine<'a> {
    status: StatusCode,
    client: Option<PeerAddress>,
    /// Method and path.
    request: &'a str,
    /// The DID of an admitted agent.
    did: Option<&'a str>,
    /// The DID that a refused request names, unverified.
    claimed_did: Option<&'a str>,
    code: Option<&'a str>,
    detail: Option<&'a str>,
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
