//! Answers GET and HEAD requests for files.

use crate::network::caller_auth::CallerResolver;

use super::{
    files::{Files, OpenedFile},
    handles,
    media_type::media_type,
    protected::Protected,
};
use adp_publish::{HEADERS_PATH, KEY_DIRECTORY_PATH, header_fields};
use adp_server::{
    AuthBody, AuthLayer, AuthService, ResponseCounters,
    access_log::{AccessDetails, AccessRecord},
};
use agent_description::resolve::PeerAddress;
use futures_util::stream::{BoxStream, StreamExt};
use http_body_util::{Either, Full, StreamBody};
use hyper::{
    HeaderMap, Method, Request, Response, StatusCode, Version,
    body::{Body, Bytes, Frame},
    header::{self, HeaderName, HeaderValue},
    http::{request::Parts, uri::Authority},
};
use std::{
    convert::Infallible,
    error::Error,
    fs::{File, Metadata},
    io::{self, Read},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, SystemTime},
};
use tokio::io::AsyncReadExt;
use tokio_util::io::ReaderStream;
use tower_layer::Layer;
use tower_service::Service;
use tracing::debug;

/// The largest file of header fields, in bytes.
const MAX_HEADERS_BYTES: u64 = 256 << 10;

/// Maximum number of bytes of a file in memory per client.
const CHUNK_BYTES: usize = 64 << 10;

/// The bytes of a file.
type FileBody = StreamBody<BoxStream<'static, io::Result<Frame<Bytes>>>>;

/// A file or a short text.
type SiteBody = Either<Full<Bytes>, FileBody>;

/// The public part of a site.
#[derive(Debug)]
struct Site {
    files: Files,
    max_age: Duration,
}

/// Answers requests for one site. Protected files require authentication by the library's layer.
#[derive(Debug)]
pub struct Answers {
    site: Arc<Site>,
    protected: Option<(Protected, AuthService<CallersSite, CallerResolver>)>,
    counters: Arc<ResponseCounters>,
    /// The log has one JSON object per line.
    json: bool,
}

impl Answers {
    /// Creates the answers, with a cache lifetime and a log.
    pub fn new(files: Files, max_age: Duration, counters: Arc<ResponseCounters>, json: bool) -> Self {
        Self { site: Arc::new(Site { files, max_age }), protected: None, counters, json }
    }

    /// Requires authentication by this layer for the protected paths.
    pub fn protect(&mut self, protected: Protected, layer: &AuthLayer<CallerResolver>) {
        self.protected = Some((protected, layer.layer(CallersSite(Arc::clone(&self.site)))));
    }

    /// Answers a request. Files are read on a thread for blocking work.
    pub async fn to<B>(self: Arc<Self>, request: Request<B>) -> Response<AuthBody<SiteBody>>
    where
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let record = AccessRecord::begin(&request, request.extensions().get::<PeerAddress>().copied());
        let path = request.uri().path().to_owned();
        let (head, body) = request.into_parts();
        let mut response = match &self.protected {
            _ if !names_one_host(&head) => {
                let message = "the request must name one host (RFC 9112 section 3.2)\n";
                let mut response = words(StatusCode::BAD_REQUEST, message);
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                response.map(Either::Right)
            }
            Some((protected, service)) if protected.has(&path) => {
                let Ok(response) = service.clone().call(Request::from_parts(head, body)).await;
                response
            }
            // the body is discarded
            _ => Arc::clone(&self.site).to(head, false).await.map(Either::Right),
        };
        // browsers must not guess another type
        response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        let (status, details) = (response.status(), response.extensions().get::<AccessDetails>());
        let details = details.cloned().unwrap_or_default();
        self.counters.count(status.as_u16(), details.code.as_deref().unwrap_or_default());
        record.write(status, &details, self.json);
        response
    }
}

/// The protected part of a site, behind the authentication layer.
#[derive(Clone, Debug)]
struct CallersSite(Arc<Site>);

impl<B> Service<Request<B>> for CallersSite {
    type Response = Response<SiteBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<SiteBody>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let (site, head) = (Arc::clone(&self.0), request.into_parts().0);
        Box::pin(async move { Ok(site.to(head, true).await) })
    }
}

impl Site {
    /// Answers a request. If only its caller may read the answer, shared caches must not store it.
    async fn to(self: Arc<Self>, head: Parts, is_private: bool) -> Response<SiteBody> {
        let answer = tokio::task::spawn_blocking(move || self.answer(&head, is_private));
        answer.await.map_err(io::Error::other).flatten().unwrap_or_else(|error| {
            debug!(error = %error.kind(), "the file cannot be read");
            words(StatusCode::INTERNAL_SERVER_ERROR, "the file cannot be read\n")
        })
    }

    fn answer(&self, head: &Parts, is_private: bool) -> io::Result<Response<SiteBody>> {
        let (path, query) = (head.uri.path(), head.uri.query());
        let file = self.files.find(path)?;
        let without_file = match file {
            Some(_) => None,
            None => handles::answer_without_file(&self.files, path, query)?,
        };
        // `*` and an authority are no paths
        let exists = file.is_some() || without_file.is_some() || !path.starts_with('/');
        if exists && head.method != Method::GET && head.method != Method::HEAD {
            let mut response = words(StatusCode::METHOD_NOT_ALLOWED, "GET or HEAD\n");
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
            return Ok(response);
        }
        let Some(OpenedFile { path, mut file }) = file else {
            return Ok(match without_file {
                Some((status, body)) => json(status, body, &head.method),
                None => words(StatusCode::NOT_FOUND, "not found\n"),
            });
        };
        if let Some(body) = handles::tombstone(&path, &mut file)? {
            return Ok(json(StatusCode::GONE, body, &head.method));
        }
        let signatures = if path == KEY_DIRECTORY_PATH { self.directory_signatures()? } else { HeaderMap::new() };
        let metadata = file.metadata()?;
        let tag = entity_tag(&metadata)?;
        let mut response = if is_known(&head.headers, &tag) {
            with_status(StatusCode::NOT_MODIFIED, Bytes::new())
        } else {
            let body = match head.method {
                Method::HEAD => Either::Left(Full::default()),
                _ => Either::Right(file_body(file, metadata.len())),
            };
            let mut response = Response::new(body);
            set(&mut response, header::CONTENT_TYPE, media_type(&path));
            set(&mut response, header::CONTENT_LENGTH, &metadata.len().to_string());
            set(&mut response, header::ACCEPT_RANGES, "none");
            response
        };
        response.headers_mut().extend(signatures);
        set(&mut response, header::ETAG, &tag);
        let caches = if is_private { "private" } else { "public" };
        set(&mut response, header::CACHE_CONTROL, &format!("{caches}, max-age={}", self.max_age.as_secs()));
        if !is_private {
            // pages of other sites may verify the documents
            set(&mut response, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        }
        Ok(response)
    }

    /// The fields that sign the key directory, which `adp publish` writes into `_headers`.
    fn directory_signatures(&self) -> io::Result<HeaderMap> {
        let Some(found) = self.files.find(&format!("/{HEADERS_PATH}"))? else { return Ok(HeaderMap::new()) };
        let mut text = String::new();
        found.file.take(MAX_HEADERS_BYTES).read_to_string(&mut text)?;
        let mut fields = header_fields(&text, KEY_DIRECTORY_PATH);
        // this server's own
        fields.remove(header::CONTENT_TYPE);
        Ok(fields)
    }
}

/// The first bytes of a file. If the file is shorter by now, the connection is closed, so that the client knows.
fn file_body(file: File, length: u64) -> FileBody {
    let file = tokio::fs::File::from_std(file).take(length);
    StreamBody::new(ReaderStream::with_capacity(file, CHUNK_BYTES).map(|bytes| bytes.map(Frame::data)).boxed())
}

/// A weak tag of a file's time and length. `adp publish` replaces a file by another one, whose time differs.
fn entity_tag(metadata: &Metadata) -> io::Result<String> {
    let modified = match metadata.modified()?.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => format!("{:x}", after.as_nanos()),
        Err(before) => format!("-{:x}", before.duration().as_nanos()),
    };
    Ok(format!("W/\"{modified}-{:x}\"", metadata.len()))
}

/// Whether the client has the file with this tag. No tag of ours has a comma.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let opaque = |tag: &str| tag.strip_prefix("W/").unwrap_or(tag).to_owned();
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|value| value.split(',')).map(str::trim).any(|known| known == "*" || opaque(known) == opaque(tag))
}

/// Whether a request names exactly one host (RFC 9112, section 3.2), so that no proxy can interpret another host. The
/// name itself is not compared.
fn names_one_host(head: &Parts) -> bool {
    let mut hosts = head.headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, None) => head.version == Version::HTTP_10,
        (Some(host), None) => Authority::try_from(host.as_bytes()).is_ok_and(|host| {
            let port_is_number = host
                .as_str()
                .rsplit_once(':')
                .is_none_or(|(_, port)| port.is_empty() || port.ends_with(']') || host.port_u16().is_some());
            port_is_number && !host.as_str().contains('@')
        }),
        _ => false,
    }
}

/// A JSON answer about a Handle, without caching because it can change at any time.
fn json(status: StatusCode, body: Vec<u8>, method: &Method) -> Response<SiteBody> {
    let body = if *method == Method::HEAD { Bytes::new() } else { Bytes::from(body) };
    let mut response = with_status(status, body);
    set(&mut response, header::CONTENT_TYPE, "application/json");
    set(&mut response, header::CACHE_CONTROL, "no-store");
    response
}

fn words(status: StatusCode, text: &'static str) -> Response<SiteBody> {
    let mut response = with_status(status, text.into());
    set(&mut response, header::CONTENT_TYPE, "text/plain; charset=utf-8");
    response
}

fn with_status(status: StatusCode, body: Bytes) -> Response<SiteBody> {
    let mut response = Response::new(Either::Left(Full::new(body)));
    *response.status_mut() = status;
    response
}

fn set(response: &mut Response<SiteBody>, name: HeaderName, value: &str) {
    // always ASCII
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}
