//! Routes for clients of other protocols that open their own connections: allowed addresses and certificates.

use super::{HttpsGet, Target, clients::Destination, connect_problem};
use crate::{LOG_TARGET, NetError, Phase, RedactedUrl};
use adp_json::CodedError;
use rustls::{ClientConfig, pki_types::ServerName};
use std::{fmt, net::SocketAddr};
use tokio::time::timeout;
use tracing::debug;

/// The allowed destination of a client that opens its own connections, by the rules of every fetch.
///
/// The client must connect only to [`addresses`](Self::addresses). If it looked up the host's name again, it could
/// connect to unchecked addresses.
#[non_exhaustive]
pub struct Route {
    /// The checked addresses, at least one.
    pub addresses: Vec<SocketAddr>,
    /// The TLS settings. They check that the certificate names the URL's host, whatever server name the client passes.
    /// `None` only for a loopback origin that the caller allows without TLS.
    pub tls: Option<ClientConfig>,
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Route")
            .field("addresses", &self.addresses)
            .field("is_secure", &self.tls.is_some())
            .finish_non_exhaustive()
    }
}

impl HttpsGet {
    /// Checks where a client may connect for `target`; opens no connection.
    ///
    /// # Errors
    /// `net-address`, `net-connect`, `net-tls`, `net-time`, `net-offline`; `net-request` if a proxy is set.
    pub(crate) async fn route(&self, target: &Target) -> Result<Route, NetError> {
        let settings = &self.inner.settings;
        if settings.offline {
            return Err(NetError::Offline { what: target.url().to_owned() });
        }
        let route = async {
            let addresses = match self.inner.destination(target) {
                Destination::Named(address) => vec![address],
                Destination::Proxy => {
                    let problem = "the proxy supports only HTTPS and WebSocket".to_owned();
                    return Err(NetError::Request { url: target.url().to_owned(), problem });
                }
                Destination::Checked => {
                    let checked = timeout(target.deadlines.connect, self.inner.addresses(target)).await;
                    let checked = checked.unwrap_or_else(|_| Err(target.timed_out(Phase::Connect)))?;
                    checked.into_iter().map(|address| SocketAddr::new(address, target.port())).collect()
                }
            };
            let tls = match target.is_secure() {
                true => Some(self.inner.tls(target)?.for_server(server_name(target)?)),
                false => None,
            };
            let failed =
                |error: rustls::Error| NetError::Tls { url: target.url().to_owned(), problem: error.to_string() };
            let tls = tls.transpose().map_err(failed)?;
            Ok(Route { addresses, tls })
        };
        route.await.inspect_err(|error: &NetError| {
            debug!(target: LOG_TARGET, url = %RedactedUrl(target.url()), code = error.code().as_str(), "not connected");
        })
    }
}

/// The name that the target's certificate must have.
fn server_name(target: &Target) -> Result<ServerName<'static>, NetError> {
    match target.address() {
        Some(address) => Ok(ServerName::from(address)),
        None => ServerName::try_from(target.host().to_owned())
            .map_err(|_| connect_problem(target, "the host is not a name that a certificate can have")),
    }
}
