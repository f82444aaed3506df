//! The resolver against a real TLS server on loopback.
//!
//! Nothing leaves the machine: hosts are named `agent.example`, which does not exist, and either a test names 127.0.0.1
//! for them or a lookup of the test's does. Names that lead elsewhere are tested in `crates/fetch/src/http/tests.rs`, where
//! the kernel keeps every socket on loopback.
#![cfg(feature = "resolver")]

use adp_fixtures::tls::{Answer, Authority, Identity, Request, Server, Validity};
use agent_description::{
    Code, CodedError, Limits,
    did::Did,
    resolve::{
        ConnectTo, Deadlines, FetchKind, Fetched, HttpResolver, HttpsGet, HttpsGetBuilder, NetError, Phase, Resolve,
        blocking::Runtime,
    },
};
use std::{
    io::{Read, Write},
    net::SocketAddr,
    time::{Duration, Instant},
};

const HOST: &str = "agent.example";
const URL: &str = "https://agent.example/did.json";
const DID: &str = "did:wba:agent.example";
const DOCUMENT: &str = r#"{"id":"did:wba:agent.example"}"#;

/// A server for `agent.example:443` and a client that knows its CA and where it is.
fn serve(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> (Server, HttpsGetBuilder) {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), answer);
    let client = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap());
    (server, client)
}

/// Trusts one CA and no other; the name lookup fails the test.
fn trusting(authority: &Authority) -> HttpsGetBuilder {
    let mut https = HttpsGet::builder().add_roots_pem(authority.pem().as_bytes()).unwrap().lookup(lookup::Forbidden);
    https.only_added_roots = true;
    https.deadlines = Deadlines { connect: Duration::from_secs(20), total: Duration::from_secs(20) };
    https
}

mod lookup {
    use agent_description::resolve::Lookup;
    use futures_util::future::BoxFuture;
    use std::{
        io,
        net::IpAddr,
        sync::{Arc, Mutex},
    };

    /// No name may be looked up.
    pub struct Forbidden;

    impl Lookup for Forbidden {
        fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
            panic!("{host} was looked up")
        }
    }

    /// Answers by a script, one entry for each lookup; then there is no such name.
    #[derive(Clone, Default)]
    pub struct Scripted {
        answers: Arc<Mutex<Vec<Vec<IpAddr>>>>,
    }

    impl Scripted {
        pub fn new(answers: &[&[&str]]) -> Self {
            let parse = |answer: &&[&str]| answer.iter().map(|text| text.parse().unwrap()).collect();
            Self { answers: Arc::new(Mutex::new(answers.iter().map(parse).collect())) }
        }
    }

    impl Lookup for Scripted {
        fn lookup<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
            let mut answers = self.answers.lock().unwrap();
            let answer = if answers.is_empty() { Err(io::Error::other("no such name")) } else { Ok(answers.remove(0)) };
            Box::pin(async move { answer })
        }
    }

    /// Never answers.
    pub struct Silent;

    impl Lookup for Silent {
        fn lookup<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
            Box::pin(std::future::pending())
        }
    }
}

fn fetch(client: HttpsGetBuilder, url: &str, kind: FetchKind) -> Result<Fetched, NetError> {
    Runtime::new().unwrap().block_on(client.build().fetch(url, kind))
}

#[track_caller]
fn refused(client: HttpsGetBuilder, url: &str, code: Code) -> NetError {
    let error = fetch(client, url, FetchKind::DidDocument).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), code, "{url}: {error}");
    error
}

#[test]
fn a_document_is_fetched_and_read() {
    let (server, client) = serve(|request| match request.path() {
        "/.well-known/did.json" => Answer::json(DOCUMENT),
        _ => Answer::not_found(),
    });
    let did: Did = DID.parse().unwrap();
    let resolver = HttpResolver::new(client.build());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let resolved = runtime.block_on(resolver.resolve(&did)).unwrap();
    assert_eq!(resolved.get().id(), &did);
    assert_eq!(resolved.url(), Some("https://agent.example/.well-known/did.json"));
    assert_eq!(server.connections(), 1);

    let missing: Did = "did:wba:agent.example:nobody".parse().unwrap();
    let error = runtime.block_on(resolver.resolve(&missing)).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), Code::NET_STATUS, "{error}");
    let paths: Vec<_> = server.requests().iter().map(|request| request.path().to_owned()).collect();
    assert_eq!(paths, ["/.well-known/did.json", "/nobody/did.json"]);
}

#[test]
fn what_the_server_sees() {
    for (kind, accept) in [
        (FetchKind::DidDocument, "application/did+json, application/did+ld+json, application/did, application/json"),
        (FetchKind::AgentDescription, "application/ld+json, application/json"),
        (FetchKind::AnyDocument { bytes: 1 << 20 }, "application/ld+json, application/json"),
    ] {
        let (server, client) =
            serve(|_| Answer::status(200, &["content-type: application/json", "set-cookie: a=b"], "{}"));
        let client = client.build();
        let runtime = Runtime::new().unwrap();
        for _ in 0..2 {
            runtime.block_on(client.fetch("https://agent.example/a?b=c#d", kind)).unwrap();
        }
        let requests = server.requests();
        assert_eq!(requests.len(), 2);
        for request in requests {
            assert_eq!(request.line, "GET /a?b=c HTTP/1.1");
            assert_eq!(request.server_name.as_deref(), Some("agent.example"));
            let mut headers = request.headers.clone();
            headers.sort();
            let expected = [
                ("accept", accept),
                ("accept-encoding", "identity"),
                ("host", "agent.example"),
                ("user-agent", concat!("agent-description/", env!("CARGO_PKG_VERSION"))),
            ];
            assert_eq!(headers, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        }
    }
}

#[test]
fn nothing_is_carried_from_one_fetch_to_the_next() {
    let (server, client) = serve(|_| {
        let headers = [
            "content-type: application/json",
            "set-cookie: session=1; Path=/; Secure",
            "set-cookie: other=2",
            "www-authenticate: Basic realm=\"x\"",
            "authentication-info: token=\"y\"",
            "accept-ch: Sec-CH-UA-Platform",
            "alt-svc: h3=\":443\"",
            "link: </next.json>; rel=\"preload\"",
            "refresh: 0; url=/next.json",
        ];
        Answer::status(200, &headers, DOCUMENT)
    });
    let (client, runtime) = (client.build(), Runtime::new().unwrap());
    for url in [URL, "https://agent.example/second.json", URL] {
        runtime.block_on(client.fetch(url, FetchKind::DidDocument)).unwrap();
    }
    let requests = server.requests();
    let paths: Vec<&str> = requests.iter().map(Request::path).collect();
    assert_eq!(paths, ["/did.json", "/second.json", "/did.json"]);
    let names = |request: &Request| request.headers.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    for request in &requests {
        assert_eq!(names(request), names(&requests[0]));
        for name in ["cookie", "referer", "authorization", "origin", "if-none-match", "from", "via", "forwarded"] {
            assert_eq!(request.header(name), None, "{name}");
        }
    }
}

#[test]
fn the_url_fetched_is_told_without_its_fragment() {
    let (_server, client) =
        serve(|_| Answer::status(200, &["content-type: Application/LD+JSON; charset=utf-8"], "[1]"));
    let fetched = fetch(client, "https://AGENT.example:443/ad.json#x", FetchKind::AgentDescription).unwrap();
    assert_eq!(fetched.url, "https://agent.example/ad.json");
    assert_eq!(fetched.media_type, "application/ld+json");
    assert_eq!(fetched.body, b"[1]");
}

#[test]
fn redirects_are_not_followed() {
    let elsewhere = Server::start_plain(|_| Answer::json("{}"));
    for status in [301, 302, 303, 307, 308] {
        for location in [
            "/other.json".to_owned(),
            "https://agent.example/other.json".to_owned(),
            format!("https://agent.example:{}/", elsewhere.port()),
            format!("http://127.0.0.1:{}/", elsewhere.port()),
            format!("https://127.0.0.1:{}/", elsewhere.port()),
            "http://169.254.169.254/latest/meta-data/".to_owned(),
        ] {
            let header = format!("location: {location}");
            let (server, client) =
                serve(move |_| Answer::status(status, &["content-type: application/json", &header], DOCUMENT));
            let client = client.connect_to(ConnectTo::new(HOST, elsewhere.port(), elsewhere.address()).unwrap());
            let error = refused(client, URL, Code::NET_REDIRECT);
            assert_eq!(error, NetError::Redirect { url: URL.to_owned(), status, location: Some(location.clone()) });
            assert_eq!(server.connections(), 1, "{status} {location}");
        }
    }
    assert_eq!(elsewhere.connections(), 0);
    let (_server, client) = serve(|_| Answer::status(302, &[], ""));
    refused(client, URL, Code::NET_REDIRECT);
}

#[test]
fn only_200_counts() {
    for status in [201, 202, 203, 204, 206, 226, 300, 304, 305, 400, 401, 403, 404, 410, 418, 429, 500, 502, 503, 599] {
        let (_server, client) = serve(move |_| {
            Answer::status(
                status,
                &["content-type: application/json"],
                if status == 204 || status == 304 { "" } else { DOCUMENT },
            )
        });
        assert_eq!(refused(client, URL, Code::NET_STATUS), NetError::Status { url: URL.to_owned(), status });
    }
}

#[test]
fn only_json_media_types_count() {
    for media_type in [
        "application/json",
        "application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=utf-8;x=\"a;b\"",
        "application/did",
        "application/did+json",
        "application/did+ld+json",
        "application/ld+json;profile=\"x\"",
        "application/vnd.x+json",
        "text/x+json",
    ] {
        let header = format!("content-type: {media_type}");
        let (_server, client) = serve(move |_| Answer::status(200, &[&header], DOCUMENT));
        fetch(client, URL, FetchKind::DidDocument).unwrap_or_else(|error| panic!("{media_type}: {error}"));
    }
    for media_type in [
        "text/html",
        "text/plain",
        "text/json",
        "application/octet-stream",
        "application/jsonp",
        "application/x-json",
        "application/json5",
        "application/jsonl",
        "application/+json",
        "+json",
        "json",
        "application/json, text/html",
        "text/html; application/json",
        "application/did+xml",
        "application/did-doc",
        "",
    ] {
        let header = format!("content-type: {media_type}");
        let (_server, client) = serve(move |_| Answer::status(200, &[&header], DOCUMENT));
        let error = refused(client, URL, Code::NET_TYPE);
        assert!(error.to_string().contains("media type"), "{error}");
    }
    let (_server, client) = serve(|_| Answer::status(200, &[], DOCUMENT));
    assert!(refused(client, URL, Code::NET_TYPE).to_string().contains("no media type"));
    let (_server, client) =
        serve(|_| Answer::status(200, &["content-type: application/json", "content-type: text/html"], DOCUMENT));
    refused(client, URL, Code::NET_TYPE);
}

#[test]
fn compressed_bodies_are_refused_not_decompressed() {
    // gzip of `{}`
    let gzip = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 171, 174, 5, 0, 67, 191, 166, 163, 2, 0, 0, 0];
    for encoding in ["gzip", "br", "zstd", "deflate", "x-gzip", "identity, gzip", "gzip\r\ncontent-encoding: identity"]
    {
        let header = format!("content-encoding: {encoding}");
        let (_server, client) = serve(move |_| Answer::status(200, &["content-type: application/json", &header], gzip));
        let error = refused(client, URL, Code::NET_TYPE);
        assert!(error.to_string().contains("content encoding"), "{error}");
    }
    // not declared: bytes as they are, which then are no JSON
    let (_server, client) = serve(move |_| Answer::json(gzip));
    assert_eq!(fetch(client, URL, FetchKind::DidDocument).unwrap().body, gzip);
    let (_server, client) =
        serve(|_| Answer::status(200, &["content-type: application/json", "content-encoding: identity"], "{}"));
    fetch(client, URL, FetchKind::DidDocument).unwrap();
}

#[test]
fn bodies_encoded_for_the_way_are_refused() {
    let body = "\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: ";
    for encoding in ["gzip, chunked", "gzip\r\ntransfer-encoding: chunked", "x-new, chunked", "identity, chunked"] {
        let answer = format!("{head}{encoding}{body}");
        let (_server, client) = serve(move |_| Answer::raw(answer.clone()));
        let error = refused(client, URL, Code::NET_TYPE);
        assert!(error.to_string().contains("transfer encoding"), "{error}");
    }
    for encoding in ["chunked", "Chunked", " chunked "] {
        let answer = format!("{head}{encoding}{body}");
        let (_server, client) = serve(move |_| Answer::raw(answer.clone()));
        assert_eq!(fetch(client, URL, FetchKind::DidDocument).unwrap().body, b"{}", "{encoding}");
    }
}

#[test]
fn sizes_are_capped() {
    for (kind, limit) in [
        (FetchKind::DidDocument, 256 << 10),
        (FetchKind::AgentDescription, 1 << 20),
        (FetchKind::AnyDocument { bytes: 30 }, 30),
        (FetchKind::AnyDocument { bytes: 2 << 20 }, 2 << 20),
    ] {
        let (_server, client) = serve(move |_| Answer::json(vec![b' '; limit]));
        assert_eq!(fetch(client, URL, kind).unwrap().body.len(), limit);
        let (_server, client) = serve(move |_| Answer::json(vec![b' '; limit + 1]));
        let error = fetch(client, URL, kind).unwrap_err();
        assert_eq!(error, NetError::Size { url: URL.to_owned(), limit });
    }
    let mut limits = Limits::default();
    limits.did_document_bytes = 10;
    let (_server, mut client) = serve(|_| Answer::json("01234567890"));
    client.limits = limits.clone();
    refused(client, URL, Code::NET_SIZE);
    let (_server, mut client) = serve(|_| Answer::json("0123456789"));
    client.limits = limits;
    fetch(client, URL, FetchKind::DidDocument).unwrap();
}

const CHUNKED: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";

#[test]
fn a_declared_size_over_the_limit_is_refused_before_the_body() {
    let (server, client) = serve(|_| {
        Answer::raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10737418240\r\n\r\n")
            .forever(vec![b' '; 1 << 14], Duration::ZERO)
    });
    refused(client, URL, Code::NET_SIZE);
    assert!(server.bytes_sent() < 8 << 20, "{} bytes taken", server.bytes_sent());
}

#[test]
fn endless_bodies_are_cut_off() {
    // chunked, and without any length until the connection closes
    for head in [CHUNKED, "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"] {
        let mut chunk = if head == CHUNKED { b"4000\r\n".to_vec() } else { Vec::new() };
        chunk.extend(vec![b' '; 0x4000]);
        chunk.extend(if head == CHUNKED { b"\r\n".as_slice() } else { b"" });
        let (server, client) = serve(move |_| Answer::raw(head).forever(chunk.clone(), Duration::ZERO));
        let error = refused(client, URL, Code::NET_SIZE);
        assert_eq!(error, NetError::Size { url: URL.to_owned(), limit: 256 << 10 });
        // what is beyond the limit sits in buffers of the two kernels and TLS layers
        assert!(server.bytes_sent() < 16 << 20, "{} bytes taken", server.bytes_sent());
    }
}

#[test]
fn a_lying_content_length_gives_no_document() {
    // more declared than sent: the connection breaks
    for abort in [false, true] {
        let (_server, client) = serve(move |_| {
            let answer =
                Answer::raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{}");
            if abort { answer.abort() } else { answer }
        });
        refused(client, URL, Code::NET_CONNECT);
    }
    // less declared than sent: the rest is no part of the answer
    let (_server, client) = serve(|_| {
        Answer::raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}{\"id\":1}")
    });
    assert_eq!(fetch(client, URL, FetchKind::DidDocument).unwrap().body, b"{}");
    // two lengths, or a chunked body that ends too early
    for answer in [
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}"
            .to_owned(),
        format!("{CHUNKED}5\r\n{{}}"),
        format!("{CHUNKED}zz\r\n{{}}"),
    ] {
        let (_server, client) = serve(move |_| Answer::raw(answer.as_bytes()));
        refused(client, URL, Code::NET_CONNECT);
    }
}

#[test]
fn what_is_not_http_is_no_connection() {
    for answer in ["SSH-2.0-x\r\n\r\n", "", "HTTP/0.9 200\r\n\r\n{}", "{}"] {
        let (_server, client) = serve(move |_| Answer::raw(answer));
        refused(client, URL, Code::NET_CONNECT);
    }
    // headers without end, fast: the client's own bound holds
    let (server, client) = serve(|_| Answer::raw("HTTP/1.1 200 OK\r\n").forever(vec![b'x'; 1 << 14], Duration::ZERO));
    refused(client, URL, Code::NET_SIZE);
    assert!(server.bytes_sent() < 16 << 20);
}

#[test]
fn the_deadlines() {
    assert_eq!(Deadlines::default(), Deadlines { connect: Duration::from_secs(5), total: Duration::from_secs(10) });
    let shown = format!("{:?}", HttpsGet::builder());
    assert!(shown.contains("connect: 5s") && shown.contains("total: 10s"), "{shown}");
}

/// Short deadlines, so that the test is: the defaults are asserted above.
fn hurried(mut client: HttpsGetBuilder) -> HttpsGetBuilder {
    client.deadlines = Deadlines { connect: Duration::from_millis(1500), total: Duration::from_millis(2500) };
    client
}

#[test]
fn slow_servers() {
    let long = Duration::from_secs(30);
    let drip = Duration::from_millis(100);
    let slow = [
        ("silence", Answer::default().wait(long)),
        ("slow headers", Answer::raw("HTTP/1.1 200 OK\r\n").forever("x-a: b\r\n", drip)),
        ("informational answers", Answer::default().forever("HTTP/1.1 103 Early Hints\r\n\r\n", drip)),
        ("silence after the head", Answer::raw(CHUNKED).wait(long)),
        ("slow drip", Answer::raw(CHUNKED).forever("1\r\n \r\n", drip)),
        (
            "no end",
            Answer::raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{}").wait(long),
        ),
    ];
    // all at once: each takes the client's whole time
    std::thread::scope(|scope| {
        for (name, answer) in slow {
            scope.spawn(move || {
                let (_server, client) = serve(move |_| answer.clone());
                let start = Instant::now();
                let error = refused(hurried(client), URL, Code::NET_TIME);
                assert!(matches!(error, NetError::Time { phase: Phase::Answer, .. }), "{name}: {error}");
                assert!(start.elapsed() < Duration::from_secs(10), "{name}");
            });
        }
    });
}

#[test]
fn slow_connections() {
    // accepts TCP and never speaks
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let authority = Authority::new();
    let to = ConnectTo::new(HOST, 443, silent.local_addr().unwrap()).unwrap();
    for client in [trusting(&authority).connect_to(to), trusting(&authority).lookup(lookup::Silent)] {
        let start = Instant::now();
        let error = refused(hurried(client), URL, Code::NET_TIME);
        assert!(matches!(error, NetError::Time { phase: Phase::Connect, .. }), "{error}");
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn the_id_must_be_the_did_asked_for() {
    for (document, code) in [
        (r#"{"id":"did:wba:evil.example"}"#, Code::DID_ID_MISMATCH),
        (r#"{"id":"did:wba:agent.example%3A443"}"#, Code::DID_ID_MISMATCH),
        (r#"{"id":"did:web:agent.example"}"#, Code::DID_ID_MISMATCH),
        (r#"{"id":"did:wba:agent.example","deactivated":true}"#, Code::DID_DEACTIVATED),
        ("<html>", Code::JSON_SYNTAX),
        ("", Code::JSON_SYNTAX),
    ] {
        let (_server, client) = serve(move |_| Answer::json(document));
        let (resolver, did) = (HttpResolver::new(client.build()), DID.parse().unwrap());
        let error = Runtime::new().unwrap().block_on(resolver.resolve(&did)).map(|_| ()).unwrap_err();
        assert_eq!(error.code(), code, "{document}: {error}");
    }
}

#[test]
fn only_https() {
    let plain = Server::start_plain(|_| Answer::json(DOCUMENT));
    let authority = Authority::new();
    for url in [
        "http://agent.example/did.json".to_owned(),
        format!("http://agent.example:{}/did.json", plain.port()),
        "HTTP://agent.example/".to_owned(),
        "ftp://agent.example/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "data:application/json,{}".to_owned(),
        "ws://agent.example/".to_owned(),
        "//agent.example/".to_owned(),
        "agent.example/did.json".to_owned(),
        "/did.json".to_owned(),
        String::new(),
        "https://".to_owned(),
        "https://:0/did.json".to_owned(),
        "https://user@agent.example/".to_owned(),
        "https://user:password@agent.example/".to_owned(),
        "https://agent.example:0/".to_owned(),
    ] {
        let named = |port| ConnectTo::new(HOST, port, plain.address()).unwrap();
        let client = trusting(&authority).connect_to(named(80)).connect_to(named(plain.port()));
        refused(client, &url, Code::NET_SCHEME);
    }
    assert_eq!(plain.connections(), 0);
}

#[test]
fn a_server_without_tls_on_an_https_url() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").unwrap();
        // until the client goes away
        let _ = stream.read_to_end(&mut Vec::new());
    });
    let client = trusting(&Authority::new()).connect_to(ConnectTo::new(HOST, 443, address).unwrap());
    refused(client, URL, Code::NET_TLS);
    server.join().unwrap();
}

#[test]
fn hosts_that_are_addresses_or_not_on_the_public_web() {
    // were one of them let through to a connection, it would reach this server
    let plain = Server::start_plain(|_| Answer::json(DOCUMENT));
    let authority = Authority::new();
    let port = plain.port();
    for host in [
        "127.0.0.1",
        "127.1",
        "0",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0x7f.0.0.1",
        "017700000001",
        "0177.0.0.1",
        "127.0.0.0x1",
        "１２７.0.0.1",
        "127。0。0。1",
        "%31%32%37.0.0.1",
        "127.0.0.1.",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:0:0:1]",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "a.localhost",
        "agent.example.",
        "printer.local",
        "metadata.google.internal",
        "abc.onion",
        "agent",
        "a_b.example",
        "-a.example",
    ] {
        let url = format!("https://{host}:{port}/did.json");
        let error = refused(trusting(&authority), &url, Code::NET_ADDRESS);
        assert!(
            error.to_string().contains("an IP address; expected a domain name")
                || matches!(error, NetError::Host { .. }),
            "{error}"
        );
    }
    assert_eq!(plain.connections(), 0);
}

#[test]
fn names_without_address() {
    let authority = Authority::new();
    let error = refused(trusting(&authority).lookup(lookup::Scripted::default()), URL, Code::NET_CONNECT);
    assert!(error.to_string().contains("no such name"), "{error}");
    assert!(error.to_string().starts_with(URL), "{error}");
    let error = refused(trusting(&authority).lookup(lookup::Scripted::new(&[&[]])), URL, Code::NET_CONNECT);
    assert!(error.to_string().contains("no address"), "{error}");
}

#[test]
fn certificates() {
    let authority = Authority::new();
    let stranger = Authority::new();
    for (name, identity) in [
        ("self-signed", Identity::self_signed(&[HOST])),
        ("unknown authority", stranger.issue(&[HOST])),
        ("other name", authority.issue(&["other.example"])),
        ("name above", authority.issue(&["example"])),
        ("name below", authority.issue(&["x.agent.example"])),
        ("wildcard of another level", authority.issue(&["*.agent.example"])),
        ("an address", authority.issue(&["127.0.0.1"])),
        ("no name", authority.issue(&[])),
        ("expired", authority.issue_valid(&[HOST], Validity::Past)),
        ("not yet valid", authority.issue_valid(&[HOST], Validity::Future)),
    ] {
        let server = Server::start(identity, |_| Answer::json(DOCUMENT));
        let client = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap());
        let error = refused(client, URL, Code::NET_TLS);
        assert!(error.to_string().contains("certificate"), "{name}: {error}");
        assert!(server.requests().is_empty(), "{name}: the request was sent");
    }
    let wildcard = Server::start(authority.issue(&["*.agent.example"]), |_| Answer::json(DOCUMENT));
    let client = trusting(&authority).connect_to(ConnectTo::new("x.agent.example", 443, wildcard.address()).unwrap());
    fetch(client, "https://x.agent.example/did.json", FetchKind::DidDocument).unwrap();
}

#[test]
fn added_roots_stand_beside_the_platform_s_or_alone() {
    let (authority, other) = (Authority::new(), Authority::new());
    let server = Server::start(authority.issue(&[HOST]), |_| Answer::json(DOCUMENT));
    let client = |pem: &str| {
        HttpsGet::builder()
            .add_roots_pem(pem.as_bytes())
            .unwrap()
            .lookup(lookup::Forbidden)
            .connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap())
    };
    fetch(client(authority.pem()), URL, FetchKind::DidDocument).unwrap();
    refused(client(other.pem()), URL, Code::NET_TLS);
    fetch(client(&format!("{}{}", other.pem(), authority.pem())), URL, FetchKind::DidDocument).unwrap();
    // none at all
    let mut none =
        HttpsGet::builder().lookup(lookup::Forbidden).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap());
    none.only_added_roots = true;
    refused(none, URL, Code::NET_TLS);
    for pem in
        ["", "x", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\n!\n"]
    {
        assert!(HttpsGet::builder().add_roots_pem(pem.as_bytes()).is_err(), "{pem:?}");
    }
}

#[test]
fn connection_refused() {
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let authority = Authority::new();
    let client = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, address).unwrap());
    let error = refused(client, URL, Code::NET_CONNECT);
    assert!(error.to_string().contains("refused"), "{error}");
}

#[test]
fn offline() {
    let (server, mut client) = serve(|_| Answer::json(DOCUMENT));
    client.offline = true;
    let client = client.build();
    let runtime = Runtime::new().unwrap();
    let error = runtime.block_on(client.fetch(URL, FetchKind::DidDocument)).unwrap_err();
    assert_eq!(error, NetError::Offline { what: URL.to_owned() });
    assert_eq!(server.connections(), 0);
}

#[test]
fn named_addresses() {
    let (a, b) = (Authority::new(), Authority::new());
    let by_default = Server::start(a.issue(&[HOST]), |_| Answer::json("1"));
    let by_port = Server::start(b.issue(&[HOST]), |_| Answer::json("2"));
    let mut client = HttpsGet::builder()
        .add_roots_pem(format!("{}{}", a.pem(), b.pem()).as_bytes())
        .unwrap()
        .lookup(lookup::Scripted::new(&[&["127.0.0.1"]]))
        .connect_to(by_default.resolve(HOST, 443).parse().unwrap())
        .connect_to(by_port.resolve(HOST, 8443).parse().unwrap());
    client.only_added_roots = true;
    let client = client.build();
    let runtime = Runtime::new().unwrap();
    let fetch = |url: &str| runtime.block_on(client.fetch(url, FetchKind::DidDocument));
    for _ in 0..2 {
        let fetched = fetch(URL).unwrap();
        assert_eq!((fetched.body, fetched.url.as_str()), (b"1".to_vec(), URL));
        let fetched = fetch("https://agent.example:8443/x").unwrap();
        assert_eq!((fetched.body, fetched.url.as_str()), (b"2".to_vec(), "https://agent.example:8443/x"));
    }
    assert_eq!(by_port.requests()[0].header("host"), Some("agent.example:8443"));
    assert_eq!(by_port.requests()[0].server_name.as_deref(), Some(HOST));
    assert_eq!(by_default.requests()[0].header("host"), Some("agent.example"));
    // a port, or a host, that nobody named is looked up, and its private address refused
    for url in [format!("https://agent.example:{}/", by_default.port()), "https://www.agent.example/".to_owned()] {
        assert!(matches!(fetch(&url).unwrap_err().code(), Code::NET_ADDRESS | Code::NET_CONNECT), "{url}");
    }
    assert_eq!((by_default.connections(), by_port.connections()), (2, 2));
}

#[test]
fn a_kept_connection_serves_only_whom_its_address_was_named_for() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |_| Answer::json_and_keep(DOCUMENT));
    let named = ConnectTo::new(HOST, 443, server.address()).unwrap();
    let client = trusting(&authority).connect_to(named).lookup(lookup::Scripted::new(&[&["127.0.0.1"]])).build();
    let runtime = Runtime::new().unwrap();
    for _ in 0..2 {
        runtime.block_on(client.fetch(URL, FetchKind::DidDocument)).unwrap();
    }
    // the connection is kept, or this tests nothing
    assert_eq!((server.connections(), server.requests().len()), (1, 2));
    // the same host at the very port that the connection leads to, but nobody named an address for it
    let url = format!("https://{HOST}:{}/did.json", server.port());
    let error = runtime.block_on(client.fetch(&url, FetchKind::DidDocument)).unwrap_err();
    assert_eq!(error.code(), Code::NET_ADDRESS, "{error}");
    assert_eq!((server.connections(), server.requests().len()), (1, 2));
}

#[test]
fn named_addresses_are_written_as_for_curl() {
    let v4: SocketAddr = "127.0.0.1:8443".parse().unwrap();
    for (text, host, port, address) in [
        ("agent.example:443:127.0.0.1:8443", HOST, 443, v4),
        ("Agent.Example:443:127.0.0.1:8443", HOST, 443, v4),
        ("agent.example:8443:127.0.0.1", HOST, 8443, v4),
        ("agent.example:443:::1", HOST, 443, "[::1]:443".parse().unwrap()),
        ("agent.example:443:[::1]", HOST, 443, "[::1]:443".parse().unwrap()),
        ("agent.example:443:[::1]:8443", HOST, 443, "[::1]:8443".parse().unwrap()),
    ] {
        let parsed: ConnectTo = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((parsed.host.as_str(), parsed.port, parsed.address), (host, port, address), "{text}");
    }
    for text in [
        "",
        "agent.example",
        "agent.example:443",
        "agent.example:443:",
        "agent.example::127.0.0.1",
        "agent.example:0:127.0.0.1",
        "agent.example:+1:127.0.0.1",
        "agent.example:65536:127.0.0.1",
        "agent.example:443:other.example",
        "agent.example:443:127.0.0.1:0",
        "agent.example:443:127.0.0.1:x",
        "127.0.0.1:443:127.0.0.1",
        ":443:127.0.0.1",
        "*:443:127.0.0.1",
    ] {
        let error = text.parse::<ConnectTo>().map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("HOST:PORT:ADDR"), "{text}: {error}");
    }
}

#[test]
fn a_proxy_is_used_when_named() {
    let proxy = Server::start_plain(|_| Answer::raw("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n"));
    let authority = Authority::new();
    let through = |names: lookup::Scripted| {
        trusting(&authority).lookup(names).proxy(&format!("http://user:secret@{}", proxy.address())).unwrap()
    };
    // the target is judged here before the proxy is asked
    refused(through(lookup::Scripted::new(&[&["127.0.0.1"]])), URL, Code::NET_ADDRESS);
    refused(through(lookup::Scripted::default()), URL, Code::NET_CONNECT);
    refused(through(lookup::Scripted::default()), "https://127.0.0.1/", Code::NET_ADDRESS);
    assert_eq!(proxy.connections(), 0);
    refused(through(lookup::Scripted::new(&[&["8.8.8.8"]])), URL, Code::NET_CONNECT);
    assert_eq!(proxy.requests()[0].line, "CONNECT agent.example:443 HTTP/1.1");
    // its own name may lead to a private address: the caller chose it
    let by_name = format!("http://proxy.example:{}", proxy.port());
    let names = lookup::Scripted::new(&[&["8.8.8.8"], &["127.0.0.1"]]);
    refused(trusting(&authority).lookup(names).proxy(&by_name).unwrap(), URL, Code::NET_CONNECT);
    assert_eq!(proxy.connections(), 2);
    // a host with an address named bypasses it
    let (server, client) = serve(|_| Answer::json(DOCUMENT));
    let client = client.proxy(&format!("http://{}", proxy.address())).unwrap();
    fetch(client, URL, FetchKind::DidDocument).unwrap();
    assert_eq!((proxy.connections(), server.connections()), (2, 1));

    for text in ["", "proxy", "ftp://127.0.0.1:1", "socks5://127.0.0.1:1", "http://"] {
        HttpsGet::builder().proxy(text).map(|_| ()).unwrap_err();
    }
    let shown = format!(
        "{:?} {}",
        through(lookup::Scripted::default()),
        HttpsGet::builder().proxy("ftp://user:secret@127.0.0.1:1").map(|_| ()).unwrap_err()
    );
    assert!(!shown.contains("secret"), "{shown}");
}

const CHILD: &str = "AGENT_DESCRIPTION_TEST_SERVER";

/// The part of `the_environment_s_proxies_are_ignored` that runs with proxies in its environment.
#[test]
fn child_with_proxies_in_its_environment() {
    let Ok(place) = std::env::var(CHILD) else { return };
    let (address, pem) = place.split_once(' ').unwrap();
    let client = HttpsGet::builder()
        .add_roots_pem(pem.as_bytes())
        .unwrap()
        .lookup(lookup::Scripted::new(&[&["127.0.0.1"]]))
        .connect_to(ConnectTo::new(HOST, 443, address.parse().unwrap()).unwrap())
        .build();
    let runtime = Runtime::new().unwrap();
    runtime.block_on(client.fetch(URL, FetchKind::DidDocument)).unwrap();
    // a name that a proxy would be asked for is looked up and judged here
    let error = runtime.block_on(client.fetch("https://other.example/", FetchKind::DidDocument)).unwrap_err();
    assert_eq!(error.code(), Code::NET_ADDRESS, "{error}");
}

#[test]
fn the_environment_s_proxies_are_ignored() {
    let proxy = Server::start_plain(|_| Answer::raw("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n"));
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |_| Answer::json(DOCUMENT));
    let proxy_url = format!("http://{}", proxy.address());
    for names in [["HTTPS_PROXY", "HTTP_PROXY"], ["https_proxy", "http_proxy"], ["ALL_PROXY", "all_proxy"]] {
        let before = server.connections();
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        child
            .args(["--exact", "resolve::https::child_with_proxies_in_its_environment", "--nocapture"])
            .env(CHILD, format!("{} {}", server.address(), authority.pem()))
            .env_remove("NO_PROXY")
            .env_remove("no_proxy");
        for name in names {
            child.env(name, &proxy_url);
        }
        let output = child.output().unwrap();
        assert!(output.status.success(), "{names:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(server.connections(), before + 1, "{names:?}: the child did not run");
    }
    assert_eq!(proxy.connections(), 0);
}

#[test]
fn blocking_works_inside_and_outside_of_a_runtime() {
    let (_server, client) = serve(|_| Answer::json(DOCUMENT));
    let (resolver, runtime) = (HttpResolver::new(client.build()), Runtime::new().unwrap());
    let did: Did = DID.parse().unwrap();
    runtime.block_on(resolver.resolve(&did)).unwrap();
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        runtime.block_on(resolver.resolve(&did)).unwrap();
        let fetched = runtime.block_on(resolver.https.fetch(URL, FetchKind::DidDocument)).unwrap();
        assert_eq!(fetched.body, DOCUMENT.as_bytes());
        // dropped in here
        drop((resolver, runtime));
    });
}

#[test]
fn many_at_once() {
    let (server, client) = serve(|_| Answer::json(DOCUMENT));
    let resolver = std::sync::Arc::new(HttpResolver::new(client.build()));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let tasks: Vec<_> = (0..16)
            .map(|_| {
                let resolver = resolver.clone();
                tokio::spawn(async move { resolver.resolve(&DID.parse().unwrap()).await.map(|_| ()) })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
    });
    assert_eq!(server.requests().len(), 16);
}
