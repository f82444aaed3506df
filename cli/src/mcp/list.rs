//! The tools of a live server.

use super::{ConnectArgs, ServerArgs, SessionSettings, tools_of};
use crate::{failure::Failure, network::NetworkArgs, output::terminal::Terminal};
use adp_compare::lock::ServerAddress;

const EXAMPLES: &str = "\
Examples:
  adp mcp tools https://mcp.example.com/mcp > tools.json
  adp mcp tools --stdio -- COMMAND | adp check -";

/// Write the tools of a server, all pages in one list
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// URL of the server
    #[arg(value_name = "URL", required_unless_present = "stdio", conflicts_with = "stdio")]
    url: Option<String>,

    #[command(flatten)]
    server: ServerArgs,

    #[command(flatten)]
    connect: ConnectArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let url = args.url.clone().map(ServerAddress::Url);
    let address = url.or_else(|| args.server.address()).ok_or_else(|| Failure::usage("name a server"))?;
    let settings = SessionSettings::new(&args.connect, &args.network, terminal)?;
    let tools = tools_of(&address, &settings)?;
    tools.warn_of_faults(terminal);
    let tools = tools.list;
    terminal.print_unmasked_of(tools.json().clone(), tools.source().len())
}
