//! The smallest service whose callers authenticate with the keys of their DIDs; docs/start/protect.md explains it.
#![allow(missing_docs, reason = "the page explains it")]

use adp_server::{AuthLayer, AuthenticatedDid};
use agent_description::{
    auth::{Authenticator, NonceIssuer, replay::MemoryReplayStore},
    resolve::StaticResolver,
};
use axum::{Router, routing::post};
use std::error::Error;

async fn order(caller: AuthenticatedDid) -> String {
    format!("ordered by {}\n", caller.did())
}

pub fn app(did_document: Vec<u8>) -> Result<Router, Box<dyn Error>> {
    // the only caller is on this machine; a public service uses `over_https`
    let mut callers = StaticResolver::default();
    callers.insert("did:wba:alice.example.com".parse()?, did_document);
    let origin = "https://shop.example.com".parse()?;
    let used_nonces = MemoryReplayStore::default();
    let mut authenticator = Authenticator::new(origin, callers, used_nonces);
    authenticator.nonces = Some(NonceIssuer::generate()?);
    Ok(Router::new().route("/orders", post(order)).layer(AuthLayer::new(authenticator)))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let app = app(std::fs::read("did.json")?)?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
    axum::serve(listener, app).await?;
    Ok(())
}
