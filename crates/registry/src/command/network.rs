//! Network access, configured by command-line options.

use super::Failure;
use agent_description::resolve::{Cached, ConnectTo, HttpResolver, HttpsGet, SystemClock, ThrottleSettings, Throttled};
use std::path::PathBuf;

/// Maximum size of a file of CA certificates, in bytes.
const CACERT: u64 = 4 << 20;

/// The network options.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Network")]
pub(super) struct NetworkArgs {
    /// Also trust the CA certificates in this PEM file; repeatable
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    cacert: Vec<PathBuf>,

    /// Use this address for a host and port; TLS still verifies the host; repeatable
    #[arg(long, hide_short_help = true, value_name = "HOST:PORT:ADDR[:PORT]")]
    resolve: Vec<ConnectTo>,

    /// File of such addresses, one `HOST:PORT:ADDR[:PORT]` per line
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    resolve_file: Option<PathBuf>,

    /// Disable network access; what needs it fails with net-offline
    #[arg(long, hide_short_help = true)]
    offline: bool,

    /// Proxy for outgoing connections; the environment's proxy settings are ignored
    #[arg(long, hide_short_help = true, value_name = "URL")]
    https_proxy: Option<String>,
}

/// The DID resolver of a run.
pub(super) type Resolver = Cached<Throttled<HttpResolver>>;

impl NetworkArgs {
    /// Creates the client from the options, without connecting.
    pub(super) fn https(&self) -> Result<HttpsGet, Failure> {
        let mut https = HttpsGet::builder();
        https.offline = self.offline;
        for path in &self.cacert {
            let pem = super::input::read(path, CACERT)?;
            https = https
                .add_roots_pem(&pem)
                .map_err(|error| Failure::usage(format!("--cacert {}: {error}", path.display())))?;
        }
        for connect_to in &self.resolve {
            https = https.connect_to(connect_to.clone());
        }
        if let Some(path) = &self.resolve_file {
            let text = String::from_utf8_lossy(&super::input::read(path, CACERT)?).into_owned();
            for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
                let connect_to: ConnectTo =
                    line.parse().map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
                https = https.connect_to(connect_to);
            }
        }
        if let Some(proxy) = &self.https_proxy {
            https = https.proxy(proxy).map_err(|error| Failure::usage(format!("--https-proxy: {error}")))?;
        }
        Ok(https.build())
    }

    /// A resolver for requests by untrusted clients, with limits per host.
    pub(super) fn resolver(&self) -> Result<Resolver, Failure> {
        Ok(Cached::new(Throttled::new(HttpResolver::new(self.https()?))))
    }

    /// A resolver for crawls, with higher limits because the operator chose the hosts.
    pub(super) fn resolver_of_a_crawl(&self) -> Result<Resolver, Failure> {
        let settings = ThrottleSettings::for_own_dids(600);
        let throttled = Throttled::with_settings(HttpResolver::new(self.https()?), settings, SystemClock::default());
        Ok(Cached::new(throttled))
    }
}
