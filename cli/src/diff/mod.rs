//! `adp diff`: compare two documents, or documents with a lock file.

mod report;

use crate::{
    check, explain,
    failure::{Failure, Outcome},
    format::FormatArgs,
    lock,
    network::{Network, NetworkArgs},
    terminal::Terminal,
};
use adp_cards::diff::{Class, common, diff};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  adp diff old-card.json agent-card.json
  adp diff https://agent.example.com/.well-known/agent-card.json agent-card.json
  # in CI: also fail if a text that models read has changed
  adp diff --fail-on text reviewed.json tools.json
  # all files of a lock file
  adp diff --lock adp.lock.json
  # one of them
  adp diff --lock adp.lock.json tools.json
  # the meaning of a change rule
  adp explain diff-removed

Each change is `breaking` (callers may fail), `text` (a text for models changed,
such as the description of a tool) or `cosmetic`. Exit code 1 means a breaking
change, with --fail-on text also a change of text. With --lock it means any
change, because digests show only that something changed.";

/// Compare two documents, or documents with a lock file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Old and new document: files or URLs, with --lock files only; `-` is stdin
    #[arg(value_name = "FILE|URL", required_unless_present_any = ["lock", "explain"])]
    inputs: Vec<String>,

    /// Compare with this lock file (default: all files that it lists)
    #[arg(long, value_name = "FILE", conflicts_with = "forced")]
    lock: Option<PathBuf>,

    /// Changes that exit with 1: breaking, or text (which includes breaking)
    #[arg(
        long,
        value_name = "CLASS",
        value_enum,
        default_value = "breaking",
        hide_default_value = true,
        hide_possible_values = true,
        conflicts_with = "lock"
    )]
    fail_on: FailOn,

    /// Same as `adp explain RULE`
    #[arg(long, value_name = "RULE", conflicts_with_all = ["inputs", "lock"])]
    explain: Option<String>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

/// The least severe change that exits with 1.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FailOn {
    Breaking,
    Text,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(id) = &args.explain {
        return explain::explain(id, explain::First::Rule, check::Format::for_terminal(terminal), terminal);
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
    let old = args.format.load(old, &network, terminal)?;
    let new = args.format.load(new, &network, terminal)?;
    let format = common(&old.formats, &new.formats)?;
    let changes = diff(format, &old.document, &new.document)?;
    report::compared(&changes, old.document.source().len() + new.document.source().len(), terminal)?;
    let least = match args.fail_on {
        FailOn::Breaking => Class::Changed,
        FailOn::Text => Class::Text,
    };
    Ok(if changes.reaches(least) { Outcome::Refused } else { Outcome::Done })
}
