//! The layer under a real axum, over real sockets: who gets through, what the others are told, what nobody can make it wait for.

use adp_fixtures::callers::{self, *};
use adp_server::{AuthLayer, AuthenticatedDid};
use agent_description::{
    KeyType, Limits, SigningKey, Timestamp,
    auth::{
        AccessTokens, AuthenticationInfo, Authenticator, DidWbaChallenge, NonceIssuer,
        replay::{MemoryReplayStore, Recording, Replay, ReplayKey, ReplayStore},
    },
    did::{Did, DidDocument, Resolved},
    resolve::{Clock, NetError, PeerAddress, Phase, Resolution, ResolutionOptions, Resolve, ResolveError},
};
use axum::{
    Router,
    body::Bytes,
    extract::{ConnectInfo, Request},
    http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, request::Parts},
    middleware::{Next, from_fn},
    routing::{get, post},
};
use std::{
    future::ready,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const BODY: &[u8] = b"{\"room\":101}";

struct Fixed(Timestamp);

impl Clock for Fixed {
    fn now(&self) -> Timestamp {
        self.0
    }
}

fn layer<R: Resolve>(authenticator: Authenticator<R>) -> AuthLayer<R> {
    AuthLayer::with_clock(authenticator, Fixed(at(1)))
}

/// A service on a socket of this machine, and how often its handlers were called.
struct Running {
    address: SocketAddr,
    calls: Arc<AtomicUsize>,
}

impl Running {
    async fn behind<R: Resolve + Send + Sync + 'static>(layer: AuthLayer<R>) -> Self {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let router = Router::new()
            .route(
                "/orders",
                post(move |who: AuthenticatedDid, body: Bytes| {
                    counted.fetch_add(1, Ordering::SeqCst);
                    async move { format!("{} {} {}", who.did(), who.form, String::from_utf8_lossy(&body)) }
                })
                .get(|who: AuthenticatedDid| async move { who.key_id.to_string() }),
            )
            .route("/public", get(|| async { ([("cache-control", "public, max-age=60")], "public") }))
            .layer(layer);
        Self { address: serve(router).await, calls }
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    async fn send(&self, parts: &Parts, body: &[u8]) -> Response<String> {
        send(self.address, parts, body).await
    }
}

async fn serve(router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    address
}

/// The request's head, as it goes over the wire; `Host` is another than the service's name, as behind a proxy.
fn head(parts: &Parts, extra: &[(&str, &str)]) -> Vec<u8> {
    let mut text = format!("{} {} HTTP/1.1\r\nhost: internal:8080\r\nconnection: close\r\n", parts.method, parts.uri);
    for (name, value) in &parts.headers {
        text += &format!("{name}: {}\r\n", value.to_str().unwrap());
    }
    for (name, value) in extra {
        text += &format!("{name}: {value}\r\n");
    }
    (text + "\r\n").into_bytes()
}

async fn send(address: SocketAddr, parts: &Parts, body: &[u8]) -> Response<String> {
    let length = body.len().to_string();
    let extra = if body.is_empty() { vec![] } else { vec![("content-length", length.as_str())] };
    exchange(address, &[head(parts, &extra), body.to_vec()].concat()).await
}

/// Sends bytes as they are, and reads the answer to its end.
async fn exchange(address: SocketAddr, bytes: &[u8]) -> Response<String> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    answer(stream).await
}

async fn answer(mut stream: TcpStream) -> Response<String> {
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text).await;
    let text = String::from_utf8(text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap();
    let mut response = Response::builder().status(status).body(body.to_owned()).unwrap();
    for line in lines {
        let (name, value) = line.split_once(": ").unwrap();
        response.headers_mut().append(HeaderName::try_from(name).unwrap(), HeaderValue::from_str(value).unwrap());
    }
    response
}

fn tokens() -> AccessTokens {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[50; 32]).unwrap();
    AccessTokens::new(service(), key).unwrap()
}

fn bearer(token: &AuthenticationInfo) -> Parts {
    let mut parts = request("POST", "/orders");
    parts.headers.insert("authorization", token.to_authorization().unwrap());
    parts
}

/// What every answer of the layer's own has.
fn refused(response: &Response<String>, status: u16, code: Option<&str>) -> HeaderMap {
    assert_eq!(response.status().as_u16(), status, "{response:?}");
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let problem: serde_json::Value = serde_json::from_str(response.body()).unwrap();
    assert_eq!(problem["status"], status);
    assert_eq!(problem.get("code").and_then(|code| code.as_str()), code, "{problem}");
    response.headers().clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signed_requests_get_through_with_their_body() {
    let service = Running::behind(layer(authenticator())).await;
    for caller in [alice(), bob(), carol()] {
        let response = service.send(&signed(&caller, "n", BODY), BODY).await;
        assert_eq!(response.status(), StatusCode::OK, "{response:?}");
        assert_eq!(*response.body(), format!("{} rfc9421 {{\"room\":101}}", caller.did));
        // a cache does not know that a signature is an authorization
        assert_eq!(response.headers()["cache-control"], "private");
        assert!(response.headers().get("authentication-info").is_none());
        let parts = signed_as(&caller.signer, "GET", "/orders", b"", &options("m", at(0)));
        assert_eq!(*service.send(&parts, b"").await.body(), format!("{}#key-1", caller.did));
    }
    // in chunks, without length
    let parts = signed(&alice(), "chunked", BODY);
    let mut bytes = head(&parts, &[("transfer-encoding", "chunked")]);
    bytes.extend_from_slice(b"5\r\n{\"roo\r\n7\r\nm\":101}\r\n0\r\nx-trailer: a\r\n\r\n");
    let response = exchange(service.address, &bytes).await;
    assert_eq!(*response.body(), format!("{} rfc9421 {{\"room\":101}}", alice().did));
    // what the service says of caching stays
    let parts = signed_as(&alice().signer, "GET", "/public", b"", &options("p", at(0)));
    assert_eq!(service.send(&parts, b"").await.headers()["cache-control"], "public, max-age=60");
    assert_eq!(service.calls(), 4);
}

/// By another hand than the raw sockets of the other tests: reqwest, the system's clock.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_of_the_trade_gets_through() {
    let service = Running::behind(AuthLayer::new(authenticator())).await;
    let signed =
        signed_as(&alice().signer, "POST", "/orders", BODY, &options("n", Timestamp::now().truncated_to_second()));
    let url = format!("http://{}/orders", service.address);
    let request = reqwest::Client::new().post(url).headers(signed.headers.clone()).body(BODY);
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.text().await.unwrap(), format!("{} rfc9421 {{\"room\":101}}", alice().did));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_access_token_stands_for_a_signature() {
    let service = Running::behind(layer(authenticator_with(|service| service.tokens = Some(tokens())))).await;
    let parts = signed_as(&alice().signer, "GET", "/public", b"", &options("n", at(0)));
    let response = service.send(&parts, b"").await;
    // whatever the service says: a cache would hand the token to others
    assert_eq!(response.headers()["cache-control"], "no-store");
    let token = AuthenticationInfo::parse(response.headers()).unwrap();
    assert_eq!(token.expires_in, Some(900));
    for _ in 0..3 {
        let response = service.send(&bearer(&token), BODY).await;
        assert_eq!(*response.body(), format!("{} access-token {{\"room\":101}}", alice().did));
        // a token brings no other
        assert!(response.headers().get("authentication-info").is_none());
    }
    let mut changed = token.clone();
    // the middle of the signature: another character there is another byte, whatever the token is
    let at = changed.access_token.len() - 20;
    let other = if &changed.access_token[at..=at] == "A" { "B" } else { "A" };
    changed.access_token.replace_range(at..=at, other);
    let headers = refused(&service.send(&bearer(&changed), BODY).await, 401, Some("auth-signature"));
    assert_eq!(DidWbaChallenge::parse(&headers).unwrap().error.as_deref(), Some("invalid_access_token"));
    let mut both = signed(&bob(), "b", BODY);
    both.headers.insert("authorization", token.to_authorization().unwrap());
    refused(&service.send(&both, BODY).await, 401, Some("auth-malformed"));
    assert_eq!(service.calls(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_are_answered_by_the_layer() {
    let authenticator = authenticator_with(|service| service.nonces = Some(NonceIssuer::new([7; 32])))
        .permission(|who, _| if who.did() == &bob().did { Err("Bob may not".to_owned()) } else { Ok(()) });
    let service = Running::behind(layer(authenticator)).await;
    let alice = alice();

    let headers = refused(&service.send(&request("POST", "/orders"), BODY).await, 401, Some("auth-missing"));
    let challenge = DidWbaChallenge::parse(&headers).unwrap();
    assert_eq!(
        (challenge.realm.as_deref(), challenge.error.as_deref()),
        (Some("hotel.example.com"), Some("invalid_request"))
    );
    let asked = challenge.accept_signature.unwrap();
    assert_eq!(asked.components, ["@method", "@target-uri", "@authority", "content-digest"]);
    // doing what the challenge asks for helps
    let mut options = options(&challenge.nonce.unwrap(), at(0));
    options.cover.push("@authority".to_owned());
    let parts = signed_as(&alice.signer, "POST", "/orders", BODY, &options);
    assert_eq!(service.send(&parts, BODY).await.status(), 200);
    let headers = refused(&service.send(&parts, BODY).await, 401, Some("auth-replayed"));
    let again = DidWbaChallenge::parse(&headers).unwrap();
    assert_eq!(again.error.as_deref(), Some("invalid_nonce"));
    // no two challenges have the same nonce
    let headers = refused(&service.send(&parts, BODY).await, 401, Some("auth-replayed"));
    assert_ne!(DidWbaChallenge::parse(&headers).unwrap().nonce, again.nonce);

    let other = b"{\"room\":102}";
    refused(&service.send(&signed(&alice, "a", BODY), other).await, 401, Some("auth-digest"));
    refused(&service.send(&signed(&alice, "b", b""), BODY).await, 401, Some("auth-uncovered"));
    let mut moved = signed(&alice, "c", BODY);
    moved.uri = "/orders?all".parse().unwrap();
    refused(&service.send(&moved, BODY).await, 401, Some("auth-signature"));
    let mut moved = signed(&alice, "d", BODY);
    moved.method = "PUT".parse().unwrap();
    refused(&service.send(&moved, BODY).await, 401, Some("auth-signature"));
    let mut absolute = signed(&alice, "e", BODY);
    absolute.uri = "https://bank.example.com/orders".parse().unwrap();
    refused(&service.send(&absolute, BODY).await, 401, Some("auth-audience"));
    let forged = signed_as(&alice.forger(), "POST", "/orders", BODY, &callers::options("f", at(0)));
    refused(&service.send(&forged, BODY).await, 401, Some("auth-signature"));
    let headers = refused(&service.send(&signed(&bob(), "g", BODY), BODY).await, 403, Some("auth-forbidden"));
    assert_eq!(DidWbaChallenge::parse(&headers).unwrap().error.as_deref(), Some("forbidden_did"));
    let stranger = Caller::plain("stranger", 9);
    let response = service.send(&signed(&stranger, "h", BODY), BODY).await;
    assert_eq!(refused(&response, 503, None)["retry-after"], "30");
    // of all these, one got through
    assert_eq!(service.calls(), 1);
}

/// Whatever the server found where the caller's DID leads to, the caller reads the same: status, headers, body.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_do_not_tell_what_a_fetch_found() {
    struct Finding(ResolveError);
    impl Resolve for Finding {
        async fn resolve(&self, _: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
            Err(self.0.clone())
        }
    }
    let alice = alice();
    let url = || alice.did.location().unwrap();
    let parsed = |text: &str| DidDocument::parse_for(&alice.did, text.as_bytes(), &Limits::default()).unwrap_err();
    let address = "10.0.0.5".parse().unwrap();
    let status = |status| ResolveError::from(NetError::Status { url: url(), status });
    // what may be otherwise in a while, and what no other signature changes
    let found: Vec<ResolveError> = vec![
        NetError::Address { host: "agent.example.com".to_owned(), address, range: "private use" }.into(),
        status(500),
        status(429),
        NetError::Time { url: url(), phase: Phase::Connect, limit: Duration::from_secs(5) }.into(),
        NetError::Tls { url: url(), problem: "expired".to_owned() }.into(),
        NetError::Connect { url: url(), problem: "refused".to_owned() }.into(),
    ];
    let for_good: Vec<ResolveError> = vec![
        NetError::Host { host: "localhost".to_owned(), problem: "not public".to_owned() }.into(),
        NetError::Redirect { url: url(), status: 302, location: Some("https://10.0.0.5".to_owned()) }.into(),
        status(404),
        status(410),
        status(403),
        NetError::Type { url: url(), found: "text/html".to_owned(), expected: "JSON" }.into(),
        NetError::Size { url: url(), limit: 1 }.into(),
        parsed("no JSON").into(),
        parsed("{}").into(),
        parsed(&alice.document.replace("agent.example.com", "bank.example.com")).into(),
    ];
    for (found, expected) in [(found, 503), (for_good, 401)] {
        let mut answers = Vec::new();
        for error in found {
            let mut service = Authenticator::new(service(), Finding(error), MemoryReplayStore::new(10));
            service.nonces = Some(NonceIssuer::new([7; 32]));
            let response = Running::behind(layer(service)).await.send(&signed(&alice, "n", BODY), BODY).await;
            let mut headers = refused(&response, expected, None);
            headers.remove("date");
            answers.push((headers, response.into_body()));
        }
        let (headers, body) = &answers[0];
        assert!(!body.contains("10.0.0.5"), "{body}");
        match expected {
            503 => assert!(headers["retry-after"] == "30" && body.contains("is not available"), "{headers:?} {body}"),
            _ => assert_eq!(DidWbaChallenge::parse(headers).unwrap().error.as_deref(), Some("invalid_did")),
        }
        assert!(answers.iter().all(|answer| answer == &answers[0]), "{answers:#?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_store_is_503() {
    struct Full;
    impl ReplayStore for Full {
        fn record<'a>(&'a self, _: &'a ReplayKey, _: Timestamp, _: Timestamp) -> Recording<'a> {
            Box::pin(ready(Ok(Replay::Full)))
        }
    }
    let service = Running::behind(layer(Authenticator::new(service(), Documents::new(), Full))).await;
    let response = service.send(&signed(&alice(), "a", BODY), BODY).await;
    assert_eq!(refused(&response, 503, Some("auth-store-full"))["retry-after"], "60");
    assert_eq!(service.calls(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_above_the_limit_are_413() {
    let authenticator = authenticator_with(|service| service.policy.body_limit = 1000);
    let service = Running::behind(layer(authenticator)).await;
    let largest = vec![b'x'; 1000];
    assert_eq!(service.send(&signed(&alice(), "a", &largest), &largest).await.status(), 200);
    // announced: answered without waiting for a byte of it
    let announced = head(&signed(&alice(), "b", BODY), &[("content-length", "1001")]);
    let response = exchange(service.address, &announced).await;
    refused(&response, 413, Some("auth-digest"));
    assert!(response.body().contains("send less") && !response.body().contains("body_limit"), "{response:?}");
    // not announced: read no further than the limit
    let mut chunked = head(&signed(&alice(), "c", BODY), &[("transfer-encoding", "chunked")]);
    for _ in 0..11 {
        chunked.extend_from_slice(b"64\r\n");
        chunked.extend_from_slice(&[b'x'; 100]);
        chunked.extend_from_slice(b"\r\n");
    }
    refused(&exchange(service.address, &chunked).await, 413, Some("auth-digest"));
    assert_eq!(service.calls(), 1);
}

/// The body never comes, and nobody waits for it: headers alone decide.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_headers_are_answered_before_the_body() {
    let service = Running::behind(
        layer(authenticator_with(|service| service.tokens = Some(tokens()))).body_timeout(Duration::from_secs(600)),
    )
    .await;
    let length = [("content-length", "100000")];
    let late = signed_as(&alice().signer, "POST", "/orders", BODY, &options("a", at(-1000)));
    let mut token = request("POST", "/orders");
    token.headers.insert("authorization", HeaderValue::from_static("Bearer x.y.z"));
    for (parts, code) in [
        (request("POST", "/orders"), "auth-missing"),
        (late, "auth-expired"),
        (signed(&alice(), "b", b""), "auth-uncovered"),
        (token, "auth-malformed"),
    ] {
        let head = head(&parts, &length);
        let answered = tokio::time::timeout(Duration::from_secs(60), exchange(service.address, &head));
        refused(&answered.await.expect("an answer before the body"), 401, Some(code));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_bodies_are_408_and_have_a_budget() {
    let timeout = Duration::from_secs(4);
    let authenticator = authenticator_with(|service| service.policy.body_limit = 1000);
    let layer = layer(authenticator).body_timeout(timeout).body_budget(1000);
    let service = Running::behind(layer).await;
    let slow = async |nonce: &str, after: u64| {
        tokio::time::sleep(Duration::from_millis(after)).await;
        let mut stream = TcpStream::connect(service.address).await.unwrap();
        let parts = signed(&alice(), nonce, BODY);
        stream.write_all(&head(&parts, &[("content-length", "1000")])).await.unwrap();
        stream.write_all(b"{").await.unwrap();
        answer(stream).await
    };
    let started = Instant::now();
    let bodiless = async {
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let parts = signed_as(&bob().signer, "GET", "/orders", b"", &options("n", at(0)));
        (service.send(&parts, b"").await, started.elapsed())
    };
    // the first has all the room, and nobody waits for it: whoever waited would keep what has arrived already
    let (first, second, (bodiless, after)) = tokio::join!(slow("a", 0), slow("b", 600), bodiless);
    refused(&first, 408, None);
    assert_eq!(refused(&second, 503, None)["retry-after"], "1");
    // who sends no body waits for nobody's
    assert_eq!(bodiless.status(), 200);
    assert!(after < timeout, "{after:?}");
    // the room is free again
    assert_eq!(service.send(&signed(&alice(), "d", BODY), BODY).await.status(), 200);
}

/// What is announced takes no room: many can announce much.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn announced_bodies_keep_nobody_out() {
    let layer = layer(authenticator()).body_budget(2 << 20);
    let service = Running::behind(layer).await;
    let mut waiting = Vec::new();
    for nonce in ["a", "b", "c", "d"] {
        let mut stream = TcpStream::connect(service.address).await.unwrap();
        stream.write_all(&head(&signed(&alice(), nonce, BODY), &[("content-length", "1000000")])).await.unwrap();
        waiting.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(service.send(&signed(&alice(), "e", BODY), BODY).await.status(), 200);
}

/// Who may not do it is refused before the body has come and before anything is fetched.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_that_may_not_is_refused_before_anything_is_fetched() {
    let resolver = ForWhom(Documents::new(), Arc::default());
    let authenticator = Authenticator::new(service(), resolver.clone(), MemoryReplayStore::new(10));
    let alice_did = alice().did;
    let layer = layer(authenticator).refuse_claim(move |did, parts| {
        assert_eq!(parts.uri.path(), "/orders");
        let no = Response::builder().status(403).body(http_body_util::Full::new("only Alice".into()));
        (*did != alice_did).then(|| no.unwrap())
    });
    let service = Running::behind(layer).await;
    let unfinished = head(&signed(&bob(), "a", BODY), &[("content-length", "1000")]);
    let refused = exchange(service.address, &unfinished).await;
    assert_eq!((refused.status().as_u16(), refused.body().as_str()), (403, "only Alice"));
    assert!(resolver.1.lock().unwrap().is_empty());
    assert_eq!(service.send(&signed(&alice(), "b", BODY), BODY).await.status(), 200);
    assert_eq!(resolver.1.lock().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_route_without_the_layer_is_500_and_never_a_pass() {
    let router = Router::new().route("/orders", get(|who: AuthenticatedDid| async move { who.did().to_string() }));
    let parts = signed_as(&alice().signer, "GET", "/orders", b"", &options("n", at(0)));
    let response = send(serve(router).await, &parts, b"").await;
    assert_eq!(response.status(), 500);
    assert!(response.body().contains("AuthLayer"), "{response:?}");
}

/// Of all copies of one request that come at the same time, one gets through.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_copies_gets_through() {
    let service = Arc::new(Running::behind(layer(authenticator())).await);
    for round in 0..5 {
        let parts = Arc::new(signed(&alice(), &format!("n{round}"), BODY));
        let copies: Vec<_> = (0..50)
            .map(|_| {
                let (service, parts) = (service.clone(), parts.clone());
                tokio::spawn(async move { service.send(&parts, BODY).await })
            })
            .collect();
        let mut through = 0;
        for copy in copies {
            let response = copy.await.unwrap();
            if response.status() == 200 {
                through += 1;
            } else {
                refused(&response, 401, Some("auth-replayed"));
            }
        }
        assert_eq!((through, service.calls()), (1, round + 1));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_callers_at_the_same_time() {
    let service = Arc::new(Running::behind(layer(authenticator_with(|service| service.tokens = Some(tokens())))).await);
    let callers = Arc::new([alice(), bob(), carol()]);
    let all: Vec<_> = (0..150)
        .map(|number| {
            let (service, callers) = (service.clone(), callers.clone());
            tokio::spawn(async move {
                let caller = &callers[number % 3];
                let body = format!("{{\"room\":{number}}}");
                let response =
                    service.send(&signed(caller, &format!("n{number}"), body.as_bytes()), body.as_bytes()).await;
                assert_eq!(*response.body(), format!("{} rfc9421 {body}", caller.did));
                assert!(AuthenticationInfo::parse(response.headers()).is_some());
            })
        })
        .collect();
    for one in all {
        one.await.unwrap();
    }
    assert_eq!(service.calls(), 150);
}

/// Notes for whom DIDs are resolved.
#[derive(Clone)]
struct ForWhom(Documents, Arc<Mutex<Vec<Option<PeerAddress>>>>);

impl Resolve for ForWhom {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.0.resolve(did).await
    }

    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        self.1.lock().unwrap().push(options.peer);
        self.0.resolve_with(did, options).await
    }
}

/// What the layer makes the service fetch is counted to the address in the request's extensions; a header names nobody.
#[tokio::test]
async fn fetches_are_for_the_address_of_the_connection() {
    let resolver = ForWhom(Documents::new(), Arc::default());
    let authenticator = Authenticator::new(service(), resolver.clone(), MemoryReplayStore::new(10));
    let layer = AuthLayer::with_clock(authenticator, Fixed(at(1)));
    let protected = || Router::new().route("/orders", post(|| async { "in" })).layer(layer.clone());
    let name_peer =
        from_fn(|ConnectInfo(from): ConnectInfo<SocketAddr>, mut request: Request, next: Next| async move {
            request.extensions_mut().insert(PeerAddress::new(from.ip()));
            next.run(request).await
        });
    let named = protected().layer(name_peer).into_make_service_with_connect_info::<SocketAddr>();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, named).await.unwrap() });
    let mut request = signed(&alice(), "a", BODY);
    request.headers.insert("x-forwarded-for", HeaderValue::from_static("192.0.2.1"));
    assert_eq!(send(address, &request, BODY).await.status(), 200);
    let mut request = signed(&alice(), "b", BODY);
    request.headers.insert("x-forwarded-for", HeaderValue::from_static("192.0.2.1"));
    assert_eq!(send(serve(protected()).await, &request, BODY).await.status(), 200);
    let loopback = PeerAddress::new("127.0.0.1".parse().unwrap());
    assert_eq!(*resolver.1.lock().unwrap(), [Some(loopback), None]);
}
