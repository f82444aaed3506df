//! Requests per second of a service with `AgentLayer` and a warm cache, as a ratio to the same service without the layer.
//!
//! ```text
//! cargo bench -p adp-server --bench agent_load -- [AGENTS] [REQUESTS] [ROUNDS]
//! ```
//!
//! Both services are called in one process, without sockets, and both authenticate each request by its access token. Rounds alternate.

use adp_cards::A2A_CARD;
use adp_fixtures::{
    callers::{Caller, at, options, service, signed_as},
    tls::{Answer, Authority, Server},
};
use adp_server::{
    AuthLayer,
    agents::{AgentLayer, AgentSettings, AgentVerifier},
};
use agent_description::{
    Document, KeyType, Limits, SignOptions, SigningKey, Timestamp,
    auth::{AccessTokens, AuthenticationInfo, Authenticator, replay::MemoryReplayStore},
    format::Options,
    resolve::{CacheSettings, Cached, Clock, ConnectTo, HttpResolver, HttpsGet},
};
use axum::{Router, body::Body, extract::Request, http::request::Parts, routing::get};
use std::{collections::HashMap, error::Error, time::Instant};
use tower_service::Service;

const CARD: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0", "capabilities": {"streaming": true},
    "supportedInterfaces": [{"url": "https://agent.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
    "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
    "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["hotel"]}]}"#;

/// The time at which all signatures of this program are valid.
#[derive(Clone, Copy)]
struct Fixed;

impl Clock for Fixed {
    fn now(&self) -> Timestamp {
        at(1)
    }
}

/// The agents' documents: each signs a card at a host of its own.
fn publish(agents: &[Caller]) -> Result<(Server, HttpsGet), Box<dyn Error>> {
    let (authority, mut files, mut hosts) = (Authority::new(), HashMap::new(), Vec::new());
    for agent in agents {
        let card = Document::parse(CARD.as_bytes(), &Limits::default())?;
        let signed = A2A_CARD.sign(&card, &agent.signer, &SignOptions::new(at(0)), &Options::at(at(0)));
        let host = agent.did.host().ok_or("a host")?.to_owned();
        let card = signed.map_err(|error| error.to_string())?.document.source().to_owned();
        files.insert(format!("https://{host}/.well-known/agent-card.json"), card);
        files.insert(agent.did.location().ok_or("a location")?, agent.document.clone());
        hosts.push(host);
    }
    let names: Vec<&str> = hosts.iter().map(String::as_str).collect();
    let server = Server::start(authority.issue(&names), move |request| {
        let url = format!("https://{}{}", request.header("host").unwrap_or_default(), request.path());
        files.get(&url).map_or_else(Answer::not_found, Answer::json)
    });
    let mut https = HttpsGet::builder().add_roots_pem(authority.pem().as_bytes())?;
    for host in hosts {
        https = https.connect_to(ConnectTo::new(&host, 443, server.address())?);
    }
    Ok((server, https.build()))
}

async fn call(router: &mut Router, parts: &Parts) -> Result<axum::response::Response, Box<dyn Error>> {
    let response = router.call(Request::from_parts(parts.clone(), Body::empty())).await?;
    if response.status() == 200 { Ok(response) } else { Err(format!("{response:?}").into()) }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let number = |at: usize, default: usize| std::env::args().nth(at).map_or(Ok(default), |text| text.parse());
    let (agents, requests, rounds) = (number(1, 50)?, number(2, 20_000)?, number(3, 9)?);
    let agents: Vec<Caller> = (1..=agents)
        .map(|n| Caller::plain_at(&format!("agent{n}.example.com"), "a", u8::try_from(n % 250 + 1).unwrap_or(1)))
        .collect();
    let (_server, https) = publish(&agents)?;
    let resolver = Cached::with_settings(HttpResolver::new(https.clone()), CacheSettings::default(), Fixed);
    let authenticator = || -> Result<_, Box<dyn Error>> {
        let tokens = AccessTokens::new(service(), SigningKey::from_secret_bytes(KeyType::Ed25519, &[50; 32])?)?;
        let mut authenticator = Authenticator::new(service(), resolver.clone(), MemoryReplayStore::default());
        authenticator.tokens = Some(tokens);
        Ok(authenticator)
    };
    let verifier = AgentVerifier::with_settings(resolver.clone(), https, &[A2A_CARD], AgentSettings::default(), Fixed);
    let answer = || Router::new().route("/rooms", get(|| async { "in" }));
    let mut without = answer().layer(AuthLayer::with_clock(authenticator()?, Fixed));
    let mut with =
        answer().layer(AgentLayer::new(verifier.clone())).layer(AuthLayer::with_clock(authenticator()?, Fixed));

    let (mut tokens, began) = (Vec::new(), Instant::now());
    for agent in &agents {
        let signed = signed_as(&agent.signer, "GET", "/rooms", b"", &options("n", at(0)));
        let response = call(&mut with, &signed).await?;
        let token = AuthenticationInfo::parse(response.headers()).ok_or("no token")?;
        let mut parts = adp_fixtures::callers::request("GET", "/rooms");
        parts.headers.insert("authorization", token.to_authorization().ok_or("a token")?);
        tokens.push(parts);
    }
    println!("{} agents verified for the first time in {:?}", verifier.kept().0, began.elapsed());

    let mut ratios = Vec::new();
    // the first round is not counted: it warms up the processor's caches
    for round in 0..=rounds {
        let mut rates = [0.0; 2];
        for service in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
            let router = if service == 0 { &mut without } else { &mut with };
            let began = Instant::now();
            for parts in tokens.iter().cycle().take(requests) {
                call(router, parts).await?;
            }
            rates[service] = requests as f64 / began.elapsed().as_secs_f64();
        }
        if round == 0 {
            continue;
        }
        println!("without {:.0}/s, with {:.0}/s, ratio {:.3}", rates[0], rates[1], rates[1] / rates[0]);
        ratios.push(rates[1] / rates[0]);
    }
    ratios.sort_by(f64::total_cmp);
    println!("ratio: best {:.3}, median {:.3}", ratios[ratios.len() - 1], ratios[ratios.len() / 2]);
    Ok(())
}
