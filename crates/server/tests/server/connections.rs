//! Connections have a time, and no response is lost.

use adp_server::connections::{ConnectionLimits, Stop, serve};
use agent_description::resolve::PeerAddress;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};
use tokio::{net::TcpListener, runtime::Runtime};

const LONG: Duration = Duration::from_secs(3600);
const SHORT: Duration = Duration::from_millis(500);

fn limits(head: Duration, life: Duration, grace: Duration) -> ConnectionLimits {
    let mut limits = ConnectionLimits::default();
    (limits.most, limits.head, limits.life, limits.grace) = (8, head, life, grace);
    limits
}

/// A connection without TLS, whose client has sent `bytes`; the response to `/large` has 64 MiB.
fn connected(runtime: &Runtime, limits: ConnectionLimits, bytes: &str) -> TcpStream {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    client.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let accept = |stream| async move { Ok::<tokio::net::TcpStream, std::io::Error>(stream) };
    let answer = |request: Request<Incoming>| {
        assert!(request.extensions().get::<PeerAddress>().is_some());
        let size = if request.uri().path() == "/large" { 64 << 20 } else { 0 };
        async move { Response::new(Full::new(Bytes::from(vec![b'x'; size]))) }
    };
    let stop = runtime.block_on(async { Stop::listen() }).unwrap();
    runtime.spawn(serve(listener, limits, accept, answer, stop));
    client.write_all(bytes.as_bytes()).unwrap();
    client
}

/// Reads until the server closes. Panics after a minute.
fn read_to_end(client: &mut TcpStream) -> String {
    let mut text = Vec::new();
    if let Err(error) = client.read_to_end(&mut text) {
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{error}");
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn a_client_that_reads_a_byte_now_and_then_is_let_go() {
    let runtime = Runtime::new().unwrap();
    let times = limits(LONG, SHORT, SHORT);
    let mut client = connected(&runtime, times, "GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
    // the sockets buffer a few MiB at most; at this rate the rest would take days
    let mut bytes = 0;
    while client.read(&mut [0]).is_ok_and(|read| read > 0) {
        bytes += 1;
        if bytes > 200 {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let rest = read_to_end(&mut client).len();
    assert!(bytes + rest < 32 << 20, "{bytes} {rest}");
}

#[test]
fn a_head_that_does_not_end_and_a_wait_between_requests_have_a_time() {
    let times = limits(SHORT, LONG, LONG);
    for (bytes, answers) in [
        ("GET /small HTTP/1.1\r\nHost: a\r\n", 0),
        ("GET /small HTTP/1.1\r\nHost: a\r\n\r\n", 1),
        ("GET /small HTTP/1.1\r\nHost: a\r\n\r\nGET /small HTTP/1.1\r\nHost: a\r\n\r\nGE", 2),
    ] {
        let runtime = Runtime::new().unwrap();
        let mut client = connected(&runtime, times, bytes);
        let text = read_to_end(&mut client);
        assert_eq!(text.matches("HTTP/1.1 200 OK").count(), answers, "{bytes:?}: {text}");
    }
}

#[test]
fn an_answer_to_a_body_that_is_not_read_is_not_lost() {
    let runtime = Runtime::new().unwrap();
    let times = limits(LONG, LONG, LONG);
    let head = format!("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", 2 << 20);
    for _ in 0..20 {
        let mut client = connected(&runtime, times, &head);
        // the response is sent before any byte of the body; a proxy sends the whole body before it reads
        let mut answer = [0; 12];
        client.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        client.write_all(&vec![b'x'; 2 << 20]).unwrap();
        let mut rest = Vec::new();
        client.read_to_end(&mut rest).unwrap();
        assert!(rest.ends_with(b"\r\n\r\n"));
    }
}

/// Without it, the second part of a response waits for the client's delayed acknowledgment of the first: 40 ms.
#[test]
fn what_is_written_is_sent_at_once() {
    let runtime = Runtime::new().unwrap();
    let (asked, answers) = std::sync::mpsc::channel();
    let address = runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let accept = move |stream: tokio::net::TcpStream| {
            let _ = asked.send(stream.nodelay());
            async move { Ok::<_, std::io::Error>(stream) }
        };
        let answer = |_| async { Response::new(Full::new(Bytes::new())) };
        let stop = Stop::listen().unwrap();
        tokio::spawn(serve(listener, ConnectionLimits::default(), accept, answer, stop));
        address
    });
    let _client = TcpStream::connect(address).unwrap();
    assert!(answers.recv_timeout(Duration::from_secs(60)).unwrap().unwrap());
}
