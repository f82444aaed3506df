//! Fetches documents over HTTPS. `document_rules` checks the status and the media type. This file decides on 304
//! responses and limits the size, as declared and as received. `reqwest` opens the sockets; `clients` gives it their addresses.

use super::{
    CacheHeaders, LOG_TARGET, NetError, Provenance, RedactedUrl, Resolution, ResolutionOptions, Resolve, ResolveError,
    Validators, target::Target,
};
use crate::field_lines::combined;
use ::http::{
    Request,
    header::{HeaderMap, HeaderName, HeaderValue},
};
use adp_did::{Did, DidDocument, DidError};
use adp_json::CodedError;
use clients::{Clients, SystemLookup};
use futures_util::future::BoxFuture;
use std::{
    fmt, io,
    net::IpAddr,
    sync::{Arc, OnceLock},
};
use tls::Tls;
use tracing::{Instrument, debug, debug_span};

mod clients;
mod deadlines;
mod document_rules;
mod failure;
mod fetcher;
mod request_body;
mod route;
mod send;
mod settings;
mod stream;
mod tls;

/// Resolves names to addresses.
pub trait Lookup: Send + Sync {
    /// The addresses of `host`, a domain name in lower case. A time limit applies.
    fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>>;
}

/// An HTTPS client for documents that checks every address, limit and deadline. Cheap to clone.
///
/// Each fetch is one GET with HTTP/1.1 over TLS 1.2 or 1.3, without redirects, cookies, referrer or compression. All
/// addresses of a name are checked before connecting, and only checked addresses are used; that of the connection is
/// checked again. The limits are those of the body and of its header (100 fields, about 400 KiB); the deadline bounds framing.
///
/// Idle connections are reused for requests to the same host and port, up to 8 of each and of 64 hosts for 90 s. If one
/// is closed without a response, a document is requested once more.
#[derive(Clone)]
pub struct HttpsGet {
    inner: Arc<Inner>,
}

struct Inner {
    settings: HttpsGetBuilder,
    /// Created for the first connection.
    tls: OnceLock<Result<Tls, String>>,
    clients: Clients,
}

impl HttpsGet {
    /// A builder with the platform's roots and name lookup, without proxy.
    #[must_use]
    pub fn builder() -> HttpsGetBuilder {
        HttpsGetBuilder::new(Arc::new(SystemLookup))
    }

    pub(super) fn with(settings: HttpsGetBuilder) -> Self {
        Self { inner: Arc::new(Inner { settings, tls: OnceLock::new(), clients: Clients::default() }) }
    }

    /// Fetches `url`. Needs a tokio runtime with time and I/O; [`blocking`](super::blocking) works without one.
    ///
    /// # Errors
    /// [`NetError`], `net-*`.
    pub async fn fetch(&self, url: &str, kind: FetchKind) -> Result<Fetched, NetError> {
        match self.fetch_if_changed(url, kind, &Validators::default()).await? {
            Answer::Document(fetched) => Ok(fetched),
            // an unconditional request refuses a 304
            Answer::NotModified(_) => Err(NetError::Status { url: url.to_owned(), status: 304 }),
        }
    }

    /// Fetches `url` unless it still has these `validators`.
    ///
    /// # Errors
    /// [`NetError`], `net-*`.
    pub(super) async fn fetch_if_changed(
        &self,
        url: &str,
        kind: FetchKind,
        validators: &Validators,
    ) -> Result<Answer, NetError> {
        let target = Target::new(url, self.inner.settings.deadlines)?;
        let span = debug_span!(target: LOG_TARGET, "fetch", url = %RedactedUrl(target.url()));
        let fetch = async {
            let answer = self.run(&target, kind, validators).await;
            match &answer {
                Ok(Answer::Document(fetched)) => {
                    debug!(target: LOG_TARGET, bytes = fetched.body.len(), media_type = ?fetched.media_type, "fetched");
                }
                Ok(Answer::NotModified(_)) => debug!(target: LOG_TARGET, "not modified"),
                Err(error) => debug!(target: LOG_TARGET, code = error.code().as_str(), "not fetched"),
            }
            answer
        };
        fetch.instrument(span).await
    }

    pub(super) fn deadlines(&self) -> Deadlines {
        self.inner.settings.deadlines
    }

    async fn run(&self, target: &Target, kind: FetchKind, validators: &Validators) -> Result<Answer, NetError> {
        let mut request = Request::new(RequestBody::from(()));
        for (name, value) in kind.headers().into_iter().chain(validators.headers()) {
            let value = HeaderValue::try_from(value);
            let value = value.map_err(|_| connect_problem(target, "a validator is not a valid header value"))?;
            request.headers_mut().insert(HeaderName::from_static(name), value);
        }
        let limit = kind.limit(&self.inner.settings.limits);
        let mut response = self.begin_in_time(target, request, limit, Resend::Unanswered, None).await?;
        let field = |name| joined(&response.headers, &name);
        let cache_headers = CacheHeaders::read(|name| field(HeaderName::from_static(name)));
        let status = response.status.as_u16();
        if status == 304 && !validators.is_empty() {
            response.end();
            return Ok(Answer::NotModified(cache_headers));
        }
        let media_type = kind.check_head(&response.url, status, field).inspect_err(|_| response.end())?;
        response.check_declared()?;
        let body = response.read_to_end().await?;
        Ok(Answer::Document(Fetched { url: response.url, body, media_type, cache_headers }))
    }
}

/// The result of a conditional fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The current document.
    Document(Fetched),
    /// Not modified; the new caching headers.
    NotModified(CacheHeaders),
}

/// A field as text; non-ASCII bytes become `?`, which no rule accepts.
fn joined(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let ascii = |byte: u8| if byte.is_ascii() { char::from(byte) } else { '?' };
    Some(combined(headers, name)?.into_iter().map(ascii).collect())
}

fn connect_problem(target: &Target, problem: &str) -> NetError {
    NetError::Connect { url: target.url().to_owned(), problem: problem.to_owned() }
}

impl Inner {
    fn tls(&self, target: &Target) -> Result<&Tls, NetError> {
        self.tls.get_or_init(|| Tls::new(&self.settings)).as_ref().map_err(|problem| NetError::Tls {
            url: target.url().to_owned(),
            problem: format!("no usable root certificates ({problem})"),
        })
    }
}

impl fmt::Debug for HttpsGet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HttpsGet").field(&self.inner.settings).finish()
    }
}

/// Resolves did:wba and did:web DIDs over HTTPS.
#[derive(Clone, Debug)]
pub struct HttpResolver {
    /// The client.
    pub https: HttpsGet,
}

impl HttpResolver {
    /// Creates a resolver that fetches with this client.
    #[must_use]
    pub fn new(https: HttpsGet) -> Self {
        Self { https }
    }

    async fn over_https(
        &self,
        did: &Did,
        location: String,
        options: &ResolutionOptions,
    ) -> Result<Resolution, ResolveError> {
        // a cached document of another DID cannot be used
        let at_hand = options.at_hand.as_ref().filter(|at_hand| at_hand.document.get().id() == did);
        let validators = at_hand.map(|at_hand| at_hand.validators.clone()).unwrap_or_default();
        let answer = self.https.fetch_if_changed(&location, FetchKind::DidDocument, &validators).await?;
        match (answer, at_hand) {
            (Answer::Document(fetched), _) => {
                let limits = &self.https.inner.settings.limits;
                let document = match DidDocument::parse_for(did, &fetched.body, limits) {
                    Ok(document) => Arc::new(document.fetched_from(fetched.url)),
                    // the source determines whether an unsigned transition is accepted
                    Err(DidError::Superseded(old)) => {
                        let old = Arc::unwrap_or_clone(old).fetched_from(fetched.url);
                        return Err(DidError::Superseded(Arc::new(old)).into());
                    }
                    Err(error) => return Err(error.into()),
                };
                Ok(Resolution::from_server(document, Provenance::Fetched, fetched.cache_headers))
            }
            (Answer::NotModified(headers), Some(at_hand)) => {
                Ok(Resolution::from_server(at_hand.document.clone(), Provenance::Revalidated, headers))
            }
            (Answer::NotModified(_), None) => Err(NetError::Status { url: location, status: 304 }.into()),
        }
    }
}

impl Resolve for HttpResolver {
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        let Some(location) = did.location() else {
            return Ok(Resolution::local(DidDocument::from_did_key(did, &self.https.inner.settings.limits)?));
        };
        let resolve = async {
            let resolved = self.over_https(did, location, options).await;
            match &resolved {
                Ok(resolution) => debug!(target: LOG_TARGET, provenance = ?resolution.provenance, "resolved"),
                Err(error) => debug!(target: LOG_TARGET, code = error.code().as_str(), "not resolved"),
            }
            resolved
        };
        resolve.instrument(debug_span!(target: LOG_TARGET, "resolve", %did)).await
    }
}

/// One request of any kind, by the same rules.
mod exchange;
pub use self::{exchange::FetchResponse, request_body::RequestBody, route::Route, stream::FetchStream};
pub(super) use send::Resend;

#[cfg(test)]
mod tests;

pub use self::{
    deadlines::Deadlines,
    document_rules::{FetchKind, Fetched, USER_AGENT, yaml_media_type},
    fetcher::{FetchLimits, Fetcher},
    settings::{ConnectTo, HttpsGetBuilder},
};
