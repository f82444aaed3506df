//! A Redis server of the test's own: on loopback, in a folder of its own, gone when the test ends.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::third_party;
use std::{
    ffi::OsString,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

#[derive(Debug)]
pub struct RedisServer {
    program: OsString,
    arguments: Vec<String>,
    pub port: u16,
    pub folder: TempDir,
    process: Option<Child>,
}

impl RedisServer {
    /// Starts a server with these arguments besides its port and folder, without persistence unless they say otherwise.
    pub fn start(arguments: &[&str]) -> Self {
        let program = third_party::needed("INTEROP_REDIS_SERVER");
        // somebody else may take a port that was free
        for _ in 0..5 {
            let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
            let folder = tempfile::tempdir().unwrap();
            let mut server = Self { program: program.clone(), arguments, port, folder, process: None };
            if server.restart() {
                return server;
            }
        }
        panic!("{program:?} does not start: see its output above");
    }

    /// Starts it again with other arguments; it has to come up.
    pub fn restart_with(&mut self, arguments: &[&str]) {
        self.arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        // the port may be in use for a moment after a kill
        assert!((0..20).any(|_| self.restart()), "the Redis server does not come up again");
    }

    /// Starts it again, on the same port and folder; whether it came up.
    pub fn restart(&mut self) -> bool {
        self.kill();
        let mut command = Command::new(&self.program);
        command.args(["--port", &self.port.to_string(), "--bind", "127.0.0.1", "--save", "", "--loglevel", "warning"]);
        command.arg("--dir").arg(self.folder.path()).args(&self.arguments);
        let mut process = command.stdout(Stdio::null()).spawn().expect("the Redis server starts");
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(20) {
            if process.try_wait().unwrap().is_some() {
                return false;
            }
            if answers(self.port) {
                self.process = Some(process);
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = process.kill();
        let _ = process.wait();
        false
    }

    /// SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Sends its process a signal by name.
    pub fn signal(&self, name: &str) {
        let id = self.process.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Whether something there speaks Redis and has read its files.
fn answers(port: u16) -> bool {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { return false };
    stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
    let mut answer = [0; 7];
    stream.write_all(b"PING\r\n").is_ok()
        && stream.read_exact(&mut answer).is_ok()
        && matches!(&answer, b"+PONG\r\n" | b"-NOAUTH")
}
