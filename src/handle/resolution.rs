//! Resolution of a Handle to its DID and back (ANP-04 section 6.3).

use super::{
    BindingGeneration, Handle, HandleBinding, HandleDocument, HandleError, ProviderDocument, SubjectProfile,
    binding::{check_forward, check_service, services},
};
use crate::{
    Code, CodedError, Did, Limits, Timestamp,
    did::{DidDocument, DidMethod, Resolved},
    json::Document,
    resolve::{
        FetchKind, Following, HttpsGet, NetError, Phase, ResolutionOptions, Resolve, Succession, resolve_current,
    },
    verification::{Covered, SignedValues},
};
use std::{sync::Arc, time::Duration};

/// Time limit for all fetches for one Handle.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum number of redirects between URLs of a provider.
const MAX_MOVES: usize = 2;

/// Options for resolving a Handle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HandleOptions {
    /// The time of the resolution.
    pub at: Timestamp,
    /// The generation that the caller has seen: a binding with an earlier one is refused.
    pub min_generation: Option<BindingGeneration>,
    /// The DID that the Handle named before: a DID that does not succeed it is refused. A Handle does not prove
    /// continuity, so the chain of successors must be signed (ANP-03 section 2.5.5, ANP-04 section 8.4).
    pub previous: Option<Did>,
    /// Known successors of the previous DID.
    pub following: Following,
    /// Options for resolving the DID.
    pub resolution: ResolutionOptions,
}

impl HandleOptions {
    /// The default options at a time.
    #[must_use]
    pub fn at(at: Timestamp) -> Self {
        let (following, resolution) = (Following::default(), ResolutionOptions::default());
        Self { at, min_generation: None, previous: None, following, resolution }
    }
}

/// The result of resolving a Handle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HandleResolution {
    /// The Handle's own document.
    pub document: HandleDocument,
    /// The source of the Handle's own document.
    pub source: Document,
    /// The DID document, if the DID resolved.
    pub did_document: Option<Arc<Resolved<DidDocument>>>,
    /// How strongly Handle and DID confirm each other.
    pub binding: HandleBinding,
    /// Why this is not [`HandleBinding::ExactHandle`].
    pub error: Option<HandleError>,
    /// How the DID succeeds the known DID.
    pub continuity: Option<Succession>,
    /// The profile of the subject.
    pub profile: Option<SubjectProfile>,
    /// Why an existing profile is ignored.
    pub profile_error: Option<HandleError>,
}

impl HandleResolution {
    /// The members of the Handle's document that its binding is about, and the profile if the DID signed it.
    #[must_use]
    pub fn covered(&self) -> Covered {
        let profile = self.profile.as_ref().is_some_and(|profile| profile.signed).then_some("profile");
        let names = ["handle", "did", "status", "binding_generation", "ttl"].into_iter().chain(profile);
        let root = self.source.root();
        Covered::by(self.source.clone(), [SignedValues::from_values(names.filter_map(|name| root.get(name)))])
    }
}

/// Resolves a Handle and its DID, and checks whether they confirm each other. Handle documents are not cached: each
/// call fetches them again.
///
/// Redirects (301, 308) are followed to URLs of the Handle's own domain. The target is checked like a document at the
/// Handle's URL.
///
/// # Errors
/// [`HandleError`]: the provider has no document of this Handle, or none that can be read. What does not confirm it is a result,
/// [`HandleBinding::Unverified`].
pub async fn resolve_handle<R: Resolve>(
    handle: &Handle,
    https: &HttpsGet,
    resolver: &R,
    options: &HandleOptions,
) -> Result<HandleResolution, HandleError> {
    let provider = Provider { handle, https };
    let resolving = async {
        let (document, source) = provider.forward().await?;
        Ok(provider.resolve(document, source, resolver, options).await)
    };
    let late = || NetError::Time { url: handle.resolution_url(), phase: Phase::Whole, limit: RESOLVE_TIMEOUT };
    tokio::time::timeout(RESOLVE_TIMEOUT, resolving).await.unwrap_or_else(|_| Err(late().into()))
}

/// The provider of a Handle.
struct Provider<'a> {
    handle: &'a Handle,
    https: &'a HttpsGet,
}

impl Provider<'_> {
    /// The Handle's own document.
    async fn forward(&self) -> Result<(HandleDocument, Document), HandleError> {
        let url = self.handle.resolution_url();
        let shown = self.fetch(&url).await.map_err(|error| match error {
            HandleError::Net(NetError::Status { status: status @ (404 | 410), .. }) => {
                let problem = match status {
                    404 => "does not exist at its provider (404)",
                    _ => "was revoked permanently by its provider (410)",
                };
                HandleError::refused(Code::NOT_FOUND, format!("{} {problem}", self.handle))
            }
            error => error,
        })?;
        let document = HandleDocument::read(&shown)?;
        if document.handle != *self.handle {
            let (found, handle) = (document.handle, self.handle);
            let message = format!("{url} has the document of {found}, expected that of {handle}");
            return Err(HandleError::unconfirmed(message));
        }
        Ok((document, shown))
    }

    async fn resolve<R: Resolve>(
        &self,
        document: HandleDocument,
        source: Document,
        resolver: &R,
        options: &HandleOptions,
    ) -> HandleResolution {
        let mut found = HandleResolution {
            document,
            source,
            did_document: None,
            binding: HandleBinding::Unverified,
            error: None,
            continuity: None,
            profile: None,
            profile_error: None,
        };
        match self.judge(&mut found, resolver, options).await {
            Ok(binding) => {
                found.binding = binding;
                let (handle, did) = (self.handle.clone(), found.document.did.clone());
                found.error = match binding {
                    HandleBinding::ProviderConfirmed => Some(HandleError::ProviderOnly { handle, did }),
                    HandleBinding::DomainMatch => Some(HandleError::DomainOnly { handle, did }),
                    HandleBinding::ExactHandle | HandleBinding::Unverified => None,
                };
            }
            Err(error) => found.error = Some(error),
        }
        found
    }

    async fn judge<R: Resolve>(
        &self,
        found: &mut HandleResolution,
        resolver: &R,
        options: &HandleOptions,
    ) -> Result<HandleBinding, HandleError> {
        let document = found.document.clone();
        check_forward(&document)?;
        if let Some(least) = options.min_generation.as_ref().filter(|least| document.binding_generation < **least) {
            let (handle, older) = (self.handle.clone(), document.binding_generation);
            return Err(HandleError::Older { handle, found: older, least: least.clone() });
        }
        let did = &document.did;
        let resolved = resolver.resolve_with(did, &options.resolution).await;
        let resolved = resolved.map_err(|error| HandleError::unresolved(did, &error))?.document;
        resolved.get().check_time(options.at).map_err(|error| HandleError::unresolved(did, &error))?;
        found.did_document = Some(Arc::clone(&resolved));
        if let Some(object) = &document.profile {
            let profile = SubjectProfile::read(object, &document)
                .and_then(|profile| profile.verify(&document, &resolved, options.at));
            match profile {
                Ok(profile) => found.profile = Some(profile),
                Err(error) => found.profile_error = Some(error),
            }
        }
        let binding = self.confirm(&document, resolved.get()).await?;
        found.continuity = self.continuity(&document.did, resolver, options).await?;
        Ok(binding)
    }

    /// Requests the services that the DID's document names. The first service that confirms the Handle decides, else
    /// the strongest confirmation.
    async fn confirm(&self, document: &HandleDocument, resolved: &DidDocument) -> Result<HandleBinding, HandleError> {
        let services = services(resolved, self.handle);
        let none = || HandleError::NoService { handle: self.handle.clone(), did: document.did.clone() };
        if services.is_empty() {
            return Err(none());
        }
        if document.did.method() == DidMethod::Web {
            return Ok(HandleBinding::DomainMatch);
        }
        let (mut weaker, mut failed) = (None, None);
        for endpoint in services {
            let shown = self.fetch(endpoint).await.and_then(|shown| ProviderDocument::read(&shown));
            match shown.and_then(|shown| check_service(document, endpoint, &shown)) {
                Ok(HandleBinding::ExactHandle) => return Ok(HandleBinding::ExactHandle),
                Ok(binding) => weaker = Some(binding),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        weaker.ok_or_else(|| failed.unwrap_or_else(none))
    }

    /// How the DID succeeds the DID that the caller knows.
    async fn continuity<R: Resolve>(
        &self,
        did: &Did,
        resolver: &R,
        options: &HandleOptions,
    ) -> Result<Option<Succession>, HandleError> {
        let Some(previous) = options.previous.as_ref().filter(|previous| *previous != did) else { return Ok(None) };
        let broken = |problem: &str| HandleError::broken(self.handle, did, previous, problem);
        let followed = resolve_current(previous, resolver, &options.following, options.at).await;
        let succession = followed.map_err(|error| broken(&error.to_string()))?;
        match succession.assurance().filter(|_| succession.current_did() == did) {
            Some(assurance) if assurance.is_signed() => Ok(Some(succession)),
            Some(assurance) => Err(broken(&format!("the chain of successors is {assurance}"))),
            None => Err(broken("no chain of successors leads there")),
        }
    }

    /// Fetches a document of the provider from the Handle's domain, following its redirects there.
    async fn fetch(&self, url: &str) -> Result<Document, HandleError> {
        let mut url = url.to_owned();
        let mut moves = 0;
        let fetched = loop {
            match self.https.fetch(&url, FetchKind::HandleDocument).await {
                Ok(fetched) => break fetched,
                Err(NetError::Redirect { status: 301 | 308, location: Some(location), .. }) if moves < MAX_MOVES => {
                    url = self.moved(&url, &location)?;
                    moves += 1;
                }
                Err(error) => return Err(error.into()),
            }
        };
        let document = Document::parse(&fetched.body, Limits::default().for_did_document());
        document.map_err(|error| HandleError::refused(error.code(), format!("{url}: {error}")))
    }

    /// The target of a provider's redirect, if it is on the Handle's domain. `None` for a truncated location.
    fn moved(&self, url: &str, location: &str) -> Result<String, HandleError> {
        let target = url::Url::parse(url).ok().filter(|_| location.is_ascii()).and_then(|url| url.join(location).ok());
        let is_provider =
            |target: &url::Url| target.scheme() == "https" && target.host_str() == Some(self.handle.domain());
        let moved = || {
            let expected = format!("expected an https URL of the Handle's domain {}", self.handle.domain());
            HandleError::refused(Code::NET_REDIRECT, format!("{url} moved to {location:?}, {expected}"))
        };
        target.filter(is_provider).map(|target| target.to_string()).ok_or_else(moved)
    }
}
