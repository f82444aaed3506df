//! `adp flow`: list, plan and run flows of API calls.

mod list;
mod load;
mod plan;
mod prompt;
mod run;
mod tools;

use crate::arguments::verbs::verbs;
use load::{LoadedFlows, SourceArgs};

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

verbs! {
    /// List, plan and run flows: API calls exposed as one tool
    #[command(after_help = EXAMPLES)]
    {
        List = list,
        Plan = plan,
        Run = run,
        Tools = tools,
        Prompt = prompt,
    }
}
