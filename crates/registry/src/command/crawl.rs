//! `adp-registry crawl`: crawl the well-known URLs of hosts.

use super::{Failure, Outcome, network::NetworkArgs, open::StoreArgs, print};
use crate::crawl::{CrawlPace, CrawlState, crawl, read_hosts};
use serde_json::json;
use std::{
    io::{IsTerminal, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Maximum size of the list, in bytes.
const LIST: u64 = 64 << 20;

const EXAMPLES: &str = "\
Examples:
  # run it again to continue after an interruption
  adp-registry crawl hosts.txt --store agents.redb
  cut -d, -f1 hosts.csv |
      adp-registry crawl - --progress crawl.json --store agents.redb

Fetches the well-known URLs of each host (agent descriptions, A2A card, AI
Catalog, ARD, skills, MCP server card, agents.json) and their links on the same
host, and adds valid documents. Sends one request at a time to a host.";

/// Crawl the well-known URLs of hosts, and add their documents
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// List of hosts, one per line; `-` is stdin
    #[arg(value_name = "HOSTS")]
    hosts: PathBuf,

    /// Progress file for continuing an interrupted crawl (default: HOSTS.progress)
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,

    /// Number of hosts to crawl in parallel
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1024))]
    at_once: u16,

    /// Maximum number of requests per second to one host
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1000))]
    per_host: u16,

    #[command(flatten)]
    store: StoreArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

pub(super) async fn run(args: Args, json: bool) -> Result<Outcome, Failure> {
    let progress = match (&args.progress, args.hosts == Path::new("-")) {
        (Some(progress), _) => progress.clone(),
        (None, false) => PathBuf::from(format!("{}.progress", args.hosts.display())),
        (None, true) => {
            return Err(Failure::usage(
                "a list from stdin needs --progress FILE, so that an interrupted crawl can continue",
            ));
        }
    };
    let text = super::input::read(&args.hosts, LIST)?;
    let list = String::from_utf8_lossy(&text);
    let hosts = read_hosts(&list).map_err(|error| {
        Failure::new(agent_description::Code::IO_READ, format!("{}: {error}", args.hosts.display()))
    })?;
    let registry = args.store.operated(&args.network).await?;
    let pause = Duration::from_secs(1) / u32::from(args.per_host);
    let pace = CrawlPace { at_once: usize::from(args.at_once), pause };
    let mut reported = Instant::now();
    let is_terminal = std::io::stderr().is_terminal();
    let report = |state: CrawlState| {
        let every = if is_terminal { Duration::from_millis(500) } else { Duration::from_secs(5) };
        if reported.elapsed() >= every || state.done == state.all {
            reported = Instant::now();
            print_state(state, is_terminal);
        }
    };
    let progress = crawl(&registry, args.network.https()?, &hosts, &progress, pace, report).await?;
    let (mut documents, mut refused, mut silent) = (0, 0, 0);
    for done in progress.hosts.values() {
        documents += done.documents;
        refused += done.refused;
        silent += usize::from(done.problem.is_some());
    }
    let (done, added) = (progress.hosts.len(), progress.added());
    let value = json!({"hosts": done, "documents": documents, "added": added, "refused": refused, "problems": silent});
    let line =
        format!("{done} hosts, {documents} documents: {added} added, {refused} refused; {silent} hosts with problems");
    print(json, &value, &line);
    Ok(Outcome::Done)
}

fn print_state(CrawlState { done, all, added, rate, left }: CrawlState, is_terminal: bool) {
    let left = left.map(|left| format!(", {} s left", left.as_secs())).unwrap_or_default();
    let text = format!("{done}/{all} hosts, {added} documents added, {rate:.1} hosts/s{left}");
    let mut stderr = std::io::stderr().lock();
    let _ = match is_terminal && done < all {
        true => write!(stderr, "\r{text}  "),
        false => writeln!(stderr, "{}{text}", if is_terminal { "\r" } else { "" }),
    };
}
