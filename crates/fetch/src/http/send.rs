//! Sending a request and reading its response, for documents and for other requests.

use super::{
    Inner, RequestBody,
    connection::Connection,
    idle::Key,
    joined, metered,
    request_body::{Content, request_again},
    unconnected,
};
use crate::{NetError, error::MAX_SHOWN_CHARS, plan::USER_AGENT, target::Target};
use adp_json::cut;
use bytes::Bytes;
use http::{HeaderValue, Request, Response, Uri, header, request::Parts, uri::PathAndQuery};
use hyper::body::{Body, Incoming};
use std::sync::Arc;

/// When to send a request again because its idle connection was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resend {
    /// If the server did not respond: for idempotent requests (RFC 9110 section 9.2.2).
    Unanswered,
    /// Only if no part of it was sent.
    Unsent,
}

/// A response with its head, and the connection for its body.
pub(super) struct Arriving {
    connection: Connection,
    response: Response<Incoming>,
    target: Target,
    key: Key,
    inner: Arc<Inner>,
}

impl Inner {
    /// Sends a request to `target`, over an idle connection or a new one. The expected body size `limit` determines the
    /// allowance, see [`metered`].
    pub(super) async fn send(
        self: &Arc<Self>,
        target: &Target,
        mut request: Request<Content>,
        limit: usize,
        resend: Resend,
    ) -> Result<Arriving, NetError> {
        let arriving = |connection, response, key| {
            refuse_encoded(target, &response)?;
            let inner = Arc::clone(self);
            Ok(Arriving { connection, response, target: target.clone(), key, inner })
        };
        let key = Key::for_target(target);
        let allowed = metered::for_answer(limit);
        while let Some(mut connection) = self.idle.take(&key) {
            if !connection.is_still_idle().await {
                continue;
            }
            let copy = (resend == Resend::Unanswered).then(|| request_again(&request)).flatten();
            match connection.send(request, allowed).await {
                Ok(response) => return arriving(connection, response, key),
                Err(unanswered) => {
                    let copy = copy.filter(|_| connection.was_closed(&unanswered));
                    if let Some(copy) = copy {
                        request = copy;
                        break;
                    }
                    request = match unanswered.unsent {
                        Some(unsent) => unsent,
                        None => return Err(connection.explain_unanswered(&unanswered, target)),
                    };
                }
            }
        }
        let mut connection = self.connect(target).await?;
        match connection.send(request, allowed).await {
            Ok(response) => arriving(connection, response, key),
            Err(unanswered) => Err(connection.explain_unanswered(&unanswered, target)),
        }
    }
}

impl Arriving {
    pub(super) fn response_mut(&mut self) -> &mut Response<Incoming> {
        &mut self.response
    }

    /// The body size in the head, if present.
    pub(super) fn declared(&self) -> Option<usize> {
        let length = self.response.body().size_hint().exact()?;
        Some(usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// The next bytes of the body.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>, NetError> {
        let chunk = self.connection.chunk(self.response.body_mut()).await.transpose();
        chunk.map_err(|error| self.connection.explain(&error, &self.target))
    }

    /// Ends reading: the connection is kept if the response is complete.
    pub(super) fn end(self) {
        let Self { connection, response, key, inner, .. } = self;
        drop(response);
        inner.idle.keep(key, connection);
    }
}

/// Refuses a response with another transfer encoding than `chunked`, because its content would stay encoded (RFC 9112
/// section 6.1).
fn refuse_encoded(target: &Target, response: &Response<Incoming>) -> Result<(), NetError> {
    match joined(response.headers(), &header::TRANSFER_ENCODING) {
        Some(encoding) if !encoding.trim().eq_ignore_ascii_case("chunked") => {
            Err(NetError::TransferEncoding { url: target.url().to_owned(), encoding: cut(&encoding, MAX_SHOWN_CHARS) })
        }
        _ => Ok(()),
    }
}

/// The request for a target, with `Host` and the headers of every request.
pub(super) fn request_for(target: &Target, request: Request<RequestBody>) -> Result<Request<Content>, NetError> {
    let (Parts { method, mut headers, .. }, body) = request.into_parts();
    headers.entry(header::USER_AGENT).or_insert(HeaderValue::from_static(USER_AGENT));
    // bodies must be unencoded, so that the size limit applies to them
    headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    headers.entry(header::ACCEPT).or_insert(HeaderValue::from_static("*/*"));
    let host = HeaderValue::try_from(target.origin.authority());
    headers.insert(header::HOST, host.map_err(|_| unconnected(target, "the host is not a valid header value"))?);
    let path = target.path_and_query().parse::<PathAndQuery>();
    let path = path.map_err(|error| unconnected(target, &format!("its path cannot be written in HTTP ({error})")))?;
    let mut request = Request::new(body.0);
    *request.method_mut() = method;
    *request.uri_mut() = Uri::from(path);
    *request.headers_mut() = headers;
    Ok(request)
}
