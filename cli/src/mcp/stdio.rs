//! A server that is a child process, which speaks in lines over standard input and output.

use super::received::Received;
use crate::failure::Failure;
use agent_description::Code;
use rmcp::{
    RoleClient,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use std::{future::Future, io, process::Stdio, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    sync::{Mutex, mpsc},
};

/// How long a server may take to end after its input did.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// The messages of a child process.
pub struct StdioTransport {
    input: Arc<Mutex<Option<ChildStdin>>>,
    messages: mpsc::Receiver<RxJsonRpcMessage<RoleClient>>,
}

/// The child process; killed where it is dropped.
#[derive(Debug)]
pub struct ServerProcess(Child);

impl ServerProcess {
    /// Waits for the process, whose input has ended, and ends it where it does not by itself.
    pub async fn end(mut self) {
        if tokio::time::timeout(EXIT_TIMEOUT, self.0.wait()).await.is_err() {
            let _ = self.0.kill().await;
        }
    }
}

/// Starts a server. What it writes to standard error goes to ours.
pub fn start(command: &[String], received: &Received) -> Result<(ServerProcess, StdioTransport), Failure> {
    let [program, arguments @ ..] = command else { return Err(Failure::usage("--stdio: name a command after --")) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().map_err(|error| {
        Failure::new(Code::IO_READ, format!("cannot start {program}: {error}"))
            .with_help("name a program that exists, and its arguments, after --")
    })?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (input, output) = pipes.ok_or_else(|| Failure::internal("a child process has no pipes"))?;
    let (sender, messages) = mpsc::channel(16);
    tokio::spawn(read(output, received.clone(), sender));
    Ok((ServerProcess(child), StdioTransport { input: Arc::new(Mutex::new(Some(input))), messages }))
}

/// Reads messages until the output ends, is too long, or has something else in it. Lines that are no JSON objects are what servers log by mistake.
async fn read(output: ChildStdout, received: Received, sender: mpsc::Sender<RxJsonRpcMessage<RoleClient>>) {
    let most = Received::MAX_BYTES as u64;
    let mut lines = BufReader::new(output.take(most + 1));
    let mut bytes = 0_u64;
    loop {
        let mut line = Vec::new();
        let length = lines.read_until(b'\n', &mut line).await.unwrap_or_default() as u64;
        bytes += length;
        let line = line.trim_ascii();
        if bytes > most {
            // says that there is too much
            received.push(&vec![b' '; Received::MAX_BYTES + 1]);
            return;
        }
        if length == 0 {
            return;
        }
        if !line.starts_with(b"{") {
            continue;
        }
        if !received.push(line) {
            return;
        }
        match serde_json::from_slice(line) {
            Ok(message) => {
                if sender.send(message).await.is_err() {
                    return;
                }
            }
            Err(error) => {
                return received.fail(Failure::new(
                    Code::INVALID_RESULT,
                    format!("the server wrote a line that is no message of MCP: {error}"),
                ));
            }
        }
    }
}

impl Transport<RoleClient> for StdioTransport {
    type Error = io::Error;

    fn send(&mut self, message: TxJsonRpcMessage<RoleClient>) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let input = Arc::clone(&self.input);
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            match input.lock().await.as_mut() {
                Some(input) => {
                    input.write_all(&line).await?;
                    input.flush().await
                }
                None => Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
    }

    fn receive(&mut self) -> impl Future<Output = Option<RxJsonRpcMessage<RoleClient>>> + Send {
        self.messages.recv()
    }

    async fn close(&mut self) -> io::Result<()> {
        self.input.lock().await.take();
        Ok(())
    }
}
