//! TLS connections to the database with rustls. The certificate must be valid for the host and issued by a trusted
//! root, whatever the connection string requests.

use crate::store::RegistryStoreError;
use rustls::{
    ClientConfig, ConfigBuilder, Error, RootCertStore, WantsVerifier,
    client::WantsClientCert,
    crypto::{CryptoProvider, aws_lc_rs},
    pki_types::{CertificateDer, pem::PemObject},
    version::{TLS12, TLS13},
};
use rustls_platform_verifier::Verifier;
use std::{path::Path, sync::Arc};
use tokio_postgres_rustls::MakeRustlsConnect;

/// TLS with the system's roots.
pub(super) fn by_system() -> Result<MakeRustlsConnect, RegistryStoreError> {
    configured(|builder, provider| {
        let verifier = Arc::new(Verifier::new(provider)?);
        // rustls labels all custom verifiers as dangerous; this is the platform's verifier
        Ok(builder.dangerous().with_custom_certificate_verifier(verifier))
    })
}

/// TLS with only the certificates of a PEM file.
pub(super) fn by_roots(pem: &[u8], file: &Path) -> Result<MakeRustlsConnect, RegistryStoreError> {
    let problem = |problem: String| unusable_roots(file, &problem);
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|error| problem(format!("the PEM is malformed ({error:?})")))?;
        let added = roots.add(certificate);
        added.map_err(|error| problem(format!("a certificate cannot be a trusted root ({error})")))?;
    }
    if roots.is_empty() {
        return Err(problem("it contains no certificate".to_owned()));
    }
    configured(|builder, _| Ok(builder.with_root_certificates(roots)))
}

/// The error for a file of certificates.
pub(super) fn unusable_roots(file: &Path, problem: &str) -> RegistryStoreError {
    RegistryStoreError::new(format!("sslrootcert: {}: {problem}; pass a PEM file of CA certificates", file.display()))
}

fn configured(
    trusting: impl FnOnce(
        ConfigBuilder<ClientConfig, WantsVerifier>,
        Arc<CryptoProvider>,
    ) -> Result<ConfigBuilder<ClientConfig, WantsClientCert>, Error>,
) -> Result<MakeRustlsConnect, RegistryStoreError> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider.clone()).with_protocol_versions(&[&TLS13, &TLS12]);
    let builder = builder.and_then(|builder| trusting(builder, provider)).map_err(|error| {
        RegistryStoreError::new(format!("cannot initialize TLS: {error}; set the database's CA with sslrootcert=FILE"))
    })?;
    let mut config = builder.with_no_client_auth();
    // prevents confusion with other services on the port
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok(MakeRustlsConnect::new(config))
}
