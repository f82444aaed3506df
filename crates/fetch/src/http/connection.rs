//! One connection with sequential requests.
//!
//! There is no background task: a caller that waits for its response drives the connection. No byte is read from an
//! idle connection.

use super::{metered::Allowance, request_body::Content, unconnected};
use crate::{NetError, Phase, target::Target};
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

/// Any byte stream.
pub(super) trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

/// The stream below HTTP: TLS over TCP or through a proxy; plain TCP only on loopback.
pub(super) type Stream = Box<dyn Io>;

/// Maximum number of headers in one head or trailer.
const MAX_HEADERS: usize = 100;
/// Maximum size of a response head, and of a trailer, in bytes.
const MAX_HEAD_BYTES: usize = 32 << 10;
/// Maximum size of one read.
const MAX_READ_BYTES: usize = 64 << 10;

/// The HTTP/1.1 settings for hosts and proxies.
pub(super) fn http1() -> Builder {
    let mut builder = Builder::new();
    builder.max_headers(MAX_HEADERS).max_header_size(MAX_HEAD_BYTES).max_buf_size(MAX_READ_BYTES);
    builder
}

/// A connection to a host.
pub(super) struct Connection {
    sender: SendRequest<Content>,
    line: Line,
    allowance: Allowance,
}

/// The part of a connection that transfers bytes.
struct Line {
    /// `None` after its end.
    driver: Option<http1::Connection<TokioIo<Stream>, Content>>,
    /// Why it ended, if the end was not clean.
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

/// Why a request has no response.
pub(super) struct Unanswered {
    error: hyper::Error,
    /// The request, if no part of it was sent.
    pub(super) unsent: Option<Request<Content>>,
}

impl Connection {
    pub(super) async fn new(stream: Stream, allowance: Allowance) -> hyper::Result<Self> {
        let (sender, driver) = http1().handshake(TokioIo::new(stream)).await?;
        Ok(Self { sender, line: Line { driver: Some(driver), fault: None }, allowance })
    }

    /// Sends a request, and waits for the head of its response. From now on, `allowed` bytes may be received.
    pub(super) async fn send(
        &mut self,
        request: Request<Content>,
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

    /// The next bytes of a body; `None` at its end. Trailers are ignored.
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

    /// Whether the connection can be reused: the last response was read completely, and nothing followed it.
    pub(super) fn is_idle(&mut self) -> bool {
        // the next request will poll it
        self.line.advance(&mut Context::from_waker(Waker::noop()));
        self.line.driver.is_some() && self.sender.is_ready()
    }

    /// Same after a pause: checks for a closed connection or unsolicited data.
    pub(super) async fn is_still_idle(&mut self) -> bool {
        // the runtime polls the operating system only between two polls of a task
        tokio::task::yield_now().await;
        self.is_idle()
    }

    /// Whether the peer closed the connection before it responded.
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

    /// Explains a missing response.
    pub(super) fn explain_unanswered(&self, unanswered: &Unanswered, target: &Target) -> NetError {
        if unanswered.error.is_parse_too_large() {
            return NetError::Header { url: target.url().to_owned(), limit: MAX_HEAD_BYTES, fields: MAX_HEADERS };
        }
        let phase = if unanswered.unsent.is_some() { Phase::Connect } else { Phase::Answer };
        self.explain_in(&unanswered.error, target, phase)
    }

    /// Explains a failure after a request was sent.
    pub(super) fn explain(&self, error: &hyper::Error, target: &Target) -> NetError {
        self.explain_in(error, target, Phase::Answer)
    }

    fn explain_in(&self, error: &hyper::Error, target: &Target, phase: Phase) -> NetError {
        // if the stream failed, its error is more precise
        let error = self.line.fault.as_ref().unwrap_or(error);
        explain_error(error, &self.allowance, target, phase)
    }
}

/// Explains a failure before the first request.
pub(super) fn explain_io(error: io::Error, allowance: &Allowance, target: &Target) -> NetError {
    explain_error(&error, allowance, target, Phase::Connect)
}

/// The reason of a failed handshake. The most frequent mistake of a first certificate has its own words.
fn tls_problem(error: &rustls::Error) -> String {
    let rustls::Error::InvalidCertificate(rustls::CertificateError::Other(other)) = error else {
        return error.to_string();
    };
    // rustls has no variant for this error of its verifier
    if format!("{other:?}").contains("CaUsedAsEndEntity") {
        return "the server's certificate is that of a certificate authority, as `openssl req -x509` makes it; make it with \
                `-addext basicConstraints=critical,CA:FALSE`, or let your authority issue one"
            .to_owned();
    }
    error.to_string()
}

fn explain_error(error: &(dyn Error + 'static), allowance: &Allowance, target: &Target, phase: Phase) -> NetError {
    if let Some(limit) = allowance.spent() {
        return NetError::Flood { url: target.url().to_owned(), limit };
    }
    let mut last = error;
    loop {
        // an I/O error hides the wrapped error: its source is the source of the wrapped error
        let io = last.downcast_ref::<io::Error>();
        let wrapped = io.and_then(|io| io.get_ref()).map(|inner| inner as &(dyn Error + 'static));
        if let Some(tls) = last.downcast_ref::<rustls::Error>().filter(|_| phase == Phase::Connect) {
            return NetError::Tls { url: target.url().to_owned(), problem: tls_problem(tls) };
        }
        if io.is_some_and(|io| io.kind() == io::ErrorKind::TimedOut) {
            return target.timed_out(phase);
        }
        match wrapped.or_else(|| last.source()) {
            Some(cause) => last = cause,
            // it is the most precise error
            None if phase == Phase::Connect => return unconnected(target, &last.to_string()),
            None => return NetError::Broken { url: target.url().to_owned(), problem: last.to_string() },
        }
    }
}
