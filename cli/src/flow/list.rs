//! `adp flow list`: list the flows of a file.

use super::{Loaded, SourceArgs};
use crate::{
    escape::escape,
    failure::{Failure, Outcome},
    object,
    terminal::{Terminal, counted},
};
use adp_flows::{
    agents_json::AgentsJson,
    arazzo::{Arazzo, is_arazzo},
};
use agent_description::{Document, json::Text};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  adp flow list agents.json
  # fetches /.well-known/agents.json of the host
  adp flow list https://api.example.com/
  adp flow list orders.arazzo.yaml --json | jq '.[].id'";

/// List the flows of a file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,
}

#[derive(Serialize)]
struct FlowSummary {
    id: Option<Text>,
    title: Option<Text>,
    description: Option<Text>,
    steps: Vec<Option<Text>>,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let loaded = Loaded::read(&args.source, terminal)?;
    let flows = listed(&loaded.document);
    if terminal.wants_json() {
        terminal.print_report_of(object::json(&flows), loaded.bytes)?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    for flow in &flows {
        let steps = counted(flow.steps.len(), "step");
        let said = flow.title.as_ref().or(flow.description.as_ref()).map_or("", Text::as_str);
        let id = flow.id.as_deref().unwrap_or("?");
        text.push_str(&format!("{}  {}  ({steps})\n", escape(id), escape(said)));
    }
    terminal.print_of(&text, loaded.bytes)?;
    Ok(Outcome::Done)
}

fn listed(document: &Document) -> Vec<FlowSummary> {
    if is_arazzo(document) {
        let workflows = Arazzo::read(document).workflows.into_iter();
        let listed = workflows.map(|it| FlowSummary {
            id: it.id,
            title: it.summary,
            description: it.description,
            steps: it.steps.into_iter().map(|step| step.id).collect(),
        });
        return listed.collect();
    }
    let flows = AgentsJson::read(document).flows.into_iter();
    let listed = flows.map(|it| FlowSummary {
        id: it.id,
        title: it.title,
        description: it.description,
        steps: it.actions.into_iter().map(|action| action.id).collect(),
    });
    listed.collect()
}
