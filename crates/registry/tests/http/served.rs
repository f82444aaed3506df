//! `adp-registry serve`, started by a test and gone with it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Child, Command, Stdio},
    time::Duration,
};

pub fn adp_registry() -> Command {
    Command::new(env!("CARGO_BIN_EXE_adp-registry"))
}

pub struct Served {
    pub address: SocketAddr,
    pub process: Child,
}

/// What came back: status, head and body.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(n, _)| n.eq_ignore_ascii_case(name))
            .map(|(_, v)| v)
    }
}

impl Served {
    /// The demonstration, with further arguments.
    pub fn demo(arguments: &[&str]) -> Self {
        Self::start(&[&["--demo"], arguments].concat())
    }

    pub fn start(arguments: &[&str]) -> Self {
        Self::start_at("127.0.0.1:0", arguments)
    }

    pub fn start_at(address: &str, arguments: &[&str]) -> Self {
        let mut command = adp_registry();
        command.args(["serve", "--listen", address]).args(arguments);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("it prints its address, found {line:?}"));
        Self { address: address.parse().unwrap(), process }
    }

    pub fn base(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// A request as bytes: nothing is added or mended on the way.
    pub fn send(&self, method: &str, target: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = format!("{method} {target} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            request.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        request.push_str("\r\n");
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        // it may have answered and closed before all of a large body was sent
        let _ = stream.write_all(body);
        read(&mut stream)
    }

    pub fn get(&self, target: &str) -> Answer {
        self.send("GET", target, &[], b"")
    }

    pub fn post(&self, target: &str, json: &serde_json::Value) -> Answer {
        self.send("POST", target, &[("Content-Type", "application/json")], json.to_string().as_bytes())
    }
}

pub fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

impl Served {
    /// SIGTERM; its exit code.
    pub fn end(&mut self) -> Option<i32> {
        let sent = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        assert!(sent.unwrap().success());
        self.process.wait().unwrap().code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
