//! Authentication of requests by a service.

use crate::{
    call::{Call, Threads},
    client::https,
    convert::{duration, time, time_or_now, value_error},
    failure::{Failure, FailureTuple},
    guard::guarded,
    interpreter::attached,
    key::Key,
    requests::{Field, request},
    resolver::PythonResolver,
};
use agent_description::{
    Did, Origin, SigningKey, Timestamp,
    auth::{
        self, AccessTokens, AuthError, AuthPolicy, NonceIssuer, NoncePolicy,
        replay::{MemoryReplayStore, Recording, Replay, ReplayKey, ReplayStore, StoreError},
    },
    resolve::{
        Cached, HttpResolver, PeerAddress, Resolution, ResolutionOptions, Resolve, ResolveError, StaticResolver,
        Throttled,
    },
};
use http::{HeaderMap, HeaderName, HeaderValue, request::Parts};
use pyo3::{IntoPyObjectExt, prelude::*, pybacked::PyBackedBytes};
use std::{borrow::Cow, collections::HashSet, error::Error, net::IpAddr, sync::Arc};

/// The service's documents; for all others its resolver, or the network with its limits.
#[derive(Debug)]
struct GivenOrHttps {
    given: StaticResolver,
    dids: HashSet<Did>,
    https: Throttled<HttpResolver>,
    resolver: Option<PythonResolver>,
}

impl Resolve for GivenOrHttps {
    async fn resolve_with(&self, did: &Did, options: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        if self.dids.contains(did) {
            Ok(Resolution::local(self.given.get(did)?))
        } else if let Some(resolver) = &self.resolver {
            resolver.resolve_with(did, options).await
        } else {
            self.https.resolve_with(did, options).await
        }
    }
}

/// A nonce store in Python: a callable with the key (32 bytes), the expiry time and the current time. It may block, so
/// it runs on a thread that waits for nothing else.
struct PythonStore {
    record: Arc<Py<PyAny>>,
}

impl ReplayStore for PythonStore {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        let (record, digest) = (Arc::clone(&self.record), key.digest);
        let ask = move || {
            attached(|py| {
                let arguments = (digest.as_slice(), expires.to_string(), now.to_string());
                record.bind(py).call1(arguments)?.extract::<String>()
            })
        };
        Box::pin(async move {
            match tokio::task::spawn_blocking(ask).await {
                Ok(Some(Ok(answer))) => match answer.as_str() {
                    "fresh" => Ok(Replay::Fresh),
                    "replayed" => Ok(Replay::Replayed),
                    "full" => Ok(Replay::Full),
                    "expired" => Ok(Replay::Expired),
                    other => Err(StoreError::new(format!(
                        "record returned {other:?}, expected \"fresh\", \"replayed\", \"full\" or \"expired\""
                    ))),
                },
                Ok(Some(Err(error))) => Err(StoreError::new(error)),
                Ok(None) => Err(StoreError::new("the interpreter ends")),
                Err(error) => Err(StoreError::new(error)),
            }
        })
    }

    /// The operator chooses the address of the store.
    fn survives_restart(&self) -> bool {
        true
    }
}

/// Authenticates requests of a service.
#[pyclass(frozen, module = "agent_description._agent_description")]
#[derive(Debug)]
pub struct Authenticator {
    authenticator: auth::Authenticator<Cached<GivenOrHttps>>,
    threads: Threads,
}

/// Header fields of a response.
type Fields = Vec<(String, String)>;
/// `(did, key ID, form, covered components, created, expires, nonce, header fields of the response)`
type AuthenticatedTuple = (String, String, String, Vec<String>, Option<String>, Option<String>, Option<String>, Fields);
/// Why a request is refused, the response (status, header fields and body), and the exception of Python behind it.
type RefusedTuple = (FailureTuple, u16, Fields, Cow<'static, [u8]>, Option<Py<PyAny>>);

/// The result: eight or five elements.
#[derive(IntoPyObject)]
pub enum Authentication {
    Authenticated(AuthenticatedTuple),
    Refused(RefusedTuple),
}

#[pymethods]
impl Authenticator {
    #[new]
    #[pyo3(signature = (
        audience, *, allowed_dids=None, did_documents=Vec::new(), roots=Vec::new(), connect_to=Vec::new(), offline=false, proxy=None, window=None,
        body_limit=None, require_nonce=true, require_challenge_nonce=false, legacy=false, issue_nonces=true, record=None, started=None, token_key=None,
        token_lifetime=None, former_token_keys=Vec::new(), resolver=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        audience: &str,
        allowed_dids: Option<Vec<String>>,
        did_documents: Vec<(String, PyBackedBytes)>,
        roots: Vec<PyBackedBytes>,
        connect_to: Vec<String>,
        offline: bool,
        proxy: Option<&str>,
        window: Option<f64>,
        body_limit: Option<usize>,
        require_nonce: bool,
        require_challenge_nonce: bool,
        legacy: bool,
        issue_nonces: bool,
        record: Option<Py<PyAny>>,
        started: Option<&str>,
        token_key: Option<&Bound<'_, Key>>,
        token_lifetime: Option<f64>,
        former_token_keys: Vec<Bound<'_, Key>>,
        resolver: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let audience: Origin = audience.parse().map_err(value_error)?;
        let read_dids = |dids: Vec<String>| dids.iter().map(|did| did.parse().map_err(value_error)).collect();
        let allowed_dids: Option<PyResult<HashSet<Did>>> = allowed_dids.map(read_dids);
        let (mut given, mut dids) = (StaticResolver::default(), HashSet::new());
        for (did, document) in did_documents {
            let did: Did = did.parse().map_err(value_error)?;
            dids.insert(did.clone());
            given.insert(did, document.to_vec());
        }
        let https = Throttled::new(HttpResolver::new(https(roots, connect_to, offline, proxy)?));
        let resolver = GivenOrHttps { given, dids, https, resolver: resolver.map(PythonResolver::new) };
        let mut policy = AuthPolicy::default();
        policy.legacy = legacy;
        if !require_nonce {
            policy.nonce = NoncePolicy::OrSignatureBase;
        }
        if let Some(seconds) = window {
            policy.window = duration(seconds)?;
        }
        if let Some(bytes) = body_limit {
            policy.body_limit = bytes;
        }
        let store: Box<dyn ReplayStore> = match record {
            Some(record) => Box::new(PythonStore { record: Arc::new(record) }),
            None => Box::new(MemoryReplayStore::new(MemoryReplayStore::CAPACITY)),
        };
        let tokens =
            token_key.map(|key| tokens(audience.clone(), key, token_lifetime, &former_token_keys)).transpose()?;
        let mut authenticator = auth::Authenticator::new(audience, Cached::new(resolver), store);
        (authenticator.policy, authenticator.tokens) = (policy, tokens);
        authenticator.allowed_dids = allowed_dids.transpose()?.map(Arc::new);
        authenticator.started = started.map(time).transpose()?;
        if issue_nonces {
            let mut nonces = NonceIssuer::generate().map_err(value_error)?;
            nonces.required = require_challenge_nonce;
            authenticator.nonces = Some(nonces);
        }
        Ok(Self { authenticator, threads: Threads::default() })
    }

    /// Why the head alone refuses a request, independent of its body; `None` if it does not.
    #[pyo3(signature = (method, target, headers, *, at=None))]
    fn check_head(
        &self,
        py: Python<'_>,
        method: &str,
        target: &str,
        headers: Vec<Field>,
        at: Option<&str>,
    ) -> PyResult<Option<RefusedTuple>> {
        let (parts, now) = (request(method, target, &headers)?, time_or_now(at)?);
        let checked = py.detach(|| guarded(|| self.authenticator.check_head(&parts, now).map(|_| ())));
        Ok(self.refused(py, checked, now).err().map(|refused| *refused))
    }

    /// Authenticates a request.
    #[pyo3(signature = (method, target, headers, body, *, at=None, json_body=false, peer=None))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn authenticate(
        &self,
        py: Python<'_>,
        method: &str,
        target: &str,
        headers: Vec<Field>,
        body: PyBackedBytes,
        at: Option<&str>,
        json_body: bool,
        peer: Option<&str>,
    ) -> PyResult<Authentication> {
        let (parts, now) = (from_peer(request(method, target, &headers)?, peer), time_or_now(at)?);
        let runtime = self.threads.runtime()?;
        let authenticate = self.checked(&parts, &body, now, json_body);
        let authenticated = py.detach(|| guarded(|| runtime.block_on(authenticate)));
        Ok(self.answer(py, authenticated, now))
    }

    /// The same for `async` code: `done` is called with the result, on a thread of the package.
    #[pyo3(signature = (method, target, headers, body, done, *, at=None, json_body=false, peer=None))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn start_authenticate(
        slf: Py<Self>,
        py: Python<'_>,
        method: &str,
        target: &str,
        headers: Vec<Field>,
        body: PyBackedBytes,
        done: Py<PyAny>,
        at: Option<&str>,
        json_body: bool,
        peer: Option<&str>,
    ) -> PyResult<Call> {
        let (parts, now) = (from_peer(request(method, target, &headers)?, peer), time_or_now(at)?);
        let (this, answering) = (slf.clone_ref(py), slf.clone_ref(py));
        let authenticate = async move { this.get().checked(&parts, &body, now, json_body).await };
        slf.get().threads.start(done, authenticate, move |py, authenticated| {
            answering.get().answer(py, authenticated, now).into_py_any(py)
        })
    }
}

/// Whose share of the fetches the request takes.
fn from_peer(mut parts: Parts, peer: Option<&str>) -> Parts {
    if let Some(address) = peer.and_then(|peer| peer.parse::<IpAddr>().ok()) {
        parts.extensions.insert(PeerAddress::new(address));
    }
    parts
}

impl Authenticator {
    async fn checked(
        &self,
        parts: &Parts,
        body: &[u8],
        now: Timestamp,
        json_body: bool,
    ) -> Result<auth::Authenticated, AuthError> {
        if json_body {
            self.authenticator.authenticate_json(parts, body, now).await
        } else {
            self.authenticator.authenticate(parts, body, now).await
        }
    }

    fn answer(
        &self,
        py: Python<'_>,
        authenticated: Result<Result<auth::Authenticated, AuthError>, Failure>,
        now: Timestamp,
    ) -> Authentication {
        match self.refused(py, authenticated, now) {
            Err(refused) => Authentication::Refused(*refused),
            Ok(authenticated) => {
                let random = auth::random().ok();
                let token = random.and_then(|random| self.authenticator.token_for(&authenticated, now, &random));
                Authentication::Authenticated((
                    authenticated.did().to_string(),
                    authenticated.key_id.to_string(),
                    authenticated.form.as_str().to_owned(),
                    authenticated.covered.clone(),
                    authenticated.created.map(|time| time.to_string()),
                    authenticated.expires.map(|time| time.to_string()),
                    authenticated.nonce.clone(),
                    token.and_then(|token| token.to_headers()).map(|headers| fields(&headers)).unwrap_or_default(),
                ))
            }
        }
    }

    /// A refusal with its response.
    fn refused<T>(
        &self,
        py: Python<'_>,
        result: Result<Result<T, AuthError>, Failure>,
        now: Timestamp,
    ) -> Result<T, Box<RefusedTuple>> {
        match result {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(error)) => {
                let random = auth::random().ok();
                let (parts, body) = self.authenticator.refusal(&error, now, random.as_ref()).into_parts();
                let failure = Failure::from_error(&error).into_tuple();
                let (status, body) = (parts.status.as_u16(), Cow::Owned(body));
                Err(Box::new((failure, status, fields(&parts.headers), body, raised(py, &error))))
            }
            Err(failure) => Err(Box::new((failure.into_tuple(), 500, Vec::new(), Cow::Borrowed(&[]), None))),
        }
    }
}

/// The exception of Python among the causes of an error: that of the caller's nonce store.
fn raised(py: Python<'_>, error: &AuthError) -> Option<Py<PyAny>> {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(raised) = error.downcast_ref::<PyErr>() {
            return Some(raised.value(py).clone().into_any().unbind());
        }
        cause = error.source();
    }
    None
}

/// Access tokens of the service, signed with a key that it uses for nothing else.
fn tokens(
    audience: Origin,
    key: &Bound<'_, Key>,
    lifetime: Option<f64>,
    former: &[Bound<'_, Key>],
) -> PyResult<AccessTokens> {
    let own = SigningKey::from_pem(&key.get().secret()?.to_pem()).map_err(value_error)?;
    let mut tokens = AccessTokens::new(audience, own).map_err(value_error)?;
    if let Some(seconds) = lifetime {
        tokens.lifetime = duration(seconds)?;
    }
    for key in former {
        tokens = tokens.accept(key.get().verifying_key().clone()).map_err(value_error)?;
    }
    Ok(tokens)
}

fn fields(headers: &HeaderMap) -> Fields {
    let text =
        |(name, value): (&HeaderName, &HeaderValue)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()));
    headers.iter().filter_map(text).collect()
}
