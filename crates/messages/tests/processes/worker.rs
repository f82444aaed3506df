//! Starting and killing agents' processes.

use crate::agent::{AGENT, Role};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// A process of an agent; killed when this is dropped.
pub struct Worker {
    child: Child,
    pub port: u16,
}

impl Worker {
    /// Starts it, and waits until it says that it listens. Port 0 is any.
    pub fn start(name: &str, instance: &str, port: u16, effects: &Path) -> Self {
        let role = Role { name: name.to_owned(), instance: instance.to_owned(), port, effects: effects.to_owned() };
        let mut child = Command::new(std::env::current_exe().unwrap())
            .env(AGENT, role.to_text())
            // it ends when this process does
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().parse().unwrap_or_else(|_| panic!("{name} says {line:?}"));
        Self { child, port }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// SIGKILL: nothing is said, nothing is saved.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
