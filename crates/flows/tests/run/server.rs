//! A server on loopback whose answers are a function of the request; it keeps what it was asked.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
};

/// What a server was asked.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: String,
    pub target: String,
    pub head: String,
    pub body: Vec<u8>,
}

impl Asked {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (own, value) = line.split_once(':')?;
            own.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// What it answers.
#[derive(Clone)]
pub enum Reply {
    /// Status with reason, headers, body.
    With(&'static str, Vec<(&'static str, String)>, Vec<u8>),
    /// Nothing, until the client goes away.
    Silence,
    /// The connection is closed without a response.
    Close,
    /// The connection is closed in the middle of the body.
    Cut,
    /// A body without end.
    Endless,
}

pub fn json(status: &'static str, text: &str) -> Reply {
    Reply::With(status, vec![("content-type", "application/json".to_owned())], text.as_bytes().to_vec())
}

/// A running server; its thread ends with the process.
pub struct Server {
    pub address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    pub fn start(answer: impl Fn(&Asked, usize) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (all, answer) = (Arc::clone(&asked), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (all, answer) = (Arc::clone(&all), Arc::clone(&answer));
                std::thread::spawn(move || serve(stream, &all, &*answer));
            }
        });
        Self { address, asked }
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// `GET /x`, in order.
    pub fn lines(&self) -> Vec<String> {
        self.asked().iter().map(|asked| format!("{} {}", asked.method, asked.target)).collect()
    }
}

fn serve(mut stream: TcpStream, all: &Mutex<Vec<Asked>>, answer: &dyn Fn(&Asked, usize) -> Reply) {
    while let Some(asked) = read(&mut stream) {
        let number = {
            let mut all = all.lock().unwrap();
            all.push(asked.clone());
            all.len()
        };
        match answer(&asked, number) {
            Reply::With(status, headers, body) => {
                let mut head = format!("HTTP/1.1 {status}\r\n");
                for (name, value) in headers {
                    head.push_str(&format!("{name}: {value}\r\n"));
                }
                if !status.starts_with("204") {
                    head.push_str(&format!("content-length: {}\r\n", body.len()));
                }
                let _ = stream.write_all(format!("{head}\r\n").as_bytes());
                let _ = stream.write_all(&body);
            }
            Reply::Silence => {
                let _ = stream.read(&mut [0]);
                return;
            }
            Reply::Close => return,
            Reply::Cut => {
                let _ = stream.write_all(b"HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{");
                return;
            }
            Reply::Endless => {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n");
                while stream.write_all(&[b'x'; 65536]).is_ok() {}
                return;
            }
        }
    }
}

fn read(stream: &mut TcpStream) -> Option<Asked> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        let mut chunk = [0; 4096];
        let read = stream.read(&mut chunk).ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&chunk[..read]);
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut body = bytes.split_off(end + 4);
    let mut line = head.lines().next().unwrap().split(' ');
    let (method, target) = (line.next().unwrap().to_owned(), line.next().unwrap().to_owned());
    let mut asked = Asked { method, target, head, body: Vec::new() };
    let length = asked.header("content-length").map_or(0, |length| length.parse().unwrap());
    while body.len() < length {
        let mut chunk = [0; 4096];
        let read = stream.read(&mut chunk).ok().filter(|read| *read > 0)?;
        body.extend_from_slice(&chunk[..read]);
    }
    asked.body = body;
    Some(asked)
}
