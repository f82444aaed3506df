//! Connections: so many at a time, none forever, and an end that lets answers under way finish.
//!
//! HTTP/1.1 over whatever the caller makes of an accepted connection: TLS, or the connection itself behind a proxy.

mod lingering;
mod places;
mod stop;

pub use stop::Stop;

use agent_description::auth::PeerAddress;
use http::{Request, Response};
use http_body::Body;
use hyper::{body::Incoming, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use lingering::Lingering;
use places::{Place, Places};
use std::{convert::Infallible, error::Error, future::Future, io, pin::pin, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{sleep, timeout},
};

/// The largest head of a request, in bytes: its line, its headers and the empty line.
const MAX_HEAD_BYTES: usize = 64 << 10;
/// The most header lines of a request.
const HEADERS: usize = 100;

/// How many connections there may be, and how long each may take.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ConnectionLimits {
    /// Most connections at a time; others wait to be accepted, or are closed where their address (IPv6: its /64) has half of these.
    pub most: u32,
    /// For the TLS handshake, and for the head of each request, the wait between requests included.
    pub head: Duration,
    /// For all of a connection: a client that reads a byte now and then does not keep its place.
    pub life: Duration,
    /// For what is under way when the end comes.
    pub grace: Duration,
}

impl Default for ConnectionLimits {
    /// 256 connections, 10 s for a head, 5 minutes for a connection, 10 s for the end.
    fn default() -> Self {
        Self {
            most: 256,
            head: Duration::from_secs(10),
            life: Duration::from_secs(300),
            grace: Duration::from_secs(10),
        }
    }
}

/// Serves until it is told to stop: `accept` makes of a connection what HTTP is spoken over, `answer` answers a request, which has the
/// [`PeerAddress`] of its connection in its extensions. A request has at most 64 KiB of head and 100 header lines.
pub async fn serve<A, C, T, F, R, B>(listener: TcpListener, limits: ConnectionLimits, accept: A, answer: F, stop: Stop)
where
    A: Fn(TcpStream) -> C + Clone + Send + 'static,
    C: Future<Output = io::Result<T>> + Send + 'static,
    T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    F: Fn(Request<Incoming>) -> R + Clone + Send + 'static,
    R: Future<Output = Response<B>> + Send + 'static,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let places = Places::new(limits.most);
    let (end, ended) = watch::channel(());
    let mut stop = pin!(stop.wait());
    loop {
        let accepted = async {
            let place = places.free().await?;
            Some((listener.accept().await, place))
        };
        let (stream, peer, place) = tokio::select! {
            () = &mut stop => break,
            accepted = accepted => match accepted {
                Some((Ok((stream, peer)), place)) => (stream, PeerAddress::new(peer.ip()), place),
                // too many open files and the like pass
                Some((Err(_), _)) => {
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
                None => break,
            },
        };
        // a response is written in two pieces, head and body: the second would wait until the client acknowledges the first
        let _ = stream.set_nodelay(true);
        // closed before anything is done for it, so that whoever comes next is accepted
        let Some(place) = places.give(place, peer) else { continue };
        let (accept, answer, ended) = (accept.clone(), answer.clone(), ended.clone());
        tokio::spawn(async move {
            let _place: Place = place;
            let Ok(Ok(stream)) = timeout(limits.head, accept(stream)).await else { return };
            http(stream, peer, answer, ended, limits).await;
        });
    }
    drop(listener);
    drop(end);
    let _ = timeout(limits.grace, places.all_free()).await;
}

/// Requests and answers, one after the other.
async fn http<F, R, B>(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: PeerAddress,
    answer: F,
    mut ended: watch::Receiver<()>,
    limits: ConnectionLimits,
) where
    F: Fn(Request<Incoming>) -> R,
    R: Future<Output = Response<B>>,
    B: Body + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let service = service_fn(move |mut request: Request<Incoming>| {
        // what strangers make the layer fetch is counted to where they connect from
        request.extensions_mut().insert(peer);
        let answer = answer(request);
        async move { Ok::<_, Infallible>(answer.await) }
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head);
    // the buffer alone lets through what one read brings on top of it
    builder.max_buf_size(MAX_HEAD_BYTES).max_header_size(MAX_HEAD_BYTES).max_headers(HEADERS);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(Lingering::new(stream)), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        // the sender is dropped: the end
        _ = ended.changed() => {}
        () = sleep(limits.life) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(limits.grace, connection).await;
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{ConnectionLimits, PeerAddress, http};
    use bytes::Bytes;
    use http::Response;
    use http_body_util::Full;
    use std::{
        io::{Read, Write},
        net::TcpStream,
        time::Duration,
    };
    use tokio::{net::TcpListener, runtime::Runtime, sync::watch};

    const LONG: Duration = Duration::from_secs(3600);
    const SHORT: Duration = Duration::from_millis(500);

    fn limits(head: Duration, life: Duration, grace: Duration) -> ConnectionLimits {
        ConnectionLimits { most: 8, head, life, grace }
    }

    /// A connection without TLS, whose client has sent `bytes`; `/large` is answered by 64 MiB.
    fn connected(runtime: &Runtime, limits: ConnectionLimits, bytes: &str) -> (TcpStream, watch::Sender<()>) {
        let (end, ended) = watch::channel(());
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        client.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        runtime.spawn(async move {
            let (stream, peer) = listener.accept().await.unwrap();
            let answer = |request: http::Request<hyper::body::Incoming>| {
                assert!(request.extensions().get::<PeerAddress>().is_some());
                let size = if request.uri().path() == "/large" { 64 << 20 } else { 0 };
                async move { Response::new(Full::new(Bytes::from(vec![b'x'; size]))) }
            };
            http(stream, PeerAddress::new(peer.ip()), answer, ended, limits).await;
        });
        client.write_all(bytes.as_bytes()).unwrap();
        (client, end)
    }

    /// Reads until the server closes; what was read. Panics where it does not within a minute.
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
        let (mut client, _end) = connected(&runtime, times, "GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
        // what the two sockets hold is a few MiB at most; at this pace the rest would take days
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
            let (mut client, _end) = connected(&runtime, times, bytes);
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
            let (mut client, _end) = connected(&runtime, times, &head);
            // it is answered, and closed, before a byte of this comes; a proxy sends all of it before it reads
            let mut answer = [0; 12];
            client.read_exact(&mut answer).unwrap();
            assert_eq!(&answer, b"HTTP/1.1 200");
            client.write_all(&vec![b'x'; 2 << 20]).unwrap();
            let mut rest = Vec::new();
            client.read_to_end(&mut rest).unwrap();
            assert!(rest.ends_with(b"\r\n\r\n"));
        }
    }

    /// Else the second piece of a response waits for the client's acknowledgement of the first, which clients delay: 40 ms.
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
            let stop = super::Stop::listen().unwrap();
            tokio::spawn(super::serve(listener, ConnectionLimits::default(), accept, answer, stop));
            address
        });
        let _client = TcpStream::connect(address).unwrap();
        assert!(answers.recv_timeout(Duration::from_secs(60)).unwrap().unwrap());
    }

    #[test]
    fn the_end_lets_an_answer_under_way_finish() {
        let runtime = Runtime::new().unwrap();
        let times = limits(LONG, LONG, Duration::from_secs(60));
        let (mut client, end) = connected(&runtime, times, "GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
        let mut begin = [0; 16];
        client.read_exact(&mut begin).unwrap();
        drop(end);
        assert!(read_to_end(&mut client).len() > 64 << 20);
    }
}
