//! Requests between us and the protocol's own packages, live on loopback: PyPI's `anp` and the Rust crate `anp`, as client and as server,
//! by RFC 9421 and by the header that it replaced. What each package is asked to do stands in `tests/interop/anp_server.py`, `anp_client.py`
//! and `anp-rust/`; the table of who read what is `docs/reference/interop-auth.md`.
//!
//! Runs where `INTEROP_PYTHON` names a Python that has `tests/interop/requirements.txt`, and `INTEROP_ANP_RUST` the program of
//! `tests/interop/anp-rust`.
#![cfg(feature = "client")]

use super::peers;
use super::peers::{Agent, Agents, BODY, HOST, ORIGIN, RustPeer, Sent, URL, python_client};
use adp_fixtures::{third_party, tls};
use agent_description::{
    auth::{AuthClient, AuthClientOptions, AuthPolicy, CredentialForm, LegacyVersion},
    resolve::{ConnectTo, Deadlines, HttpsGet, blocking::Runtime},
};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};

const PROFILES: [(&str, Option<LegacyVersion>); 3] =
    [("rfc9421", None), ("didwba-1.0", Some(LegacyVersion::V1_0)), ("didwba-1.1", Some(LegacyVersion::V1_1))];

/// A server's policy that accepts the legacy header too.
fn lenient() -> AuthPolicy {
    let mut policy = AuthPolicy::default();
    policy.legacy = true;
    policy
}

/// A row of the document's tables or an item of its list begins so.
#[track_caller]
fn listed(row: &str) {
    let document = include_str!("../../docs/reference/interop-auth.md");
    assert!(document.lines().any(|line| line.starts_with(row)), "docs/reference/interop-auth.md lacks the row\n{row}");
}

/// A row of the document's first table has this case: a writer and a reader, with all their profiles and keys.
#[track_caller]
fn row(writer: &str, reader: &str, profile: &str, key: &str, verdict: &str) {
    let document = include_str!("../../docs/reference/interop-auth.md");
    let is_there = document.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")).any(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [of_writer, of_reader, profiles, keys, of_verdict] = cells[..] else { return false };
        [of_writer, of_reader, of_verdict] == [writer, reader, verdict]
            && profiles.split(", ").any(|listed| listed == profile)
            && keys.split(", ").any(|listed| listed == key)
    });
    assert!(is_there, "docs/reference/interop-auth.md lacks {writer}, {reader}, {profile}, {key}: {verdict}");
}

fn our_client(agents: &Agents, agent: &Agent, server: SocketAddr, legacy: Option<LegacyVersion>) -> AuthClient {
    let seconds = Duration::from_secs(60);
    let mut https = HttpsGet::builder()
        .add_roots_pem(agents.authority.pem().as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new(HOST, 443, server).unwrap());
    https.only_added_roots = true;
    https.deadlines = Deadlines { connect: seconds, total: seconds };
    let mut options = AuthClientOptions::new(agent.signer());
    options.allowed_origins.insert(ORIGIN.parse().unwrap());
    options.legacy = legacy;
    AuthClient::new(https.build(), options)
}

/// Our client calls a peer's server: with a body, without, and once more with the token that it was given.
fn we_call(agents: &Agents, server: SocketAddr, reader: &str) -> usize {
    let (runtime, mut calls) = (Runtime::new().unwrap(), 0);
    for agent in &agents.all {
        for (profile, legacy) in PROFILES {
            let client = || our_client(agents, agent, server, legacy);
            let post = || http::Request::post(URL).body(BODY.into()).unwrap();
            let get = http::Request::get("https://service.example/").body(Vec::new()).unwrap();
            let with_token = client();
            for (client, request, sent) in [
                (&client(), get, profile),
                (&with_token, post(), profile),
                (&with_token, post(), CredentialForm::AccessToken.as_str()),
            ] {
                let reply = runtime.block_on(client.send(request)).unwrap();
                let body: Value = serde_json::from_slice(reply.response.body()).unwrap();
                assert_eq!(reply.response.status(), 200, "{reader}, {profile}, {}: {body}", agent.name);
                assert_eq!((reply.form.unwrap().as_str(), reply.requests), (sent, 1));
                assert_eq!(body["did"], agent.did.as_str());
                calls += 1;
            }
            row("ours", reader, profile, agent.name, "accepted");
        }
    }
    calls
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn our_client_calls_the_python_server() {
    let agents = Agents::new();
    let server = agents.python();
    let calls = we_call(&agents, server.address(), "anp (Python)");
    third_party::ran("interop-auth-ours-to-python", calls);
}

#[test]
#[ignore = "needs INTEROP_ANP_RUST"]
fn our_client_calls_the_rust_server() {
    let agents = Agents::new();
    let server = agents.rust();
    let calls = we_call(&agents, server.address(), "anp (Rust)");
    third_party::ran("interop-auth-ours-to-rust", calls);
}

/// The mode of a peer's client for a profile.
fn mode(profile: &str) -> &str {
    match profile {
        "rfc9421" => "http_signatures",
        "didwba-1.1" => "legacy_didwba",
        _ => "1.0",
    }
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn the_python_client_calls_our_server() {
    let agents = Agents::new();
    let server = agents.ours(lenient());
    let mut tasks = Vec::new();
    let mut expected = Vec::new();
    for agent in &agents.all {
        for (profile, _) in PROFILES {
            for body in [BODY, ""] {
                let mut task = agent.task("call", mode(profile));
                task["body"] = body.into();
                task["method"] = if body.is_empty() { "GET" } else { "POST" }.into();
                task["address"] = json!([server.address().ip().to_string(), server.port()]);
                task["cacert"] = json!(agents.cacert());
                tasks.push(task);
                expected.push((agent, profile));
            }
        }
    }
    let answers = python_client(&tasks);
    for ((agent, profile), answer) in expected.iter().zip(&answers) {
        let call = &answer["calls"][0];
        let body: Value = serde_json::from_str(call["body"].as_str().unwrap()).unwrap();
        assert_eq!(call["status"], 200, "{profile}, {}: {body}", agent.name);
        assert_eq!((&body["did"], &body["profile"]), (&json!(agent.did.as_str()), &json!(profile)));
        row("anp (Python)", "ours", profile, agent.name, "accepted");
    }
    third_party::ran("interop-auth-python-to-ours", answers.len());
}

#[test]
#[ignore = "needs INTEROP_ANP_RUST"]
fn the_rust_client_calls_our_server() {
    let agents = Agents::new();
    let server = agents.ours(lenient());
    let peer = RustPeer::start();
    let mut calls = 0;
    for agent in &agents.all {
        for (profile, _) in PROFILES {
            let mode = if profile == "didwba-1.0" { "1.0" } else { mode(profile) };
            let request = Sent::with(&peer.ask(&agent.task("sign", mode))["headers"]);
            let (status, body) = agents.send(server.address(), &request);
            assert_eq!(status, 200, "{profile}, {}: {body}", agent.name);
            assert_eq!((&body["did"], &body["profile"]), (&json!(agent.did.as_str()), &json!(profile)));
            // and the very same request is not good twice
            let (status, body) = agents.send(server.address(), &request);
            assert_eq!((status, &body["code"]), (401, &json!("auth-replayed")), "{profile}: {body}");
            row("anp (Rust)", "ours", profile, agent.name, "accepted");
            calls += 2;
        }
    }
    third_party::ran("interop-auth-rust-to-ours", calls);
}

/// The servers to which the same request is sent.
struct Three {
    agents: Agents,
    ours: tls::Server,
    python: peers::PythonServer,
    rust: tls::Server,
    refusals: std::cell::Cell<usize>,
}

impl Three {
    fn new(policy: AuthPolicy) -> Self {
        let agents = Agents::new();
        let (python, rust) = (agents.python(), agents.rust());
        Self { ours: agents.ours(policy), python, rust, agents, refusals: std::cell::Cell::new(0) }
    }

    fn e1(&self) -> &Agent {
        self.agents.named("e1")
    }

    /// The Python client's headers for a request with these settings.
    fn signed(&self, agent: &Agent, settings: Value) -> Sent {
        let mut task = agent.task("sign", "");
        for (name, value) in settings.as_object().unwrap() {
            task[name] = value.clone();
        }
        Sent::with(&python_client(&[task])[0]["headers"])
    }

    fn header(&self, agent: &Agent, audience: &str) -> Sent {
        let mut task = agent.task("header", "");
        task["audience"] = audience.into();
        Sent::with(&python_client(&[task])[0]["headers"])
    }

    /// Both peers accept the request, and ours refuses it: what the document's table says of it.
    #[track_caller]
    fn peers_accept(&self, what: &str, request: &Sent, code: &str) {
        listed(&format!("| {what} | `{code}` | "));
        for (peer, address) in [("Python", self.python.address()), ("Rust", self.rust.address())] {
            let (status, body) = self.agents.send(address, request);
            assert_eq!(status, 200, "anp ({peer}) has mended this: {body}\n{request:?}");
        }
        self.we_refuse(request, code);
    }

    #[track_caller]
    fn we_refuse(&self, request: &Sent, code: &str) {
        let (status, body) = self.agents.send(self.ours.address(), request);
        assert_eq!((status, &body["code"]), (401, &json!(code)), "{body}\n{request:?}");
        self.refusals.set(self.refusals.get() + 1);
    }

    /// Ours accepts the request, and both peers refuse it.
    #[track_caller]
    fn peers_refuse(&self, what: &str, request: &Sent) {
        listed(&format!("- {what} ("));
        for (peer, address) in [("Python", self.python.address()), ("Rust", self.rust.address())] {
            let (status, body) = self.agents.send(address, request);
            assert_eq!(status, 401, "anp ({peer}) has mended this: {body}\n{request:?}");
        }
        let (status, body) = self.agents.send(self.ours.address(), request);
        assert_eq!(status, 200, "{body}\n{request:?}");
        self.refusals.set(self.refusals.get() + 1);
    }
}

fn now() -> i64 {
    agent_description::Timestamp::now().as_unix_seconds()
}

/// What the packages let in, each with the rule that it breaks; the numbers are those of our list of their weaknesses.
#[test]
#[ignore = "needs INTEROP_PYTHON and INTEROP_ANP_RUST"]
fn what_the_packages_accept_and_we_refuse() {
    let three = Three::new(lenient());
    let e1 = three.e1();
    let elsewhere = |mut request: Sent| {
        request.target = "/transfer?to=mallory".to_owned();
        request
    };
    let other_body = |mut request: Sent| {
        request.body = r#"{"nights":99}"#.to_owned();
        // printf '{"nights":99}' | openssl dgst -sha256 -binary | base64
        request.set("Content-Digest", "sha-256=:zFC7vvgjpDR1ivBxlWUxxowPBpcIScpwqtX/Dx2qTII=:")
    };

    // 5: a signature that does not cover the target is good for any target (ANP request authentication section 3.1: `@target-uri`
    // must be covered)
    let request = three.signed(e1, json!({"covered": ["@method", "content-digest"]}));
    three.peers_accept(
        "the signature covers method and body, not the URL; sent to another path",
        &elsewhere(request),
        "auth-uncovered",
    );
    // 5: nor is the method (the same section)
    let mut request = three.signed(e1, json!({"covered": ["@target-uri", "content-digest"]}));
    request.method = "DELETE".to_owned();
    three.peers_accept("the signature covers URL and body, not the method; sent as DELETE", &request, "auth-uncovered");
    // 5: a body whose digest is not covered is anybody's (the same section, and RFC 9530 section 6.3: the digest alone protects nothing)
    let request = uncover_digest(&three, e1);
    three.peers_accept(
        "the signature does not cover the body's digest; body and digest replaced",
        &other_body(request),
        "auth-uncovered",
    );

    // 7: a signature that says it is good for thirty years (ANP section 3: a window of 1 to 5 minutes)
    let request = three.signed(e1, json!({"expires": now() + 30 * 365 * 86400}));
    three.peers_accept("`expires` in 30 years", &request, "auth-expired");

    // 10: a request signed for another service, sent on to this one by whoever runs that one: the peers take the audience from the Host
    // header (RFC 9421 section 7.2.2 and ANP section 2: the audience is the service's own name)
    let other = three.signed(e1, json!({"url": "https://other.example/book?nights=2"}));
    three.peers_accept(
        "RFC 9421, signed for another service, forwarded with that service's name as `Host`",
        &other.set("Host", "other.example"),
        "auth-signature",
    );
    let other = three.header(e1, "other.example");
    three.peers_accept(
        "`DIDWba` header signed for another service, forwarded in the same way",
        &other.set("Host", "other.example"),
        "auth-signature",
    );

    // 11: fields are looked for anywhere in the header, so that `xdid` is a `did`: two readers see two callers (RFC 9110 section 11.4: a
    // parameter has a name, and each name comes once)
    let header = three.header(e1, HOST);
    let value = header.header("Authorization").replacen("did=\"", "xdid=\"", 1);
    let twofold = format!("{value}, did=\"{}\"", three.agents.named("p256").did);
    three.peers_accept(
        r#"`DIDWba` header with `xdid="..."` before `did="..."`: the DID in `xdid` is authenticated"#,
        &header.set("Authorization", twofold),
        "auth-malformed",
    );

    // a k1 DID authenticates with the key it is bound to (did:wba k1 extension): not with any other of its document
    let k1 = three.agents.named("k1");
    let request = three.signed(k1, json!({"keyid": k1.method("key-2"), "key": k1.second_key_file()}));
    three.peers_accept("k1 DID, signed by another key of its document", &request, "auth-method-not-authorized");
    third_party::ran("interop-auth-refused-by-us", three.refusals.get());
}

/// A request with a body whose digest is in the header and not under the signature: the Python client adds it to what it covers, so the
/// request is signed as one without body.
fn uncover_digest(three: &Three, agent: &Agent) -> Sent {
    let mut request = three.signed(agent, json!({"covered": ["@method", "@target-uri"], "body": ""}));
    request.body = BODY.to_owned();
    request
}

/// 8: Python signs `@authority` and `@target-uri` as the URL was typed, so that its own servers alone can read it (RFC 9421 section 2.2.3:
/// the host in lower case, without the default port).
#[test]
#[ignore = "needs INTEROP_PYTHON and INTEROP_ANP_RUST"]
fn a_host_in_capitals() {
    let three = Three::new(lenient());
    let request = three.signed(three.e1(), json!({"url": "https://Service.Example:443/book?nights=2"}));
    let request = request.set("Host", "Service.Example:443");
    let (status, body) = three.agents.send(three.python.address(), &request);
    assert_eq!(status, 200, "anp (Python) has mended this: {body}");
    three.we_refuse(&request, "auth-signature");
    third_party::ran("interop-auth-authority-as-typed", three.refusals.get());
}

/// 9: a forged header uses up the nonce of a genuine one, because the peers look at the nonce before they look at the signature.
#[test]
#[ignore = "needs INTEROP_PYTHON and INTEROP_ANP_RUST"]
fn a_forged_request_burns_no_nonce() {
    let three = Three::new(lenient());
    for (peer, address, burnt) in [
        ("Python", three.python.address(), true),
        ("Rust", three.rust.address(), true),
        ("ours", three.ours.address(), false),
    ] {
        let genuine = three.header(three.e1(), HOST);
        let value = genuine.header("Authorization");
        let (before, signature) = value.split_once("signature=\"").unwrap();
        // the first character of the signature is another one
        let first = if signature.starts_with('A') { 'B' } else { 'A' };
        let forged = genuine.clone().set("Authorization", format!("{before}signature=\"{first}{}", &signature[1..]));
        let (status, body) = three.agents.send(address, &forged);
        assert!((400..500).contains(&status), "{peer}: {body}");
        let (status, body) = three.agents.send(address, &genuine);
        assert_eq!(status, if burnt { 401 } else { 200 }, "{peer}: {body}");
    }
    third_party::ran("interop-auth-nonce-burned", 2);
}

/// The legacy header is accepted by the packages unless told otherwise, and refused by ours unless told otherwise: it covers neither method
/// nor target nor body (ANP section 2: RFC 9421 replaces it).
#[test]
#[ignore = "needs INTEROP_PYTHON and INTEROP_ANP_RUST"]
fn the_legacy_header_is_refused_by_default() {
    let three = Three::new(AuthPolicy::default());
    let request = three.header(three.e1(), HOST);
    three.peers_accept(
        "any `DIDWba` header, if the server is not configured to accept it",
        &request,
        "auth-legacy-refused",
    );
    third_party::ran("interop-auth-legacy-refused", three.refusals.get());
}

/// 6: what RFC 9421 allows, and the packages refuse: they rebuild the parameters in an order of their own, and know one label and SHA-256.
#[test]
#[ignore = "needs INTEROP_PYTHON and INTEROP_ANP_RUST"]
fn what_the_packages_refuse_and_we_accept() {
    let three = Three::new(AuthPolicy::default());
    use agent_description::{
        Timestamp,
        auth::http_signature::{DigestAlgorithm, SignRequestOptions, sign_request},
    };
    let signed = |nonce: &str, digest| {
        let (mut parts, body) = http::Request::post(URL).body(BODY.as_bytes()).unwrap().into_parts();
        let options =
            SignRequestOptions { nonce: Some(nonce.to_owned()), digest, ..SignRequestOptions::new(Timestamp::now()) };
        sign_request(&mut parts, body, &ORIGIN.parse().unwrap(), &three.e1().signer(), &options).unwrap();
        let headers = parts.headers.iter().map(|(name, value)| (name.to_string(), json!(value.to_str().unwrap())));
        Sent::with(&Value::Object(headers.collect()))
    };
    // RFC 9530 section 5: SHA-512 is as good
    three.peers_refuse("`Content-Digest` with SHA-512", &signed("n1", DigestAlgorithm::Sha512));
    // RFC 8941 section 3.3.3: a string may have a semicolon in it
    three.peers_refuse("a nonce with `;` in it", &signed("n;2", DigestAlgorithm::Sha256));
    // RFC 9421 section 4.1: a gateway may add a signature of its own
    let request = signed("n3", DigestAlgorithm::Sha256);
    let input = format!("gateway=(\"@method\");created={};keyid=\"gw\", {}", now(), request.header("signature-input"));
    let signature = format!("gateway=:AAAA:, {}", request.header("signature"));
    three.peers_refuse(
        "a second signature by a gateway, with its own label",
        &request.set("signature-input", input).set("signature", signature),
    );
    third_party::ran("interop-auth-refused-by-peers", three.refusals.get());
}

/// What our server answers to a call, and what the packages' clients make of it: whether they sign again, and the last status.
#[test]
#[ignore = "needs INTEROP_PYTHON and INTEROP_ANP_RUST"]
fn the_packages_try_again_only_where_it_helps() {
    use agent_description::{did::DidDocument, resolve::NetError};
    let mut agents = Agents::new();
    let peer = RustPeer::start();
    let url = "https://client.example/agents/desk/did.json".to_owned();
    let gone = NetError::Status { url: url.clone(), status: 404 };
    let away = NetError::Connect { url, problem: "refused".to_owned() };
    let mut cases = 0;
    let mut case = |agents: &Agents, found, status: u64, again: bool| {
        let (server, agent) = (agents.challenging(found), agents.named("e1"));
        let mut task = agent.task("call", "http_signatures");
        task["address"] = json!([server.address().ip().to_string(), server.address().port()]);
        task["cacert"] = json!(agents.cacert());
        let call = python_client(&[task])[0]["calls"][0].clone();
        assert_eq!((&call["status"], &call["requests"]), (&json!(status), &json!(if again { 2 } else { 1 })), "{call}");
        if (200..=401).contains(&status) {
            // the Rust package says so of the challenge
            let request = Sent::with(&peer.ask(&agent.task("sign", "http_signatures"))["headers"]);
            let (status, challenge) = agents.send_for_headers(server.address(), &request);
            let mut task = agent.task("answer", "http_signatures");
            task["challenge"] = challenge;
            let answer = peer.ask(&task);
            assert_eq!((status, &answer["retry"]), (401, &json!(again)), "{task}");
            if again {
                let (status, body) = agents.send(server.address(), &Sent::with(&answer["headers"]));
                assert_eq!((status, &body["did"]), (200, &json!(agent.did.as_str())), "{body}");
            }
        }
        cases += 1;
    };
    // their nonce is not ours: with ours they get in
    case(&agents, None, 200, true);
    case(&agents, Some(gone.into()), 401, false);
    case(&agents, Some(away.into()), 503, false);
    let e1 = agents.all.iter_mut().find(|agent| agent.name == "e1").unwrap();
    e1.supersede();
    let read = DidDocument::parse_for(&e1.did, e1.document.to_string().as_bytes(), &Default::default());
    case(&agents, Some(read.unwrap_err().into()), 409, false);
    third_party::ran("interop-auth-challenges-answered", cases);
}

/// A DID that another one succeeds (ANP-03 section 3.1.2: its server must not use it for new authentication): the packages do not look.
#[test]
#[ignore = "needs INTEROP_PYTHON and INTEROP_ANP_RUST"]
fn the_packages_let_a_superseded_did_in() {
    let mut agents = Agents::new();
    agents.all.iter_mut().find(|agent| agent.name == "e1").unwrap().supersede();
    let (python, rust, ours) = (agents.python(), agents.rust(), agents.challenging(None));
    let request = Sent::with(&python_client(&[agents.named("e1").task("sign", "")])[0]["headers"]);
    listed("| a DID that another one succeeds | 409 | ");
    for (peer, address) in [("Python", python.address()), ("Rust", rust.address())] {
        let (status, body) = agents.send(address, &request);
        assert_eq!(status, 200, "anp ({peer}) has mended this: {body}");
    }
    let (status, body) = agents.send(ours.address(), &request);
    assert_eq!((status, &body["code"]), (409, &json!("did_superseded")), "{body}");
    third_party::ran("interop-auth-superseded", 3);
}
