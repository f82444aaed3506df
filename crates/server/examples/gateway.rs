//! Decides which requests come from agents whose card or description verifies; docs/guides/gateway.md explains it.
#![allow(missing_docs, reason = "the page explains it")]

use adp_cards::A2A_CARD;
use adp_server::{
    AuthLayer,
    agents::{AgentLayer, AgentVerifier, VerifiedAgent},
};
use agent_description::{
    KeyType, Origin, SigningKey, Timestamp,
    auth::{AccessTokens, Authenticator, NonceIssuer, replay::MemoryReplayStore},
    format::{ADP, ANP_07},
    resolve::{Cached, HttpResolver, HttpsGet, Resolve, Throttled},
};
use axum::Router;
use std::error::Error;

async fn admit(agent: VerifiedAgent) -> [(&'static str, String); 1] {
    [("x-agent-did", agent.did.to_string())]
}

pub fn app<R>(service: Origin, dids: R, https: HttpsGet) -> Result<Router, Box<dyn Error>>
where
    R: Resolve + Clone + Send + 'static,
{
    let token_key = SigningKey::generate(KeyType::Ed25519)?;
    let mut authenticator = Authenticator::new(service.clone(), dids.clone(), MemoryReplayStore::default());
    authenticator.nonces = Some(NonceIssuer::generate()?);
    authenticator.tokens = Some(AccessTokens::new(service, token_key)?);
    authenticator.started = Some(Timestamp::now());
    let verifier = AgentVerifier::new(dids, https, &[ADP, ANP_07, A2A_CARD]);
    // the layer that is added last is the first to see a request
    Ok(Router::new().fallback(admit).layer(AgentLayer::new(verifier)).layer(AuthLayer::new(authenticator)))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let https = HttpsGet::builder().build();
    let dids = Cached::new(Throttled::new(HttpResolver::new(https.clone())));
    let app = app("https://api.example.com".parse()?, dids, https)?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:9000").await?;
    axum::serve(listener, app).await?;
    Ok(())
}
