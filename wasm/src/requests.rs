//! Signed requests, verified by the library's [`Authenticator`].
//!
//! A check asks JavaScript for what it does not have: a DID document, and whether a nonce was used, where the service has a replay store of its own.
//! Until the reply arrives, the check waits in a table of this instance.

use crate::{
    failure::{Failure, number},
    options::{Options, time},
};
use agent_description::{
    CodedError, Json, Limits, Origin, Timestamp,
    auth::{
        AuthError, AuthPolicy, Authenticated, Authenticator, NonceIssuer, NoncePolicy,
        replay::{MemoryReplayStore, Recording, Replay, ReplayKey, ReplayStore, StoreError},
    },
    did::{Did, DidDocument, Resolved},
    hex::hex,
    json::Object,
    resolve::{NetError, Resolve, ResolveError, StaticResolver},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri, request::Parts};
use std::{
    collections::{HashMap, HashSet},
    future::{Future, poll_fn},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::Duration,
};

/// The largest number of checks that wait for JavaScript at the same time: each keeps its body in memory.
const MAX_WAITING_CHECKS: usize = 1024;

/// A service that requests are checked for.
struct Service {
    audience: Origin,
    policy: AuthPolicy,
    nonces: NonceIssuer,
    allowed_dids: Option<Arc<HashSet<Did>>>,
    started: Option<Timestamp>,
    replay_store: Option<Arc<MemoryReplayStore>>,
    survives_restart: bool,
}

/// A request without its body.
struct Head {
    method: String,
    target: String,
    headers: Vec<(String, String)>,
    at: Timestamp,
    /// For the nonce of a refusal.
    random: [u8; 16],
    /// Whether the signature is in the JSON body.
    json_body: bool,
}

impl Head {
    /// Reads `{method, target, headers, at, random, jsonBody?}`; `random` is 16 bytes in base64url.
    fn read(mut options: Options) -> Result<Self, Failure> {
        let head = Self {
            method: options.required("method")?,
            target: options.required("target")?,
            headers: options.pairs("headers")?,
            at: time(&options.required("at")?)?,
            random: bytes(&options.required("random")?, "random")?,
            json_body: options.flag("jsonBody")?,
        };
        options.finish()?;
        Ok(head)
    }
}

/// What JavaScript replies to a question.
#[derive(Debug)]
enum Reply {
    /// The text of the DID document.
    DidDocument(String),
    /// The DID has no document.
    NotFound,
    /// The document is not available now.
    Unavailable(String),
    /// What the store says of the key.
    Replay(Replay),
    /// The store cannot tell.
    StoreFailed(String),
}

impl Reply {
    /// Reads `{didDocument}`, `{notFound: true}`, `{unavailable}`, `{replay}` or `{storeFailed}`.
    fn read(mut options: Options) -> Result<Self, Failure> {
        let reply = if let Some(text) = options.text("didDocument")? {
            Self::DidDocument(text)
        } else if options.flag("notFound")? {
            Self::NotFound
        } else if let Some(problem) = options.text("unavailable")? {
            Self::Unavailable(problem)
        } else if let Some(problem) = options.text("storeFailed")? {
            Self::StoreFailed(problem)
        } else {
            Self::Replay(match options.required("replay")?.as_str() {
                "fresh" => Replay::Fresh,
                "replayed" => Replay::Replayed,
                "full" => Replay::Full,
                "expired" => Replay::Expired,
                other => return Err(Failure::usage(format!("replay: unknown answer {other:?}"))),
            })
        };
        options.finish()?;
        Ok(reply)
    }
}

/// A question to JavaScript and its reply. As a resolver and as a replay store, it asks JavaScript.
#[derive(Clone, Debug, Default)]
struct Exchange {
    state: Arc<Mutex<(Option<Object>, Option<Reply>)>>,
    survives_restart: bool,
}

impl Exchange {
    fn state(&self) -> MutexGuard<'_, (Option<Object>, Option<Reply>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn ask(&self, question: Object) -> Reply {
        *self.state() = (Some(question), None);
        poll_fn(|_| self.state().1.take().map_or(Poll::Pending, Poll::Ready)).await
    }
}

impl Resolve for Exchange {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        let Some(url) = did.location() else { return StaticResolver::default().get(did) };
        let mut question = Object::with_capacity(3);
        question.insert("kind", "didDocument");
        question.insert("name", did.as_str());
        question.insert("url", url.as_str());
        match self.ask(question).await {
            Reply::DidDocument(text) => Ok(DidDocument::parse_for(did, text.as_bytes(), &Limits::default())?),
            Reply::NotFound => Err(NetError::Status { url: url.to_string(), status: 404 }.into()),
            Reply::Unavailable(problem) => Err(NetError::Connect { url: url.to_string(), problem }.into()),
            Reply::Replay(_) | Reply::StoreFailed(_) => Err(NetError::Offline { what: url.to_string() }.into()),
        }
    }
}

impl ReplayStore for Exchange {
    fn record<'a>(&'a self, key: &'a ReplayKey, expires: Timestamp, now: Timestamp) -> Recording<'a> {
        let mut question = Object::with_capacity(5);
        question.insert("kind", "replay");
        question.insert("key", hex(&key.digest));
        question.insert("signer", hex(&key.signer));
        question.insert("expires", expires.rounded_up_to_second().to_string());
        question.insert("now", now.to_string());
        Box::pin(async {
            match self.ask(question).await {
                Reply::Replay(replay) => Ok(replay),
                Reply::StoreFailed(problem) => Err(StoreError::new(problem)),
                _ => Err(StoreError::new("the reply was for another question")),
            }
        })
    }

    fn survives_restart(&self) -> bool {
        self.survives_restart
    }
}

type Checking = Pin<Box<dyn Future<Output = Result<Authenticated, AuthError>> + Send>>;

/// A check that waits for a reply.
struct Check {
    checking: Checking,
    exchange: Exchange,
    authenticator: Arc<Authenticator<Exchange>>,
    at: Timestamp,
    random: [u8; 16],
}

/// What this instance remembers between calls.
#[derive(Default)]
struct Memory {
    services: Vec<Service>,
    checks: HashMap<u32, Check>,
    next_check: u32,
}

static MEMORY: Mutex<Option<Memory>> = Mutex::new(None);

fn with_memory<T>(act: impl FnOnce(&mut Memory) -> T) -> T {
    act(MEMORY.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// `{service}`: the number by which calls name it.
///
/// Options: `{origin, nonceSecret, secretIsNew?, requireNonce?, started?, maxAge?, maxBodyBytes?, allowNoNonce?, legacy?, allowedDids?, ownStore?,
/// survivesRestart?}`. `nonceSecret` is 32 bytes in base64url, `secretIsNew` says that no other process has it. With `ownStore`, JavaScript has the
/// replay store; else it is in this instance's memory.
pub fn create_service(mut options: Options) -> Result<Json, Failure> {
    let secret = bytes(&options.required("nonceSecret")?, "nonceSecret")?;
    let service = read_service(options, secret)?;
    let number_of_service = with_memory(|memory| {
        memory.services.push(service);
        memory.services.len() - 1
    });
    let mut object = Object::with_capacity(1);
    object.insert("service", number(number_of_service));
    Ok(object.into())
}

/// `{}` if a service can be made of the options, which have no secret.
pub fn check_service(options: Options) -> Result<Json, Failure> {
    read_service(options, [0; 32]).map(|_| Object::default().into())
}

fn read_service(mut options: Options, secret: [u8; 32]) -> Result<Service, Failure> {
    let audience = options.required("origin")?.parse();
    let audience = audience.map_err(|error| Failure::usage(format!("origin: {error}")))?;
    let mut policy = AuthPolicy::default();
    policy.legacy = options.flag("legacy")?;
    if options.flag("allowNoNonce")? {
        policy.nonce = NoncePolicy::OrSignatureBase;
    }
    if let Some(seconds) = options.count("maxAge")? {
        policy.window = Duration::from_secs(seconds.into());
    }
    if let Some(bytes) = options.count("maxBodyBytes")? {
        policy.body_limit = usize::try_from(bytes).unwrap_or(usize::MAX);
    }
    let mut nonces = NonceIssuer::new(secret);
    nonces.of_this_process = options.flag("secretIsNew")?;
    nonces.required = options.flag("requireNonce")?;
    let allowed_dids = options.optional_texts("allowedDids")?;
    let read_did = |did: &String| did.parse().map_err(|error| Failure::usage(format!("allowedDids: {error}")));
    let allowed_dids = allowed_dids.map(|dids| dids.iter().map(read_did).collect::<Result<_, _>>()).transpose()?;
    let (own_store, survives_restart) = (options.flag("ownStore")?, options.flag("survivesRestart")?);
    let service = Service {
        audience,
        policy,
        nonces,
        allowed_dids: allowed_dids.map(Arc::new),
        started: options.text("started")?.as_deref().map(time).transpose()?,
        replay_store: (!own_store).then(|| Arc::new(MemoryReplayStore::default())),
        survives_restart: survives_restart && own_store,
    };
    options.finish()?;
    Ok(service)
}

/// `{did}`, the unverified sender, or `{refusal}` where the request is refused whatever its body is. For requests signed in their headers.
pub fn check_head(service: u32, head: Options) -> Result<Json, Failure> {
    let head = Head::read(head)?;
    with_memory(|memory| {
        let service = service_by_number(memory, service)?;
        let authenticator = service.authenticator(Exchange::default());
        let checked = request(&head).and_then(|parts| Ok(authenticator.check_head(&parts, head.at)?.did.to_string()));
        let mut object = Object::with_capacity(1);
        match checked {
            Ok(did) => object.insert("did", did),
            Err(error) => object.insert("refusal", refusal(&authenticator, &error, head.at, &head.random)),
        };
        Ok(object.into())
    })
}

/// `{caller}`, `{refusal}`, or `{check, question}`, to which [`resume`] takes the reply.
pub fn begin(service: u32, head: Options, body: &[u8]) -> Result<Json, Failure> {
    let head = Head::read(head)?;
    let Head { at, random, json_body, .. } = head;
    with_memory(|memory| {
        let service = service_by_number(memory, service)?;
        let exchange = Exchange { survives_restart: service.survives_restart, ..Exchange::default() };
        let authenticator = Arc::new(service.authenticator(exchange.clone()));
        let is_full = memory.checks.len() >= MAX_WAITING_CHECKS;
        let begun = request(&head).and_then(|parts| if is_full { Err(too_many(&authenticator)) } else { Ok(parts) });
        let parts = match begun {
            Ok(parts) => parts,
            Err(error) => return Ok(refused(&authenticator, &error, at, &random)),
        };
        let (shared, body) = (Arc::clone(&authenticator), body.to_vec());
        let checking = Box::pin(async move {
            if json_body {
                shared.authenticate_json(&parts, &body, at).await
            } else {
                shared.authenticate(&parts, &body, at).await
            }
        });
        memory.next_check = memory.next_check.wrapping_add(1);
        let id = memory.next_check;
        memory.checks.insert(id, Check { checking, exchange, authenticator, at, random });
        advance(memory, id)
    })
}

/// The same, after the reply to a check's question.
pub fn resume(check: u32, reply: Options) -> Result<Json, Failure> {
    let reply = Reply::read(reply)?;
    with_memory(|memory| {
        let waiting = memory.checks.get(&check).ok_or_else(|| Failure::usage("no such check is waiting"))?;
        waiting.exchange.state().1 = Some(reply);
        advance(memory, check)
    })
}

/// Forgets a check to whose question there is no reply.
pub fn abandon(check: u32) {
    with_memory(|memory| memory.checks.remove(&check));
}

fn advance(memory: &mut Memory, id: u32) -> Result<Json, Failure> {
    let check = memory.checks.get_mut(&id).ok_or_else(|| Failure::usage("no such check is waiting"))?;
    let mut object = Object::with_capacity(2);
    match check.checking.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Pending => {
            let question = check.exchange.state().0.take();
            object.insert("check", id);
            object.insert("question", question.map(Json::from));
            Ok(object.into())
        }
        Poll::Ready(outcome) => {
            let answer = match outcome {
                Ok(authenticated) => {
                    object.insert("caller", caller(&authenticated));
                    object.into()
                }
                Err(error) => refused(&check.authenticator, &error, check.at, &check.random),
            };
            memory.checks.remove(&id);
            Ok(answer)
        }
    }
}

impl Service {
    /// The check of one request.
    fn authenticator(&self, exchange: Exchange) -> Authenticator<Exchange> {
        let mut authenticator = match &self.replay_store {
            Some(store) => Authenticator::new(self.audience.clone(), exchange, Arc::clone(store)),
            None => Authenticator::new(self.audience.clone(), exchange.clone(), exchange),
        };
        authenticator.policy = self.policy.clone();
        authenticator.nonces = Some(self.nonces.clone());
        authenticator.allowed_dids = self.allowed_dids.clone();
        authenticator.started = self.started;
        authenticator
    }
}

fn service_by_number(memory: &Memory, service: u32) -> Result<&Service, Failure> {
    let service = usize::try_from(service).ok().and_then(|at| memory.services.get(at));
    service.ok_or_else(|| Failure::usage("no such service"))
}

/// The request as the library reads it. Header values are bytes, one for each character.
fn request(head: &Head) -> Result<Parts, AuthError> {
    let malformed = |place: &str| AuthError::Malformed {
        place: place.to_owned(),
        reason: "found what HTTP does not allow; send it as RFC 9110 has it".to_owned(),
    };
    let method = Method::from_bytes(head.method.as_bytes()).map_err(|_| malformed("the method"))?;
    // `http` leaves out a fragment silently, and reads `host:port` as a target
    let scheme = |scheme: &str| head.target.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let is_target = head.target.starts_with('/') || scheme("http://") || scheme("https://");
    let target = Some(&head.target).filter(|target| is_target && !target.contains('#'));
    let target: Uri = target.and_then(|target| target.parse().ok()).ok_or_else(|| malformed("the target"))?;
    let mut headers = HeaderMap::with_capacity(head.headers.len());
    for (name, value) in &head.headers {
        let bytes = value.chars().map(u8::try_from).collect::<Result<Vec<_>, _>>().ok();
        let value = bytes.and_then(|bytes| HeaderValue::from_bytes(&bytes).ok());
        let name = HeaderName::from_bytes(name.as_bytes()).ok();
        let (name, value) = name.zip(value).ok_or_else(|| malformed("a header field"))?;
        headers.try_append(name, value).map_err(|_| malformed("the header fields"))?;
    }
    let (mut parts, ()) = Request::new(()).into_parts();
    (parts.method, parts.uri, parts.headers) = (method, target, headers);
    Ok(parts)
}

/// More checks wait than are allowed: the caller may come back.
fn too_many(authenticator: &Authenticator<Exchange>) -> AuthError {
    AuthError::Store(StoreError::new(format!(
        "{MAX_WAITING_CHECKS} requests to {} wait for DID documents; try again later",
        authenticator.audience
    )))
}

fn bytes<const N: usize>(text: &str, option: &str) -> Result<[u8; N], Failure> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| Failure::usage(format!("{option}: expected {N} bytes in base64url")))
}

fn refused(authenticator: &Authenticator<Exchange>, error: &AuthError, at: Timestamp, random: &[u8; 16]) -> Json {
    let mut object = Object::with_capacity(1);
    object.insert("refusal", refusal(authenticator, error, at, random));
    object.into()
}

/// `{code, message, status, headers, body}`: what the service logs, and the response that it sends.
fn refusal(authenticator: &Authenticator<Exchange>, error: &AuthError, at: Timestamp, random: &[u8; 16]) -> Object {
    let response = authenticator.refusal(error, at, Some(random));
    let headers = response.headers().iter().map(|(name, value)| {
        let value: String = value.as_bytes().iter().copied().map(char::from).collect();
        Json::from(vec![Json::from(name.as_str()), Json::from(value)])
    });
    let headers: Vec<Json> = headers.collect();
    let mut object = Object::with_capacity(5);
    object.insert("code", error.code().as_str());
    object.insert("message", error.to_string());
    object.insert("status", u32::from(response.status().as_u16()));
    object.insert("headers", headers);
    object.insert("body", String::from_utf8_lossy(response.body()).into_owned());
    object
}

/// Who sent the request, and what the credentials say.
fn caller(authenticated: &Authenticated) -> Object {
    let covered: Vec<Json> = authenticated.covered.iter().map(|name| Json::from(name.as_str())).collect();
    let mut object = Object::with_capacity(7);
    object.insert("did", authenticated.did().as_str());
    object.insert("keyId", authenticated.key_id.to_string());
    object.insert("form", authenticated.form.as_str());
    object.insert("covered", covered);
    object.insert("created", authenticated.created.map(|time| time.to_string()));
    object.insert("expires", authenticated.expires.map(|time| time.to_string()));
    object.insert("nonce", authenticated.nonce.as_deref());
    object
}
