//! WebSocket peers that send without an end what nobody asked for, as fast as they are read: within one exchange they are cut off, and it is said why.
//! HTTP peers whose bodies do not come.

use super::agents::{KB, SHOP, agent, did, parameters, said};
use adp_messages::{
    agent::{AgentCall, Caller, To},
    channel::{Address, Https, WebSocket, https, websocket},
    endpoint::{Context, Endpoint, HandlerFailure},
    signature::AcceptedMessage,
};
use agent_description::{
    CodedError, Json,
    resolve::{Fetcher, HttpsGet},
};
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};

/// Longer than any of it takes, shorter than how long a peer may be silent.
const TIME: Duration = Duration::from_secs(40);

async fn echo(message: Arc<AcceptedMessage>, _: Context) -> Result<Json, HandlerFailure> {
    Ok(Json::from(said(&message, "say")))
}

fn fetcher(port: u16) -> Fetcher {
    let origin = format!("http://localhost:{port}").parse().unwrap();
    Fetcher::new(HttpsGet::builder().build()).allow_private(origin)
}

fn caller(port: u16) -> (Caller, Address) {
    let address = Address::from_url(&format!("ws://localhost:{port}/")).unwrap();
    (Caller::new(agent(SHOP, "customer-service"), WebSocket::new(fetcher(port))), address)
}

fn call() -> AgentCall {
    AgentCall::new(To::agent(did(KB)), "echo", parameters("say", "hello")).timeout(TIME).retries(0)
}

/// What an endpoint's server does with its connections.
async fn serve() -> u16 {
    let listener = TcpListener::bind("localhost:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let endpoint = Endpoint::new(agent(KB, "knowledge-base"), echo);
    let router = websocket::router(endpoint.clone()).merge(https::router(endpoint));
    tokio::spawn(axum::serve(listener, router).into_future());
    port
}

/// A connection to that server, over which nothing has been said yet.
async fn connect(port: u16) -> TcpStream {
    let mut stream = TcpStream::connect(("localhost", port)).await.unwrap();
    // what is sent is there at once: no clock that jumps is faster
    stream.set_nodelay(true).unwrap();
    let handshake = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                     sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(handshake.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101"));
    stream
}

/// Masked pings of 125 zeros.
fn pings(many: usize) -> Vec<u8> {
    let mut ping = [0; 2 + 4 + 125];
    ping[..2].copy_from_slice(&[0x89, 0x80 | 125]);
    ping.repeat(many)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_ping_too_many_ends_a_connection_and_is_told() {
    let port = serve().await;
    let mut stream = connect(port).await;
    stream.write_all(&pings(513)).await.unwrap();
    let (mut pongs, mut close) = (0, Vec::new());
    let reading = async {
        // unmasked frames of up to 125 bytes, as the answers to pings are
        while close.is_empty() {
            let [kind, length] = [stream.read_u8().await.unwrap(), stream.read_u8().await.unwrap()];
            let mut data = vec![0; usize::from(length)];
            stream.read_exact(&mut data).await.unwrap();
            match kind & 0xf {
                0xa => pongs += 1,
                0x8 => close = data,
                _ => {}
            }
        }
    };
    timeout(TIME, reading).await.expect("it is cut off");
    assert!(0 < pongs && pongs <= 512, "{pongs} pings were answered");
    let (code, told) = close.split_at(2);
    assert_eq!(code, 1008_u16.to_be_bytes());
    assert_eq!(str::from_utf8(told).unwrap(), "it sent more than 512 unsolicited frames within 15 s");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_peer_that_pings_and_reads_nothing_is_cut_off() {
    let port = serve().await;
    let mut stream = connect(port).await;
    let mut written = 0;
    let pinging = async {
        while stream.write_all(&pings(100)).await.is_ok() {
            written += pings(100).len();
        }
    };
    timeout(TIME, pinging).await.expect("it is cut off");
    // what the server has read of it is less; the rest is in the kernel's buffers
    assert!(written < 64 << 20, "{written} bytes were taken");
    let (caller, address) = caller(port);
    assert_eq!(caller.call_at(&[address], call()).await.unwrap().results.as_str(), Some("hello"));
}

/// Slow enough for all but one bound: what is written has to be read.
#[tokio::test]
async fn a_peer_that_pings_now_and_then_and_reads_nothing_is_cut_off() {
    let port = serve().await;
    let mut stream = connect(port).await;
    tokio::time::pause();
    let mut of_a_day = 0..24 * 60 * 4;
    let pinging = async {
        // as long as the kernel's buffers take what is not read
        while stream.write_all(&pings(100)).await.is_ok() {
            sleep(Duration::from_secs(15)).await;
            of_a_day.next().expect("it is cut off");
        }
    };
    pinging.await;
}

/// What a call gets from an agent that says this, then something again and again, and never an answer.
async fn flooded_by(first: &'static [u8], frames: &[u8]) -> String {
    let listener = TcpListener::bind("localhost:0").await.unwrap();
    let (caller, address) = caller(listener.local_addr().unwrap().port());
    let frames = frames.repeat((64 << 10) / frames.len());
    let flooding = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = tokio_tungstenite::accept_async(stream).await.unwrap().into_inner();
        stream.write_all(first).await.unwrap();
        let mut written = 0_usize;
        while stream.write_all(&frames).await.is_ok() {
            written += frames.len();
        }
        written
    });
    let error = caller.call_at(&[address], call()).await.expect_err("nobody answered");
    assert_eq!(error.code().as_str(), "message-unreachable", "{error}");
    let written = timeout(TIME, flooding).await.expect("it is cut off").unwrap();
    assert!(written < 64 << 20, "{written} bytes were taken");
    error.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_nobody_asked_for_end_an_exchange() {
    let told = "it sent more than 512 unsolicited frames within 15 s";
    // a ping, an unasked pong, an object that answers nobody, nonsense
    for frame in [&b"\x89\x00"[..], b"\x8a\x02hi", b"\x81\x02{}", b"\x82\x03\xff\xfe\xfd"] {
        let error = flooded_by(b"", frame).await;
        assert!(error.ends_with(told), "{frame:?}: {error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fragments_of_nothing_end_an_exchange() {
    // a message that begins and never ends: its fragments are no messages, and hold nothing
    let error = flooded_by(b"\x01\x00", b"\x00\x00").await;
    assert!(error.contains("unsolicited bytes within 15 s"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn large_bodies_that_come_slowly_keep_small_messages_from_nobody() {
    let port = serve().await;
    let mut slow = Vec::new();
    for _ in 0..64 {
        let mut stream = TcpStream::connect(("localhost", port)).await.unwrap();
        // what says that it is waited for is answered once the body is asked for
        let head = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\nexpect: 100-continue\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut said = [0; 12];
        stream.read_exact(&mut said).await.unwrap();
        assert_eq!(&said, b"HTTP/1.1 100");
        slow.push(stream);
    }
    let address = Address::from_url(&format!("http://localhost:{port}/")).unwrap();
    let caller = Caller::new(agent(SHOP, "customer-service"), Https::new(fetcher(port)));
    let answer = caller.call_at(std::slice::from_ref(&address), call()).await.unwrap();
    assert_eq!(answer.results.as_str(), Some("hello"));
    // one more large one is refused
    let large = AgentCall::new(To::agent(did(KB)), "echo", parameters("say", "a".repeat(20_000))).retries(0);
    let error = caller.call_at(&[address], large).await.unwrap_err();
    assert_eq!(error.code().as_str(), "message-queue-full");
}
