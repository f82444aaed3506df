//! The tools of a live server.

use super::{ConnectArgs, ServerArgs, Settings, session::Session};
use crate::{
    failure::{Failure, Outcome},
    network::NetworkArgs,
    terminal::Terminal,
};
use adp_cards::lock::ServerAddress;
use agent_description::{Code, Document};

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

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let url = args.url.clone().map(ServerAddress::Url);
    let address = url.or_else(|| args.server.address()).ok_or_else(|| Failure::usage("name a server"))?;
    let settings = Settings::new(&args.connect, &args.network, terminal)?;
    let (_, tools) = tools_of(&address, &settings)?;
    terminal.print_unmasked_of(tools.json().clone(), tools.source().len())?;
    Ok(Outcome::Done)
}

/// The version of MCP that a server speaks, and its tools. No tool is called.
pub fn tools_of(address: &ServerAddress, settings: &Settings) -> Result<(String, Document), Failure> {
    in_time(settings, async {
        let session = Session::open(address, settings).await?;
        let (protocol, tools) = (session.protocol(), session.tools().await);
        session.close().await;
        Ok((protocol, tools?))
    })
}

/// Runs what is done with a server, within its time.
pub(super) fn in_time<T: Send>(
    settings: &Settings,
    work: impl Future<Output = Result<T, Failure>> + Send,
) -> Result<T, Failure> {
    let timed = async { tokio::time::timeout(settings.timeout, work).await };
    settings.network.runtime.block_on(timed).unwrap_or_else(|_| Err(too_late()))
}

/// The failure for a server that exceeds its time.
pub(super) fn too_late() -> Failure {
    Failure::new(Code::NET_TIME, "the server did not answer in time").with_help("allow more time with --server-timeout")
}
