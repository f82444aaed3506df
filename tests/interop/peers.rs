//! Servers and clients of the protocol's own packages, and ours, under one host name on loopback: the same request can be sent to each.

use adp_fixtures::{
    third_party,
    tls::{Answer, Authority, Request, Server},
};
use agent_description::{
    CodedError, KeySigner, KeyType, Limits, Origin, SigningKey, Timestamp,
    auth::{
        AuthError, AuthPolicy, Authenticated, Authenticator, NonceIssuer, Receiver, UnverifiedRequest,
        replay::MemoryReplayStore,
    },
    did::{Binding, Did, DidDocument, DidDocumentBuilder, DocumentProofForm, Resolved},
    resolve::{Resolve, ResolveError, blocking::Runtime},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The service that everybody calls.
pub const HOST: &str = "service.example";
pub const ORIGIN: &str = "https://service.example";
pub const URL: &str = "https://service.example/book?nights=2";
pub const BODY: &str = r#"{"nights":2}"#;

/// Somebody with a DID, whose key is in a file.
pub struct Agent {
    pub name: &'static str,
    pub did: Did,
    /// What the servers know of the DID.
    pub document: Value,
    pub document_file: PathBuf,
    pub key_file: PathBuf,
    key: SigningKey,
}

impl Agent {
    /// `name` is the kind of key, and the name of the files.
    fn new(folder: &Path, name: &'static str, key_type: KeyType, binding: Option<Binding>) -> Self {
        let secret = |byte| SigningKey::from_secret_bytes(key_type, &[byte; 32]).unwrap();
        let key = secret(7);
        let did = match binding {
            Some(binding) => Did::wba_bound("client.example", "agents:desk", binding, key.verifying_key()).unwrap(),
            None => format!("did:wba:client.example:{name}").parse().unwrap(),
        };
        let second = SigningKey::from_secret_bytes(KeyType::P256, &[9; 32]).unwrap();
        let mut builder = DidDocumentBuilder::new(did.clone(), key.verifying_key());
        builder.keys.push(second.verifying_key().clone());
        let document = match binding {
            Some(_) => builder.build_signed(&key, "2026-01-01T00:00:00Z".parse().unwrap(), DocumentProofForm::W3c),
            None => builder.build(),
        };
        let document: Value = serde_json::from_str(document.unwrap().source()).unwrap();
        let (document_file, key_file) = (folder.join(format!("{name}.json")), folder.join(format!("{name}.pem")));
        fs::write(&document_file, document.to_string()).unwrap();
        fs::write(&key_file, key.to_pem().as_str()).unwrap();
        fs::write(folder.join("second.pem"), second.to_pem().as_str()).unwrap();
        Self { name, did, document, document_file, key_file, key }
    }

    pub fn method(&self, fragment: &str) -> String {
        format!("{}#{fragment}", self.did)
    }

    pub fn signer(&self) -> KeySigner {
        let key = SigningKey::from_pem(&self.key.to_pem()).unwrap();
        KeySigner::new(self.method("key-1").parse().unwrap(), key)
    }

    /// The second key of the document, whose type is P-256, is signed with this file.
    pub fn second_key_file(&self) -> PathBuf {
        self.key_file.with_file_name("second.pem")
    }

    /// Has the DID superseded by that of another key, in the document that the servers know.
    pub fn supersede(&mut self) {
        let next = SigningKey::from_secret_bytes(KeyType::Ed25519, &[8; 32]).unwrap();
        let next = Did::wba_bound("client.example", "agents:desk", Binding::E1, next.verifying_key()).unwrap();
        let read = DidDocument::parse_for(&self.did, self.document.to_string().as_bytes(), &Limits::default()).unwrap();
        let old = read.get().superseded_by(&next, &self.key, "2026-02-01T00:00:00Z".parse().unwrap()).unwrap();
        self.document = serde_json::from_str(old.source()).unwrap();
    }

    /// A task for a peer's client in this agent's name.
    pub fn task(&self, task: &str, mode: &str) -> Value {
        json!({
            "do": task, "document": self.document_file, "key": self.key_file, "mode": mode, "audience": HOST,
            "method": "POST", "url": URL, "body": BODY,
        })
    }
}

/// Everybody who calls: the three kinds of DID.
pub struct Agents {
    pub all: Vec<Agent>,
    pub authority: Authority,
    folder: tempfile::TempDir,
}

impl Agents {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let all = [
            ("e1", KeyType::Ed25519, Some(Binding::E1)),
            ("k1", KeyType::Secp256k1, Some(Binding::K1)),
            ("p256", KeyType::P256, None),
        ];
        let all = all.map(|(name, key_type, binding)| Agent::new(folder.path(), name, key_type, binding)).into();
        let authority = Authority::new();
        fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        Self { all, authority, folder }
    }

    pub fn named(&self, name: &str) -> &Agent {
        self.all.iter().find(|agent| agent.name == name).unwrap()
    }

    pub fn cacert(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    fn documents(&self) -> BTreeMap<String, Value> {
        self.all.iter().map(|agent| (agent.did.to_string(), agent.document.clone())).collect()
    }

    /// Our server, by this policy.
    pub fn ours(&self, policy: AuthPolicy) -> Server {
        let documents = self.documents();
        let (store, runtime) = (MemoryReplayStore::new(10_000), Runtime::new().unwrap());
        Server::start(self.authority.issue(&[HOST]), move |request| {
            match authenticate(request, &documents, &policy, &store, &runtime) {
                Ok(who) => {
                    let body = json!({"did": who.did().as_str(), "profile": who.form.as_str()});
                    Answer::json(body.to_string())
                }
                Err(error) => {
                    let body = json!({"code": error.code().as_str(), "message": error.to_string()});
                    Answer::status(401, &["content-type: application/json"], body.to_string())
                }
            }
        })
    }

    /// Our server with its whole check, and nonces of its own that callers must use; of each DID its resolver finds this, if anything.
    pub fn challenging(&self, found: Option<ResolveError>) -> Server {
        let (documents, runtime) = (self.documents(), Runtime::new().unwrap());
        let resolver = Finding { documents, found };
        let mut service = Authenticator::new(ORIGIN.parse().unwrap(), resolver, MemoryReplayStore::new(100));
        let mut nonces = NonceIssuer::new([7; 32]);
        nonces.required = true;
        service.nonces = Some(nonces);
        // two challenges of one second differ in these bytes only
        let challenges = AtomicU64::new(0);
        Server::start(self.authority.issue(&[HOST]), move |request| {
            let now = Timestamp::now();
            match runtime.block_on(service.authenticate(&parts(request), &request.body, now)) {
                Ok(who) => Answer::json(json!({"did": who.did().as_str()}).to_string()),
                Err(error) => {
                    let random = u128::from(challenges.fetch_add(1, Ordering::Relaxed)).to_be_bytes();
                    let (head, body) = service.refusal(&error, now, Some(&random)).into_parts();
                    let lines = head.headers.iter().map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()));
                    let lines: Vec<String> = lines.collect();
                    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                    Answer::status(head.status.as_u16(), &lines, body)
                }
            }
        })
    }

    /// The Python package's server.
    pub fn python(&self) -> PythonServer {
        let documents = self.folder.path().join("documents.json");
        fs::write(&documents, serde_json::to_string(&self.documents()).unwrap()).unwrap();
        let (certificate, key) = (self.folder.path().join("cert.pem"), self.folder.path().join("key.pem"));
        let identity = self.authority.issue(&[HOST]);
        fs::write(&certificate, identity.certificate_pem()).unwrap();
        fs::write(&key, identity.key_pem()).unwrap();
        let mut child = Command::new(third_party::python())
            .args(["-B", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/anp_server.py")])
            .args([certificate, key, documents])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("INTEROP_PYTHON starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port: u16 = line.trim().parse().expect("the Python server prints its port");
        PythonServer { child, address: SocketAddr::from(([127, 0, 0, 1], port)) }
    }

    /// A server that asks the Rust crate's verifier.
    pub fn rust(&self) -> Server {
        let (peer, documents) = (RustPeer::start(), self.documents());
        Server::start(self.authority.issue(&[HOST]), move |request| {
            let headers: serde_json::Map<String, Value> =
                request.headers.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
            // the URL as the crate's example server makes it: the host is what the Host header says
            let url = format!("https://{}{}", request.header("host").unwrap(), request.path());
            let text = format!("{:?}", request.headers);
            let named = documents.iter().find(|(did, _)| text.contains(did.as_str()));
            let verdict = peer.ask(&json!({
                "do": "verify", "method": request.method(), "url": url, "headers": headers,
                "body": String::from_utf8_lossy(&request.body), "document": named.map(|(_, document)| document),
            }));
            let lines: Vec<String> = verdict["headers"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, value)| format!("{name}: {}", value.as_str().unwrap()))
                .collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let status = if verdict["accepted"] == true { 200 } else { verdict["status"].as_u64().unwrap_or(500) };
            Answer::status(status.try_into().unwrap(), &lines, verdict.to_string())
        })
    }

    /// Sends headers of a peer's making, and gives status and header fields.
    pub fn send_for_headers(&self, to: SocketAddr, request: &Sent) -> (u16, Value) {
        let (status, head, _) = self.send_text(to, request);
        let fields = head.lines().skip(1).filter_map(|line| line.split_once(": "));
        let fields = fields.map(|(name, value)| (name.to_owned(), Value::from(value)));
        (status, Value::Object(fields.collect()))
    }

    /// Sends headers of a peer's making, and gives status and body. Names that the peer did not give are those of every client.
    pub fn send(&self, to: SocketAddr, request: &Sent) -> (u16, Value) {
        let (status, _, body) = self.send_text(to, request);
        (status, serde_json::from_str(&body).unwrap_or_else(|_| panic!("{body}")))
    }

    /// Status, head and body.
    fn send_text(&self, to: SocketAddr, request: &Sent) -> (u16, String, String) {
        let mut text = format!("{} {} HTTP/1.1\r\n", request.method, request.target);
        for (name, value) in &request.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str(&format!("content-length: {}\r\nconnection: close\r\n\r\n{}", request.body.len(), request.body));
        let answer = tokio::runtime::Runtime::new().unwrap().block_on(self.converse(to, text));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    async fn converse(&self, to: SocketAddr, text: String) -> String {
        use tokio_rustls::rustls::{
            ClientConfig, RootCertStore,
            crypto::aws_lc_rs::default_provider,
            pki_types::{CertificateDer, ServerName, pem::PemObject},
        };
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_slice(self.authority.pem().as_bytes()).unwrap()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connector = tokio_rustls::TlsConnector::from(Arc::new(config));
        let stream = tokio::net::TcpStream::connect(to).await.unwrap();
        let mut stream = connector.connect(ServerName::try_from(HOST).unwrap(), stream).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // not every server says goodbye by TLS's rules
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8(answer).unwrap()
    }
}

/// A request as it goes over the wire, but for its length.
#[derive(Clone, Debug)]
pub struct Sent {
    pub method: String,
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Sent {
    /// The POST of a peer's task, with the headers that it answered, to the service's own host.
    pub fn with(headers: &Value) -> Self {
        let headers = headers.as_object().unwrap_or_else(|| panic!("no headers: {headers}"));
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()));
        Self {
            method: "POST".to_owned(),
            target: URL.strip_prefix(ORIGIN).unwrap().to_owned(),
            headers: [("Host".to_owned(), HOST.to_owned())].into_iter().chain(headers).collect(),
            body: BODY.to_owned(),
        }
    }

    pub fn header(&self, name: &str) -> &str {
        &self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).unwrap().1
    }

    #[must_use]
    pub fn set(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.headers.push((name.to_owned(), value.into()));
        self
    }
}

/// Knows these documents, or finds this of every DID.
struct Finding {
    documents: BTreeMap<String, Value>,
    found: Option<ResolveError>,
}

impl Resolve for Finding {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        match &self.found {
            Some(error) => Err(error.clone()),
            None => Ok(DidDocument::parse_for(
                did,
                self.documents[did.as_str()].to_string().as_bytes(),
                &Limits::default(),
            )?),
        }
    }
}

fn parts(request: &Request) -> http::request::Parts {
    let mut parts = http::Request::builder().method(request.method()).uri(request.path());
    for (name, value) in &request.headers {
        parts = parts.header(name, value);
    }
    parts.body(()).unwrap().into_parts().0
}

fn authenticate(
    request: &Request,
    documents: &BTreeMap<String, Value>,
    policy: &AuthPolicy,
    store: &MemoryReplayStore,
    runtime: &Runtime,
) -> Result<Authenticated, AuthError> {
    let (now, audience) = (Timestamp::now(), ORIGIN.parse::<Origin>().unwrap());
    let read = UnverifiedRequest::read(&parts(request), &request.body, Receiver::new(&audience, policy, now))?;
    let document = documents.get(read.claims().did().as_str()).map(ToString::to_string).unwrap_or_default();
    let resolved = DidDocument::parse_for(read.claims().did(), document.as_bytes(), &Limits::default())?;
    let verified = read.verify(&resolved, now)?;
    runtime.block_on(verified.admit(store, now))
}

/// The Python package's server; it ends with this value.
pub struct PythonServer {
    child: Child,
    address: SocketAddr,
}

impl PythonServer {
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for PythonServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands tasks to the Python package's client.
pub fn python_client(tasks: &[Value]) -> Vec<Value> {
    third_party::answers_of_python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interop/anp_client.py"), tasks)
}

/// The Rust crate's program, `tests/interop/anp-rust`.
pub struct RustPeer {
    child: Child,
    pipes: Mutex<(ChildStdin, BufReader<ChildStdout>)>,
}

impl RustPeer {
    /// Starts what `INTEROP_ANP_RUST` names.
    pub fn start() -> Self {
        let mut child = Command::new(third_party::needed("INTEROP_ANP_RUST"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("INTEROP_ANP_RUST starts");
        let pipes = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, pipes: Mutex::new(pipes) }
    }

    pub fn ask(&self, task: &Value) -> Value {
        let (input, output) = &mut *self.pipes.lock().unwrap();
        writeln!(input, "{task}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{task}: {line:?}"));
        assert_eq!(answer["error"], Value::Null, "{task}: {answer}");
        answer
    }
}

impl Drop for RustPeer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
