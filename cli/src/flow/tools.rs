//! `adp flow tools`: print flows as tool definitions.

use super::{LoadedFlows, SourceArgs};
use crate::{check::tool_format, convert::print_losses, failure::Failure, output::terminal::Terminal};
use adp_flows::tools::{ToolFormat, tools};

const EXAMPLES: &str = "\
Examples:
  adp flow tools agents.json --format anthropic > tools.json
  adp flow tools orders.arazzo.yaml --format mcp --source shop=openapi.yaml";

/// Write the flows as tool definitions for a model API
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Model API: openai, openai-strict, anthropic, gemini or mcp
    #[arg(long, value_name = "API", value_parser = tool_format)]
    format: ToolFormat,

    #[command(flatten)]
    source: SourceArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let loaded = LoadedFlows::read(&args.source, terminal)?;
    let compiled = loaded.compile(&args.source, terminal)?;
    let tools = tools(&compiled.workflows, args.format);
    print_losses(&tools.losses, terminal);
    terminal.print_document_of(tools.list, loaded.bytes())
}
