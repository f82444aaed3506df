//! A request with method, headers and body, and its response. It follows the fetch rules for URLs, addresses, TLS,
//! redirects, sizes and times, but not those for documents.

use super::{
    HttpsGet, RequestBody, Target,
    send::{Arriving, Resend, request_for},
};
use crate::{LOG_TARGET, NetError, Phase, RedactedUrl, admission::Admission, concurrency::Permit};
use adp_json::CodedError;
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Request, StatusCode};
use std::fmt;
use tokio::time::{Instant, timeout_at};
use tracing::{Instrument, debug, debug_span};

/// A response, whose body may still be arriving on the runtime of the request. If it is dropped before its end, its
/// connection is closed.
#[non_exhaustive]
pub struct FetchResponse {
    /// The URL that responded, without fragment: the requested one, because redirects are not followed.
    pub url: String,
    /// The status; redirects are returned, too.
    pub status: StatusCode,
    /// The headers: at most 100, and 32 KiB with the status line.
    pub headers: HeaderMap,
    version: http::Version,
    /// The connection and its permit; `None` after the end of the body.
    arriving: Option<(Arriving, Option<Permit>)>,
    limit: usize,
    left: usize,
    deadline: Instant,
    too_late: NetError,
}

impl HttpsGet {
    /// Creates a target with this client's deadlines.
    #[doc(hidden)]
    pub fn target(&self, url: &str) -> Result<Target, NetError> {
        Target::new(url, self.inner.settings.deadlines)
    }

    /// Sends a request once to `target`, ignoring its own URI. Accepts any status, and a body of up to `limit` bytes.
    /// There is no retry, because a signature and its nonce are valid for one request.
    ///
    /// # Errors
    /// `net-address`, `net-connect`, `net-tls`, `net-time`, `net-size`, `net-offline`; `net-type` for a transfer encoding other than
    /// `chunked`; never for a status.
    #[doc(hidden)]
    pub async fn exchange(
        &self,
        target: &Target,
        request: Request<Vec<u8>>,
        limit: usize,
    ) -> Result<http::Response<Vec<u8>>, NetError> {
        let span =
            debug_span!(target: LOG_TARGET, "request", method = %request.method(), url = %RedactedUrl(target.url()));
        let exchange = async {
            let request = request.map(RequestBody::from);
            let mut answer = self.begin_in_time(target, request, limit, Resend::Unsent, None).await?;
            answer.check_declared()?;
            let mut whole = http::Response::new(answer.read_to_end().await?);
            (*whole.status_mut(), *whole.version_mut()) = (answer.status, answer.version);
            *whole.headers_mut() = answer.headers;
            Ok(whole)
        };
        let told = async {
            let answer: Result<_, NetError> = exchange.await;
            match &answer {
                Ok(answer) => {
                    debug!(target: LOG_TARGET, status = answer.status().as_u16(), bytes = answer.body().len(), "answered")
                }
                Err(error) => debug!(target: LOG_TARGET, code = error.code().as_str(), "not answered"),
            }
            answer
        };
        told.instrument(span).await
    }

    /// Waits for a permit and sends a request to `target`, ignoring its own URI. Accepts any status, and a body of up
    /// to `limit` bytes.
    ///
    /// # Errors
    /// As for [`exchange`](Self::exchange).
    pub(crate) async fn begin(
        &self,
        target: &Target,
        request: Request<RequestBody>,
        limit: usize,
        resend: Resend,
        admission: &Admission,
    ) -> Result<FetchResponse, NetError> {
        let span =
            debug_span!(target: LOG_TARGET, "request", method = %request.method(), url = %RedactedUrl(target.url()));
        let told = async {
            let answer = self.begin_in_time(target, request, limit, resend, Some(admission)).await;
            let answer = answer.and_then(|answer| answer.check_declared().map(|()| answer));
            match &answer {
                Ok(answer) => debug!(target: LOG_TARGET, status = answer.status.as_u16(), "answered"),
                Err(error) => debug!(target: LOG_TARGET, code = error.code().as_str(), "not answered"),
            }
            answer
        };
        told.instrument(span).await
    }

    /// Sends a request before the deadline. Callers then use [`FetchResponse::check_declared`].
    pub(super) async fn begin_in_time(
        &self,
        target: &Target,
        request: Request<RequestBody>,
        limit: usize,
        resend: Resend,
        admission: Option<&Admission>,
    ) -> Result<FetchResponse, NetError> {
        if self.inner.settings.offline {
            return Err(NetError::Offline { what: target.url().to_owned() });
        }
        let request = request_for(target, request)?;
        let deadline = Instant::now() + target.deadlines.total;
        let permit = match admission {
            Some(admission) => Some(admission.permit_for_target(target, deadline).await?),
            None => None,
        };
        let too_late = target.timed_out(Phase::Answer);
        let sent = timeout_at(deadline, self.inner.send(target, request, limit, resend)).await;
        let mut arriving = sent.unwrap_or_else(|_| Err(too_late.clone()))?;
        let is_empty = arriving.declared() == Some(0);
        let response = arriving.response_mut();
        let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
        let version = response.version();
        let mut answer = FetchResponse {
            url: target.url().to_owned(),
            status,
            headers,
            version,
            arriving: Some((arriving, permit)),
            limit,
            left: limit,
            deadline,
            too_late,
        };
        if is_empty {
            answer.end();
        }
        Ok(answer)
    }
}

impl FetchResponse {
    /// The next bytes of the body as they arrive; `None` at its end, and after an error. After the end, the connection
    /// is kept for the next request.
    ///
    /// # Errors
    /// `net-size` as soon as the body is larger than its limit, or its framing exceeds its allowance; `net-time` at the
    /// deadline of the whole exchange; `net-connect` if the connection fails.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, NetError> {
        let Some((arriving, _)) = &mut self.arriving else { return Ok(None) };
        let chunk = timeout_at(self.deadline, arriving.chunk()).await.unwrap_or_else(|_| Err(self.too_late.clone()));
        let judged = match chunk {
            Ok(Some(bytes)) if bytes.len() > self.left => Err(self.too_large()),
            other => other,
        };
        match judged {
            Ok(Some(bytes)) => {
                self.left -= bytes.len();
                Ok(Some(bytes))
            }
            Ok(None) => {
                self.end();
                Ok(None)
            }
            Err(error) => {
                self.arriving = None;
                Err(error)
            }
        }
    }

    /// The remaining body, in one piece.
    ///
    /// # Errors
    /// As for [`chunk`](Self::chunk).
    pub async fn bytes(mut self) -> Result<Bytes, NetError> {
        let Some(first) = self.chunk().await? else { return Ok(Bytes::new()) };
        let Some(second) = self.chunk().await? else { return Ok(first) };
        let mut body = BytesMut::from(first);
        body.extend_from_slice(&second);
        while let Some(chunk) = self.chunk().await? {
            body.extend_from_slice(&chunk);
        }
        Ok(body.freeze())
    }

    /// Refuses a body whose declared size exceeds the limit.
    pub(super) fn check_declared(&self) -> Result<(), NetError> {
        if self.declared() > self.limit { Err(self.too_large()) } else { Ok(()) }
    }

    /// The rest of the body, as a vector.
    pub(super) async fn read_to_end(&mut self) -> Result<Vec<u8>, NetError> {
        // the declared size is used only up to a limit for the first allocation
        let mut body = Vec::with_capacity(self.declared().min(16 << 10));
        while let Some(chunk) = self.chunk().await? {
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn declared(&self) -> usize {
        self.arriving.as_ref().and_then(|(arriving, _)| arriving.declared()).unwrap_or(0)
    }

    fn too_large(&self) -> NetError {
        NetError::Size { url: self.url.clone(), limit: self.limit }
    }

    /// Ends reading; keeps the connection if the response is complete.
    pub(super) fn end(&mut self) {
        if let Some((arriving, _)) = self.arriving.take() {
            arriving.end();
        }
    }
}

impl fmt::Debug for FetchResponse {
    /// Without header values, which may be credentials.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FetchResponse")
            .field("url", &RedactedUrl(&self.url))
            .field("status", &self.status.as_u16())
            .field("headers", &self.headers.len())
            .field("ended", &self.arriving.is_none())
            .finish_non_exhaustive()
    }
}
