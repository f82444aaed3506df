//! The authenticating client against real TLS servers on loopback, honest ones and hostile ones.
//!
//! Nothing leaves the machine: hosts are named `*.example`, which do not exist, and each test names 127.0.0.1 for them.
#![cfg(feature = "client")]

use adp_fixtures::{
    alice,
    tls::{Answer, Authority, Request, Server},
};
use agent_description::{
    Code, CodedError, Json, KeySigner, KeyType, Limits, Origin, SigningKey, Timestamp,
    auth::{
        AuthClient, AuthClientOptions, AuthPolicy, Claims, ClientError, CredentialForm, LegacyVersion, Receiver, Reply,
        UnverifiedRequest,
    },
    did::{Assurance, Binding, Did, DidDocument, DidDocumentBuilder, DocumentProofForm},
    json::Object,
    resolve::{Clock, ConnectTo, Deadlines, HttpsGet, HttpsGetBuilder, Lookup, NetError, blocking::Runtime},
};
use futures_util::future::BoxFuture;
use http::Request as HttpRequest;
use std::{
    io,
    net::IpAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

const HOST: &str = "hotel.example";
const ORIGIN: &str = "https://hotel.example";
const URL: &str = "https://hotel.example/book?nights=2";
const OTHER: &str = "spa.example";
const OTHER_URL: &str = "https://spa.example/massage";
const BODY: &str = r#"{"nights":2}"#;

/// Servers for both hosts, and the settings of a client that reaches them.
struct Web {
    hotel: Server,
    spa: Server,
    https: HttpsGetBuilder,
}

impl Web {
    fn new(
        hotel: impl Fn(&Request) -> Answer + Send + Sync + 'static,
        spa: impl Fn(&Request) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let authority = Authority::new();
        let hotel = Server::start(authority.issue(&[HOST]), hotel);
        let spa = Server::start(authority.issue(&[OTHER]), spa);
        let to = |host, port, server: &Server| ConnectTo::new(host, port, server.address()).unwrap();
        let https = trusting(&authority)
            .connect_to(to(HOST, 443, &hotel))
            .connect_to(to(HOST, 8443, &hotel))
            .connect_to(to(OTHER, 443, &spa));
        Self { hotel, spa, https }
    }

    /// Only the first host's answers matter.
    fn hotel(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        Self::new(answer, |_| panic!("the other host is not asked"))
    }

    /// A client that may authenticate to the first host.
    fn client(&self) -> AuthClient {
        self.client_with(|_| {})
    }

    /// The same with these changes of its options.
    fn client_with(&self, change: impl FnOnce(&mut AuthClientOptions)) -> AuthClient {
        let mut options = options(alice::alice());
        change(&mut options);
        AuthClient::new(self.https.clone().build(), options)
    }
}

/// Options that allow the first host.
fn options(signer: KeySigner) -> AuthClientOptions {
    let mut options = AuthClientOptions::new(signer);
    options.allowed_origins.insert(origin(ORIGIN));
    options
}

fn trusting(authority: &Authority) -> HttpsGetBuilder {
    let mut https = HttpsGet::builder().add_roots_pem(authority.pem().as_bytes()).unwrap().lookup(Loopback);
    https.only_added_roots = true;
    https.deadlines = Deadlines { connect: Duration::from_secs(20), total: Duration::from_secs(20) };
    https
}

/// Every name leads to this machine, which is no public address.
struct Loopback;

impl Lookup for Loopback {
    fn lookup<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async { Ok(vec![IpAddr::from([127, 0, 0, 1])]) })
    }
}

fn origin(text: &str) -> Origin {
    text.parse().unwrap()
}

fn get(url: &str) -> HttpRequest<Vec<u8>> {
    HttpRequest::get(url).body(Vec::new()).unwrap()
}

fn post(url: &str) -> HttpRequest<Vec<u8>> {
    HttpRequest::post(url).header("content-type", "application/json").body(BODY.into()).unwrap()
}

fn send(client: &AuthClient, request: HttpRequest<Vec<u8>>) -> Result<Reply, ClientError> {
    Runtime::new().unwrap().block_on(client.send(request))
}

#[track_caller]
fn refused(client: &AuthClient, request: HttpRequest<Vec<u8>>, code: Code) {
    let error = send(client, request).map(|reply| reply.response.status()).unwrap_err();
    assert_eq!(error.code(), code, "{error}");
}

/// The credentials of a request as our server reads and verifies them: form, digest, coverage, audience, time, signature.
fn verified(request: &Request, legacy: bool) -> Claims {
    let mut parts = HttpRequest::builder().method(request.method()).uri(request.path());
    for (name, value) in &request.headers {
        parts = parts.header(name, value);
    }
    let (parts, ()) = parts.body(()).unwrap().into_parts();
    let mut policy = AuthPolicy::default();
    policy.legacy = legacy;
    let now = Timestamp::now();
    let read = UnverifiedRequest::read(&parts, &request.body, Receiver::new(&origin(ORIGIN), &policy, now)).unwrap();
    let claims = read.claims().clone();
    read.verify(&alice::resolved(&alice::did_document_text()), now).unwrap();
    claims
}

fn challenge(nonce: &str) -> Answer {
    let header = format!("www-authenticate: DIDWba realm=\"hotel.example\", error=\"invalid_nonce\", nonce={nonce}");
    Answer::status(401, &[&header, "cache-control: no-store"], "sign with my nonce")
}

fn with_token(token: &str, seconds: u32) -> Answer {
    let header = format!("authentication-info: access_token=\"{token}\", token_type=\"Bearer\", expires_in={seconds}");
    Answer::status(200, &[&header], "welcome")
}

fn authorization(request: &Request) -> Option<&str> {
    request.header("authorization")
}

fn has_credentials(request: &Request) -> bool {
    request.headers.iter().any(|(name, _)| {
        ["authorization", "signature", "signature-input", "cookie", "proxy-authorization"].contains(&name.as_str())
    })
}

/// A clock that is set by hand.
#[derive(Clone)]
struct Hands(Arc<Mutex<Timestamp>>);

impl Hands {
    fn now() -> Self {
        Self(Arc::new(Mutex::new(Timestamp::now())))
    }

    fn advance(&self, seconds: u64) {
        let mut now = self.0.lock().unwrap();
        *now = now.saturating_add(Duration::from_secs(seconds));
    }
}

impl Clock for Hands {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
}

#[test]
fn requests_are_signed() {
    let web = Web::hotel(|request| Answer::status(200, &["x-seen: yes"], request.method().to_ascii_lowercase()));
    let client = web.client();
    for request in [post(URL), get(URL), HttpRequest::delete(URL).body(Vec::new()).unwrap()] {
        let method = request.method().to_string().to_ascii_lowercase();
        let reply = send(&client, request).unwrap();
        assert_eq!((reply.form, reply.requests), (Some(CredentialForm::HttpSignature), 1));
        assert_eq!(reply.response.status(), 200);
        assert_eq!(reply.response.headers()["x-seen"], "yes");
        assert_eq!(reply.response.body(), method.as_bytes());
    }
    let requests = web.hotel.requests();
    let covered = |request| verified(request, false).covered.join(" ");
    assert_eq!(covered(&requests[0]), "@method @target-uri @authority content-digest content-type");
    assert_eq!(covered(&requests[1]), "@method @target-uri @authority");
    assert_eq!(requests[0].body, BODY.as_bytes());
    // RFC 9530: the SHA-256 of the body, by `printf '{"nights":2}' | openssl dgst -sha256 -binary | base64`
    assert_eq!(requests[0].header("content-digest"), Some("sha-256=:3Z43c800Kbw/0W6MH/2geIXGHGCuYqp0MWnoDCSWoiY=:"));
    assert_eq!(requests[0].header("host"), Some(HOST));
    assert_eq!(requests[0].header("content-length"), Some("12"));
    for request in &requests {
        let claims = verified(request, false);
        assert_eq!(claims.key_id.as_str(), alice::METHOD);
        assert_eq!(claims.expires.unwrap().as_unix_seconds() - claims.created.unwrap().as_unix_seconds(), 60);
        assert_eq!(request.header("accept-encoding"), Some("identity"));
    }
    // 128 bits in base64url, each time others
    let nonces: Vec<String> = requests.iter().map(|request| verified(request, false).nonce.unwrap()).collect();
    assert!(nonces.iter().all(|nonce| nonce.len() == 22), "{nonces:?}");
    assert!(nonces[0] != nonces[1] && nonces[1] != nonces[2] && nonces[0] != nonces[2]);
}

#[test]
fn the_signature_is_of_the_url_as_it_is_sent() {
    let web = Web::hotel(|_| Answer::status(200, &[], ""));
    let client = web.client_with(|options| _ = options.allowed_origins.insert(origin("https://hotel.example:8443")));
    for url in ["https://HOTEL.example:443/a/../b?q='x'", "https://hotel.example", "https://hotel.example/a|b?c^d"] {
        send(&client, get(url)).unwrap();
    }
    let requests = web.hotel.requests();
    let paths: Vec<&str> = requests.iter().map(Request::path).collect();
    assert_eq!(paths, ["/b?q=%27x%27", "/", "/a|b?c^d"]);
    for request in &requests {
        verified(request, false);
    }
    send(&client, get("https://hotel.example:8443/x")).unwrap();
    let last = web.hotel.requests().pop().unwrap();
    assert_eq!(last.header("host"), Some("hotel.example:8443"));
}

#[test]
fn settings_of_the_signature() {
    let web = Web::hotel(|_| Answer::status(200, &[], ""));
    let client = web.client_with(|options| {
        options.cover = vec!["@authority".to_owned(), "content-type".to_owned()];
        options.signature_lifetime = Duration::from_secs(20);
    });
    send(&client, post(URL)).unwrap();
    let claims = verified(&web.hotel.requests()[0], false);
    assert_eq!(claims.covered.join(" "), "@method @target-uri @authority content-digest content-type");
    assert_eq!(claims.expires.unwrap().as_unix_seconds() - claims.created.unwrap().as_unix_seconds(), 20);
    // what the request does not have cannot be signed, and then nothing is sent
    refused(&client, get(URL), Code::AUTH_MALFORMED);
    assert_eq!(web.hotel.connections(), 1);
}

#[test]
fn the_legacy_header_is_an_option() {
    for (version, profile) in
        [(LegacyVersion::V1_0, CredentialForm::DidWbaV1_0), (LegacyVersion::V1_1, CredentialForm::DidWbaV1_1)]
    {
        let web = Web::hotel(|_| Answer::status(200, &[], ""));
        let reply = send(&web.client_with(|options| options.legacy = Some(version)), post(URL)).unwrap();
        assert_eq!(reply.form, Some(profile));
        let request = &web.hotel.requests()[0];
        assert_eq!(verified(request, true).form, profile);
        assert_eq!(request.header("signature"), None);
        assert_eq!(request.header("content-digest"), None);
    }
}

#[test]
fn credentials_go_where_the_caller_allowed_and_nowhere_else() {
    let web = Web::new(|_| Answer::status(200, &[], ""), |_| challenge("\"fresh\""));
    let client = web.client();
    // another host, another port, a host that ends alike: refused before a connection is made
    for url in [OTHER_URL, "https://hotel.example:8443/", "https://www.hotel.example/", "https://otel.example/"] {
        refused(&client, get(url), Code::AUTH_ORIGIN);
    }
    assert_eq!((web.hotel.connections(), web.spa.connections()), (0, 0));

    // or, if the caller says so, anonymous; a challenge from there is not answered
    let anonymous = web.client_with(|options| options.elsewhere_without_credentials = true);
    let reply = send(&anonymous, post(OTHER_URL)).unwrap();
    assert_eq!((reply.response.status().as_u16(), reply.form, reply.requests), (401, None, 1));
    let requests = web.spa.requests();
    assert_eq!(requests.len(), 1);
    assert!(!has_credentials(&requests[0]), "{:?}", requests[0]);
    assert_eq!(requests[0].body, BODY.as_bytes());

    // or by a policy of the caller's
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = asked.clone();
    let by_policy = web.client_with(|options| {
        options.allowed_origins.clear();
        options.origin_policy = Some(Arc::new(move |origin: &Origin| {
            seen.lock().unwrap().push(origin.to_string());
            origin.host() == HOST
        }));
    });
    assert!(send(&by_policy, get(URL)).is_ok());
    refused(&by_policy, get(OTHER_URL), Code::AUTH_ORIGIN);
    assert_eq!(*asked.lock().unwrap(), ["https://hotel.example", "https://spa.example"]);
    assert_eq!(web.spa.connections(), 1);
}

#[test]
fn redirects_are_not_followed() {
    for status in [301, 302, 303, 307, 308] {
        for location in [OTHER_URL, "//spa.example/massage", "/elsewhere"] {
            let web = Web::new(
                move |_| Answer::status(status, &[&format!("location: {location}")], ""),
                |_| Answer::status(200, &[], ""),
            );
            let client = web.client_with(|options| options.elsewhere_without_credentials = true);
            let reply = send(&client, post(URL)).unwrap();
            assert_eq!((reply.response.status().as_u16(), reply.requests), (status, 1));
            assert_eq!((web.hotel.connections(), web.spa.connections()), (1, 0));
        }
    }
}

#[test]
fn a_challenge_is_answered_once() {
    let web = Web::hotel(|request| match request.header("signature-input") {
        Some(input) if input.contains("nonce=\"n1\"") => Answer::status(200, &[], "welcome"),
        _ => challenge("\"n1\""),
    });
    let reply = send(&web.client(), post(URL)).unwrap();
    assert_eq!((reply.response.status().as_u16(), reply.requests), (200, 2));
    let requests = web.hotel.requests();
    assert_eq!(verified(&requests[1], false).nonce.as_deref(), Some("n1"));
    assert_ne!(verified(&requests[0], false).nonce.as_deref(), Some("n1"));
    assert_eq!(requests[1].body, BODY.as_bytes());

    // the header's form has it too
    let web = Web::hotel(|request| match authorization(request) {
        Some(value) if value.contains("nonce=\"n1\"") => Answer::status(200, &[], ""),
        _ => challenge("n1"),
    });
    let reply = send(&web.client_with(|options| options.legacy = Some(LegacyVersion::V1_1)), post(URL)).unwrap();
    assert_eq!((reply.response.status().as_u16(), reply.requests), (200, 2));
    verified(&web.hotel.requests()[1], true);

    // what the server wants covered is covered, as far as the request has it
    let web = Web::hotel(|request| match request.header("signature-input") {
        Some(input) if input.contains("\"n1\"") => Answer::status(200, &[], ""),
        _ => {
            let accept = "accept-signature: sig1=(\"@method\" \"@target-uri\" \"@authority\" \"@path\" \"content-digest\" \
                          \"content-type\" \"x-unheard\" \"@status\");created;expires;nonce;keyid";
            Answer::status(401, &["www-authenticate: DIDWba nonce=\"n1\"", accept], "")
        }
    });
    send(&web.client(), post(URL)).unwrap();
    let covered = verified(&web.hotel.requests()[1], false).covered;
    assert_eq!(covered.join(" "), "@method @target-uri @authority @path content-digest content-type");
}

#[test]
fn a_server_that_is_never_content_is_asked_twice() {
    // with a new nonce each time, and a token that it refuses afterwards
    let nonces = AtomicUsize::new(0);
    let web = Web::hotel(move |_| challenge(&format!("\"n{}\"", nonces.fetch_add(1, Ordering::SeqCst))));
    let reply = send(&web.client(), post(URL)).unwrap();
    assert_eq!((reply.response.status().as_u16(), reply.requests), (401, 2));
    assert_eq!(web.hotel.requests().len(), 2);
    assert_eq!(reply.response.body(), b"sign with my nonce");

    // without a nonce to sign with, another signature would be no other answer
    for header in ["www-authenticate: DIDWba realm=\"x\"", "www-authenticate: Basic realm=\"x\", nonce=\"n\"", "x: y"] {
        let web = Web::hotel(|_| Answer::status(401, &[header], ""));
        let reply = send(&web.client(), post(URL)).unwrap();
        assert_eq!((reply.requests, web.hotel.requests().len()), (1, 1), "{header}");
    }
    // nor is what is no 401 a challenge
    for status in [200, 302, 400, 403, 407, 503] {
        let web = Web::hotel(move |_| Answer::status(status, &["www-authenticate: DIDWba nonce=\"n1\""], ""));
        let reply = send(&web.client(), post(URL)).unwrap();
        assert_eq!((reply.requests, web.hotel.requests().len()), (1, 1), "{status}");
    }
}

#[test]
fn a_nonce_cannot_write_headers_of_its_own() {
    for nonce in [
        r#""a\", keyid=\"did:wba:evil.example#key-1""#,
        r#""a\";keyid=\"did:wba:evil.example#key-1""#,
        r#""a\\""#,
        "\"a b\"",
        "\"a;b\"",
        "\"a\tb\"",
        "\"\"",
        "\"caf\u{e9}\"",
        &format!("\"{}\"", "x".repeat(257)),
    ] {
        for legacy in [false, true] {
            let nonce = nonce.to_owned();
            let web = Web::hotel(move |_| challenge(&nonce));
            let client = web.client_with(|options| options.legacy = legacy.then_some(LegacyVersion::V1_1));
            let reply = send(&client, post(URL)).unwrap();
            assert_eq!((reply.requests, reply.response.status().as_u16()), (1, 401));
            verified(&web.hotel.requests()[0], legacy);
        }
    }
    // a line break ends the header, so that the answer is malformed or the nonce never ends
    let web = Web::hotel(|_| challenge("\"a\r\nset-cookie: a=\"b\""));
    let client = web.client();
    let reply = send(&client, post(URL)).unwrap();
    assert_eq!(reply.requests, 1);
    send(&client, post(URL)).unwrap();
    assert_eq!(web.hotel.requests()[1].header("cookie"), None);
}

#[test]
fn a_token_is_used_for_its_origin_until_it_expires() {
    let web = Web::new(
        |request| match authorization(request) {
            Some("Bearer t1") => Answer::status(200, &[], "again"),
            _ => with_token("t1", 600),
        },
        |_| Answer::status(200, &[], ""),
    );
    let hands = Hands::now();
    let client = web.client_with(|options| {
        options.allowed_origins.insert(origin("https://spa.example"));
        options.clock = Arc::new(hands.clone());
    });
    let profile = |url| send(&client, post(url)).unwrap().form.unwrap();
    assert_eq!(profile(URL), CredentialForm::HttpSignature);
    assert_eq!(profile(URL), CredentialForm::AccessToken);
    assert_eq!(profile("https://hotel.example/other"), CredentialForm::AccessToken);
    // the other host is allowed, and the token is not for it
    assert_eq!(profile(OTHER_URL), CredentialForm::HttpSignature);
    hands.advance(599);
    assert_eq!(profile(URL), CredentialForm::AccessToken);
    hands.advance(1);
    assert_eq!(profile(URL), CredentialForm::HttpSignature);
    let requests = web.hotel.requests();
    let seen: Vec<_> =
        requests.iter().map(|request| (authorization(request), request.header("signature").is_some())).collect();
    let (signed, token) = ((None, true), (Some("Bearer t1"), false));
    assert_eq!(seen, [signed, token, token, token, signed]);
    assert!(web.spa.requests().iter().all(|request| authorization(request).is_none()));
    // clones share it, another client does not
    assert_eq!(send(&client.clone(), post(URL)).unwrap().form, Some(CredentialForm::AccessToken));
    assert_eq!(send(&web.client(), post(URL)).unwrap().form, Some(CredentialForm::HttpSignature));
}

#[test]
fn a_token_that_is_refused_is_dropped_and_the_request_signed_once() {
    for refusal in ["", "www-authenticate: DIDWba error=\"invalid_access_token\", nonce=\"n1\""] {
        let tokens = Mutex::new(0);
        let web = Web::hotel(move |request| {
            if authorization(request).is_some() {
                return Answer::status(401, if refusal.is_empty() { &[] } else { std::slice::from_ref(&refusal) }, "");
            }
            let mut tokens = tokens.lock().unwrap();
            *tokens += 1;
            with_token(&format!("t{tokens}"), 600)
        });
        let client = web.client();
        send(&client, post(URL)).unwrap();
        let reply = send(&client, post(URL)).unwrap();
        assert_eq!((reply.response.status().as_u16(), reply.requests), (200, 2));
        let requests = web.hotel.requests();
        assert_eq!(requests.len(), 3);
        assert_eq!(authorization(&requests[1]), Some("Bearer t1"));
        let nonce = verified(&requests[2], false).nonce;
        assert_eq!(nonce.as_deref() == Some("n1"), !refusal.is_empty());
        // the new token is the one that is sent now
        send(&client, post(URL)).unwrap();
        assert_eq!(authorization(&web.hotel.requests()[3]), Some("Bearer t2"));
    }
    // refused with the token and with the signature: two requests, and no third
    let asked = Mutex::new(0);
    let web = Web::hotel(move |_| {
        let mut asked = asked.lock().unwrap();
        *asked += 1;
        if *asked == 1 { with_token("t1", 600) } else { challenge(&format!("\"n{asked}\"")) }
    });
    let client = web.client();
    send(&client, post(URL)).unwrap();
    let reply = send(&client, post(URL)).unwrap();
    assert_eq!((reply.response.status().as_u16(), reply.requests), (401, 2));
    assert_eq!(web.hotel.requests().len(), 3);
    // the token is not tried again
    send(&client, post(URL)).unwrap();
    assert_eq!(authorization(&web.hotel.requests()[3]), None);
}

#[test]
fn tokens_that_are_not_taken() {
    let token = "access_token=\"t1\", token_type=\"Bearer\"";
    for (status, header) in [
        (200, format!("authentication-info: {token}")),
        (200, format!("authentication-info: {token}, expires_in=0")),
        (200, format!("authentication-info: {token}, expires_in=-5")),
        (200, "authentication-info: access_token=\"a b\", token_type=\"Bearer\", expires_in=600".to_owned()),
        (200, "authentication-info: access_token=\"t1\", token_type=\"DPoP\", expires_in=600".to_owned()),
        // where the SDKs put it, and RFC 9110 does not
        (200, "authorization: Bearer t1".to_owned()),
        (401, format!("authentication-info: {token}, expires_in=600")),
        (302, format!("authentication-info: {token}, expires_in=600\r\nlocation: /x")),
    ] {
        let web = Web::hotel({
            let header = header.clone();
            move |_| Answer::status(status, &[&header], "")
        });
        let client = web.client();
        for _ in 0..2 {
            assert_eq!(send(&client, post(URL)).unwrap().form, Some(CredentialForm::HttpSignature), "{header}");
        }
        assert!(web.hotel.requests().iter().all(|request| authorization(request).is_none()));
    }
    // nor is one from a server that was sent no credentials
    let web = Web::new(|_| panic!("not asked"), |_| with_token("t1", 600));
    let client = web.client_with(|options| options.elsewhere_without_credentials = true);
    for _ in 0..2 {
        send(&client, get(OTHER_URL)).unwrap();
    }
    assert!(!web.spa.requests().iter().any(has_credentials));
    assert_eq!((web.hotel.connections(), web.spa.requests().len()), (0, 2));
}

#[test]
fn bodies_without_end() {
    let chunk = format!("4000\r\n{}\r\n", "x".repeat(0x4000));
    let head = "HTTP/1.1 200 x\r\ntransfer-encoding: chunked\r\n\r\n";
    let web = Web::hotel(move |_| Answer::raw(head).forever(chunk.clone(), Duration::ZERO));
    refused(&web.client_with(|options| options.body_limit = 100_000), post(URL), Code::NET_SIZE);
    // what lies in buffers on the way is all that comes beyond the limit
    assert!(web.hotel.bytes_sent() < 8 << 20, "{}", web.hotel.bytes_sent());

    // the declared size is enough
    let web =
        Web::hotel(|_| Answer::raw("HTTP/1.1 200 x\r\ncontent-length: 1048577\r\n\r\n").wait(Duration::from_secs(30)));
    refused(&web.client(), post(URL), Code::NET_SIZE);
    // the body of a refusal is no exception
    let web = Web::hotel(|_| Answer::status(401, &["www-authenticate: DIDWba nonce=n1"], "x".repeat(1001)));
    let small = |web: &Web| web.client_with(|options| options.body_limit = 1000);
    refused(&small(&web), post(URL), Code::NET_SIZE);
    assert_eq!(web.hotel.requests().len(), 1);
    // what is just small enough comes
    let web = Web::hotel(|_| Answer::status(200, &[], "x".repeat(1000)));
    let reply = send(&small(&web), HttpRequest::get(URL).body(Vec::new()).unwrap()).unwrap();
    assert_eq!(reply.response.body().len(), 1000);
    // and a body that drips comes to the deadline
    let web = Web::hotel(|_| {
        Answer::raw("HTTP/1.1 200 x\r\ncontent-length: 1000\r\n\r\n").forever("x", Duration::from_millis(50))
    });
    let mut hurried = web.https.clone();
    hurried.deadlines = Deadlines { connect: Duration::from_secs(1), total: Duration::from_secs(1) };
    refused(&AuthClient::new(hurried.build(), options(alice::alice())), post(URL), Code::NET_TIME);
}

#[test]
fn urls_that_no_credentials_go_to() {
    let web = Web::hotel(|_| Answer::status(200, &[], ""));
    let client = web.client_with(|options| options.origin_policy = Some(Arc::new(|_: &Origin| true)));
    for (url, code) in [
        ("http://hotel.example/", Code::NET_SCHEME),
        ("https://alice:pw@hotel.example/", Code::NET_SCHEME),
        ("/book", Code::NET_SCHEME),
        ("https://127.0.0.1/", Code::NET_ADDRESS),
        ("https://2130706433/", Code::NET_ADDRESS),
        ("https://[::1]/", Code::NET_ADDRESS),
        ("https://localhost/", Code::NET_ADDRESS),
        // leads to loopback, and nobody named that address for it
        ("https://tea.example/", Code::NET_ADDRESS),
    ] {
        refused(&client, get(url), code);
    }
    let mut offline = web.https.clone();
    offline.offline = true;
    refused(&AuthClient::new(offline.build(), options(alice::alice())), get(URL), Code::NET_OFFLINE);
    assert_eq!(web.hotel.connections(), 0);
}

#[test]
fn a_server_without_the_hosts_certificate_sees_no_credentials() {
    let (authority, impostor) = (Authority::new(), Authority::new());
    for identity in [impostor.issue(&[HOST]), authority.issue(&[OTHER])] {
        let server = Server::start(identity, |_| Answer::status(200, &[], ""));
        let https = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap());
        let client = AuthClient::new(https.build(), options(alice::alice()));
        refused(&client, post(URL), Code::NET_TLS);
        assert_eq!((server.connections(), server.requests().len()), (1, 0));
    }
}

#[test]
fn headers_that_are_not_the_callers() {
    let web = Web::hotel(|_| Answer::status(200, &["set-cookie: a=b; Path=/"], ""));
    let client = web.client();
    for name in [
        "Authorization",
        "Signature",
        "Signature-Input",
        "Content-Digest",
        "Host",
        "Content-Length",
        "Transfer-Encoding",
        "Connection",
        "Proxy-Authorization",
        "Expect",
        "Upgrade",
        "TE",
        "Accept-Encoding",
    ] {
        let request = HttpRequest::post(URL).header(name, "x").body(Vec::new()).unwrap();
        refused(&client, request, Code::AUTH_MALFORMED);
    }
    for method in ["CONNECT", "TRACE"] {
        refused(
            &client,
            HttpRequest::builder().method(method).uri(URL).body(Vec::new()).unwrap(),
            Code::AUTH_MALFORMED,
        );
    }
    assert_eq!(web.hotel.connections(), 0);
    // and no state is carried but the token
    for _ in 0..2 {
        let request = HttpRequest::get(URL).header("x-mine", "y").header("user-agent", "me").body(Vec::new()).unwrap();
        send(&client, request).unwrap();
    }
    for request in web.hotel.requests() {
        assert_eq!((request.header("x-mine"), request.header("user-agent")), (Some("y"), Some("me")));
        for name in ["cookie", "referer", "origin", "via"] {
            assert_eq!(request.header(name), None);
        }
    }
}

#[test]
fn requests_of_reqwest_go_by_the_same_rules() {
    let web = Web::hotel(|request| match request.path() {
        "/slow" => Answer::default().wait(Duration::from_secs(600)),
        _ => Answer::status(201, &["x-room: 7", "content-type: text/plain"], "booked"),
    });
    let client = web.client();
    let runtime = Runtime::new().unwrap();
    let execute = |request: reqwest::RequestBuilder| {
        let execute = async { client.execute(request.build().unwrap()).await };
        runtime.block_on(execute)
    };
    // whatever it is set to do, it does nothing here
    let reqwest = reqwest::Client::builder().user_agent("reqwest").build().unwrap();
    let booking = || reqwest.post(format!("{URL}#top")).header("content-type", "application/json").body(BODY);
    let response = execute(booking()).unwrap();
    assert_eq!((response.status().as_u16(), response.url().as_str()), (201, &*format!("{URL}#top")));
    assert_eq!(response.headers()["x-room"], "7");
    assert_eq!(runtime.block_on(response.text()).unwrap(), "booked");
    let [request] = &web.hotel.requests()[..] else { panic!() };
    assert_eq!(
        (&*request.line, request.header("content-type")),
        ("POST /book?nights=2 HTTP/1.1", Some("application/json"))
    );
    assert_eq!(
        (request.body.as_slice(), request.header("user-agent")),
        (BODY.as_bytes(), Some(agent_description::resolve::USER_AGENT))
    );
    verified(request, false);

    let stream = http_body_util::Full::new(&b"{}"[..]);
    for (request, code) in [
        (reqwest.get(OTHER_URL), Code::AUTH_ORIGIN),
        (reqwest.get("http://hotel.example/"), Code::NET_SCHEME),
        (booking().basic_auth("alice", Some("secret")), Code::AUTH_MALFORMED),
        (booking().bearer_auth("token"), Code::AUTH_MALFORMED),
        (reqwest.post(URL).body(reqwest::Body::wrap(stream)), Code::AUTH_MALFORMED),
    ] {
        assert_eq!(execute(request).map(|_| ()).unwrap_err().code(), code);
    }
    let limit = Duration::from_millis(300);
    let error = execute(reqwest.get("https://hotel.example/slow").timeout(limit)).map(|_| ()).unwrap_err();
    assert!(matches!(&error, ClientError::Net(NetError::Time { limit: kept, .. }) if *kept == limit), "{error}");
    assert!(web.hotel.requests().len() <= 2);
}

#[test]
fn nothing_printed_has_a_secret_in_it() {
    let web = Web::hotel(|_| with_token("secret-token", 600));
    let client = web.client();
    send(&client, post(URL)).unwrap();
    let printed = format!("{client:?} {:?}", options(alice::alice()));
    assert!(printed.contains(alice::METHOD) && !printed.contains("secret-token"), "{printed}");
}

/// Two DIDs of one subject, the documents of both, and a key for each.
struct Rotation {
    old: Did,
    new: Did,
    /// By path.
    documents: Vec<(String, String)>,
}

fn bound_key(byte: u8) -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::Ed25519, &[byte; 32]).unwrap()
}

fn bound(byte: u8) -> Did {
    Did::wba_bound(OTHER, "user:alice", Binding::E1, bound_key(byte).verifying_key()).unwrap()
}

fn bound_signer(byte: u8) -> KeySigner {
    KeySigner::new(format!("{}#key-1", bound(byte)).parse().unwrap(), bound_key(byte))
}

impl Rotation {
    /// The documents at the DIDs' host once the second succeeds the first; `edit` changes that of the first.
    fn new(edit: impl FnOnce(&mut Object)) -> Self {
        let at = |text: &str| text.parse().unwrap();
        let active = |byte: u8| {
            DidDocumentBuilder::new(bound(byte), bound_key(byte).verifying_key())
                .build_signed(&bound_key(byte), at("2026-01-01T00:00:00Z"), DocumentProofForm::W3c)
                .unwrap()
        };
        let first = DidDocument::parse_own(&active(1), &Limits::default()).unwrap();
        let old = first.get().superseded_by(&bound(2), &bound_key(1), at("2026-02-01T00:00:00Z")).unwrap();
        let mut root = old.root().clone();
        edit(&mut root);
        let path = |did: &Did| did.location().unwrap().strip_prefix("https://spa.example").unwrap().to_owned();
        let documents =
            vec![(path(&bound(1)), Json::from(root).to_compact()), (path(&bound(2)), active(2).source().to_owned())];
        Self { old: bound(1), new: bound(2), documents }
    }

    /// A service that refuses the old DID and names another as its successor, and the host of the DIDs.
    fn web(&self) -> Web {
        let (old, documents) = (self.old.clone(), self.documents.clone());
        let hotel = move |request: &Request| match request.header("signature-input") {
            Some(input) if input.contains(old.as_str()) => {
                let hint = format!(
                    r#"{{"code":"did_superseded","requestedDid":"{old}","currentDid":"{}","stableSubjectId":"spa.example:user:alice"}}"#,
                    bound(3)
                );
                Answer::status(409, &["content-type: application/json", "cache-control: no-store"], hint)
            }
            _ => Answer::status(200, &[], "welcome"),
        };
        Web::new(hotel, move |request| {
            let found = documents.iter().find(|(path, _)| path == request.path());
            found.map_or_else(Answer::not_found, |(_, document)| Answer::json(document.clone()))
        })
    }
}

/// A client of the old DID, with these keys for its successors.
fn old_client(web: &Web, successors: &[u8]) -> AuthClient {
    let mut options = options(bound_signer(1));
    options.successors = successors.iter().map(|number| Arc::new(bound_signer(*number)) as _).collect();
    AuthClient::new(web.https.clone().build(), options)
}

/// ANP-03 section 3.2: what the server calls the current DID is not believed; the documents are.
#[test]
fn a_superseded_did_is_followed_by_its_documents() {
    let rotation = Rotation::new(|_| {});
    let web = rotation.web();
    // the key of the DID that the server named signs nothing
    let error = send(&old_client(&web, &[3]), post(URL)).unwrap_err();
    assert_eq!(error.code(), Code::DID_SUPERSEDED);
    assert!(
        error.to_string().contains(rotation.new.as_str()) && !error.to_string().contains(bound(3).as_str()),
        "{error}"
    );
    let ClientError::Superseded { did, current, assurance, reply } = error else { panic!("{error:?}") };
    assert_eq!((did, current, assurance), (rotation.old.clone(), rotation.new.clone(), Assurance::Verified));
    assert_eq!((reply.response.status().as_u16(), reply.requests, web.hotel.requests().len()), (409, 1, 1));
    // the hosts of the DIDs get no credentials
    assert_eq!(web.spa.requests().len(), 2);
    assert!(!web.spa.requests().iter().any(has_credentials));

    let client = old_client(&web, &[3, 2]);
    let reply = send(&client, post(URL)).unwrap();
    assert_eq!((reply.response.status().as_u16(), reply.requests), (200, 2));
    assert_eq!(reply.key_id.unwrap().did(), &rotation.new);
    // from then on the successor signs
    let reply = send(&client, post(URL)).unwrap();
    assert_eq!((reply.response.status().as_u16(), reply.requests), (200, 1));
}

#[test]
fn what_the_documents_do_not_confirm_is_not_followed() {
    let call = |web: &Web| send(&old_client(web, &[2, 3]), post(URL));
    // nobody signed the transition: the host could name whom it wants
    let web = Rotation::new(|root| drop(root.remove("proof"))).web();
    let error = call(&web).unwrap_err();
    assert!(matches!(error, ClientError::Superseded { assurance: Assurance::ProviderAsserted, .. }), "{error:?}");
    assert_eq!((error.code(), web.hotel.requests().len()), (Code::DID_SUPERSEDED, 1));
    // signed by nobody who may
    let web = Rotation::new(|root| drop(root.insert("successorDid", bound(3).as_str()))).web();
    let error = call(&web).unwrap_err();
    assert_eq!((error.code(), web.hotel.requests().len()), (Code::DID_DOCUMENT_PROOF, 1), "{error}");
    // in use, whatever the server says
    let mut rotation = Rotation::new(|_| {});
    rotation.documents[0].1 = {
        let builder = DidDocumentBuilder::new(bound(1), bound_key(1).verifying_key());
        let document =
            builder.build_signed(&bound_key(1), "2026-01-01T00:00:00Z".parse().unwrap(), DocumentProofForm::W3c);
        document.unwrap().source().to_owned()
    };
    let web = rotation.web();
    let error = call(&web).unwrap_err();
    assert_eq!((error.code(), web.hotel.requests().len()), (Code::NET_STATUS, 1), "{error}");
    assert!(error.to_string().contains("in use"), "{error}");
    // not there
    rotation.documents.clear();
    let web = rotation.web();
    assert_eq!((call(&web).unwrap_err().code(), web.hotel.requests().len()), (Code::NET_STATUS, 1));
    // a conflict of another kind is an answer like any other
    for body in ["", "did_superseded", r#"{"code":"conflict"}"#, r#"["did_superseded"]"#] {
        let web = Web::hotel(move |_| Answer::status(409, &[], body));
        let reply = call(&web).unwrap();
        assert_eq!((reply.response.status().as_u16(), reply.requests), (409, 1), "{body}");
    }
}
