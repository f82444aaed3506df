//! HTTP/1.1 connections with limits on number and time, and a graceful shutdown.
//!
//! The caller converts an accepted connection to a stream: TLS, or the plain connection behind a proxy.

mod lingering;
mod places;
mod stop;

pub use stop::Stop;

use agent_description::resolve::PeerAddress;
use http::{Request, Response};
use http_body::Body;
use hyper::{body::Incoming, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use lingering::Lingering;
use places::{ConnectionSlot, Places};
use std::{convert::Infallible, error::Error, future::Future, io, pin::pin, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{sleep, timeout},
};

/// Maximum size of a request head in bytes: request line, headers and the empty line.
const MAX_HEAD_BYTES: usize = 64 << 10;
/// Maximum number of header lines of a request.
const HEADERS: usize = 100;

/// Limits on number and time of connections.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ConnectionLimits {
    /// Maximum number of connections. Further ones wait to be accepted; they are closed if their address (IPv6: its
    /// /64) has half of all connections.
    pub most: u32,
    /// Time limit for the TLS handshake, and for the head of each request, including the idle time before it.
    pub head: Duration,
    /// Time limit for a whole connection, so that a slow client cannot keep it open.
    pub life: Duration,
    /// Time limit for running requests at shutdown.
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

/// Takes a connection as it is, without TLS: behind a proxy, or on loopback.
///
/// # Errors
/// None.
pub async fn plain(stream: TcpStream) -> io::Result<TcpStream> {
    Ok(stream)
}

/// Serves until shutdown. `accept` converts a connection to the stream for HTTP. `answer` handles a request, whose
/// extensions contain the [`PeerAddress`] of its connection. A request head is limited to 64 KiB and 100 header lines.
pub async fn serve<A, C, T, F, R, B>(
    listener: TcpListener,
    limits: ConnectionLimits,
    accept: A,
    answer: F,
    mut stop: Stop,
) where
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
    let mut told = pin!(stop.wait());
    loop {
        let accepted = async {
            let place = places.free().await?;
            Some((listener.accept().await, place))
        };
        let (stream, peer, place) = tokio::select! {
            () = &mut told => break,
            accepted = accepted => match accepted {
                Some((Ok((stream, peer)), place)) => (stream, PeerAddress::new(peer.ip()), place),
                // temporary errors, such as too many open files
                Some((Err(_), _)) => {
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
                None => break,
            },
        };
        // a response is written in two parts, head and body: with Nagle's algorithm, the second would wait for the
        // client's acknowledgment
        let _ = stream.set_nodelay(true);
        // closed immediately, so that the next connection is accepted
        let Some(place) = places.give(place, peer) else { continue };
        let (accept, answer, ended) = (accept.clone(), answer.clone(), ended.clone());
        tokio::spawn(async move {
            let _place: ConnectionSlot = place;
            let Ok(Ok(stream)) = timeout(limits.head, accept(stream)).await else { return };
            http(stream, peer, answer, ended, limits).await;
        });
    }
    drop(listener);
    drop(end);
    let _ = timeout(limits.grace, places.all_free()).await;
}

/// Handles requests one after the other.
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
        // fetches caused by unknown DIDs are counted for the address of the connection
        request.extensions_mut().insert(peer);
        let answer = answer(request);
        async move { Ok::<_, Infallible>(answer.await) }
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head);
    // the buffer limit alone could be exceeded by one read
    builder.max_buf_size(MAX_HEAD_BYTES).max_header_size(MAX_HEAD_BYTES).max_headers(HEADERS);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(Lingering::new(stream)), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        // the sender was dropped: shutdown
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

    #[test]
    fn the_end_lets_an_answer_under_way_finish() {
        let runtime = Runtime::new().unwrap();
        let (end, ended) = watch::channel(());
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        client.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        runtime.spawn(async move {
            let (stream, peer) = listener.accept().await.unwrap();
            let answer = |_| async { Response::new(Full::new(Bytes::from(vec![b'x'; 64 << 20]))) };
            let limits = ConnectionLimits { grace: Duration::from_secs(60), ..ConnectionLimits::default() };
            http(stream, PeerAddress::new(peer.ip()), answer, ended, limits).await;
        });
        client.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        client.read_exact(&mut [0; 16]).unwrap();
        drop(end);
        assert!(client.read_to_end(&mut Vec::new()).unwrap() > 64 << 20);
    }
}
