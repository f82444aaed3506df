//! A real HTTPS server on loopback, for tests: its own CA, answers that are scripts (so they can misbehave), and a
//! record of what it saw. `mod tls;` in a test of the library, `#[path = "../../tests/tls/mod.rs"] mod tls;` in the CLI's.
#![allow(
    dead_code,
    missing_docs,
    missing_debug_implementations,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used
)]

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, oneshot},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::aws_lc_rs::default_provider,
        pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer},
    },
};

/// A certificate authority made for one test.
pub struct Authority {
    issuer: rcgen::Issuer<'static, rcgen::KeyPair>,
    pem: String,
}

/// When a certificate is valid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Validity {
    Now,
    Past,
    Future,
}

impl Authority {
    pub fn new() -> Self {
        let mut params = rcgen::CertificateParams::new(Vec::<String>::new()).unwrap();
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        params.distinguished_name.push(rcgen::DnType::CommonName, "test authority");
        params.key_usages = vec![rcgen::KeyUsagePurpose::KeyCertSign];
        let key = rcgen::KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        Self { issuer: rcgen::Issuer::new(params, key), pem }
    }

    /// The CA certificate, for `--cacert`.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// A certificate for these names.
    pub fn issue(&self, names: &[&str]) -> Identity {
        self.issue_valid(names, Validity::Now)
    }

    pub fn issue_valid(&self, names: &[&str], validity: Validity) -> Identity {
        let (params, key) = server_params(names, validity);
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        Identity::new(&certificate, &key)
    }
}

/// A server's certificate and key.
#[derive(Clone)]
pub struct Identity {
    certificate: CertificateDer<'static>,
    key: Vec<u8>,
    pem: [String; 2],
}

impl Identity {
    /// A certificate that is signed by itself.
    pub fn self_signed(names: &[&str]) -> Self {
        let (params, key) = server_params(names, Validity::Now);
        Self::new(&params.self_signed(&key).unwrap(), &key)
    }

    fn new(certificate: &rcgen::Certificate, key: &rcgen::KeyPair) -> Self {
        let pem = [certificate.pem(), key.serialize_pem()];
        Self { certificate: certificate.der().clone(), key: key.serialize_der(), pem }
    }

    /// For a server by TLS 1.2 or 1.3 that speaks HTTP/1.1.
    pub fn server_config(self) -> ServerConfig {
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(self.key));
        let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![self.certificate], key)
            .unwrap();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        config
    }

    /// The certificate and the key for a server of somebody else's.
    pub fn certificate_pem(&self) -> &str {
        &self.pem[0]
    }

    pub fn key_pem(&self) -> &str {
        &self.pem[1]
    }
}

fn server_params(names: &[&str], validity: Validity) -> (rcgen::CertificateParams, rcgen::KeyPair) {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut params = rcgen::CertificateParams::new(names).unwrap();
    (params.not_before, params.not_after) = match validity {
        Validity::Now => (rcgen::date_time_ymd(2020, 1, 1), rcgen::date_time_ymd(2120, 1, 1)),
        Validity::Past => (rcgen::date_time_ymd(2001, 1, 1), rcgen::date_time_ymd(2002, 1, 1)),
        Validity::Future => (rcgen::date_time_ymd(2119, 1, 1), rcgen::date_time_ymd(2120, 1, 1)),
    };
    params.extended_key_usages = vec![rcgen::ExtendedKeyUsagePurpose::ServerAuth];
    (params, rcgen::KeyPair::generate().unwrap())
}

/// A request as the server saw it.
#[derive(Clone, Debug)]
pub struct Request {
    /// The first line, for example `GET /did.json HTTP/1.1`.
    pub line: String,
    /// Names in lower case, in the order sent.
    pub headers: Vec<(String, String)>,
    /// The name the client asked for in the TLS handshake.
    pub server_name: Option<String>,
    /// As many bytes as `Content-Length` says.
    pub body: Vec<u8>,
}

impl Request {
    pub fn method(&self) -> &str {
        self.line.split(' ').next().unwrap_or_default()
    }

    pub fn path(&self) -> &str {
        self.line.split(' ').nth(1).unwrap_or_default()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What the server does with a request, step by step; then it closes the connection, unless that is kept.
#[derive(Clone, Default)]
pub struct Answer {
    steps: Vec<Step>,
}

#[derive(Clone)]
enum Step {
    Send(Vec<u8>),
    Wait(Duration),
    /// Goes on when the test lets one request through.
    Gate(Arc<Semaphore>),
    /// Sends these bytes again and again, pausing in between, until the client goes away.
    Forever(Vec<u8>, Duration),
    /// Closes without TLS's close_notify.
    Abort,
    /// Waits for the next request on the same connection.
    Keep,
    /// Does something else.
    Then(Arc<dyn Fn() + Send + Sync>),
}

impl Answer {
    pub fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self::default().send(bytes)
    }

    pub fn send(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.steps.push(Step::Send(bytes.into()));
        self
    }

    pub fn wait(mut self, pause: Duration) -> Self {
        self.steps.push(Step::Wait(pause));
        self
    }

    /// Goes on when `gate` has a permit, and takes it.
    pub fn once_let_through(mut self, gate: &Arc<Semaphore>) -> Self {
        self.steps.push(Step::Gate(gate.clone()));
        self
    }

    pub fn forever(mut self, bytes: impl Into<Vec<u8>>, pause: Duration) -> Self {
        self.steps.push(Step::Forever(bytes.into(), pause));
        self
    }

    pub fn abort(mut self) -> Self {
        self.steps.push(Step::Abort);
        self
    }

    /// A whole answer, with these header lines and the right `Content-Length`.
    pub fn status(status: u16, headers: &[&str], body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let mut head = format!("HTTP/1.1 {status} x\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        for header in headers {
            head.push_str(header);
            head.push_str("\r\n");
        }
        head.push_str("\r\n");
        Self::raw(head).send(body)
    }

    pub fn json(body: impl AsRef<[u8]>) -> Self {
        Self::status(200, &["content-type: application/json"], body)
    }

    /// The same JSON, on a connection that stays open for the next request.
    pub fn json_and_keep(body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let head =
            format!("HTTP/1.1 200 x\r\ncontent-length: {}\r\ncontent-type: application/json\r\n\r\n", body.len());
        Self::raw(head).send(body).keep()
    }

    /// The connection stays open for the next request; no step follows.
    pub fn keep(mut self) -> Self {
        self.steps.push(Step::Keep);
        self
    }

    /// Does something when everything before it was sent.
    pub fn then(mut self, what: impl Fn() + Send + Sync + 'static) -> Self {
        self.steps.push(Step::Then(Arc::new(what)));
        self
    }

    pub fn not_found() -> Self {
        Self::status(404, &["content-type: application/json"], "{}")
    }
}

/// The server; it ends when this is dropped.
pub struct Server {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
    requests: Arc<Mutex<Vec<Request>>>,
    bytes_sent: Arc<AtomicUsize>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    /// Starts a server on a free port of 127.0.0.1 that answers each request by `answer`.
    pub fn start(identity: Identity, answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let config = identity.server_config();
        Self::listen(Some(TlsAcceptor::from(Arc::new(config))), answer)
    }

    /// The same without TLS: what a proxy, or a server that forgot its certificate, looks like.
    pub fn start_plain(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        Self::listen(None, answer)
    }

    fn listen(acceptor: Option<TlsAcceptor>, answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let shared = Shared {
            connections: Arc::default(),
            requests: Arc::default(),
            bytes_sent: Arc::default(),
            answer: Arc::new(answer),
        };
        let (connections, requests, bytes_sent) =
            (shared.connections.clone(), shared.requests.clone(), shared.bytes_sent.clone());
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).unwrap();
                tokio::select! {
                    () = serve(listener, acceptor, shared) => {}
                    _ = stopped => {}
                }
            });
        });
        Self { address, connections, requests, bytes_sent, stop: Some(stop), thread: Some(thread) }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// `HOST:PORT:ADDR:PORT`, for `--resolve`.
    pub fn resolve(&self, host: &str, port: u16) -> String {
        format!("{host}:{port}:{}", self.address)
    }

    /// How many TCP connections there were.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// How many bytes of answers the client took, as far as the server could send them.
    pub fn bytes_sent(&self) -> usize {
        self.bytes_sent.load(Ordering::SeqCst)
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[derive(Clone)]
struct Shared {
    connections: Arc<AtomicUsize>,
    requests: Arc<Mutex<Vec<Request>>>,
    bytes_sent: Arc<AtomicUsize>,
    answer: Arc<dyn Fn(&Request) -> Answer + Send + Sync>,
}

async fn serve(listener: TcpListener, acceptor: Option<TlsAcceptor>, shared: Shared) {
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        shared.connections.fetch_add(1, Ordering::SeqCst);
        let (acceptor, shared) = (acceptor.clone(), shared.clone());
        // clients that go away, or do not like the certificate, are what is tested
        tokio::spawn(async move { connection(stream, acceptor, &shared).await.ok() });
    }
}

async fn connection(stream: TcpStream, acceptor: Option<TlsAcceptor>, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    match acceptor {
        Some(acceptor) => {
            let stream = acceptor.accept(stream).await?;
            let server_name = stream.get_ref().1.server_name().map(str::to_owned);
            converse(stream, server_name, shared).await
        }
        None => converse(stream, None, shared).await,
    }
}

async fn converse(
    mut stream: impl AsyncReadExt + AsyncWriteExt + Unpin,
    server_name: Option<String>,
    shared: &Shared,
) -> io::Result<()> {
    while answer(&mut stream, server_name.clone(), shared).await? == Next::Request {}
    Ok(())
}

/// What comes on a connection after an answer.
#[derive(PartialEq, Eq)]
enum Next {
    Request,
    Nothing,
}

async fn answer(
    stream: &mut (impl AsyncReadExt + AsyncWriteExt + Unpin),
    server_name: Option<String>,
    shared: &Shared,
) -> io::Result<Next> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() > 64 << 10 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        head.push(stream.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let mut lines = head.split("\r\n");
    let line = lines.next().unwrap_or_default().to_owned();
    let headers = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let mut request = Request { line, headers, server_name, body: Vec::new() };
    let length = request.header("content-length").and_then(|length| length.parse::<usize>().ok()).unwrap_or(0);
    request.body = vec![0; length.min(16 << 20)];
    stream.read_exact(&mut request.body).await?;
    let answer = (shared.answer)(&request);
    shared.requests.lock().unwrap().push(request);
    for step in answer.steps {
        match step {
            Step::Send(bytes) => send(stream, &bytes, shared).await?,
            Step::Wait(pause) => tokio::time::sleep(pause).await,
            Step::Gate(gate) => gate.acquire().await.map_err(|_| io::ErrorKind::Other)?.forget(),
            Step::Forever(bytes, pause) => loop {
                send(stream, &bytes, shared).await?;
                tokio::time::sleep(pause).await;
            },
            Step::Abort => return Ok(Next::Nothing),
            Step::Keep => return Ok(Next::Request),
            Step::Then(what) => what(),
        }
    }
    stream.shutdown().await?;
    Ok(Next::Nothing)
}

async fn send(stream: &mut (impl AsyncWriteExt + Unpin), bytes: &[u8], shared: &Shared) -> io::Result<()> {
    stream.write_all(bytes).await?;
    stream.flush().await?;
    shared.bytes_sent.fetch_add(bytes.len(), Ordering::SeqCst);
    Ok(())
}
