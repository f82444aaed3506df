//! Sending a request and reading the head of its response, for documents and for other requests.

use super::{
    Inner, RequestBody,
    clients::Destination,
    connect_problem,
    document_rules::USER_AGENT,
    failure::{explain, was_closed},
    joined,
};
use crate::{NetError, Phase, error::MAX_SHOWN_CHARS, target::Target};
use adp_json::cut;
use http::{HeaderValue, Request, header, request::Parts};
use tokio::{task::yield_now, time::timeout};

/// When to send a request again because its connection was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resend {
    /// If the server did not respond: for requests that change nothing.
    Unanswered,
    /// Only if no part of it was sent.
    Unsent,
}

impl Inner {
    /// Sends a request to `target`, over an idle connection or a new one.
    pub(super) async fn send(
        &self,
        target: &Target,
        request: Request<RequestBody>,
        resend: Resend,
    ) -> Result<reqwest::Response, NetError> {
        let destination = self.destination(target);
        // neither the host's name behind a proxy nor an address in the URL is looked up by the client
        let is_checked_here = match destination {
            Destination::Named(_) => false,
            Destination::Proxy => true,
            Destination::Checked => target.address().is_some(),
        };
        if is_checked_here {
            let checked = timeout(target.deadlines.connect, self.addresses(target)).await;
            checked.unwrap_or_else(|_| Err(target.timed_out(Phase::Connect)))?;
        }
        let client = self.client(target, destination)?;
        let request = request_for(target, destination, request)?;
        // the runtime looks for data, then idle connections see whether they were closed
        yield_now().await;
        yield_now().await;
        let again = (resend == Resend::Unanswered).then(|| request.try_clone()).flatten();
        let response = match (client.execute(request).await, again) {
            (Err(error), Some(again)) if was_closed(&error) => {
                self.fresh_client(target, destination)?.execute(again).await
            }
            (response, _) => response,
        };
        let response = response.map_err(|error| match (explain(&error, target), destination) {
            (NetError::Connect { problem, .. }, Destination::Proxy) => {
                connect_problem(target, &format!("by the proxy: {problem}"))
            }
            (error, _) => error,
        })?;
        destination.check_connected(target, response.remote_addr())?;
        refuse_encoded(target, &response)?;
        Ok(response)
    }
}

/// Refuses a response with another transfer encoding than `chunked`, because its content would stay encoded (RFC 9112
/// section 6.1).
fn refuse_encoded(target: &Target, response: &reqwest::Response) -> Result<(), NetError> {
    match joined(response.headers(), &header::TRANSFER_ENCODING) {
        Some(encoding) if !encoding.trim().eq_ignore_ascii_case("chunked") => {
            Err(NetError::TransferEncoding { url: target.url().to_owned(), encoding: cut(&encoding, MAX_SHOWN_CHARS) })
        }
        _ => Ok(()),
    }
}

/// The request for a target, with `Host` and the headers of every request.
fn request_for(
    target: &Target,
    destination: Destination,
    request: Request<RequestBody>,
) -> Result<reqwest::Request, NetError> {
    let (Parts { method, mut headers, .. }, body) = request.into_parts();
    headers.entry(header::USER_AGENT).or_insert(HeaderValue::from_static(USER_AGENT));
    // bodies must be unencoded, so that the size limit applies to them
    headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    headers.entry(header::ACCEPT).or_insert(HeaderValue::from_static("*/*"));
    let host = HeaderValue::try_from(target.origin.authority());
    headers.insert(header::HOST, host.map_err(|_| connect_problem(target, "the host is not a valid header value"))?);
    let mut url = target.parsed_url().clone();
    if matches!(destination, Destination::Named(_)) {
        // a port in the URL would replace that of the named address
        let _ = url.set_port(None);
    }
    let mut request = reqwest::Request::new(method, url);
    *request.headers_mut() = headers;
    *request.body_mut() = Some(body.into());
    Ok(request)
}
