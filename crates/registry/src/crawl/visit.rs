//! Crawls one host: its well-known URLs and their links.

use super::CrawlPace;
use crate::{Identifier, formats};
use adp_catalogs::ai_catalog::{AirIdentifier, CatalogEntry, check_names};
use adp_compare::doctor::{Inspector, ProbeReason, ProbeResponse, ProbedDocument, Queue};
use agent_description::{
    Code, CodedError, Document, Json, Timestamp,
    discovery::TimeLimit,
    format::Options,
    resolve::{Fetcher, HttpsGet, NetError},
};
use bytes::Bytes;
use http::{Request, StatusCode, header};
use std::{
    collections::{HashMap, HashSet},
    time::{Duration, UNIX_EPOCH},
};
use tokio::time::{Instant, sleep_until};

/// Maximum `Retry-After` to wait for; the crawl of a host that requests more ends.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(30);
/// Time limit per host.
const HOST_TIMEOUT: Duration = Duration::from_secs(120);
/// Maximum number of linked documents per host.
const MAX_LINKS: usize = 100;
/// Maximum total size of a host's documents, in bytes.
const MAX_HOST_BYTES: usize = 16 << 20;

/// Crawls hosts.
pub(super) struct HostVisitor {
    fetcher: Fetcher,
    pause: Duration,
}

/// The documents of a host.
#[derive(Debug, Default)]
pub(super) struct VisitResult {
    pub documents: Vec<(Identifier, Bytes)>,
    pub problem: Option<String>,
}

/// The time of the next request to a host.
struct Pace {
    next: Instant,
    pause: Duration,
    /// A `Retry-After` above the maximum: no request follows.
    ends: Option<String>,
    /// The time and the instant of the first request.
    begin: (Timestamp, Instant),
}

impl Pace {
    fn now(&self) -> Timestamp {
        self.begin.0.saturating_add(self.begin.1.elapsed())
    }
}

impl HostVisitor {
    pub(super) fn new(https: HttpsGet, CrawlPace { at_once, pause }: CrawlPace) -> Self {
        let mut limits = agent_description::resolve::FetchLimits::default();
        // requests are paced per host; the total limit is the number of parallel hosts
        (limits.at_once, limits.in_all) = (at_once, usize::MAX);
        let fetcher = Fetcher::with_limits(https, limits, agent_description::resolve::SystemClock::default());
        Self { fetcher, pause }
    }

    /// The valid documents of a host, with identifiers for their entries.
    pub(super) async fn visit(&self, host: &str, at: Timestamp) -> VisitResult {
        let inspector = Inspector::new(formats(), Options::at(at));
        let mut fetcher = self.fetcher.clone();
        fetcher.body_limit = inspector.most_bytes();
        let time = TimeLimit::start(HOST_TIMEOUT);
        let mut pace = Pace { next: Instant::now(), pause: self.pause, ends: None, begin: (at, Instant::now()) };
        let mut queue = Queue::new(&inspector, &format!("https://{host}"), MAX_LINKS);
        let (mut published, mut bytes, mut found) = (Vec::new(), 0, VisitResult::default());
        while let Some(link) = queue.take() {
            if time.left().is_zero() || bytes > MAX_HOST_BYTES {
                found.problem = Some("the host exceeded its limit of time or bytes".to_owned());
                break;
            }
            let answer = time.within(&link.url, ask(&fetcher, &link.url, &mut pace)).await;
            if pace.ends.is_some() {
                found.problem = pace.ends;
                break;
            }
            let answer = match answer {
                Ok(answer) => answer,
                // unreachable; the other URLs are on the same server
                Err(error) if published.is_empty() && is_unreachable(error.code()) => {
                    found.problem = Some(error.to_string().chars().take(300).collect());
                    return found;
                }
                Err(error) => ProbeResponse::failed(&error),
            };
            if found.problem.is_none() {
                found.problem = problem_of(&link.url, &answer);
            }
            let probed = inspector.inspect(link.reason, &link.url, answer);
            bytes += probed.source().len();
            queue.follow(&probed);
            published.push(probed);
        }
        found.documents = named(host, &published);
        found
    }
}

/// The problem with a response that is neither a document nor "not found".
fn problem_of(url: &str, answer: &ProbeResponse) -> Option<String> {
    let url: String = url.chars().take(200).collect();
    match answer {
        ProbeResponse::Status { status, location: Some(_) } => {
            Some(format!("{url} responds with status {status}: redirects are not followed"))
        }
        ProbeResponse::Status { status, location: None } => {
            Some(format!("{url} responds with status {status}, expected 200 or 404"))
        }
        ProbeResponse::Failed { message, .. } => Some(message.chars().take(300).collect()),
        _ => None,
    }
}

fn is_unreachable(code: Code) -> bool {
    [Code::NET_CONNECT, Code::NET_TLS, Code::NET_TIME, Code::NET_ADDRESS, Code::NET_OFFLINE].contains(&code)
}

/// Requests a URL after the pause, and retries once after `Retry-After`, for which later requests wait too.
async fn ask(fetcher: &Fetcher, url: &str, pace: &mut Pace) -> Result<ProbeResponse, NetError> {
    for attempt in 0..2 {
        sleep_until(pace.next).await;
        pace.next = Instant::now() + pace.pause;
        let request = Request::get(url)
            .header(header::ACCEPT, "application/json, application/ld+json, */*;q=0.1")
            .header(header::USER_AGENT, concat!("adp-registry/", env!("CARGO_PKG_VERSION")))
            .body(());
        let request = request
            .map_err(|error| NetError::Scheme { url: url.chars().take(200).collect(), problem: error.to_string() })?;
        let response = fetcher.send(request).await?;
        let status = response.status;
        let text =
            |name| response.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let retry_after = text(header::RETRY_AFTER)
            .filter(|_| matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE));
        if let Some((text, wait)) = retry_after.and_then(|text| wait_from(&text, pace.now()).map(|wait| (text, wait))) {
            if wait > MAX_RETRY_AFTER {
                let (url, text): (String, String) = (url.chars().take(200).collect(), text.chars().take(100).collect());
                pace.ends = Some(format!(
                    "{url} responds with status {} and Retry-After: {text}, more than {} s; crawl the host later",
                    status.as_u16(),
                    MAX_RETRY_AFTER.as_secs()
                ));
            } else {
                pace.next = pace.next.max(Instant::now() + wait);
                if attempt == 0 {
                    continue;
                }
            }
        }
        return Ok(match status.as_u16() {
            404 | 410 => ProbeResponse::Nothing,
            200 => {
                let media_type = text(header::CONTENT_TYPE).unwrap_or_default();
                ProbeResponse::Body {
                    media_type: Some(media_type),
                    bytes: response.bytes().await?.into(),
                    fields: Vec::new(),
                }
            }
            status => ProbeResponse::Status { status, location: text(header::LOCATION) },
        });
    }
    Ok(ProbeResponse::Status { status: 429, location: None })
}

/// The wait that a `Retry-After` requests: seconds or a date (RFC 9110, section 10.2.3).
fn wait_from(text: &str, now: Timestamp) -> Option<Duration> {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(text.parse().map_or(Duration::MAX, Duration::from_secs));
    }
    let at = httpdate::parse_http_date(text).ok()?;
    let at = at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let now = u64::try_from(now.as_unix_seconds()).unwrap_or_default();
    Some(Duration::from_secs(at.saturating_sub(now)))
}

/// The documents to add: valid, about agents, and without duplicates. The identifier comes from the host's catalog, or
/// is derived from format and path.
fn named(host: &str, published: &[ProbedDocument<'_>]) -> Vec<(Identifier, Bytes)> {
    let own = in_catalogs(host, published);
    let mut taken = HashSet::new();
    let mut documents = Vec::new();
    for probed in published.iter().filter(|probed| probed.is_valid() == Some(true)) {
        let Some(format) = probed.format() else { continue };
        if probed.document.is_none() || probed.is_did_document() || probed.reason == ProbeReason::Page {
            continue;
        }
        let identifier = own.get(&probed.url).cloned().or_else(|| made(host, format, &probed.url));
        let Some(identifier) = identifier.filter(|identifier| taken.insert(identifier.clone())) else { continue };
        documents.push((identifier, Bytes::copy_from_slice(probed.source())));
    }
    documents
}

/// The identifiers that a host's catalogs give to documents on the same host, by URL.
fn in_catalogs(host: &str, published: &[ProbedDocument<'_>]) -> HashMap<String, Identifier> {
    let mut named = HashMap::new();
    let catalogs = published.iter().filter(|probed| probed.is_catalog());
    // a catalog with ambiguous names may have other identifiers for other parsers
    let readable = |document: &&Document| check_names(document).is_ok();
    for document in catalogs.filter_map(|probed| probed.document.as_ref()).filter(readable) {
        let entries = document.root().get("entries").and_then(Json::as_array).unwrap_or_default();
        for entry in entries.iter().filter_map(Json::as_object).map(CatalogEntry::from_object) {
            let identifier = entry.identifier().and_then(|text| text.parse::<Identifier>().ok());
            if let Some((identifier, url)) = identifier.filter(|identifier| identifier.host() == host).zip(entry.url())
            {
                named.entry(url.to_owned()).or_insert(identifier);
            }
        }
    }
    named
}

/// The identifier of a document that no catalog lists.
fn made(host: &str, format: &str, url: &str) -> Option<Identifier> {
    let path = url.strip_prefix("https://")?.split_once('/')?.1;
    let format = crate::formats::FORMATS.named(format).ok()?;
    AirIdentifier::for_document(host, format, path).ok()?.as_str().parse().ok()
}
