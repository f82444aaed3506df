//! The network, as far as the command line allows it.

use super::Failure;
use agent_description::resolve::{Cached, ConnectTo, HttpResolver, HttpsGet, SystemClock, ThrottleSettings, Throttled};
use std::path::PathBuf;

/// The largest file of CA certificates that is read, in bytes.
const CACERT: u64 = 4 << 20;

/// The flags of every verb that fetches.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Network")]
pub struct NetworkArgs {
    /// Also trust the CA certificates in this PEM file; may be repeated
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    cacert: Vec<PathBuf>,

    /// Connect directly to this address for this host and port; the certificate must still be valid for the host
    #[arg(long, hide_short_help = true, value_name = "HOST:PORT:ADDR[:PORT]")]
    resolve: Vec<ConnectTo>,

    /// Connect directly to the addresses of this file, one `HOST:PORT:ADDR[:PORT]` a line
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    resolve_file: Option<PathBuf>,

    /// Do not use the network: whatever needs it is not decided (net-offline)
    #[arg(long, hide_short_help = true)]
    offline: bool,

    /// Fetch through this HTTP proxy; proxies from the environment are never used
    #[arg(long, hide_short_help = true, value_name = "URL")]
    https_proxy: Option<String>,
}

/// Resolves DIDs for a whole run.
pub type Resolver = Cached<Throttled<HttpResolver>>;

impl NetworkArgs {
    /// The client by these flags. Nothing is connected to yet.
    pub fn https(&self) -> Result<HttpsGet, Failure> {
        let mut https = HttpsGet::builder().offline(self.offline);
        for path in &self.cacert {
            let pem = super::entries::read(path, CACERT)?;
            https = https
                .add_roots_pem(&pem)
                .map_err(|error| Failure::usage(format!("--cacert {}: {error}", path.display())))?;
        }
        for connect_to in &self.resolve {
            https = https.connect_to(connect_to.clone());
        }
        if let Some(path) = &self.resolve_file {
            let text = String::from_utf8_lossy(&super::entries::read(path, CACERT)?).into_owned();
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

    /// Resolves DIDs as a service does for strangers: at a rate that is fair to their hosts.
    pub fn resolver(&self) -> Result<Resolver, Failure> {
        Ok(Cached::new(Throttled::new(HttpResolver::new(self.https()?))))
    }

    /// Resolves DIDs that the operator's own list leads to: more of them.
    pub fn resolver_of_a_crawl(&self) -> Result<Resolver, Failure> {
        let mut settings = ThrottleSettings::default();
        (settings.per_host, settings.in_all) = (600, 60_000);
        (settings.kept_part, settings.address_part) = (0, 0);
        let throttled = Throttled::with_settings(HttpResolver::new(self.https()?), settings, SystemClock::new());
        Ok(Cached::new(throttled))
    }
}
