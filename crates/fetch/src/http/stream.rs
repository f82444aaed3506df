//! An exclusive connection to a host, for protocols that start with HTTP, such as WebSocket.

use super::{
    HttpsGet, Target,
    connection::Stream,
    metered::{self, Allowance},
};
use crate::{LOG_TARGET, NetError, Phase, RedactedUrl, admission::Admission, concurrency::Permit};
use adp_json::CodedError;
use std::{
    fmt, io,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, timeout_at},
};
use tracing::{Instrument, debug, debug_span};

/// An open TLS connection without data so far; plain TCP for a loopback origin that is allowed as `http`.
///
/// Received bytes are counted below TLS: when the [allowance](Self::allow) is used up, reading fails. It has no time
/// limit, and keeps its permit until it is dropped.
pub struct FetchStream {
    url: String,
    stream: Stream,
    allowance: Allowance,
    /// The permit, held until the drop.
    _permit: Permit,
}

impl HttpsGet {
    /// Waits for a permit and connects to `target`. The initial allowance is that of a `body` with its framing.
    ///
    /// # Errors
    /// `net-address`, `net-connect`, `net-tls`, `net-time`, `net-offline`.
    pub(crate) async fn open(
        &self,
        target: &Target,
        body: usize,
        admission: &Admission,
    ) -> Result<FetchStream, NetError> {
        let opening = async {
            let opened = self.open_in_time(target, body, admission).await;
            match &opened {
                Ok(_) => debug!(target: LOG_TARGET, "connected"),
                Err(error) => debug!(target: LOG_TARGET, code = error.code().as_str(), "not connected"),
            }
            opened
        };
        opening.instrument(debug_span!(target: LOG_TARGET, "connect", url = %RedactedUrl(target.url()))).await
    }

    async fn open_in_time(&self, target: &Target, body: usize, admission: &Admission) -> Result<FetchStream, NetError> {
        if self.inner.settings.offline {
            return Err(NetError::Offline { what: target.url().to_owned() });
        }
        let deadline = Instant::now() + target.deadlines.total;
        let permit = admission.permit_for_target(target, deadline).await?;
        let opened = timeout_at(deadline, self.inner.open_stream(target)).await;
        let (stream, allowance) = opened.unwrap_or_else(|_| Err(target.timed_out(Phase::Connect)))?;
        allowance.renew(metered::for_answer(body));
        Ok(FetchStream { url: target.url().to_owned(), stream, allowance, _permit: permit })
    }
}

impl FetchStream {
    /// Resets the allowance to this number of received bytes, including framing and TLS. The initial allowance is that
    /// of a response: twice the limit of its body plus 64 KiB.
    pub fn allow(&mut self, bytes: usize) {
        self.allowance.renew(bytes);
    }

    /// The error of a failed read: the allowance's, if it is used up.
    fn explain(&self, error: io::Error) -> io::Error {
        match self.allowance.spent() {
            Some(limit) => io::Error::other(format!("{}: more than the allowed {limit} bytes arrived", self.url)),
            None => error,
        }
    }
}

impl AsyncRead for FetchStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let read = ready!(Pin::new(&mut self.stream).poll_read(cx, buf));
        Poll::Ready(read.map_err(|error| self.explain(error)))
    }
}

impl AsyncWrite for FetchStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl fmt::Debug for FetchStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FetchStream").field("url", &RedactedUrl(&self.url)).finish_non_exhaustive()
    }
}
