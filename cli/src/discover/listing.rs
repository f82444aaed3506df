//! The descriptions that a host lists, and their verification.

use super::{
    Args, failure_of, findings_json,
    table::{Cell, Table},
};
use crate::{
    failure::{Failure, Outcome},
    network::Network,
    object,
    terminal::{Terminal, counted},
};
use agent_description::{
    Origin, Timestamp,
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
enum Verdict {
    /// Verification was not requested.
    NotChecked,
    /// Its origin is not allowed.
    OtherOrigin,
    Verified {
        did: Option<String>,
        name: String,
    },
    /// Verification failed or was undecided.
    Failed {
        did: Option<String>,
        failure: Failure,
    },
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
        return Err(failure_of(first));
    }
    let verdicts = if args.verify {
        verify(args, url, &listed, time, network)
    } else {
        listed.items.iter().map(|_| Verdict::NotChecked).collect()
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
        if let Verdict::Failed { failure, .. } = verdict {
            terminal.note(&format!("{}: error[{}]: {}", item.url, failure.code(), failure.message()));
        }
    }
    terminal.note(&summary(&listed, &verdicts));
    let failures = verdicts.iter().filter_map(|verdict| match verdict {
        Verdict::Failed { failure, .. } => Some(failure.outcome()),
        _ => None,
    });
    let errors = errors(&listed).map(|finding| Outcome::from(finding.code));
    Ok(errors.chain(failures).max().unwrap_or(Outcome::Done))
}

fn errors(listed: &ListingResult) -> impl Iterator<Item = &discovery::Finding> {
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
        None => Verdict::OtherOrigin,
    };
    listed.items.iter().map(verdict).collect()
}

impl Verdict {
    fn from_result(result: Result<Verified<AgentDescription>, Error>) -> Self {
        let text = |did: Option<&agent_description::Did>| did.map(|did| did.as_str().to_owned());
        match result {
            Ok(verified) => {
                Self::Verified { did: text(verified.evidence().signer.as_ref()), name: verified.get().name.to_string() }
            }
            Err(error) => {
                let did = match &error {
                    Error::Verify(error) => text(error.evidence.signer.as_ref()),
                    _ => None,
                };
                Self::Failed { did, failure: Failure::from_error(&error) }
            }
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            Self::NotChecked => "not-checked",
            Self::OtherOrigin => "other-origin",
            Self::Verified { .. } => "verified",
            Self::Failed { failure, .. } => match failure.outcome() {
                Outcome::Undecided => "undecided",
                Outcome::Malformed => "malformed",
                _ => "refused",
            },
        }
    }

    fn did(&self) -> Option<&str> {
        match self {
            Self::Verified { did, .. } | Self::Failed { did, .. } => did.as_deref(),
            Self::NotChecked | Self::OtherOrigin => None,
        }
    }

    fn to_cell(&self) -> Cell {
        match self {
            Self::Verified { .. } => Cell::coloured(self.as_str(), AnsiColor::Green),
            Self::Failed { failure, .. } => {
                let colour = match failure.outcome() {
                    Outcome::Undecided => AnsiColor::Yellow,
                    _ => AnsiColor::Red,
                };
                Cell::coloured(format!("{}: {}", self.as_str(), failure.code()), colour)
            }
            Self::OtherOrigin => Cell::coloured(self.as_str(), AnsiColor::Yellow),
            Self::NotChecked => Cell::plain(self.as_str()),
        }
    }
}

/// The table of items. The name is from the verified description, otherwise from the listing.
fn table(items: &[ListedItem], verdicts: &[Verdict]) -> Table<4> {
    let mut table = Table::new(["NAME", "URL", "DID", "VERDICT"]);
    for (item, verdict) in items.iter().zip(verdicts) {
        let name = match verdict {
            Verdict::Verified { name, .. } => name.as_str(),
            _ => item.name.as_deref().unwrap_or_default(),
        };
        let verdict_cell = match verdict {
            Verdict::NotChecked if !item.same_origin => Cell::coloured("not-checked, other-origin", AnsiColor::Yellow),
            other => other.to_cell(),
        };
        let did = verdict.did().unwrap_or_default();
        table.row([Cell::plain(name), Cell::plain(&item.url), Cell::plain(did), verdict_cell]);
    }
    table
}

/// A summary such as `3 agents on 2 pages, 2 verified; incomplete`.
fn summary(listed: &ListingResult, verdicts: &[Verdict]) -> String {
    let mut text = format!("{} on {}", counted(listed.items.len(), "agent"), counted(listed.pages.len(), "page"));
    if verdicts.iter().any(|verdict| !matches!(verdict, Verdict::NotChecked)) {
        let verified = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Verified { .. })).count();
        text.push_str(&format!(", {verified} verified"));
    }
    if !listed.complete {
        text.push_str("; the listing is incomplete");
    }
    text
}

fn item_json(item: &ListedItem, verdict: &Verdict) -> Object {
    let (verified_name, error) = match verdict {
        Verdict::Verified { name, .. } => (Some(name.as_str()), None),
        Verdict::Failed { failure, .. } => (None, Some(failure.code_and_message())),
        Verdict::NotChecked | Verdict::OtherOrigin => (None, None),
    };
    object! {
        "url": &item.url,
        "name": item.name.as_deref(),
        "handle": item.handle.as_ref().map(|handle| handle.as_str()),
        "types": &item.types,
        "page": &item.page,
        "pointer": &item.pointer,
        "sameOrigin": item.same_origin,
        "verdict": verdict.as_str(),
        "did": verdict.did(),
        "verifiedName": verified_name,
        "error": error,
    }
}
