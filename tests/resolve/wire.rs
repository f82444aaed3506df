//! Floods around a body: the client hangs up at a limit or at the deadline, at each door; and what becomes of a
//! connection afterwards.
//!
//! Nothing leaves the machine: hosts are named `*.agent.example`, and each test names 127.0.0.1 for them.
#![cfg(feature = "client")]

use adp_fixtures::{
    alice,
    tls::{Answer, Authority, Identity, Server},
};
use agent_description::{
    Code, CodedError,
    auth::{AuthClient, AuthClientOptions},
    resolve::{
        ConnectTo, Deadlines, FetchKind, Fetcher, HttpsGet, HttpsGetBuilder, Lookup, NetError, Phase, blocking::Runtime,
    },
};
use futures_util::future::BoxFuture;
use std::{
    io::{self, Read, Write},
    net::{IpAddr, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};
use tokio_rustls::rustls::{ServerConfig, ServerConnection, StreamOwned};

const HOST: &str = "agent.example";
const URL: &str = "https://agent.example/did.json";
/// The size limit of the body at both doors here: that of DID documents.
const BODY: usize = 256 << 10;
/// What a server can write before it learns that the client is gone: what the client took, and what waits in the buffer
/// of the receiving socket, which a busy machine lets grow to several megabytes. Without a bound it is hundreds of
/// megabytes until the deadline.
const WRITTEN: usize = 32 << 20;
/// The time of a flood that only the deadline ends.
const TOTAL: Duration = Duration::from_millis(500);

/// What the socket took.
struct Counted {
    stream: TcpStream,
    written: Arc<AtomicUsize>,
}

impl Read for Counted {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buf)
    }
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes)?;
        self.written.fetch_add(written, Ordering::SeqCst);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

fn read_request(stream: &mut impl Read) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        head.extend(byte);
    }
    Ok(())
}

type Tls = StreamOwned<ServerConnection, Counted>;

/// A server for one connection, on which it says what a test wants.
struct Hostile {
    address: SocketAddr,
    authority: Authority,
    written: Arc<AtomicUsize>,
    thread: JoinHandle<()>,
}

/// On a free port of 127.0.0.1. What its connections have not sent yet is little, so that what they wrote was sent.
fn listener() -> TcpListener {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let _inside = runtime.enter();
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(64 << 10).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1).unwrap().into_std().unwrap();
    listener.set_nonblocking(false).unwrap();
    listener
}

impl Hostile {
    /// Talks as soon as there is a connection, without TLS.
    fn raw(talk: impl FnOnce(&mut Counted) -> io::Result<()> + Send + 'static) -> Self {
        Self::start(|_| (), |mut stream, _: ()| talk(&mut stream))
    }

    /// Talks when the request has come, by TLS.
    fn tls(
        configure: impl FnOnce(&mut ServerConfig),
        talk: impl FnOnce(&mut Tls) -> io::Result<()> + Send + 'static,
    ) -> Self {
        let prepare = |identity: Identity| {
            let mut config = identity.server_config();
            configure(&mut config);
            Arc::new(config)
        };
        Self::start(prepare, |stream, config| {
            let mut stream = StreamOwned::new(ServerConnection::new(config).unwrap(), stream);
            read_request(&mut stream)?;
            talk(&mut stream)
        })
    }

    fn start<T: Send + 'static>(
        prepare: impl FnOnce(Identity) -> T,
        talk: impl FnOnce(Counted, T) -> io::Result<()> + Send + 'static,
    ) -> Self {
        let authority = Authority::new();
        let prepared = prepare(authority.issue(&[HOST]));
        let listener = listener();
        let address = listener.local_addr().unwrap();
        let written = Arc::<AtomicUsize>::default();
        let counted = written.clone();
        let thread = std::thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            stream.set_nodelay(true).unwrap();
            // it ends with the client, which is what is tested; the rest is for a client that does not end
            stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            let _ = talk(Counted { stream, written: counted }, prepared);
        });
        Self { address, authority, written, thread }
    }

    fn https(&self) -> HttpsGetBuilder {
        trusting(&self.authority).connect_to(ConnectTo::new(HOST, 443, self.address).unwrap())
    }

    /// How many bytes it could write until the client was gone.
    fn end(self) -> usize {
        self.thread.join().unwrap();
        self.written.load(Ordering::SeqCst)
    }
}

fn trusting(authority: &Authority) -> HttpsGetBuilder {
    let mut https = HttpsGet::builder().add_roots_pem(authority.pem().as_bytes()).unwrap().lookup(Public);
    https.only_added_roots = true;
    https.deadlines = Deadlines { connect: Duration::from_secs(30), total: Duration::from_secs(30) };
    https
}

/// Every name leads to a public address, which nobody connects to here: a proxy does.
struct Public;

impl Lookup for Public {
    fn lookup<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async { Ok(vec![IpAddr::from([8, 8, 8, 8])]) })
    }
}

/// The ways to the network.
#[derive(Clone, Copy, Debug)]
enum Door {
    Document,
    Authenticated,
    Request,
}

const DOORS: [Door; 3] = [Door::Document, Door::Authenticated, Door::Request];

/// A client that may authenticate to the server.
fn options() -> AuthClientOptions {
    let mut options = AuthClientOptions::new(alice::alice());
    options.allowed_origins.insert("https://agent.example".parse().unwrap());
    options
}

impl Door {
    fn ask(self, https: HttpsGet) -> Result<Vec<u8>, NetError> {
        let runtime = Runtime::new().unwrap();
        match self {
            Self::Document => runtime.block_on(https.fetch(URL, FetchKind::DidDocument)).map(|fetched| fetched.body),
            Self::Request => runtime.block_on(async {
                let request = http::Request::get(URL).body(Vec::new()).unwrap();
                let mut fetcher = Fetcher::new(https);
                fetcher.body_limit = BODY;
                Ok(fetcher.send(request).await?.bytes().await?.to_vec())
            }),
            Self::Authenticated => {
                let mut options = options();
                options.body_limit = BODY;
                let client = AuthClient::new(https, options);
                let request = http::Request::get(URL).body(Vec::new()).unwrap();
                match runtime.block_on(client.send(request)) {
                    Ok(reply) => Ok(reply.response.into_body()),
                    Err(agent_description::auth::ClientError::Net(error)) => Err(error),
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
}

/// The same bytes again and again, after others, until the client is gone.
fn endless(before: &'static str, again: impl AsRef<[u8]>) -> impl Fn(&mut Tls) -> io::Result<()> {
    let again = again.as_ref().repeat((16 << 10) / again.as_ref().len() + 1);
    move |stream| {
        stream.write_all(before.as_bytes())?;
        loop {
            stream.write_all(&again)?;
        }
    }
}

#[track_caller]
fn cut_off(name: &str, door: Door, server: Hostile, expected: Code) {
    let error = door.ask(server.https().build()).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), expected, "{name} at {door:?}: {error}");
    let written = server.end();
    assert!(written < WRITTEN, "{name} at {door:?}: {written} bytes were written");
}

/// The deadline ends what no limit of size ends, and the connection with it.
#[track_caller]
fn timed_out(name: &str, door: Door, server: Hostile) {
    let mut https = server.https();
    https.deadlines = Deadlines { connect: Duration::from_secs(30), total: TOTAL };
    let started = Instant::now();
    let error = door.ask(https.build()).map(|_| ()).unwrap_err();
    assert!(started.elapsed() < 10 * TOTAL, "{name} at {door:?}");
    let expected = NetError::Time { url: URL.to_owned(), phase: Phase::Answer, limit: TOTAL };
    assert_eq!(error, expected, "{name} at {door:?}");
    server.end();
}

const CHUNKED: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
const OK: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

#[test]
fn what_stands_around_a_body_is_bounded() {
    let zeros = "0".repeat(4000);
    for door in DOORS {
        for (name, before, again) in [
            ("a chunk's size of zeros without end", CHUNKED, "0".to_owned()),
            ("zeros before each chunk's size", CHUNKED, format!("{zeros}1\r\n \r\n")),
            ("informational answers", "", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".to_owned()),
            ("switches to the protocol spoken", "", "HTTP/1.1 100 Continue\r\n\r\n".to_owned()),
        ] {
            timed_out(name, door, Hostile::tls(|_| (), endless(before, again)));
        }
        // these have limits of their own
        let header = "a-header: and its value\r\n";
        for (name, before, again) in [
            ("an extension without end", "1;", "a"),
            ("extensions of each chunk", "", "1;name=value\r\n \r\n"),
            ("trailers", "0\r\n", header),
            ("one trailer without end", "0\r\na: ", "a"),
        ] {
            let before = [CHUNKED, before].concat().leak();
            cut_off(name, door, Hostile::tls(|_| (), endless(before, again)), Code::NET_CONNECT);
        }
        for (name, before, again, code) in [
            ("headers", OK, header, Code::NET_SIZE),
            ("one header without end", "HTTP/1.1 200 OK\r\na: ", "a", Code::NET_SIZE),
            ("a reason without end", "HTTP/1.1 200 ", "a", Code::NET_SIZE),
            ("empty lines before the answer", "", "\r\n", Code::NET_SIZE),
            ("zeros before the answer", "", "\0", Code::NET_CONNECT),
        ] {
            cut_off(name, door, Hostile::tls(|_| (), endless(before, again)), code);
        }
    }
}

#[test]
fn what_tls_adds_is_bounded() {
    for door in DOORS {
        // a body of records of one byte, one after another
        let records = |stream: &mut Tls| {
            stream.write_all(CHUNKED.as_bytes())?;
            loop {
                stream.write_all(b"0")?;
                stream.flush()?;
            }
        };
        timed_out("records of one byte", door, Hostile::tls(|_| (), records));
        // the server need not say anything: tickets for later connections come by themselves. TLS has a limit of its own
        // for what comes at once
        let server = Hostile::tls(|config| config.send_tls13_tickets = 20_000, |stream| stream.read_exact(&mut [0]));
        let error = door.ask(server.https().build()).map(|_| ()).unwrap_err();
        assert_eq!(error.code(), Code::NET_CONNECT, "{error}");
        assert!(server.end() < WRITTEN);
        // one message of the handshake, as large as TLS lets it be, each byte in a record of its own
        let server = Hostile::raw(|stream| {
            let record = |byte: u8| [0x16, 3, 3, 0, 1, byte];
            let head = [2, 0, 0xff, 0xff].into_iter().chain(std::iter::repeat(0));
            head.map(record).try_for_each(|record| stream.write_all(&record))
        });
        let error = door.ask(server.https().build()).map(|_| ()).unwrap_err();
        assert!(matches!(error.code(), Code::NET_TLS | Code::NET_CONNECT), "{error}");
        assert!(server.end() < WRITTEN);
    }
}

#[test]
fn what_a_proxy_says_is_bounded() {
    for (name, before, again) in [
        ("informational answers", "", "HTTP/1.1 103 Early Hints\r\n\r\n"),
        ("headers", "HTTP/1.1 200 OK\r\n", "a-header: and its value\r\n"),
    ] {
        let proxy = Hostile::raw(move |stream| {
            read_request(stream)?;
            stream.write_all(before.as_bytes())?;
            loop {
                stream.write_all(again.repeat(500).as_bytes())?;
            }
        });
        let https = trusting(&proxy.authority).proxy(&format!("http://{}", proxy.address)).unwrap();
        let error = Door::Document.ask(https.build()).unwrap_err();
        assert_eq!(error.code(), Code::NET_CONNECT, "{name}: {error}");
        let written = proxy.end();
        assert!(written < WRITTEN, "{name}: {written} bytes were written");
    }
}

#[test]
fn honest_framing_has_room() {
    // a body as large as may be, in pieces as small as a careless server sends them
    for door in DOORS {
        let server = Hostile::tls(
            |_| (),
            |stream| {
                stream.write_all(b"HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n")?;
                stream.write_all(CHUNKED.as_bytes())?;
                for _ in 0..BODY / 32 {
                    stream.write_all(format!("20\r\n{}\r\n", " ".repeat(32)).as_bytes())?;
                    stream.flush()?;
                }
                stream.write_all(b"0\r\nserver-timing: all;dur=1\r\n\r\n")
            },
        );
        assert_eq!(door.ask(server.https().build()).unwrap().len(), BODY, "{door:?}");
        assert!(server.end() > BODY / 32 * 60, "{door:?}: the pieces were no records of their own");
    }
    // so do many headers, and large ones
    let head = format!("{OK}{}x-large: {}\r\n", "x-more: 1\r\n".repeat(90), "v".repeat(24 << 10));
    let server =
        Hostile::tls(|_| (), move |stream| stream.write_all(format!("{head}content-length: 2\r\n\r\n{{}}").as_bytes()));
    assert_eq!(Door::Document.ask(server.https().build()).unwrap(), b"{}");
}

#[test]
fn heads_have_a_size() {
    for (name, more) in [("101 headers", "a: b\r\n".repeat(99)), ("1 MiB", format!("a: {}\r\n", "v".repeat(1 << 20)))] {
        let head = format!("{OK}{more}content-length: 2\r\n\r\n{{}}");
        let server = Hostile::tls(|_| (), move |stream| stream.write_all(head.as_bytes()));
        let error = Door::Document.ask(server.https().build()).unwrap_err();
        assert_eq!(error.code(), Code::NET_SIZE, "{name}");
        assert!(
            error.to_string().contains("answered with a header that is too long, or has more than 100 fields"),
            "{error}"
        );
    }
}

#[test]
fn each_answer_has_the_whole_allowance() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |_| Answer::json_and_keep(" ".repeat(BODY)));
    let client = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap()).build();
    let runtime = Runtime::new().unwrap();
    for _ in 0..5 {
        assert_eq!(runtime.block_on(client.fetch(URL, FetchKind::DidDocument)).unwrap().body.len(), BODY);
    }
    assert_eq!((server.connections(), server.requests().len()), (1, 5));
}

#[test]
fn what_comes_after_an_answer_is_no_answer() {
    let poison = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 6\r\n\r\npoison";
    let authority = Authority::new();
    // with the answer, or when nobody waits for one
    let (said, was_said) = mpsc::channel();
    let at_once = Server::start(authority.issue(&[HOST]), move |_| {
        Answer::raw([OK, "content-length: 2\r\n\r\n{}", poison].concat()).keep()
    });
    let later = Server::start(authority.issue(&[HOST]), move |_| {
        let said = said.clone();
        let answer = Answer::raw([OK, "content-length: 2\r\n\r\n{}"].concat());
        answer.wait(Duration::from_millis(50)).send(poison).then(move || said.send(()).unwrap()).keep()
    });
    for server in [&at_once, &later] {
        let client = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap()).build();
        let runtime = Runtime::new().unwrap();
        for number in 1..4 {
            let fetched = runtime.block_on(client.fetch(URL, FetchKind::DidDocument)).unwrap();
            assert_eq!((fetched.body.as_slice(), server.connections()), (b"{}".as_slice(), number));
            if server.address() == later.address() {
                was_said.recv().unwrap();
            }
        }
    }
    // a flood there is not read at all
    let server = Hostile::tls(
        |_| (),
        endless("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}", " "),
    );
    assert_eq!(Door::Document.ask(server.https().build()).unwrap(), b"{}");
    assert!(server.end() < WRITTEN);
}

/// A server that keeps its first connection, and closes it when the next request comes, `refusals` times.
fn closing(refusals: usize) -> (Server, HttpsGet) {
    let authority = Authority::new();
    let asked = AtomicUsize::new(0);
    let server = Server::start(authority.issue(&[HOST]), move |_| match asked.fetch_add(1, Ordering::SeqCst) {
        0 => Answer::json_and_keep("{}"),
        number if number <= refusals => Answer::default(),
        _ => Answer::json("{}"),
    });
    let client = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap()).build();
    (server, client)
}

#[test]
fn a_connection_that_closes_is_replaced_once() {
    let runtime = Runtime::new().unwrap();
    let fetch = |client: &HttpsGet| runtime.block_on(client.fetch(URL, FetchKind::DidDocument)).map(|_| ());
    let (server, client) = closing(1);
    fetch(&client).unwrap();
    fetch(&client).unwrap();
    assert_eq!((server.connections(), server.requests().len()), (2, 3));
    let (server, client) = closing(2);
    fetch(&client).unwrap();
    assert_eq!(fetch(&client).unwrap_err().code(), Code::NET_CONNECT);
    assert_eq!((server.connections(), server.requests().len()), (2, 3));
    // so is a new connection, and then there is no answer
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |_| Answer::default());
    let client = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap()).build();
    assert_eq!(fetch(&client).unwrap_err().code(), Code::NET_CONNECT);
    assert_eq!((server.connections(), server.requests().len()), (2, 2));
}

/// What is no answer is one all the same: only a connection that was closed is replaced.
#[test]
fn an_answer_that_is_none_is_not_asked_for_again() {
    let flood = format!("HTTP/1.1 200 OK\r\n{}", "a: b\r\n".repeat(200));
    for (nonsense, code) in [("SSH-2.0-OpenSSH_9.2\r\n".to_owned(), Code::NET_CONNECT), (flood, Code::NET_SIZE)] {
        let authority = Authority::new();
        let asked = AtomicUsize::new(0);
        let server = Server::start(authority.issue(&[HOST]), move |_| match asked.fetch_add(1, Ordering::SeqCst) {
            0 => Answer::json_and_keep("{}"),
            _ => Answer::raw(nonsense.clone()).keep(),
        });
        let client = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap()).build();
        let runtime = Runtime::new().unwrap();
        runtime.block_on(client.fetch(URL, FetchKind::DidDocument)).unwrap();
        let error = runtime.block_on(client.fetch(URL, FetchKind::DidDocument)).unwrap_err();
        assert_eq!(error.code(), code);
        assert_eq!((server.connections(), server.requests().len()), (1, 2));
    }
}

#[test]
fn an_authenticated_request_is_not_sent_twice() {
    let runtime = Runtime::new().unwrap();
    for method in ["GET", "POST"] {
        let (server, client) = closing(1);
        let client = AuthClient::new(client, options());
        let send = || {
            let request = http::Request::builder().method(method).uri(URL).body(Vec::new()).unwrap();
            runtime.block_on(client.send(request)).map(|_| ())
        };
        send().unwrap();
        assert_eq!(send().unwrap_err().code(), Code::NET_CONNECT, "{method}");
        assert_eq!((server.connections(), server.requests().len()), (1, 2), "{method}");
    }
}

#[test]
fn kept_connections_are_few_and_not_kept_for_long() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&["*.agent.example"]), |_| Answer::json_and_keep("{}"));
    let host = |number: usize| format!("h{number}.agent.example");
    let to = |number| ConnectTo::new(&host(number), 443, server.address()).unwrap();
    let client = (0..=64).map(to).fold(trusting(&authority), HttpsGetBuilder::connect_to).build();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let fetch = |number| {
        let url = format!("https://{}/", host(number));
        runtime.block_on(client.fetch(&url, FetchKind::DidDocument)).unwrap();
        server.connections()
    };
    // one more than are kept: the first makes room for the last
    assert_eq!((0..=64).map(fetch).last(), Some(65));
    assert_eq!((fetch(64), fetch(1), fetch(0)), (65, 65, 66));
    let pass = |seconds| {
        runtime.block_on(async {
            tokio::time::pause();
            tokio::time::advance(Duration::from_secs(seconds)).await;
            tokio::time::resume();
        });
    };
    pass(60);
    assert_eq!(fetch(0), 66);
    pass(60);
    assert_eq!((fetch(0), fetch(1)), (66, 67));
    // another runtime cannot use them
    let other = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    other.block_on(client.fetch("https://h0.agent.example/", FetchKind::DidDocument)).unwrap();
    assert_eq!(server.connections(), 68);
}

#[test]
fn an_answer_that_is_refused_by_its_head_keeps_its_connection_where_it_is_whole() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |_| {
        Answer::raw("HTTP/1.1 404 x\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{}").keep()
    });
    let client = trusting(&authority).connect_to(ConnectTo::new(HOST, 443, server.address()).unwrap()).build();
    let runtime = Runtime::new().unwrap();
    for _ in 0..3 {
        let error = runtime.block_on(client.fetch(URL, FetchKind::DidDocument)).unwrap_err();
        assert_eq!(error, NetError::Status { url: URL.to_owned(), status: 404 });
    }
    assert_eq!((server.connections(), server.requests().len()), (1, 3));
}
