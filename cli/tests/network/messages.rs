//! `adp message send` against agents on loopback.

use adp_fixtures::{nats_server::NatsServer, tls::Authority, tls_listener::TlsListener};
use adp_messages::{
    agent::Agent,
    channel::{
        https,
        nats::{ConnectOptions, Nats},
        websocket,
    },
    endpoint::{Context, Endpoint, Failure},
    signature::AcceptedMessage,
};
use agent_description::{
    Did, Json, KeySigner, KeyType, SigningKey, did::DidUrl, json::Object, resolve::StaticResolver,
};
use serde_json::Value;
use std::{fs, path::Path, process::Command, sync::Arc};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// A key, its did:key and the method of that.
fn identity(seed: u8) -> (SigningKey, Did, DidUrl) {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[seed; 32]).unwrap();
    let did = Did::of_key(key.verifying_key());
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

async fn search(message: Arc<AcceptedMessage>, _: Context) -> Result<Json, Failure> {
    let envelope = message.envelope();
    let query = envelope.parameters().and_then(|parameters| parameters.get("query")).and_then(Json::as_str);
    match (envelope.action(), query) {
        (Some("search"), Some(query)) => {
            let mut found = Object::new();
            found.insert("found", query);
            Ok(found.into())
        }
        _ => Err(Failure::new("it only searches")),
    }
}

fn serve(seed: u8) -> Served {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let authority = Authority::new();
    let (key, _, method) = identity(seed);
    let agent = Agent::builder("knowledge-base", KeySigner::new(method, key), StaticResolver::new()).build();
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
        assert_eq!((exit, &refused["error"]["code"]), (1, &Value::from("message-refused")));
        // nobody allowed the address
        let (exit, closed, _) = sender.send(&[&[url.as_str()], &QUERY[..], &to[..2]].concat());
        assert_eq!((exit, &closed["error"]["code"]), (4, &Value::from("net-address")));
    }
    assert_eq!(kb.endpoint.counters().handled(), 4);
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
    let (exit, answer, said) = sender.send(&[&[url.as_str(), "--to", did.as_str()], &QUERY[..]].concat());
    assert_eq!((exit, &answer["results"]["found"]), (0, &Value::from("refunds")), "{said}");
    let (_, nobody, _) = identity(3);
    let (exit, gone, _) = sender.send(&[&[url.as_str(), "--to", nobody.as_str()], &QUERY[..]].concat());
    assert_eq!((exit, &gone["error"]["code"]), (4, &Value::from("message-unreachable")));
}
