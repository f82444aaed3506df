//! `adp diff`: compare two documents, or documents with a lock file.

mod report;

use crate::{
    explain,
    failure::{Failure, Outcome},
    input::format::FormatArgs,
    lock,
    mcp::ConnectArgs,
    network::{Network, NetworkArgs},
    output::terminal::Terminal,
};
use adp_compare::diff::{Class, common, diff};
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
  # MCP servers in the lock file; those started by a command need consent
  adp diff --lock mcp.lock.json --fail-on text --allow-commands
  # the meaning of a change rule
  adp explain diff-removed

Each change is `breaking` (callers may fail), `text` (a text for models changed,
such as the description of a tool) or `cosmetic`. Exit code 1 means a breaking
change, with --fail-on text also a change of text. With --lock alone it means
any change. If the lock file has only digests, each change is `changed`, which
is treated as breaking.";

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
    #[arg(long, value_name = "CLASS", value_enum, hide_possible_values = true)]
    fail_on: Option<FailOn>,

    /// Run the commands in the lock file that start MCP servers
    #[arg(long, requires = "lock")]
    allow_commands: bool,

    /// Same as `adp explain RULE`
    #[arg(long, value_name = "RULE", conflicts_with_all = ["inputs", "lock"])]
    explain: Option<String>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    connect: ConnectArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

/// The least severe change that exits with 1.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FailOn {
    Breaking,
    Text,
}

impl FailOn {
    /// The class that fails, as do those that concern more.
    fn least(self) -> Class {
        match self {
            Self::Breaking => Class::Changed,
            Self::Text => Class::Text,
        }
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if let Some(id) = &args.explain {
        return explain::explain(id, explain::First::Rule, terminal.wants_json(), terminal).map(Into::into);
    }
    if let Some(path) = &args.lock {
        let servers = (&args.connect, &args.network);
        let compared = lock::compare(path, &args.inputs, args.allow_commands, servers, terminal)?;
        report::locked(&compared, terminal)?;
        let least = args.fail_on.map_or(Class::Cosmetic, FailOn::least);
        let fails = compared.iter().any(|(_, changes)| changes.reaches(least));
        return Ok(if fails { Outcome::Refused } else { Outcome::Done });
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
    let least = args.fail_on.unwrap_or(FailOn::Breaking).least();
    Ok(if changes.reaches(least) { Outcome::Refused } else { Outcome::Done })
}
