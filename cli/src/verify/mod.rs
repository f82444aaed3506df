//! `adp verify`: is this description signed by whom it says, for here and now?

mod did_documents;
mod in_order;
mod job;
mod report;
mod summary;

use crate::{
    duration,
    failure::{Failure, Outcome},
    file,
    network::NetworkArgs,
    terminal::Terminal,
};
use agent_description::{Code, Timestamp, did::Purpose};
use in_order::in_order;
use job::Job;
pub use report::Report;
use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};
use summary::Summary;

const EXAMPLES: &str = "\
Examples:
  adp verify https://agent.example.com/ad.json         fetch, resolve the signer's DID, verify
  adp verify ad.json --did-document did.json --any-domain            nothing from the network
  adp verify ad.json --domain agent.example.com --max-age 7d
  find site -name '*.json' | adp verify --batch - > verdicts.ndjson

The signer must be the DID the description is about; --signer names another one. A file whose
proof is bound to a domain needs --domain or --any-domain. Exit code 0 says verified, 1 refused,
3 unreadable, 4 the network had no answer; several inputs give one JSON object a line.";

/// Verify signed agent descriptions
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files or URLs; `-` is stdin
    #[arg(value_name = "FILE|URL", required_unless_present = "batch")]
    inputs: Vec<String>,

    /// Read the inputs' names from this file, one a line; `-` is stdin
    #[arg(long, value_name = "LIST", conflicts_with = "inputs")]
    batch: Option<PathBuf>,

    /// How many threads verify
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    expected: ExpectedArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

/// What the proof must say.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Expectations")]
struct ExpectedArgs {
    /// The signer's DID document, instead of resolving the DID; may be repeated
    #[arg(long, value_name = "FILE")]
    did_document: Vec<PathBuf>,

    /// The proof's domain must be this host, or host:port
    #[arg(long, value_name = "HOST", conflicts_with = "any_domain")]
    domain: Option<String>,

    /// Accept a proof for any domain
    #[arg(long)]
    any_domain: bool,

    /// Refuse a proof without domain
    #[arg(long)]
    require_domain: bool,

    /// The proof must answer this challenge
    #[arg(long, value_name = "TEXT")]
    challenge: Option<String>,

    /// Who must have signed, whatever the description is about
    #[arg(long, value_name = "DID")]
    signer: Option<String>,

    /// Refuse a proof made longer ago than this: 90s, 15m, 24h, 7d
    #[arg(long, value_name = "DUR", value_parser = duration::parse)]
    max_age: Option<Duration>,

    /// Refuse a proof made before this time
    #[arg(long, value_name = "TIME")]
    not_before: Option<Timestamp>,

    /// The proof's purpose
    #[arg(long, default_value = "assertionMethod")]
    purpose: Purpose,

    /// Verify for this time instead of now
    #[arg(long, value_name = "TIME")]
    at: Option<Timestamp>,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let files = args.expected.did_document.iter().chain(&args.batch).map(PathBuf::as_path);
    let all = args.inputs.iter().map(Path::new).chain(files);
    if all.filter(|name| *name == Path::new(file::STDIN)).count() > 1 {
        return Err(Failure::usage(Terminal::STDIN_TWICE));
    }
    let job = Job::new(args, terminal)?;
    match (&args.batch, args.inputs.as_slice()) {
        (None, [input]) => single(&job, input, terminal),
        (None, inputs) => batch(&job, inputs.iter().map(|input| Ok(input.clone())), args.jobs, terminal),
        (Some(list), _) => {
            let lines: Box<dyn BufRead + Send> = if list == Path::new(file::STDIN) {
                terminal.take_stdin()?;
                Box::new(BufReader::new(io::stdin()))
            } else {
                Box::new(BufReader::new(File::open(list).map_err(|error| Failure::io("read", list, &error))?))
            };
            let names = lines.lines().filter(|line| !matches!(line, Ok(name) if name.is_empty()));
            batch(&job, names, args.jobs, terminal)
        }
    }
}

fn single(job: &Job, input: &str, terminal: &Terminal) -> Result<Outcome, Failure> {
    let report = job.verify(input);
    if terminal.wants_json() {
        terminal.print_json(&report.to_json())?;
    }
    match (report.failure, report.evidence) {
        (Some(failure), _) => {
            terminal.explain(&failure);
            Ok(failure.outcome())
        }
        (None, Some(evidence)) if !terminal.wants_json() => {
            terminal.print(report::card(input, &evidence))?;
            Ok(Outcome::Done)
        }
        (None, _) => Ok(Outcome::Done),
    }
}

fn batch(
    job: &Job,
    names: impl Iterator<Item = io::Result<String>> + Send,
    jobs: Option<NonZeroUsize>,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let jobs = jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let mut summary = Summary::new();
    let work = |name: io::Result<String>| {
        name.map(|name| {
            let report = job.verify(&name);
            let line = Terminal::json_line(&report.to_json());
            (line, report.failure.map(|failure| (failure.code(), failure.outcome())))
        })
    };
    in_order(names, jobs, work, |result| {
        let (line, failure) =
            result.map_err(|error| Failure::new(Code::IoRead, format!("cannot read the list of inputs: {error}")))?;
        summary.count(failure);
        terminal.data(line.as_bytes())
    })?;
    terminal.note(&summary.to_text());
    Ok(summary.outcome)
}
