//! An exclusive connection to a host, for protocols that start with HTTP, such as WebSocket.

use crate::{RedactedUrl, throttle::Permit};
use std::{
    fmt, io,
    pin::Pin,
    task::{Context, Poll},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A connection after a `101 Switching Protocols`. It has no limit of size or time, and keeps its permit until it is
/// dropped.
pub struct FetchStream {
    pub(super) url: String,
    pub(super) upgraded: reqwest::Upgraded,
    /// Held until the drop.
    pub(super) _permit: Option<Permit>,
}

impl AsyncRead for FetchStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.upgraded).poll_read(cx, buf)
    }
}

impl AsyncWrite for FetchStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.upgraded).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.upgraded).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.upgraded).poll_shutdown(cx)
    }
}

impl fmt::Debug for FetchStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FetchStream").field("url", &RedactedUrl(&self.url)).finish_non_exhaustive()
    }
}
