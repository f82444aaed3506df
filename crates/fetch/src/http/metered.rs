//! Limits on all bytes that a server sends.
//!
//! A limit on the body does not cover its framing: chunk sizes may have any number of zeros, and `1xx` responses,
//! headers, trailers and empty TLS records may never end. Therefore all bytes of the socket are counted below TLS.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Allowance before the first request of a connection: the response of a proxy, and two TLS handshakes. TLS limits the
/// certificates of one handshake to 64 KiB.
pub(super) const MAX_HANDSHAKE_BYTES: usize = 256 << 10;

/// Allowance for one request with a response body of `body` bytes: twice the size, plus 64 KiB for heads and trailers.
/// A body in chunks of 30 bytes, each in its own TLS record, needs twice the size.
pub(super) fn for_answer(body: usize) -> usize {
    body.saturating_mul(2).saturating_add(64 << 10)
}

/// The remaining number of bytes that a connection may receive, shared by clones.
#[derive(Clone, Debug)]
pub(super) struct Allowance {
    counted: Arc<Counted>,
}

#[derive(Debug)]
struct Counted {
    limit: AtomicUsize,
    left: AtomicUsize,
}

impl Allowance {
    pub(super) fn new(limit: usize) -> Self {
        Self { counted: Arc::new(Counted { limit: AtomicUsize::new(limit), left: AtomicUsize::new(limit) }) }
    }

    /// Resets the allowance.
    pub(super) fn renew(&self, limit: usize) {
        self.counted.limit.store(limit, Ordering::Relaxed);
        self.counted.left.store(limit, Ordering::Relaxed);
    }

    /// The limit, if it is reached.
    pub(super) fn spent(&self) -> Option<usize> {
        (self.left() == 0).then(|| self.counted.limit.load(Ordering::Relaxed))
    }

    fn left(&self) -> usize {
        self.counted.left.load(Ordering::Relaxed)
    }

    /// Called only by the task that reads the connection.
    fn take(&self, bytes: usize) {
        self.counted.left.store(self.left().saturating_sub(bytes), Ordering::Relaxed);
    }
}

/// A stream that fails after its allowance is used up; the last read may exceed it.
#[derive(Debug)]
pub(super) struct Metered<S> {
    stream: S,
    allowance: Allowance,
}

impl<S> Metered<S> {
    pub(super) fn new(stream: S, allowance: Allowance) -> Self {
        Self { stream, allowance }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.allowance.left() == 0 {
            return Poll::Ready(Err(io::Error::other("the response exceeds its byte limit")));
        }
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        self.allowance.take(buf.filled().len().saturating_sub(before));
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowance, Metered};
    use std::{
        io::{self, IoSlice},
        pin::Pin,
        task::{Context, Poll, Waker},
    };
    use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

    /// Records requested reads; returns three bytes at a time.
    #[derive(Default)]
    struct Noted {
        asked: Vec<String>,
        is_write_vectored: bool,
    }

    impl AsyncRead for Noted {
        fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
            buf.put_slice(&b"answer"[..buf.remaining().min(6)]);
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncWrite for Noted {
        fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
            self.asked.push(format!("write {}", String::from_utf8_lossy(bytes)));
            Poll::Ready(Ok(3))
        }

        fn poll_write_vectored(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            slices: &[IoSlice<'_>],
        ) -> Poll<io::Result<usize>> {
            self.asked.push(format!("write {} slices", slices.len()));
            Poll::Ready(Ok(3))
        }

        fn is_write_vectored(&self) -> bool {
            self.is_write_vectored
        }

        fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            self.asked.push("flush".to_owned());
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            self.asked.push("shutdown".to_owned());
            Poll::Ready(Ok(()))
        }
    }

    fn ready<T>(poll: Poll<io::Result<T>>) -> Option<T> {
        match poll {
            Poll::Ready(result) => result.ok(),
            Poll::Pending => None,
        }
    }

    #[test]
    fn what_is_written_passes_uncounted() {
        let cx = &mut Context::from_waker(Waker::noop());
        let allowance = Allowance::new(1);
        let mut stream = Metered::new(Noted::default(), allowance.clone());
        assert_eq!(ready(Pin::new(&mut stream).poll_write(cx, b"a request")), Some(3));
        let slices = [IoSlice::new(b"a"), IoSlice::new(b"request")];
        assert_eq!(ready(Pin::new(&mut stream).poll_write_vectored(cx, &slices)), Some(3));
        assert_eq!(ready(Pin::new(&mut stream).poll_flush(cx)), Some(()));
        assert_eq!(ready(Pin::new(&mut stream).poll_shutdown(cx)), Some(()));
        assert_eq!(stream.stream.asked, ["write a request", "write 2 slices", "flush", "shutdown"]);
        for is_write_vectored in [true, false] {
            stream.stream.is_write_vectored = is_write_vectored;
            assert_eq!(stream.is_write_vectored(), is_write_vectored);
        }
        assert_eq!(allowance.spent(), None);
    }

    #[test]
    fn what_is_read_is_counted_and_ends() {
        let cx = &mut Context::from_waker(Waker::noop());
        let allowance = Allowance::new(10);
        let mut stream = Metered::new(Noted::default(), allowance.clone());
        let mut read = || {
            let mut bytes = [0; 8];
            let mut buf = ReadBuf::new(&mut bytes);
            // bytes received before are not counted
            buf.put_slice(b"12");
            ready(Pin::new(&mut stream).poll_read(cx, &mut buf)).map(|()| buf.filled().to_vec())
        };
        assert_eq!(read(), Some(b"12answer".to_vec()));
        assert_eq!(allowance.spent(), None);
        assert_eq!(read(), Some(b"12answer".to_vec()));
        assert_eq!(allowance.spent(), Some(10));
        assert_eq!(read(), None);
        allowance.renew(1);
        assert_eq!(read(), Some(b"12answer".to_vec()));
        assert_eq!(allowance.spent(), Some(1));
    }
}
