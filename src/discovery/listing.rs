//! Reading a host's listing of agent descriptions, page by page. Pages, items and bytes are limited, and no page is
//! requested twice.

use super::{CollectionPage, DiscoveryFinding, Error, ListedDescription, TimeLimit, WELL_KNOWN_PATH};
use crate::{
    Code, CodedError, Limits, Origin,
    diagnostic::Severity,
    did::{Did, DidMethod},
    handle::Handle,
    jsonld::Contexts,
    resolve::{Deadlines, FetchKind, Fetched, HttpsGet, NetError, Target},
};
use std::{collections::HashSet, time::Duration};

/// Default time limit for a listing, a crawl or a batch of verifications.
pub(super) const DEADLINE: Duration = Duration::from_secs(5 * 60);

/// Limits for reading a listing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ListingOptions {
    /// Maximum number of pages (default 100).
    pub pages: usize,
    /// Maximum number of items of all pages (default 10,000).
    pub items: usize,
    /// Maximum total size of all pages (default 16 MiB); [`Limits::description_bytes`] limits each one.
    pub bytes: usize,
    /// Time limit for all pages (default 5 minutes).
    pub deadline: Duration,
    /// The contexts to expand with; by default the embedded ones.
    pub contexts: Contexts,
    /// The limits of each page.
    pub limits: Limits,
}

impl Default for ListingOptions {
    fn default() -> Self {
        Self {
            pages: 100,
            items: 10_000,
            bytes: 16 << 20,
            deadline: DEADLINE,
            contexts: Contexts::embedded(),
            limits: Limits::default(),
        }
    }
}

/// The first URL of a host's listing: from a host as in DIDs, `HOST` or `HOST:PORT`, or from the URL of a page.
///
/// # Errors
/// `did-syntax` for a host that is not allowed in DIDs, `net-scheme` or `net-address` for a URL that cannot be fetched.
pub fn listing_url(host_or_url: &str) -> Result<String, Error> {
    if host_or_url.contains("://") {
        return Ok(canonical_url(host_or_url)?);
    }
    let did = Did::new(DidMethod::Wba, host_or_url, "")
        .map_err(|problem| Error::Host { host: host_or_url.chars().take(200).collect(), problem: Box::new(problem) })?;
    let port = did.port().map(|port| format!(":{port}")).unwrap_or_default();
    Ok(format!("https://{}{port}{WELL_KNOWN_PATH}", did.host().unwrap_or_default()))
}

/// The normalized URL for fetching.
pub(super) fn canonical_url(url: &str) -> Result<String, NetError> {
    Ok(Target::new(url, Deadlines::default())?.url().to_owned())
}

/// The code for a URL in a document that cannot be fetched; an invalid scheme is an error of the document.
pub(super) fn code_of_url(error: &NetError) -> Code {
    match error {
        NetError::Scheme { .. } => Code::AD_URL_SCHEME,
        _ => error.code(),
    }
}

/// A description in a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedItem {
    /// Its URL, as it will be fetched.
    pub url: String,
    /// The agent's name in the listing.
    pub name: Option<String>,
    /// The agent's Handle in the listing. Resolve it before you rely on it.
    pub handle: Option<Handle>,
    /// The types in the listing, as IRIs.
    pub types: Vec<String>,
    /// Its origin.
    pub origin: Origin,
    /// The URL of the page that lists it.
    pub page: String,
    /// The JSON Pointer of its URL on that page.
    pub pointer: String,
    /// Whether it has the listing's origin. A host can list any URL, but may only represent itself.
    pub same_origin: bool,
}

/// The result of reading a listing, complete or partial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListingResult {
    /// The pages in order.
    pub pages: Vec<String>,
    /// The listed descriptions in order, each once.
    pub items: Vec<ListedItem>,
    /// The findings.
    pub findings: Vec<DiscoveryFinding>,
    /// Whether the result is complete.
    pub complete: bool,
}

impl ListingResult {
    /// Maximum number of stored findings.
    const MAX_FINDINGS: usize = 1_000;

    fn found(&mut self, finding: DiscoveryFinding) {
        let full = self.findings.len() >= Self::MAX_FINDINGS;
        // the last error explains why reading ended
        if full && finding.severity == Severity::Error {
            self.findings.pop();
        }
        if self.findings.len() < Self::MAX_FINDINGS {
            self.findings.push(finding);
        }
    }

    /// Adds a finding about a part that is missing.
    fn fail(&mut self, finding: DiscoveryFinding) {
        self.complete = false;
        self.found(finding);
    }
}

/// The state of reading a listing.
struct Listing {
    options: ListingOptions,
    start: Origin,
    next: Option<String>,
    visited: HashSet<String>,
    seen: HashSet<String>,
    bytes: usize,
    result: ListingResult,
}

impl Listing {
    /// Starts a listing at the page `url`.
    fn new(url: &str, options: ListingOptions) -> Result<Self, Error> {
        let url = canonical_url(url)?;
        let start = Origin::from_https(&url)
            .ok_or_else(|| NetError::Scheme { url: url.clone(), problem: "it has no origin".to_owned() })?;
        Ok(Self {
            options,
            start,
            visited: HashSet::from([url.clone()]),
            next: Some(url),
            seen: HashSet::new(),
            bytes: 0,
            result: ListingResult { complete: true, ..ListingResult::default() },
        })
    }

    /// Evaluates the response at `url`.
    fn respond(&mut self, url: &str, answer: Result<Fetched, NetError>) {
        let read = match answer.map_err(Error::from).and_then(|fetched| self.read(url, &fetched.body)) {
            Ok(read) => read,
            Err(error) => return self.result.fail(DiscoveryFinding::error(url, &error)),
        };
        self.result.pages.push(url.to_owned());
        for finding in read.findings {
            // an entry that was skipped with an error is missing
            self.result.complete &= finding.severity != Severity::Error;
            self.result.found(finding);
        }
        if self.take_items(url, read.items)
            && let Some(next) = read.next
            && let Err(finding) = self.follow(url, &next)
        {
            self.result.fail(DiscoveryFinding { pointer: read.next_pointer, ..finding });
        }
    }

    fn read(&mut self, url: &str, body: &[u8]) -> Result<CollectionPage, Error> {
        self.bytes = self.bytes.saturating_add(body.len());
        if self.bytes > self.options.bytes {
            // no single page is too large, but all pages together are
            return Err(NetError::Size { url: url.to_owned(), limit: self.options.bytes }.into());
        }
        CollectionPage::parse(body, url, &self.options.contexts, &self.options.limits)
    }

    /// Lists the items of a page; `false` if a limit is reached.
    fn take_items(&mut self, page: &str, items: Vec<ListedDescription>) -> bool {
        for item in items {
            let (url, origin) = match canonical_url(&item.url) {
                Ok(url) => {
                    let Some(origin) = Origin::from_https(&url) else { continue };
                    (url, origin)
                }
                Err(error) => {
                    let finding = DiscoveryFinding::new(code_of_url(&error), Severity::Error, page, error.to_string());
                    self.result.fail(DiscoveryFinding { pointer: Some(item.pointer), ..finding });
                    continue;
                }
            };
            if !self.seen.insert(url.clone()) {
                let message = format!("{url} is listed more than once");
                let finding = DiscoveryFinding::new(Code::AD_STRUCTURE, Severity::Warning, page, message);
                self.result.found(DiscoveryFinding { pointer: Some(item.pointer), ..finding });
                continue;
            }
            if self.seen.len() > self.options.items {
                let message = format!("the listing has more than {} items; the rest is omitted", self.options.items);
                self.result.fail(DiscoveryFinding::new(Code::NET_SIZE, Severity::Error, page, message));
                return false;
            }
            let same_origin = origin == self.start;
            self.result.items.push(ListedItem {
                url,
                name: item.name,
                handle: item.handle,
                types: item.types,
                origin,
                page: page.to_owned(),
                pointer: item.pointer,
                same_origin,
            });
        }
        true
    }

    /// Makes `next` the next request, or reports why not.
    fn follow(&mut self, page: &str, next: &str) -> Result<(), DiscoveryFinding> {
        let refuse = |code, message: String| Err(DiscoveryFinding::new(code, Severity::Error, page, message));
        let url = match canonical_url(next) {
            Ok(url) => url,
            Err(error) => return refuse(code_of_url(&error), error.to_string()),
        };
        match Origin::from_https(&url) {
            Some(origin) if origin == self.start => {}
            _ => {
                let message = format!(
                    "`next` is {url}, which is not on the origin {}; a listing must stay on one origin",
                    self.start
                );
                return refuse(Code::AD_STRUCTURE, message);
            }
        }
        if self.visited.contains(&url) {
            let message = format!("`next` is {url}, which was already read; the listing is a loop");
            return refuse(Code::AD_STRUCTURE, message);
        }
        if self.visited.len() >= self.options.pages {
            let message = format!("the listing has more than {} pages; the rest is omitted", self.options.pages);
            return refuse(Code::NET_SIZE, message);
        }
        self.visited.insert(url.clone());
        self.next = Some(url);
        Ok(())
    }
}

/// Reads a complete listing, page after page.
///
/// # Errors
/// `net-scheme`, `net-address` if the URL cannot be fetched. Later errors are findings in the result, which keeps
/// everything read before; `net-time` at the first page after the time limit.
pub async fn list(https: &HttpsGet, url: &str, options: ListingOptions) -> Result<ListingResult, Error> {
    let time = TimeLimit::start(options.deadline);
    let mut listing = Listing::new(url, options)?;
    while let Some(url) = listing.next.take() {
        let answer = time.within(&url, https.fetch(&url, FetchKind::AgentDescription)).await;
        listing.respond(&url, answer);
    }
    Ok(listing.result)
}
