//! A connection that another client opens, of a protocol that is not HTTP: where it may go, and by which certificates.

use super::{
    HttpsGet, Target,
    connect::{in_turn, server_name},
};
use crate::{
    CodedError,
    resolve::{NetError, Phase, RedactedUrl},
};
use rustls::ClientConfig;
use std::{fmt, net::SocketAddr};
use tokio::time::timeout;
use tracing::debug;

/// Where a client that opens its own connections may connect to, by the rules of every fetch.
///
/// A client that looks the host's name up again would connect to addresses that nobody has judged: it connects to
/// [`addresses`](Self::addresses) only.
pub struct Route {
    addresses: Vec<SocketAddr>,
    tls: Option<ClientConfig>,
}

impl Route {
    /// The judged addresses, at least one.
    #[must_use]
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// How to speak TLS there, whatever server name the client gives: the certificate has to name the URL's host. None only for an origin on
    /// this machine that the caller named as one without TLS.
    #[must_use]
    pub fn tls(&self) -> Option<&ClientConfig> {
        self.tls.as_ref()
    }
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
    /// Judges where a client may connect to for `target`; opens no connection.
    ///
    /// # Errors
    /// `net-address`, `net-connect`, `net-tls`, `net-time`, `net-offline`; `net-request` where a proxy is set.
    pub(in crate::resolve) async fn route(&self, target: &Target) -> Result<Route, NetError> {
        let settings = &self.inner.settings;
        if settings.offline {
            return Err(NetError::Offline { what: target.url().to_owned() });
        }
        let route = async {
            let judged = timeout(target.deadlines().connect, self.inner.addresses(target)).await;
            let way = judged.unwrap_or_else(|_| Err(target.timed_out(Phase::Connect)))?;
            if way.is_by_proxy {
                let problem = "a proxy is set, and it carries HTTPS and WebSocket only".to_owned();
                return Err(NetError::Request { url: target.url().to_owned(), problem });
            }
            let tls = match target.is_secure() {
                true => Some(self.inner.tls(target)?.for_server(server_name(target)?)),
                false => None,
            };
            let failed =
                |error: rustls::Error| NetError::Tls { url: target.url().to_owned(), problem: error.to_string() };
            let tls = tls.transpose().map_err(failed)?;
            Ok(Route { addresses: in_turn(&way.addresses), tls })
        };
        route.await.inspect_err(|error: &NetError| {
            debug!(url = %RedactedUrl(target.url()), code = error.code().as_str(), "not connected");
        })
    }
}
