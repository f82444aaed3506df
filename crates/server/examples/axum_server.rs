//! A service whose callers authenticate with the keys of their DIDs: axum behind `AuthLayer`.
//!
//! ```text
//! cargo run --release -p adp-server --example axum_server -- --audience https://hotel.example.com --listen 127.0.0.1:8080
//! ```
//!
//! | path | who |
//! |---|---|
//! | `GET /whoami` | whoever authenticates: tells the DID |
//! | `POST /orders` | whoever authenticates: takes an order |
//! | `POST /open` | everyone: the same work as `/orders`, without the check |
//! | `GET /replay-store` | everyone: how many nonces are remembered |
//!
//! DID documents are fetched over HTTPS from public hosts. `--did-documents FOLDER` gives the documents of DIDs that are not published
//! (`*.json`), for trying it on one machine: the bench `auth_load` makes such a folder.

use adp_server::{AuthLayer, AuthenticatedDid};
use agent_description::{
    Limits, Origin, SigningKey,
    auth::{AccessTokens, Authenticator, NonceIssuer, replay::MemoryReplayStore},
    did::{Did, DidDocument},
    key::KeyType,
    resolve::{
        Cached, HttpResolver, HttpsGet, PeerAddress, Resolution, ResolutionOptions, Resolve, ResolveError, Throttled,
    },
};
use axum::{
    Router,
    body::Bytes,
    extract::{ConnectInfo, Request},
    middleware::{self, Next},
    response::Response,
    routing::{get, post},
};
use std::{collections::HashMap, error::Error, fs, net::SocketAddr, sync::Arc};

/// Documents of a folder first, then the public web.
struct Known<R> {
    documents: HashMap<Did, Resolution>,
    others: R,
}

impl<R: Resolve> Resolve for Known<R> {
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        match self.documents.get(did) {
            Some(known) => Ok(known.clone()),
            None => self.others.resolve_with(did, options).await,
        }
    }
}

fn documents(folder: Option<&str>) -> Result<HashMap<Did, Resolution>, Box<dyn Error>> {
    let mut documents = HashMap::new();
    let Some(folder) = folder else { return Ok(documents) };
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let bytes = fs::read(&path)?;
            let json = agent_description::json::parse(&bytes, &Limits::default())?;
            let did: Did = json.get("id").and_then(|id| id.as_str()).unwrap_or_default().parse()?;
            let document = DidDocument::parse_for(&did, &bytes, &Limits::default())?;
            documents.insert(did, Resolution::local(document));
        }
    }
    Ok(documents)
}

async fn order(body: Bytes) -> String {
    format!("{{\"ordered\":{}}}", body.len())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).map(String::as_str)
    };
    let audience: Origin = option("--audience").unwrap_or("https://hotel.example.com").parse()?;
    let listen = option("--listen").unwrap_or("127.0.0.1:8080");
    let capacity = option("--capacity").map_or(Ok(MemoryReplayStore::CAPACITY), str::parse)?;
    let documents = documents(option("--did-documents"))?;
    eprintln!("{} DID documents at hand", documents.len());

    let store = Arc::new(MemoryReplayStore::new(capacity));
    let https = Cached::new(Throttled::new(HttpResolver::new(HttpsGet::builder().build())));
    let resolver = Known { documents, others: https };
    let mut authenticator = Authenticator::new(audience.clone(), resolver, Arc::clone(&store));
    authenticator.nonces = Some(NonceIssuer::generate()?);
    // a fleet has one key for all, from where its secrets are
    authenticator.tokens = Some(AccessTokens::new(audience, SigningKey::generate(KeyType::Ed25519)?)?);

    let app = Router::new()
        .route("/whoami", get(|who: AuthenticatedDid| async move { who.did().to_string() }))
        .route("/orders", post(order))
        .layer(AuthLayer::new(authenticator))
        // outside of it, so that it knows who makes it fetch; behind a proxy, the address that the proxy names
        .layer(middleware::from_fn(name_peer))
        .route("/open", post(order))
        .route("/replay-store", get(move || async move { store.key_count().to_string() }));
    let listener = tokio::net::TcpListener::bind(listen).await?;
    eprintln!("listening on {}", listener.local_addr()?);
    // a response is written in two pieces, head and body: the second would wait until the client acknowledges the first
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>()).await?;
    Ok(())
}

/// Tells the layer the address that a request came from: each address has a share of what strangers can make it fetch.
async fn name_peer(ConnectInfo(from): ConnectInfo<SocketAddr>, mut request: Request, next: Next) -> Response {
    request.extensions_mut().insert(PeerAddress::new(from.ip()));
    next.run(request).await
}
