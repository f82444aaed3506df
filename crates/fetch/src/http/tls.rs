//! TLS: trusted certificates, and the settings of every handshake.

use crate::HttpsGetBuilder;
use rustls::{
    ClientConfig, ConfigBuilder, DigitallySignedStruct, RootCertStore, SignatureScheme, WantsVerifier,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::{CryptoProvider, aws_lc_rs},
    pki_types::{CertificateDer, ServerName, UnixTime},
    version::{TLS12, TLS13},
};
use rustls_platform_verifier::Verifier;
use std::{
    sync::{Arc, Once},
    thread,
};

/// TLS settings.
pub(super) struct Tls {
    /// For HTTP.
    pub(super) config: ClientConfig,
    provider: Arc<CryptoProvider>,
    /// An error if no certificate is trusted.
    verifier: Result<Arc<dyn ServerCertVerifier>, rustls::Error>,
}

impl Tls {
    /// From the settings; from the environment, only the platform's root store is used.
    pub(super) fn new(settings: &HttpsGetBuilder) -> Result<Self, String> {
        // loading roots and seeding take some milliseconds each, and the first connection waits for both
        thread::scope(|scope| {
            seed_random_numbers(scope);
            Self::with_roots(settings).map_err(|error| error.to_string())
        })
    }

    fn with_roots(settings: &HttpsGetBuilder) -> Result<Self, rustls::Error> {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let (mut config, verifier): (_, Result<Arc<dyn ServerCertVerifier>, _>) = if settings.only_added_roots {
            let mut roots = RootCertStore::empty();
            for root in &settings.roots {
                roots.add(root.clone())?;
            }
            let roots = Arc::new(roots);
            let verifier = WebPkiServerVerifier::builder_with_provider(roots.clone(), provider.clone()).build();
            (
                builder(&provider)?.with_root_certificates(roots).with_no_client_auth(),
                verifier.map(|it| it as _).map_err(|error| rustls::Error::General(error.to_string())),
            )
        } else {
            let verifier = Arc::new(platform(&settings.roots, provider.clone())?);
            (with_verifier(&provider, verifier.clone())?, Ok(verifier))
        };
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self { config, provider, verifier })
    }

    /// For a client of another protocol that connects to an address: the certificate must name `server`, whatever name
    /// the client passes.
    pub(super) fn for_server(&self, server: ServerName<'static>) -> Result<ClientConfig, rustls::Error> {
        with_verifier(&self.provider, Arc::new(OneServer { server, verifier: self.verifier.clone()? }))
    }
}

/// The common settings of all handshakes.
fn builder(provider: &Arc<CryptoProvider>) -> Result<ConfigBuilder<ClientConfig, WantsVerifier>, rustls::Error> {
    ClientConfig::builder_with_provider(provider.clone()).with_protocol_versions(&[&TLS13, &TLS12])
}

fn with_verifier(
    provider: &Arc<CryptoProvider>,
    verifier: Arc<dyn ServerCertVerifier>,
) -> Result<ClientConfig, rustls::Error> {
    // rustls calls every non-default verifier dangerous; this is the platform's verifier, with the added roots
    Ok(builder(provider)?.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth())
}

/// Checks certificates of one server by its name.
#[derive(Debug)]
struct OneServer {
    server: ServerName<'static>,
    verifier: Arc<dyn ServerCertVerifier>,
}

impl ServerCertVerifier for OneServer {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        self.verifier.verify_server_cert(end_entity, intermediates, &self.server, ocsp_response, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.verifier.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.verifier.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.verifier.supported_verify_schemes()
    }
}

/// The platform's certificate check, with its roots and these.
fn platform(added: &[CertificateDer<'static>], provider: Arc<CryptoProvider>) -> Result<Verifier, rustls::Error> {
    if added.is_empty() {
        return Verifier::new(provider);
    }
    #[cfg(any(all(unix, not(target_os = "android")), windows))]
    return Verifier::new_with_extra_roots(added.iter().cloned(), provider);
    #[cfg(not(any(all(unix, not(target_os = "android")), windows)))]
    return Err(rustls::Error::General("this platform accepts no roots besides its own".to_owned()));
}

/// Seeds the random number generator of TLS, once per process, before `scope` ends.
///
/// A detached thread is not sufficient: if it still seeds at process exit, AWS-LC's destructor has already destroyed
/// the generator, and AWS-LC aborts the process with SIGABRT.
fn seed_random_numbers<'scope>(scope: &'scope thread::Scope<'scope, '_>) {
    static SEEDED: Once = Once::new();
    SEEDED.call_once(|| {
        let seed = || aws_lc_rs::default_provider().secure_random.fill(&mut [0]);
        // without a thread, the first connection seeds it
        let _ = thread::Builder::new().spawn_scoped(scope, seed);
    });
}
