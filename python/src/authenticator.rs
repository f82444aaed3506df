//! Authentication of requests by a service.

use crate::{
    client::https,
    convert::{duration, time, time_or_now, value_error},
    failure::{Failure, FailureTuple},
    guard::guarded,
    key::Key,
    requests::{Field, request},
};
use agent_description::{
    Did, DidDocument, Origin, Resolved, SigningKey, Timestamp,
    auth::{
        self, AccessTokens, AuthError, AuthPolicy, NonceIssuer, NoncePolicy,
        replay::{MemoryReplayStore, Recording, Replay, ReplayKey, ReplayStore, StoreError},
    },
    resolve::{Cached, HttpResolver, PeerAddress, Resolve, ResolveError, StaticResolver, Throttled, blocking::Runtime},
};
use http::{HeaderMap, HeaderName, HeaderValue};
use pyo3::{exceptions::PyOSError, prelude::*, pybacked::PyBackedBytes};
use std::{borrow::Cow, collections::HashSet, future::ready, net::IpAddr};

/// The caller's documents, and the network for all others.
struct GivenOrHttps {
    given: StaticResolver,
    dids: HashSet<Did>,
    https: HttpResolver,
}

impl Resolve for GivenOrHttps {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        if self.dids.contains(did) { self.given.get(did) } else { self.https.resolve(did).await }
    }
}

/// A nonce store in Python: a callable with the key (32 bytes), the expiry time and the current time.
struct PythonStore {
    record: Py<PyAny>,
}

impl ReplayStore for PythonStore {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        let answer = Python::attach(|py| {
            let answer = self.record.bind(py).call1((key.digest.as_slice(), expires.to_string(), now.to_string()))?;
            answer.extract::<String>()
        });
        let replay = answer.map_err(StoreError::new).and_then(|answer| match answer.as_str() {
            "fresh" => Ok(Replay::Fresh),
            "replayed" => Ok(Replay::Replayed),
            "full" => Ok(Replay::Full),
            other => Err(StoreError::new(format!("the replay store answered {other:?}"))),
        });
        Box::pin(ready(replay))
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
    authenticator: auth::Authenticator<Cached<Throttled<GivenOrHttps>>>,
    runtime: Runtime,
}

/// Header fields of a response.
type Fields = Vec<(String, String)>;
/// `(did, key ID, form, covered components, created, expires, nonce, header fields of the response)`
type AuthenticatedTuple = (String, String, String, Vec<String>, Option<String>, Option<String>, Option<String>, Fields);
/// Why a request is refused, and the response: status, header fields and body.
type RefusedTuple = (FailureTuple, u16, Fields, Cow<'static, [u8]>);

/// The result: eight or four elements.
#[derive(IntoPyObject)]
pub enum Authentication {
    Authenticated(AuthenticatedTuple),
    Refused(RefusedTuple),
}

#[pymethods]
impl Authenticator {
    #[new]
    #[pyo3(signature = (
        audience, *, did_documents=Vec::new(), roots=Vec::new(), connect_to=Vec::new(), offline=false, proxy=None, window=None,
        body_limit=None, require_nonce=true, legacy=false, issue_nonces=true, record=None, started=None, token_key=None,
        token_lifetime=None, former_token_keys=Vec::new()
    ))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        audience: &str,
        did_documents: Vec<(String, PyBackedBytes)>,
        roots: Vec<PyBackedBytes>,
        connect_to: Vec<String>,
        offline: bool,
        proxy: Option<&str>,
        window: Option<f64>,
        body_limit: Option<usize>,
        require_nonce: bool,
        legacy: bool,
        issue_nonces: bool,
        record: Option<Py<PyAny>>,
        started: Option<&str>,
        token_key: Option<&Bound<'_, Key>>,
        token_lifetime: Option<f64>,
        former_token_keys: Vec<Bound<'_, Key>>,
    ) -> PyResult<Self> {
        let audience: Origin = audience.parse().map_err(value_error)?;
        let (mut given, mut dids) = (StaticResolver::default(), HashSet::new());
        for (did, document) in did_documents {
            let did: Did = did.parse().map_err(value_error)?;
            dids.insert(did.clone());
            given.insert(did, document.to_vec());
        }
        let https = HttpResolver::new(https(roots, connect_to, offline, proxy)?);
        let resolver = GivenOrHttps { given, dids, https };
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
            Some(record) => Box::new(PythonStore { record }),
            None => Box::new(MemoryReplayStore::new(MemoryReplayStore::CAPACITY)),
        };
        let tokens =
            token_key.map(|key| tokens(audience.clone(), key, token_lifetime, &former_token_keys)).transpose()?;
        let mut authenticator = auth::Authenticator::new(audience, Cached::new(Throttled::new(resolver)), store);
        (authenticator.policy, authenticator.tokens) = (policy, tokens);
        authenticator.started = started.map(time).transpose()?;
        if issue_nonces {
            authenticator.nonces = Some(NonceIssuer::generate().map_err(value_error)?);
        }
        let runtime = Runtime::new().map_err(|error| PyOSError::new_err(error.to_string()))?;
        Ok(Self { authenticator, runtime })
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
        Ok(self.refused(checked, now).err().map(|refused| *refused))
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
        let (mut parts, now) = (request(method, target, &headers)?, time_or_now(at)?);
        if let Some(address) = peer.and_then(|peer| peer.parse::<IpAddr>().ok()) {
            parts.extensions.insert(PeerAddress::new(address));
        }
        let authenticated = py.detach(|| {
            guarded(|| {
                self.runtime.block_on(async {
                    if json_body {
                        self.authenticator.authenticate_json(&parts, &body, now).await
                    } else {
                        self.authenticator.authenticate(&parts, &body, now).await
                    }
                })
            })
        });
        Ok(match self.refused(authenticated, now) {
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
        })
    }
}

impl Authenticator {
    /// A refusal with its response.
    fn refused<T>(
        &self,
        result: Result<Result<T, AuthError>, Failure>,
        now: Timestamp,
    ) -> Result<T, Box<RefusedTuple>> {
        match result {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(error)) => {
                let random = auth::random().ok();
                let (parts, body) = self.authenticator.refusal(&error, now, random.as_ref()).into_parts();
                let failure = Failure::from_error(&error).into_tuple();
                Err(Box::new((failure, parts.status.as_u16(), fields(&parts.headers), Cow::Owned(body))))
            }
            Err(failure) => Err(Box::new((failure.into_tuple(), 500, Vec::new(), Cow::Borrowed(&[])))),
        }
    }
}

/// Access tokens of the service, signed with a key that it uses for nothing else.
fn tokens(
    audience: Origin,
    key: &Bound<'_, Key>,
    lifetime: Option<f64>,
    former: &[Bound<'_, Key>],
) -> PyResult<AccessTokens> {
    let own = SigningKey::from_pem(&key.get().key.to_pem()).map_err(value_error)?;
    let mut tokens = AccessTokens::new(audience, own).map_err(value_error)?;
    if let Some(seconds) = lifetime {
        tokens.lifetime = duration(seconds)?;
    }
    for key in former {
        tokens = tokens.accept(key.get().key.verifying_key().clone()).map_err(value_error)?;
    }
    Ok(tokens)
}

fn fields(headers: &HeaderMap) -> Fields {
    let text =
        |(name, value): (&HeaderName, &HeaderValue)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()));
    headers.iter().filter_map(text).collect()
}
