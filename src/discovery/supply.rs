//! Fetching the inputs of verifications.

use super::TimeLimit;
use crate::{
    Code, CodedError, Did, DidDocument, Resolved, SimpleError,
    resolve::{
        FetchKind, Fetcher, Following, HttpsGet, NetError, ResolutionOptions, Resolve, ResolveError, Succession,
        resolve_current,
    },
    verification::{Need, Pending, Resolution, SUPPLY_TIMEOUT, Supplied},
};
use futures_util::stream::{StreamExt, iter};
use std::{borrow::Cow, sync::Arc, time::Duration};

/// Maximum number of fetched inputs for one document.
const MAX_NEEDS: usize = 1024;
/// Maximum number of concurrent fetches.
const MAX_PARALLEL_FETCHES: usize = 8;
/// Maximum size of an artifact in bytes.
const MAX_ARTIFACT_BYTES: usize = 16 << 20;
/// Maximum total size of all artifacts of one document.
const MAX_ARTIFACTS_BYTES: usize = 64 << 20;

/// A source of verification inputs: supplied documents, else a resolver for DIDs and an HTTPS client.
#[derive(Clone, Debug)]
pub struct Sources<R> {
    /// The resolver.
    pub resolver: R,
    pub(super) https: HttpsGet,
    fetcher: Fetcher,
    /// Inputs that need not be fetched.
    pub given: Supplied,
    /// Known successors of superseded DIDs.
    pub following: Following,
    /// The time limit for the inputs of one document, [`SUPPLY_TIMEOUT`]; a resolver that waits for its turn needs more.
    pub timeout: Duration,
}

impl<R: Resolve> Sources<R> {
    /// Creates a source from a resolver with its cache and throttle, and the client for key sets and artifacts.
    #[must_use]
    pub fn new(resolver: R, https: HttpsGet) -> Self {
        Self {
            resolver,
            fetcher: Fetcher::new(https.clone()),
            https,
            given: Supplied::default(),
            following: Following::default(),
            timeout: SUPPLY_TIMEOUT,
        }
    }

    /// Fetches an input; limits the size of an artifact.
    async fn obtain(&self, need: Need, most: usize, time: TimeLimit) -> Obtained {
        let name = need.name().to_owned();
        match &need {
            Need::DidDocument(did) => {
                let options = ResolutionOptions::default();
                let resolving = self.resolver.resolve_with(did, &options);
                let resolved = time.within::<_, ResolveError>(&name, resolving).await;
                let document = resolved.map(|resolution| resolution.document).map_err(shared);
                Obtained::DidDocument(did.clone(), document)
            }
            Need::Succession { did, at } => {
                let following = resolve_current(did, &self.resolver, &self.following, *at);
                let followed = time.within::<_, ResolveError>(&name, following).await;
                Obtained::Succession(did.clone(), followed.map(Arc::new).map_err(shared))
            }
            Need::KeySet(url) => {
                let fetched = time.within(&name, self.https.fetch(url, FetchKind::DidDocument)).await;
                Obtained::KeySet(name, fetched.map(|fetched| fetched.body.into()).map_err(shared))
            }
            Need::Artifact { url, .. } => {
                let fetched = time.within::<_, NetError>(&name, self.bytes_at(url, most)).await;
                let bytes = fetched.map_err(shared).and_then(|answered| answered.map_err(shared));
                Obtained::Artifact(name, bytes.map(Arc::from))
            }
        }
    }

    /// Fetches the bytes at a URL, unchanged; refuses encoded ones.
    async fn bytes_at(&self, url: &str, most: usize) -> Result<Result<Vec<u8>, SimpleError>, NetError> {
        let no = |problem: String| NetError::Scheme { url: url.to_owned(), problem };
        let request = http::Request::get(url).body("").map_err(|error| no(error.to_string()))?;
        let mut fetcher = self.fetcher.clone();
        fetcher.body_limit = most;
        let mut response = fetcher.send(request).await?;
        if response.status != http::StatusCode::OK {
            return Err(NetError::Status { url: url.to_owned(), status: response.status.as_u16() });
        }
        if let Some(encoding) = response.headers.get("content-encoding").filter(|encoding| *encoding != "identity") {
            let encoding = String::from_utf8_lossy(encoding.as_bytes()).into_owned();
            let message = format!("{url} responded with the content encoding {encoding:?}; serve the unencoded file");
            return Ok(Err(SimpleError::new(Code::NET_STATUS, message)));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            body.extend_from_slice(&chunk);
        }
        Ok(Ok(body))
    }
}

/// A fetched input.
enum Obtained {
    DidDocument(Did, Resolution<Arc<Resolved<DidDocument>>>),
    Succession(Did, Resolution<Arc<Succession>>),
    KeySet(String, Resolution<Arc<[u8]>>),
    Artifact(String, Resolution<Arc<[u8]>>),
}

fn shared(error: impl CodedError) -> Arc<dyn CodedError> {
    Arc::new(error)
}

/// Fetches inputs until the verification needs nothing more, or `deadline` has passed: each input once, several
/// concurrently, at most 1,024 and 64 MiB of artifacts. An input that cannot be fetched is supplied as the reason. Nothing
/// is copied if the given inputs suffice.
pub async fn supply<'s, R: Resolve>(
    pending: &mut dyn Pending,
    sources: &'s Sources<R>,
    deadline: Duration,
) -> Cow<'s, Supplied> {
    let mut supplied = Cow::Borrowed(&sources.given);
    let time = TimeLimit::start(deadline);
    let (mut fetched, mut left) = (0, MAX_ARTIFACTS_BYTES);
    loop {
        let mut needs = pending.needs(&supplied);
        needs.retain(|need| !supplied.answers(need));
        needs.truncate(MAX_NEEDS.saturating_sub(fetched));
        if needs.is_empty() {
            return supplied;
        }
        fetched += needs.len();
        // remaining bytes are computed between batches, so that the result does not depend on which host answers first
        for handful in needs.chunks(MAX_PARALLEL_FETCHES) {
            let most = left.min(MAX_ARTIFACT_BYTES);
            let obtaining = iter(handful.to_vec()).map(|need| sources.obtain(need, most, time));
            let obtained: Vec<Obtained> = obtaining.buffered(MAX_PARALLEL_FETCHES).collect().await;
            let supplied = supplied.to_mut();
            for one in obtained {
                match one {
                    Obtained::DidDocument(did, document) => _ = supplied.did_documents.insert(did, document),
                    Obtained::Succession(did, succession) => _ = supplied.successions.insert(did, succession),
                    Obtained::KeySet(url, bytes) => _ = supplied.key_sets.insert(url, bytes),
                    Obtained::Artifact(url, bytes) => {
                        let size = bytes.as_ref().map_or(0, |bytes| bytes.len());
                        let fits = size <= left;
                        left = left.saturating_sub(size);
                        let too_large = || NetError::Size { url: url.clone(), limit: MAX_ARTIFACTS_BYTES };
                        supplied.artifacts.insert(url.clone(), if fits { bytes } else { Err(shared(too_large())) });
                    }
                }
            }
        }
    }
}
