//! A TLS connection on which tests send what no client would.

use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    pki_types::{CertificateDer, pem::PemObject},
};
use std::{
    io::{ErrorKind, Read},
    net::TcpStream,
    sync::Arc,
    time::Duration,
};

pub type Connection = StreamOwned<ClientConnection, TcpStream>;

/// Connects to a server under the name `host`, whose certificate is of this authority (PEM).
pub fn connect(address: &str, host: &str, authority: &[u8]) -> Connection {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(authority).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(90))).unwrap();
    let connection = ClientConnection::new(Arc::new(config), host.to_owned().try_into().unwrap()).unwrap();
    StreamOwned::new(connection, stream)
}

/// The rest, until the server closes, in whatever way; panics where it does not.
pub fn rest(stream: &mut Connection) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Err(error) = stream.read_to_end(&mut bytes) {
        assert!(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
    }
    bytes
}

/// The head of an answer, in lower case, and its body.
pub fn answer(bytes: &[u8]) -> (String, Vec<u8>) {
    let at = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8(bytes[..at].to_vec()).unwrap().to_ascii_lowercase();
    (head, bytes.get(at + 4..).unwrap_or_default().to_vec())
}

/// The status of an answer's head.
pub fn status(head: &str) -> u16 {
    head.split(' ').nth(1).unwrap_or_else(|| panic!("no answer: {head:?}")).parse().unwrap()
}

/// Reads the head of an answer, byte by byte, and nothing of its body.
pub fn head(stream: &mut Connection) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        bytes.push(byte[0]);
    }
    String::from_utf8(bytes).unwrap().to_ascii_lowercase()
}
