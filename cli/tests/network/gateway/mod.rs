//! `adp gateway`, asked as a reverse proxy asks it, about agents of a host on loopback.

mod envoy;
mod nginx;

use adp_cards::A2A_CARD;
use adp_fixtures::{
    callers::Caller,
    tls::{Answer, Authority, Server},
};
use agent_description::{
    Document, KeySigner, Limits, Origin, SignOptions, Timestamp,
    auth::{
        AuthenticationInfo, DidWbaChallenge,
        http_signature::{SignRequestOptions, sign_request},
    },
    format::Options,
};
use http::{HeaderMap, Request};
use reqwest::{Client, Method, Response};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Lines},
    net::SocketAddr,
    process::{Child, ChildStdout, Command, Stdio},
};

const HOST: &str = "agent.example.com";
const ORIGIN: &str = "https://api.example.com";
const CARD: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0", "capabilities": {"streaming": true},
    "supportedInterfaces": [{"url": "https://agent.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
    "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
    "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["hotel"]}]}"#;

pub struct Gateway {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    url: String,
    admin: String,
    client: Client,
}

impl Gateway {
    pub fn start(agents: &Server, cacert: &str, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_adp"))
            .args(["gateway", "--origin", ORIGIN, "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--json"])
            .args(["--cacert", cacert, "--resolve", &agents.resolve(HOST, 443)])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let said: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        let url = |member: &str| format!("http://{}", said[member].as_str().unwrap());
        let (url, admin) = (url("address"), url("admin"));
        Self { child, lines, url, admin, client: Client::builder().no_proxy().build().unwrap() }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.url.strip_prefix("http://").unwrap().parse().unwrap()
    }

    async fn ask(&self, (method, target): (&str, &str), headers: HeaderMap) -> Response {
        let method: Method = method.parse().unwrap();
        self.client.request(method, format!("{}{target}", self.url)).headers(headers).send().await.unwrap()
    }

    /// The next line of the log, without its time.
    fn logged(&mut self) -> Value {
        let mut line: Value = serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap();
        let time = line.as_object_mut().unwrap().remove("time").unwrap();
        assert!(time.as_str().unwrap().ends_with('Z'), "{time}");
        let milliseconds = line.as_object_mut().unwrap().remove("milliseconds").unwrap();
        assert!(milliseconds.as_u64().unwrap() < 60_000, "{milliseconds}");
        line
    }

    /// A nonce of its own, which it asks for in its first minute.
    async fn nonce(&mut self) -> String {
        let refused = self.ask(("GET", "/rooms"), HeaderMap::new()).await;
        assert_eq!(refused.status(), 401);
        let nonce = DidWbaChallenge::parse(refused.headers()).unwrap().nonce.unwrap();
        let line = self.logged();
        assert_eq!(
            (&line["status"], &line["code"], &line["request"]),
            (&401.into(), &"auth-missing".into(), &"GET /rooms".into())
        );
        nonce
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn signed(signer: &KeySigner, (method, target): (&str, &str), nonce: String) -> HeaderMap {
    let origin: Origin = ORIGIN.parse().unwrap();
    let mut parts = Request::builder().method(method).uri(format!("{ORIGIN}{target}")).body(()).unwrap().into_parts().0;
    let options = SignRequestOptions { nonce: Some(nonce), ..SignRequestOptions::new(Timestamp::now()) };
    sign_request(&mut parts, b"", &origin, signer, &options).unwrap();
    parts.headers
}

/// A host with the DID documents of two agents and the card of one; its certificate authority, also as a file.
pub fn agents(folder: &std::path::Path) -> (Server, (Authority, String), [Caller; 2]) {
    let callers = [Caller::plain("bob", 2), Caller::plain("mallory", 3)];
    let card = Document::parse(CARD.as_bytes(), &Limits::default()).unwrap();
    let now = Timestamp::now();
    let card = A2A_CARD.sign(&card, &callers[0].signer, &SignOptions::new(now), &Options::at(now)).unwrap();
    let card = card.document.source().to_owned();
    let documents = callers.each_ref().map(|caller| (caller.did.location().unwrap(), caller.document.clone()));
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), move |request| {
        let url = format!("https://{HOST}{}", request.path());
        let known = documents.iter().find(|(location, _)| *location == url).map(|(_, document)| document);
        match known.or((request.path() == "/.well-known/agent-card.json").then_some(&card)) {
            Some(document) => Answer::json(document),
            None => Answer::not_found(),
        }
    });
    let cacert = folder.join("ca.pem");
    fs::write(&cacert, authority.pem()).unwrap();
    (server, (authority, cacert.to_str().unwrap().to_owned()), callers)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agents_pass_if_their_card_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let (server, (_, cacert), [bob, mallory]) = agents(folder.path());
    let mut gateway = Gateway::start(&server, &cacert, &[]);

    // the DID comes from the signature, whatever the request says of itself
    let rooms = ("GET", "/rooms%2F1?nights=2");
    let mut headers = signed(&bob.signer, rooms, gateway.nonce().await);
    headers.insert("x-agent-did", "did:wba:agent.example.com:alice".parse().unwrap());
    let response = gateway.ask(rooms, headers.clone()).await;
    assert_eq!(
        (response.status().as_u16(), &response.headers()["x-agent-did"]),
        (200, &bob.did.as_str().parse().unwrap())
    );
    let token = AuthenticationInfo::parse(response.headers()).unwrap();
    // a query may contain credentials, and is not in the log
    let passed = serde_json::json!({"status": 200, "client": "127.0.0.1", "request": "GET /rooms%2F1", "did": bob.did.as_str(),
        "claimed_did": null, "entry": null, "code": null, "detail": null});
    assert_eq!(gateway.logged(), passed);

    // once, and for this target
    let refused = gateway.ask(rooms, headers).await;
    assert!(refused.status() == 401 && refused.headers().get("x-agent-did").is_none());
    let line = gateway.logged();
    assert_eq!(
        (&line["code"], &line["claimed_did"], &line["did"]),
        (&"auth-replayed".into(), &bob.did.as_str().into(), &Value::Null)
    );
    let headers = signed(&bob.signer, ("GET", "/rooms"), gateway.nonce().await);
    assert_eq!(gateway.ask(("GET", "/rooms?nights=2"), headers).await.status(), 401);
    gateway.logged();

    // a proxy sends no body: what has one brings the token
    let mut headers = HeaderMap::new();
    headers.insert("authorization", token.to_authorization().unwrap());
    assert_eq!(gateway.ask(("POST", "/orders"), headers).await.status(), 200);
    gateway.logged();

    // a DID that is another's: it authenticates, and its host's card is not signed by it
    let headers = signed(&mallory.signer, ("GET", "/rooms"), gateway.nonce().await);
    assert_eq!(gateway.ask(("GET", "/rooms"), headers).await.status(), 403);
    let line = gateway.logged();
    assert_eq!((&line["status"], &line["claimed_did"]), (&403.into(), &mallory.did.as_str().into()));
    assert!(line["code"].is_string() && line["detail"].is_string(), "{line}");
    // a claim that nobody signed
    let mut headers = signed(&bob.signer, ("GET", "/rooms"), gateway.nonce().await);
    let forged = signed(&mallory.signer, ("GET", "/rooms"), "n".to_owned()).remove("signature").unwrap();
    headers.insert("signature", forged);
    assert_eq!(gateway.ask(("GET", "/rooms"), headers).await.status(), 401);
    gateway.logged();

    // what operators ask is answered on their address alone
    let text = async |url: String| {
        let response = gateway.client.get(url).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    assert_eq!(text(format!("{}/healthz", gateway.admin)).await, (200, "ok\n".to_owned()));
    assert_eq!(gateway.client.head(format!("{}/healthz", gateway.admin)).send().await.unwrap().status(), 200);
    assert_eq!(text(format!("{}/", gateway.admin)).await.0, 404);
    let (status, metrics) = text(format!("{}/metrics", gateway.admin)).await;
    assert_eq!(status, 200);
    for line in ["{status=\"200\",code=\"\"} 2", "{status=\"401\",code=\"auth-missing\"} 4"] {
        assert!(metrics.contains(&format!("adp_gateway_responses_total{line}\n")), "{metrics}");
    }
    for path in ["/healthz", "/metrics"] {
        assert_eq!(text(format!("{}{path}", gateway.url)).await.0, 401, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_named_dids_pass() {
    let folder = tempfile::tempdir().unwrap();
    let (server, (_, cacert), [bob, mallory]) = agents(folder.path());
    for (allowed, status) in [(&bob, 200), (&mallory, 403)] {
        let mut gateway = Gateway::start(&server, &cacert, &["--allow-did", allowed.did.as_str()]);
        let headers = signed(&bob.signer, ("GET", "/rooms"), gateway.nonce().await);
        let fetched = server.requests().len();
        assert_eq!(gateway.ask(("GET", "/rooms"), headers).await.status(), status);
        assert_eq!(
            server.requests().len() > fetched,
            status == 200,
            "the list is consulted before anything is fetched"
        );
        assert_eq!(gateway.logged()["status"], status);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_client_is_whom_a_trusted_proxy_names() {
    let folder = tempfile::tempdir().unwrap();
    let (server, (_, cacert), _) = agents(folder.path());
    for (arguments, client) in [(&["--trusted-proxy", "127.0.0.1"][..], "198.51.100.7"), (&[][..], "127.0.0.1")] {
        let mut gateway = Gateway::start(&server, &cacert, arguments);
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "192.0.2.1, 198.51.100.7".parse().unwrap());
        assert_eq!(gateway.ask(("GET", &format!("/{}", "a".repeat(1_000))), headers).await.status(), 401);
        let line = gateway.logged();
        assert_eq!(line["client"], client);
        // a stranger does not fill the log
        assert!(line["request"].as_str().unwrap().chars().count() <= 201, "{line}");
    }
}

/// All callers come from the address of the proxy.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_of_one_address_leave_room_for_others() {
    let folder = tempfile::tempdir().unwrap();
    let (server, (_, cacert), _) = agents(folder.path());
    let gateway = Gateway::start(&server, &cacert, &[]);
    let open: Vec<_> = (0..300).map(|_| std::net::TcpStream::connect(gateway.address()).unwrap()).collect();
    assert_eq!(gateway.ask(("GET", "/rooms"), HeaderMap::new()).await.status(), 401);
    drop(open);
}
