//! `adp register` against a registry's process on loopback, behind TLS; and against hosts that answer in its place.

use adp_fixtures::tls::{Answer, Authority, Request, Server};
use agent_description::{
    AgentDescription, Did, DidDocumentBuilder, DidUrl, Document, KeySigner, KeyType, Limits, SignOptions, SigningKey,
    Timestamp, sign,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

const HOTEL: &str = "hotel.example.com";
const REGISTRY: &str = "registry.example.com";
const ORIGIN: &str = "https://registry.example.com";
const URL: &str = "https://hotel.example.com/ad.json";
const API: &str = "https://registry.example.com/openapi.json";
const ID: &str = "urn:air:hotel.example.com:agent-description:ad";
/// In the environment of this program when it is to be a registry: its arguments.
const ARGUMENTS: &str = "ADP_TEST_REGISTRY_ARGUMENTS";

/// No test of its own: a test here starts this program again as the process of a registry.
#[test]
fn registry_process() {
    if let Ok(arguments) = std::env::var(ARGUMENTS) {
        let arguments: Vec<String> = serde_json::from_str(&arguments).unwrap();
        let _ = adp_registry::command::run(arguments.into_iter().map(Into::into).collect());
    }
}

/// A DID of a host, with its key.
#[derive(Clone)]
struct Party {
    did: Did,
    key: Arc<SigningKey>,
    pem: String,
}

impl Party {
    fn new(host: &str) -> Self {
        let key = SigningKey::generate(KeyType::P256).unwrap();
        let pem = key.to_pem().to_string();
        Self { did: format!("did:wba:{host}").parse().unwrap(), key: Arc::new(key), pem }
    }

    fn did_document(&self) -> String {
        DidDocumentBuilder::new(self.did.clone(), self.key.verifying_key()).build().unwrap().source().to_owned()
    }

    fn sign(&self, document: &Document, seconds_ago: i64) -> Vec<u8> {
        let key = SigningKey::from_pem(&self.pem).unwrap();
        let signer = KeySigner::new(DidUrl::new(&self.did, "key-1").unwrap(), key);
        let created = Timestamp::from_unix_seconds(Timestamp::now().as_unix_seconds() - seconds_ago).unwrap();
        sign(document, &signer, SignOptions::new(created)).unwrap().source().as_bytes().to_vec()
    }

    /// A signed description of an agent of this name.
    fn description(&self, name: &str, seconds_ago: i64) -> Vec<u8> {
        let description = AgentDescription::builder().name(name).did(&self.did).build().unwrap();
        self.sign(&description.to_document().unwrap(), seconds_ago)
    }

    /// A description of a registry with this DID whose API definition is there.
    fn registry_description(&self, did: &Did, api: &str) -> Vec<u8> {
        let text = json!({
            "protocolType": "ANP", "protocolVersion": "1.0.0", "type": "AgentDescription", "name": "R", "did": did.as_str(),
            "url": format!("{ORIGIN}/ad.json"),
            "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
            "security": "didwba_sc",
            "interfaces": [{"type": "StructuredInterface", "protocol": "YAML", "url": api, "description": "API"}],
        });
        self.sign(&Document::parse(text.to_string().as_bytes(), &Limits::default()).unwrap(), 10)
    }
}

/// A hotel's host, a registry's process, and the proxy in front of it.
struct World {
    folder: tempfile::TempDir,
    hotel: Party,
    registry: Party,
    description: Arc<Mutex<Vec<u8>>>,
    site: Server,
    front: Server,
    process: Child,
    /// What the registry said on stderr when it started.
    said: String,
}

/// What the host of a registry answers in the registry's place.
type Instead = Box<dyn Fn(&Request) -> Option<Answer> + Send + Sync>;

impl World {
    fn new() -> Self {
        Self::with(true, |_, _| Box::new(|_| None))
    }

    /// A registry with or without a key, on a host that answers some requests in its place.
    fn with(has_key: bool, instead: impl FnOnce(&Party, &Party) -> Instead) -> Self {
        let (authority, folder) = (Authority::new(), tempfile::tempdir().unwrap());
        let (hotel, registry) = (Party::new(HOTEL), Party::new(REGISTRY));
        fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        for (name, party) in [("hotel.pem", &hotel), ("registry.pem", &registry)] {
            write_secret(&folder.path().join(name), &party.pem);
        }
        let description = Arc::new(Mutex::new(hotel.description("Harbour Rooms", 100)));
        let site = Server::start(authority.issue(&[HOTEL]), {
            let (did_document, description) = (hotel.did_document(), Arc::clone(&description));
            move |request| match request.path() {
                "/.well-known/did.json" => Answer::json(&did_document),
                "/ad.json" => Answer::json(&*description.lock().unwrap()),
                _ => Answer::not_found(),
            }
        });
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (ca, resolve) = (path("ca.pem"), site.resolve(HOTEL, 443));
        let mut arguments = vec!["adp-registry", "serve", "--store", "memory", "--listen", "127.0.0.1:0"];
        arguments.extend(["--origin", ORIGIN, "--cacert", &ca, "--resolve", &resolve]);
        let key = path("registry.pem");
        arguments.extend(if has_key { vec!["--key", &key] } else { Vec::new() });
        let (process, address, said) = start(&arguments);
        let instead = instead(&hotel, &registry);
        let front = Server::start(authority.issue(&[REGISTRY]), move |request| {
            instead(request).unwrap_or_else(|| forward(address, request))
        });
        Self { folder, hotel, registry, description, site, front, process, said }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn adp(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        command.args(arguments).args([Path::new("--cacert"), &self.path("ca.pem")]);
        command.args(["--resolve", &self.site.resolve(HOTEL, 443), "--resolve", &self.front.resolve(REGISTRY, 443)]);
        command.output().unwrap()
    }

    fn register_at(&self, registry: &str, arguments: &[&str]) -> Output {
        let (key, key_id) = (self.path("hotel.pem"), format!("{}#key-1", self.hotel.did));
        let signer = ["--key", key.to_str().unwrap(), "--key-id", &key_id];
        self.adp(&[&["register", URL, "--json", "--registry", registry], &signer[..], arguments].concat())
    }

    fn register(&self, arguments: &[&str]) -> Output {
        self.register_at(REGISTRY, arguments)
    }

    /// How many requests that write reached the registry's host.
    fn writes(&self) -> usize {
        self.front.requests().iter().filter(|request| request.method() != "GET").count()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn write_secret(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
    }
}

/// Starts a registry: its process, where it listens, and what it said until then.
fn start(arguments: &[&str]) -> (Child, SocketAddr, String) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "network::register::registry_process", "--nocapture"])
        .env(ARGUMENTS, json!(arguments).to_string());
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
    let address = lines.filter_map(|line| line.strip_prefix("http://")?.parse().ok()).next();
    let mut said = String::new();
    let mut errors = BufReader::new(process.stderr.take().unwrap());
    // two lines for people, after the address
    for _ in 0..2 {
        errors.read_line(&mut said).unwrap();
    }
    (process, address.unwrap_or_else(|| panic!("the registry says where it is; it said {said}")), said)
}

/// What a proxy does with a request.
fn forward(address: SocketAddr, request: &Request) -> Answer {
    let mut head = format!("{}\r\nconnection: close\r\n", request.line);
    for (name, value) in request.headers.iter().filter(|(name, _)| name != "connection") {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    stream.write_all(&request.body).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    Answer::raw(answer)
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// The value that was printed, as its schema has it.
#[track_caller]
fn printed(output: &Output) -> Value {
    let schema: Value = serde_json::from_str(include_str!("../../../schemas/register.schema.json")).unwrap();
    let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let faults: Vec<String> =
        jsonschema::validator_for(&schema).unwrap().iter_errors(&value).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{faults:?}\n{value:#}");
    value
}

/// The exit code and the error's code.
fn ends(output: &Output) -> (Option<i32>, String) {
    let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    (output.status.code(), value["error"]["code"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn a_description_is_registered_once_and_replaced_by_a_newer_one() {
    let world = World::new();
    assert!(world.said.contains(&format!("{} publishes a signed description", world.registry.did)), "{}", world.said);
    let first = world.register(&[]);
    assert_eq!(first.status.code(), Some(0), "{}", stderr(&first));
    let value = printed(&first);
    for (name, expected) in [
        ("action", json!("registered")),
        ("status", json!(201)),
        ("identifier", json!(ID)),
        ("signer", json!("did:wba:hotel.example.com")),
        ("registry", json!(ORIGIN)),
        ("registryDid", json!("did:wba:registry.example.com")),
        ("registryDescription", json!("https://registry.example.com/ad.json")),
        ("api", json!("https://registry.example.com/openapi.json")),
        ("request", json!(format!("PUT {ORIGIN}/agents/{ID}"))),
        ("verified", json!(true)),
        ("identity", json!("did:wba:hotel.example.com")),
        ("error", Value::Null),
    ] {
        assert_eq!(value[name], expected, "{name}");
    }
    // the registry has the exact bytes
    let sent = world.front.requests().into_iter().rfind(|request| request.method() == "PUT").unwrap();
    assert_eq!(sent.body, *world.description.lock().unwrap());

    let writes = world.writes();
    let again = world.register(&[]);
    assert_eq!((again.status.code(), printed(&again)["action"].clone()), (Some(0), json!("unchanged")));
    assert_eq!(world.writes(), writes, "what is listed is not sent again");

    *world.description.lock().unwrap() = world.hotel.description("Harbour Suites", 10);
    // by the URL of the registry's description too
    let newer = world.register_at("https://registry.example.com/ad.json", &[]);
    let value = printed(&newer);
    assert_eq!((newer.status.code(), &value["action"], &value["status"]), (Some(0), &json!("replaced"), &json!(200)));

    *world.description.lock().unwrap() = world.hotel.description("Harbour Huts", 50);
    let older = world.register(&[]);
    let value = printed(&older);
    assert_eq!((ends(&older), &value["status"]), ((Some(1), "invalid-value".to_owned()), &json!(409)));
    assert!(stderr(&older).contains("registry-older"), "{}", stderr(&older));
}

#[test]
fn a_dry_run_sends_nothing() {
    let world = World::new();
    let output = world.adp(&["register", URL, "--json", "--registry", ORIGIN, "--dry-run"]);
    let value = printed(&output);
    assert_eq!((output.status.code(), &value["action"]), (Some(0), &json!("would-register")), "{}", stderr(&output));
    assert_eq!((&value["status"], &value["verified"]), (&Value::Null, &Value::Null));
    assert_eq!(world.writes(), 0);
    // with a key neither
    world.register(&["--dry-run"]);
    assert_eq!(world.writes(), 0);
    let without = world.adp(&["register", URL, "--registry", REGISTRY]);
    assert_eq!(without.status.code(), Some(2), "{}", stderr(&without));
    assert!(stderr(&without).contains("--key"), "{}", stderr(&without));
}

#[test]
fn what_does_not_verify_is_not_sent() {
    let world = World::new();
    let unsigned = AgentDescription::builder().name("Rooms").did(&world.hotel.did).build().unwrap();
    let unsigned = unsigned.to_document().unwrap().source().as_bytes().to_vec();
    let signed = String::from_utf8(world.hotel.description("Rooms", 10)).unwrap();
    for (document, code) in
        [(unsigned, "proof-missing"), (signed.replace("Rooms", "Raums").into_bytes(), "proof-signature")]
    {
        *world.description.lock().unwrap() = document;
        assert_eq!(ends(&world.register(&[])), (Some(1), code.to_owned()));
    }
    assert_eq!(world.front.connections(), 0, "the registry is not asked");
}

/// The registry could not tell such a signature from a changed request.
#[test]
fn a_key_that_is_not_that_of_its_id_is_not_used() {
    let world = World::new();
    let key_id = format!("{}#key-1", world.hotel.did);
    let key = world.path("registry.pem");
    let signer = ["--key", key.to_str().unwrap(), "--key-id", &key_id];
    let output = world.adp(&[&["register", URL, "--json", "--registry", REGISTRY], &signer[..]].concat());
    assert_eq!(ends(&output), (Some(1), "auth-signature".to_owned()), "{}", stderr(&output));
    assert!(stderr(&output).contains(&format!("is not that of {key_id}")), "{}", stderr(&output));
    assert_eq!(world.writes(), 0);
    // a registry that cannot be reached says nothing of what it lists
    let output = world.register_at("registry.invalid", &[]);
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(!stderr(&output).contains("a registry is found by"), "{}", stderr(&output));
}

#[test]
fn another_host_s_entry_is_refused() {
    let world = World::new();
    let output = world.register(&["--id", "urn:air:other.example.com:agent:rooms"]);
    assert_eq!(ends(&output), (Some(1), "auth-forbidden".to_owned()), "{}", stderr(&output));
    assert_eq!((&printed(&output)["action"], &printed(&output)["status"]), (&json!("refused"), &json!(403)));
    assert_eq!(world.adp(&["register", URL, "--registry", REGISTRY, "--dry-run", "--id", "x"]).status.code(), Some(2));
}

#[test]
fn a_registry_without_a_key_says_so_and_is_not_found() {
    let world = World::with(false, |_, _| Box::new(|_| None));
    assert!(world.said.contains("this registry publishes no description of itself"), "{}", world.said);
    let output = world.register(&[]);
    assert_eq!(ends(&output), (Some(4), "net-status".to_owned()), "{}", stderr(&output));
    assert!(stderr(&output).contains("a registry is found by its signed description"), "{}", stderr(&output));
}

const LISTING: &str = "/.well-known/agent-descriptions";

fn at(path: &'static str, answer: Answer) -> Instead {
    Box::new(move |request| (request.path() == path).then(|| answer.clone()))
}

fn redirect(to: &str) -> Answer {
    Answer::status(307, &[&format!("location: {to}")], "")
}

/// Before anything is signed: the description, the API and their hosts are those of the registry that the user named.
#[test]
fn a_host_that_is_no_honest_registry_gets_no_signature() {
    type Make = fn(&Party, &Party) -> Instead;
    let cases: &[(&str, i32, &str, Make)] = &[
        ("the listing is a redirect", 4, "net-redirect", |_, _| at(LISTING, redirect(URL))),
        ("the listing names another host's description", 1, "not-found", |_, _| {
            let listing = json!({"@type": "CollectionPage", "items": [{"@type": "ad:AgentDescription", "name": "R", "@id": URL}]});
            at(LISTING, Answer::json(listing.to_string()))
        }),
        ("the listing is huge", 4, "net-size", |_, _| at(LISTING, Answer::json(" ".repeat(2 << 20)))),
        ("the description is a redirect", 4, "net-redirect", |_, _| at("/ad.json", redirect(URL))),
        ("the description is huge", 4, "net-size", |_, _| at("/ad.json", Answer::json(" ".repeat(2 << 20)))),
        ("the description is that of another host", 1, "proof-signer-not-subject", |hotel, _| {
            at("/ad.json", Answer::json(hotel.registry_description(&hotel.did, API)))
        }),
        ("the description is signed by another DID", 1, "proof-signer-not-subject", |hotel, registry| {
            at("/ad.json", Answer::json(hotel.registry_description(&registry.did, API)))
        }),
        ("the description has another key's signature", 1, "proof-signature", |hotel, registry| {
            let claimed = Party { did: registry.did.clone(), ..hotel.clone() };
            at("/ad.json", Answer::json(claimed.registry_description(&registry.did, API)))
        }),
        ("the API is on another origin", 1, "auth-origin", |_, registry| {
            at(
                "/ad.json",
                Answer::json(registry.registry_description(&registry.did, "https://hotel.example.com/openapi.json")),
            )
        }),
        ("the API is on another port", 1, "auth-origin", |_, registry| {
            at(
                "/ad.json",
                Answer::json(
                    registry.registry_description(&registry.did, "https://registry.example.com:8443/openapi.json"),
                ),
            )
        }),
        ("the API is not an OpenAPI document", 1, "not-found", |_, registry| {
            let api = r#"{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {}}"#;
            let description = registry.registry_description(&registry.did, "https://registry.example.com/api.json");
            Box::new(move |request| match request.path() {
                "/ad.json" => Some(Answer::json(&description)),
                "/api.json" => Some(Answer::json(api)),
                _ => None,
            })
        }),
        ("the operation is on another origin", 1, "auth-origin", |_, _| {
            let api = r#"{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "servers": [{"url": "https://hotel.example.com"}],
                "paths": {"/agents/{identifier}": {"put": {"operationId": "putAgent"}, "get": {"operationId": "getEvidence"}}}}"#;
            at("/openapi.json", Answer::json(api))
        }),
        ("the operation has another method", 1, "not-found", |_, _| {
            let api = r#"{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "servers": [{"url": "/"}],
                "paths": {"/agents/{identifier}": {"delete": {"operationId": "putAgent"}, "get": {"operationId": "getEvidence"}}}}"#;
            at("/openapi.json", Answer::json(api))
        }),
        ("the API is a redirect", 4, "net-redirect", |_, _| {
            at("/openapi.json", redirect("https://hotel.example.com/"))
        }),
        ("the API is huge", 4, "net-size", |_, _| at("/openapi.json", Answer::json(" ".repeat(2 << 20)))),
        ("the evidence is huge", 4, "net-size", |_, _| {
            at("/agents/urn:air:hotel.example.com:agent-description:ad/evidence", Answer::json(" ".repeat(2 << 20)))
        }),
        ("the evidence is none", 1, "invalid-result", |_, _| {
            at("/agents/urn:air:hotel.example.com:agent-description:ad/evidence", Answer::json("[]"))
        }),
    ];
    for (what, exit, code, instead) in cases {
        let world = World::with(true, instead);
        let output = world.register(&[]);
        assert_eq!(ends(&output), (Some(*exit), (*code).to_owned()), "{what}: {}", stderr(&output));
        assert_eq!(world.writes(), 0, "{what}");
        let hotel = world.site.requests();
        assert!(hotel.iter().all(|request| request.header("signature").is_none()), "{what}: {hotel:?}");
    }
}

#[test]
fn a_redirect_of_the_request_is_not_followed() {
    let world = World::with(true, |_, _| {
        Box::new(|request| (request.method() == "PUT").then(|| redirect("https://hotel.example.com/agents")))
    });
    let output = world.register(&[]);
    assert_eq!(ends(&output), (Some(4), "net-redirect".to_owned()), "{}", stderr(&output));
    assert!(world.site.requests().iter().all(|request| request.method() == "GET"));
}

/// A registry that takes the request and lists this, with the digest of what was sent where the evidence has none.
fn listing(evidence: Value) -> World {
    World::with(true, move |_, _| {
        let sent = Mutex::new(None::<String>);
        Box::new(move |request| {
            if request.method() == "PUT" {
                *sent.lock().unwrap() = Some(agent_description::hex::hex(&Sha256::digest(&request.body)));
                return Some(Answer::status(201, &["content-type: application/json"], "{}"));
            }
            let sent = sent.lock().unwrap().clone().filter(|_| request.path().ends_with("/evidence"))?;
            let mut shown = json!({"identifier": ID, "sha256": sent, "verified": true, "identity": null, "evidence": {"refusal": null}});
            for (name, value) in evidence.as_object().unwrap() {
                shown[name] = value.clone();
            }
            Some(Answer::json(shown.to_string()))
        })
    })
}

#[test]
fn what_the_registry_lists_is_compared_with_what_was_sent() {
    let hotel = "did:wba:hotel.example.com";
    let refusal = |code: &str| json!({"verified": false, "evidence": {"refusal": {"code": code, "message": "no"}}});
    for (evidence, exit, code) in [
        (json!({"identity": hotel}), 0, ""),
        (json!({"identity": hotel, "sha256": "0".repeat(64)}), 1, "invalid-result"),
        (json!({"identity": hotel, "identifier": "urn:air:other.example.com:a:b"}), 1, "invalid-result"),
        (json!({"identity": "did:wba:other.example.com"}), 1, "invalid-result"),
        (json!({"identity": null}), 1, "invalid-result"),
        (refusal("proof-expired"), 1, "proof-expired"),
        // the registry's network withheld the DID document
        (refusal("net-connect"), 4, "net-connect"),
        (refusal("no-code-of-ours"), 1, "invalid-result"),
    ] {
        let output = listing(evidence.clone()).register(&[]);
        assert_eq!(ends(&output), (Some(exit), code.to_owned()), "{evidence}: {}", stderr(&output));
        let action = if exit == 0 { "registered" } else { "unconfirmed" };
        assert_eq!(printed(&output)["action"], action, "{evidence}");
    }
}

/// The registry takes the request, and its entry cannot be read: that is no failure of registering.
#[test]
fn an_entry_that_cannot_be_read_back_is_unconfirmed() {
    for (answer, code, exit) in [
        (Answer::not_found(), "net-status", 4),
        (Answer::status(503, &["content-type: application/json"], "{}"), "net-status", 4),
        (Answer::json("[]"), "invalid-result", 1),
    ] {
        let world = World::with(true, |_, _| {
            let (is_sent, answer) = (Mutex::new(false), answer.clone());
            Box::new(move |request| {
                if request.method() == "PUT" {
                    *is_sent.lock().unwrap() = true;
                    return Some(Answer::status(201, &["content-type: application/json"], "{}"));
                }
                (*is_sent.lock().unwrap() && request.path().ends_with("/evidence")).then(|| answer.clone())
            })
        });
        let output = world.register(&[]);
        assert_eq!(ends(&output), (Some(exit), code.to_owned()), "{}", stderr(&output));
        let value = printed(&output);
        assert_eq!(
            (&value["action"], &value["status"], &value["verified"]),
            (&json!("unconfirmed"), &json!(201), &Value::Null)
        );
        assert!(stderr(&output).contains("the registry accepted the request"), "{}", stderr(&output));
    }
}

#[test]
fn a_query_is_no_part_of_a_public_identifier() {
    let world = World::new();
    let url = format!("{URL}?token=s3cret");
    let output = world.adp(&["register", &url, "--json", "--registry", ORIGIN, "--dry-run"]);
    assert_eq!(ends(&output), (Some(2), "usage".to_owned()), "{}", stderr(&output));
    assert!(stderr(&output).contains("--id") && !stderr(&output).contains("s3cret"), "{}", stderr(&output));
    assert_eq!(world.front.connections(), 0);
    let named = world.adp(&["register", &url, "--json", "--registry", ORIGIN, "--dry-run", "--id", ID]);
    // fetched with its query, where this site has nothing
    assert_eq!(ends(&named), (Some(4), "net-status".to_owned()), "{}", stderr(&named));
}
