//! `adp verify HOST`: verify all documents in a host's catalogs and listing, with one verdict per line.

use super::{
    VerifyRun,
    batch::{self, input_names::Names},
};
use crate::{
    failure::{Failure, Outcome},
    input::{format, source::InputSource},
    network::probe::{documents_at_places, fetch, names_of, origin_of},
    output::terminal::{Terminal, counted},
};
use adp_compare::doctor::{Inspector, ProbeReason, ProbeResponse, ProbeTarget, ProbedDocument, carries_signature};
use agent_description::{
    Code,
    discovery::{TimeLimit, listing_url},
    format::{DISCOVERY_LISTING, Options},
    resolve::Fetcher,
};
use std::{
    collections::{HashSet, VecDeque},
    num::NonZeroUsize,
    path::Path,
    time::Duration,
};

/// Maximum number of documents to verify per host.
const MAX_DOCUMENTS: usize = 1000;
/// Maximum number of listing pages to read.
const MAX_PAGES: usize = 100;
/// Time limit for reading the lists.
const HOST_TIMEOUT: Duration = Duration::from_secs(60);
/// The URLs of a host's lists.
const LISTS: [&str; 3] = ["/.well-known/ai-catalog.json", "/.well-known/ard.json", "/.well-known/agent-descriptions"];
/// Endings of document names: an input with one of these endings is a missing file, not a host.
const FILE_SUFFIXES: [&str; 6] = [".json", ".jsonld", ".ndjson", ".yaml", ".yml", ".txt"];

/// Whether an input is a host name: it contains dots, does not exist as a file, and has no ending of documents.
pub fn is_host(input: &str) -> bool {
    let name = input.to_ascii_lowercase();
    matches!(InputSource::from_name(input), InputSource::File(_))
        && input.contains('.')
        && !FILE_SUFFIXES.iter().any(|end| name.ends_with(end))
        && !Path::new(input).exists()
        && listing_url(input).is_ok()
}

/// Verifies the catalogs of a host, and all documents on the host that these and its listing link to.
pub fn run(job: VerifyRun, host: &str, jobs: NonZeroUsize, terminal: &Terminal) -> Result<Outcome, Failure> {
    let origin = origin_of(host)?;
    let runtime = job.network.runtime.clone();
    let found = runtime.block_on(look(&job, &origin))?;
    for (number, what, fact) in [
        (found.left, "more document", "listed, but not read"),
        (found.elsewhere, "document", "listed at other origins and not read; verify each by its URL"),
        (found.unsigned, "document", "in a format without signatures; covered by the digests of a verified catalog"),
        (found.uncovered, "document", "in a format without signatures and without a digest: origin not verified"),
    ] {
        if number > 0 {
            terminal.note(&format!("{} {fact}", counted(number, what)));
        }
    }
    if !found.beside.is_empty() {
        terminal.note(&format!("documents without a signature: {}", names_of(&found.beside)));
    }
    for problem in &found.withheld {
        terminal.note(&format!("the list of documents is incomplete: {problem}"));
    }
    let is_whole = found.withheld.is_empty() && found.left == 0 && found.elsewhere == 0;
    let total = u64::try_from(found.urls.len()).ok();
    let outcome = batch::run(job.for_host(), Names::given(found.urls), total, jobs, terminal)?;
    // what was not read makes the result undecided
    Ok(if is_whole { outcome } else { outcome.max(Outcome::Undecided) })
}

/// The documents to verify.
#[derive(Default)]
struct HostDocuments {
    urls: Vec<String>,
    /// Number of documents beyond the limit.
    left: usize,
    /// Number of documents that the listing names at other origins.
    elsewhere: usize,
    /// Number of documents of formats without signatures that have a digest.
    unsigned: usize,
    /// Number of documents of formats without signatures and without digest.
    uncovered: usize,
    /// The documents without signature at other well-known places.
    beside: Vec<ProbedDocument<'static>>,
    /// The unreadable lists and their errors.
    withheld: Vec<String>,
}

async fn look(job: &VerifyRun, origin: &str) -> Result<HostDocuments, Failure> {
    let inspector = Inspector::new(format::all(), Options::at(job.expected.at));
    let mut fetcher = Fetcher::new(job.network.https.clone());
    fetcher.body_limit = inspector.most_bytes();
    let time = TimeLimit::start(HOST_TIMEOUT);
    let places = inspector.places().into_iter().filter(|place| LISTS.contains(&place.path));
    let mut waiting: VecDeque<ProbeTarget> = places.map(|place| ProbeTarget::at(place, origin)).collect();
    let mut known: HashSet<String> = HashSet::new();
    let (mut listed, mut failure, mut shown, mut pages) = (HostDocuments::default(), None, false, 0);
    let mut catalogs = Vec::new();
    while let Some(link) = waiting.pop_front() {
        let answer = match time.within(&link.url, fetch(&fetcher, &link.url, None)).await {
            Ok(answer) => answer,
            Err(error) => {
                listed.withheld.push(error.to_string());
                failure = failure.or(Some(Failure::from(error)));
                continue;
            }
        };
        match &answer {
            ProbeResponse::Nothing if link.reason == ProbeReason::Page => {
                listed.withheld.push(format!("the page {} does not exist", link.url));
                continue;
            }
            ProbeResponse::Nothing => continue,
            ProbeResponse::Status { status, .. } => {
                listed.withheld.push(format!("{} answers with status {status}", link.url));
                continue;
            }
            _ => {}
        }
        let probed = inspector.inspect(link.reason, &link.url, answer);
        if !probed.is_shown() {
            if link.reason == ProbeReason::Page {
                listed.withheld.push(format!("the page {} is no page of a listing", link.url));
            }
            continue;
        }
        shown = true;
        let is_catalog = matches!(link.reason, ProbeReason::At(place) if !DISCOVERY_LISTING.well_known.contains(place));
        if is_catalog && known.insert(link.url.clone()) {
            catalogs.push(link.url);
        } else if !probed.report.is_valid() {
            listed.withheld.push(format!("the listing at {} is not valid", link.url));
        }
        if !is_catalog {
            for other in probed.elsewhere {
                match other.reason {
                    ProbeReason::Page => listed.withheld.push(format!("the page {} is at another origin", other.url)),
                    _ => listed.elsewhere += 1,
                }
            }
        }
        for named in probed.links {
            match named.reason {
                ProbeReason::Page if pages < MAX_PAGES && known.insert(named.url.clone()) => {
                    pages += 1;
                    waiting.push_back(named);
                }
                ProbeReason::Page if known.contains(&named.url) => {
                    listed.withheld.push(format!("the pages of the listing form a loop: {} comes again", named.url));
                }
                ProbeReason::Page => listed.withheld.push(format!("the listing has more than {MAX_PAGES} pages")),
                _ if !known.insert(named.url.clone()) => {}
                _ if !named.may_be_signed && named.has_digest => listed.unsigned += 1,
                _ if !named.may_be_signed => listed.uncovered += 1,
                _ if listed.urls.len() >= MAX_DOCUMENTS => listed.left += 1,
                _ => listed.urls.push(named.url),
            }
        }
    }
    let beside = documents_at_places(&job.network.https, origin, &LISTS, job.expected.at, time).await;
    for probed in beside.into_iter().filter(|probed| !probed.is_did_document()) {
        let is_signed = probed.is_to_be_verified() && probed.document.as_ref().is_some_and(carries_signature);
        if !is_signed {
            listed.beside.push(probed);
        } else if known.insert(probed.url.clone()) {
            catalogs.push(probed.url);
        }
    }
    catalogs.append(&mut listed.urls);
    listed.urls = catalogs;
    shown |= !listed.urls.is_empty();
    match (shown, failure) {
        (true, _) if !listed.urls.is_empty() => Ok(listed),
        (false, Some(failure)) => Err(failure),
        _ => {
            let message = match (listed.elsewhere, listed.withheld.first()) {
                (0, Some(problem)) => format!("{origin} lists no document that can be read: {problem}"),
                (0, _) => format!("{origin} has neither a catalog nor a listing of documents"),
                (number, _) => format!("{origin} lists no document of its own, but {number} at other origins"),
            };
            let help = "pass the URL of a document; to see what the host publishes: adp doctor HOST".to_owned();
            let help = match listed.beside.as_slice() {
                [] => help,
                beside => format!("documents without a signature: {}; {help}", names_of(beside)),
            };
            // a withheld list could have named documents
            let code = if listed.withheld.is_empty() { Code::NOT_FOUND } else { Code::NET_STATUS };
            Err(Failure::new(code, message).with_help(help))
        }
    }
}
