//! A server at a URL: streamable HTTP (MCP, Transports) over our own fetch, with its rules about addresses, redirects, sizes and times.

use super::received::Received;
use crate::failure::Failure;
use agent_description::{
    Code, TextError,
    diagnostic::cut,
    header_field::essence,
    resolve::{FetchResponse, Fetcher, NetError},
};
use futures_util::{
    StreamExt, future,
    stream::{self, BoxStream},
};
use http::{
    HeaderName, HeaderValue, Request, StatusCode,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, LOCATION},
};
use rmcp::{
    ErrorData,
    model::{ClientJsonRpcMessage, ClientRequest, ServerJsonRpcMessage},
    transport::streamable_http_client::{
        SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
    },
};
use sse_stream::{Sse, SseStream};
use std::{collections::HashMap, sync::Arc};

const EVENTS: &str = "text/event-stream";
const JSON: &str = "application/json";
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// Sends the messages of a session.
#[derive(Clone, Debug)]
pub struct HttpClient {
    pub fetcher: Fetcher,
    pub token: Option<HeaderValue>,
    pub received: Received,
}

/// An error without a reason: [`Received`] has it.
type Error = StreamableHttpError<TextError>;

impl HttpClient {
    fn fail(&self, failure: Failure) -> Error {
        self.received.fail(failure);
        StreamableHttpError::Client(TextError::new("the request failed"))
    }

    fn fail_with(&self, error: &NetError) -> Error {
        self.fail(Failure::from_error(error))
    }

    async fn send(
        &self,
        method: &str,
        url: &str,
        session: Option<Arc<str>>,
        headers: HashMap<HeaderName, HeaderValue>,
        body: Vec<u8>,
    ) -> Result<FetchResponse, Error> {
        let mut request = Request::builder().method(method).uri(url).header(ACCEPT, format!("{EVENTS}, {JSON}"));
        if !body.is_empty() {
            request = request.header(CONTENT_TYPE, JSON);
        }
        if let Some(session) = session {
            request = request.header(SESSION, &*session);
        }
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, token);
        }
        let request = headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
        let request = request.body(body).map_err(|error| {
            self.fail(Failure::new(Code::NET_SCHEME, format!("{url} cannot be requested: {error}")))
        })?;
        self.fetcher.send(request).await.map_err(|error| self.fail_with(&error))
    }

    /// Why a status is no answer.
    fn refusal(&self, url: &str, response: &FetchResponse) -> Error {
        let (url, status) = (url.to_owned(), response.status.as_u16());
        if response.status.is_redirection() {
            let location = header(response, &LOCATION).map(|location| cut(&location, 80));
            return self.fail_with(&NetError::Redirect { url, status, location });
        }
        let failure = Failure::from_error(&NetError::Status { url, status });
        self.fail(match status {
            401 | 403 => failure.with_help("pass a bearer token with --token-env NAME"),
            _ => failure.with_help("name the URL of the streamable HTTP endpoint, such as https://HOST/mcp, or a file"),
        })
    }

    async fn message(&self, response: FetchResponse) -> Result<ServerJsonRpcMessage, Error> {
        let body = response.bytes().await.map_err(|error| self.fail_with(&error))?;
        if !self.received.push(&body) {
            return Err(StreamableHttpError::Client(TextError::new("the request failed")));
        }
        serde_json::from_slice(&body).map_err(|error| {
            let message = format!("the server's answer is no message of MCP: {error}");
            self.fail(Failure::new(Code::INVALID_RESULT, message))
        })
    }

    fn events(&self, response: FetchResponse) -> BoxStream<'static, Result<Sse, SseError>> {
        let client = self.clone();
        let bytes = stream::unfold((response, client), |(mut response, client)| async move {
            let chunk = response.chunk().await;
            if let Err(error) = &chunk {
                client.received.fail(Failure::from_error(error));
            }
            Some((chunk.transpose()?, (response, client)))
        });
        let received = self.received.clone();
        let is_kept = move |event: &Result<Sse, SseError>| {
            let data = event.as_ref().ok().map(|event| event.data.as_deref().unwrap_or_default());
            future::ready(data.is_none_or(|data| received.push(data.as_bytes())))
        };
        SseStream::from_bytes_stream(bytes).take_while(is_kept).boxed()
    }
}

fn header(response: &FetchResponse, name: &HeaderName) -> Option<String> {
    response.headers.get(name).and_then(|it| it.to_str().ok()).map(str::to_owned)
}

/// That a server of an earlier version refuses to be discovered: the SDK then asks as those versions are asked.
fn refused_discovery(message: &ClientJsonRpcMessage, status: StatusCode) -> Option<ServerJsonRpcMessage> {
    let ClientJsonRpcMessage::Request(request) = message else { return None };
    let is_discovery = matches!(request.request, ClientRequest::DiscoverRequest(_));
    let is_refused = status.is_client_error() && !matches!(status.as_u16(), 401 | 403 | 429);
    (is_discovery && is_refused).then(|| {
        let error = ErrorData::invalid_request(format!("status {status}"), None);
        ServerJsonRpcMessage::error(error, Some(request.id.clone()))
    })
}

impl StreamableHttpClient for HttpClient {
    type Error = TextError;

    async fn post_message(
        &self,
        url: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        _: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Error> {
        let body = serde_json::to_vec(&message)?;
        let has_session = session.is_some();
        let response = self.send("POST", &url, session, headers, body).await?;
        let status = response.status;
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if status == StatusCode::NOT_FOUND && has_session {
            return Err(StreamableHttpError::SessionExpired);
        }
        let media_type = essence(&header(&response, &CONTENT_TYPE).unwrap_or_default());
        let session = header(&response, &SESSION);
        if !status.is_success() {
            if let Some(refused) = refused_discovery(&message, status).filter(|_| !has_session) {
                return Ok(StreamableHttpPostResponse::Json(refused, None));
            }
            if media_type == JSON && status.is_client_error() && !matches!(status.as_u16(), 401 | 403) {
                let message = self.message(response).await?;
                return Ok(StreamableHttpPostResponse::Json(message, session));
            }
            return Err(self.refusal(&url, &response));
        }
        match media_type.as_str() {
            EVENTS => Ok(StreamableHttpPostResponse::Sse(self.events(response), session)),
            JSON => Ok(StreamableHttpPostResponse::Json(self.message(response).await?, session)),
            _ if !matches!(message, ClientJsonRpcMessage::Request(_)) => Ok(StreamableHttpPostResponse::Accepted),
            _ => Err(self.fail(Failure::new(
                Code::NET_TYPE,
                format!("{url} answered with the media type {media_type:?}, expected {JSON} or {EVENTS}"),
            ))),
        }
    }

    async fn delete_session(
        &self,
        url: Arc<str>,
        session: Arc<str>,
        _: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Error> {
        let request = self.send("DELETE", &url, Some(session), headers, Vec::new());
        request.await.map(drop)
    }

    /// Nothing is waited for beside answers.
    async fn get_stream(
        &self,
        _: Arc<str>,
        _: Option<Arc<str>>,
        _: Option<String>,
        _: Option<String>,
        _: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, Error> {
        Err(StreamableHttpError::ServerDoesNotSupportSse)
    }
}
