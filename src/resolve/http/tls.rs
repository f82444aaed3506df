//! TLS: which certificates are trusted, and the settings of every handshake.

use crate::resolve::HttpsGetBuilder;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::{CryptoProvider, aws_lc_rs},
    pki_types::CertificateDer,
    version::{TLS12, TLS13},
};
use rustls_platform_verifier::Verifier;
use std::{
    sync::{Arc, Once},
    thread,
};

/// How to speak TLS.
pub(super) struct Tls {
    /// With the host of a document.
    pub(super) with_host: Arc<ClientConfig>,
    /// With a proxy, which is told nothing of the protocol inside.
    pub(super) with_proxy: Arc<ClientConfig>,
}

impl Tls {
    /// By the settings, which take nothing from the environment but, for the roots, the platform's store.
    pub(super) fn new(settings: &HttpsGetBuilder) -> Result<Self, String> {
        // reading the roots and seeding take some milliseconds each, and the first connection waits for both
        thread::scope(|scope| {
            seed_random_numbers(scope);
            Self::with_roots(settings).map_err(|error| error.to_string())
        })
    }

    fn with_roots(settings: &HttpsGetBuilder) -> Result<Self, rustls::Error> {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let builder =
            ClientConfig::builder_with_provider(provider.clone()).with_protocol_versions(&[&TLS13, &TLS12])?;
        let builder = if settings.only_added_roots {
            let mut roots = RootCertStore::empty();
            for root in &settings.roots {
                roots.add(root.clone())?;
            }
            builder.with_root_certificates(roots)
        } else {
            // rustls calls every verifier dangerous that is not its own; this one is the platform's
            builder.dangerous().with_custom_certificate_verifier(Arc::new(platform(&settings.roots, provider)?))
        };
        let with_proxy = builder.with_no_client_auth();
        let mut with_host = with_proxy.clone();
        with_host.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self { with_host: Arc::new(with_host), with_proxy: Arc::new(with_proxy) })
    }
}

/// The platform's judgement of certificates, by its roots and these.
fn platform(added: &[CertificateDer<'static>], provider: Arc<CryptoProvider>) -> Result<Verifier, rustls::Error> {
    if added.is_empty() {
        return Verifier::new(provider);
    }
    #[cfg(any(all(unix, not(target_os = "android")), windows))]
    return Verifier::new_with_extra_roots(added.iter().cloned(), provider);
    #[cfg(not(any(all(unix, not(target_os = "android")), windows)))]
    return Err(rustls::Error::General("this platform accepts no roots besides its own".to_owned()));
}

/// Has the random number generator of TLS seeded, once in a process, before `scope` ends.
///
/// A thread that is left to itself is not enough: one that still seeds when the process ends finds the generator taken
/// down by AWS-LC's destructor, and AWS-LC ends the process with SIGABRT.
fn seed_random_numbers<'scope>(scope: &'scope thread::Scope<'scope, '_>) {
    static SEEDED: Once = Once::new();
    SEEDED.call_once(|| {
        let seed = || aws_lc_rs::default_provider().secure_random.fill(&mut [0]);
        // if no thread is available, the first connection does it
        let _ = thread::Builder::new().spawn_scoped(scope, seed);
    });
}
