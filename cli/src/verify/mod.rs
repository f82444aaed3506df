//! `adp verify`: is this description signed by whom it says, for here and now?

mod did_documents;
mod in_order;
mod report;

use crate::{
    duration,
    failure::{Failure, Outcome},
    file,
    network::{Network, NetworkArgs},
    source::{Input, Source},
    terminal::Terminal,
};
use agent_description::{
    Code, Document, Limits, Timestamp,
    description::AgentDescription,
    did::{Did, Purpose},
    jsonld::Contexts,
    proof::{Challenge, Evidence, Expectations, Unverified, VerifyError},
};
use did_documents::DidDocuments;
use in_order::in_order;
pub use report::Report;
use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader, IsTerminal, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

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
            let line = report.to_json();
            (line, report.failure.map(|failure| (failure.code(), failure.outcome())))
        })
    };
    in_order(names, jobs, work, |result| {
        let (line, failure) =
            result.map_err(|error| Failure::new(Code::IoRead, format!("cannot read the list of inputs: {error}")))?;
        summary.count(failure);
        terminal.print_json_line(&line)
    })?;
    terminal.note(&summary.to_text());
    Ok(summary.outcome)
}

/// What every input of a run is verified with.
struct Job<'a> {
    args: &'a ExpectedArgs,
    terminal: &'a Terminal,
    at: Timestamp,
    signer: Option<Did>,
    did_documents: DidDocuments,
    network: Network,
    contexts: Contexts,
    limits: Limits,
}

impl<'a> Job<'a> {
    fn new(args: &'a Args, terminal: &'a Terminal) -> Result<Self, Failure> {
        let limits = Limits::default();
        Ok(Self {
            at: args.expected.at.unwrap_or_else(Timestamp::now),
            signer: args.expected.signer.as_deref().map(str::parse).transpose()?,
            did_documents: DidDocuments::read(&args.expected.did_document, &limits, terminal)?,
            network: Network::new(&args.network, terminal)?,
            contexts: Contexts::embedded(),
            args: &args.expected,
            terminal,
            limits,
        })
    }

    /// Reads or fetches an input and verifies it. Every way it can end is in the report.
    fn verify(&self, input: &str) -> Report {
        let report = |evidence, failure| Report { input: input.to_owned(), evidence, failure };
        let source = Source::of(input);
        let Input { bytes, url } = match source.read(&self.network, self.limits.document_bytes, self.terminal) {
            Ok(input) => input,
            Err(failure) => return report(None, Some(failure)),
        };
        let document = match Document::parse(&bytes, &self.limits) {
            Ok(document) => document,
            Err(error) => return report(None, Some(Failure::from(error).in_input(&source.display_name(), &bytes))),
        };
        let (evidence, failure) = self.verify_document(&document, &source.display_name(), url.as_deref());
        report(Some(evidence), failure)
    }

    /// What was found, and why the document is not verified.
    fn verify_document(&self, document: &Document, name: &str, url: Option<&str>) -> (Box<Evidence>, Option<Failure>) {
        let refused = |error: VerifyError| {
            (Box::new(error.evidence().clone()), Some(Failure::of(&error).in_document(name, document)))
        };
        let unverified = Unverified::<AgentDescription>::read(document.clone(), &self.contexts, &self.limits);
        let pending = match unverified.prepare(self.expectations(url)) {
            Ok(pending) => pending,
            Err(error) => return refused(error),
        };
        let signer = pending.signer().clone();
        let verified = match self.did_documents.find(&signer, &self.limits) {
            Some(Ok(did_document)) => pending.finish(Ok(&did_document)),
            Some(Err(given)) => {
                // the reason is a line of the DID document, not of this one
                return match pending.finish(Err(Box::new(given.error.clone()))) {
                    Err(error) => (refused(error).0, Some(given.to_failure())),
                    Ok(verified) => (Box::new(verified.evidence().clone()), Some(given.to_failure())),
                };
            }
            None => pending.check_before_resolving().and_then(|pending| match self.network.resolve(&signer) {
                Ok(did_document) => pending.finish(Ok(&did_document)),
                Err(error) => pending.finish(Err(Box::new(error))),
            }),
        };
        match verified {
            Ok(verified) => (Box::new(verified.evidence().clone()), None),
            Err(error) => refused(error),
        }
    }

    fn expectations(&self, url: Option<&str>) -> Expectations {
        let args = self.args;
        let purpose = Expectations::for_purpose(args.purpose);
        let domain = match (&args.domain, url) {
            (Some(domain), _) => purpose.domain(domain),
            (None, _) if args.any_domain => purpose.any_domain(),
            (None, Some(_)) => purpose.domain_as_fetched(),
            (None, None) => purpose.no_domain(),
        };
        let challenge = match &args.challenge {
            Some(challenge) => domain.challenge(Challenge::new(challenge)),
            None => domain.any_challenge(),
        };
        let time = challenge.at(self.at);
        let mut expectations = match &self.signer {
            Some(signer) => time.signer(signer.clone()),
            None => time.signer_is_subject(),
        };
        if args.require_domain {
            expectations = expectations.require_domain();
        }
        if let Some(age) = args.max_age {
            expectations = expectations.max_age(age);
        }
        if let Some(time) = args.not_before {
            expectations = expectations.not_before(time);
        }
        if let Some(url) = url {
            expectations = expectations.fetched_from(url);
        }
        expectations
    }
}

/// How a batch goes, and went.
struct Summary {
    verified: usize,
    total: usize,
    codes: BTreeMap<&'static str, usize>,
    outcome: Outcome,
    /// When progress was shown last, if stderr is a terminal.
    shown: Option<Instant>,
}

impl Summary {
    /// How often progress is shown.
    const EVERY: Duration = Duration::from_millis(200);

    fn new() -> Self {
        let shown = io::stderr().is_terminal().then(Instant::now);
        Self { verified: 0, total: 0, codes: BTreeMap::new(), outcome: Outcome::Done, shown }
    }

    fn count(&mut self, failure: Option<(&'static str, Outcome)>) {
        self.total += 1;
        match failure {
            None => self.verified += 1,
            Some((code, outcome)) => {
                *self.codes.entry(code).or_default() += 1;
                self.outcome = self.outcome.and(outcome);
            }
        }
        if self.shown.is_some_and(|shown| shown.elapsed() > Self::EVERY) {
            self.shown = Some(Instant::now());
            let _ = write!(io::stderr(), "\r{}\r", self.to_text());
        }
    }

    /// `3 of 5 verified; proof-signature 1, net-time 1`
    fn to_text(&self) -> String {
        let mut text = format!("{} of {} verified", self.verified, self.total);
        for (at, (code, n)) in self.codes.iter().enumerate() {
            text.push_str(if at == 0 { "; " } else { ", " });
            text.push_str(&format!("{code} {n}"));
        }
        text
    }
}
