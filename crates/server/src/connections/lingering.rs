//! Lingering close. If a connection is closed while its client still sends, it is reset, and the client may lose an
//! unread response. Then the refusal of a large body would look like a server failure. Therefore remaining bytes are
//! read and discarded for a limited time.

use std::{
    future::Future,
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// Maximum time without data.
const QUIET_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum total time.
const LINGER_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum number of bytes.
const MAX_DISCARDED_BYTES: usize = 8 << 20;

/// A stream whose shutdown waits until the peer stops sending or a limit is reached.
#[derive(Debug)]
pub struct Lingering<S> {
    stream: S,
    closing: Option<Closing>,
}

#[derive(Debug)]
struct Closing {
    quiet: Pin<Box<Sleep>>,
    whole: Pin<Box<Sleep>>,
    left: usize,
}

impl<S> Lingering<S> {
    pub fn new(stream: S) -> Self {
        Self { stream, closing: None }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Lingering<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Lingering<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { stream, closing } = self.get_mut();
        let closing = match closing {
            Some(closing) => closing,
            None => {
                // from here on, the client sees the end of the response
                ready!(Pin::new(&mut *stream).poll_shutdown(cx))?;
                let (quiet, whole) = (Box::pin(sleep(QUIET_TIMEOUT)), Box::pin(sleep(LINGER_TIMEOUT)));
                closing.insert(Closing { quiet, whole, left: MAX_DISCARDED_BYTES })
            }
        };
        let mut piece = [0; 8 << 10];
        loop {
            let mut read = ReadBuf::new(&mut piece);
            match Pin::new(&mut *stream).poll_read(cx, &mut read) {
                Poll::Ready(Ok(())) if !read.filled().is_empty() && closing.left > read.filled().len() => {
                    closing.left -= read.filled().len();
                    closing.quiet.as_mut().reset(Instant::now() + QUIET_TIMEOUT);
                }
                // the end, an error, or a limit
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending => break,
            }
        }
        let is_over = closing.quiet.as_mut().poll(cx).is_ready() | closing.whole.as_mut().poll(cx).is_ready();
        if is_over { Poll::Ready(Ok(())) } else { Poll::Pending }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{LINGER_TIMEOUT, Lingering, MAX_DISCARDED_BYTES, QUIET_TIMEOUT};
    use std::time::Duration;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
        time::Instant,
    };

    /// The duration of closing for a given behavior of the peer.
    async fn closing<F: Future<Output = ()>>(other: impl FnOnce(DuplexStream) -> F) -> Duration {
        let (ours, mut theirs) = duplex(1 << 10);
        let mut ours = Lingering::new(ours);
        ours.write_all(b"413").await.unwrap();
        let begin = Instant::now();
        let close = async {
            ours.shutdown().await.unwrap();
            let took = begin.elapsed();
            drop(ours);
            took
        };
        let other = async {
            // the response has arrived before anything else ends
            let mut answer = Vec::new();
            theirs.read_to_end(&mut answer).await.unwrap();
            assert_eq!(answer, b"413");
            other(theirs).await;
        };
        tokio::join!(close, other).0
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_still_sends_is_heard_to_the_end_within_bounds() {
        // the complete body, then the end
        let body = async |mut theirs: DuplexStream| theirs.write_all(&[b'x'; 1 << 20]).await.unwrap();
        assert!(closing(body).await < QUIET_TIMEOUT);
        // silence
        let silent = async |theirs: DuplexStream| {
            tokio::time::sleep(LINGER_TIMEOUT * 2).await;
            drop(theirs);
        };
        assert_eq!(closing(silent).await, QUIET_TIMEOUT);
        // one byte at intervals, endlessly
        let slow = async |mut theirs: DuplexStream| {
            while theirs.write_all(b"x").await.is_ok() {
                tokio::time::sleep(QUIET_TIMEOUT / 2).await;
            }
        };
        assert_eq!(closing(slow).await, LINGER_TIMEOUT);
        // as fast as possible, endlessly
        let endless = async |mut theirs: DuplexStream| {
            let mut sent = 0;
            while theirs.write_all(&[b'x'; 1 << 10]).await.is_ok() {
                sent += 1 << 10;
            }
            assert!(sent <= MAX_DISCARDED_BYTES + (4 << 10), "{sent}");
        };
        assert!(closing(endless).await < QUIET_TIMEOUT);
    }
}
