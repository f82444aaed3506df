//! One connection, and the requests that go over it one after another.
//!
//! Nothing runs when nobody waits: the connection is moved on by whoever waits for its answer, and while it is kept for
//! the next request no byte of it is read.

use super::{RequestBody, metered::Allowance, unconnected};
use crate::resolve::{NetError, Phase, target::Target};
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::{
    body::Incoming,
    client::conn::http1::{self, Builder, SendRequest},
};
use hyper_util::rt::TokioIo;
use std::{
    error::Error,
    future::{Future, poll_fn},
    io,
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
};
use tokio::io::{AsyncRead, AsyncWrite};

/// Anything that bytes go over.
pub(super) trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

/// What HTTP is spoken over with a host: TLS, over TCP or through a proxy; with this machine it may be TCP.
pub(super) type Stream = Box<dyn Io>;

/// The most headers of one head or trailer.
const MAX_HEADERS: usize = 100;
/// The largest head of an answer, in bytes, and the largest trailer.
const MAX_HEAD_BYTES: usize = 32 << 10;
/// The largest piece that is read at once.
const MAX_READ_BYTES: usize = 64 << 10;

/// How HTTP/1.1 is spoken, with a host and with a proxy.
pub(super) fn http1() -> Builder {
    let mut builder = Builder::new();
    builder.max_headers(MAX_HEADERS).max_header_size(MAX_HEAD_BYTES).max_buf_size(MAX_READ_BYTES);
    builder
}

/// A connection to a host.
pub(super) struct Connection {
    sender: SendRequest<RequestBody>,
    line: Line,
    allowance: Allowance,
}

/// The half of a connection that moves bytes.
struct Line {
    /// `None` once it has ended.
    driver: Option<http1::Connection<TokioIo<Stream>, RequestBody>>,
    /// Why it ended, where that was no end as it should be.
    fault: Option<hyper::Error>,
}

impl Line {
    fn advance(&mut self, cx: &mut Context<'_>) {
        if let Some(driver) = &mut self.driver
            && let Poll::Ready(ended) = Pin::new(driver).poll(cx)
        {
            self.driver = None;
            self.fault = ended.err();
        }
    }

    async fn while_waiting_for<T>(&mut self, future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        poll_fn(|cx| {
            self.advance(cx);
            future.as_mut().poll(cx)
        })
        .await
    }
}

/// Why a request has no answer.
pub(super) struct Unanswered {
    error: hyper::Error,
    /// The request, if nothing of it was sent.
    pub(super) unsent: Option<Request<RequestBody>>,
}

impl Connection {
    pub(super) async fn new(stream: Stream, allowance: Allowance) -> hyper::Result<Self> {
        let (sender, driver) = http1().handshake(TokioIo::new(stream)).await?;
        Ok(Self { sender, line: Line { driver: Some(driver), fault: None }, allowance })
    }

    /// Sends a request, and waits for the head of its answer. From now on `allowed` bytes may come.
    pub(super) async fn send(
        &mut self,
        request: Request<RequestBody>,
        allowed: usize,
    ) -> Result<Response<Incoming>, Unanswered> {
        self.allowance.renew(allowed);
        if let Err(error) = self.line.while_waiting_for(self.sender.ready()).await {
            return Err(Unanswered { error, unsent: Some(request) });
        }
        let sent = self.sender.try_send_request(request);
        self.line.while_waiting_for(sent).await.map_err(|mut failed| {
            let unsent = failed.take_message();
            Unanswered { error: failed.into_error(), unsent }
        })
    }

    /// The next bytes of a body; `None` at its end. Trailers say nothing that is wanted here.
    pub(super) async fn chunk(&mut self, body: &mut Incoming) -> Option<hyper::Result<Bytes>> {
        loop {
            match self.line.while_waiting_for(body.frame()).await? {
                Ok(frame) => {
                    if let Ok(bytes) = frame.into_data() {
                        return Some(Ok(bytes));
                    }
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Whether another request can go over it: the last answer has been read to its end, and nothing came after it.
    pub(super) fn is_idle(&mut self) -> bool {
        // nobody waits here; whoever sends the next request does
        self.line.advance(&mut Context::from_waker(Waker::noop()));
        self.line.driver.is_some() && self.sender.is_ready()
    }

    /// The same after a while: what has come in the meantime, an end or an answer that nobody asked for, is looked at.
    pub(super) async fn is_still_idle(&mut self) -> bool {
        // the runtime asks the operating system between two turns of a task, and knows nothing new before
        tokio::task::yield_now().await;
        self.is_idle()
    }

    /// Whether the other side closed the connection before it answered.
    pub(super) fn was_closed(&self, unanswered: &Unanswered) -> bool {
        let error = &unanswered.error;
        let closed_by = |kind| {
            use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
            matches!(kind, BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof)
        };
        let io = error.source().and_then(|source| source.downcast_ref::<io::Error>());
        let closed = error.is_incomplete_message() || error.is_closed() || error.is_canceled();
        self.allowance.spent().is_none() && (closed || io.is_some_and(|io| closed_by(io.kind())))
    }

    /// What it means that a request has no answer.
    pub(super) fn explain_unanswered(&self, unanswered: &Unanswered, target: &Target) -> NetError {
        let phase = if unanswered.unsent.is_some() { Phase::Connect } else { Phase::Answer };
        self.explain_in(&unanswered.error, target, phase)
    }

    /// What a failure means, once a request was sent.
    pub(super) fn explain(&self, error: &hyper::Error, target: &Target) -> NetError {
        self.explain_in(error, target, Phase::Answer)
    }

    fn explain_in(&self, error: &hyper::Error, target: &Target, phase: Phase) -> NetError {
        // where the line broke, it knows more than whoever waits for it
        let error = self.line.fault.as_ref().unwrap_or(error);
        explain_error(error, &self.allowance, target, phase)
    }
}

/// What a failure before the first request means.
pub(super) fn explain_io(error: io::Error, allowance: &Allowance, target: &Target) -> NetError {
    explain_error(&error, allowance, target, Phase::Connect)
}

fn explain_error(error: &(dyn Error + 'static), allowance: &Allowance, target: &Target, phase: Phase) -> NetError {
    if let Some(limit) = allowance.spent() {
        return NetError::Flood { url: target.url().to_owned(), limit };
    }
    let mut last = error;
    loop {
        // an I/O error keeps what it wraps to itself: its source is the wrapped error's source
        let io = last.downcast_ref::<io::Error>();
        let wrapped = io.and_then(|io| io.get_ref()).map(|inner| inner as &(dyn Error + 'static));
        if let Some(tls) = last.downcast_ref::<rustls::Error>().filter(|_| phase == Phase::Connect) {
            return NetError::Tls { url: target.url().to_owned(), problem: tls.to_string() };
        }
        if io.is_some_and(|io| io.kind() == io::ErrorKind::TimedOut) {
            return target.timed_out(phase);
        }
        match wrapped.or_else(|| last.source()) {
            Some(cause) => last = cause,
            // it says most
            None if phase == Phase::Connect => return unconnected(target, &last.to_string()),
            None => return NetError::Broken { url: target.url().to_owned(), problem: last.to_string() },
        }
    }
}
