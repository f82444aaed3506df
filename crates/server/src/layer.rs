//! A `tower` layer that authenticates requests.

use crate::{
    AuthenticatedDid, BodyBudget, BodyError, HeldBody,
    access_log::AccessDetails,
    gated::{Gate, GateResult, Gated},
    problem::problem_response,
};
use agent_description::{
    CodedError, Timestamp,
    auth::{AuthError, Authenticated, Authenticator, random},
    did::Did,
    resolve::{Clock, Resolve, SystemClock},
};
use bytes::Bytes;
use http::{
    HeaderMap, HeaderValue, Request, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_LENGTH},
    request::Parts,
    response,
};
use http_body::Body;
use http_body_util::Full;
use std::{error::Error, fmt, sync::Arc, time::Duration};
use tower_layer::Layer;

/// Passes only authenticated requests to a service; responds to the others itself.
///
/// - The headers are checked before the body is read, with [`refuse_claim`](Self::refuse_claim) also the authorization.
///   The complete body is then read, up to [`AuthPolicy::body_limit`](agent_description::auth::AuthPolicy::body_limit),
///   within [`body_timeout`](Self::body_timeout). All bodies together are limited to [`body_budget`](Self::body_budget)
///   bytes. So requests without valid credentials cost only their headers.
/// - The service receives exactly the checked bytes. Trailers are dropped, because no signature covers them.
/// - The caller is in the request's extensions: [`AuthenticatedDid`].
/// - Responses get `Authentication-Info` and `Cache-Control: no-store` if the service issues access tokens, and
///   `Cache-Control: private` if they have no `Cache-Control`, because caches do not treat a `Signature` as
///   authorization.
///
/// Fetches for a request are counted for the [`PeerAddress`](agent_description::resolve::PeerAddress) in its extensions.
/// Set it in an outer layer where you accept connections (with axum from `ConnectInfo`; behind a proxy, the address
/// that the proxy reports). Without it all unknown DIDs share one quota, which one client can use up.
///
/// Handle requests without credentials, such as CORS preflights, in an outer layer. Needs a tokio runtime with time.
#[derive(Debug)]
pub struct AuthLayer<R> {
    gate: AuthGate<R>,
}

/// The shared settings of all services behind one layer.
pub struct AuthGate<R> {
    authenticator: Arc<Authenticator<R>>,
    clock: Arc<dyn Clock>,
    body_timeout: Duration,
    bodies: BodyBudget,
    refuse_claim: Option<Arc<RefuseClaim>>,
}

/// The response to a request whose DID is not authorized, otherwise `None`.
type RefuseClaim = dyn Fn(&Did, &Parts) -> Option<Response<Full<Bytes>>> + Send + Sync;

impl<R: Resolve> AuthLayer<R> {
    /// Creates the layer, with 10 s for a body and 256 MiB for all bodies.
    #[must_use]
    pub fn new(authenticator: Authenticator<R>) -> Self {
        Self::with_clock(authenticator, SystemClock::default())
    }

    /// Creates the layer with a clock.
    #[must_use]
    pub fn with_clock(authenticator: Authenticator<R>, clock: impl Clock + 'static) -> Self {
        let (authenticator, bodies) = (Arc::new(authenticator), BodyBudget::new(0));
        let body_timeout = Duration::from_secs(10);
        let gate = AuthGate { authenticator, clock: Arc::new(clock), body_timeout, bodies, refuse_claim: None };
        Self { gate }.body_budget(256 << 20)
    }

    /// Sets the time limit for receiving a body; slower clients get 408.
    #[must_use]
    pub fn body_timeout(mut self, body_timeout: Duration) -> Self {
        self.gate.body_timeout = body_timeout;
        self
    }

    /// Sets the memory limit for request bodies, by received bytes; over the limit, clients get 503. At least the limit
    /// of one body.
    #[must_use]
    pub fn body_budget(self, body_budget: usize) -> Self {
        // a body of the maximum size must fit, otherwise it could never be received
        let body_budget = body_budget.max(self.gate.authenticator.policy.body_limit);
        self.share_body_budget(BodyBudget::new(body_budget))
    }

    /// Sets a memory limit that other readers of bodies share.
    #[must_use]
    pub fn share_body_budget(mut self, bodies: BodyBudget) -> Self {
        self.gate.bodies = bodies;
        self
    }

    /// Refuses a request before its body is read and the DID document is fetched, if the DID in its credentials is not
    /// authorized. `refuse` returns the response. If it returns `None`, the service is called only after exactly this DID
    /// was authenticated. For a fixed list of DIDs, see
    /// [`Authenticator::allowed_dids`](agent_description::auth::Authenticator::allowed_dids).
    #[must_use]
    pub fn refuse_claim(
        mut self,
        refuse: impl Fn(&Did, &Parts) -> Option<Response<Full<Bytes>>> + Send + Sync + 'static,
    ) -> Self {
        self.gate.refuse_claim = Some(Arc::new(refuse));
        self
    }
}

impl<R> Clone for AuthLayer<R> {
    fn clone(&self) -> Self {
        Self { gate: self.gate.clone() }
    }
}

impl<R> Clone for AuthGate<R> {
    fn clone(&self) -> Self {
        Self {
            authenticator: Arc::clone(&self.authenticator),
            clock: Arc::clone(&self.clock),
            body_timeout: self.body_timeout,
            bodies: self.bodies.clone(),
            refuse_claim: self.refuse_claim.clone(),
        }
    }
}

impl<R> fmt::Debug for AuthGate<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthGate")
            .field("authenticator", &self.authenticator)
            .field("body_timeout", &self.body_timeout)
            .field("bodies", &self.bodies)
            .finish_non_exhaustive()
    }
}

impl<S, R> Layer<S> for AuthLayer<R> {
    type Service = AuthService<S, R>;

    fn layer(&self, inner: S) -> AuthService<S, R> {
        Gated::new(inner, self.gate.clone())
    }
}

/// A service behind [`AuthLayer`].
pub type AuthService<S, R> = Gated<S, AuthGate<R>>;

impl<R, B> Gate<B> for AuthGate<R>
where
    R: Resolve + Send + 'static,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    type Body = Full<Bytes>;

    async fn admit(self, request: Request<B>) -> GateResult<Full<Bytes>> {
        let (mut parts, body) = request.into_parts();
        let now = self.clock.now();
        let mut claimed_did = None;
        let admitted = self.authenticate(&parts, body, now, &mut claimed_did).await;
        let (authenticated, body) = admitted.map_err(|refused| self.answer(refused, claimed_did))?;
        let did = authenticated.did().clone();
        let (bytes, room) = body.into_parts();
        let token = random().ok().and_then(|random| self.authenticator.token_for(&authenticated, now, &random));
        parts.extensions.insert(AuthenticatedDid::new(authenticated));
        let complete = move |response: &mut response::Parts| {
            // the service has read it
            drop(room);
            response.extensions.get_or_insert_default::<AccessDetails>().did = Some(did);
            let headers = &mut response.headers;
            if let Some(token) = token.and_then(|token| token.to_headers()) {
                headers.extend(token);
                // overrides the service: a cache could give the token to others
                headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
            } else {
                headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("private"));
            }
        };
        Ok((Request::from_parts(parts, Full::new(bytes)), Box::new(complete)))
    }
}

/// Why a request is refused.
enum Refused {
    By(AuthError),
    /// The DID in its credentials is not authorized.
    Claim(Box<Response<Full<Bytes>>>),
    /// Its body could not be read.
    Body(BodyError),
}

impl<R: Resolve> AuthGate<R> {
    /// Checks the headers, reads the body, checks the request.
    async fn authenticate<B>(
        &self,
        parts: &Parts,
        body: B,
        now: Timestamp,
        claimed_did: &mut Option<Did>,
    ) -> Result<(Authenticated, HeldBody), Refused>
    where
        B: Body,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let head = self.authenticator.check_head(parts, now).map_err(Refused::By)?;
        *claimed_did = Some(head.did.clone());
        if let Some(response) = self.refuse_claim.as_ref().and_then(|refuse| refuse(&head.did, parts)) {
            return Err(Refused::Claim(Box::new(response)));
        }
        let limit = self.authenticator.policy.body_limit;
        let too_large = || Refused::By(AuthError::BodySize { limit });
        let hint = body.size_hint();
        let least = usize::try_from(hint.lower().max(content_length(&parts.headers))).unwrap_or(usize::MAX);
        if least > limit {
            return Err(too_large());
        }
        let body = self.bodies.read(body, limit, self.body_timeout).await.map_err(|error| match error {
            BodyError::TooLarge { .. } => too_large(),
            error => Refused::Body(error),
        })?;
        let authenticated = head.authenticate(body.bytes(), now).await.map_err(Refused::By)?;
        Ok((authenticated, body))
    }

    /// The response to a refused request: problem details (RFC 9457), or for a superseded DID the form of ANP-03.
    fn answer(&self, refused: Refused, claimed_did: Option<Did>) -> Response<Full<Bytes>> {
        let mut response = match refused {
            Refused::By(error) => {
                let refusal = self.authenticator.refusal(&error, self.clock.now(), random().ok().as_ref());
                let mut refusal = refusal.map(|body| Full::new(Bytes::from(body)));
                let (code, detail) = (Some(error.code().as_str().to_owned()), Some(error.to_string()));
                refusal.extensions_mut().insert(AccessDetails { code, detail, ..AccessDetails::default() });
                refusal
            }
            Refused::Claim(response) => *response,
            Refused::Body(error) => {
                let (status, retry_after) = match error {
                    BodyError::Slow { .. } => (StatusCode::REQUEST_TIMEOUT, None),
                    BodyError::NoRoom => (StatusCode::SERVICE_UNAVAILABLE, Some(1)),
                    _ => (StatusCode::BAD_REQUEST, None),
                };
                problem_response(status, None, &error.to_string(), retry_after)
            }
        };
        response.extensions_mut().get_or_insert_default::<AccessDetails>().claimed_did = claimed_did;
        response
    }
}

/// The announced length; larger than any limit if it is invalid.
fn content_length(headers: &HeaderMap) -> u64 {
    let mut lengths = headers.get_all(CONTENT_LENGTH).iter();
    let read = |value: &HeaderValue| value.to_str().ok()?.parse().ok();
    lengths.try_fold(0, |most: u64, value| Some(most.max(read(value)?))).unwrap_or(u64::MAX)
}
