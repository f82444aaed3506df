//! `adp flow`: list, plan and run flows of API calls.

mod list;
mod load;
mod plan;
mod prompt;
mod run;
mod sources;
mod tools;

pub use load::{Loaded, SourceArgs, is_of_flows, pair};
pub use plan::arguments;
pub use sources::{Named, beside, fitted, openapi_of, supplied_for, supplied_or_named};
pub use tools::tool_format;

use crate::{
    failure::{Failure, Outcome},
    terminal::Terminal,
};
use clap::Subcommand;

const EXAMPLES: &str = "\
Examples:
  adp flow list agents.json
  adp flow list https://api.example.com/   # reads /.well-known/agents.json
  adp flow plan agents.json order --args '{\"parameters\": {\"item\": \"chair\"}}'
  adp flow plan orders.arazzo.yaml order --source shop=openapi.yaml
  adp flow run agents.json order --args @order.json --auth auth.json
  adp flow tools agents.json --format anthropic
  adp flow prompt agents.json

Reads agents.json and Arazzo documents. OpenAPI documents are read from the same
folder, or fetched if they are named by URL. A document from a URL cannot read
local files.";

/// List, plan and run flows: API calls exposed as one tool
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    List(list::Args),
    Plan(plan::Args),
    Run(Box<run::Args>),
    Tools(tools::Args),
    Prompt(prompt::Args),
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    match &args.verb {
        Verb::List(args) => list::run(args, terminal),
        Verb::Plan(args) => plan::run(args, terminal),
        Verb::Run(args) => run::run(args, terminal),
        Verb::Tools(args) => tools::run(args, terminal),
        Verb::Prompt(args) => prompt::run(args, terminal),
    }
}
