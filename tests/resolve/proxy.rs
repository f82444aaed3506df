//! Fetching through a proxy that connects by `CONNECT`, on loopback.
#![cfg(feature = "resolver")]

use adp_fixtures::tls::{Answer, Authority, Identity, Server};
use agent_description::{
    Code, CodedError,
    resolve::{Deadlines, FetchKind, Fetcher, HttpsGet, HttpsGetBuilder, Lookup, NetError, blocking::Runtime},
};
use futures_util::future::BoxFuture;
use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::TlsAcceptor;

const HOST: &str = "agent.example";
const URL: &str = "https://agent.example:8443/did.json";
const PROXY: &str = "proxy.example";

/// A proxy that connects to one address, whatever it is asked for, and records what that was.
struct Proxy {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
    _runtime: tokio::runtime::Runtime,
}

impl Proxy {
    /// With an identity it is spoken to by TLS. It answers with `answer` and, where that is a 200, connects.
    fn start(identity: Option<Identity>, answer: &'static str, to: SocketAddr) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let (address, asked) = (listener.local_addr().unwrap(), Arc::<Mutex<Vec<String>>>::default());
        let heard = asked.clone();
        let acceptor = identity.map(|identity| {
            let mut config = identity.server_config();
            // a proxy need not know what is spoken inside
            config.alpn_protocols = vec![b"x-proxy".to_vec()];
            TlsAcceptor::from(Arc::new(config))
        });
        runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, heard) = (acceptor.clone(), heard.clone());
                tokio::spawn(async move {
                    match acceptor {
                        Some(acceptor) => relay(acceptor.accept(stream).await?, answer, to, &heard).await,
                        None => relay(stream, answer, to, &heard).await,
                    }
                });
            }
        });
        Self { address, asked, _runtime: runtime }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn relay(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    answer: &str,
    to: SocketAddr,
    heard: &Mutex<Vec<String>>,
) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    heard.lock().unwrap().push(String::from_utf8(head).unwrap().to_ascii_lowercase());
    stream.write_all(answer.as_bytes()).await?;
    stream.flush().await?;
    if answer.contains(" 200 ") {
        tokio::io::copy_bidirectional(&mut stream, &mut TcpStream::connect(to).await?).await?;
    }
    Ok(())
}

/// The host's name leads to a public address, which nobody but the proxy connects to; the proxy's to this machine.
struct Names;

impl Lookup for Names {
    fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let address = match host {
            HOST => IpAddr::from([8, 8, 8, 8]),
            PROXY => IpAddr::from([127, 0, 0, 1]),
            other => panic!("{other} was looked up"),
        };
        Box::pin(async move { Ok(vec![address]) })
    }
}

fn client(authority: &Authority, proxy: &str) -> HttpsGetBuilder {
    let mut https =
        HttpsGet::builder().add_roots_pem(authority.pem().as_bytes()).unwrap().lookup(Names).proxy(proxy).unwrap();
    https.only_added_roots = true;
    https.deadlines = Deadlines { connect: Duration::from_secs(20), total: Duration::from_secs(20) };
    https
}

fn fetch(client: &HttpsGet, runtime: &Runtime) -> Result<Vec<u8>, NetError> {
    runtime.block_on(client.fetch(URL, FetchKind::DidDocument)).map(|fetched| fetched.body)
}

#[test]
fn a_proxy_connects_by_name_and_sees_no_request() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |_| Answer::json_and_keep("{}"));
    for by_tls in [false, true] {
        let identity = by_tls.then(|| authority.issue(&[PROXY]));
        let proxy = Proxy::start(identity, "HTTP/1.1 200 Connection established\r\n\r\n", server.address());
        let scheme = if by_tls { "https" } else { "http" };
        let before = (server.connections(), server.requests().len());
        let url = format!("{scheme}://Aladdin:open%20sesame@{PROXY}:{}", proxy.address.port());
        let (client, runtime) = (client(&authority, &url).build(), Runtime::new().unwrap());
        for _ in 0..2 {
            assert_eq!(fetch(&client, &runtime).unwrap(), b"{}");
        }
        // the tunnel is kept for the second request
        assert_eq!((server.connections(), server.requests().len()), (before.0 + 1, before.1 + 2));
        let request = &server.requests()[before.1];
        assert_eq!(request.server_name.as_deref(), Some(HOST));
        assert_eq!((request.header("host"), request.header("proxy-authorization")), (Some("agent.example:8443"), None));
        let [asked] = &proxy.asked()[..] else { panic!("{:?}", proxy.asked()) };
        let mut lines: Vec<&str> = asked.trim_end().split("\r\n").collect();
        assert_eq!(lines.remove(0), "connect agent.example:8443 http/1.1");
        lines.sort_unstable();
        // RFC 7617 section 2, in lower case
        let authorization = "proxy-authorization: basic qwxhzgrpbjpvcgvuihnlc2ftzq==";
        assert_eq!(lines, ["host: agent.example:8443", authorization]);
    }
}

#[test]
fn a_connection_for_another_protocol_goes_through_the_proxy_too() {
    let authority = Authority::new();
    let switched = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n";
    let server = Server::start(authority.issue(&[HOST]), move |_| Answer::raw(switched).echo());
    let proxy = Proxy::start(None, "HTTP/1.1 200 Connection established\r\n\r\n", server.address());
    let client = client(&authority, &format!("http://{PROXY}:{}", proxy.address.port())).build();
    Runtime::new().unwrap().block_on(async {
        let request = http::Request::get("wss://agent.example:8443/chat").body(()).unwrap();
        let response = Fetcher::new(client).upgrade(request, "echo").await.unwrap();
        let mut stream = response.upgrade().await.unwrap();
        stream.write_all(b"hello").await.unwrap();
        stream.flush().await.unwrap();
        let mut answer = [0; 5];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"hello");
    });
    assert_eq!(server.requests()[0].server_name.as_deref(), Some(HOST));
    assert!(proxy.asked()[0].starts_with("connect agent.example:8443 http/1.1\r\n"), "{:?}", proxy.asked());
}

#[test]
fn a_user_without_a_password() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |_| Answer::json("{}"));
    let proxy = Proxy::start(None, "HTTP/1.1 200 OK\r\n\r\n", server.address());
    let client = client(&authority, &format!("http://user@{}", proxy.address)).build();
    assert_eq!(fetch(&client, &Runtime::new().unwrap()).unwrap(), b"{}");
    // RFC 7617 section 2: "user:", in lower case
    assert!(proxy.asked()[0].contains("proxy-authorization: basic dxnlcjo=\r\n"), "{:?}", proxy.asked());
}

#[test]
fn a_proxy_that_does_not_connect() {
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), |_| Answer::json("{}"));
    for (answer, problem) in [
        ("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n", "proxy authorization required"),
        ("HTTP/1.1 302 Found\r\nlocation: https://other.example/\r\n\r\n", "by the proxy: tunnel error: unsuccessful"),
        ("HTTP/1.1 403 Forbidden\r\n\r\n", "by the proxy: tunnel error: unsuccessful"),
        ("", "unexpected end of file"),
        ("SSH-2.0-x\r\n\r\n", "by the proxy: tunnel error: unsuccessful"),
    ] {
        let proxy = Proxy::start(None, answer, server.address());
        let client = client(&authority, &format!("http://{}", proxy.address)).build();
        let error = fetch(&client, &Runtime::new().unwrap()).unwrap_err();
        assert_eq!(error.code(), Code::NET_CONNECT, "{answer}: {error}");
        assert!(error.to_string().contains(problem), "{answer}: {error}");
        assert_eq!(proxy.asked().len(), 1, "{answer}");
    }
    assert!(server.requests().is_empty());
    // a proxy's certificate counts as a host's does, and it cannot stand in for the host
    let stranger = Authority::new();
    let established = "HTTP/1.1 200 OK\r\n\r\n";
    let impostor = Server::start(authority.issue(&[PROXY]), |_| Answer::json("{}"));
    for (identity, to) in [
        (stranger.issue(&[PROXY]), &server),
        (authority.issue(&[HOST]), &server),
        (authority.issue(&[PROXY]), &impostor),
    ] {
        let proxy = Proxy::start(Some(identity), established, to.address());
        let client = client(&authority, &format!("https://{PROXY}:{}", proxy.address.port())).build();
        assert_eq!(fetch(&client, &Runtime::new().unwrap()).unwrap_err().code(), Code::NET_TLS);
    }
    assert!(server.requests().is_empty() && impostor.requests().is_empty());
}

/// `user:` looks like a scheme.
#[test]
fn a_password_is_not_shown_for_what_is_no_proxy() {
    for url in
        ["user:hunter2@127.0.0.1:3128", "socks5://user:hunter2@127.0.0.1:3128", "http://user:hunter2@127.0.0.1:0"]
    {
        let error = HttpsGet::builder().proxy(url).unwrap_err().to_string();
        assert!(error.contains("127.0.0.1") && !error.contains("hunter2"), "{error}");
    }
}
