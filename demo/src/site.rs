//! A web site on loopback: serves files over HTTPS with a certificate of its own authority.

use crate::AnyError;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http_body_util::Full;
use hyper::{Request, Response, StatusCode, body::Bytes, header, service::service_fn};
use hyper_util::rt::TokioIo;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use rustls::pki_types::PrivatePkcs8KeyDer;
use std::{
    collections::BTreeMap,
    convert::Infallible,
    fmt::Write,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// A file: media type and bytes.
type File = (&'static str, Vec<u8>);
type Files = Arc<Mutex<BTreeMap<String, File>>>;

/// A running site. It stops with its async runtime.
#[derive(Debug)]
pub struct DemoSite {
    pub host: String,
    /// The address that the site listens on.
    pub address: SocketAddr,
    /// The certificate of the site's own authority.
    pub authority_pem: String,
    files: Files,
}

impl DemoSite {
    /// Serves `host` on a free port of 127.0.0.1, with a certificate for that name.
    ///
    /// # Errors
    ///
    /// If the certificate cannot be created or no port is available.
    pub async fn start(host: &str) -> Result<Self, AnyError> {
        let (configuration, authority_pem) = certificates(&[host])?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let files = Files::default();
        tokio::spawn(accept(listener, TlsAcceptor::from(Arc::new(configuration)), Arc::clone(&files)));
        Ok(Self { host: host.to_owned(), address, authority_pem, files })
    }

    /// Publishes a file at a path such as `/ad.json`, and replaces an earlier one.
    pub fn publish(&self, path: &str, media_type: &'static str, bytes: &[u8]) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(path.to_owned(), (media_type, bytes.to_owned()));
    }
}

async fn accept(listener: TcpListener, acceptor: TlsAcceptor, files: Files) {
    while let Ok((stream, _)) = listener.accept().await {
        let _ = stream.set_nodelay(true);
        let (acceptor, files) = (acceptor.clone(), Arc::clone(&files));
        tokio::spawn(async move {
            // an aborted TLS handshake ends only its own connection
            if let Ok(stream) = acceptor.accept(stream).await {
                let answer = service_fn(|request| answer(request, Arc::clone(&files)));
                let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
            }
        });
    }
}

async fn answer(request: Request<hyper::body::Incoming>, files: Files) -> Result<Response<Full<Bytes>>, Infallible> {
    let found = files.lock().unwrap_or_else(PoisonError::into_inner).get(request.uri().path()).cloned();
    let (status, media_type, bytes) = match found {
        Some((media_type, bytes)) => (StatusCode::OK, media_type, bytes),
        None => (StatusCode::NOT_FOUND, "text/plain", b"not found\n".to_vec()),
    };
    let mut response = Response::new(Full::new(Bytes::from(bytes)));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(media_type));
    Ok(response)
}

/// Creates a certificate for these host names or addresses, and the issuing authority's certificate in PEM.
///
/// # Errors
///
/// If a name is invalid in a certificate.
pub fn certificates(hosts: &[&str]) -> Result<(rustls::ServerConfig, String), AnyError> {
    let mut authority = CertificateParams::new(Vec::new())?;
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
    authority.distinguished_name.push(DnType::CommonName, "an authority of this process");
    let authority_key = KeyPair::generate()?;
    let authority_pem = certificate_pem(authority.self_signed(&authority_key)?.der());
    let issuer = Issuer::new(authority, authority_key);

    let mut site = CertificateParams::new(hosts.iter().map(|&host| host.to_owned()).collect::<Vec<_>>())?;
    site.distinguished_name.push(DnType::CommonName, hosts.first().copied().unwrap_or_default());
    site.use_authority_key_identifier_extension = true;
    let site_key = KeyPair::generate()?;
    let certificate = site.signed_by(&site_key, &issuer)?;

    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let configuration = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], PrivatePkcs8KeyDer::from(site_key.serialize_der()).into())?;
    Ok((configuration, authority_pem))
}

/// A certificate in PEM (RFC 7468): lines of 64 characters of Base64 between two labels.
fn certificate_pem(der: &[u8]) -> String {
    let mut pem = String::from("-----BEGIN CERTIFICATE-----\n");
    // 48 bytes are 64 characters
    for line in der.chunks(48) {
        // writing to a String cannot fail
        let _ = writeln!(pem, "{}", STANDARD.encode(line));
    }
    pem.push_str("-----END CERTIFICATE-----\n");
    pem
}
