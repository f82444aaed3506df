//! The complete check of a request by a service. The order matters: a forged request uses up no nonce.

use super::{
    AccessTokens, AuthPolicy, Authenticated, CheckedHead, NonceIssuer, Receiver, UnverifiedRequest,
    replay::{ReplayStore, SignedBeforeStart, forgotten_until},
};
use crate::{
    CodedError, Origin, Timestamp,
    auth::{
        AcceptSignature, AuthError, AuthenticationInfo, ChallengeError, CredentialForm, DidWbaChallenge, NonceError,
        wire::carrier,
    },
    did::Superseded,
    json::{Json, Object, jcs},
    resolve::{NetError, PeerAddress, ResolutionOptions, Resolve, ResolveError},
};
use http::{
    HeaderMap, HeaderValue, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER},
    request::Parts,
};
use std::fmt;
use tracing::{Instrument, Span, debug, debug_span};

/// Whether who authenticated may do what the request asks for; if not, why.
type Permission = Box<dyn Fn(&Authenticated, &Parts) -> Result<(), String> + Send + Sync>;

/// A service's whole check of a request: form, digest, coverage, audience, window; DID document; method, signature; nonce; permission.
///
/// What a forger can send ends before the nonce is used up, so a forged request uses up nothing. What it can cause is a fetch of a DID
/// document: [`guarded`](Authenticator::guarded) bounds how many, and gives each sender's address a share of them where the request's
/// extensions have it as [`PeerAddress`]. It reads no clock; the layer of the crate `adp-server` does.
pub struct Authenticator<R> {
    audience: Origin,
    resolver: R,
    store: Box<dyn ReplayStore>,
    policy: AuthPolicy,
    nonces: Option<NonceIssuer>,
    tokens: Option<AccessTokens>,
    permission: Option<Permission>,
    started: Option<Timestamp>,
}

impl<R: Resolve> Authenticator<R> {
    /// The check for a service. Requests that nobody has authenticated yet make `resolver` resolve; see
    /// [`guarded`](Authenticator::guarded) for one that others cannot make a burden.
    pub fn new(audience: Origin, resolver: R, store: impl ReplayStore + 'static) -> Self {
        Self {
            audience,
            resolver,
            store: Box::new(store),
            policy: AuthPolicy::default(),
            nonces: None,
            tokens: None,
            permission: None,
            started: None,
        }
    }

    /// What is accepted.
    #[must_use]
    pub fn policy(mut self, policy: AuthPolicy) -> Self {
        self.policy = policy;
        self
    }

    /// Gives out nonces; [`NonceIssuer::required`] makes them the only ones.
    #[must_use]
    pub fn nonces(mut self, nonces: NonceIssuer) -> Self {
        self.nonces = Some(nonces);
        self
    }

    /// Gives out access tokens, and takes them.
    #[must_use]
    pub fn tokens(mut self, tokens: AccessTokens) -> Self {
        self.tokens = Some(tokens);
        self
    }

    /// When the service started. If its store does not survive a restart, nobody knows which requests were accepted before: what was signed until the
    /// start and the clock skew is then refused (`auth-store-full`), unless its nonce is one of [`NonceIssuer::generate`], which no earlier process
    /// gave out. Without a start, such requests are accepted.
    #[must_use]
    pub fn started(mut self, at: Timestamp) -> Self {
        self.started = Some(at);
        self
    }

    /// Asks, after everything else, whether who authenticated may do what the request asks for; the reason goes to the caller.
    #[must_use]
    pub fn permission(
        mut self,
        allowed: impl Fn(&Authenticated, &Parts) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        self.permission = Some(Box::new(allowed));
        self
    }

    /// The service.
    #[must_use]
    pub fn audience(&self) -> &Origin {
        &self.audience
    }

    /// What is accepted, as [`policy`](Self::policy) set it.
    #[must_use]
    pub fn accepts(&self) -> &AuthPolicy {
        &self.policy
    }

    /// This service as the receiver of a request.
    fn receiver(&self, now: Timestamp) -> Receiver<'_> {
        Receiver::new(&self.audience, &self.policy, now)
    }

    /// The resolver.
    #[must_use]
    pub fn resolver(&self) -> &R {
        &self.resolver
    }

    /// Checks what can be checked before the body has come: whether the request would be refused whatever its body is. With the body,
    /// [`CheckedHead::authenticate`] goes on from there.
    ///
    /// # Errors
    /// Those of [`authenticate`](Self::authenticate) that the headers alone cause: form, coverage, audience, window, and all of an access
    /// token's.
    pub fn check_head<'a>(&'a self, request: &'a Parts, now: Timestamp) -> Result<CheckedHead<'a, R>, AuthError> {
        let check = || match self.token(request)? {
            Some((tokens, token)) => {
                let by_token = tokens.verify(token, now)?;
                Ok((by_token.did().clone(), Some(by_token)))
            }
            None => Ok((UnverifiedRequest::check_head(request, self.receiver(now))?, None)),
        };
        let (did, by_token) = check().inspect_err(|error| span_of(request).in_scope(|| log_refusal(error)))?;
        Ok(CheckedHead { authenticator: self, request, did, by_token })
    }

    /// Who sent a request. `body` is the whole body; whoever reads it from the network stops at [`AuthPolicy::body_limit`].
    ///
    /// # Errors
    /// Every [`AuthError`], in the order of the checks; [`refusal`](Self::refusal) has the response.
    pub async fn authenticate(&self, request: &Parts, body: &[u8], now: Timestamp) -> Result<Authenticated, AuthError> {
        let authenticate = async {
            let by_token = self.token(request)?.map(|(tokens, token)| tokens.verify(token, now)).transpose()?;
            self.by_token_or_signature(by_token, request, body, now).await
        };
        logged(request, authenticate).await
    }

    /// [`authenticate`](Self::authenticate) of a request whose own access token this is.
    pub(super) async fn authenticate_rest(
        &self,
        by_token: Option<Authenticated>,
        request: &Parts,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Authenticated, AuthError> {
        logged(request, self.by_token_or_signature(by_token, request, body, now)).await
    }

    async fn by_token_or_signature(
        &self,
        by_token: Option<Authenticated>,
        request: &Parts,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Authenticated, AuthError> {
        let authenticated = match by_token {
            Some(_) if body.len() > self.policy.body_limit => {
                return Err(AuthError::BodySize { limit: self.policy.body_limit });
            }
            Some(by_token) => by_token,
            None => {
                let unverified = UnverifiedRequest::read(request, body, self.receiver(now))?;
                self.by_signature(unverified, request, now).await?
            }
        };
        self.permit(authenticated, request)
    }

    /// Who sent a request whose credentials are in its JSON body ([`UnverifiedRequest::read_json`]); the rest as
    /// [`authenticate`](Self::authenticate).
    ///
    /// # Errors
    /// As for [`authenticate`](Self::authenticate).
    pub async fn authenticate_json(
        &self,
        request: &Parts,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Authenticated, AuthError> {
        let authenticate = async {
            let unverified = UnverifiedRequest::read_json(request, body, self.receiver(now))?;
            let authenticated = self.by_signature(unverified, request, now).await?;
            self.permit(authenticated, request)
        };
        logged(request, authenticate).await
    }

    fn permit(&self, authenticated: Authenticated, request: &Parts) -> Result<Authenticated, AuthError> {
        if let Some(permission) = &self.permission {
            permission(&authenticated, request)
                .map_err(|reason| AuthError::Forbidden { did: authenticated.did().clone(), reason })?;
        }
        Ok(authenticated)
    }

    async fn by_signature(
        &self,
        mut unverified: UnverifiedRequest,
        request: &Parts,
        now: Timestamp,
    ) -> Result<Authenticated, AuthError> {
        let nonce_is_ours = self.check_nonce(&unverified, now);
        if let Ok(Some(until)) = nonce_is_ours {
            // a nonce of ours is accepted once in all its time, not once for each signature over it
            let until = until.saturating_add(self.policy.skew);
            unverified.replayable_until = unverified.replayable_until.max(until);
        }
        if !(matches!(nonce_is_ours, Ok(Some(_))) && self.has_nonces_of_its_own()) {
            self.check_signed_since_start(unverified.claims().created)?;
        }
        // whoever sent it is nobody yet: what it makes us fetch is counted to its address
        let options = ResolutionOptions::new().for_peer(request.extensions.get::<PeerAddress>().copied());
        let resolution = self.resolver.resolve_with(unverified.did(), &options).await;
        let resolution = resolution.map_err(|error| AuthError::Resolve { did: unverified.did().clone(), error })?;
        let verified = unverified.verify(&resolution.document, now)?;
        nonce_is_ours?;
        verified.admit(&*self.store, now).await
    }

    /// Until when the nonce is good, if it is one of ours; an error where it must be and is not.
    fn check_nonce(&self, request: &UnverifiedRequest, now: Timestamp) -> Result<Option<Timestamp>, NonceError> {
        let Some(nonces) = &self.nonces else { return Ok(None) };
        let nonce = request.claims().nonce.as_deref();
        match nonce.map_or(Err(NonceError::NotIssued), |nonce| nonces.check(&self.audience, nonce, now)) {
            Ok(until) => Ok(Some(until)),
            Err(error) if nonces.is_required() => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Refuses what may have been accepted before the service started.
    fn check_signed_since_start(&self, signed: Option<Timestamp>) -> Result<(), SignedBeforeStart> {
        let Some(start) = self.started else { return Ok(()) };
        SignedBeforeStart::check(signed.unwrap_or(start), forgotten_until(&*self.store, start, self.policy.skew))
    }

    /// Whether a nonce of this service shows that a request was signed since the service started.
    fn has_nonces_of_its_own(&self) -> bool {
        self.nonces.as_ref().is_some_and(NonceIssuer::is_of_this_process)
    }

    /// The access token of a request, where the service has any.
    fn token<'a>(&'a self, request: &'a Parts) -> Result<Option<(&'a AccessTokens, &'a str)>, AuthError> {
        let token = carrier::access_token(request)?;
        Ok(token.and_then(|token| Some((self.tokens.as_ref()?, token))))
    }

    /// An access token for whoever authenticated by signature, if the service gives any out; `random` is 16 random bytes.
    #[must_use]
    pub fn token_for(&self, to: &Authenticated, now: Timestamp, random: &[u8; 16]) -> Option<AuthenticationInfo> {
        // a token that brings the next would be good forever
        let tokens = self.tokens.as_ref().filter(|_| to.form() != CredentialForm::AccessToken)?;
        Some(tokens.issue(to, now, random))
    }

    /// The response to a request that is refused. `random` is 16 random bytes for the nonce; without them the challenge has none.
    ///
    /// | status | when (ANP-02 section 3.2.4, ANP-03 section 3.2) |
    /// |---|---|
    /// | 401 | with a challenge; without a nonce for a DID that no other signature makes valid: not well-formed, not found, refused, deactivated |
    /// | 403 | the caller authenticated, and is not permitted to do this |
    /// | 409 | the DID is superseded; the body names its direct successor, which the client must verify |
    /// | 413 | the body is above the limit |
    /// | 503 | with `Retry-After`: the replay store is full, fails or was lost in a restart (401 where a nonce of the service helps at once), the DID document could not be fetched for now, or too much is fetched |
    ///
    /// Which of its faults a DID has is not said: that would let callers probe hosts through this server.
    #[must_use]
    pub fn refusal(&self, error: &AuthError, now: Timestamp, random: Option<&[u8; 16]>) -> Response<Vec<u8>> {
        let status = match error {
            AuthError::SignedBeforeStart(_) if self.has_nonces_of_its_own() => StatusCode::UNAUTHORIZED,
            error => status(error),
        };
        let word = ChallengeError::from_error(error);
        let mut challenge = DidWbaChallenge {
            realm: Some(self.audience.authority()),
            error: Some(word.as_str().to_owned()),
            error_description: Some(ChallengeError::description(error)),
            ..DidWbaChallenge::default()
        };
        // another signature does not make a bad DID good, so none is asked for
        if status == StatusCode::UNAUTHORIZED && word != ChallengeError::InvalidDid {
            let nonces = self.nonces.as_ref().zip(random);
            challenge.nonce = nonces.map(|(nonces, random)| nonces.issue(&self.audience, now, random));
            challenge.accept_signature = Some(AcceptSignature::default());
        }
        let is_challenged = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        let mut headers = if is_challenged { challenge.to_headers() } else { HeaderMap::new() };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = retry_after(error) {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        let (media_type, body) = match error.superseded() {
            Some(superseded) => ("application/json", superseded_body(superseded, ChallengeError::description(error))),
            None => ("application/problem+json", problem(error, status, is_challenged.then_some(&challenge))),
        };
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        let mut response = Response::new(jcs::canonicalize(&body.into()));
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        response
    }
}

/// What a superseded DID is answered with (ANP-03 section 3.2): the direct successor, a hint that the client must verify.
fn superseded_body(superseded: &Superseded, detail: String) -> Object {
    let mut body = Object::with_capacity(5);
    body.insert("code", "did_superseded");
    body.insert("requestedDid", superseded.did().as_str());
    body.insert("currentDid", superseded.successor().as_str());
    body.insert("stableSubjectId", superseded.did().stable_subject_path());
    body.insert("detail", detail);
    body
}

/// Problem details (RFC 9457), with the members of the challenge beside them (ANP-02 section 4.2.2).
fn problem(error: &AuthError, status: StatusCode, challenge: Option<&DidWbaChallenge>) -> Object {
    let mut problem = Object::with_capacity(7);
    if !error.is_of_a_fetch() {
        problem.insert("code", error.code().as_str());
    }
    problem.insert("detail", ChallengeError::description(error));
    problem.insert("status", Json::from(u32::from(status.as_u16())));
    problem.insert("title", status.canonical_reason().unwrap_or_default());
    if let Some(challenge) = challenge {
        for (name, value) in [
            ("error", &challenge.error),
            ("error_description", &challenge.error_description),
            ("nonce", &challenge.nonce),
        ] {
            if let Some(value) = value {
                problem.insert(name, value.as_str());
            }
        }
    }
    problem
}

/// What a request asks for; of its credentials nothing, and no query, which may hold some.
fn span_of(request: &Parts) -> Span {
    debug_span!("authenticate", method = %request.method, path = request.uri.path())
}

/// The code alone: the message may quote credentials.
fn log_refusal(error: &AuthError) {
    debug!(code = error.code().as_str(), "refused");
}

async fn logged(
    request: &Parts,
    authenticate: impl Future<Output = Result<Authenticated, AuthError>>,
) -> Result<Authenticated, AuthError> {
    let authenticate = async {
        let authenticated = authenticate.await;
        match &authenticated {
            Ok(who) => debug!(did = %who.did(), profile = who.form().as_str(), "authenticated"),
            Err(error) => log_refusal(error),
        }
        authenticated
    };
    authenticate.instrument(span_of(request)).await
}

fn status(error: &AuthError) -> StatusCode {
    match error {
        AuthError::BodySize { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        AuthError::Forbidden { .. } => StatusCode::FORBIDDEN,
        _ if error.superseded().is_some() => StatusCode::CONFLICT,
        _ if retry_after(error).is_some() => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::UNAUTHORIZED,
    }
}

/// After how many seconds it may be otherwise, where it is not the request's fault.
fn retry_after(error: &AuthError) -> Option<u64> {
    match error {
        AuthError::StoreFull => Some(60),
        AuthError::SignedBeforeStart(error) => Some(error.retry_after()),
        AuthError::Store(_) => Some(5),
        AuthError::Resolve { error: ResolveError::Net(NetError::Throttled { window, .. }), .. } => {
            Some(window.as_secs().max(1))
        }
        // no such host, an address that is not public, no answer: the caller shall not learn which
        AuthError::Resolve { error, .. } if !error.is_permanent() => Some(30),
        _ => None,
    }
}

#[cfg(feature = "resolver")]
mod guarded {
    use super::Authenticator;
    use crate::{
        Origin,
        auth::replay::ReplayStore,
        resolve::{
            CacheSettings, Cached, Clock, HttpResolver, HttpsGet, Resolve, SystemClock, ThrottleSettings, Throttled,
        },
    };
    use std::sync::Arc;

    impl<R: Resolve + Send + 'static> Authenticator<Cached<Throttled<R>>> {
        /// The check for a service, with a resolver that others cannot make a burden: each DID document is fetched once in five minutes at
        /// most, 300 in a minute from one host, 3000 in all, 8 and 64 at the same time ([`Throttled`]). Beyond that, requests by DIDs that
        /// are not in the cache get 503; whoever wants other limits puts them together for [`new`](Authenticator::new).
        ///
        /// A third of all this is kept for DIDs that have resolved before, so no stranger locks known callers out. That strangers do not lock
        /// each other out either, whoever accepts the connection puts a [`PeerAddress`](crate::auth::PeerAddress) into the request's
        /// extensions; requests without one share one share.
        pub fn guarded(audience: Origin, resolver: R, store: impl ReplayStore + 'static) -> Self {
            Self::guarded_with_clock(audience, resolver, store, SystemClock::new())
        }

        /// The same, with a cache and limits that tell the time by this clock.
        pub fn guarded_with_clock(
            audience: Origin,
            resolver: R,
            store: impl ReplayStore + 'static,
            clock: impl Clock + 'static,
        ) -> Self {
            let clock = Arc::new(clock);
            let throttled = Throttled::with_settings(resolver, ThrottleSettings::default(), Arc::clone(&clock));
            Self::new(audience, Cached::with_settings(throttled, CacheSettings::default(), clock), store)
        }
    }

    impl Authenticator<Cached<Throttled<HttpResolver>>> {
        /// The check for a service that fetches DID documents over HTTPS, from public addresses only; guarded.
        pub fn over_https(audience: Origin, store: impl ReplayStore + 'static) -> Self {
            Self::guarded(audience, HttpResolver::new(HttpsGet::builder().build()), store)
        }
    }
}

impl<R> fmt::Debug for Authenticator<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authenticator")
            .field("audience", &self.audience)
            .field("policy", &self.policy)
            .field("nonces", &self.nonces)
            .field("tokens", &self.tokens)
            .finish_non_exhaustive()
    }
}
