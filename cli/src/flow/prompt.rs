//! `adp flow prompt`: print the flows as text for a model.

use super::{LoadedFlows, SourceArgs};
use crate::{
    failure::Failure,
    output::{object, terminal::Terminal},
};
use adp_flows::tools::prompt;

const EXAMPLES: &str = "\
Examples:
  adp flow prompt agents.json
  adp flow prompt https://api.example.com/ >> system-prompt.txt";

/// Write the flows as text for a model, one line per flow
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let loaded = LoadedFlows::read(&args.source, terminal)?;
    let compiled = loaded.compile(&args.source, terminal)?;
    let text = prompt(&compiled.workflows);
    terminal.report_of(object! { "prompt": &text }.into(), &text, loaded.bytes())
}
