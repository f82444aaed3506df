//! A request with method, headers and body, and its response. It follows the fetch rules for URLs, addresses, TLS,
//! redirects, sizes and times, but not those for documents.

use super::{FetchStream, HttpsGet, RequestBody, Target, failure::explain, send::Resend};
use crate::{
    LOG_TARGET, NetError, Phase, RedactedUrl,
    throttle::{Admission, Permit},
};
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
    /// The headers: at most 100, and about 400 KiB with the status line.
    pub headers: HeaderMap,
    version: http::Version,
    /// The body and its permit; `None` after the end of the body.
    arriving: Option<(reqwest::Response, Option<Permit>)>,
    limit: usize,
    left: usize,
    deadline: Instant,
    target: Target,
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
        let deadline = Instant::now() + target.deadlines.total;
        let permit = match admission {
            Some(admission) => Some(admission.permit_for_target(target, deadline).await?),
            None => None,
        };
        let sent = timeout_at(deadline, self.inner.send(target, request, resend)).await;
        let mut response = sent.unwrap_or_else(|_| Err(target.timed_out(Phase::Answer)))?;
        let is_empty = response.content_length() == Some(0) && response.status() != StatusCode::SWITCHING_PROTOCOLS;
        let (status, headers) = (response.status(), std::mem::take(response.headers_mut()));
        let version = response.version();
        let mut answer = FetchResponse {
            url: target.url().to_owned(),
            status,
            headers,
            version,
            arriving: Some((response, permit)),
            limit,
            left: limit,
            deadline,
            target: target.clone(),
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
    /// `net-size` as soon as the body is larger than its limit; `net-time` at the deadline of the whole exchange;
    /// `net-connect` if the connection fails.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, NetError> {
        let Some((response, _)) = &mut self.arriving else { return Ok(None) };
        let chunk = match timeout_at(self.deadline, response.chunk()).await {
            Ok(chunk) => chunk.map_err(|error| explain(&error, &self.target)),
            Err(_) => Err(self.target.timed_out(Phase::Answer)),
        };
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

    /// The connection after a `101 Switching Protocols` ([`Fetcher::upgrade`](crate::Fetcher::upgrade)), for exclusive
    /// use.
    ///
    /// # Errors
    /// `net-connect` if the response has another status; `net-time`.
    pub async fn upgrade(mut self) -> Result<FetchStream, NetError> {
        let switched = self.arriving.take().filter(|_| self.status == StatusCode::SWITCHING_PROTOCOLS);
        let Some((response, permit)) = switched else {
            let problem = format!("it answered {}, expected 101", self.status.as_u16());
            return Err(NetError::Broken { url: self.url, problem });
        };
        match timeout_at(self.deadline, response.upgrade()).await {
            Ok(Ok(upgraded)) => Ok(FetchStream { url: self.url, upgraded, _permit: permit }),
            Ok(Err(error)) => Err(explain(&error, &self.target)),
            Err(_) => Err(self.target.timed_out(Phase::Answer)),
        }
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
        let declared = self.arriving.as_ref().and_then(|(response, _)| response.content_length()).unwrap_or(0);
        usize::try_from(declared).unwrap_or(usize::MAX)
    }

    fn too_large(&self) -> NetError {
        NetError::Size { url: self.url.clone(), limit: self.limit }
    }

    /// Ends reading; keeps the connection if the response is complete.
    pub(super) fn end(&mut self) {
        self.arriving = None;
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
