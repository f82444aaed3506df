//! What `adp publish` wrote, on a web server that knows nothing of agents: `tests/interop/static_site.py`, Python's own.
//!
//! Runs where `INTEROP_PYTHON` names a Python; nothing needs to be installed for it.

use crate::site::publisher::{DID, HOST, Publisher, adp, stderr};
use adp_fixtures::third_party;
use agent_description::{
    Code, CodedError, Contexts, Document, Limits, Timestamp,
    discovery::CollectionPage,
    resolve::{FetchKind, HttpsGet, blocking::Runtime},
};
use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

/// A running static server; it ends with its standard input.
struct Elsewhere {
    child: Child,
    resolve: String,
    cacert: String,
}

impl Elsewhere {
    fn start(publisher: &Publisher, types: &[&str]) -> Self {
        let python = third_party::python();
        let at = |name: &str| publisher.path(name).display().to_string();
        let key = rcgen::KeyPair::generate().unwrap();
        let certificate = rcgen::CertificateParams::new(vec![HOST.to_owned()]).unwrap().self_signed(&key).unwrap();
        fs::write(at("tls.crt"), certificate.pem()).unwrap();
        fs::write(at("tls.key"), key.serialize_pem()).unwrap();
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/interop/static_site.py");
        let mut child = Command::new(python)
            .args(["-B", program, &at("site"), &at("tls.crt"), &at("tls.key")])
            .args(types)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut port = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
        let resolve = format!("{HOST}:443:127.0.0.1:{}", port.trim());
        Self { child, resolve, cacert: at("tls.crt") }
    }

    fn exit(&self, arguments: &[&str]) -> Option<i32> {
        let output = adp(arguments).args(["--resolve", &self.resolve, "--cacert", &self.cacert]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        output.status.code()
    }

    /// The first page of descriptions, as a resolver of ours takes it, or why not.
    fn page(&self) -> Result<CollectionPage, Code> {
        let url = format!("https://{HOST}/.well-known/agent-descriptions");
        let https = HttpsGet::builder().connect_to(self.resolve.parse().unwrap());
        let https = https.add_roots_pem(&fs::read(&self.cacert).unwrap()).unwrap().build();
        let fetched = Runtime::new().unwrap().block_on(https.fetch(&url, FetchKind::AgentDescription));
        let fetched = fetched.map_err(|error| error.code())?;
        let document = Document::parse(&fetched.body, &Limits::default()).unwrap();
        CollectionPage::read_strict(&document, &url, &Contexts::embedded()).map_err(|error| error.code())
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn a_plain_web_server_will_do() {
    let publisher = Publisher::new();
    let output = publisher.run(&["--at", &Timestamp::now().to_string()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let server = Elsewhere::start(&publisher, &[]);
    assert_eq!(server.exit(&["did", "resolve", DID]), Some(0));
    assert_eq!(server.exit(&["verify", "https://agent.example.com/ad.json", "--require-domain"]), Some(0));
    assert_eq!(server.exit(&["check", "https://agent.example.com/room.json"]), Some(0));
    // the trap: a name without an extension has no media type of its own
    assert_eq!(server.page().unwrap_err(), Code::NET_TYPE);
    drop(server);

    let server = Elsewhere::start(&publisher, &["/.well-known/agent-descriptions=application/json"]);
    let page = server.page().unwrap();
    assert_eq!(page.items.len(), 1);
    assert_eq!(server.exit(&["verify", &page.items[0].url]), Some(0));
    third_party::ran("interop-plain-web-server", 5);
}
