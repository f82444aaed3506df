//! Verifies what agents publish, and keeps the verdicts.

use super::{
    AgentError, AgentSettings, AgentVerdict, VerifiedAgent,
    cache::{AgentCache, Answer, Verdict},
};
use agent_description::{
    Code, CodeClass, CodedError, Did, DidDocument, Expectations, Origin, Purpose, Timestamp,
    did::DidService,
    discovery::{self, Sources, verify_url},
    format::Format,
    resolve::{Clock, HttpsGet, NetError, PeerAddress, Resolution, ResolutionOptions, Resolve, SystemClock},
    verification::{Binding, Supplied, Verification},
};
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{
    sync::{OnceCell, Semaphore},
    time::timeout,
};

/// The most URLs at which one agent's document is looked for.
const MAX_PLACES: usize = 4;

/// Verifies the cards and descriptions that agents publish, and keeps the verdicts. Cheap to clone; clones share what is kept.
///
/// - A verified agent is admitted for [`AgentSettings::fresh_for`], and not beyond the expiry of its signature. Then its DID document and its card or
///   description are fetched and verified again, without a cache in between: an agent whose key was changed, removed or revoked is refused.
/// - What does not verify is refused. An agent whose documents cannot be fetched is not admitted either; the first request after
///   [`AgentSettings::unavailable_for`] tries again.
/// - Requests of one agent at the same time are one verification. Agents that were verified before have turns of their own, which unknown
///   agents cannot take.
pub struct AgentVerifier<R> {
    inner: Arc<Inner<R>>,
}

struct Inner<R> {
    resolver: R,
    https: HttpsGet,
    formats: Vec<&'static Format>,
    settings: AgentSettings,
    clock: Box<dyn Clock>,
    /// Limits the verifications of agents that were not verified before.
    first_turns: Semaphore,
    /// Limits those of agents that were.
    later_turns: Semaphore,
    cache: Mutex<AgentCache>,
}

impl<R: Resolve + Send + 'static> AgentVerifier<R> {
    /// Verifies documents of these formats, such as `ADP`, `ANP_07` and the A2A cards of the crate `adp-cards`. `resolver` resolves DIDs; a clone of
    /// the [`Authenticator`](agent_description::auth::Authenticator)'s shares its cache. `https` fetches the documents.
    #[must_use]
    pub fn new(resolver: R, https: HttpsGet, formats: &[&'static Format]) -> Self {
        Self::with_settings(resolver, https, formats, AgentSettings::default(), SystemClock::default())
    }

    /// The same with these settings and this clock.
    #[must_use]
    pub fn with_settings(
        resolver: R,
        https: HttpsGet,
        formats: &[&'static Format],
        settings: AgentSettings,
        clock: impl Clock + 'static,
    ) -> Self {
        let turns = || Semaphore::new(settings.at_once.clamp(1, Semaphore::MAX_PERMITS));
        let (first_turns, later_turns) = (turns(), turns());
        let cache = Mutex::new(AgentCache::new(&settings));
        let (formats, clock) = (formats.to_vec(), Box::new(clock));
        let inner = Inner { resolver, https, formats, settings, clock, first_turns, later_turns, cache };
        Self { inner: Arc::new(inner) }
    }

    /// The verdict on an agent whose DID has authenticated: a kept one that is fresh, or that of a new verification. What is fetched is counted
    /// to the address that the request came from.
    ///
    /// # Errors
    /// [`AgentError`]
    pub async fn verify(&self, did: &Did, peer: Option<PeerAddress>) -> Result<VerifiedAgent, AgentError> {
        let now = self.inner.clock.now();
        let (pending, is_known) = match self.inner.lock().look_up(did, now) {
            Answer::Verdict(verdict) => return verdict,
            Answer::Verify { pending, is_known } => (pending, is_known),
        };
        // a task: a caller that disconnects neither cancels a verification nor makes the next one start it again
        let (inner, did) = (Arc::clone(&self.inner), did.clone());
        let task = tokio::spawn(async move {
            let waiting = Waiting { inner: &inner, did: &did, pending: Some(pending) };
            match &waiting.pending {
                Some(pending) => pending.get_or_init(|| inner.verify_in_turn(&did, is_known, peer)).await.clone(),
                None => Err(AgentError::Busy),
            }
        });
        task.await.unwrap_or(Err(AgentError::Busy))
    }

    /// Forgets an agent: its next request is verified again.
    pub fn forget(&self, did: &Did) {
        self.inner.lock().forget(did);
    }

    /// How many verified agents are kept, and how many refusals.
    #[must_use]
    pub fn kept(&self) -> (usize, usize) {
        self.inner.lock().len()
    }
}

impl<R> Inner<R> {
    fn lock(&self) -> MutexGuard<'_, AgentCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R: Resolve> Inner<R> {
    /// Waits for a turn, verifies, and keeps the verdict.
    async fn verify_in_turn(&self, did: &Did, is_known: bool, peer: Option<PeerAddress>) -> Verdict {
        let of_host = self.lock().turns_of_host(did.host().unwrap_or_default());
        let of_all = if is_known { &self.later_turns } else { &self.first_turns };
        let turn = async { (of_host.acquire().await, of_all.acquire().await) };
        let Ok((Ok(_of_host), Ok(_of_all))) = timeout(self.settings.wait, turn).await else {
            return Err(AgentError::Busy);
        };
        let began = self.clock.now();
        let verdict = timeout(self.settings.timeout, self.verify_published(did, (is_known, peer), began)).await;
        let too_slow = || Err(AgentError::Unavailable { did: did.clone(), code: Code::NET_TIME });
        let verdict = verdict.unwrap_or_else(|_| too_slow());
        self.lock().keep(did, &verdict, began);
        verdict
    }

    async fn verify_published(
        &self,
        did: &Did,
        (is_known, peer): (bool, Option<PeerAddress>),
        now: Timestamp,
    ) -> Verdict {
        let (document, retrieved) = self.did_document(did, (is_known, peer), now).await?;
        let places = self.places(did, document.document.get());
        let mut given = Supplied::default();
        given.did_documents.insert(did.clone(), Ok(document.document));
        let mut sources = Sources::new(&self.resolver, self.https.clone());
        sources.given = given;
        let mut refusal: Option<AgentError> = None;
        for url in &places {
            let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
                .domain_as_fetched()
                .any_challenge()
                .at(now)
                .signer_is_subject();
            let verdict = match verify_url(url, &self.formats, expectations, &sources).await {
                Ok(found) => self.judge(did, url, &found, (now, retrieved)),
                // nothing is published there; perhaps at the next place
                Err(discovery::Error::Fetch(NetError::Status { status: 404 | 410, .. })) => continue,
                Err(error) => Err(failed(did, url, &error)),
            };
            match verdict {
                Ok(agent) => return Ok(agent),
                // a failed fetch is reported before refusals: the missing document could have verified
                Err(error) if error.is_temporary() || refusal.is_none() => refusal = Some(error),
                Err(_) => {}
            }
        }
        Err(refusal.unwrap_or_else(|| AgentError::NotPublished { did: did.clone(), places }))
    }

    /// The DID document, and when its server sent it: not longer ago than a verdict may last.
    async fn did_document(
        &self,
        did: &Did,
        (is_known, peer): (bool, Option<PeerAddress>),
        now: Timestamp,
    ) -> Result<(Resolution, Timestamp), AgentError> {
        let mut no_cache = is_known;
        loop {
            let mut options = ResolutionOptions::default();
            (options.no_cache, options.peer) = (no_cache, peer);
            let resolution = match self.resolver.resolve_with(did, &options).await {
                Ok(resolution) => resolution,
                Err(error) if error.is_permanent() => return Err(AgentError::from_error(did.as_str(), &error)),
                Err(error) => return Err(AgentError::Unavailable { did: did.clone(), code: error.code() }),
            };
            let retrieved = resolution.retrieved.map_or(now, |retrieved| retrieved.min(now));
            if no_cache || retrieved.saturating_add(self.settings.fresh_for) > now {
                return Ok((resolution, retrieved));
            }
            no_cache = true;
        }
    }

    /// Where the agent's card or description is looked for: what its DID document names, then the well-known URLs of its host.
    fn places(&self, did: &Did, document: &DidDocument) -> Vec<String> {
        let Some(origin) = did.location().as_deref().and_then(Origin::from_https) else { return Vec::new() };
        let may_ask =
            |url: &&str| Origin::from_https(url).is_some_and(|target| self.settings.origins.allows(&origin, &target));
        let described = document.services().iter().filter(|service| service.has_type(DidService::AGENT_DESCRIPTION));
        let named = described.filter_map(|service| service.endpoint.as_str()).filter(may_ask).map(str::to_owned);
        let well_known = self.formats.iter().flat_map(|format| format.well_known);
        let current = well_known.filter(|place| place.instead.is_none()).map(|place| format!("{origin}{}", place.path));
        let mut places = Vec::new();
        for url in named.chain(current) {
            if places.len() < MAX_PLACES && !places.contains(&url) {
                places.push(url);
            }
        }
        places
    }

    /// Whether a verified document is the agent's: the DID signed it, as the one that it is about or as one of the host that serves it.
    fn judge(&self, did: &Did, url: &str, found: &Verification, (now, retrieved): (Timestamp, Timestamp)) -> Verdict {
        if let Some(error) = &found.error {
            return Err(failed(did, url, error.as_ref()));
        }
        let is_accepted = |binding| matches!(binding, Some(Binding::Subject | Binding::Host));
        let names = found.signatures.iter().any(|signature| {
            signature.error.is_none() && signature.signer.as_ref() == Some(did) && is_accepted(signature.binding)
        });
        // an object of no known format is verified by its proof alone
        let is_asked_for = self.formats.iter().map(|format| format.name).any(|name| name == found.format);
        if !(names && is_asked_for) {
            return Err(AgentError::OtherSigner { did: did.clone(), url: url.to_owned() });
        }
        let fresh_until = retrieved.saturating_add(self.settings.fresh_for);
        let fresh_until = found.expires.map_or(fresh_until, |expires| expires.min(fresh_until));
        let (did, url, format) = (did.clone(), url.to_owned(), found.format);
        Ok(VerifiedAgent(Arc::new(AgentVerdict { did, url, format, verified_at: now, fresh_until })))
    }
}

/// What was refused, or could not be decided.
fn failed(did: &Did, url: &str, error: &dyn CodedError) -> AgentError {
    match error.code().class() {
        CodeClass::Undecided => AgentError::Unavailable { did: did.clone(), code: error.code() },
        _ => AgentError::from_error(url, error),
    }
}

/// A request that waits for a verification. If it is dropped, its wait ends.
struct Waiting<'a, R> {
    inner: &'a Inner<R>,
    did: &'a Did,
    pending: Option<Arc<OnceCell<Verdict>>>,
}

impl<R> Drop for Waiting<'_, R> {
    fn drop(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.inner.lock().leave(self.did, pending);
        }
    }
}

impl<R> Clone for AgentVerifier<R> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner) }
    }
}

impl<R> fmt::Debug for AgentVerifier<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentVerifier").field("settings", &self.inner.settings).finish_non_exhaustive()
    }
}
