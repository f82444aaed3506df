//! HTTPS: the only file that opens sockets. It moves bytes; [`plan`](super::plan) decides.

use super::{
    CacheHeaders, DidKeyResolver, FetchKind, Fetched, HttpsGetBuilder, NetError, Phase, Provenance, RedactedUrl,
    Resolution, ResolutionOptions, Resolve, ResolveError, Validators,
    plan::{Plan, ResponseHead, check_addresses},
    target::Target,
};
use crate::{
    Fault,
    did::{Did, DidDocument, Resolved},
};
use reqwest::{
    Client,
    dns::{Addrs, Name, Resolving},
    header::{self, HeaderMap, HeaderName},
};
use std::{
    error::Error,
    fmt,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{Arc, Once, OnceLock},
    thread,
};
use tracing::{Instrument, debug, debug_span};

/// What a name lookup gives, in time.
pub type Addresses<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Looks up the addresses of a name.
pub trait Lookup: Send + Sync {
    /// The addresses of `host`, a domain name in lower case.
    fn lookup<'a>(&'a self, host: &'a str) -> Addresses<'a>;
}

/// The operating system's lookup.
#[derive(Clone, Copy, Debug)]
struct SystemLookup;

impl Lookup for SystemLookup {
    fn lookup<'a>(&'a self, host: &'a str) -> Addresses<'a> {
        Box::pin(async move { Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect()) })
    }
}

/// Fetches documents over HTTPS by the rules of [`plan`](super::plan). Cheap to clone.
///
/// One GET, HTTP/1.1 over TLS 1.2 or 1.3, without redirects, cookies, referrer, compression or retries. The addresses
/// that a name leads to are judged on the way to the connection, so the one connected to is one that was judged.
#[derive(Clone)]
pub struct HttpsGet {
    inner: Arc<Inner>,
}

struct Inner {
    settings: HttpsGetBuilder,
    /// Looks names up; shared by all hosts.
    looking_up: OnceLock<Result<Client, String>>,
    /// One for each entry of `settings.connect_to`, in its order.
    connecting_to: Vec<OnceLock<Result<Client, String>>>,
}

impl HttpsGet {
    /// Settings to start from: the platform's roots and name lookup, no proxy.
    #[must_use]
    pub fn builder() -> HttpsGetBuilder {
        HttpsGetBuilder::new(Arc::new(SystemLookup))
    }

    pub(super) fn with(settings: HttpsGetBuilder) -> Self {
        let connecting_to = settings.connect_to.iter().map(|_| OnceLock::new()).collect();
        Self { inner: Arc::new(Inner { settings, looking_up: OnceLock::new(), connecting_to }) }
    }

    /// Fetches `url`. Needs a tokio runtime with time and I/O; see [`blocking`](super::blocking) for none.
    ///
    /// # Errors
    /// [`NetError`], `net-*`.
    pub async fn fetch(&self, url: &str, kind: FetchKind) -> Result<Fetched, NetError> {
        let plan = self.plan(url, kind)?;
        let url = plan.url().to_owned();
        match self.carry_out(plan).await? {
            Answer::Document(fetched) => Ok(fetched),
            // a plan without condition takes no 304 for an answer
            Answer::NotModified(_) => Err(NetError::Status { url, status: 304 }),
        }
    }

    /// Fetches `url` unless it is what `validators` are of.
    ///
    /// # Errors
    /// [`NetError`], `net-*`.
    pub async fn fetch_if_changed(
        &self,
        url: &str,
        kind: FetchKind,
        validators: Validators,
    ) -> Result<Answer, NetError> {
        self.carry_out(self.plan(url, kind)?.if_changed(validators)).await
    }

    fn plan(&self, url: &str, kind: FetchKind) -> Result<Plan, NetError> {
        Plan::new(url, kind, &self.inner.settings.limits, self.inner.settings.deadlines)
    }

    async fn carry_out(&self, plan: Plan) -> Result<Answer, NetError> {
        let span = debug_span!("fetch", url = %RedactedUrl(plan.url()));
        let fetch = async {
            let answer = self.run_in_time(plan).await;
            match &answer {
                Ok(Answer::Document(fetched)) => {
                    debug!(bytes = fetched.body.len(), media_type = ?fetched.media_type, "fetched");
                }
                Ok(Answer::NotModified(_)) => debug!("not modified"),
                Err(error) => debug!(code = error.code().as_str(), "not fetched"),
            }
            answer
        };
        fetch.instrument(span).await
    }

    async fn run_in_time(&self, plan: Plan) -> Result<Answer, NetError> {
        let settings = &self.inner.settings;
        if settings.offline {
            return Err(NetError::Offline { what: plan.url().to_owned() });
        }
        let too_late = plan.timed_out(Phase::Answer);
        tokio::time::timeout(settings.deadlines.total, self.run(plan)).await.unwrap_or(Err(too_late))
    }

    async fn run(&self, plan: Plan) -> Result<Answer, NetError> {
        let target = plan.target();
        let mut headers = HeaderMap::new();
        for (name, value) in plan.headers() {
            let value = value.parse().map_err(|_| unconnected(target, "a validator is no header value"))?;
            headers.insert(HeaderName::from_static(name), value);
        }
        let (client, url) = self.connect(target, &mut headers).await?;
        let mut response = client.get(url).headers(headers).send().await.map_err(|error| explain(&error, target))?;
        let content_type = joined(response.headers(), &header::CONTENT_TYPE);
        let content_encoding = joined(response.headers(), &header::CONTENT_ENCODING);
        let location = joined(response.headers(), &header::LOCATION);
        let head = ResponseHead {
            status: response.status().as_u16(),
            content_type: content_type.as_deref(),
            content_encoding: content_encoding.as_deref(),
            content_length: response.content_length(),
            location: location.as_deref(),
            cache_headers: CacheHeaders::read(|name| joined(response.headers(), &HeaderName::from_static(name))),
        };
        if let Some(headers) = plan.not_modified(&head) {
            return Ok(Answer::NotModified(headers));
        }
        let mut receiving = plan.clone().respond(&head)?;
        while let Some(chunk) = response.chunk().await.map_err(|error| explain(&error, plan.target()))? {
            receiving.chunk(&chunk)?;
        }
        Ok(Answer::Document(receiving.finish()))
    }

    /// The client that connects to a target, and the URL it takes; the `Host` header where the URL does not give it.
    async fn connect(&self, target: &Target, headers: &mut HeaderMap) -> Result<(&Client, url::Url), NetError> {
        let settings = &self.inner.settings;
        let named = settings.connect_to.iter().zip(&self.inner.connecting_to);
        match named.into_iter().find(|(to, _)| to.host() == target.host() && to.port() == target.port()) {
            Some((to, client)) => {
                let client = client.get_or_init(|| client_for(settings, Names::Fixed(to.address().ip())));
                // the connector takes the port from the URL; the host header stays that of the document
                let mut url = target.parsed().clone();
                url.set_port(Some(to.address().port())).map_err(|()| unconnected(target, "the URL takes no port"))?;
                let host = target.authority().parse();
                headers.insert(header::HOST, host.map_err(|_| unconnected(target, "the host is no header value"))?);
                Ok((usable(client, target)?, url))
            }
            None => {
                let proxy = match &settings.proxy {
                    Some((_, proxy)) => {
                        let looking_up = settings.lookup.lookup(target.host());
                        let addresses = tokio::time::timeout(settings.deadlines.connect, looking_up)
                            .await
                            .map_err(|_| target.timed_out(Phase::Connect))?
                            .map_err(|error| unconnected(target, &not_found(&error)))?;
                        target.check_addresses(&addresses)?;
                        Some(proxy.clone())
                    }
                    None => None,
                };
                let names = Names::LookedUp { lookup: settings.lookup.clone(), proxy };
                let client = self.inner.looking_up.get_or_init(|| client_for(settings, names));
                Ok((usable(client, target)?, target.parsed().clone()))
            }
        }
    }
}

/// What a conditional fetch gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The document, as it is now.
    Document(Fetched),
    /// It has not changed; what the server says about keeping it.
    NotModified(CacheHeaders),
}

/// Where a client's addresses come from.
enum Names {
    /// From a lookup, each judged; those of the proxy's own name, which the caller chose, are not.
    LookedUp { lookup: Arc<dyn Lookup>, proxy: Option<String> },
    /// Always this one.
    Fixed(IpAddr),
}

impl reqwest::dns::Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        // port 0 is replaced by the URL's
        fn addresses(ips: Vec<IpAddr>) -> Addrs {
            Box::new(ips.into_iter().map(|ip| SocketAddr::new(ip, 0)))
        }
        let (lookup, judged) = match self {
            Self::Fixed(ip) => {
                let ips = vec![*ip];
                return Box::pin(async move { Ok(addresses(ips)) });
            }
            Self::LookedUp { lookup, proxy } => (lookup.clone(), proxy.as_deref() != Some(name.as_str())),
        };
        Box::pin(async move {
            let url = || format!("https://{}/", name.as_str());
            let ips = lookup
                .lookup(name.as_str())
                .await
                .map_err(|error| NetError::Connect { url: url(), problem: not_found(&error) })?;
            if judged {
                check_addresses(name.as_str(), &url(), &ips)?;
            }
            Ok(addresses(ips))
        })
    }
}

/// A client that takes nothing from the environment but, for its roots, the platform's store.
fn client_for(settings: &HttpsGetBuilder, names: Names) -> Result<Client, String> {
    // reading the roots and seeding take some milliseconds each, and the first connection waits for both
    thread::scope(|scope| {
        seed_random_numbers(scope);
        build_client(settings, names)
    })
}

/// Has the random number generator of TLS seeded, once in a process, before `scope` ends.
///
/// A thread that is left to itself is not enough: one that still seeds when the process ends finds the generator taken
/// down by AWS-LC's destructor, and AWS-LC ends the process with SIGABRT.
fn seed_random_numbers<'scope>(scope: &'scope thread::Scope<'scope, '_>) {
    static SEEDED: Once = Once::new();
    SEEDED.call_once(|| {
        let seed = || rustls::crypto::aws_lc_rs::default_provider().secure_random.fill(&mut [0]);
        // where there is no thread to be had, the first connection does it
        let _ = thread::Builder::new().spawn_scoped(scope, seed);
    });
}

fn build_client(settings: &HttpsGetBuilder, names: Names) -> Result<Client, String> {
    let roots = settings.roots.iter().map(|der| reqwest::Certificate::from_der(der));
    let roots: Vec<_> = roots.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let builder = Client::builder()
        .tls_backend_rustls()
        .https_only(true)
        .http1_only()
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .no_gzip()
        .no_brotli()
        .no_zstd()
        .no_deflate()
        .no_hickory_dns()
        .no_proxy()
        .connect_timeout(settings.deadlines.connect);
    let builder = match &settings.proxy {
        Some((proxy, _)) if !matches!(names, Names::Fixed(_)) => builder.proxy(proxy.clone()),
        _ => builder,
    };
    let builder = match settings.only_added_roots {
        true => builder.tls_certs_only(roots),
        false => builder.tls_certs_merge(roots),
    };
    #[cfg(test)]
    let builder = builder.local_address(settings.local_address);
    builder.dns_resolver(Arc::new(names)).build().map_err(|error| innermost(&error))
}

fn usable<'a>(client: &'a Result<Client, String>, target: &Target) -> Result<&'a Client, NetError> {
    client.as_ref().map_err(|problem| NetError::Tls {
        url: target.url().to_owned(),
        problem: format!("no root certificates could be used ({problem})"),
    })
}

/// A header's values, joined as RFC 9110 section 5.3 has it; bytes that are not ASCII become `?`, which no rule accepts.
fn joined(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let ascii = |value: &header::HeaderValue| match value.to_str() {
        Ok(text) => text.to_owned(),
        Err(_) => value.as_bytes().iter().map(|&byte| if byte.is_ascii() { byte as char } else { '?' }).collect(),
    };
    let mut values = headers.get_all(name).iter();
    let mut joined = ascii(values.next()?);
    for value in values {
        joined.push_str(", ");
        joined.push_str(&ascii(value));
    }
    Some(joined)
}

fn unconnected(target: &Target, problem: &str) -> NetError {
    NetError::Connect { url: target.url().to_owned(), problem: problem.to_owned() }
}

fn not_found(error: &io::Error) -> String {
    format!("the name could not be looked up ({error})")
}

/// What a failure of the client means.
fn explain(error: &reqwest::Error, target: &Target) -> NetError {
    let mut timed_out = error.is_timeout();
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(current) = cause {
        if let Some(ours) = current.downcast_ref::<NetError>() {
            return match ours {
                // it knows the name only
                NetError::Connect { problem, .. } => unconnected(target, problem),
                other => other.clone(),
            };
        }
        // an I/O error keeps what it wraps to itself: its source is the wrapped error's source
        let io = current.downcast_ref::<io::Error>();
        let wrapped = io.and_then(|io| io.get_ref()).map(|inner| inner as &(dyn Error + 'static));
        if let Some(tls) = current.downcast_ref::<rustls::Error>().or_else(|| wrapped?.downcast_ref()) {
            return NetError::Tls { url: target.url().to_owned(), problem: tls.to_string() };
        }
        timed_out |= io.is_some_and(|io| io.kind() == io::ErrorKind::TimedOut);
        cause = wrapped.or_else(|| current.source());
    }
    match (timed_out, error.is_connect()) {
        (true, true) => target.timed_out(Phase::Connect),
        (true, false) => target.timed_out(Phase::Answer),
        (false, _) => unconnected(target, &innermost(error)),
    }
}

/// The last cause, which says most.
fn innermost(error: &dyn Error) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}

impl fmt::Debug for HttpsGet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HttpsGet").field(&self.inner.settings).finish()
    }
}

/// Resolves did:wba and did:web DIDs over HTTPS.
#[derive(Clone, Debug)]
pub struct HttpResolver {
    https: HttpsGet,
}

impl HttpResolver {
    /// A resolver that fetches with this client.
    #[must_use]
    pub fn new(https: HttpsGet) -> Self {
        Self { https }
    }

    /// The client it fetches with.
    #[must_use]
    pub fn https(&self) -> &HttpsGet {
        &self.https
    }

    async fn over_https(
        &self,
        did: &Did,
        location: String,
        options: &ResolutionOptions,
    ) -> Result<Resolution, ResolveError> {
        // what is at hand for another DID is no answer to this question
        let at_hand = options.document_at_hand().filter(|at_hand| at_hand.document.get().id() == did);
        let validators = at_hand.map(|at_hand| at_hand.validators.clone()).unwrap_or_default();
        let answer = self.https.fetch_if_changed(&location, FetchKind::DidDocument, validators).await?;
        match (answer, at_hand) {
            (Answer::Document(fetched), _) => {
                let document = DidDocument::parse_for(did, &fetched.body, &self.https.inner.settings.limits)?;
                let document = Arc::new(document.fetched_from(fetched.url));
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
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        Ok(self.resolve_with(did, &ResolutionOptions::new()).await?.into_document())
    }

    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        let Some(location) = did.location() else {
            return DidKeyResolver::with_limits(self.https.inner.settings.limits.clone())
                .resolve_with(did, options)
                .await;
        };
        let resolve = async {
            let resolved = self.over_https(did, location, options).await;
            match &resolved {
                Ok(resolution) => debug!(provenance = ?resolution.provenance, "resolved"),
                Err(error) => debug!(code = error.code().as_str(), "not resolved"),
            }
            resolved
        };
        resolve.instrument(debug_span!("resolve", %did)).await
    }
}

/// One request of any kind, by the same rules: for a client that authenticates.
#[cfg(feature = "client")]
mod exchange;

#[cfg(test)]
mod tests;
