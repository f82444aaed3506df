//! `adp flow list`: list the flows of a file.

use super::{LoadedFlows, SourceArgs};
use crate::{
    failure::Failure,
    output::{
        escape::escape,
        object,
        terminal::{Terminal, counted},
    },
};
use adp_flows::{
    agents_json::{AgentsJson, Flow},
    arazzo::{Arazzo, Workflow, is_arazzo},
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

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let loaded = LoadedFlows::read(&args.source, terminal)?;
    let flows = listed(&loaded.read.document);
    let mut text = String::new();
    for flow in &flows {
        let steps = counted(flow.steps.len(), "step");
        let said = flow.title.as_ref().or(flow.description.as_ref()).map_or("", Text::as_str);
        let id = flow.id.as_deref().unwrap_or("?");
        text.push_str(&format!("{}  {}  ({steps})\n", escape(id), escape(said)));
    }
    terminal.report_of(object::json(&flows), &text, loaded.bytes())
}

fn listed(document: &Document) -> Vec<FlowSummary> {
    if is_arazzo(document) {
        let workflow = |it: Workflow| FlowSummary {
            id: it.id,
            title: it.summary,
            description: it.description,
            steps: it.steps.into_iter().map(|step| step.id).collect(),
        };
        return Arazzo::read(document).workflows.into_iter().map(workflow).collect();
    }
    let flow = |it: Flow| FlowSummary {
        id: it.id,
        title: it.title,
        description: it.description,
        steps: it.actions.into_iter().map(|action| action.id).collect(),
    };
    AgentsJson::read(document).flows.into_iter().map(flow).collect()
}
