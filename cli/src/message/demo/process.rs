//! Starts and controls the processes of the demo's agents.

use super::{agents, no_demo};
use crate::failure::Failure;
use adp_messages::directory::{ListedAgent, read_card};
use agent_description::Timestamp;
use std::{process::Stdio, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Take},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

/// Maximum size of a line from a process.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// Time limit of each step.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// The process of an agent. It ends when this value is dropped.
pub struct Process {
    pub name: &'static str,
    pub pid: u32,
    // killed on drop
    child: Child,
    input: ChildStdin,
    output: BufReader<Take<ChildStdout>>,
    /// The URL of the agent's endpoint.
    pub endpoint: String,
}

impl Process {
    /// Starts this program again as an agent, which accepts requests of the shop.
    pub async fn start(name: &'static str, shop_document: &[u8]) -> Result<Self, Failure> {
        let program = std::env::current_exe().map_err(|error| no_demo(&error))?;
        let child = Command::new(program)
            .args(["message", "demo-agent", name])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn();
        let mut child = child.map_err(|error| no_demo(&error))?;
        let pid = child.id();
        let (Some(pid), Some(mut input), Some(output)) = (pid, child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::internal("a process without pipes"));
        };
        input.write_all(&[shop_document, b"\n"].concat()).await.map_err(|error| no_demo(&error))?;
        let output = BufReader::new(output.take(MAX_LINE_BYTES));
        Ok(Self { name, pid, child, input, output, endpoint: String::new() })
    }

    /// Reads the agent's DID document and card.
    pub async fn hello(&mut self) -> Result<(Vec<u8>, ListedAgent), Failure> {
        let (document, card) = (self.line().await?.into_bytes(), self.line().await?);
        // the card is not signed
        let listed = read_card(card.as_bytes(), &agents::peers(&[]), Timestamp::now()).await?;
        self.endpoint = listed.endpoint("primary").unwrap_or_default().to_owned();
        Ok((document, listed))
    }

    /// Closes the agent's input, which ends the process.
    pub async fn end(mut self) -> Result<(), Failure> {
        drop(self.input);
        if timeout(START_TIMEOUT, self.child.wait()).await.is_err() {
            self.child.kill().await.map_err(|error| no_demo(&error))?;
        }
        Ok(())
    }

    async fn line(&mut self) -> Result<String, Failure> {
        let mut line = String::new();
        let read = timeout(START_TIMEOUT, self.output.read_line(&mut line)).await.map_err(|error| no_demo(&error))?;
        read.map_err(|error| no_demo(&error))?;
        Ok(line)
    }
}
