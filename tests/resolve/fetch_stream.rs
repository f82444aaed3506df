//! Connections for other protocols than HTTP's requests and answers (`Fetcher::upgrade`): the same policy as for a request, then bytes both
//! ways. Nothing leaves the machine.
#![cfg(feature = "resolver")]

use super::{
    clock::Hand,
    fetcher::{HOST, URL, leads, run, serve, trusting},
};
use adp_fixtures::tls::{Answer, Authority, Server};
use agent_description::{
    Code, CodedError,
    resolve::{ConnectTo, Deadlines, FetchLimits, FetchStream, Fetcher, HttpsGet, NetError, Phase},
};
use http::Request;
use std::{net::TcpListener, time::Duration};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const SOCKET: &str = "wss://agent.example/chat";

/// RFC 6455 section 1.3: the key, and what the server makes of it.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
const ACCEPTED: &str = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

/// A server that agrees to speak WebSocket, and sends each frame back.
fn websocket() -> (Server, HttpsGet) {
    let (server, https) = serve(|request| match request.header("sec-websocket-key") {
        Some("dGhlIHNhbXBsZSBub25jZQ==") => Answer::raw(ACCEPTED).echo(),
        _ => Answer::status(426, &[], ""),
    });
    (server, https.build())
}

async fn connect(fetcher: &Fetcher, url: &str) -> Result<FetchStream, NetError> {
    let request = Request::get(url).header("sec-websocket-key", KEY).header("sec-websocket-version", "13");
    let response = fetcher.upgrade(request.body(()).unwrap(), "websocket").await?;
    assert_eq!(response.headers["sec-websocket-accept"], "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    response.upgrade().await
}

#[test]
fn bytes_go_both_ways_by_tls() {
    let (server, https) = websocket();
    let fetcher = Fetcher::new(https);
    run(async {
        // both schemes mean the same connection
        for url in [SOCKET, "https://agent.example/chat", "WSS://agent.example/"] {
            let mut stream = connect(&fetcher, url).await.unwrap();
            // a masked text frame "Hello" (RFC 6455 section 5.7)
            let frame = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];
            for _ in 0..3 {
                stream.write_all(&frame).await.unwrap();
                stream.flush().await.unwrap();
                let mut back = [0; 11];
                stream.read_exact(&mut back).await.unwrap();
                assert_eq!(back, frame);
            }
            // reading and writing at the same time
            let (mut read, mut write) = tokio::io::split(stream);
            let (sent, large) = (vec![7; 1 << 20], async {
                let mut back = vec![0; 1 << 20];
                read.read_exact(&mut back).await.map(|_| back)
            });
            let (written, back) = tokio::join!(write.write_all(&sent), large);
            written.unwrap();
            assert_eq!(back.unwrap(), sent);
            write.shutdown().await.unwrap();
            assert_eq!(read.read(&mut [0]).await.unwrap(), 0);
        }
    });
    // no connection is kept for anybody else
    assert_eq!((server.connections(), server.requests().len()), (3, 3));
    for request in server.requests() {
        assert_eq!(request.server_name.as_deref(), Some(HOST));
        assert_eq!((request.header("connection"), request.header("upgrade")), (Some("upgrade"), Some("websocket")));
    }
}

#[test]
fn what_does_not_switch_is_a_response_and_no_connection() {
    let (_server, https) = websocket();
    let fetcher = Fetcher::new(https);
    run(async {
        let request = || Request::get(SOCKET).body(()).unwrap();
        let response = fetcher.upgrade(request(), "websocket").await.unwrap();
        assert_eq!(response.status.as_u16(), 426);
        let error = response.upgrade().await.unwrap_err();
        assert!(error.code() == Code::NET_CONNECT && error.to_string().contains("426, expected 101"), "{error}");
    });
    // the response to an upgrade that was not requested has no body
    let (_server, https) = serve(|_| Answer::raw(ACCEPTED).forever("x", Duration::from_millis(10)));
    run(async {
        let response = Fetcher::new(https.build()).send(Request::get(URL).body(()).unwrap()).await.unwrap();
        assert_eq!(response.status.as_u16(), 101);
        assert_eq!(response.bytes().await.unwrap(), "");
    });
}

#[test]
fn the_policy_is_that_of_requests() {
    let (server, https) = websocket();
    let fetcher = Fetcher::new(https);
    for (url, code) in [
        ("ws://agent.example/", Code::NET_SCHEME),
        ("http://agent.example/", Code::NET_SCHEME),
        ("wss://alice:secret@agent.example/", Code::NET_SCHEME),
        ("ftp://agent.example/", Code::NET_SCHEME),
        ("wss://127.0.0.1/", Code::NET_ADDRESS),
        ("wss://[::1]/", Code::NET_ADDRESS),
        ("wss://localhost/", Code::NET_ADDRESS),
    ] {
        let error = run(connect(&fetcher, url)).unwrap_err();
        assert_eq!(error.code(), code, "{url}: {error}");
    }
    for addresses in [&["127.0.0.1"][..], &["10.0.0.1"], &["::1"], &["8.8.8.8", "192.168.0.1"]] {
        let fetcher = Fetcher::new(HttpsGet::builder().lookup(leads(addresses)).build());
        let error = run(connect(&fetcher, SOCKET)).unwrap_err();
        assert!(matches!(error, NetError::Address { .. }), "{addresses:?}: {error}");
    }
    let mut offline = HttpsGet::builder();
    offline.offline = true;
    let offline = Fetcher::new(offline.build());
    assert_eq!(run(connect(&offline, SOCKET)).unwrap_err().code(), Code::NET_OFFLINE);
    // a certificate of an authority that is not trusted
    let strangers = trusting(&Authority::new()).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap());
    assert_eq!(run(connect(&Fetcher::new(strangers.build()), SOCKET)).unwrap_err().code(), Code::NET_TLS);
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn a_private_origin_that_is_named_is_connected_to() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&["intranet"]), |_| Answer::raw(ACCEPTED).echo());
    let plain = Server::start_plain(|_| Answer::raw(ACCEPTED).echo());
    let https = trusting(&authority).lookup(leads(&["127.0.0.1"])).build();
    let (secure, here) =
        (format!("wss://intranet:{}/chat", server.port()), format!("ws://127.0.0.1:{}/chat", plain.port()));
    let strict = Fetcher::new(https);
    let open = strict
        .clone()
        .allow_private(format!("https://intranet:{}", server.port()).parse().unwrap())
        .allow_private(format!("http://127.0.0.1:{}", plain.port()).parse().unwrap());
    run(async {
        for url in [&secure, &here] {
            connect(&open, url).await.unwrap();
            assert!(connect(&strict, url).await.is_err(), "{url}");
        }
    });
}

#[test]
fn a_connection_has_a_turn_until_it_is_dropped_and_a_time_to_be_made() {
    let (_server, https) = websocket();
    let mut limits = FetchLimits::default();
    limits.at_once_per_host = 1;
    let total = Duration::from_millis(400);
    let deadlines = Deadlines { connect: Duration::from_secs(10), total };
    let fetcher = Fetcher::with_limits(https, limits, Hand::new());
    let mut hurried = fetcher.clone();
    hurried.deadlines = deadlines;
    run(async {
        let mut held = connect(&fetcher, SOCKET).await.unwrap();
        let url = "https://agent.example/chat".to_owned();
        let error = connect(&hurried, SOCKET).await.unwrap_err();
        assert_eq!(error, NetError::Time { url, phase: Phase::Permit, limit: total });
        // its own time is the caller's
        tokio::time::sleep(total).await;
        held.write_all(b"still here").await.unwrap();
        held.flush().await.unwrap();
        let mut back = [0; 10];
        held.read_exact(&mut back).await.unwrap();
        assert_eq!(&back, b"still here");
        drop(held);
        connect(&hurried, SOCKET).await.unwrap();
    });
    // somebody who takes the connection and says nothing
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let https =
        trusting(&Authority::new()).connect_to(ConnectTo::new(HOST, 443, silent.local_addr().unwrap()).unwrap());
    let mut hurried = Fetcher::new(https.build());
    hurried.deadlines = deadlines;
    let error = run(connect(&hurried, SOCKET)).unwrap_err();
    assert!(matches!(error, NetError::Time { phase: Phase::Answer, .. }), "{error}");
    hurried.deadlines = Deadlines { connect: total, total: Duration::from_secs(10) };
    let error = run(connect(&hurried, SOCKET)).unwrap_err();
    assert!(matches!(error, NetError::Time { phase: Phase::Connect, .. }), "{error}");
}
