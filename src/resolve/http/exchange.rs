//! One request with method, headers and body, for clients that authenticate: the rules of a fetch about URLs, addresses,
//! TLS, redirects, sizes and times, without those about documents.

use super::{
    HttpsGet, Target,
    send::{Resend, request_for},
};
use crate::{
    Fault,
    resolve::{NetError, Phase, RedactedUrl, plan::USER_AGENT},
};
use http::{HeaderMap, HeaderValue, Request, Response, header};
use tracing::{Instrument, debug, debug_span};

impl HttpsGet {
    /// A target by this client's deadlines.
    pub(crate) fn target(&self, url: &str) -> Result<Target, NetError> {
        Target::new(url, self.inner.settings.deadlines)
    }

    /// Sends a request to `target`, whatever its own URI says, and takes what comes back, of any status, up to `limit` bytes.
    ///
    /// # Errors
    /// `net-address`, `net-connect`, `net-tls`, `net-time`, `net-size`, `net-offline`; never for a status.
    pub(crate) async fn exchange(
        &self,
        target: &Target,
        request: Request<Vec<u8>>,
        limit: usize,
    ) -> Result<Response<Vec<u8>>, NetError> {
        let span = debug_span!("request", method = %request.method(), url = %RedactedUrl(target.url()));
        let exchange = async {
            let answer = self.exchange_in_time(target, request, limit).await;
            match &answer {
                Ok(answer) => debug!(status = answer.status().as_u16(), bytes = answer.body().len(), "answered"),
                Err(error) => debug!(code = error.code().as_str(), "not answered"),
            }
            answer
        };
        exchange.instrument(span).await
    }

    async fn exchange_in_time(
        &self,
        target: &Target,
        request: Request<Vec<u8>>,
        limit: usize,
    ) -> Result<Response<Vec<u8>>, NetError> {
        if self.inner.settings.offline {
            return Err(NetError::Offline { what: target.url().to_owned() });
        }
        let exchange = self.exchange_now(target, request, limit);
        let too_late = || Err(target.timed_out(Phase::Answer));
        tokio::time::timeout(target.deadlines().total, exchange).await.unwrap_or_else(|_| too_late())
    }

    async fn exchange_now(
        &self,
        target: &Target,
        request: Request<Vec<u8>>,
        limit: usize,
    ) -> Result<Response<Vec<u8>>, NetError> {
        let (parts, body) = request.into_parts();
        let mut headers = parts.headers;
        add_missing(&mut headers);
        let request = request_for(target, parts.method, headers, body)?;
        // a signature and its nonce are good for one request
        let mut arriving = self.inner.send(target, request, limit, Resend::Unsent).await?;
        let too_large = || NetError::Size { url: target.url().to_owned(), limit };
        let declared = arriving.declared().map(|length| usize::try_from(length).unwrap_or(usize::MAX));
        if declared.is_some_and(|length| length > limit) {
            return Err(too_large());
        }
        // what the server declares is not believed for more than a first allocation
        let mut body = Vec::with_capacity(declared.unwrap_or(0).min(16 << 10));
        while let Some(chunk) = arriving.chunk().await? {
            if chunk.len() > limit - body.len() {
                return Err(too_large());
            }
            body.extend_from_slice(&chunk);
        }
        let mut answer = Response::new(body);
        *answer.status_mut() = arriving.response().status();
        *answer.version_mut() = arriving.response().version();
        *answer.headers_mut() = arriving.take_headers();
        arriving.end();
        Ok(answer)
    }
}

/// What every request says of its sender; bodies come unencoded, so that their size is what the limit is of.
fn add_missing(headers: &mut HeaderMap) {
    headers.entry(header::USER_AGENT).or_insert(HeaderValue::from_static(USER_AGENT));
    headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    headers.entry(header::ACCEPT).or_insert(HeaderValue::from_static("*/*"));
}
