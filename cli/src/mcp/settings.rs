//! Which MCP server is meant, and how it is connected to.

use crate::{
    arguments::{
        duration,
        secret_arg::{SecretArg, bearer_token},
    },
    failure::Failure,
    network::{Network, NetworkArgs},
    output::terminal::Terminal,
};
use adp_compare::lock::ServerAddress;
use agent_description::{
    Code,
    resolve::{Deadlines, FetchLimits, Fetcher, PrivateOrigin, SystemClock},
    secret::{Redactor, is_credential_name},
};
use http::HeaderValue;
use std::time::Duration;

/// Maximum size of one answer, in bytes.
pub(super) const MAX_ANSWER_BYTES: usize = 8 << 20;
/// The most requests to one server in one run.
const MAX_REQUESTS: usize = 1000;

/// How a server is connected to.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "MCP servers")]
pub struct ConnectArgs {
    /// Environment variable with a bearer token for the server
    #[arg(long, hide_short_help = true, value_name = "NAME")]
    pub token_env: Option<SecretArg>,

    /// Allow an origin with a private address (http:// only on loopback); repeatable
    #[arg(long, hide_short_help = true, value_name = "ORIGIN")]
    allow_private: Vec<PrivateOrigin>,

    /// Time limit for a server, with all pages
    #[arg(long, hide_short_help = true, value_name = "DUR", default_value = "1m", value_parser = duration::parse)]
    server_timeout: Duration,
}

/// A server that is started by a command.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "MCP servers")]
pub struct ServerArgs {
    /// Start an MCP server with the command after `--`
    #[arg(long, requires = "command")]
    stdio: bool,

    /// Command of the server, and its arguments
    #[arg(last = true, value_name = "COMMAND", requires = "stdio", help_heading = "MCP servers")]
    command: Vec<String>,
}

impl ServerArgs {
    /// The server that the command starts, if one is given.
    pub fn address(&self) -> Option<ServerAddress> {
        (self.stdio && !self.command.is_empty()).then(|| {
            learn_secrets(&self.command);
            ServerAddress::Command(self.command.clone())
        })
    }
}

/// Hides the secrets in a command from all output: the values of options and variables with the name of a credential,
/// such as `--api-key`.
pub fn learn_secrets(command: &[String]) {
    let redactor = Redactor::for_process();
    for (at, argument) in command.iter().enumerate() {
        redactor.learn_name(argument);
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None if argument.starts_with('-') => (&**argument, command.get(at + 1).map(String::as_str)),
            None => continue,
        };
        if let Some(value) = value.filter(|_| is_credential_name(name)) {
            redactor.learn_secret(value);
        }
    }
}

/// What sessions are opened with.
pub struct SessionSettings {
    pub network: Network,
    pub fetcher: Fetcher,
    pub token: Option<HeaderValue>,
    pub timeout: Duration,
    pub terminal: Terminal,
}

impl SessionSettings {
    pub fn new(connect: &ConnectArgs, network: &NetworkArgs, terminal: &Terminal) -> Result<Self, Failure> {
        let network = Network::new(network, terminal)?;
        let token = connect.token_env.as_ref().map(bearer_token).transpose()?;
        let mut limits = FetchLimits::default();
        (limits.per_host, limits.in_all) = (MAX_REQUESTS, MAX_REQUESTS);
        let mut fetcher = Fetcher::with_limits(network.https.clone(), limits, SystemClock::default());
        fetcher.body_limit = MAX_ANSWER_BYTES;
        fetcher.deadlines = Deadlines { total: connect.server_timeout, ..Deadlines::default() };
        let fetcher =
            connect.allow_private.iter().fold(fetcher, |fetcher, origin| fetcher.allow_private(origin.clone()));
        Ok(Self { network, fetcher, token, timeout: connect.server_timeout, terminal: terminal.clone() })
    }

    /// Runs what is done with a server, within its time.
    pub fn in_time<T: Send>(&self, work: impl Future<Output = Result<T, Failure>> + Send) -> Result<T, Failure> {
        let timed = async { tokio::time::timeout(self.timeout, work).await };
        self.network.runtime.block_on(timed).unwrap_or_else(|_| Err(too_late()))
    }
}

/// The failure for a server that exceeds its time.
pub fn too_late() -> Failure {
    Failure::new(Code::NET_TIME, "the server did not answer in time").with_help("allow more time with --server-timeout")
}
