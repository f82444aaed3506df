//! Starts and controls the processes of the demo's agents.

use super::{agents, no_demo};
use crate::failure::Failure;
use adp_messages::directory::{ListedAgent, read_card};
use agent_description::{
    Did, Document, ReadLimits, Timestamp,
    json::{Json, Object},
};
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
    card: Vec<u8>,
    /// The URL of the agent's endpoint.
    pub endpoint: String,
}

impl Process {
    /// Starts this program again as an agent.
    pub fn start(name: &'static str) -> Result<Self, Failure> {
        let program = std::env::current_exe().map_err(|error| no_demo(&error))?;
        let child = Command::new(program)
            .args(["message", "demo-agent", name])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn();
        let mut child = child.map_err(|error| no_demo(&error))?;
        let pid = child.id();
        let (Some(pid), Some(input), Some(output)) = (pid, child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::internal("a process without pipes"));
        };
        let output = BufReader::new(output.take(MAX_LINE_BYTES));
        Ok(Self { name, pid, child, input, output, card: Vec::new(), endpoint: String::new() })
    }

    /// The origin of the endpoint.
    pub fn origin(&self) -> &str {
        self.endpoint.trim_end_matches('/')
    }

    /// Reads the agent's DID, DID document and card.
    pub async fn hello(&mut self) -> Result<(Did, Vec<u8>), Failure> {
        let line = self.line().await?;
        let said = Document::parse(line.as_bytes(), ReadLimits::new(line.len()))
            .map_err(|error| Failure::from_error(&error))?;
        let member = |name: &str| said.root().get(name).ok_or_else(|| Failure::internal("an agent without a card"));
        let did: Did = member("did")?.as_str().unwrap_or_default().parse().map_err(|error| no_demo(&error))?;
        self.card = member("card")?.to_compact().into_bytes();
        Ok((did, member("document")?.to_compact().into_bytes()))
    }

    /// Sends the DID documents of all agents, and waits until the agent is ready.
    pub async fn tell_documents(&mut self, documents: &[(Did, Vec<u8>)]) -> Result<(), Failure> {
        let mut told = Object::with_capacity(documents.len());
        for (did, bytes) in documents {
            let document =
                Document::parse(bytes, ReadLimits::new(bytes.len())).map_err(|error| Failure::from_error(&error))?;
            told.insert(did.as_str(), Json::from(document.root().clone()));
        }
        let line = format!("{}\n", Json::from(told).to_compact());
        self.input.write_all(line.as_bytes()).await.map_err(|error| no_demo(&error))?;
        self.input.flush().await.map_err(|error| no_demo(&error))?;
        match self.line().await?.trim_end() {
            "ready" => Ok(()),
            _ => Err(Failure::internal("an agent is not ready")),
        }
    }

    /// The capabilities on the agent's card.
    pub async fn listed(&mut self, documents: &[(Did, Vec<u8>)]) -> Result<ListedAgent, Failure> {
        let listed = read_card(&self.card, &agents::peers(documents), Timestamp::now()).await;
        let listed = listed.map_err(|error| Failure::from_error(&error))?;
        self.endpoint = listed.endpoint("primary").unwrap_or_default().to_owned();
        Ok(listed)
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
