//! `adp verify`: verify signed documents.

pub mod allowances;
mod batch;
pub mod did_documents;
mod expectations;
mod handle;
mod host;
mod parallel_fetches;
mod report;
mod report_text;
mod resolving;
mod verdict;
mod verified_before;
mod verify_run;

use crate::{
    arguments::duration,
    explain,
    failure::{Failure, Outcome},
    input::{file, format::FormatArgs},
    network::NetworkArgs,
    output::{Force, Output, terminal::Terminal},
};
use agent_description::{diagnostic::Severity, handle::Handle, verification::Verification};
use batch::input_names::Names;
use expectations::ExpectationArgs;
pub use report::VerifyReport;
pub use report_text::root_error;
use report_text::text_of;
use std::{
    io,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};
pub use verdict::InputVerdict;
pub use verify_run::VerifyRun;
#[cfg(feature = "messages")]
pub use verify_run::sources;

const EXAMPLES: &str = "\
Examples:
  # fetch the document, resolve the signer's DID, verify
  adp verify https://agent.example.com/ad.json
  # without the network
  adp verify ad.json --did-document did.json --any-domain
  adp verify ad.json --domain agent.example.com --max-age 7d
  # an A2A Agent Card
  adp verify agent-card.json --signer did:wba:agent.example.com
  # a catalog with its artifacts
  adp verify --follow https://agent.example.com/.well-known/ai-catalog.json
  # everything in a host's catalog and listing
  adp verify agent.example.com
  # a Handle and its DID
  adp verify wba://alice.example.com
  # read the verified data
  adp verify ad.json --any-domain --json | jq '.model.interfaces[].url'
  # the meaning of an error code, and what to do
  adp explain proof-domain
  adp verify --batch urls.txt > verdicts.ndjson

The signer must be the subject of the description, or the DID of --signer. For a
local file, a proof with a domain needs --domain or --any-domain. Exit codes: 0
verified, 1 refused, 3 unreadable, 4 network failure, 130 interrupted, 141
output closed. Each of several inputs gets one line; with --json or --batch, one
JSON object per line. In the JSON output, `document` and `model` are the
verified data; --save FILE writes the verified bytes.";

/// Verify signed descriptions, cards, catalogs and other documents
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files or URLs, or a host for all that it lists; `-` is stdin
    #[arg(value_name = "FILE|URL", required_unless_present_any = ["batch", "explain"])]
    inputs: Vec<String>,

    /// Input names and # comments, one per line; `-` is stdin
    #[arg(long, value_name = "LIST", conflicts_with = "inputs")]
    batch: Option<PathBuf>,

    /// Same as `adp explain CODE`
    #[arg(long, value_name = "CODE", conflicts_with_all = ["inputs", "batch"])]
    explain: Option<String>,

    /// Number of threads (default: one for each processor)
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Skip inputs that an earlier batch verified: FILE is its output, and is trusted
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    skip_verified: Option<PathBuf>,

    /// With --skip-verified: verify again what was verified longer ago
    #[arg(long, value_name = "DUR", value_parser = duration::parse, default_value = "24h", requires = "skip_verified", hide_short_help = true)]
    skip_max_age: Duration,

    /// Write the verified bytes to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "skip_verified", "explain"], hide_short_help = true)]
    save: Option<PathBuf>,

    #[command(flatten)]
    force: Force,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    expected: ExpectationArgs,

    #[command(flatten)]
    allowances: allowances::AllowanceArgs,

    #[command(flatten)]
    handles: handle::AcceptArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(code) = &args.explain {
        return explain::explain(code, explain::First::Code, terminal.wants_json(), terminal).map(Into::into);
    }
    let files = args.expected.did_document.iter().chain(&args.batch).chain(&args.allowances.jwks).map(PathBuf::as_path);
    let all = args.inputs.iter().map(Path::new).chain(files);
    if all.filter(|name| *name == Path::new(file::STDIN)).count() > 1 {
        return Err(Failure::usage(Terminal::STDIN_TWICE));
    }
    let output = args.output()?;
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let job = VerifyRun::new(args, jobs, terminal)?;
    match (&args.batch, args.inputs.as_slice()) {
        (None, [input]) if host::is_host(input) => host::run(job, input, jobs, terminal),
        (None, [input]) => single(&job, input, output.as_ref(), terminal),
        (None, inputs) => {
            let names = Names::given(args.inputs.clone());
            batch::run(job.for_people(), names, u64::try_from(inputs.len()).ok(), jobs, terminal)
        }
        (Some(list), _) if list == Path::new(file::STDIN) => {
            terminal.take_stdin()?;
            batch::run(job, Names::listed(io::stdin()), None, jobs, terminal)
        }
        (Some(list), _) => {
            let failed = |error: io::Error| Failure::io("read", list, &error);
            let with_help = |failure: Failure| failure.with_help("pipe other input into `adp verify --batch -`");
            let total = batch::input_names::count(file::open_regular(list).map_err(with_help)?).map_err(failed)?;
            batch::run(job, Names::listed(file::open_regular(list)?), Some(total), jobs, terminal)
        }
    }
}

impl Args {
    /// The file of `--save`.
    fn output(&self) -> Result<Option<Output<'_>>, Failure> {
        let Some(path) = &self.save else {
            let misused = self.force.force.then(|| Failure::usage("--force applies to --save FILE; pass --save"));
            return misused.map_or(Ok(None), Err);
        };
        match self.inputs.as_slice() {
            [input] if !host::is_host(input) => {
                Output::file(path, self.force, "--save needs a file, because the verdict goes to stdout").map(Some)
            }
            _ => Err(Failure::usage("--save writes one document; pass one file or URL")),
        }
    }
}

fn single(job: &VerifyRun, input: &str, output: Option<&Output<'_>>, terminal: &Terminal) -> Result<Outcome, Failure> {
    let runtime = &job.network.runtime;
    let (length, report) = if Handle::is_uri(input) {
        (0, runtime.block_on(job.verify_handle(input)).misuse()?)
    } else {
        let read = runtime.block_on(job.read(input));
        let length = read.as_ref().map_or(0, |read| read.bytes.len());
        (length, runtime.block_on(job.verify_read(input, read)).misuse()?)
    };
    let document = report.verdict.found().and_then(Verification::document).filter(|_| report.failure().is_none());
    if let (Some(output), Some(document)) = (output, document) {
        output.write(document.source().as_bytes())?;
    }
    if terminal.wants_json() {
        let mut text = String::new();
        let omission = report.write_json(true, &mut text);
        terminal.data_of(&text, length.max(document.map_or(0, |document| document.source().len())))?;
        omission.iter().for_each(|omission| terminal.show(Severity::Warning, omission));
    } else if report.failure().is_none() {
        terminal.print(text_of(input, &report.verdict))?;
    }
    let Some(failure) = report.failure() else { return Ok(Outcome::Done) };
    terminal.explain(failure);
    // a refused input prints only JSON to stdout
    if !terminal.wants_json() {
        terminal.aside(text_of(input, &report.verdict));
    }
    Ok(failure.outcome())
}
