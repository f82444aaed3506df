//! `adp flow plan`: show what a flow would do.

use super::{LoadedFlows, SourceArgs};
use crate::{
    arguments::json_argument,
    failure::{Failure, Outcome},
    input::file,
    output::{escape::escape, terminal::Terminal},
};
use adp_flows::{
    plan::{Plan, Planned},
    tools::ToolFormat,
    workflow::{CompileError, Workflows},
};
use agent_description::Json;
use std::collections::BTreeSet;

const EXAMPLES: &str = "\
Examples:
  adp flow plan agents.json order
  adp flow plan agents.json order --args '{\"parameters\": {\"item\": \"chair\"}}'
  adp flow plan orders.arazzo.yaml order --source shop=openapi.yaml";

/// Show the requests of a flow and the data between origins
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// ID of the flow
    #[arg(index = 2, value_name = "FLOW")]
    flow: String,

    /// Arguments: JSON, @FILE or - for stdin. Arazzo: the inputs; agents.json: {"parameters": …, "requestBody": …}
    #[arg(long, value_name = "JSON")]
    args: Option<String>,

    /// Model API whose names are used in --args (see `adp flow tools`)
    #[arg(long = "for", hide_short_help = true, value_name = "API", default_value = "anthropic", value_parser = crate::check::tool_format)]
    api: ToolFormat,

    #[command(flatten)]
    source: SourceArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.args.as_deref() == Some(file::STDIN) && args.source.input == file::STDIN {
        return Err(Failure::usage(Terminal::STDIN_TWICE));
    }
    let loaded = LoadedFlows::read(&args.source, terminal)?;
    let mut arguments = args.args.as_deref().map(|text| json_argument::read(text, terminal)).transpose()?;
    let compiled = loaded.compile(&args.source, terminal)?;
    if let Some(arguments) = &mut arguments {
        restore_names(&compiled.workflows, &args.flow, args.api, arguments);
    }
    let plan = Plan::for_workflow(&compiled.workflows, &args.flow, arguments.as_ref()).map_err(|error| {
        match error {
            // the error is in the arguments, not in the file
            CompileError::ArgumentsType(_) | CompileError::Arguments(_) => {
                Failure::from_error(&error).with_help_if(compiled.workflows.help_for_arguments(&args.flow))
            }
            _ => loaded.failure(&error, error.offset()),
        }
    })?;
    terminal.report_of(plan.to_json(), &text(&plan), loaded.bytes())?;
    let missing: BTreeSet<&str> =
        plan.steps.iter().filter(|step| step.missing.is_some()).map(|step| step.source.as_str()).collect();
    for name in &missing {
        terminal.note(&format!("help: {}", escape(&adp_flows::workflow::help_for_missing(name))));
    }
    Ok(if missing.is_empty() { Outcome::Done } else { Outcome::Refused })
}

/// Maps argument names of the tool definition back to those of the flow.
pub fn restore_names(workflows: &Workflows, flow: &str, api: ToolFormat, arguments: &mut Json) {
    if let Ok(workflow) = workflows.workflow(flow) {
        adp_flows::tools::restore_names(workflow, api, arguments);
    }
}

fn text(plan: &Plan) -> String {
    let mut text = String::new();
    for step in &plan.steps {
        text.push_str(&line(step));
    }
    text.push_str("origins:\n");
    for origin in &plan.origins {
        text.push_str(&format!("  {}\n", escape(origin)));
    }
    if !plan.crossings.is_empty() {
        text.push_str("data between origins:\n");
    }
    for it in &plan.crossings {
        text.push_str(&format!("  {}: {}\n", escape(&it.step), escape(&it.to_string())));
    }
    if !plan.overrides.is_empty() {
        text.push_str("changed by the file:\n");
    }
    for it in &plan.overrides {
        let (operation, path) = (escape(&it.operation_id), escape(&it.field_path));
        text.push_str(&format!("  {operation} {path} = {}\n", escape(&it.value.to_compact())));
    }
    text
}

fn line(step: &Planned) -> String {
    let name = escape(&step.step);
    if let Some(why) = &step.missing {
        let id = step.operation_id.as_deref().unwrap_or_default();
        return format!("{name}  {} of {}: {}\n", escape(id), escape(&step.source), escape(why));
    }
    let method = step.method.as_deref().unwrap_or("?");
    let url = escape(step.url.as_deref().unwrap_or("?"));
    let needs = step.security.first().filter(|all| !all.is_empty()).map(|all| format!("  needs {}", all.join(" and ")));
    let changes = if step.changes { "  makes changes" } else { "" };
    format!("{name}  {method} {url}{}{changes}\n", escape(&needs.unwrap_or_default()))
}
