//! The descriptions that a host lists, and their verification.

use super::{
    Args, failure_of, findings_json,
    table::{Cell, TextTable},
};
use crate::{
    failure::{Failure, Outcome},
    network::{
        Network,
        probe::{documents_at_places, names_of},
    },
    output::{
        object,
        terminal::{Terminal, counted},
    },
};
use agent_description::{
    Code, Origin, Timestamp,
    description::AgentDescription,
    diagnostic::Severity,
    did::Purpose,
    discovery::{self, Error, ListedItem, ListingOptions, ListingResult, TimeLimit, Verifier},
    json::Object,
    proof::{Expectations, Verified},
};
use anstyle::AnsiColor;

/// The verification status of a listed description.
#[derive(Debug)]
struct Verdict {
    word: &'static str,
    colour: Option<AnsiColor>,
    did: Option<String>,
    /// The name in the description, if it is verified.
    name: Option<String>,
    /// Why verification failed or was undecided.
    failure: Option<Failure>,
}

pub fn run(args: &Args, url: &str, network: &Network, terminal: &Terminal) -> Result<Outcome, Failure> {
    let time = TimeLimit::start(args.deadline);
    let mut options = ListingOptions::default();
    options.deadline = args.deadline;
    options.pages = args.listing.max_pages.get();
    options.items = args.listing.max_items.get();
    let listed = network.runtime.block_on(discovery::list(&network.https, url, options))?;
    // without a first page there is nothing to print
    if let ([], Some(first)) = (listed.pages.as_slice(), errors(&listed).next()) {
        let failure = failure_of(first);
        let origin = url.strip_suffix(discovery::WELL_KNOWN_PATH);
        let Some(origin) = origin.filter(|_| matches!(first.code, Code::NET_STATUS | Code::NET_TYPE)) else {
            return Err(failure);
        };
        // a host without a listing may have a card or a catalog
        let others = documents_at_places(&network.https, origin, &[discovery::WELL_KNOWN_PATH], Timestamp::now(), time);
        return Err(match network.runtime.block_on(others).as_slice() {
            [] => failure,
            found => failure.with_help(format!(
                "the host has no listing, but other documents: {}; verify them: adp verify HOST",
                names_of(found)
            )),
        });
    }
    let verdicts = if args.verify {
        verify(args, url, &listed, time, network)
    } else {
        listed.items.iter().map(|_| Verdict::NOT_CHECKED).collect()
    };
    let items = listed.items.iter().zip(&verdicts).map(|(item, verdict)| item_json(item, verdict));
    let json = object! {
        "url": url,
        "complete": listed.complete,
        "pages": listed.pages,
        "items": items.collect::<Vec<_>>(),
        "findings": findings_json(&listed.findings),
    };
    terminal.report(&json, table(&listed.items, &verdicts))?;
    for finding in &listed.findings {
        terminal.show(finding.severity, &failure_of(finding));
    }
    for (item, verdict) in listed.items.iter().zip(&verdicts) {
        if let Some(failure) = &verdict.failure {
            terminal.note(&format!("{}: error[{}]: {}", item.url, failure.code(), failure.message()));
        }
    }
    terminal.note(&summary(&listed, &verdicts));
    let failures = verdicts.iter().filter_map(|verdict| verdict.failure.as_ref().map(Failure::outcome));
    let errors = errors(&listed).map(|finding| Outcome::from(finding.code));
    Ok(errors.chain(failures).max().unwrap_or(Outcome::Done))
}

fn errors(listed: &ListingResult) -> impl Iterator<Item = &discovery::DiscoveryFinding> {
    listed.findings.iter().filter(|finding| finding.severity == Severity::Error)
}

/// Fetches and verifies the descriptions on allowed origins. The expected domain is the host of each URL.
fn verify(args: &Args, url: &str, listed: &ListingResult, time: TimeLimit, network: &Network) -> Vec<Verdict> {
    let at = args.at.unwrap_or_else(Timestamp::now);
    let policy = args.origins();
    let start = Origin::from_https(url);
    let allowed = |item: &&ListedItem| start.as_ref().is_some_and(|start| policy.allows(start, &item.origin));
    let urls: Vec<&str> = listed.items.iter().filter(allowed).map(|item| item.url.as_str()).collect();
    let expectations = || {
        Expectations::for_purpose(Purpose::AssertionMethod)
            .domain_as_fetched()
            .any_challenge()
            .at(at)
            .signer_is_subject()
    };
    let mut verifier = Verifier::with_resolver(network, network.https.clone());
    verifier.deadline = time.left();
    let mut results = network.runtime.block_on(verifier.verify_urls(&urls, expectations, args.jobs)).into_iter();
    let verdict = |item: &ListedItem| match allowed(&item).then(|| results.next()).flatten() {
        Some(result) => Verdict::from_result(result),
        None => Verdict::OTHER_ORIGIN,
    };
    listed.items.iter().map(verdict).collect()
}

impl Verdict {
    /// Verification was not requested.
    const NOT_CHECKED: Self = Self { word: "not-checked", colour: None, did: None, name: None, failure: None };
    /// Its origin is not allowed.
    const OTHER_ORIGIN: Self =
        Self { word: "other-origin", colour: Some(AnsiColor::Yellow), did: None, name: None, failure: None };

    fn from_result(result: Result<Verified<AgentDescription>, Error>) -> Self {
        let text = |did: Option<&agent_description::Did>| did.map(|did| did.as_str().to_owned());
        let error = match result {
            Ok(verified) => {
                let (did, name) = (text(verified.evidence().signer.as_ref()), Some(verified.get().name.to_string()));
                return Self { word: "verified", colour: Some(AnsiColor::Green), did, name, failure: None };
            }
            Err(error) => error,
        };
        let did = match &error {
            Error::Verify(error) => text(error.evidence.signer.as_ref()),
            _ => None,
        };
        let failure = Failure::from_error(&error);
        let (word, colour) = match failure.outcome() {
            Outcome::Undecided => ("undecided", AnsiColor::Yellow),
            Outcome::Malformed => ("malformed", AnsiColor::Red),
            _ => ("refused", AnsiColor::Red),
        };
        Self { word, colour: Some(colour), did, name: None, failure: Some(failure) }
    }

    fn is_checked(&self) -> bool {
        self.word != Self::NOT_CHECKED.word
    }

    fn to_cell(&self) -> Cell {
        let text = match &self.failure {
            Some(failure) => format!("{}: {}", self.word, failure.code()),
            None => self.word.to_owned(),
        };
        self.colour.map_or_else(|| Cell::plain(&text), |colour| Cell::colored(&text, colour))
    }
}

/// The table of items. The name is from the verified description, otherwise from the listing.
fn table(items: &[ListedItem], verdicts: &[Verdict]) -> TextTable<4> {
    let mut table = TextTable::new(["NAME", "URL", "DID", "VERDICT"]);
    for (item, verdict) in items.iter().zip(verdicts) {
        let name = verdict.name.as_deref().or(item.name.as_deref()).unwrap_or_default();
        let verdict_cell = match verdict.is_checked() || item.same_origin {
            true => verdict.to_cell(),
            false => Cell::colored("not-checked, other-origin", AnsiColor::Yellow),
        };
        let did = verdict.did.as_deref().unwrap_or_default();
        table.row([Cell::plain(name), Cell::plain(&item.url), Cell::plain(did), verdict_cell]);
    }
    table
}

/// A summary such as `3 agents on 2 pages, 2 verified; incomplete`.
fn summary(listed: &ListingResult, verdicts: &[Verdict]) -> String {
    let mut text = format!("{} on {}", counted(listed.items.len(), "agent"), counted(listed.pages.len(), "page"));
    if verdicts.iter().any(Verdict::is_checked) {
        let verified = verdicts.iter().filter(|verdict| verdict.name.is_some()).count();
        text.push_str(&format!(", {verified} verified"));
    }
    if !listed.complete {
        text.push_str("; the listing is incomplete");
    }
    text
}

fn item_json(item: &ListedItem, verdict: &Verdict) -> Object {
    object! {
        "url": &item.url,
        "name": item.name.as_deref(),
        "handle": item.handle.as_ref().map(|handle| handle.as_str()),
        "types": &item.types,
        "page": &item.page,
        "pointer": &item.pointer,
        "sameOrigin": item.same_origin,
        "verdict": verdict.word,
        "did": verdict.did.as_deref(),
        "verifiedName": verdict.name.as_deref(),
        "error": verdict.failure.as_ref().map(Failure::code_and_message),
    }
}
