//! `adp discover`: list the agents of a host and their links.

mod dot;
mod graph;
mod graph_text;
mod layout;
mod listing;
mod look;
mod svg;
mod table;

use crate::{
    failure::{Failure, Outcome},
    network::{Network, NetworkArgs},
    output::{Force, object, terminal::Terminal},
};
use agent_description::{
    Code, Origin, Timestamp,
    discovery::{DiscoveryFinding, OriginPolicy, listing_url},
    json::Object,
};
use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

const EXAMPLES: &str = "\
Examples:
  adp discover agents.example.com            # list the descriptions
  adp discover agents.example.com --verify   # and verify each
  adp discover https://agents.example.com/ad.json --graph agent.svg
  adp discover agents.example.com --graph host.dot --origin cdn.example.com

A listing may contain URLs on other origins. They are marked; adp fetches them
only if --origin or --any-origin allows it. Exit code 1 means that something was
refused, 3 that something is unreadable, 4 that a fetch failed. Results are
printed in every case.";

/// List, verify and draw the agents of a host
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// HOST, HOST:PORT or URL of a listing; with --graph also of a description
    #[arg(value_name = "HOST|URL")]
    target: String,

    /// Fetch and verify each description
    #[arg(long)]
    verify: bool,

    /// Time of verification (default: now)
    #[arg(long, value_name = "RFC3339", requires = "verify")]
    at: Option<Timestamp>,

    /// Additional origin to contact: HOST, HOST:PORT or URL; repeatable
    #[arg(long, value_name = "HOST", value_parser = origin, conflicts_with = "any_origin")]
    origin: Vec<Origin>,

    /// Contact every origin
    #[arg(long)]
    any_origin: bool,

    /// Number of parallel requests
    #[arg(long, value_name = "N", default_value = "8")]
    jobs: NonZeroUsize,

    /// Time limit, such as 90s, 5m or 1h; results up to then are reported
    #[arg(long, value_name = "DUR", default_value = "5m", value_parser = crate::arguments::duration::parse)]
    deadline: Duration,

    #[command(flatten)]
    listing: ListingArgs,

    #[command(flatten)]
    graph: GraphArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

/// Limits for reading a listing.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Listing")]
struct ListingArgs {
    /// Maximum number of pages to read
    #[arg(long, value_name = "N", default_value = "100", conflicts_with = "graph")]
    max_pages: NonZeroUsize,

    /// Maximum number of descriptions to list
    #[arg(long, value_name = "N", default_value = "10000", conflicts_with = "graph")]
    max_items: NonZeroUsize,
}

/// Limits for the crawl, and the output file of the graph.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Graph")]
struct GraphArgs {
    /// Follow links to products, services and interfaces; write *.json, *.dot or *.svg
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    graph: Option<PathBuf>,

    #[command(flatten)]
    force: Force,

    /// Maximum distance from the start, in links
    #[arg(long, value_name = "N", default_value = "2", requires = "graph")]
    depth: usize,

    /// Maximum number of documents to fetch
    #[arg(long, value_name = "N", default_value = "200", requires = "graph")]
    max_documents: NonZeroUsize,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    // report an unwritable output file before anything is fetched
    let picture =
        args.graph.graph.as_deref().map(|path| graph::Picture::for_path(path, args.graph.force)).transpose()?;
    let url = listing_url(&args.target)?;
    let network = Network::new(&args.network, terminal)?;
    match picture {
        Some(picture) => graph::run(args, &url, &picture, &network, terminal),
        None => listing::run(args, &url, &network, terminal),
    }
}

impl Args {
    fn origins(&self) -> OriginPolicy {
        match (self.any_origin, self.origin.as_slice()) {
            (true, _) => OriginPolicy::AnyHttps,
            (false, []) => OriginPolicy::Same,
            (false, origins) => OriginPolicy::Listed(origins.to_vec()),
        }
    }
}

fn origin(text: &str) -> Result<Origin, String> {
    let url = listing_url(text).map_err(|error| error.to_string())?;
    Origin::from_https(&url).ok_or_else(|| "it has no origin".to_owned())
}

/// Converts a finding to a failure, for printing.
pub fn failure_of(finding: &DiscoveryFinding) -> Failure {
    let failure = Failure::new(finding.code, finding.message.as_str()).at_position(finding.position);
    let failure = match &finding.pointer {
        Some(pointer) if !pointer.is_empty() => failure.at(pointer),
        _ => failure,
    };
    let failure = failure.in_input(&finding.url, &[]);
    // a host may publish documents without listing them
    if finding.code == Code::NET_STATUS && finding.url.ends_with("/.well-known/agent-descriptions") {
        return failure.with_help("`adp doctor HOST` looks for cards and other documents, too");
    }
    failure
}

fn findings_json(findings: &[DiscoveryFinding]) -> Vec<Object> {
    let one = |finding: &DiscoveryFinding| {
        object! {
            "code": finding.code,
            "severity": finding.severity,
            "message": &finding.message,
            "url": &finding.url,
            "pointer": finding.pointer.as_deref(),
            "line": finding.position.map(|position| position.line),
            "column": finding.position.map(|position| position.column),
        }
    };
    findings.iter().map(one).collect()
}
