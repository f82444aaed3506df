//! Following a catalog: which URLs are to be fetched, in which order, and what is done with what they give.

use super::{CatalogEntry, check::DEPTH, limits};
use crate::{
    codes,
    trust_manifest::{ArtifactState, Artifacts, TrustError},
};
use agent_description::{
    Code, Document, Fault,
    diagnostic::shortened,
    json::{Json, Object},
};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::Arc,
};

/// The most URLs that are fetched for one catalog, those of catalogs in it included.
const FETCHES: usize = 256;

/// The most bytes that they may have together.
const BYTES: usize = 64 << 20;

/// What following a catalog asks for: the artifacts whose digests are named, and the catalogs that it names, four deep. Opens no
/// sockets: the caller fetches each [`next_url`](Self::next_url), and [gives](Self::fetched) what came.
///
/// At most 256 URLs and 64 MiB: what is beyond stays unchecked. No URL is asked for twice, so that catalogs may name one another.
#[derive(Debug, Default)]
pub struct Following {
    queue: VecDeque<String>,
    seen: HashSet<String>,
    /// What entries ask of each URL.
    wanted: HashMap<String, Vec<Wanted>>,
    artifacts: Artifacts,
    nested: Vec<NestedArtifact>,
    asked: usize,
    bytes: usize,
}

#[derive(Clone, Debug)]
struct Wanted {
    entry: Option<String>,
    digest: Option<String>,
    /// How deep the entry is; 1 is the catalog itself.
    depth: usize,
    is_catalog: bool,
}

/// What was found of an artifact that a nested catalog names, or of a nested catalog itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NestedArtifact {
    /// The identifier of the entry that names it.
    pub entry: Option<String>,
    /// Where it is.
    pub url: String,
    /// How deep the entry is: 2 is a catalog that the catalog names.
    pub depth: usize,
    /// What was found; nothing where there is no digest to compare.
    pub state: Option<ArtifactState>,
    /// Why it is not what its entry says.
    pub error: Option<TrustError>,
}

/// What a nested catalog is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the catalog at {url:?} cannot be read as one: {reason}")]
struct NoCatalog {
    url: String,
    reason: String,
}

impl Fault for NoCatalog {
    fn code(&self) -> Code {
        codes::CATALOG_NESTED
    }
}

/// An artifact for which there is no room.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what {url} gives is more than all that is fetched for one catalog may be")]
struct TooMuch {
    url: String,
}

impl Fault for TooMuch {
    fn code(&self) -> Code {
        Code::NET_SIZE
    }
}

impl Following {
    /// Of a catalog.
    #[must_use]
    pub fn of(catalog: &Document) -> Self {
        let mut following = Self::default();
        following.look_at(catalog.root(), 1);
        following
    }

    /// The largest artifact that is fetched, in bytes: what is left of all.
    #[must_use]
    pub fn most_bytes(&self) -> usize {
        BYTES.saturating_sub(self.bytes).min(16 << 20)
    }

    /// The next URL to fetch. Some may be fetched at the same time; what comes is given in the order in which they were asked for.
    pub fn next_url(&mut self) -> Option<String> {
        if self.asked >= FETCHES || self.bytes >= BYTES {
            return None;
        }
        let url = self.queue.pop_front()?;
        self.asked += 1;
        Some(url)
    }

    /// What a URL gave, or why it gave nothing.
    pub fn fetched(&mut self, url: &str, bytes: &Result<Vec<u8>, Arc<dyn Fault>>) {
        let Some(wanted) = self.wanted.remove(url) else { return };
        // several may be fetched at the same time: what comes beyond the bound is as if it had not
        let too_much = bytes.as_ref().is_ok_and(|bytes| bytes.len() > self.most_bytes());
        let refused = too_much.then(|| Err(Arc::new(TooMuch { url: shortened(url) }) as Arc<dyn Fault>));
        let bytes = refused.as_ref().unwrap_or(bytes);
        let as_slice = || bytes.as_ref().map(Vec::as_slice).map_err(Arc::clone);
        self.bytes = self.bytes.saturating_add(bytes.as_ref().map_or(0, Vec::len));
        self.artifacts.add(url, as_slice());
        for one in &wanted {
            let digest = one.digest.as_deref();
            if one.depth > 1 {
                let found = digest.map(|digest| self.artifacts.compare(one.entry.as_deref(), url, digest));
                let (state, error) = found.map_or((None, None), |(state, error)| (Some(state), error));
                let (entry, url) = (one.entry.clone(), url.to_owned());
                self.nested.push(NestedArtifact { entry, url, depth: one.depth, state, error });
            }
        }
        // where several name it, as a catalog at the least depth; each URL is looked into once
        let Some(first) = wanted.iter().filter(|one| one.is_catalog).min_by_key(|one| one.depth) else { return };
        let read = match bytes {
            Ok(bytes) => Document::parse(bytes, limits()).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let read = read.and_then(|read| match read.root().get("entries").and_then(Json::as_array) {
            Some(_) => Ok(read),
            None => Err("it has no `entries`".to_owned()),
        });
        match read {
            Ok(catalog) => self.look_at(catalog.root(), first.depth + 1),
            Err(reason) => {
                let fault: Arc<dyn Fault> = match bytes {
                    Err(error) => Arc::clone(error),
                    Ok(_) => Arc::new(NoCatalog { url: url.chars().take(200).collect(), reason }),
                };
                self.nested.push(NestedArtifact {
                    entry: first.entry.clone(),
                    url: url.to_owned(),
                    depth: first.depth + 1,
                    state: None,
                    error: Some(TrustError::Elsewhere(fault)),
                });
            }
        }
    }

    /// What was fetched for the catalog's own entries, and what was found below it.
    #[must_use]
    pub fn finish(self) -> (Artifacts, Vec<NestedArtifact>) {
        (self.artifacts, self.nested)
    }

    /// Takes up what the entries of a catalog at a depth ask for, and those of catalogs inside of it.
    fn look_at(&mut self, root: &Object, depth: usize) {
        let mut inline = vec![(root, depth)];
        while let Some((root, depth)) = inline.pop() {
            let entries = root.get("entries").and_then(Json::as_array).unwrap_or_default();
            for entry in entries.iter().filter_map(Json::as_object).map(CatalogEntry::of) {
                let is_catalog = entry.is_catalog() && depth < DEPTH;
                if let Some(data) = entry.data() {
                    if let Some(data) = data.as_object().filter(|_| is_catalog) {
                        inline.push((data, depth + 1));
                    }
                    continue;
                }
                let Some(url) = entry.url().filter(|_| entry.digest().is_some() || is_catalog) else { continue };
                // what is known already is compared again, and fetched no second time
                if self.seen.insert(url.to_owned()) {
                    self.queue.push_back(url.to_owned());
                } else if !self.wanted.contains_key(url) {
                    continue;
                }
                let short = |text: &str| text.chars().take(1024).collect();
                let (identifier, digest) = (entry.identifier().map(short), entry.digest().map(str::to_owned));
                let wanted = Wanted { entry: identifier, digest, depth, is_catalog };
                self.wanted.entry(url.to_owned()).or_default().push(wanted);
            }
        }
    }
}
