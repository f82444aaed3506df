//! Opens the channel for a URL.

use super::{Address, Channel, ChannelError, Https};
use crate::agent::To;
use agent_description::{diagnostic::shortened, resolve::Fetcher};
use std::sync::Arc;

/// The channel and address for a URL. `https` and, with the feature `websocket`, `wss` use the fetcher (also `http` and
/// `ws`, if it allows an origin on this machine). `nats` and `tls` use a NATS server, with the feature `nats`.
///
/// The fetcher's address policy applies to all of them: public addresses and TLS unless it allows the origin, and no
/// access if it is offline. Use only NATS servers that the caller chooses;
/// [`Contact::urls`](crate::contact::Contact::urls) contains none.
///
/// # Errors
///
/// `invalid-url` for another scheme, and for a channel without its feature; `message-unreachable` if there is no NATS
/// server; `net-*` if the policy does not allow it.
pub async fn open(url: &str, to: &To, fetcher: Fetcher) -> Result<(Arc<dyn Channel>, Address), ChannelError> {
    let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase()).unwrap_or_default();
    match scheme.as_str() {
        "nats" | "tls" => nats(url, to, &fetcher).await,
        "https" | "http" | "wss" | "ws" => {
            let address = Address::from_url(url)?;
            let channel: Arc<dyn Channel> = match &address {
                #[cfg(feature = "websocket")]
                Address::WebSocket(_) => Arc::new(super::WebSocket::new(fetcher)),
                #[cfg(not(feature = "websocket"))]
                Address::WebSocket(_) => return Err(ChannelError::NotBuilt("websocket")),
                _ => Arc::new(Https::new(fetcher)),
            };
            Ok((channel, address))
        }
        _ => Err(ChannelError::Address { found: shortened(url), expected: "an https, wss or nats URL" }),
    }
}

#[cfg(feature = "nats")]
async fn nats(url: &str, to: &To, fetcher: &Fetcher) -> Result<(Arc<dyn Channel>, Address), ChannelError> {
    let nats = super::nats::Nats::connect_within(url, fetcher, async_nats::ConnectOptions::new()).await?;
    Ok((Arc::new(nats), Address::for_recipient(to)))
}

#[cfg(not(feature = "nats"))]
async fn nats(_: &str, _: &To, _: &Fetcher) -> Result<(Arc<dyn Channel>, Address), ChannelError> {
    Err(ChannelError::NotBuilt("nats"))
}
