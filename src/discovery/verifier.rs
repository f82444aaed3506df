//! The whole way: fetch a description, resolve its signer, verify it.

use super::{Error, TimeLimit, listing::DEADLINE};
use crate::{
    Document, Fault, Limits,
    description::AgentDescription,
    did::{Did, DidDocument, DidError, Resolved, Subject},
    jsonld::Contexts,
    proof::{Expectations, Unverified, Verified, VerifyError},
    resolve::{Cached, FetchKind, HttpResolver, HttpsGet, RedactedUrl, ResolutionOptions, Resolve, Throttled},
};
use futures_util::stream::{FuturesOrdered, StreamExt};
use std::{num::NonZeroUsize, sync::Arc, time::Duration};
use tracing::{Instrument, debug, debug_span, trace};

/// Fetches and verifies documents: the resolver for DIDs, the HTTPS client for descriptions, the contexts and limits.
#[derive(Clone, Debug)]
pub struct Verifier<R> {
    resolver: R,
    https: HttpsGet,
    contexts: Contexts,
    limits: Limits,
    deadline: Duration,
}

impl Verifier<Cached<Throttled<HttpResolver>>> {
    /// A verifier that fetches descriptions as `resolver` fetches DID documents, with the embedded contexts. DID
    /// documents are cached, and resolutions throttled, within the default limits.
    #[must_use]
    pub fn new(resolver: HttpResolver) -> Self {
        let https = resolver.https().clone();
        Self::with_resolver(Cached::new(Throttled::new(resolver)), https)
    }
}

impl<R: Resolve> Verifier<R> {
    /// A verifier with any resolver for DIDs.
    #[must_use]
    pub fn with_resolver(resolver: R, https: HttpsGet) -> Self {
        let (contexts, limits) = (Contexts::embedded(), Limits::default());
        Self { resolver, https, contexts, limits, deadline: DEADLINE }
    }

    /// The same with contexts that the caller pinned.
    #[must_use]
    pub fn contexts(mut self, contexts: Contexts) -> Self {
        self.contexts = contexts;
        self
    }

    /// The same with these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The same with this time for all descriptions of [`verify_urls`](Self::verify_urls) together, instead of 5 minutes.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Fetches the description at `url`, resolves its signer and verifies it.
    ///
    /// Redirects are not followed, so the URL asked for is the URL that answered: `domain` is compared with its host
    /// where the expectations say [`domain_as_fetched`](crate::proof::WantsDomain::domain_as_fetched).
    ///
    /// # Errors
    /// [`Error`]: `net-*`, `json-*`, or the first check that failed.
    pub async fn verify_url(&self, url: &str, expectations: Expectations) -> Result<Verified<AgentDescription>, Error> {
        let span = debug_span!("verify", url = %RedactedUrl(url));
        let verify = async {
            let (document, url) = self.fetch(url).await.inspect_err(log_refusal)?;
            Ok(self.verify_with(document, expectations.fetched_from(url), |_| None).await?)
        };
        verify.instrument(span).await
    }

    /// Fetches and verifies several descriptions, at most `at_once` at the same time; the results stand in the order
    /// of the URLs. Those for which there is no time end in `net-time`.
    pub async fn verify_urls(
        &self,
        urls: &[&str],
        expectations: impl Fn() -> Expectations,
        at_once: NonZeroUsize,
    ) -> Vec<Result<Verified<AgentDescription>, Error>> {
        let time = TimeLimit::start(self.deadline);
        let (mut urls, mut under_way, mut results) =
            (urls.iter(), FuturesOrdered::new(), Vec::with_capacity(urls.len()));
        loop {
            while under_way.len() < at_once.get() {
                let Some(url) = urls.next() else { break };
                let verify = self.verify_url(url, expectations());
                under_way.push_back(async move { time.within(url, verify).await });
            }
            match under_way.next().await {
                Some(result) => results.push(result),
                None => return results,
            }
        }
    }

    /// Fetches and reads the document at `url`, unverified, with the URL as it was asked for.
    ///
    /// # Errors
    /// `net-*`, `json-*`.
    pub async fn fetch(&self, url: &str) -> Result<(Document, String), Error> {
        let fetched = self.https.fetch(url, FetchKind::AgentDescription).await?;
        Ok((Document::parse(&fetched.body, &self.limits)?, fetched.url))
    }

    /// Resolves the signer of an available document and verifies it. What would fail anyway fails before the network is
    /// asked.
    ///
    /// # Errors
    /// [`VerifyError`]: the first check that failed, `net-*` included where the DID document could not be obtained.
    pub async fn verify_document<T: Subject>(
        &self,
        document: Document,
        expectations: Expectations,
    ) -> Result<Verified<T>, VerifyError> {
        self.verify_with(document, expectations, |_| None).instrument(debug_span!("verify")).await
    }

    /// Verifies an available document with the DID document that `at_hand` has of its signer, or else as
    /// [`verify_document`](Self::verify_document) does; told within the caller's span.
    ///
    /// With a DID document available the network is not asked, so every check comes in its order.
    ///
    /// # Errors
    /// [`VerifyError`]: the first check that failed, which is the resolution where `at_hand` refuses its document.
    pub async fn verify_with<T: Subject>(
        &self,
        document: Document,
        expectations: Expectations,
        at_hand: impl FnOnce(&Did) -> Option<Result<Arc<Resolved<DidDocument>>, DidError>>,
    ) -> Result<Verified<T>, VerifyError> {
        let verified = self.resolve_and_check(document, expectations, at_hand).await;
        let evidence = match &verified {
            Ok(verified) => verified.evidence(),
            Err(error) => error.evidence(),
        };
        // the details are left out: they may quote a challenge
        for check in evidence.checks() {
            trace!(check = check.name.as_str(), result = check.result.as_str());
        }
        match &verified {
            Ok(_) => debug!(signer = evidence.signer.as_ref().map(display), "verified"),
            Err(error) => log_refusal(error),
        }
        verified
    }

    async fn resolve_and_check<T: Subject>(
        &self,
        document: Document,
        expectations: Expectations,
        at_hand: impl FnOnce(&Did) -> Option<Result<Arc<Resolved<DidDocument>>, DidError>>,
    ) -> Result<Verified<T>, VerifyError> {
        let pending = Unverified::<T>::read(document, &self.contexts).prepare(expectations)?;
        if let Some(did_document) = at_hand(pending.signer()) {
            return pending.finish(match &did_document {
                Ok(did_document) => Ok(did_document),
                Err(error) => Err(Box::new(error.clone())),
            });
        }
        let pending = pending.check_before_resolving()?;
        let resolution = self.resolver.resolve_with(pending.signer(), &ResolutionOptions::new()).await;
        pending.finish(match &resolution {
            Ok(resolution) => Ok(&resolution.document),
            Err(error) => Err(Box::new(error.clone())),
        })
    }
}

/// The code alone: the message may have what gives access.
fn log_refusal(error: &impl Fault) {
    debug!(code = error.code().as_str(), "refused");
}
