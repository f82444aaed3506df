//! Prism (npm `@stoplight/prism-cli`), a mock server that validates each request by the OpenAPI document it serves.

use adp_fixtures::third_party;
use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

/// A running Prism; it ends when this is dropped.
pub struct Prism {
    process: Child,
    file: PathBuf,
    pub origin: String,
}

impl Prism {
    /// Serves a document whose server it is made: `document` makes it for an origin.
    pub fn serve(document: impl Fn(&str) -> String) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let program =
            PathBuf::from(third_party::needed("INTEROP_NODE_MODULES")).join("@stoplight/prism-cli/dist/index.js");
        // someone else may take a port that was free
        for _ in 0..3 {
            let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let origin = format!("http://127.0.0.1:{port}");
            let name = format!("prism-{}-{}.json", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
            let file = std::env::temp_dir().join(name);
            std::fs::write(&file, document(&origin)).unwrap();
            let mut process = Command::new("node")
                .arg(&program)
                .args(["mock", "-h", "127.0.0.1", "-p", &port.to_string()])
                .arg(&file)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("node starts");
            let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
            let mut seen = Vec::new();
            let listens = lines.by_ref().any(|line| {
                seen.push(line.clone());
                line.contains("listening on")
            });
            let prism = Self { process, file, origin };
            if listens {
                // it writes a line for each request, and waits when nobody reads them
                std::thread::spawn(move || lines.for_each(drop));
                return prism;
            }
            eprintln!("{}", seen.join("\n"));
        }
        panic!("Prism does not start: see above");
    }
}

impl Drop for Prism {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_file(&self.file);
    }
}
