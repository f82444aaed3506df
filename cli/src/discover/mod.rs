//! `adp discover`: which agents does this host list, and what do they name?

mod dot;
mod graph;
mod graph_text;
mod layout;
mod listing;
mod look;
mod picture;
mod svg;
mod table;

use crate::{
    failure::{Failure, Outcome},
    network::{Network, NetworkArgs},
    object,
    output::Force,
    terminal::Terminal,
};
use agent_description::{
    Origin, Timestamp,
    discovery::{Finding, OriginPolicy, listing_url},
    json::Object,
};
use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

const EXAMPLES: &str = "\
Examples:
  adp discover agents.example.com            # what the host lists
  adp discover agents.example.com --verify   # and who signed each description
  adp discover https://agents.example.com/ad.json --graph agent.svg
  adp discover agents.example.com --graph host.dot --origin cdn.example.com

A host can list what it likes; descriptions on other origins are marked, and are
verified or followed only if --origin or --any-origin allows it. Exit code 1
means that something was refused, 4 that the network had no answer, 3 that
something is unreadable; what was found is always printed.";

/// List, verify and draw the agents of a host
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The host as HOST or HOST:PORT, or the URL of a listing; with --graph, also the URL of a description
    #[arg(value_name = "HOST|URL")]
    target: String,

    /// Fetch and verify each description
    #[arg(long)]
    verify: bool,

    /// Verify as of this time instead of now
    #[arg(long, value_name = "TIME", requires = "verify")]
    at: Option<Timestamp>,

    /// Another origin that may be contacted: HOST, HOST:PORT or URL; may be repeated
    #[arg(long, value_name = "HOST", value_parser = origin, conflicts_with = "any_origin")]
    origin: Vec<Origin>,

    /// Contact any origin
    #[arg(long)]
    any_origin: bool,

    /// The number of requests at the same time
    #[arg(long, value_name = "N", default_value = "8")]
    jobs: NonZeroUsize,

    /// Stop after this time, and report what was found until then: 90s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = crate::duration::parse)]
    deadline: Duration,

    #[command(flatten)]
    listing: ListingArgs,

    #[command(flatten)]
    graph: GraphArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

/// How much of a listing is read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Listing")]
struct ListingArgs {
    /// Read at most this many pages
    #[arg(long, value_name = "N", default_value = "100", conflicts_with = "graph")]
    max_pages: NonZeroUsize,

    /// List at most this many descriptions
    #[arg(long, value_name = "N", default_value = "10000", conflicts_with = "graph")]
    max_items: NonZeroUsize,
}

/// What is crawled, and where the graph goes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Graph")]
struct GraphArgs {
    /// Follow the links to products, services and interface definitions, and write the graph to FILE: *.json, *.dot or *.svg
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    graph: Option<PathBuf>,

    #[command(flatten)]
    force: Force,

    /// Follow at most this many links from the start
    #[arg(long, value_name = "N", default_value = "2", requires = "graph")]
    depth: usize,

    /// Fetch at most this many documents
    #[arg(long, value_name = "N", default_value = "200", requires = "graph")]
    max_documents: NonZeroUsize,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    // what cannot be written is told before anything is fetched
    let picture = args.graph.graph.as_deref().map(|path| picture::Picture::of(path, args.graph.force)).transpose()?;
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
    Origin::of_https(&url).ok_or_else(|| "it has no origin".to_owned())
}

/// A finding, as it is explained.
pub fn failure_of(finding: &Finding) -> Failure {
    let failure = Failure::new(finding.code, finding.message.as_str()).at_position(finding.position);
    let failure = match &finding.pointer {
        Some(pointer) if !pointer.is_empty() => failure.at(pointer),
        _ => failure,
    };
    failure.in_input(&finding.url, &[])
}

/// Findings, as they are printed for programs.
fn findings_json(findings: &[Finding]) -> Vec<Object> {
    let one = |finding: &Finding| {
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
