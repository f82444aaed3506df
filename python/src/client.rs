//! Network access: documents and DID documents over HTTPS, only from public addresses.

use crate::{
    call::{Call, Threads},
    convert::value_error,
    did_document::{DidDocument, DidDocuments, Outcome, json_outcome},
    expectations::Expectations,
    failure::Failure,
    formats,
    guard::guarded,
    interpreter::attached,
    resolver::PythonResolver,
    verify::Verification,
};
use agent_description::{
    Did, Json, Limits, Timestamp, discovery,
    discovery::{ListingOptions, Sources},
    format,
    json::Object,
    resolve::{
        Cached, ConnectTo, FetchKind, HttpResolver, HttpsGet, NetError, Phase, Resolution, ResolutionOptions, Resolve,
        ResolveError, SystemClock, ThrottleSettings, Throttled, blocking::Runtime,
    },
    verification::SUPPLY_TIMEOUT,
};
use futures_util::stream::{StreamExt, iter};
use pyo3::{IntoPyObjectExt, exceptions::PyOSError, prelude::*, pybacked::PyBackedBytes};
use std::{
    num::NonZeroUsize,
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};

/// Interval for checking signals during a blocking call.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);
/// Maximum time that the throttle delays one DID.
const THROTTLE_TIMEOUT: Duration = Duration::from_secs(60);

/// The source of DID documents.
#[derive(Clone, Debug)]
enum Resolver {
    Https(Cached<Throttled<HttpResolver>>),
    Python(PythonResolver),
}

impl Resolve for Resolver {
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        match self {
            Self::Https(resolver) => resolver.resolve_with(did, options).await,
            Self::Python(resolver) => resolver.resolve_with(did, options).await,
        }
    }
}

/// The settings of one call: the caller's resolver, and the time limit in seconds.
#[derive(FromPyObject)]
struct How(Option<Py<PyAny>>, Option<f64>);

impl How {
    fn limit(&self) -> Option<Duration> {
        self.1.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }
}

/// The output of a future that ends within the limit; `what` is what is fetched.
async fn within<T>(
    limit: Option<Duration>,
    what: &str,
    future: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let Some(limit) = limit else { return future.await };
    tokio::time::timeout(limit, future).await.unwrap_or_else(|_| {
        Err(Failure::from_error(&NetError::Time { url: what.to_owned(), phase: Phase::Whole, limit }))
    })
}

/// Fetches and verifies documents.
#[pyclass(frozen, module = "agent_description._agent_description")]
#[derive(Debug)]
pub struct Client {
    https: HttpsGet,
    resolver: Cached<Throttled<HttpResolver>>,
    /// For calls that block: on the calling thread, so that a program stays without threads.
    runtime: Runtime,
    /// For `async` calls. A client makes calls of one kind only, because connections belong to their runtime.
    threads: Threads,
}

/// Connection settings.
pub fn https(
    roots: Vec<PyBackedBytes>,
    connect_to: Vec<String>,
    offline: bool,
    proxy: Option<&str>,
) -> PyResult<HttpsGet> {
    let mut builder = HttpsGet::builder();
    builder.offline = offline;
    for pem in &roots {
        builder = builder.add_roots_pem(pem).map_err(value_error)?;
    }
    for address in &connect_to {
        builder = builder.connect_to(address.parse::<ConnectTo>().map_err(value_error)?);
    }
    if let Some(proxy) = proxy {
        builder = builder.proxy(proxy).map_err(value_error)?;
    }
    Ok(builder.build())
}

/// The caller chooses the DIDs, so the limit for one host is higher than for a service.
fn throttle() -> ThrottleSettings {
    let mut settings = ThrottleSettings::for_own_dids(6_000);
    settings.wait = THROTTLE_TIMEOUT;
    settings
}

/// The result of resolving a DID: the document or the error, and when its server sent it.
type ResolvedTuple = (Outcome<DidDocument>, String);

#[pymethods]
impl Client {
    #[new]
    #[pyo3(signature = (*, roots=Vec::new(), connect_to=Vec::new(), offline=false, proxy=None))]
    fn new(roots: Vec<PyBackedBytes>, connect_to: Vec<String>, offline: bool, proxy: Option<&str>) -> PyResult<Self> {
        let https = https(roots, connect_to, offline, proxy)?;
        let throttled = Throttled::with_settings(HttpResolver::new(https.clone()), throttle(), SystemClock::default());
        let runtime = Runtime::new().map_err(|error| PyOSError::new_err(error.to_string()))?;
        Ok(Self { https, resolver: Cached::new(throttled), runtime, threads: Threads::default() })
    }

    /// Fetches a document and verifies it.
    fn verify_url(
        &self,
        py: Python<'_>,
        url: &str,
        expectations: &Bound<'_, Expectations>,
        supplied: &Bound<'_, DidDocuments>,
        how: How,
    ) -> PyResult<Outcome<Verification>> {
        let verify = self.fetched(url, expectations.get(), supplied.get(), how);
        Ok(self.run(py, verify)?.and_then(|found| found).into())
    }

    /// Verifies the caller's document.
    fn verify_document(
        &self,
        py: Python<'_>,
        document: PyBackedBytes,
        expectations: &Bound<'_, Expectations>,
        supplied: &Bound<'_, DidDocuments>,
        how: How,
    ) -> PyResult<Outcome<Verification>> {
        let verify = self.verify(&document, None, expectations.get(), supplied.get(), how);
        Ok(self.run(py, verify)?.and_then(|found| found).into())
    }

    /// Resolves DIDs, at most `at_once` concurrently; the results are in the order of the DIDs.
    fn resolve_many(
        &self,
        py: Python<'_>,
        dids: Vec<String>,
        at_once: NonZeroUsize,
        how: How,
    ) -> PyResult<Vec<ResolvedTuple>> {
        match self.run(py, self.resolve_all(dids, at_once, how))? {
            Ok(resolved) => Ok(resolved),
            Err(failure) => Err(value_error(failure.into_tuple().2)),
        }
    }

    /// Reads the listing of a host.
    fn discover<'py>(&self, py: Python<'py>, host_or_url: &str, how: How) -> PyResult<Outcome<Bound<'py, PyAny>>> {
        let listed = within(how.limit(), host_or_url, self.listed(host_or_url));
        let listed = self.run(py, listed)?.and_then(|found| found);
        json_outcome(py, listed)
    }

    /// `verify_url` for `async` code: `done` is called with the result, on a thread of the package.
    #[allow(clippy::too_many_arguments, reason = "the package passes them by position")]
    fn start_verify_url(
        slf: Py<Self>,
        py: Python<'_>,
        url: String,
        expectations: Py<Expectations>,
        supplied: Py<DidDocuments>,
        how: How,
        done: Py<PyAny>,
    ) -> PyResult<Call> {
        let this = slf.clone_ref(py);
        let verify = async move { this.get().fetched(&url, expectations.get(), supplied.get(), how).await };
        slf.get().threads.start(done, verify, |py, found| Outcome::from(found.and_then(|found| found)).into_py_any(py))
    }

    /// `verify_document` for `async` code.
    #[allow(clippy::too_many_arguments, reason = "the package passes them by position")]
    fn start_verify_document(
        slf: Py<Self>,
        py: Python<'_>,
        document: PyBackedBytes,
        expectations: Py<Expectations>,
        supplied: Py<DidDocuments>,
        how: How,
        done: Py<PyAny>,
    ) -> PyResult<Call> {
        let this = slf.clone_ref(py);
        let verify = async move { this.get().verify(&document, None, expectations.get(), supplied.get(), how).await };
        slf.get().threads.start(done, verify, |py, found| Outcome::from(found.and_then(|found| found)).into_py_any(py))
    }

    /// `resolve_many` for `async` code.
    fn start_resolve_many(
        slf: Py<Self>,
        py: Python<'_>,
        dids: Vec<String>,
        at_once: NonZeroUsize,
        how: How,
        done: Py<PyAny>,
    ) -> PyResult<Call> {
        let this = slf.clone_ref(py);
        let resolve = async move { this.get().resolve_all(dids, at_once, how).await };
        slf.get().threads.start(done, resolve, |py, found| Outcome::from(found).into_py_any(py))
    }

    /// `discover` for `async` code.
    fn start_discover(slf: Py<Self>, py: Python<'_>, host_or_url: String, how: How, done: Py<PyAny>) -> PyResult<Call> {
        let this = slf.clone_ref(py);
        let list = async move { within(how.limit(), &host_or_url, this.get().listed(&host_or_url)).await };
        slf.get().threads.start(done, list, |py, found| {
            json_outcome(py, found.and_then(|found| found)).and_then(|found| found.into_py_any(py))
        })
    }
}

impl Client {
    async fn fetched(
        &self,
        url: &str,
        expected: &Expectations,
        supplied: &DidDocuments,
        mut how: How,
    ) -> Result<Verification, Failure> {
        let (start, limit) = (Instant::now(), how.limit());
        let bytes = format::read_limits(&Vec::from_iter(formats::FORMATS.iter()), &Limits::default()).bytes();
        let fetch = async {
            let fetched = self.https.fetch(url, FetchKind::AnyDocument { bytes }).await;
            fetched.map_err(|error| Failure::from_error(&error))
        };
        let fetched = within(limit, url, fetch).await?;
        how.1 = limit.map(|limit| limit.saturating_sub(start.elapsed()).as_secs_f64());
        self.verify(&fetched.body, Some(&fetched.url), expected, supplied, how).await
    }

    /// `{pages, items, findings, complete}`, as `adp discover --json` prints them.
    async fn listed(&self, host_or_url: &str) -> Result<Json, Failure> {
        let failure = |error: discovery::Error| Failure::from_error(&error);
        let url = discovery::listing_url(host_or_url).map_err(failure)?;
        let found = discovery::list(&self.https, &url, ListingOptions::default()).await.map_err(failure)?;
        let items = found.items.iter().map(|item| {
            let mut object = Object::with_capacity(6);
            object.insert("url", item.url.as_str());
            object.insert("name", item.name.as_deref());
            object.insert("handle", item.handle.as_ref().map(ToString::to_string));
            object.insert("types", item.types.iter().map(|name| Json::from(name.as_str())).collect::<Vec<_>>());
            object.insert("page", item.page.as_str());
            object.insert("sameOrigin", item.same_origin);
            Json::from(object)
        });
        let findings = found.findings.iter().map(|finding| {
            let mut object = Object::with_capacity(5);
            object.insert("code", finding.code.as_str());
            object.insert("severity", finding.severity.as_str());
            object.insert("message", finding.message.as_str());
            object.insert("url", finding.url.as_str());
            object.insert("pointer", finding.pointer.as_deref());
            Json::from(object)
        });
        let mut object = Object::with_capacity(4);
        object.insert("pages", found.pages.iter().map(|page| Json::from(page.as_str())).collect::<Vec<_>>());
        object.insert("items", items.collect::<Vec<_>>());
        object.insert("findings", findings.collect::<Vec<_>>());
        object.insert("complete", found.complete);
        Ok(object.into())
    }

    async fn resolve_all(&self, dids: Vec<String>, at_once: NonZeroUsize, how: How) -> Vec<ResolvedTuple> {
        let (limit, resolver) = (how.limit(), self.resolver(how));
        let resolving = iter(dids).map(|did| resolve(&resolver, did, limit));
        resolving.buffered(at_once.get()).collect().await
    }

    async fn verify(
        &self,
        bytes: &[u8],
        url: Option<&str>,
        expected: &Expectations,
        supplied: &DidDocuments,
        how: How,
    ) -> Result<Verification, Failure> {
        let (document, formats) = formats::read_signed(bytes, expected.format, &Limits::default())?;
        if let Some(misuse) = expected.misuse(&formats) {
            return Err(Failure::misuse(misuse));
        }
        let timeout = THROTTLE_TIMEOUT.saturating_add(SUPPLY_TIMEOUT);
        let timeout = how.limit().map_or(timeout, |limit| limit.min(timeout));
        let mut sources = Sources::new(self.resolver(how), self.https.clone());
        (sources.given, sources.timeout) = (supplied.known.clone(), timeout);
        let found = discovery::verify(&document, &formats, &expected.for_document(url), &sources).await;
        Ok(Verification { found, input: document, at: expected.time() })
    }

    /// The caller's resolver, else that of the client.
    fn resolver(&self, how: How) -> Resolver {
        how.0.map_or_else(
            || Resolver::Https(self.resolver.clone()),
            |resolve| Resolver::Python(PythonResolver::new(resolve)),
        )
    }

    /// Runs a future without the interpreter's lock, and checks signals at intervals.
    fn run<F>(&self, py: Python<'_>, future: F) -> PyResult<Result<F::Output, Failure>>
    where
        F: Future + Send,
        F::Output: Send,
    {
        let interruptible = async {
            let mut future = pin!(future);
            loop {
                match tokio::time::timeout(SIGNAL_INTERVAL, &mut future).await {
                    Ok(output) => return Ok(output),
                    // a daemon thread may still wait when the interpreter has ended
                    Err(_) => drop(attached(|py| py.check_signals()).transpose()?),
                }
            }
        };
        match py.detach(|| guarded(|| self.runtime.block_on(interruptible))) {
            Ok(output) => output.map(Ok),
            Err(failure) => Ok(Err(failure)),
        }
    }
}

async fn resolve(resolver: &Resolver, did: String, limit: Option<Duration>) -> ResolvedTuple {
    let resolution = async {
        let resolved = match did.parse::<Did>() {
            Ok(did) => resolver.resolve_with(&did, &ResolutionOptions::default()).await,
            Err(error) => Err(ResolveError::from(error)),
        };
        resolved.map_err(|error| Failure::from_error(&error))
    };
    match within(limit, &did, resolution).await {
        Ok(resolution) => {
            let fetched_at = resolution.retrieved.unwrap_or_else(Timestamp::now);
            let document = DidDocument { resolved: Arc::clone(&resolution.document) };
            (Outcome::Found(document), fetched_at.to_string())
        }
        Err(failure) => (Outcome::Failed(failure.into_tuple()), Timestamp::now().to_string()),
    }
}
