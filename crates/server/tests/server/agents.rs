//! Admission of agents whose card or description verifies: over real sockets, with a clock of the test's.

use adp_cards::{
    A2A_CARD,
    codes::{CARD_SIGNER_UNBOUND, JWS_MISSING},
};
use adp_fixtures::{
    callers::{Caller, at, bob, carol, options, service, signed_as},
    tls::{Answer, Authority, Server},
};
use adp_server::{
    AuthLayer,
    agents::{AgentError, AgentLayer, AgentSettings, AgentVerifier, VerifiedAgent},
};
use agent_description::{
    AgentDescription, Code, CodedError, Did, DidDocumentBuilder, Document, KeyType, Limits, SignOptions, Signer,
    SigningKey, Timestamp,
    auth::{Authenticator, replay::MemoryReplayStore},
    discovery::OriginPolicy,
    format::{ADP, ANP_07, DATA_INTEGRITY, Format, Options},
    resolve::{CacheSettings, Cached, Clock, ConnectTo, HttpResolver, HttpsGet},
};
use axum::{
    Router,
    http::{Response, StatusCode},
    routing::get,
};
use http_body_util::{BodyExt, Empty};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::sync::Semaphore;

const HOST: &str = "agent.example.com";
const OTHER: &str = "other.example.com";
const CARD: &str = "agent.example.com/.well-known/agent-card.json";
const OTHER_CARD: &str = "other.example.com/.well-known/agent-card.json";

/// A clock that the test moves.
#[derive(Clone)]
struct Hand(Arc<Mutex<Timestamp>>);

impl Hand {
    fn forward(&self, seconds: u64) {
        let mut now = self.0.lock().unwrap();
        *now = now.saturating_add(Duration::from_secs(seconds));
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
}

type Verifier = AgentVerifier<Cached<HttpResolver>>;

/// What two hosts publish; a test can change it.
#[derive(Clone, Default)]
struct Files(Arc<Mutex<HashMap<String, Answer>>>);

impl Files {
    fn put(&self, place: &str, text: &str) {
        let answer = Answer::status(200, &["content-type: application/json", "cache-control: max-age=300"], text);
        self.answer(place, answer);
    }

    fn answer(&self, place: &str, answer: Answer) {
        self.0.lock().unwrap().insert(place.to_owned(), answer);
    }
}

struct World {
    files: Files,
    clock: Hand,
    https: HttpsGet,
    resolver: Cached<HttpResolver>,
    server: Server,
}

impl World {
    /// With the DID documents of Bob and Carol.
    fn new() -> Self {
        let (files, authority) = (Files::default(), Authority::new());
        for caller in [bob(), carol()] {
            files.put(&place(&caller.did), &caller.document);
        }
        let served = files.clone();
        let server = Server::start(authority.issue(&[HOST, OTHER]), move |request| {
            let host = request.header("host").unwrap_or_default().split(':').next().unwrap_or_default();
            let place = format!("{host}{}", request.path());
            served.0.lock().unwrap().get(&place).cloned().unwrap_or_else(Answer::not_found)
        });
        let https = HttpsGet::builder()
            .add_roots_pem(authority.pem().as_bytes())
            .unwrap()
            .connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap())
            .connect_to(ConnectTo::new(OTHER, 443, server.address()).unwrap())
            .build();
        let clock = Hand(Arc::new(Mutex::new(at(1))));
        let resolver = Cached::with_settings(HttpResolver::new(https.clone()), CacheSettings::default(), clock.clone());
        Self { files, clock, https, resolver, server }
    }

    fn verifier(&self, settings: AgentSettings) -> Verifier {
        let formats: [&'static Format; 3] = [ADP, ANP_07, A2A_CARD];
        AgentVerifier::with_settings(self.resolver.clone(), self.https.clone(), &formats, settings, self.clock.clone())
    }

    /// How often a path was asked for.
    fn asked(&self, path: &str) -> usize {
        self.server.requests().iter().filter(|request| request.path() == path).count()
    }
}

/// Where a DID's document is, without `https://`.
fn place(did: &Did) -> String {
    did.location().unwrap()["https://".len()..].to_owned()
}

fn card(name: &str) -> Document {
    let text = format!(
        r#"{{"name": "{name}", "description": "Books rooms.", "version": "1.0.0", "capabilities": {{"streaming": true}},
        "supportedInterfaces": [{{"url": "https://agent.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}],
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
        "skills": [{{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["hotel"]}}]}}"#
    );
    Document::parse(text.as_bytes(), &Limits::default()).unwrap()
}

fn sign(document: &Document, format: &Format, signer: &dyn Signer) -> Document {
    let (proof, options) = (SignOptions::new(at(0)), Options::at(at(0)));
    format.sign(document, signer, &proof, &options).unwrap_or_else(|error| panic!("{error}")).document
}

fn signed_card(signer: &dyn Signer) -> String {
    sign(&card("Rooms"), A2A_CARD, signer).source().to_owned()
}

/// A description of this DID.
fn signed_description(did: &Did, signer: &dyn Signer) -> String {
    let description = AgentDescription::builder().name("Rooms").did(did).build().unwrap().to_document().unwrap();
    sign(&description, ADP, signer).source().to_owned()
}

/// A caller whose DID document names a description.
fn describing(path: &str, secret: u8, url: &str) -> Caller {
    let caller = Caller::plain(path, secret);
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[secret; 32]).unwrap();
    let builder = DidDocumentBuilder::new(caller.did.clone(), key.verifying_key()).agent_description(url);
    Caller { document: builder.build().unwrap().source().to_owned(), ..caller }
}

async fn code_of(verifier: &Verifier, did: &Did) -> Option<Code> {
    verifier.verify(did, None).await.err().map(|error| error.code())
}

/// A service that tells which agent called, and its response to a signed request.
async fn ask(world: &World, verifier: &Verifier, caller: &Caller, nonce: &str) -> Response<String> {
    let tell = |agent: VerifiedAgent| async move { format!("{} {} {}", agent.did, agent.format, agent.url) };
    let authenticator = Authenticator::new(service(), world.resolver.clone(), MemoryReplayStore::new(1000));
    let router = Router::new()
        .route("/rooms", get(tell))
        .layer(AgentLayer::new(verifier.clone()))
        .layer(AuthLayer::with_clock(authenticator, world.clock.clone()));
    let parts = signed_as(&caller.signer, "GET", "/rooms", b"", &options(nonce, world.clock.now()));
    call(router, parts).await
}

async fn call(mut router: Router, parts: axum::http::request::Parts) -> Response<String> {
    let request = axum::extract::Request::from_parts(parts, axum::body::Body::new(Empty::new()));
    let response = tower_service::Service::call(&mut router, request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    Response::from_parts(parts, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_is_admitted_by_its_card_or_its_description() {
    let world = World::new();
    let verifier = world.verifier(AgentSettings::default());
    world.files.put(CARD, &signed_card(&bob().signer));
    let response = ask(&world, &verifier, &bob(), "a").await;
    assert_eq!(response.status(), StatusCode::OK, "{response:?}");
    assert_eq!(*response.body(), format!("{} a2a-card https://{CARD}", bob().did));
    // kept: nothing is fetched again
    assert_eq!(ask(&world, &verifier, &bob(), "b").await.status(), 200);
    assert_eq!(world.asked("/.well-known/agent-card.json"), 1);

    let dora = describing("dora", 4, "https://agent.example.com/dora/ad.json");
    world.files.put(&place(&dora.did), &dora.document);
    world.files.put("agent.example.com/dora/ad.json", &signed_description(&dora.did, &dora.signer));
    let response = ask(&world, &verifier, &dora, "c").await;
    assert_eq!(*response.body(), format!("{} adp https://agent.example.com/dora/ad.json", dora.did));
    assert_eq!(verifier.kept(), (2, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_verify_or_is_not_the_agents_own_is_refused() {
    let world = World::new();
    let verifier = world.verifier(AgentSettings::default());
    // nothing is published
    let response = ask(&world, &verifier, &bob(), "a").await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    assert_eq!(response.headers()["cache-control"], "no-store");
    let problem: serde_json::Value = serde_json::from_str(response.body()).unwrap();
    assert_eq!(problem["code"], "not-found");
    assert!(problem["detail"].as_str().unwrap().ends_with(&format!("at https://{CARD}")), "{problem}");

    let signed = signed_card(&bob().signer);
    let dora = Caller::plain("dora", 4);
    world.files.put(&place(&dora.did), &dora.document);
    let elsewhere = Caller::plain_at(OTHER, "bob", 2);
    world.files.put(&place(&elsewhere.did), &elsewhere.document);
    let unsigned = card("Rooms").source().to_owned();
    let object = Document::parse(b"{\"a\": 1}", &Limits::default()).unwrap();
    for (text, code) in [
        (unsigned.clone(), JWS_MISSING),
        (signed.replace("Books rooms.", "Books suites."), Code::JWS_SIGNATURE),
        (signed_card(&bob().forger()), Code::JWS_SIGNATURE),
        // another agent of the same host, whose signature is good
        (signed_card(&carol().signer), Code::PROOF_SIGNER_NOT_SUBJECT),
        // a DID of another host, whose key is the same
        (signed_card(&elsewhere.signer), CARD_SIGNER_UNBOUND),
        // a description of another agent, which verifies
        (signed_description(&dora.did, &dora.signer), Code::PROOF_SIGNER_NOT_SUBJECT),
        ("[]".to_owned(), Code::DOCUMENT_SHAPE),
        ("{\"name\": 1}".to_owned(), Code::FORMAT_UNKNOWN),
        // an object of no format that he signed
        (sign(&object, DATA_INTEGRITY, &bob().signer).source().to_owned(), Code::PROOF_SIGNER_NOT_SUBJECT),
    ] {
        world.files.put(CARD, &text);
        verifier.forget(&bob().did);
        assert_eq!(code_of(&verifier, &bob().did).await, Some(code), "{text}");
    }
    assert_eq!(verifier.kept(), (0, 1));

    // a DID document that leads to another origin is not followed, whoever signed there
    let frank = describing("frank", 6, "https://other.example.com/frank.json");
    world.files.put(&place(&frank.did), &frank.document);
    world.files.put("other.example.com/frank.json", &signed_description(&frank.did, &frank.signer));
    world.files.put(CARD, &unsigned);
    assert_eq!(code_of(&verifier, &frank.did).await, Some(JWS_MISSING));
    assert_eq!(world.asked("/frank.json"), 0);
    let mut settings = AgentSettings::default();
    settings.origins = OriginPolicy::AnyHttps;
    assert_eq!(code_of(&world.verifier(settings), &frank.did).await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_key_is_refused_at_the_next_refresh() {
    let world = World::new();
    let verifier = world.verifier(AgentSettings::default());
    world.files.put(CARD, &signed_card(&bob().signer));
    assert_eq!(code_of(&verifier, &bob().did).await, None);

    // Bob's old key was stolen, and his DID document has another one
    let renewed = Caller::plain("bob", 22);
    world.files.put(&place(&bob().did), &renewed.document);
    world.clock.forward(299);
    assert_eq!(code_of(&verifier, &bob().did).await, None);
    assert_eq!(world.asked("/bob/did.json"), 1);
    // five minutes after the fetch of the document, whatever its server says of caching
    world.clock.forward(1);
    let response = ask(&world, &verifier, &renewed, "a").await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    assert!(response.body().contains("\"code\":\"jws-signature\""), "{response:?}");
    assert_eq!(verifier.kept(), (0, 1));

    // signed again: a refusal is repeated for half a minute, and no longer
    world.files.put(CARD, &signed_card(&renewed.signer));
    world.clock.forward(29);
    assert_eq!(code_of(&verifier, &bob().did).await, Some(Code::JWS_SIGNATURE));
    world.clock.forward(1);
    assert_eq!(ask(&world, &verifier, &renewed, "b").await.status(), 200);

    // a DID that is deactivated, and a card that is withdrawn
    world.files.answer(CARD, Answer::not_found());
    world.clock.forward(300);
    assert_eq!(code_of(&verifier, &bob().did).await, Some(Code::NOT_FOUND));
    world.files.put(CARD, &signed_card(&renewed.signer));
    let deactivated = renewed.document.replacen('{', "{\"deactivated\": true,", 1);
    world.files.put(&place(&bob().did), &deactivated);
    verifier.forget(&bob().did);
    world.clock.forward(300);
    assert_eq!(code_of(&verifier, &bob().did).await, Some(Code::DID_DEACTIVATED));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_that_was_kept_long_ago_is_not_relied_on() {
    let world = World::new();
    let verifier = world.verifier(AgentSettings::default());
    // the authenticator has the DID document in its cache, and its key changes
    ask(&world, &verifier, &bob(), "a").await;
    let renewed = Caller::plain("bob", 22);
    world.files.put(&place(&bob().did), &renewed.document);
    world.files.put(CARD, &signed_card(&bob().signer));
    world.clock.forward(200);
    let mut settings = AgentSettings::default();
    settings.fresh_for = Duration::from_secs(100);
    assert_eq!(code_of(&world.verifier(settings), &bob().did).await, Some(Code::JWS_SIGNATURE));
    // with five minutes, it lasts until five minutes after its fetch
    let admitted = world.verifier(AgentSettings::default());
    world.resolver.clear();
    world.files.put(&place(&bob().did), &bob().document);
    let agent = admitted.verify(&bob().did, None).await.unwrap();
    assert_eq!(agent.fresh_until, at(1 + 200 + 300));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_expired_signature_ends_the_admission() {
    let world = World::new();
    let verifier = world.verifier(AgentSettings::default());
    let dora = describing("dora", 4, "https://agent.example.com/dora/ad.json");
    world.files.put(&place(&dora.did), &dora.document);
    let description = AgentDescription::builder().name("Rooms").did(&dora.did).build().unwrap().to_document().unwrap();
    let proof = SignOptions::new(at(0)).expires(at(100));
    let signed = ADP.sign(&description, &dora.signer, &proof, &Options::at(at(0))).unwrap().document;
    world.files.put("agent.example.com/dora/ad.json", signed.source());
    assert_eq!(verifier.verify(&dora.did, None).await.unwrap().fresh_until, at(100));
    world.clock.forward(100);
    assert_eq!(code_of(&verifier, &dora.did).await, Some(Code::PROOF_EXPIRED));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_fetched_admits_nobody_and_tells_nothing() {
    let world = World::new();
    let verifier = world.verifier(AgentSettings::default());
    for answer in [Answer::status(500, &[], ""), Answer::status(302, &["location: https://192.168.0.1/"], "")] {
        world.files.answer(CARD, answer);
        verifier.forget(&bob().did);
        let response =
            ask(&world, &verifier, &bob(), &format!("n{}", world.asked("/.well-known/agent-card.json"))).await;
        assert_eq!((response.status().as_u16(), &response.headers()["retry-after"]), (503, &"5".parse().unwrap()));
        assert!(!response.body().contains("net-") && !response.body().contains("30"), "{response:?}");
    }
    world.files.put(CARD, &signed_card(&bob().signer));
    world.clock.forward(4);
    let undecided = verifier.verify(&bob().did, None).await.unwrap_err();
    assert!(undecided.is_temporary(), "{undecided}");
    world.clock.forward(1);
    assert_eq!(code_of(&verifier, &bob().did).await, None);
    // an agent that was admitted is not admitted either, as soon as its documents cannot be fetched
    world.files.answer(&place(&bob().did), Answer::status(503, &[], ""));
    world.clock.forward(300);
    assert!(verifier.verify(&bob().did, None).await.unwrap_err().is_temporary());
    assert_eq!(verifier.kept(), (1, 1));
    world.files.put(&place(&bob().did), &bob().document);
    world.clock.forward(30);
    assert_eq!(code_of(&verifier, &bob().did).await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn verdicts_are_kept_within_bounds() {
    let world = World::new();
    let mut settings = AgentSettings::default();
    (settings.max_agents, settings.max_refusals) = (2, 3);
    let verifier = world.verifier(settings);
    let agents: Vec<Caller> = (0..4)
        .map(|number| {
            let path = format!("agent-{number}");
            let agent = describing(&path, 40 + number, &format!("https://{HOST}/{path}/ad.json"));
            world.files.put(&place(&agent.did), &agent.document);
            world.files.put(&format!("{HOST}/{path}/ad.json"), &signed_description(&agent.did, &agent.signer));
            agent
        })
        .collect();
    for agent in &agents {
        assert_eq!(code_of(&verifier, &agent.did).await, None);
        world.clock.forward(1);
    }
    assert_eq!(verifier.kept(), (2, 0));
    // the two of last are kept, also when many others are refused
    for number in 0..10 {
        let stranger = Caller::plain(&format!("stranger-{number}"), 60 + number);
        world.files.put(&place(&stranger.did), &stranger.document);
        assert_eq!(code_of(&verifier, &stranger.did).await, Some(Code::NOT_FOUND));
    }
    assert_eq!(verifier.kept(), (2, 3));
    let before = world.server.requests().len();
    for agent in &agents[2..] {
        assert_eq!(code_of(&verifier, &agent.did).await, None);
    }
    assert_eq!(world.server.requests().len(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_of_one_agent_are_one_verification() {
    let world = World::new();
    let (verifier, gate) = (world.verifier(AgentSettings::default()), Arc::new(Semaphore::new(0)));
    world.files.answer(CARD, Answer::default().once_let_through(&gate).send(http_ok(&signed_card(&bob().signer))));
    let waiting: Vec<_> = (0..50)
        .map(|_| {
            let verifier = verifier.clone();
            tokio::spawn(async move { verifier.verify(&bob().did, None).await.map(|agent| agent.did.clone()) })
        })
        .collect();
    until(|| world.asked("/.well-known/agent-card.json") == 1).await;
    // those who began it go away: it goes on without them
    for (number, request) in waiting.iter().enumerate() {
        if number < 25 {
            request.abort();
        }
    }
    gate.add_permits(50);
    for (number, request) in waiting.into_iter().enumerate() {
        if number >= 25 {
            assert_eq!(request.await.unwrap(), Ok(bob().did));
        }
    }
    assert_eq!(world.asked("/.well-known/agent-card.json"), 1);
    assert_eq!(verifier.kept(), (1, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_has_so_many_turns_and_unknown_agents_take_none_of_known_ones() {
    let world = World::new();
    let mut settings = AgentSettings::default();
    (settings.at_once, settings.at_once_per_host, settings.wait) = (2, 2, Duration::from_secs(2));
    settings.max_waiting = 4;
    let verifier = world.verifier(settings);
    let erin = Caller::plain_at(OTHER, "erin", 5);
    world.files.put(&place(&erin.did), &erin.document);
    world.files.put(OTHER_CARD, &signed_card(&erin.signer));
    assert_eq!(code_of(&verifier, &erin.did).await, None);

    // the card of the first host never comes
    let gate = Arc::new(Semaphore::new(0));
    world.files.answer(CARD, Answer::default().once_let_through(&gate));
    let strangers: Vec<_> = (0..4)
        .map(|number| {
            let stranger = Caller::plain(&format!("stranger-{number}"), 60 + number);
            world.files.put(&place(&stranger.did), &stranger.document);
            let verifier = verifier.clone();
            tokio::spawn(async move { verifier.verify(&stranger.did, None).await.map(|_| ()) })
        })
        .collect();
    until(|| world.asked("/.well-known/agent-card.json") == 3).await;
    // as many wait as may
    assert!(matches!(verifier.verify(&carol().did, None).await, Err(AgentError::Busy)));
    // and an agent that is known is verified again meanwhile
    world.clock.forward(300);
    assert_eq!(code_of(&verifier, &erin.did).await, None);
    let mut busy = 0;
    for stranger in strangers {
        if let Ok(verdict) = tokio::time::timeout(Duration::from_secs(3), stranger).await {
            assert_eq!(verdict.unwrap(), Err(AgentError::Busy));
            busy += 1;
        }
    }
    assert_eq!(busy, 2);
    assert_eq!(world.asked("/.well-known/agent-card.json"), 4);
    gate.add_permits(10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_route_without_its_layers_is_500_and_never_a_pass() {
    let world = World::new();
    let tell = |agent: VerifiedAgent| async move { agent.did.to_string() };
    let parts = || signed_as(&bob().signer, "GET", "/rooms", b"", &options("n", at(0)));
    let alone = Router::new().route("/rooms", get(|| async { "in" }));
    let alone = alone.layer(AgentLayer::new(world.verifier(AgentSettings::default())));
    let response = call(alone, parts()).await;
    assert_eq!(response.status(), 500);
    assert!(response.body().contains("AuthLayer"), "{response:?}");
    let response = call(Router::new().route("/rooms", get(tell)), parts()).await;
    assert_eq!(response.status(), 500);
    assert!(response.body().contains("`AgentLayer`"), "{response:?}");
}

fn http_ok(body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 x\r\nconnection: close\r\ncontent-length: {length}\r\ncontent-type: application/json\r\n\r\n{body}"
    )
}

async fn until(is_so: impl Fn() -> bool) {
    for _ in 0..500 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it did not come to that within 10 s");
}
