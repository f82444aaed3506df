//! Connections: the only file that opens sockets and looks up names.

use super::{
    Inner, Lookup,
    connection::{Connection, Io, Stream, explain_io},
    metered::{Allowance, MAX_HANDSHAKE_BYTES, Metered},
    proxy::Proxy,
    tls::Tls,
    unconnected,
};
use crate::{NetError, Phase, target::Target};
use futures_util::{
    future::BoxFuture,
    stream::{FuturesUnordered, StreamExt},
};
use rustls::{ClientConfig, pki_types::ServerName};
use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::{TcpSocket, TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

/// Delay before the next address is tried in parallel (RFC 8305 section 5).
const HEAD_START: Duration = Duration::from_millis(250);

/// Maximum number of addresses tried for one name, so that a name server cannot turn one fetch into thousands of
/// connections.
const MAX_ADDRESSES: usize = 16;

/// The checked addresses of a target, and whether they belong to the proxy.
pub(super) struct Way {
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) is_by_proxy: bool,
}

/// The operating system's lookup.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemLookup;

impl Lookup for SystemLookup {
    fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async move { Ok(lookup_host((host, 0)).await?.map(|address| address.ip()).collect()) })
    }
}

impl Inner {
    /// Opens a connection for requests to a target.
    pub(super) async fn connect(&self, target: &Target) -> Result<Connection, NetError> {
        let (stream, allowance) = self.open_stream(target).await?;
        Connection::new(stream, allowance).await.map_err(|error| unconnected(target, &error.to_string()))
    }

    /// Opens a connection to a target: to its named address, else through the proxy, else to one of its checked
    /// addresses. The allowance limits the received bytes.
    pub(super) async fn open_stream(&self, target: &Target) -> Result<(Stream, Allowance), NetError> {
        let tls = self.tls(target)?;
        let connecting = timeout(target.deadlines.connect, self.connect_by(tls, target));
        connecting.await.unwrap_or_else(|_| Err(target.timed_out(Phase::Connect)))
    }

    pub(super) fn tls(&self, target: &Target) -> Result<&Tls, NetError> {
        self.tls.get_or_init(|| Tls::new(&self.settings)).as_ref().map_err(|problem| NetError::Tls {
            url: target.url().to_owned(),
            problem: format!("no usable root certificates ({problem})"),
        })
    }

    /// Decides where a connection to a target may go, for every protocol.
    pub(super) async fn addresses(&self, target: &Target) -> Result<Way, NetError> {
        let settings = &self.settings;
        let named = |to: &&crate::ConnectTo| to.host == target.host() && to.port == target.port();
        if let Some(to) = settings.connect_to.iter().find(named) {
            return Ok(Way { addresses: vec![to.address], is_by_proxy: false });
        }
        let addresses = match target.address() {
            Some(address) => vec![address],
            None => self.look_up(target.host()).await.map_err(|error| unconnected(target, &error))?,
        };
        target.check_addresses(&addresses)?;
        // a private origin is reachable from this machine, not from the proxy
        let is_by_proxy = settings.proxy.is_some() && !target.is_private;
        Ok(Way { addresses: with_port(&addresses, target.port()), is_by_proxy })
    }

    async fn connect_by(&self, tls: &Tls, target: &Target) -> Result<(Stream, Allowance), NetError> {
        let allowance = Allowance::new(MAX_HANDSHAKE_BYTES);
        let failed = |error: io::Error| explain_io(error, &allowance, target);
        let way = self.addresses(target).await?;
        let stream: Stream = match &self.settings.proxy {
            Some(proxy) if way.is_by_proxy => self.through(proxy, tls, target, &allowance).await?,
            _ => Box::new(self.dial(&way.addresses, &allowance).await.map_err(failed)?),
        };
        let stream: Stream = if target.is_secure() {
            Box::new(secure(&tls.with_host, server_name(target)?, stream).await.map_err(failed)?)
        } else {
            stream
        };
        Ok((stream, allowance))
    }

    /// A route through a proxy to the target. The caller chose the proxy, so its addresses are not checked.
    async fn through(
        &self,
        proxy: &Proxy,
        tls: &Tls,
        target: &Target,
        allowance: &Allowance,
    ) -> Result<Box<dyn Io>, NetError> {
        let failed = |error: io::Error| explain_io(error, allowance, target);
        let addresses = match proxy.address() {
            Some(address) => vec![address],
            None => self.look_up(proxy.host()).await.map_err(|error| unconnected(target, &error))?,
        };
        let stream = self.dial(&with_port(&addresses, proxy.port()), allowance).await.map_err(failed)?;
        let to = (target.host(), target.port());
        match proxy.server_name().transpose().map_err(failed)? {
            None => proxy.tunnel(stream, to).await,
            Some(name) => proxy.tunnel(secure(&tls.with_proxy, name, stream).await.map_err(failed)?, to).await,
        }
        .map_err(failed)
    }

    async fn look_up(&self, host: &str) -> Result<Vec<IpAddr>, String> {
        let found = self.settings.lookup.lookup(host).await;
        found.map_err(|error| format!("the name could not be looked up ({error})"))
    }

    /// Connects to the first address that responds: tries the next one after a failure or a delay.
    pub(super) async fn dial(&self, addresses: &[SocketAddr], allowance: &Allowance) -> io::Result<Metered<TcpStream>> {
        let mut waiting = in_turn(addresses).into_iter();
        let mut under_way = FuturesUnordered::new();
        let mut failed = io::Error::other("the name has no address");
        loop {
            match waiting.next() {
                Some(address) => under_way.push(self.open(address)),
                None if under_way.is_empty() => return Err(failed),
                None => {}
            }
            match timeout(HEAD_START, under_way.next()).await {
                Ok(Some(Ok(stream))) => return Ok(Metered::new(stream, allowance.clone())),
                Ok(Some(Err(error))) => failed = error,
                Ok(None) | Err(_) => {}
            }
        }
    }

    async fn open(&self, address: SocketAddr) -> io::Result<TcpStream> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        #[cfg(test)]
        if let Some(local) = self.settings.local_address {
            socket.bind(SocketAddr::new(local, 0))?;
        }
        let stream = socket.connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// The name that the target's certificate must have.
pub(super) fn server_name(target: &Target) -> Result<ServerName<'static>, NetError> {
    match target.address() {
        Some(address) => Ok(ServerName::from(address)),
        None => ServerName::try_from(target.host().to_owned())
            .map_err(|_| unconnected(target, "the host is not a name that a certificate can have")),
    }
}

async fn secure<S: Io>(config: &Arc<ClientConfig>, name: ServerName<'static>, stream: S) -> io::Result<TlsStream<S>> {
    TlsConnector::from(config.clone()).connect(name, stream).await
}

fn with_port(addresses: &[IpAddr], port: u16) -> Vec<SocketAddr> {
    addresses.iter().map(|address| SocketAddr::new(*address, port)).collect()
}

/// The addresses to try: in the given order, but alternating between the two families (RFC 8305 section 4).
pub(super) fn in_turn(addresses: &[SocketAddr]) -> Vec<SocketAddr> {
    let first_is_v4 = addresses.first().is_some_and(SocketAddr::is_ipv4);
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
