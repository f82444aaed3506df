//! A web server on loopback that keeps connections open and counts what it is asked: for tests and benches of batches.
#![allow(dead_code, missing_docs, missing_debug_implementations, clippy::unwrap_used)]

use http_body_util::Full;
use hyper::{Response, StatusCode, body::Bytes, header, service::service_fn};
use hyper_util::rt::TokioIo;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use rustls::pki_types::PrivatePkcs8KeyDer;
use std::{
    collections::HashMap,
    convert::Infallible,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::{net::TcpListener, runtime::Runtime};
use tokio_rustls::TlsAcceptor;

/// A running server; it ends when this is dropped.
pub struct Web {
    pub address: SocketAddr,
    pub authority_pem: String,
    shared: Arc<Shared>,
    _runtime: Runtime,
}

struct Shared {
    files: HashMap<String, Bytes>,
    connections: AtomicUsize,
    asked: Mutex<HashMap<String, usize>>,
    /// Connections that are answering, now and at most.
    busy: AtomicUsize,
    busiest: AtomicUsize,
}

impl Web {
    /// Serves files by path, as JSON, for one host name, on `threads` threads.
    pub fn serve(host: &str, files: HashMap<String, Vec<u8>>, threads: usize) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build().unwrap();
        let (configuration, authority_pem) = certificates(host);
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            files: files.into_iter().map(|(path, bytes)| (path, Bytes::from(bytes))).collect(),
            connections: AtomicUsize::new(0),
            asked: Mutex::default(),
            busy: AtomicUsize::new(0),
            busiest: AtomicUsize::new(0),
        });
        runtime.spawn(accept(listener, TlsAcceptor::from(Arc::new(configuration)), Arc::clone(&shared)));
        Self { address, authority_pem, shared, _runtime: runtime }
    }

    /// `HOST:443:ADDR:PORT`, as `--resolve` takes it.
    pub fn resolve_override(&self, host: &str) -> String {
        format!("{host}:443:{}", self.address)
    }

    /// How many connections there were.
    pub fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }

    /// How many answers were under way at the same time, at most.
    pub fn busiest(&self) -> usize {
        self.shared.busiest.load(Ordering::SeqCst)
    }

    /// How often each path was asked for.
    pub fn asked(&self) -> HashMap<String, usize> {
        self.shared.asked.lock().unwrap().clone()
    }
}

async fn accept(listener: TcpListener, acceptor: TlsAcceptor, shared: Arc<Shared>) {
    while let Ok((stream, _)) = listener.accept().await {
        shared.connections.fetch_add(1, Ordering::SeqCst);
        let _ = stream.set_nodelay(true);
        let (acceptor, shared) = (acceptor.clone(), Arc::clone(&shared));
        tokio::spawn(async move {
            if let Ok(stream) = acceptor.accept(stream).await {
                let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
                    let shared = Arc::clone(&shared);
                    async move { answer(request.uri().path(), &shared).await }
                });
                let _ =
                    hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
            }
        });
    }
}

async fn answer(path: &str, shared: &Shared) -> Result<Response<Full<Bytes>>, Infallible> {
    let busy = shared.busy.fetch_add(1, Ordering::SeqCst) + 1;
    shared.busiest.fetch_max(busy, Ordering::SeqCst);
    *shared.asked.lock().unwrap().entry(path.to_owned()).or_default() += 1;
    // the others get their turn, so that requests at the same time are seen as such
    tokio::task::yield_now().await;
    let found = shared.files.get(path).cloned();
    let mut response = Response::new(Full::new(found.clone().unwrap_or_default()));
    if found.is_none() {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    shared.busy.fetch_sub(1, Ordering::SeqCst);
    Ok(response)
}

fn certificates(host: &str) -> (rustls::ServerConfig, String) {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    authority.distinguished_name.push(DnType::CommonName, "an authority of this test");
    let authority_key = KeyPair::generate().unwrap();
    let authority_pem = authority.self_signed(&authority_key).unwrap().pem();
    let issuer = Issuer::new(authority, authority_key);
    let site = CertificateParams::new(vec![host.to_owned()]).unwrap();
    let site_key = KeyPair::generate().unwrap();
    let certificate = site.signed_by(&site_key, &issuer).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let configuration = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], PrivatePkcs8KeyDer::from(site_key.serialize_der()).into())
        .unwrap();
    (configuration, authority_pem)
}
