//! Authentication of requests by a service. The order of checks ensures that a forged request uses no nonce.

use crate::{
    AcceptSignature, AccessTokens, AuthError, AuthPolicy, Authenticated, AuthenticationInfo, CheckedHead,
    CredentialForm, DidWbaChallenge, LOG_TARGET, NonceIssuer, Receiver, UnverifiedRequest,
    replay::{ReplayStore, SignedBeforeStart},
    wire::{carrier, didwba_challenge::ChallengeError},
};
use adp_crypto::{Origin, Timestamp};
use adp_did::{Did, Superseded};
#[cfg(feature = "resolver")]
use adp_fetch::{Cached, HttpResolver, HttpsGet, Throttled};
use adp_fetch::{NetError, PeerAddress, ResolutionOptions, Resolve, ResolveError};
use adp_json::{CodedError, Json, Object, jcs};
use http::{
    HeaderMap, HeaderValue, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER},
    request::Parts,
};
use std::{collections::HashSet, fmt, sync::Arc, time::Duration};
use tracing::{Instrument, Span, debug, debug_span};

/// Decides whether the caller may make the request; returns the reason if not.
type Permission = Box<dyn Fn(&Authenticated, &Parts) -> Result<(), String> + Send + Sync>;

/// Authenticates requests: syntax, digest, coverage, audience, time window; DID document; method, signature; nonce;
/// authorization.
///
/// A forged request fails before its nonce is stored. It can only cause a fetch of a DID document. A
/// [`Throttled`](adp_fetch::Throttled) resolver limits these fetches, with a share for each client address if the
/// request's extensions contain a [`PeerAddress`]. This type reads no clock; the layer of the crate `adp-server` does.
pub struct Authenticator<R> {
    /// The origin of the service.
    pub audience: Origin,
    /// The resolver of the callers' DIDs.
    pub resolver: R,
    store: Box<dyn ReplayStore>,
    /// The policy for credentials.
    pub policy: AuthPolicy,
    /// Issues nonces; [`NonceIssuer::required`] makes them mandatory.
    pub nonces: Option<NonceIssuer>,
    /// Issues and accepts access tokens.
    pub tokens: Option<AccessTokens>,
    /// The only DIDs that may call, if set. A request of another DID is refused before anything is fetched, so that an
    /// unknown caller can find out whether a DID is listed.
    pub allowed_dids: Option<Arc<HashSet<Did>>>,
    permission: Option<Permission>,
    /// The start time of the service. Requests that were signed before its nonce store knows of all requests
    /// ([`ReplayStore::forgotten_until`]) may already have been accepted. They are refused (`auth-before-start`), unless
    /// their nonce comes from [`NonceIssuer::generate`], which no earlier process issued, and is not older than a store
    /// that was restored since the start. Without a start time, such requests are accepted.
    pub started: Option<Timestamp>,
}

impl<R: Resolve> Authenticator<R> {
    /// Creates the authenticator of a service. Unauthenticated requests can cause `resolver` to fetch; see
    /// [`over_https`](Authenticator::over_https) for a resolver with limits.
    pub fn new(audience: Origin, resolver: R, store: impl ReplayStore + 'static) -> Self {
        Self {
            audience,
            resolver,
            store: Box::new(store),
            policy: AuthPolicy::default(),
            nonces: None,
            tokens: None,
            allowed_dids: None,
            permission: None,
            started: None,
        }
    }

    /// Sets an authorization check that runs after all other checks; its reason is sent to the caller.
    #[must_use]
    pub fn permission(
        mut self,
        allowed: impl Fn(&Authenticated, &Parts) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        self.permission = Some(Box::new(allowed));
        self
    }

    /// This service as the receiver of a request.
    fn receiver(&self, now: Timestamp) -> Receiver<'_> {
        Receiver::new(&self.audience, &self.policy, now)
    }

    /// Runs all checks that do not need the body. [`CheckedHead::authenticate`] continues with the body.
    ///
    /// # Errors
    /// Errors of [`authenticate`](Self::authenticate) that depend only on the headers: syntax, coverage, audience, time
    /// window, and all errors of an access token.
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

    /// Authenticates a request. `body` is the complete body; the caller limits it to [`AuthPolicy::body_limit`].
    ///
    /// # Errors
    /// Every [`AuthError`], in the order of the checks; [`refusal`](Self::refusal) builds the response.
    pub async fn authenticate(&self, request: &Parts, body: &[u8], now: Timestamp) -> Result<Authenticated, AuthError> {
        let authenticate = async {
            let by_token = self.token(request)?.map(|(tokens, token)| tokens.verify(token, now)).transpose()?;
            self.by_token_or_signature(by_token, request, body, now).await
        };
        logged(request, authenticate).await
    }

    /// [`authenticate`](Self::authenticate) for a request with an access token.
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

    /// Authenticates a request with credentials in its JSON body ([`UnverifiedRequest::read_json`]); otherwise like
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
        self.check_allowed(authenticated.did())?;
        if let Some(permission) = &self.permission {
            permission(&authenticated, request)
                .map_err(|reason| AuthError::Forbidden { did: authenticated.did().clone(), reason })?;
        }
        Ok(authenticated)
    }

    fn check_allowed(&self, did: &Did) -> Result<(), AuthError> {
        if self.allowed_dids.as_ref().is_none_or(|allowed| allowed.contains(did)) {
            return Ok(());
        }
        let reason = "this server lets only some DIDs in, and this is not one of them".to_owned();
        Err(AuthError::Forbidden { did: did.clone(), reason })
    }

    async fn by_signature(
        &self,
        mut unverified: UnverifiedRequest,
        request: &Parts,
        now: Timestamp,
    ) -> Result<Authenticated, AuthError> {
        let nonce_is_ours = self.check_nonce(&unverified, now);
        if let Ok(Some(until)) = &nonce_is_ours {
            // a server nonce is accepted once in its lifetime, not once for each signature
            let until = until.saturating_add(self.policy.skew);
            unverified.replayable_until = unverified.replayable_until.max(until);
        }
        let signed = unverified.claims().created;
        let nonce_until = nonce_is_ours.as_ref().ok().copied().flatten();
        self.check_not_forgotten(signed, nonce_until)?;
        self.check_allowed(unverified.claims().did())?;
        // the sender is not authenticated yet: fetches count against its address
        let peer = request.extensions.get::<PeerAddress>().copied();
        let mut options = ResolutionOptions::default();
        options.peer = peer;
        let resolution = self.resolver.resolve_with(unverified.claims().did(), &options).await;
        let resolution =
            resolution.map_err(|error| AuthError::Resolve { did: unverified.claims().did().clone(), error })?;
        let verified = unverified.verify(&resolution.document, now)?;
        nonce_is_ours?;
        let authenticated = verified.admit(&*self.store, now).await?;
        // a store that was restored meanwhile knows it by now
        self.check_not_forgotten(signed, nonce_until)?;
        Ok(authenticated)
    }

    /// The expiry time of a server nonce; an error if a required server nonce is missing.
    fn check_nonce(&self, request: &UnverifiedRequest, now: Timestamp) -> Result<Option<Timestamp>, AuthError> {
        let Some(nonces) = &self.nonces else { return Ok(None) };
        let nonce = request.claims().nonce.as_deref();
        match nonces.check(&self.audience, nonce.unwrap_or_default(), now) {
            Ok(until) => Ok(Some(until)),
            Err(error) if nonces.required => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Refuses requests that may have been accepted before the service started, or before its store was restored.
    /// `nonce_until` is the expiry time of a server nonce.
    fn check_not_forgotten(
        &self,
        signed: Option<Timestamp>,
        nonce_until: Option<Timestamp>,
    ) -> Result<(), SignedBeforeStart> {
        let Some(start) = self.started else { return Ok(()) };
        if let Some(until) = nonce_until.filter(|_| self.has_nonces_of_its_own()) {
            // this process issued it with its own clock; only what the store lost since the start is unknown
            let lost = self.store.forgotten_until(start, Duration::ZERO).filter(|lost| *lost > start);
            return SignedBeforeStart::check(NonceIssuer::issue_time(until).unwrap_or(start), lost);
        }
        SignedBeforeStart::check(signed.unwrap_or(start), self.store.forgotten_until(start, self.policy.skew))
    }

    /// Whether a nonce of this service proves that the request was signed after the service started.
    fn has_nonces_of_its_own(&self) -> bool {
        self.nonces.as_ref().is_some_and(|nonces| nonces.of_this_process)
    }

    /// The access token of a request, if the service issues tokens.
    fn token<'a>(&'a self, request: &'a Parts) -> Result<Option<(&'a AccessTokens, &'a str)>, AuthError> {
        let token = carrier::access_token(request)?;
        Ok(token.and_then(|token| Some((self.tokens.as_ref()?, token))))
    }

    /// An access token for a caller that authenticated by signature, if the service issues tokens; `random` is 16
    /// random bytes.
    #[must_use]
    pub fn token_for(&self, to: &Authenticated, now: Timestamp, random: &[u8; 16]) -> Option<AuthenticationInfo> {
        // otherwise a caller could renew a token forever
        let tokens = self.tokens.as_ref().filter(|_| to.form != CredentialForm::AccessToken)?;
        Some(tokens.issue(to, now, random))
    }

    /// The response to a refused request. `random` is 16 random bytes for the nonce; without them the challenge has no
    /// nonce.
    ///
    /// | status | when (ANP-02 section 3.2.4, ANP-03 section 3.2) |
    /// |---|---|
    /// | 401 | with a challenge; without a nonce for a DID that no other signature makes valid: not well-formed, not found, refused, deactivated |
    /// | 403 | the caller authenticated, and is not permitted to do this |
    /// | 409 | the DID is superseded; the body names its direct successor, which the client must verify |
    /// | 413 | the body is above the limit |
    /// | 503 | with `Retry-After`: the DID document is temporarily unavailable, or a fetch limit is reached. Also if the replay store is full, unavailable or was lost in a restart (401 if a server nonce helps) |
    ///
    /// Hides why a DID failed, because callers could probe hosts through this server.
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
        // another signature cannot fix the DID, so the server does not request one
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

/// The response for a superseded DID (ANP-03 section 3.2): the direct successor, a hint that the client must verify.
fn superseded_body(superseded: &Superseded, detail: String) -> Object {
    let mut body = Object::with_capacity(5);
    body.insert("code", "did_superseded");
    body.insert("requestedDid", superseded.did().as_str());
    body.insert("currentDid", superseded.successor().as_str());
    body.insert("stableSubjectId", superseded.did().stable_subject_path());
    body.insert("detail", detail);
    body
}

/// Problem details (RFC 9457) with the members of the challenge (ANP-02 section 4.2.2).
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

/// The loggable part of a request: no credentials and no query, which can contain secrets.
fn span_of(request: &Parts) -> Span {
    debug_span!(target: LOG_TARGET, "authenticate", method = %request.method, path = request.uri.path())
}

/// Only the code: the message may quote credentials.
fn log_refusal(error: &AuthError) {
    debug!(target: LOG_TARGET, code = error.code().as_str(), "refused");
}

async fn logged(
    request: &Parts,
    authenticate: impl Future<Output = Result<Authenticated, AuthError>>,
) -> Result<Authenticated, AuthError> {
    let authenticate = async {
        let authenticated = authenticate.await;
        match &authenticated {
            Ok(who) => debug!(target: LOG_TARGET, did = %who.did(), profile = who.form.as_str(), "authenticated"),
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

/// Seconds to wait before a retry, if the error is temporary.
fn retry_after(error: &AuthError) -> Option<u64> {
    match error {
        AuthError::StoreFull => Some(60),
        AuthError::SignedBeforeStart(error) => Some(error.retry_after()),
        AuthError::Store(_) => Some(5),
        AuthError::Resolve { error: ResolveError::Net(NetError::Throttled { window, .. }), .. } => {
            Some(window.as_secs().max(1))
        }
        // do not disclose whether the host is unknown, not public or silent
        AuthError::Resolve { error, .. } if !error.is_permanent() => Some(30),
        _ => None,
    }
}

#[cfg(feature = "resolver")]
impl Authenticator<Cached<Throttled<HttpResolver>>> {
    /// Creates an authenticator that fetches DID documents over HTTPS, only from public addresses, within limits
    /// ([`Throttled`]). Each DID document is fetched at most once in five minutes. A host gets at most 300 requests per
    /// minute, 8 of them concurrently; the total is 3000 per minute, 64 concurrently. Beyond these limits, requests by
    /// DIDs that are not cached get 503. For other limits, configure a resolver for [`new`](Authenticator::new).
    ///
    /// A third of each limit is reserved for DIDs that have resolved before, so unknown DIDs cannot lock out known
    /// callers. To share the rest fairly between clients, add a [`PeerAddress`] to the request's extensions when you
    /// accept the connection. All requests without one share one quota.
    pub fn over_https(audience: Origin, store: impl ReplayStore + 'static) -> Self {
        Self::new(audience, Cached::new(Throttled::new(HttpResolver::new(HttpsGet::builder().build()))), store)
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
