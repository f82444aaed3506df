//! `adp diff`: what changed between two documents, or since they were locked.

mod report;

use crate::{
    failure::{Failure, Outcome},
    file,
    format::FormatArgs,
    lock,
    network::{Network, NetworkArgs},
    source::Source,
    terminal::Terminal,
};
use adp_cards::{
    codes,
    diff::{diff, rules},
};
use agent_description::{Document, Limits, format::Format};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  adp diff old-card.json agent-card.json
  adp diff https://agent.example.com/.well-known/agent-card.json agent-card.json
  adp diff --lock adp.lock.json                 every file that `adp lock` locked
  adp diff --lock adp.lock.json tools.json      this one
  adp diff --explain diff-removed

Each change is `breaking` (callers may fail), `text` (models read something else) or `cosmetic`. Exits with 1
if any is breaking; with --lock, where digests cannot tell more than `changed`, if there is any.";

/// Show what changed between two documents of one format, or since files were locked
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The old document and the new one: files or URLs; with --lock, files. `-` is stdin
    #[arg(value_name = "FILE|URL", required_unless_present_any = ["lock", "explain"])]
    inputs: Vec<String>,

    /// Compare files with this lock file, by default all that it locks
    #[arg(long, value_name = "FILE", conflicts_with = "forced")]
    lock: Option<PathBuf>,

    /// Explain a rule of changes
    #[arg(long, value_name = "RULE", conflicts_with_all = ["inputs", "lock"])]
    explain: Option<String>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(id) = &args.explain {
        let unknown = || Failure::usage(format!("there is no rule {id}; `adp diff` names the rule of each change"));
        report::explain(rules::rule(id).ok_or_else(unknown)?, terminal)?;
        return Ok(Outcome::Done);
    }
    if let Some(path) = &args.lock {
        let compared = lock::compare(path, &args.inputs, terminal)?;
        report::locked(&compared, terminal)?;
        let is_same = compared.iter().all(|(_, changes)| changes.is_empty());
        return Ok(if is_same { Outcome::Done } else { Outcome::Refused });
    }
    let [old, new] = args.inputs.as_slice() else {
        return Err(Failure::usage("expected two documents, the old one and the new one"));
    };
    let network = Network::new(&args.network, terminal)?;
    let old = Read::of(old, args, &network, terminal)?;
    let new = Read::of(new, args, &network, terminal)?;
    let format = old.common(&new)?;
    let changes = diff(format, &old.document, &new.document)?;
    report::compared(&changes, old.document.source().len() + new.document.source().len(), terminal)?;
    Ok(if changes.is_breaking() { Outcome::Refused } else { Outcome::Done })
}

struct Read {
    name: String,
    document: Document,
    formats: Vec<&'static dyn Format>,
}

impl Read {
    fn of(input: &str, args: &Args, network: &Network, terminal: &Terminal) -> Result<Self, Failure> {
        let limits = Limits::default();
        let source = Source::of(input);
        if input == file::STDIN {
            terminal.take_stdin()?;
        }
        let bytes = source.read(network, args.format.most_bytes(&limits), terminal)?.bytes;
        let name = source.display_name();
        let read = args.format.read(&bytes, &limits);
        let (document, formats) = read.map_err(|error| Failure::of(&error).in_input(&name, &bytes))?;
        Ok(Self { name, document, formats })
    }

    /// The first format that both are of.
    fn common(&self, other: &Self) -> Result<&'static dyn Format, Failure> {
        let is_of = |read: &Self, format: &dyn Format| read.formats.iter().any(|known| known.name() == format.name());
        self.formats.iter().copied().find(|format| is_of(other, *format)).ok_or_else(|| {
            let names = |read: &Self| read.formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(" and ");
            let message = format!(
                "{} is {}, {} is {}; expected two documents of one format",
                self.name,
                names(self),
                other.name,
                names(other)
            );
            Failure::new(codes::DIFF_FORMATS, message)
        })
    }
}
