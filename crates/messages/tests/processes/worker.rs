//! Starting and killing agents' processes.

use crate::agent::{AGENT, Role};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// Where it listens.
pub enum Place {
    /// A port of loopback; 0 is any.
    Port(u16),
    /// A NATS server.
    Nats(String),
}

/// A process of an agent; killed when this is dropped.
pub struct Worker {
    child: Child,
    pub port: u16,
}

impl Worker {
    /// Starts it, and waits until it says that it listens.
    pub fn start(name: &str, instance: &str, place: &Place, effects: &Path) -> Self {
        let place = match place {
            Place::Port(port) => port.to_string(),
            Place::Nats(url) => url.clone(),
        };
        let role = Role { name: name.to_owned(), instance: instance.to_owned(), place, effects: effects.to_owned() };
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
