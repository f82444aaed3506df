//! One `reqwest` client for each origin. Its resolver is the only file that looks up names, and gives only addresses
//! that the origin may have.

use super::{Inner, Lookup, connect_problem, tls::Tls};
use crate::{ConnectTo, NetError, target::Target};
use adp_crypto::Origin;
use futures_util::future::BoxFuture;
use lru::LruCache;
use reqwest::{
    Client,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
    retry,
};
use std::{
    io,
    net::{IpAddr, SocketAddr},
    num::NonZeroUsize,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    net::lookup_host,
    runtime::{Handle, Id},
};

/// Maximum number of origins with idle connections; those of the least recently used one are closed.
const MAX_ORIGINS: NonZeroUsize = NonZeroUsize::new(64).unwrap();
/// Maximum number of idle connections of an origin.
const MAX_IDLE_CONNECTIONS: usize = 8;
/// Maximum idle time.
const IDLE_TIMEOUT: Duration = Duration::from_secs(90);
/// Maximum number of addresses tried for one name, so that a name server cannot turn one fetch into thousands of
/// connections.
const MAX_ADDRESSES: usize = 16;

/// The operating system's lookup.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemLookup;

impl Lookup for SystemLookup {
    fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async move { Ok(lookup_host((host, 0)).await?.map(|address| address.ip()).collect()) })
    }
}

/// Where the connections of an origin go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Destination {
    /// To the address that the caller named.
    Named(SocketAddr),
    /// Through the caller's proxy, whose addresses are not checked.
    Proxy,
    /// To the checked addresses of the origin.
    Checked,
}

impl Destination {
    /// Checks the address of a connection that is in use.
    pub(super) fn check_connected(self, target: &Target, connected: Option<SocketAddr>) -> Result<(), NetError> {
        match (self, connected) {
            (Self::Proxy, _) => Ok(()),
            (Self::Named(named), Some(connected)) if named == connected => Ok(()),
            (Self::Checked, Some(connected)) => target.check_addresses(&[connected.ip()]),
            (Self::Named(_), _) | (Self::Checked, None) => {
                Err(connect_problem(target, "the connection leads to an unknown address"))
            }
        }
    }
}

/// The key for sharing connections.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    origin: Origin,
    /// An origin that one caller allows to be private is not shared with others.
    is_private: bool,
    connect: Duration,
    /// A connection works only while its runtime runs.
    runtime: Option<Id>,
}

impl Key {
    fn of(target: &Target) -> Self {
        let runtime = Handle::try_current().ok().map(|runtime| runtime.id());
        let (origin, is_private) = (target.origin.clone(), target.is_private);
        Self { origin, is_private, connect: target.deadlines.connect, runtime }
    }
}

/// The most recently used clients.
pub(super) struct Clients {
    kept: Mutex<LruCache<Key, Client>>,
}

impl Clients {
    fn kept(&self) -> MutexGuard<'_, LruCache<Key, Client>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Clients {
    fn default() -> Self {
        Self { kept: Mutex::new(LruCache::new(MAX_ORIGINS)) }
    }
}

impl Inner {
    pub(super) fn destination(&self, target: &Target) -> Destination {
        let settings = &self.settings;
        let is_named = |to: &&ConnectTo| to.host == target.host() && to.port == target.port();
        match settings.connect_to.iter().find(is_named) {
            Some(to) => Destination::Named(to.address),
            // a private origin is reachable from this machine, not from the proxy
            None if settings.proxy.is_some() && !target.is_private => Destination::Proxy,
            None => Destination::Checked,
        }
    }

    /// The client for a target.
    pub(super) fn client(&self, target: &Target, destination: Destination) -> Result<Client, NetError> {
        let key = Key::of(target);
        if let Some(client) = self.clients.kept().get(&key) {
            return Ok(client.clone());
        }
        let client = self.new_client(target, destination)?;
        let evicted = self.clients.kept().push(key, client.clone());
        drop(evicted);
        Ok(client)
    }

    /// A client without a connection, for what is sent again. The idle connections that led to it may be closed, too,
    /// and are given up.
    pub(super) fn fresh_client(&self, target: &Target, destination: Destination) -> Result<Client, NetError> {
        let evicted = self.clients.kept().pop(&Key::of(target));
        drop(evicted);
        self.new_client(target, destination)
    }

    fn new_client(&self, target: &Target, destination: Destination) -> Result<Client, NetError> {
        let client = self.build_client(self.tls(target)?, target, destination);
        client.map_err(|error| connect_problem(target, &error.to_string()))
    }

    fn build_client(&self, tls: &Tls, target: &Target, destination: Destination) -> reqwest::Result<Client> {
        let lookup = self.settings.lookup.clone();
        let builder = Client::builder()
            .tls_backend_preconfigured(tls.config.clone())
            .dns_resolver(OriginResolver { lookup, target: target.clone(), destination })
            .connect_timeout(target.deadlines.connect)
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_max_idle_per_host(MAX_IDLE_CONNECTIONS)
            .http1_only()
            .redirect(Policy::none())
            .retry(retry::never())
            .referer(false)
            // another crate may enable these features
            .no_gzip()
            .no_brotli()
            .no_zstd()
            .no_deflate()
            // nothing from the environment
            .no_proxy();
        let builder = match (destination, &self.settings.proxy) {
            (Destination::Proxy, Some(proxy)) => builder.proxy(proxy.clone()),
            _ => builder,
        };
        #[cfg(test)]
        let builder = builder.local_address(self.settings.local_address);
        builder.build()
    }

    /// The checked addresses of a target.
    pub(super) async fn addresses(&self, target: &Target) -> Result<Vec<IpAddr>, NetError> {
        match target.address() {
            Some(address) => target.check_addresses(&[address]).map(|()| vec![address]),
            None => checked_addresses(&*self.settings.lookup, target).await,
        }
    }
}

async fn checked_addresses(lookup: &dyn Lookup, target: &Target) -> Result<Vec<IpAddr>, NetError> {
    let addresses = look_up(lookup, target.host(), target).await?;
    target.check_addresses(&addresses)?;
    Ok(in_turn(&addresses))
}

async fn look_up(lookup: &dyn Lookup, host: &str, target: &Target) -> Result<Vec<IpAddr>, NetError> {
    let found = lookup.lookup(host).await;
    found.map_err(|error| connect_problem(target, &format!("the name could not be looked up ({error})")))
}

/// The addresses of the names that a client of one origin connects to.
struct OriginResolver {
    lookup: Arc<dyn Lookup>,
    target: Target,
    destination: Destination,
}

impl Resolve for OriginResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (lookup, target, destination) = (self.lookup.clone(), self.target.clone(), self.destination);
        Box::pin(async move {
            let addresses = match destination {
                Destination::Named(address) => return Ok(Box::new(std::iter::once(address)) as Addrs),
                Destination::Proxy => in_turn(&look_up(&*lookup, name.as_str(), &target).await?),
                Destination::Checked => checked_addresses(&*lookup, &target).await?,
            };
            // the port of the URL replaces 0
            Ok(Box::new(addresses.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}

/// The addresses to try: in the given order, but alternating between the two families (RFC 8305 section 4).
fn in_turn(addresses: &[IpAddr]) -> Vec<IpAddr> {
    let first_is_v4 = addresses.first().is_some_and(IpAddr::is_ipv4);
    let (mut first, mut second): (Vec<_>, Vec<_>) =
        addresses.iter().copied().partition(|address| address.is_ipv4() == first_is_v4);
    let (mut first, mut second) = (first.drain(..), second.drain(..));
    let mut turns = Vec::with_capacity(addresses.len().min(MAX_ADDRESSES));
    while turns.len() < MAX_ADDRESSES {
        let before = turns.len();
        turns.extend(first.next());
        turns.extend(second.next());
        if turns.len() == before {
            break;
        }
    }
    turns
}
