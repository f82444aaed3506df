//! Fetching a description, resolving its signer, and verifying it.

use super::{Error, Sources, TimeLimit, listing::DEADLINE, supply, verify::log};
use crate::{
    CodedError, Document, Limits,
    description::AgentDescription,
    did::Subject,
    jsonld::Contexts,
    proof::{Expectations, Unverified, Verified, VerifyError},
    resolve::{Cached, FetchKind, HttpResolver, HttpsGet, Resolve, Throttled},
    secret::RedactedUrl,
    verification::PendingProof,
};
use futures_util::stream::{FuturesOrdered, StreamExt};
use std::{fmt, num::NonZeroUsize, time::Duration};
use tracing::{Instrument, debug_span};

/// Fetches and verifies documents, with a resolver for DIDs, an HTTPS client for descriptions, contexts and limits.
#[derive(Clone, Debug)]
pub struct Verifier<R> {
    sources: Sources<R>,
    /// The contexts, by default the embedded ones.
    pub contexts: Contexts,
    /// The limits.
    pub limits: Limits,
    /// The time limit for all descriptions of [`verify_urls`](Self::verify_urls); 5 minutes by default.
    pub deadline: Duration,
}

impl Verifier<Cached<Throttled<HttpResolver>>> {
    /// Creates a verifier that fetches descriptions with the settings of `resolver`, and uses the embedded contexts.
    /// DID documents are cached, and resolutions throttled, within the default limits.
    #[must_use]
    pub fn new(resolver: HttpResolver) -> Self {
        let https = resolver.https.clone();
        Self::with_resolver(Cached::new(Throttled::new(resolver)), https)
    }
}

impl<R: Resolve> Verifier<R> {
    /// Creates a verifier with any resolver for DIDs.
    #[must_use]
    pub fn with_resolver(resolver: R, https: HttpsGet) -> Self {
        let (contexts, limits) = (Contexts::embedded(), Limits::default());
        Self { sources: Sources::new(resolver, https), contexts, limits, deadline: DEADLINE }
    }

    /// Fetches the description at `url`, resolves its signer and verifies it.
    ///
    /// Redirects are not followed, so the requested URL is the one that answered. The proof's domain is compared with
    /// its host if the expectations use [`domain_as_fetched`](crate::proof::WantsDomain::domain_as_fetched).
    ///
    /// # Errors
    /// [`Error`]: `net-*`, `json-*`, or the first check that failed.
    pub async fn verify_url(
        &self,
        url: &str,
        mut expectations: Expectations,
    ) -> Result<Verified<AgentDescription>, Error> {
        let span = debug_span!("verify", url = %RedactedUrl(url));
        let verify = async {
            let (document, url) = self.fetch(url).await.inspect_err(|error| log(&[], Err(error.code())))?;
            expectations.fetched_from = Some(url);
            Ok(self.verify_read(document, expectations).await?)
        };
        verify.instrument(span).await
    }

    /// Fetches and verifies several descriptions, at most `at_once` concurrently; results are in the order of the URLs.
    /// Descriptions after the time limit end with `net-time`.
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

    /// Fetches and parses the document at `url`, unverified, and returns it with its URL.
    ///
    /// # Errors
    /// `net-*`, `json-*`.
    async fn fetch(&self, url: &str) -> Result<(Document, String), Error> {
        let fetched = self.sources.https.fetch(url, FetchKind::AgentDescription).await?;
        Ok((Document::parse(&fetched.body, &self.limits)?, fetched.url))
    }

    /// Resolves the signer of a document and verifies it. Checks that need no network come first.
    ///
    /// # Errors
    /// [`VerifyError`]: the first check that failed, `net-*` included where the DID document could not be obtained.
    pub async fn verify_document<T: Subject + fmt::Debug + Send + Sync + 'static>(
        &self,
        document: Document,
        expectations: Expectations,
    ) -> Result<Verified<T>, VerifyError> {
        self.verify_read(document, expectations).instrument(debug_span!("verify")).await
    }

    async fn verify_read<T: Subject + fmt::Debug + Send + Sync + 'static>(
        &self,
        document: Document,
        expectations: Expectations,
    ) -> Result<Verified<T>, VerifyError> {
        let verified = self.supply_and_finish(document, expectations).await;
        let evidence = match &verified {
            Ok(verified) => verified.evidence(),
            Err(error) => &error.evidence,
        };
        log(&evidence.checks, verified.as_ref().map(|_| evidence.signer.as_ref()).map_err(CodedError::code));
        verified
    }

    async fn supply_and_finish<T: Subject + fmt::Debug + Send + Sync + 'static>(
        &self,
        document: Document,
        expectations: Expectations,
    ) -> Result<Verified<T>, VerifyError> {
        let unverified = Unverified::new(document, &self.contexts);
        // only the typed result is used here, so the format's name does not matter
        let mut pending = PendingProof::<T>::begin("", unverified, &expectations)?;
        let supplied = supply(&mut pending, &self.sources, self.sources.timeout).await;
        pending.finish_typed(&supplied)
    }
}
