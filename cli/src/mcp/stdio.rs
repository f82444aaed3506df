//! A server that is a child process, which speaks in lines over standard input and output.

use super::{process_group::ProcessGroup, received::Received, settings::MAX_ANSWER_BYTES};
use crate::{failure::Failure, output::terminal::Terminal};
use agent_description::{Code, secret::Redactor};
use rmcp::{
    RoleClient,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use std::{future::Future, io, process::Stdio, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    sync::{Mutex, mpsc},
    task::JoinHandle,
};

/// How long a server may take to end after its input did.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);
/// How long standard error is read after the server has ended: a process that it started may keep it open.
const LOG_TIMEOUT: Duration = Duration::from_millis(200);
/// Maximum length of one line of standard error, and of all lines that are printed, in bytes.
const MAX_LOG_LINE_BYTES: u64 = 4 << 10;
const MAX_LOG_BYTES: usize = 64 << 10;

/// The messages of a child process.
pub struct StdioTransport {
    input: Arc<Mutex<Option<ChildStdin>>>,
    messages: mpsc::Receiver<RxJsonRpcMessage<RoleClient>>,
}

/// The child process; killed where it is dropped, with all that it has started.
#[derive(Debug)]
pub struct ServerProcess {
    // dropped before the child is waited for
    group: ProcessGroup,
    child: Child,
    log: JoinHandle<()>,
}

impl ServerProcess {
    /// Waits for the process, whose input has ended, and ends it where it does not by itself. What it has started ends
    /// with it.
    pub async fn end(self) {
        let Self { group, mut child, log } = self;
        group.leader_ends(&mut child, EXIT_TIMEOUT).await;
        drop(group);
        let _ = child.kill().await;
        let _ = tokio::time::timeout(LOG_TIMEOUT, log).await;
    }
}

/// Starts a server. The lines that it writes to standard error are printed as notes.
pub fn start(
    command: &[String],
    received: &Received,
    terminal: &Terminal,
) -> Result<(ServerProcess, StdioTransport), Failure> {
    let [program, arguments @ ..] = command else { return Err(Failure::usage("--stdio: name a command after --")) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    ProcessGroup::prepare(&mut command);
    let mut child = command.spawn().map_err(|error| {
        Failure::new(Code::IO_READ, format!("cannot start {program}: {error}"))
            .with_help("name a program that exists, and its arguments, after --")
    })?;
    let group = ProcessGroup::of_leader(&child);
    let pipes = child.stdin.take().zip(child.stdout.take()).zip(child.stderr.take());
    let ((input, output), errors) = pipes.ok_or_else(|| Failure::internal("a child process has no pipes"))?;
    let (sender, messages) = mpsc::channel(16);
    tokio::spawn(read(output, received.clone(), sender));
    let log = tokio::spawn(print_log(errors, terminal.clone()));
    Ok((ServerProcess { group, child, log }, StdioTransport { input: Arc::new(Mutex::new(Some(input))), messages }))
}

/// Prints the lines of standard error, escaped and without secrets, up to a limit. Lines beyond it are read and dropped,
/// so that the server can go on.
async fn print_log(errors: ChildStderr, terminal: Terminal) {
    let mut lines = BufReader::new(errors);
    let (mut line, mut printed) = (Vec::new(), 0);
    loop {
        line.clear();
        let read = (&mut lines).take(MAX_LOG_LINE_BYTES).read_until(b'\n', &mut line).await;
        if !matches!(read, Ok(length) if length > 0) {
            return;
        }
        if printed > MAX_LOG_BYTES {
            continue;
        }
        printed += line.len();
        Redactor::for_process().learn(&line);
        terminal.note(&format!("server: {}", String::from_utf8_lossy(line.trim_ascii_end())));
        if printed > MAX_LOG_BYTES {
            terminal.note("server: more lines are not shown");
        }
    }
}

/// Reads messages until the output ends, is too long, or has something else in it. Lines that are no JSON objects are what servers log by mistake.
async fn read(output: ChildStdout, received: Received, sender: mpsc::Sender<RxJsonRpcMessage<RoleClient>>) {
    let most = Received::MAX_BYTES as u64;
    let mut lines = BufReader::new(output.take(most + 1));
    let mut bytes = 0_u64;
    loop {
        let mut line = Vec::new();
        let longest = MAX_ANSWER_BYTES as u64 + 2;
        let length = (&mut lines).take(longest).read_until(b'\n', &mut line).await.unwrap_or_default() as u64;
        bytes += length;
        let line = line.trim_ascii();
        if bytes > most {
            return received.fail_as_too_large();
        }
        if line.len() > MAX_ANSWER_BYTES {
            let longest = MAX_ANSWER_BYTES >> 20;
            let message =
                format!("the server wrote a line of more than {longest} MiB; ask its author for shorter pages");
            return received.fail(Failure::new(Code::TOO_LARGE, message));
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
        let message = match serde_json::from_slice(line) {
            Ok(message) => message,
            Err(error) => {
                let message = format!("the server wrote a line that is no message of MCP: {error}");
                return received.fail(Failure::new(Code::INVALID_RESULT, message));
            }
        };
        if sender.send(message).await.is_err() {
            return;
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
