//! `adp serve --require-auth`: callers sign with the key of their DID, and each request is let through once.

use crate::site::{
    https,
    publisher::{DID, HOST, Publisher, adp, stderr},
};
use adp_fixtures::{
    redb_replay_store::{create_of_long_ago, mark_closed},
    servers::redis::RedisServer,
};
use agent_description::{
    KeySigner, Origin, SigningKey, Timestamp,
    auth::{
        DidWbaChallenge, LegacyVersion,
        http_signature::{SignRequestOptions, sign_request},
        sign_didwba_header,
    },
};
use hyper::{HeaderMap, Request, http::request::Parts};
use serde_json::Value;
use std::{
    collections::HashMap,
    fs,
    io::{BufRead, BufReader, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

/// What the protected site is called; the callers' DID documents are at another host, of another process.
const SERVICE: &str = "rooms.example.net";

struct Served {
    child: Child,
    address: SocketAddr,
    cacert: PathBuf,
    /// What was in that file when this server had written it: another of the same host writes its own there.
    authority: Vec<u8>,
}

impl Served {
    fn start(publisher: &Publisher, host: &str, arguments: &[&str]) -> Self {
        Self::start_telling(publisher, host, arguments, Stdio::inherit())
    }

    fn start_telling(publisher: &Publisher, host: &str, arguments: &[&str], stderr: Stdio) -> Self {
        let (site, cacert) = (publisher.path("site"), publisher.path(&format!("{host}.ca.pem")));
        let mut child = adp(&["serve", site.to_str().unwrap(), "--listen", "127.0.0.1:0", "--json", "--host", host])
            .args(["--force", "--self-signed-ca-out", cacert.to_str().unwrap()])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .unwrap();
        let mut text = String::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            text.push_str(&line.unwrap());
            if text.ends_with('}') {
                break;
            }
        }
        let said: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let authority = fs::read(&cacert).unwrap();
        Self { child, address: said["address"].as_str().unwrap().parse().unwrap(), cacert, authority }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A host with a DID document, and what a service needs to reach it.
struct World {
    publisher: Publisher,
    host: Served,
}

impl World {
    fn new() -> Self {
        let publisher = Publisher::new();
        publisher.describe("rooms/ad.json", "Rooms");
        publisher.publish();
        let host = Served::start(&publisher, HOST, &[]);
        Self { publisher, host }
    }

    /// The same site under another name, for callers only.
    fn protected(&self, arguments: &[&str]) -> Served {
        self.protected_telling(arguments, Stdio::inherit())
    }

    /// Its nonces are in a file of long ago, unless it is told where they are: with a new store it would take no caller's own nonce at first.
    fn protected_telling(&self, arguments: &[&str], stderr: Stdio) -> Served {
        static STORES: AtomicU32 = AtomicU32::new(0);
        let new = format!("nonces-{}.redb", STORES.fetch_add(1, Ordering::Relaxed));
        create_of_long_ago(&self.publisher.path(&new));
        let new = self.publisher.path(&new).display().to_string();
        let is_told = arguments.contains(&"--replay-store");
        let own = ["--replay-store", &new];
        let arguments = &[if is_told { &[] } else { &own[..] }, arguments].concat();
        let resolve = format!("{HOST}:443:127.0.0.1:{}", self.host.address.port());
        let network = ["--resolve", &resolve, "--cacert", self.host.cacert.to_str().unwrap()];
        Served::start_telling(&self.publisher, SERVICE, &[&network, arguments.as_slice()].concat(), stderr)
    }

    fn signer(&self) -> KeySigner {
        let pem = fs::read_to_string(self.publisher.path("agent.pem")).unwrap();
        KeySigner::new(format!("{DID}#key-1").parse().unwrap(), SigningKey::from_pem(&pem).unwrap())
    }

    /// The head of a request that announces a body of 1 MiB, and is signed for it.
    fn announcing(&self, path: &str, nonce: &str) -> String {
        let audience: Origin = origin().parse().unwrap();
        let mut parts = Request::post(format!("{audience}{path}")).body(()).unwrap().into_parts().0;
        let options = SignRequestOptions { nonce: Some(nonce.to_owned()), ..SignRequestOptions::new(Timestamp::now()) };
        sign_request(&mut parts, &[0; 1 << 20], &audience, &self.signer(), &options).unwrap();
        let mut head = format!("POST {path} HTTP/1.1\r\nHost: {SERVICE}\r\nContent-Length: {}\r\n", 1 << 20);
        for (name, value) in &parts.headers {
            head += &format!("{name}: {}\r\n", value.to_str().unwrap());
        }
        head + "\r\n"
    }

    /// The headers of a signed `GET`.
    fn signed(&self, path: &str, nonce: &str, audience: &str) -> HeaderMap {
        let audience: Origin = audience.parse().unwrap();
        let mut parts = get(&format!("{audience}{path}"));
        let options = SignRequestOptions { nonce: Some(nonce.to_owned()), ..SignRequestOptions::new(Timestamp::now()) };
        sign_request(&mut parts, b"", &audience, &self.signer(), &options).unwrap();
        parts.headers
    }
}

fn get(url: &str) -> Parts {
    Request::get(url).body(()).unwrap().into_parts().0
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Why the layer refuses (RFC 9457).
    fn code(&self) -> String {
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text());
        let problem: Value = serde_json::from_slice(&self.body).unwrap();
        problem["code"].as_str().unwrap_or_default().to_owned()
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

fn client(server: &Served) -> reqwest::Client {
    reqwest::Client::builder()
        .http1_only()
        .no_proxy()
        .tls_certs_only([reqwest::Certificate::from_pem(&server.authority).unwrap()])
        .resolve(SERVICE, server.address)
        .build()
        .unwrap()
}

async fn ask(server: &Served, method: &str, path: &str, headers: HeaderMap) -> Answer {
    let url = format!("https://{SERVICE}:{}{path}", server.address.port());
    let request = client(server).request(method.parse().unwrap(), url).headers(headers);
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Answer { status, headers, body: response.bytes().await.unwrap().to_vec() }
}

/// What the service is called in signatures.
fn origin() -> String {
    format!("https://{SERVICE}")
}

#[tokio::test]
async fn without_a_signature_only_did_documents_are_had() {
    let world = World::new();
    let server = world.protected(&["--require-auth"]);
    for (method, path) in [
        ("GET", "/ad.json"),
        ("HEAD", "/ad.json"),
        ("POST", "/ad.json"),
        ("GET", "/.well-known/agent-descriptions"),
        ("GET", "/%61d.json"),
        ("GET", "/rooms/ad.json"),
        ("GET", "/nothing"),
        ("GET", "/did.json/../ad.json%3f/did.json"),
        ("GET", "/.hidden/did.json"),
    ] {
        let answer = ask(&server, method, path, HeaderMap::new()).await;
        if path.contains("did.json") {
            assert!(matches!(answer.status, 401 | 404), "{path}: {}", answer.status);
            continue;
        }
        assert_eq!(answer.status, 401, "{method} {path}");
        assert!(
            answer.header("www-authenticate").starts_with("DIDWba realm=\"rooms.example.net\""),
            "{:?}",
            answer.headers
        );
        // every challenge has an `error`, also the first (ANP-02 section 3.2.4.1)
        assert!(answer.header("www-authenticate").contains("error=\"invalid_request\""), "{:?}", answer.headers);
        assert!(answer.header("accept-signature").contains("\"@target-uri\""), "{:?}", answer.headers);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
    let answer = ask(&server, "GET", "/.well-known/did.json", HeaderMap::new()).await;
    assert_eq!((answer.status, answer.header("cache-control")), (200, "public, max-age=300"));
}

#[tokio::test]
async fn a_signed_request_is_let_through_once() {
    let world = World::new();
    let server = world.protected(&["--require-auth"]);
    let headers = world.signed("/ad.json", "n1", &origin());
    let answer = ask(&server, "GET", "/ad.json", headers.clone()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.body, fs::read(world.publisher.path("site/ad.json")).unwrap());
    assert_eq!(answer.header("cache-control"), "private, max-age=300");
    assert_eq!(answer.header("access-control-allow-origin"), "");
    let answer = ask(&server, "GET", "/ad.json", headers.clone()).await;
    assert_eq!(answer.status, 401);
    assert_eq!(answer.code(), "auth-replayed");
    let challenge = DidWbaChallenge::parse(&answer.headers).unwrap();
    assert_eq!(challenge.error.as_deref(), Some("invalid_nonce"));
    // the server's nonce is as good as one's own
    let headers = world.signed("/ad.json", &challenge.nonce.unwrap(), &origin());
    assert_eq!(ask(&server, "GET", "/ad.json", headers).await.status, 200);
    // for other paths, methods and services the signature is not good
    let headers = world.signed("/ad.json", "n2", &origin());
    for (method, path) in [("GET", "/rooms/ad.json"), ("HEAD", "/ad.json")] {
        assert_eq!(ask(&server, method, path, headers.clone()).await.status, 401, "{method} {path}");
    }
    let elsewhere = world.signed("/ad.json", "n3", "https://other.example.net");
    let answer = ask(&server, "GET", "/ad.json", elsewhere).await;
    assert_eq!(answer.status, 401, "{}", answer.text());
    // none of them has used up the nonce
    assert_eq!(ask(&server, "GET", "/ad.json", headers).await.status, 200);
}

/// Both sides as people run them: `adp call` signs, `adp serve` checks.
#[test]
fn adp_call_is_let_through() {
    let world = World::new();
    let server = world.protected(&["--require-auth"]);
    let call = |key: &str, keyid: &str| {
        let resolve = format!("{SERVICE}:443:{}", server.address);
        let key = world.publisher.path(key).display().to_string();
        adp(&["call", &format!("https://{SERVICE}/ad.json"), "--key", &key, "--keyid", keyid])
            .args(["--resolve", &resolve, "--cacert", server.cacert.to_str().unwrap()])
            .output()
            .unwrap()
    };
    let method = format!("{DID}#key-1");
    for _ in 0..2 {
        let output = call("agent.pem", &method);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(output.stdout, fs::read(world.publisher.path("site/ad.json")).unwrap());
    }
    // another's key under the same name
    let other = world.publisher.path("other.pem").display().to_string();
    assert!(adp(&["key", "generate", "--type", "p256", "-o", &other]).output().unwrap().status.success());
    let output = call("other.pem", &method);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).starts_with("error[auth-signature]: "), "{}", stderr(&output));
}

#[tokio::test]
async fn a_part_of_the_site_can_be_protected() {
    let world = World::new();
    let server = world.protected(&["--require-auth=/rooms", "--audience", "https://api.example.net:8443"]);
    for (path, status) in [
        ("/ad.json", 200),
        ("/rooms/ad.json", 401),
        ("/r%6foms/ad.json", 401),
        ("/rooms%2fad.json", 401),
        ("/ROOMS/ad.json", 401),
        ("/rooms/missing", 401),
        ("/rooms/did.json", 404),
        ("/roomsize", 404),
    ] {
        assert_eq!(ask(&server, "GET", path, HeaderMap::new()).await.status, status, "{path}");
    }
    let headers = world.signed("/rooms/ad.json", "n1", "https://api.example.net:8443");
    assert_eq!(ask(&server, "GET", "/rooms/ad.json", headers).await.status, 200);
    let headers = world.signed("/rooms/ad.json", "n2", &origin());
    assert_eq!(ask(&server, "GET", "/rooms/ad.json", headers).await.status, 401, "the audience is another");
    // what does not exist does not exist for callers either, and kept by nobody else
    let headers = world.signed("/rooms/missing", "n3", "https://api.example.net:8443");
    let answer = ask(&server, "GET", "/rooms/missing", headers).await;
    assert_eq!((answer.status, answer.header("cache-control")), (404, "private"));
    // however the flag spells it
    drop(server);
    let server = world.protected(&["--require-auth=/%72ooms/"]);
    assert_eq!(ask(&server, "GET", "/rooms/ad.json", HeaderMap::new()).await.status, 401);
}

#[tokio::test]
async fn the_old_header_is_accepted_where_it_is_asked_for() {
    let world = World::new();
    let signed = |nonce: &str| {
        let (audience, version) = (origin().parse().unwrap(), LegacyVersion::V1_1);
        let now = Timestamp::now().truncated_to_second();
        let value = sign_didwba_header(&world.signer(), &audience, version, nonce, now).unwrap();
        HeaderMap::from_iter([(hyper::header::AUTHORIZATION, value)])
    };
    let server = world.protected(&["--require-auth"]);
    let answer = ask(&server, "GET", "/ad.json", signed("1")).await;
    assert_eq!((answer.status, answer.code().as_str()), (401, "auth-legacy-refused"));
    let server = world.protected(&["--require-auth", "--accept-legacy"]);
    let headers = signed("2");
    assert_eq!(ask(&server, "GET", "/ad.json", headers.clone()).await.status, 200);
    assert_eq!(ask(&server, "GET", "/ad.json", headers).await.status, 401);
}

#[tokio::test]
async fn other_credentials_beside_a_signature_are_refused() {
    let world = World::new();
    for arguments in [&["--require-auth"][..], &["--require-auth", "--access-tokens"]] {
        let server = world.protected(arguments);
        for (nonce, value) in [("basic", "Basic eDp5"), ("bearer", "Bearer x"), ("unknown", "Sesame open")] {
            let mut headers = world.signed("/ad.json", nonce, &origin());
            headers.insert("authorization", value.parse().unwrap());
            let answer = ask(&server, "GET", "/ad.json", headers).await;
            assert_eq!((answer.status, answer.code()), (401, "auth-malformed".to_owned()), "{value}");
            assert!(!answer.headers.contains_key("authentication-info"), "{:?}", answer.headers);
        }
    }
}

#[tokio::test]
async fn access_tokens_are_given_where_asked_for_and_end_with_the_server() {
    let world = World::new();
    let bearer = |token: &str| {
        let mut headers = HeaderMap::new();
        headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        headers
    };
    let server = world.protected(&["--require-auth", "--access-tokens"]);
    let answer = ask(&server, "GET", "/ad.json", world.signed("/ad.json", "n1", &origin())).await;
    assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"), "{}", answer.text());
    let info = answer.header("authentication-info").to_owned();
    let token = info.split("access_token=\"").nth(1).unwrap().split('"').next().unwrap();
    for path in ["/ad.json", "/rooms/ad.json", "/ad.json"] {
        let answer = ask(&server, "GET", path, bearer(token)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        // a token that brings the next would be good for ever
        assert_eq!(
            (answer.header("authentication-info"), answer.header("cache-control")),
            ("", "private, max-age=300")
        );
    }
    let other = format!("{}x", &token[..token.len() - 1]);
    assert_eq!(ask(&server, "GET", "/ad.json", bearer(&other)).await.status, 401);
    drop(server);
    let server = world.protected(&["--require-auth", "--access-tokens"]);
    assert_eq!(ask(&server, "GET", "/ad.json", bearer(token)).await.status, 401);
    // nor is one given that nobody asked for
    let server = world.protected(&["--require-auth"]);
    let answer = ask(&server, "GET", "/ad.json", world.signed("/ad.json", "n2", &origin())).await;
    assert_eq!((answer.status, answer.header("authentication-info")), (200, ""));
}

#[tokio::test]
async fn what_goes_on_is_told_without_credentials() {
    let world = World::new();
    let log = world.publisher.path("log");
    let telling = fs::File::create(&log).unwrap();
    let server = world.protected_telling(&["--require-auth", "--access-tokens", "-vv"], telling.into());
    let headers = world.signed("/ad.json?q=s3cret", "n-0123456789", &origin());
    let answer = ask(&server, "GET", "/ad.json?q=s3cret", headers.clone()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let token = answer.header("authentication-info").split("access_token=\"").nth(1).unwrap();
    let token = token.split('"').next().unwrap().to_owned();
    let mut bearer = HeaderMap::new();
    bearer.insert("authorization", format!("Bearer {token}").parse().unwrap());
    assert_eq!(ask(&server, "GET", "/rooms/ad.json", bearer.clone()).await.status, 200);
    bearer.insert("authorization", format!("Bearer {token}x").parse().unwrap());
    assert_eq!(ask(&server, "GET", "/rooms/ad.json", bearer).await.status, 401);
    let replayed = ask(&server, "GET", "/ad.json?q=s3cret", headers.clone()).await;
    assert_eq!(replayed.status, 401);
    drop(server);

    let told = fs::read_to_string(&log).unwrap();
    for line in [
        format!("authenticate{{method=GET path=\"/ad.json\"}}: authenticated did={DID} profile=\"rfc9421\""),
        format!(
            "authenticate{{method=GET path=\"/ad.json\"}}:resolve{{did={DID}}}:fetch{{url=https://{HOST}/.well-known/did.json}}: fetched"
        ),
        format!("authenticate{{method=GET path=\"/ad.json\"}}: resolved from the cache did={DID}"),
        format!("authenticate{{method=GET path=\"/rooms/ad.json\"}}: authenticated did={DID} profile=\"access-token\""),
        "authenticate{method=GET path=\"/rooms/ad.json\"}: refused code=\"auth-malformed\"".to_owned(),
        "authenticate{method=GET path=\"/ad.json\"}: refused code=\"auth-replayed\"".to_owned(),
    ] {
        assert!(told.contains(&line), "{line}\n{told}");
    }
    let signature = headers["signature"].to_str().unwrap();
    let nonce = DidWbaChallenge::parse(&replayed.headers).unwrap().nonce.unwrap();
    for secret in ["s3cret", "n-0123456789", &token, &token[token.len() - 20..], signature, &nonce] {
        assert!(!told.contains(secret), "{secret}\n{told}");
    }
}

#[tokio::test]
async fn a_nonce_in_a_file_stays_used_after_a_restart() {
    let world = World::new();
    let path = world.publisher.path("nonces.redb");
    create_of_long_ago(&path);
    let file = path.display().to_string();
    let server = world.protected(&["--require-auth", "--replay-store", &file]);
    let headers = world.signed("/ad.json", "n1", &origin());
    assert_eq!(ask(&server, "GET", "/ad.json", headers.clone()).await.status, 200);
    drop(server);
    // it was killed; as if it had closed the file
    mark_closed(&path);
    let server = world.protected(&["--require-auth", "--replay-store", &file]);
    let answer = ask(&server, "GET", "/ad.json", headers.clone()).await;
    assert_eq!((answer.status, answer.code().as_str()), (401, "auth-replayed"));
    // without the mark, the file may be a copy that was put back
    drop(server);
    let server = world.protected(&["--require-auth", "--replay-store", &file]);
    let answer = ask(&server, "GET", "/ad.json", headers.clone()).await;
    assert_eq!((answer.status, answer.code().as_str()), (401, "auth-before-start"));
    // a file that was removed or emptied has forgotten the nonce, and knows it
    drop(server);
    for lose in [|path: &Path| fs::remove_file(path).unwrap(), |path: &Path| fs::write(path, "").unwrap()] {
        lose(&path);
        let server = world.protected(&["--require-auth", "--replay-store", &file]);
        let answer = ask(&server, "GET", "/ad.json", headers.clone()).await;
        assert_eq!((answer.status, answer.code().as_str()), (401, "auth-before-start"), "{}", answer.text());
    }
}

#[tokio::test]
async fn a_captured_request_is_not_accepted_after_a_restart_that_forgot_it() {
    let world = World::new();
    let start = || world.protected(&["--require-auth", "--replay-store", "memory"]);
    let server = start();
    // nobody knows whether the nonce was used before the start: with one of the server's the caller need not wait
    let own = world.signed("/ad.json", "n1", &origin());
    let refused = ask(&server, "GET", "/ad.json", own.clone()).await;
    assert_eq!((refused.status, refused.code().as_str()), (401, "auth-before-start"), "{}", refused.text());
    let seconds: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=61).contains(&seconds), "{seconds}");
    let challenge = DidWbaChallenge::parse(&refused.headers).unwrap();
    assert_eq!(challenge.error.as_deref(), Some("invalid_nonce"));
    let captured = world.signed("/ad.json", &challenge.nonce.unwrap(), &origin());
    assert_eq!(ask(&server, "GET", "/ad.json", captured.clone()).await.status, 200);
    drop(server);
    let server = start();
    for headers in [captured, own] {
        assert_eq!(ask(&server, "GET", "/ad.json", headers).await.status, 401);
    }
}

#[tokio::test]
async fn a_caller_whose_document_cannot_be_had_is_told_to_come_back() {
    let world = World::new();
    let server = world.protected(&["--require-auth"]);
    let headers = world.signed("/ad.json", "n1", &origin());
    let World { publisher, host } = world;
    drop(host);
    let answer = ask(&server, "GET", "/ad.json", headers).await;
    assert_eq!((answer.status, answer.header("retry-after")), (503, "30"), "{}", answer.text());
    drop(publisher);
}

/// A DID that leads to nothing, to something else, or to a host that is away: whoever names it learns nothing of that.
#[tokio::test]
async fn refusals_do_not_tell_what_a_fetch_found() {
    let world = World::new();
    for (name, text) in [("words", "no JSON"), ("shape", "{}"), ("other", r#"{"id": "did:wba:bank.example.com"}"#)] {
        world.publisher.write(&format!("site/{name}/did.json"), text);
    }
    fs::create_dir_all(world.publisher.path("site/folder/did.json")).unwrap();
    let server = world.protected(&["--require-auth", "--resolve", "away.example.com:443:127.0.0.1:1"]);
    let key = fs::read_to_string(world.publisher.path("agent.pem")).unwrap();
    let mut answers = Vec::new();
    for did in [
        "agent.example.com:missing",
        "agent.example.com:words",
        "agent.example.com:shape",
        "agent.example.com:other",
        "agent.example.com:folder",
        "away.example.com",
    ] {
        let did = format!("did:wba:{did}");
        let signer = KeySigner::new(format!("{did}#key-1").parse().unwrap(), SigningKey::from_pem(&key).unwrap());
        let audience: Origin = origin().parse().unwrap();
        let mut parts = get(&format!("{audience}/ad.json"));
        let options = SignRequestOptions { nonce: Some("n1".to_owned()), ..SignRequestOptions::new(Timestamp::now()) };
        sign_request(&mut parts, b"", &audience, &signer, &options).unwrap();
        let answer = ask(&server, "GET", "/ad.json", parts.headers).await;
        let mut headers = answer.headers.clone();
        headers.remove("date");
        // it is as long as the DID is
        headers.remove("content-length");
        answers.push((answer.status, format!("{headers:?}{}", answer.text()).replace(&did, "DID")));
    }
    let (status, away) = answers.pop().unwrap();
    assert!(status == 503 && away.contains(r#""retry-after": "30""#), "{away}");
    // one word for all that stays as it is, and no nonce to try again with (ANP-02 section 3.2.4.1)
    assert!(
        answers[0].0 == 401 && answers[0].1.contains("invalid_did") && !answers[0].1.contains("nonce"),
        "{answers:?}"
    );
    assert!(answers.iter().all(|answer| answer == &answers[0]), "{answers:#?}");
}

/// 403 for whoever authenticated and is not on the list; nobody else learns who is on it.
#[tokio::test]
async fn only_listed_dids_are_let_in() {
    let world = World::new();
    let arguments = |did: &'static str| {
        ["--require-auth", "--access-tokens", "--allow-did", "did:wba:other.example", "--allow-did", did]
    };
    let server = world.protected(&arguments(DID));
    let answer = ask(&server, "GET", "/ad.json", world.signed("/ad.json", "n1", &origin())).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    drop(server);
    let server = world.protected(&arguments("did:wba:third.example"));
    let answer = ask(&server, "GET", "/ad.json", world.signed("/ad.json", "n2", &origin())).await;
    assert_eq!((answer.status, answer.code().as_str()), (403, "auth-forbidden"), "{}", answer.text());
    let challenge = DidWbaChallenge::parse(&answer.headers).unwrap();
    assert_eq!((challenge.error.as_deref(), challenge.nonce), (Some("forbidden_did"), None));
    assert!(!answer.text().contains("third.example"), "{}", answer.text());
    assert!(!answer.headers.contains_key("authentication-info"), "{:?}", answer.headers);
    // strangers make the server fetch nothing: it refuses a DID whose document it could not fetch
    let mut forged = world.signed("/ad.json", "n3", &origin());
    let other = world.signed("/ad.json", "n4", &origin());
    forged.insert("signature", other["signature"].clone());
    let server = world.protected(&arguments("did:wba:third.example"));
    let World { host, publisher: _publisher } = world;
    drop(host);
    let answer = ask(&server, "GET", "/ad.json", forged).await;
    assert_eq!((answer.status, answer.code().as_str()), (403, "auth-forbidden"), "{}", answer.text());
}

/// A DID that another one succeeds: the server names the successor, the client believes the documents.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_superseded_caller_is_told_which_did_is_in_use() {
    let world = World::new();
    let path = |name: &str| world.publisher.path(name).display().to_string();
    let run = |arguments: &[&str]| {
        let output = adp(arguments).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    for key in ["old.pem", "new.pem"] {
        run(&["key", "generate", "--type", "ed25519", "-o", &path(key)]);
    }
    let (old, document, site) = (path("old.pem"), path("old.json"), path("site"));
    let dids = [
        run(&["did", "create", "--host", HOST, "--path", "user:alice", "--key", &old, "-o", &document]),
        run(&["did", "rotate", &document, "--old-key", &old, "--new-key", &path("new.pem"), "--out-dir", &site]),
    ];
    let server = world.protected(&["--require-auth"]);
    let call = |more: &[&str]| {
        let (service, host) =
            (format!("{SERVICE}:443:{}", server.address), format!("{HOST}:443:{}", world.host.address));
        let both = path("both.pem");
        fs::write(&both, [server.authority.clone(), world.host.authority.clone()].concat()).unwrap();
        adp(&[
            "call",
            &format!("https://{SERVICE}/ad.json"),
            "--key",
            &path("old.pem"),
            "--key-id",
            &format!("{}#key-1", dids[0]),
        ])
        .args(["--resolve", &service, "--resolve", &host, "--cacert", &both])
        .args(more)
        .output()
        .unwrap()
    };
    let output = call(&["--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    assert_eq!(
        (output.status.code(), &answer["status"], &answer["requests"]),
        (Some(1), &409.into(), &1.into()),
        "{answer}"
    );
    assert_eq!(answer["error"]["code"], "did-superseded", "{answer}");
    assert!(
        answer["error"]["message"].as_str().unwrap().contains(&format!("{} succeeds it (verified)", dids[1])),
        "{answer}"
    );
    let body: Value = serde_json::from_str(answer["body"].as_str().unwrap()).unwrap();
    assert_eq!((&body["code"], &body["currentDid"]), (&"did_superseded".into(), &dids[1].as_str().into()), "{body}");
    let output =
        call(&["--json", "--successor-key", &path("new.pem"), "--successor-key-id", &format!("{}#key-1", dids[1])]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    assert_eq!(
        (output.status.code(), &answer["status"], &answer["requests"]),
        (Some(0), &200.into(), &2.into()),
        "{answer}"
    );
    assert_eq!(answer["keyid"], format!("{}#key-1", dids[1]));
}

/// A body that does not come has a time, and all that do not come have a room that they share.
#[tokio::test]
async fn bodies_have_a_time_and_a_room() {
    let world = World::new();
    let server = world.protected(&["--require-auth"]);
    let head = world.announcing("/ad.json", "n1");
    let connect = || {
        let mut stream = https::connect(&server.address.to_string(), SERVICE, &server.authority);
        stream.write_all(head.as_bytes()).unwrap();
        // nearly all of the 1 MiB that it announces
        let _ = stream.write_all(&vec![b'x'; 1_000_000]);
        stream
    };
    // 16 at most have room for that, and nobody waits for it
    let mut streams: Vec<_> = (0..24).map(|_| connect()).collect();
    // whoever sends no body does not wait
    let answer = ask(&server, "GET", "/ad.json", world.signed("/ad.json", "n2", &origin())).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let heads: Vec<String> = streams.iter_mut().map(https::head).collect();
    let count = |status: u16| heads.iter().filter(|head| https::status(head) == status).count();
    assert!((1..=16).contains(&count(408)) && count(408) + count(503) == 24, "{heads:?}");
    for head in heads {
        assert_eq!(head.contains("retry-after: 1\r\n"), https::status(&head) == 503, "{head}");
    }
}

/// Two server processes, one Redis server, one signed request sent 10,000 times, all connections at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs INTEROP_REDIS_SERVER"]
async fn copies_to_two_servers_that_share_redis_are_let_through_once() {
    let redis = RedisServer::start(&[]);
    let world = World::new();
    let arguments = ["--require-auth", "--replay-store", &redis.url()];
    let servers = [world.protected(&arguments), world.protected(&arguments)];
    let headers = world.signed("/ad.json", "n1", &origin());
    let mut tasks = tokio::task::JoinSet::new();
    for server in &servers {
        let (client, url) = (client(server), format!("https://{SERVICE}:{}/ad.json", server.address.port()));
        for _ in 0..100 {
            let (client, url, headers) = (client.clone(), url.clone(), headers.clone());
            tasks.spawn(async move {
                let mut statuses = Vec::new();
                for _ in 0..50 {
                    // a connection that finds no place, on a busy machine, has asked nothing
                    let response = loop {
                        match client.get(&url).headers(headers.clone()).send().await {
                            Err(error) if error.is_connect() => {
                                tokio::time::sleep(std::time::Duration::from_millis(50)).await
                            }
                            answer => break answer.unwrap(),
                        }
                    };
                    statuses.push(response.status().as_u16());
                    let _ = response.bytes().await.unwrap();
                }
                statuses
            });
        }
    }
    let mut count: HashMap<u16, usize> = HashMap::new();
    for status in tasks.join_all().await.into_iter().flatten() {
        *count.entry(status).or_default() += 1;
    }
    // a server that had to wait for Redis for a second has refused: that is no second acceptance
    assert_eq!(count.remove(&200), Some(1), "{count:?}");
    assert_eq!(count.get(&401).copied().unwrap_or_default() + count.get(&503).copied().unwrap_or_default(), 9_999);
    assert!(count[&401] > 5_000, "{count:?}");
}

#[test]
fn flags_that_do_not_fit_are_refused() {
    let world = Publisher::new();
    world.publish();
    let (site, cacert) = (world.path("site").display().to_string(), world.path("ca.pem").display().to_string());
    for (arguments, word) in [
        (&["--audience", "https://agent.example.com"][..], "--require-auth"),
        (&["--require-auth", "--audience", "agent.example.com"], "origin"),
        (&["--allow-did", "did:wba:shop.example.com"], "--require-auth"),
        (&["--require-auth", "--allow-did", "shop.example.com"], "--allow-did"),
        (&["--require-auth", "--replay-store", "nonces"], "FILE.redb"),
        (&["--require-auth", "--replay-store", "redis://:secret@localhost"], "ADP_REPLAY_STORE"),
        (&["--require-auth=/nowhere"], "no such file or folder"),
        (&["--require-auth=/ad.json", "--require-auth=/rooms"], "--require-auth=/rooms"),
        (&["--require-auth=/ad.json,/room.json"], "','"),
        (&["--require-auth=/*"], "'*'"),
        (&["--require-auth=https://agent.example.com/ad.json"], "slash"),
        (&["--require-auth=/ad.json#x"], "'#'"),
        (&["--require-auth=/x/../ad.json"], "an impossible path"),
        (&["--require-auth="], "nothing"),
        (&["--require-auth=/.well-known/did.json"], "stay public"),
    ] {
        let output =
            adp(&["serve", &site, "--force", "--self-signed-ca-out", &cacert]).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(word) && !stderr(&output).contains("secret"), "{}", stderr(&output));
    }
    let missing = world.path("none/nonces.redb").display().to_string();
    let output = adp(&["serve", &site, "--force", "--self-signed-ca-out", &cacert, "--listen", "127.0.0.1:0"])
        .args(["--require-auth", "--replay-store", &missing])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("error[io-read]: --replay-store: "), "{}", stderr(&output));
    // the certificate goes over no key
    let key = world.path("agent.pem");
    let before = fs::read(&key).unwrap();
    let output = adp(&["serve", &site, "--listen", "127.0.0.1:0", "--self-signed-ca-out"]).arg(&key).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("error[io-exists]: "), "{}", stderr(&output));
    assert_eq!(fs::read(&key).unwrap(), before);
    // nor over any other file without being told
    fs::write(&cacert, "mine").unwrap();
    let output = adp(&["serve", &site, "--listen", "127.0.0.1:0", "--self-signed-ca-out", &cacert]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("error[io-exists]: ") && stderr(&output).contains("--force"),
        "{}",
        stderr(&output)
    );
}
