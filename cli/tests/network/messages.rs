//! `adp message send` against agents on loopback.

use adp_fixtures::{servers::nats::NatsServer, tls::Authority, tls_listener::TlsListener};
use adp_messages::{
    agent::Agent,
    channel::{
        https,
        nats::{ConnectOptions, Nats},
        websocket,
    },
    endpoint::{Context, Endpoint, HandlerFailure},
    signature::AcceptedMessage,
};
use agent_description::{
    Did, Json, KeySigner, KeyType, SigningKey, did::DidUrl, json::Object, resolve::StaticResolver,
};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, Write},
    path::Path,
    process::Command,
    sync::{Arc, Mutex},
};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// A key, its did:key and the method of that.
fn identity(seed: u8) -> (SigningKey, Did, DidUrl) {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[seed; 32]).unwrap();
    let did = Did::from_key(key.verifying_key());
    let method = DidUrl::new(&did, did.multikey().unwrap()).unwrap();
    (key, did, method)
}

/// An agent that answers a search with what it was asked for; it serves until this is dropped.
struct Served {
    runtime: Option<Runtime>,
    port: u16,
    endpoint: Endpoint,
    authority: Authority,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

async fn search(message: Arc<AcceptedMessage>, _: Context) -> Result<Json, HandlerFailure> {
    let envelope = message.envelope();
    let query = envelope.parameters().and_then(|parameters| parameters.get("query")).and_then(Json::as_str);
    match (envelope.action(), query) {
        (Some("search"), Some(query)) => {
            let mut found = Object::new();
            found.insert("found", query);
            Ok(found.into())
        }
        _ => Err(HandlerFailure::new("it only searches")),
    }
}

fn serve(seed: u8) -> Served {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let authority = Authority::new();
    let (key, _, method) = identity(seed);
    let agent = Agent::builder("knowledge-base", KeySigner::new(method, key), StaticResolver::default())
        .first_process()
        .build();
    let (port, endpoint) = runtime.block_on(async {
        let endpoint = Endpoint::new(agent, search);
        let router = https::router(endpoint.clone()).merge(websocket::router(endpoint.clone()));
        let listener = TlsListener::bind(&authority).await;
        let port = listener.port();
        tokio::spawn(axum::serve(listener, router).into_future());
        (port, endpoint)
    });
    Served { runtime: Some(runtime), port, endpoint, authority }
}

/// A secret key in a file that is nobody else's.
fn secret(path: &Path, key: &SigningKey) {
    fs::write(path, key.to_pem()).unwrap();
    assert!(Command::new("chmod").arg("600").arg(path).status().unwrap().success());
}

struct Sender {
    folder: TempDir,
    method: String,
}

impl Sender {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let (key, _, method) = identity(1);
        secret(&folder.path().join("shop.pem"), &key);
        Self { folder, method: method.to_string() }
    }

    /// The sender, who trusts the authority of a server.
    fn trusting(served: &Served) -> Self {
        let sender = Self::new();
        fs::write(sender.path().join("ca.pem"), served.authority.pem()).unwrap();
        sender
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Exit code, what is printed as JSON, what is said.
    fn send(&self, arguments: &[&str]) -> (i32, Value, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        command.current_dir(self.path()).args(["message", "send"]).args(arguments);
        if self.path().join("ca.pem").exists() {
            command.args(["--cacert", "ca.pem"]);
        }
        let output = command.args(["--json", "--key", "shop.pem", "--method", &self.method]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).unwrap_or_default(), said)
    }
}

const QUERY: [&str; 4] = ["--data", r#"{"query": "refunds"}"#, "--action", "search"];

#[test]
fn a_message_goes_to_a_url_and_its_answer_comes_back() {
    let kb = serve(2);
    let sender = Sender::trusting(&kb);
    let (_, did, _) = identity(2);
    for scheme in ["https", "wss"] {
        let url = format!("{scheme}://localhost:{}/", kb.port);
        let origin = format!("https://localhost:{}", kb.port);
        let to = ["--to", did.as_str(), "--allow-private", &origin];
        let (exit, answer, said) = sender.send(&[&[url.as_str()], &QUERY[..], &to].concat());
        assert_eq!(exit, 0, "{said}");
        assert_eq!(answer["results"]["found"], "refunds");
        assert_eq!(answer["from"], did.as_str());
        // the agent's own word that it does not do it
        let (exit, failed, _) = sender.send(&[&[url.as_str()], &QUERY[..2], &["--action", "dance"], &to].concat());
        assert_eq!((exit, &failed["error"]["code"]), (1, &Value::from("message-failed")));
        // another agent answers there than the one that was asked
        let (_, other, _) = identity(3);
        let wrong = ["--to", other.as_str(), "--allow-private", &origin];
        let (exit, refused, _) = sender.send(&[&[url.as_str()], &QUERY[..], &wrong].concat());
        assert_eq!((exit, &refused["error"]["code"]), (1, &Value::from("message-failed")));
        // nobody allowed the address
        let (exit, closed, _) = sender.send(&[&[url.as_str()], &QUERY[..], &to[..2]].concat());
        assert_eq!((exit, &closed["error"]["code"]), (4, &Value::from("net-address")));
    }
    assert_eq!(kb.endpoint.counters().handled.get(), 4);
}

#[test]
fn a_description_or_card_leads_to_the_agents_channel() {
    let kb = serve(2);
    let sender = Sender::trusting(&kb);
    let (key, did, method) = identity(2);
    let url = format!("https://localhost:{}/", kb.port);
    secret(&sender.path().join("kb.pem"), &key);
    let adp = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_adp")).current_dir(sender.path()).args(arguments).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let interface = format!("a2a-envelope={url}");
    adp(&["init", "--name", "Knowledge", "--did", did.as_str(), "--interface", &interface, "-o", "ad.json"]);
    let allow = ["--allow-private", &url[..url.len() - 1]];
    let unsigned = sender.send(&[&["ad.json"], &QUERY[..], &allow].concat());
    assert_eq!((unsigned.0, &unsigned.1["error"]["code"]), (1, &Value::from("proof-missing")), "{unsigned:?}");
    let method = method.to_string();
    adp(&["sign", "ad.json", "--key", "kb.pem", "--method", &method, "--suite", "eddsa-jcs-2022", "--in-place"]);
    let (exit, answer, said) = sender.send(&[&["ad.json"], &QUERY[..], &allow].concat());
    assert_eq!((exit, &answer["results"]["found"]), (0, &Value::from("refunds")), "{said}");

    // a card's backup is asked where its primary is gone
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let card = serde_json::json!({
        "agentInfo": {"id": did.as_str(), "name": "Knowledge", "type": "knowledge-base", "version": "1.0.0", "description": "It knows."},
        "capabilities": [{"name": "search", "description": "It searches.",
            "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}}],
        "endpoints": {"primary": format!("https://localhost:{gone}/"), "backup": url},
    });
    fs::write(sender.path().join("card.json"), card.to_string()).unwrap();
    let gone = format!("https://localhost:{gone}");
    let (exit, answer, said) =
        sender.send(&[&["card.json"], &QUERY[..], &allow, &["--allow-private", &gone, "--timeout", "5s"]].concat());
    assert_eq!((exit, &answer["results"]["found"]), (0, &Value::from("refunds")), "{said} {answer}");
}

#[test]
fn what_cannot_be_sent_is_told() {
    let sender = Sender::new();
    let (_, did, _) = identity(2);
    let to = ["--to", did.as_str()];
    let (exit, _, said) = sender.send(&[&["gopher://kb.example"], &QUERY[..], &to].concat());
    assert!(exit == 2 && said.contains("expected an https, wss or nats URL"), "{exit} {said}");
    let (exit, list, _) =
        sender.send(&[&["https://kb.example", "--data", "[]", "--action", "search"], &to[..]].concat());
    assert_eq!((exit, &list["error"]["code"]), (1, &Value::from("document-shape")));
    let (exit, _, _) = sender.send(&[&["https://kb.example", "--priority", "now"], &QUERY[..], &to].concat());
    assert_eq!(exit, 2);
    let (exit, offline, _) = sender.send(&[&["https://kb.example", "--offline"], &QUERY[..], &to].concat());
    assert_eq!((exit, &offline["error"]["code"]), (4, &Value::from("net-offline")));
}

#[test]
#[ignore = "needs nats-server"]
fn a_message_goes_by_a_nats_server() {
    let server = NatsServer::start();
    let (kb, sender) = (serve(2), Sender::new());
    let (_, did, _) = identity(2);
    let runtime = kb.runtime.as_ref().unwrap();
    let _serving = runtime.block_on(async {
        let nats = Nats::connect(&server.url(), ConnectOptions::new()).await.unwrap();
        (nats.serve(&kb.endpoint).await.unwrap(), nats)
    });
    let url = server.url();
    let allow = ["--allow-private", url.as_str()];
    let (exit, answer, said) = sender.send(&[&[url.as_str(), "--to", did.as_str()], &QUERY[..], &allow].concat());
    assert_eq!((exit, &answer["results"]["found"]), (0, &Value::from("refunds")), "{said}");
    let (_, nobody, _) = identity(3);
    let (exit, gone, _) = sender.send(&[&[url.as_str(), "--to", nobody.as_str()], &QUERY[..], &allow].concat());
    assert_eq!((exit, &gone["error"]["code"]), (4, &Value::from("message-unreachable")));
}

/// Something on loopback that begins as a NATS server does, with these URLs of others, and keeps what clients write.
struct FakeNats {
    port: u16,
    heard: Arc<Mutex<Vec<String>>>,
}

impl FakeNats {
    fn start(others: &[String]) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let info = serde_json::json!({
            "server_id": "a", "server_name": "a", "version": "2.10.0", "proto": 1, "go": "go1.22", "host": "127.0.0.1",
            "port": port, "headers": true, "max_payload": 1_048_576, "client_id": 1, "connect_urls": others,
        });
        let keep = Arc::clone(&heard);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let number = keep.lock().unwrap().len();
                keep.lock().unwrap().push(String::new());
                stream.write_all(format!("INFO {info}\r\n").as_bytes()).unwrap();
                let mut lines = std::io::BufReader::new(stream.try_clone().unwrap());
                let mut line = Vec::new();
                // the first message ends the connection: a client that follows others goes to them now
                while lines.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) && !line.starts_with(b"PUB") {
                    keep.lock().unwrap()[number].push_str(&String::from_utf8_lossy(&line));
                    if line.starts_with(b"PING") {
                        stream.write_all(b"PONG\r\n").unwrap();
                    }
                    line.clear();
                }
            }
        });
        Self { port, heard }
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

/// A card of the second identity with these endpoints.
fn card(folder: &Path, endpoints: &Value) {
    let (_, did, _) = identity(2);
    let card = serde_json::json!({
        "agentInfo": {"id": did.as_str(), "name": "Knowledge", "type": "knowledge-base", "version": "1.0.0", "description": "It knows."},
        "capabilities": [{"name": "search", "description": "It searches.",
            "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}}],
        "endpoints": endpoints,
    });
    fs::write(folder.join("card.json"), card.to_string()).unwrap();
}

#[test]
fn a_card_does_not_choose_a_nats_server() {
    let (server, sender) = (FakeNats::start(&[]), Sender::new());
    let (_, did, _) = identity(2);
    let tls = server.url().replace("nats:", "TLS:");
    for endpoints in
        [serde_json::json!({"primary": server.url()}), serde_json::json!({"primary": tls, "backup": server.url()})]
    {
        card(sender.path(), &endpoints);
        // nor where the caller allows the address: which server it is remains the card's choice
        for allow in [&[][..], &["--allow-private", &server.url()]] {
            let (exit, _, said) = sender.send(&[&["card.json", "--retries", "0"], &QUERY[..], allow].concat());
            assert_eq!(exit, 2, "{said}");
            assert!(said.contains(&format!("pass its URL and --to {did}")), "{said}");
        }
    }
    // another endpoint of the card is used, and the first is named
    let kb = serve(2);
    let sender = Sender::trusting(&kb);
    let url = format!("https://localhost:{}", kb.port);
    card(sender.path(), &serde_json::json!({"primary": server.url(), "backup": url}));
    let (exit, answer, said) = sender.send(&[&["card.json"], &QUERY[..], &["--allow-private", &url]].concat());
    assert_eq!((exit, &answer["results"]["found"]), (0, &Value::from("refunds")), "{said}");
    assert!(said.contains("ignored \"nats://"), "{said}");
    assert_eq!(server.heard(), Vec::<String>::new());
}

#[test]
fn the_address_policy_is_the_same_over_nats() {
    let (server, sender) = (FakeNats::start(&[]), Sender::new());
    let (_, did, _) = identity(2);
    let send = |arguments: &[&str]| {
        let (exit, answer, said) = sender
            .send(&[arguments, &QUERY[..], &["--to", did.as_str(), "--retries", "0", "--timeout", "5s"]].concat());
        (exit, answer["error"]["code"].as_str().unwrap_or_default().to_owned(), said)
    };
    let (url, named) = (server.url(), format!("nats://localhost:{}", server.port));
    for private in [&url, &named, &url.replace("nats:", "tls:")] {
        let (exit, code, said) = send(&[private]);
        assert_eq!((exit, code.as_str()), (4, "net-address"), "{said}");
        assert!(said.contains("--allow-private"), "{said}");
    }
    // what is allowed is this origin
    assert_eq!(send(&[&url, "--allow-private", "nats://127.0.0.1:1"]).1, "net-address");
    assert_eq!(send(&[&url, "--offline", "--allow-private", &url]).1, "net-offline");
    assert_eq!(send(&[&url, "--allow-private", "nats://10.0.0.1:4222"]).0, 2, "no clear text to another machine");
    assert_eq!(server.heard(), Vec::<String>::new());
    // a public name: the server is reached, and speaks no TLS
    let resolve = format!("broker.example:4222:127.0.0.1:{}", server.port);
    let (exit, code, said) = send(&["nats://broker.example", "--resolve", &resolve]);
    assert_eq!((exit, code.as_str()), (4, "message-unreachable"), "{said}");
    assert!(server.heard().iter().all(|heard| !heard.contains("CONNECT")), "{:?}", server.heard());
}

#[test]
fn servers_that_a_nats_server_advertises_are_not_connected_to() {
    let other = FakeNats::start(&[]);
    let server = FakeNats::start(&[format!("127.0.0.1:{}", other.port), other.url()]);
    let sender = Sender::new();
    let (_, did, _) = identity(2);
    let url = server.url();
    let to = ["--to", did.as_str(), "--allow-private", &url, "--retries", "3", "--timeout", "3s"];
    let (exit, _, said) = sender.send(&[&[url.as_str()], &QUERY[..], &to].concat());
    assert_eq!(exit, 4, "{said}");
    assert!(server.heard().iter().any(|heard| heard.contains("CONNECT")), "{:?}", server.heard());
    assert_eq!(other.heard(), Vec::<String>::new());
}

#[test]
#[ignore = "needs nats-server"]
fn a_nats_server_is_believed_by_its_certificate() {
    let authority = Authority::new();
    let server = NatsServer::start_with_tls(&authority.issue(&["localhost"]));
    let (kb, sender) = (serve(2), Sender::new());
    fs::write(sender.path().join("ca.pem"), authority.pem()).unwrap();
    let (_, did, _) = identity(2);
    let _serving = kb.runtime.as_ref().unwrap().block_on(async {
        let trusting = ConnectOptions::new().add_root_certificates(sender.path().join("ca.pem"));
        let nats = Nats::connect(&format!("tls://localhost:{}", server.port), trusting).await.unwrap();
        (nats.serve(&kb.endpoint).await.unwrap(), nats)
    });
    let send = |host: &str, scheme: &str| {
        let (url, origin) = (format!("{scheme}://{host}:{}", server.port), format!("tls://{host}:{}", server.port));
        let to = ["--to", did.as_str(), "--allow-private", &origin, "--retries", "0", "--timeout", "5s"];
        sender.send(&[&[url.as_str()], &QUERY[..], &to].concat())
    };
    for scheme in ["tls", "nats"] {
        let (exit, answer, said) = send("localhost", scheme);
        assert_eq!((exit, &answer["results"]["found"]), (0, &Value::from("refunds")), "{said}");
        // the client connects to 127.0.0.1 both times; the certificate names localhost alone
        let (exit, other, _) = send("127.0.0.1", scheme);
        assert_eq!((exit, &other["error"]["code"]), (4, &Value::from("message-unreachable")));
    }
}
