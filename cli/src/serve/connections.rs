//! Connections: so many at a time, none forever, and an end that lets answers under way finish.

use super::{
    answer::Answers,
    places::{Place, Places},
};
use agent_description::auth::PeerAddress;
use hyper::{Request, body::Incoming, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{convert::Infallible, io, pin::pin, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{sleep, timeout},
};
use tokio_rustls::TlsAcceptor;

/// Most connections at a time; others wait to be accepted, or are closed where their address has half of these.
const MOST: u32 = 256;
/// The largest head of a request, in bytes: its line, its headers and the empty line.
const HEAD: usize = 64 << 10;
/// The most header lines of a request.
const HEADERS: usize = 100;

/// How long a connection may take.
#[derive(Clone, Copy, Debug)]
struct Times {
    /// For the TLS handshake, and for the head of each request, the wait between requests included.
    head: Duration,
    /// For all of a connection: a client that reads a byte now and then does not keep its place.
    life: Duration,
    /// For what is under way when the end comes.
    grace: Duration,
}

const TIMES: Times =
    Times { head: Duration::from_secs(10), life: Duration::from_secs(300), grace: Duration::from_secs(10) };

/// Serves until it is told to stop.
pub async fn serve(listener: TcpListener, acceptor: TlsAcceptor, answers: Arc<Answers>, stop: Stop) {
    let places = Places::new(MOST);
    let (end, ended) = watch::channel(());
    let mut stop = pin!(stop.told());
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
        // closed before anything is done for it, so that whoever comes next is accepted
        let Some(place) = places.give(place, peer) else { continue };
        let (acceptor, answers, ended) = (acceptor.clone(), Arc::clone(&answers), ended.clone());
        tokio::spawn(async move {
            connection(stream, peer, place, acceptor, answers, ended).await;
        });
    }
    drop(listener);
    drop(end);
    let _ = timeout(TIMES.grace, places.all_free()).await;
}

async fn connection(
    stream: TcpStream,
    peer: PeerAddress,
    _place: Place,
    acceptor: TlsAcceptor,
    answers: Arc<Answers>,
    ended: watch::Receiver<()>,
) {
    let Ok(Ok(stream)) = timeout(TIMES.head, acceptor.accept(stream)).await else { return };
    http(stream, peer, answers, ended, TIMES).await;
}

/// Requests and answers, one after the other.
async fn http(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: PeerAddress,
    answers: Arc<Answers>,
    mut ended: watch::Receiver<()>,
    times: Times,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        // what strangers make the layer fetch is counted to where they connect from
        request.extensions_mut().insert(peer);
        let answers = Arc::clone(&answers);
        async move { Ok::<_, Infallible>(answers.to(request).await) }
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(times.head);
    // the buffer alone lets through what one read brings on top of it
    builder.max_buf_size(HEAD).max_header_size(HEAD).max_headers(HEADERS);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        // the sender is dropped: the end
        _ = ended.changed() => {}
        () = sleep(times.life) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(times.grace, connection).await;
}

/// Ctrl-C, or what a supervisor sends. It is heard from when this is made: whoever is told afterwards that the server runs may end it at once.
#[derive(Debug)]
pub struct Stop {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Stop {
    /// Listens from now on, on the runtime that this is called on.
    #[cfg(unix)]
    pub fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Listens from now on, on the runtime that this is called on.
    #[cfg(not(unix))]
    pub fn listen() -> io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(unix)]
    async fn told(mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    async fn told(self) {
        // without a handler the process ends as it always did
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Answers, PeerAddress, Times, http};
    use crate::serve::files::Files;
    use std::{
        fs::File,
        io::{Read, Write},
        net::TcpStream,
        sync::Arc,
        time::Duration,
    };
    use tokio::{net::TcpListener, runtime::Runtime, sync::watch};

    const LONG: Duration = Duration::from_secs(3600);
    const SHORT: Duration = Duration::from_millis(500);

    /// A connection without TLS to a site with one large file, whose client has sent `bytes`; it is the runtime's for as long as that lives.
    fn connected(runtime: &Runtime, times: Times, bytes: &str) -> (TcpStream, watch::Sender<()>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        File::create(folder.path().join("large")).unwrap().set_len(64 << 20).unwrap();
        File::create(folder.path().join("small")).unwrap();
        let answers = Arc::new(Answers::new(Files::open(folder.path()).unwrap(), Duration::ZERO));
        let (end, ended) = watch::channel(());
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        client.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        runtime.spawn(async move {
            let (stream, peer) = listener.accept().await.unwrap();
            http(stream, PeerAddress::new(peer.ip()), answers, ended, times).await;
        });
        client.write_all(bytes.as_bytes()).unwrap();
        (client, end, folder)
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
        let times = Times { head: LONG, life: SHORT, grace: SHORT };
        let (mut client, _end, _folder) = connected(&runtime, times, "GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
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
        let times = Times { head: SHORT, life: LONG, grace: LONG };
        for (bytes, answers) in [
            ("GET /small HTTP/1.1\r\nHost: a\r\n", 0),
            ("GET /small HTTP/1.1\r\nHost: a\r\n\r\n", 1),
            ("GET /small HTTP/1.1\r\nHost: a\r\n\r\nGET /small HTTP/1.1\r\nHost: a\r\n\r\nGE", 2),
        ] {
            let runtime = Runtime::new().unwrap();
            let (mut client, _end, _folder) = connected(&runtime, times, bytes);
            let text = read_to_end(&mut client);
            assert_eq!(text.matches("HTTP/1.1 200 OK").count(), answers, "{bytes:?}: {text}");
        }
    }

    #[test]
    fn the_end_lets_an_answer_under_way_finish() {
        let runtime = Runtime::new().unwrap();
        let times = Times { head: LONG, life: LONG, grace: Duration::from_secs(60) };
        let (mut client, end, _folder) = connected(&runtime, times, "GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
        let mut begin = [0; 16];
        client.read_exact(&mut begin).unwrap();
        drop(end);
        assert!(read_to_end(&mut client).len() > 64 << 20);
    }
}
