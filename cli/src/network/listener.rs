//! The addresses that `adp serve` and `adp gateway` listen on.

use crate::{failure::Failure, network::cannot_listen};
use adp_server::{
    ResponseCounters,
    connections::{self, ConnectionLimits, Stop},
};
use http::{Request, Response};
use hyper::body::{Body, Incoming};
use std::{error::Error, io, net::SocketAddr, sync::Arc};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
};

/// An open address, and the signals that end the server.
pub struct Listener {
    pub address: SocketAddr,
    pub limits: ConnectionLimits,
    listener: TcpListener,
    stop: Stop,
}

impl Listener {
    /// Opens the address of an option.
    pub async fn bind(address: SocketAddr, option: &str) -> Result<Self, Failure> {
        let failed = |error: io::Error| cannot_listen(address, option, &error);
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let stop = Stop::listen().map_err(failed)?;
        Ok(Self {
            address: listener.local_addr().map_err(failed)?,
            limits: ConnectionLimits::default(),
            listener,
            stop,
        })
    }

    /// Opens the address of an option that may be absent.
    pub async fn bind_if(address: Option<SocketAddr>, option: &str) -> Result<Option<Self>, Failure> {
        match address {
            Some(address) => Self::bind(address, option).await.map(Some),
            None => Ok(None),
        }
    }

    /// Serves until a signal ends it.
    pub async fn serve<A, C, T, F, R, B>(self, accept: A, answer: F)
    where
        A: Fn(TcpStream) -> C + Clone + Send + 'static,
        C: Future<Output = io::Result<T>> + Send + 'static,
        T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
        F: Fn(Request<Incoming>) -> R + Clone + Send + 'static,
        R: Future<Output = Response<B>> + Send + 'static,
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        connections::serve(self.listener, self.limits, accept, answer, self.stop).await;
    }
}

/// Serves `/healthz` and `/metrics` on the address for operators, if there is one.
pub async fn serve_counters(admin: Option<Listener>, counters: Arc<ResponseCounters>) {
    let Some(admin) = admin else { return };
    let answer = move |request: Request<Incoming>| {
        let counters = Arc::clone(&counters);
        async move { counters.response(&request) }
    };
    admin.serve(connections::plain, answer).await;
}
