//! Follows a catalog: decides which URLs to fetch, and compares the fetched artifacts with their digests.

use super::{
    CatalogEntry, check_names,
    entry::{entries, may_nest},
    limits,
};
use crate::trust_manifest::{ArtifactState, Artifacts, unchecked};
use adp_cards::signature::SignatureError;
use agent_description::{
    Code, CodedError, Document,
    diagnostic::shortened,
    json::{Json, Object},
    verification::{Need, Supplied},
};
use std::collections::{HashMap, HashSet, VecDeque};

/// Maximum number of fetches for one catalog, including nested catalogs.
const MAX_FETCHES: usize = 256;

/// Maximum total size of these fetches, in bytes.
const MAX_FOLLOWED_BYTES: usize = 64 << 20;

/// Maximum number of parallel fetches.
const MAX_PARALLEL_FETCHES: usize = 8;

/// The state of following a catalog: artifacts with digests, and nested catalogs up to the maximum depth. Performs no
/// I/O: the caller supplies what it [needs](Self::needs).
///
/// At most 256 URLs and 64 MiB are fetched; the rest is reported as unchecked. Each URL is fetched once, and once more
/// if an artifact is later listed as a catalog, because catalogs may refer to each other.
#[derive(Debug, Default)]
pub(crate) struct Following {
    queue: VecDeque<String>,
    /// Requested URLs without a response, in order.
    waiting: Vec<String>,
    known: HashMap<String, UrlState>,
    /// The requests of entries, in order.
    wanted: Vec<FetchRequest>,
    artifacts: Artifacts,
    asked: usize,
    bytes: usize,
}

/// The state of a URL.
#[derive(Debug, Default)]
struct UrlState {
    was_fetched: bool,
    /// Smallest depth of an entry that lists the URL as a catalog.
    catalog_at: Option<usize>,
    /// The result of parsing it as a catalog.
    looked_into: Option<Result<(), SignatureError>>,
}

/// The request of an entry.
#[derive(Debug)]
struct FetchRequest {
    entry: Option<String>,
    url: String,
    digest: Option<String>,
    /// Depth of the entry; the catalog itself has depth 1.
    depth: usize,
    is_catalog: bool,
    /// The result, if no fetch is needed.
    found: Option<(Option<ArtifactState>, Option<SignatureError>)>,
}

/// The result for a nested catalog, or for an artifact of a nested catalog.
#[derive(Clone, Debug)]
pub(crate) struct NestedArtifact {
    /// Identifier of the entry.
    pub entry: Option<String>,
    /// URL of the artifact.
    pub url: String,
    /// Depth of the entry; a nested catalog has depth 2.
    pub depth: usize,
    /// The result; `None` if there is no digest to compare.
    pub state: Option<ArtifactState>,
    /// The error, if the artifact does not match its entry.
    pub error: Option<SignatureError>,
}

/// The error for a document that is not a catalog.
fn no_catalog(url: &str, reason: &str) -> SignatureError {
    let message = format!("the document at {} is not a catalog: {reason}", shortened(url));
    SignatureError::new(Code::INVALID_VALUE, message)
}

impl Following {
    /// Starts following a catalog.
    pub fn for_catalog(catalog: &Document) -> Self {
        let mut following = Self::default();
        following.look_at(catalog.root(), 1);
        following
    }

    /// Takes the supplied documents, and returns the next needs, at most eight at a time. Responses are processed in
    /// request order, so that the result does not depend on their timing.
    pub fn needs(&mut self, supplied: &Supplied) -> Vec<Need> {
        loop {
            while self.waiting.len() < MAX_PARALLEL_FETCHES
                && self.asked < MAX_FETCHES
                && self.bytes < MAX_FOLLOWED_BYTES
                && let Some(url) = self.queue.pop_front()
            {
                self.asked += 1;
                self.waiting.push(url);
            }
            let is_answered = |url: &String| supplied.artifacts.contains_key(url);
            let (answered, waiting): (Vec<_>, Vec<_>) =
                std::mem::take(&mut self.waiting).into_iter().partition(is_answered);
            self.waiting = waiting;
            if answered.is_empty() {
                let digest = |url: &String| {
                    self.wanted.iter().filter(|wanted| wanted.url == *url).find_map(|wanted| wanted.digest.clone())
                };
                let need = |url: &String| Need::Artifact { url: url.clone(), digest: digest(url) };
                return self.waiting.iter().map(need).collect();
            }
            for url in &answered {
                if let Some(bytes) = supplied.artifacts.get(url) {
                    self.take(url, bytes.as_deref().map_err(|error| SignatureError::elsewhere(&**error)));
                }
            }
        }
    }

    /// Processes the response for a URL.
    fn take(&mut self, url: &str, bytes: Result<&[u8], SignatureError>) {
        let most = MAX_FOLLOWED_BYTES.saturating_sub(self.bytes).min(16 << 20);
        let Some(known) = self.known.get_mut(url) else { return };
        // responses beyond the total limit are discarded, because fetches run in parallel
        let bytes = match bytes {
            Ok(bytes) if bytes.len() > most && !known.was_fetched => {
                let message = format!("{} exceeds the limit for all fetches of one catalog", shortened(url));
                Err(SignatureError::new(Code::NET_SIZE, message))
            }
            bytes => bytes,
        };
        if !std::mem::replace(&mut known.was_fetched, true) {
            self.bytes = self.bytes.saturating_add(bytes.as_ref().map_or(0, |bytes| bytes.len()));
        }
        self.artifacts.add(url, bytes.clone());
        let Some(depth) = known.catalog_at.filter(|_| known.looked_into.is_none()) else { return };
        let read = bytes.and_then(|bytes| catalog_of(url, bytes));
        known.looked_into = Some(read.as_ref().map(|_| ()).map_err(Clone::clone));
        if let Ok(catalog) = read {
            self.look_at(catalog.root(), depth + 1);
        }
    }

    /// The results for the catalog's own entries and for nested ones. Whatever was not fetched is unchecked.
    pub fn finish(self) -> (Artifacts, Vec<NestedArtifact>) {
        let mut nested = Vec::new();
        let mut told = HashSet::new();
        for one in self.wanted {
            let FetchRequest { entry, url, digest, depth, is_catalog, found } = one;
            let compared = || {
                let digest = digest.filter(|_| depth > 1)?;
                let (state, error) = self.artifacts.compare(entry.as_deref(), &url, &digest);
                Some((Some(state), error))
            };
            if let Some((state, error)) = found.or_else(compared) {
                nested.push(NestedArtifact { entry: entry.clone(), url: url.clone(), depth, state, error });
            }
            if !is_catalog || !told.insert(url.clone()) {
                continue;
            }
            let error = match self.known.get(&url).and_then(|known| known.looked_into.as_ref()) {
                Some(Ok(())) => continue,
                Some(Err(fault)) => fault.clone(),
                None => unchecked(&url),
            };
            nested.push(NestedArtifact { entry, url, depth: depth + 1, state: None, error: Some(error) });
        }
        (self.artifacts, nested)
    }

    /// Registers the requests of a catalog's entries, including inline nested catalogs.
    fn look_at(&mut self, root: &Object, depth: usize) {
        let mut inline = vec![(root, depth)];
        while let Some((root, depth)) = inline.pop() {
            entries(root).for_each(|entry| self.take_up(entry, depth, &mut inline));
        }
    }

    /// Registers the request of an entry.
    fn take_up<'a>(&mut self, entry: CatalogEntry<'a>, depth: usize, inline: &mut Vec<(&'a Object, usize)>) {
        let short = |text: &str| text.chars().take(1024).collect::<String>();
        let url = entry.url().unwrap_or_default().to_owned();
        let mut wanted = FetchRequest {
            entry: entry.identifier().map(short),
            digest: entry.digest().map(str::to_owned),
            depth,
            is_catalog: false,
            found: None,
            url,
        };
        let is_too_deep = entry.is_catalog() && !may_nest(depth);
        let is_catalog = entry.is_catalog() && !is_too_deep;
        if is_too_deep {
            wanted.found = Some((None, Some(no_catalog(&wanted.url, "it is nested too deeply"))));
        } else if let Some(data) = entry.data() {
            inline.extend(data.as_object().filter(|_| is_catalog).map(|data| (data, depth + 1)));
            // the verdict on the catalog covers its own entries
            if depth > 1 && wanted.digest.is_some() {
                let (state, error) = self.artifacts.state(entry);
                wanted.found = Some((Some(state), error));
            }
        } else if !wanted.url.is_empty() && (wanted.digest.is_some() || is_catalog) {
            wanted.is_catalog = is_catalog;
            self.ask(&wanted);
        } else {
            return;
        }
        self.wanted.push(wanted);
    }

    /// Queues a URL, unless it was already fetched for the same purpose.
    fn ask(&mut self, wanted: &FetchRequest) {
        let is_new = !self.known.contains_key(&wanted.url);
        let known = self.known.entry(wanted.url.clone()).or_default();
        let is_catalog_now = wanted.is_catalog && known.catalog_at.is_none();
        if wanted.is_catalog {
            known.catalog_at = Some(known.catalog_at.map_or(wanted.depth, |depth| depth.min(wanted.depth)));
        }
        if is_new || is_catalog_now && known.was_fetched {
            self.queue.push_back(wanted.url.clone());
        }
    }
}

/// Parses the catalog from a URL.
fn catalog_of(url: &str, bytes: &[u8]) -> Result<Document, SignatureError> {
    let read = Document::parse(bytes, limits()).map_err(|error| no_catalog(url, &error.to_string()))?;
    if read.root().get("entries").and_then(Json::as_array).is_none() {
        return Err(no_catalog(url, "it has no `entries`"));
    }
    let ambiguous = |error| format!("in the catalog at {}: {error}", shortened(url));
    check_names(&read).map_err(|error| SignatureError::new(error.code(), ambiguous(error)))?;
    Ok(read)
}
