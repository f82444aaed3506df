//! The TLS certificate of a site: given by the operator, or temporary.

use crate::{failure::Failure, input::file, output::terminal::Terminal};
use adp_demo::certificates;
use agent_description::Code;
use rustls::{
    ServerConfig,
    crypto::aws_lc_rs::default_provider,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use std::{fmt::Display, path::Path, sync::Arc};
use tokio_rustls::TlsAcceptor;
use zeroize::Zeroizing;

/// Maximum size of a certificate file, in bytes.
const MAX_PEM_BYTES: usize = 1 << 20;

/// Reads a certificate chain and its private key, for rustls's default protocol versions and cipher suites. Rejects key
/// files that other users can read.
pub fn read(chain: &Path, key: &Path, terminal: &Terminal) -> Result<ServerConfig, Failure> {
    let pem = file::read(chain, MAX_PEM_BYTES, terminal)?;
    let certificates = CertificateDer::pem_slice_iter(&pem).collect::<Result<Vec<_>, _>>();
    let certificates = certificates.map_err(|error| malformed(chain, &error))?;
    if certificates.is_empty() {
        return Err(malformed(chain, &"no certificate"));
    }
    file::refuse_shared(key)?;
    let pem = Zeroizing::new(file::read_key(key, MAX_PEM_BYTES, terminal)?);
    let secret = PrivateKeyDer::from_pem_slice(&pem).map_err(|error| malformed(key, &error))?;
    let builder = ServerConfig::builder_with_provider(Arc::new(default_provider()));
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| malformed(chain, &error))?;
    let config = builder.with_no_client_auth().with_single_cert(certificates, secret);
    config.map_err(|error| malformed(chain, &error))
}

/// Creates a certificate for these hosts and `localhost`, issued by a temporary CA. Also returns the CA certificate in
/// PEM.
pub fn make(hosts: &[String]) -> Result<(ServerConfig, String), Failure> {
    let mut names: Vec<&str> =
        hosts.iter().map(|host| host.split_once(':').map_or(host.as_str(), |(name, _)| name)).collect();
    names.extend(["localhost", "127.0.0.1", "::1"]);
    certificates(&names).map_err(|error| {
        Failure::new(Code::IO_READ, format!("no certificate could be made for {}: {error}", names.join(", ")))
    })
}

/// The acceptor for connections, which supports HTTP/1.1 only.
pub fn acceptor(mut config: ServerConfig) -> TlsAcceptor {
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    TlsAcceptor::from(Arc::new(config))
}

fn malformed(path: &Path, what: &dyn Display) -> Failure {
    Failure::new(
        Code::KEY_MALFORMED,
        format!("{}: found {what}, expected a certificate chain and its key in PEM", path.display()),
    )
}
