//! Cards that are fetched, and keys that are: DID documents, and the sets of keys that signatures name by `jku`.

use adp_cards::{a2a_card::A2A, signature::PayloadForm};
use adp_fixtures::tls::{Answer, Authority, Request, Server};
use agent_description::{
    Document, KeyType, Limits, SigningKey,
    did::{Did, DidUrl},
    json::Json,
    jws::{Algorithm, Unsigned},
};
use serde_json::{Value, json};
use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
    time::Duration,
};
use tempfile::TempDir;

const HOST: &str = "agent.example.com";
const CARD: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
  "supportedInterfaces": [{"url": "https://agent.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "capabilities": {"streaming": true}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}]}"#;

fn key() -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap()
}

/// Base64url, as a compact JWS writes its payload.
fn base64url(bytes: &[u8]) -> String {
    Unsigned::new(Algorithm::Es256, bytes).sign(&key()).unwrap().to_compact().split('.').nth(1).unwrap().to_owned()
}

/// The card, signed over its bytes as they are served, under this header.
fn signed(header: &Value) -> String {
    let card = Document::parse(CARD.as_bytes(), &Limits::default()).unwrap();
    let protected = base64url(header.to_string().as_bytes());
    let payload = A2A.payload(card.root(), PayloadForm::Served).unwrap();
    let signature = key().sign(format!("{protected}.{}", base64url(&payload)).as_bytes());
    let entry = json!({"protected": protected, "signature": base64url(&signature.0)});
    CARD.replacen('{', &format!("{{\"signatures\": [{entry}], "), 1)
}

fn with_jku(jku: &str) -> String {
    signed(&json!({"alg": "ES256", "kid": "key-1", "jku": jku}))
}

fn key_set() -> String {
    let mut jwk = key().verifying_key().to_jwk();
    jwk.insert("kid", "key-1");
    format!(r#"{{"keys": [{}]}}"#, Json::from(jwk).to_compact())
}

/// A DID document that lists the key under this relationship.
fn did_document(did: &str, relationship: &str) -> String {
    let jwk = Json::from(key().verifying_key().to_jwk()).to_compact();
    format!(
        r#"{{"id": "{did}", "{relationship}": ["{did}#key-1"], "verificationMethod": [
          {{"id": "{did}#key-1", "type": "JsonWebKey2020", "controller": "{did}", "publicKeyJwk": {jwk}}}]}}"#
    )
}

/// A host that shows cards, DID documents and sets of keys, some of them as they should not be.
struct Site {
    server: Server,
    folder: TempDir,
}

impl Site {
    fn start(card: String) -> Self {
        let authority = Authority::new();
        let answer = move |request: &Request| match request.path() {
            "/.well-known/agent-card.json" => Answer::json(&card),
            "/.well-known/did.json" => Answer::json(did_document("did:web:agent.example.com", "assertionMethod")),
            "/signer/did.json" => Answer::json(did_document("did:wba:agent.example.com:signer", "assertionMethod")),
            "/caller/did.json" => Answer::json(did_document("did:wba:agent.example.com:caller", "authentication")),
            "/keys.json" => Answer::json(key_set()),
            "/moved.json" => Answer::status(302, &["location: https://agent.example.com/keys.json"], ""),
            "/none.json" => Answer::not_found(),
            "/page.json" => Answer::status(200, &["content-type: text/html"], "<html></html>"),
            "/words.json" => Answer::json("[]"),
            "/endless.json" => Answer::raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{")
                .forever(vec![b' '; 64 << 10], Duration::ZERO),
            _ => Answer::not_found(),
        };
        let server = Server::start(authority.issue(&[HOST]), answer);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        Self { server, folder }
    }

    fn file(&self, card: &str) -> PathBuf {
        let path = self.folder.path().join("card.json");
        fs::write(&path, card).unwrap();
        path
    }

    fn verify(&self, input: &str, arguments: &[&str]) -> Output {
        let cacert = self.folder.path().join("ca.pem");
        Command::new(env!("CARGO_BIN_EXE_adp"))
            .args(["verify", "--json", input])
            .args(arguments)
            .args(["--cacert", cacert.to_str().unwrap(), "--resolve", &self.server.resolve(HOST, 443)])
            .output()
            .unwrap()
    }

    /// The exit code and the error's code of a card in a file.
    fn refusal(&self, card: &str, arguments: &[&str]) -> (i32, String) {
        let output = self.verify(self.file(card).to_str().unwrap(), arguments);
        let found = answer(&output);
        (output.status.code().unwrap(), found["error"]["code"].as_str().unwrap_or("ok").to_owned())
    }
}

fn answer(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn a_card_on_its_signer_s_host_is_verified() {
    for did in ["did:web:agent.example.com", "did:wba:agent.example.com:signer"] {
        let site = Site::start(signed(&json!({"alg": "ES256", "kid": format!("{did}#key-1"), "typ": "JOSE"})));
        let output = site.verify("https://agent.example.com/.well-known/agent-card.json", &[]);
        let found = answer(&output);
        assert_eq!((output.status.code(), &found["identity"]), (Some(0), &json!(did)), "{found}");
        assert_eq!(found["format"], "a2a-card");
        let expected = json!({"index": 0, "verified": true, "alg": "ES256", "kid": format!("{did}#key-1"), "reading": "served",
            "keySource": "did", "identity": did, "binding": "host", "error": null});
        assert_eq!(found["signatures"], json!([expected]));
    }
}

#[test]
fn what_a_did_or_its_host_does_not_say_is_no_signature() {
    let site = Site::start(CARD.to_owned());
    let by = |kid: &str| signed(&json!({"alg": "ES256", "kid": kid}));
    assert_eq!(
        site.refusal(&by("did:wba:agent.example.com:caller#key-1"), &[]),
        (1, "proof-method-not-authorized".to_owned())
    );
    assert_eq!(site.refusal(&by("did:wba:agent.example.com:nobody#key-1"), &[]), (4, "net-status".to_owned()));
    assert_eq!(
        site.refusal(&by("did:wba:agent.example.com:signer#key-2"), &[]),
        (1, "proof-method-not-found".to_owned())
    );
    assert_eq!(site.refusal(&by("did:web:agent.example.com#key-1"), &["--offline"]), (4, "net-offline".to_owned()));
    let did = Did::from_key(key().verifying_key());
    let method = DidUrl::new(&did, did.multikey().unwrap()).unwrap();
    assert_eq!(site.refusal(&by(method.as_str()), &[]), (1, "card-signer-unbound".to_owned()));
    assert_eq!(site.refusal(&by(method.as_str()), &["--signer", did.as_str(), "--offline"]), (0, "ok".to_owned()));
    assert_eq!(site.refusal(CARD, &[]), (1, "jws-missing".to_owned()));
}

/// The entries of these cards' `signatures`, under another card.
fn with_entries(card: &str, signed: &[String]) -> String {
    let entries = signed.iter().flat_map(|signed| {
        let signed: Value = serde_json::from_str(signed).unwrap();
        signed["signatures"].as_array().unwrap().clone()
    });
    let mut card: Value = serde_json::from_str(card).unwrap();
    card["signatures"] = entries.collect();
    card.to_string()
}

#[test]
fn strangers_are_not_fetched_and_change_no_answer() {
    let by = |kid: &str| signed(&json!({"alg": "ES256", "kid": kid}));
    let changed = CARD.replace("Books rooms.", "Books suites.");
    let strangers: Vec<String> = (0..14).map(|n| by(&format!("did:wba:stranger.example:u{n}#key-1"))).collect();
    let own = by("did:web:agent.example.com#key-1");
    let both = |first: &[String], last: &[String]| [first, last].concat();
    for (card, entries, arguments, exit, code, connections) in [
        (CARD, both(std::slice::from_ref(&own), &strangers), &[][..], 0, "ok", 1),
        (CARD, both(&strangers, std::slice::from_ref(&own)), &["--signer", "did:web:agent.example.com"], 0, "ok", 1),
        (CARD, strangers.clone(), &[], 1, "card-signer-unbound", 0),
        // a changed card is refused, whatever stands beside the signature that it had
        (&changed, both(std::slice::from_ref(&own), &strangers), &[], 1, "jws-signature", 1),
        (&changed, both(&strangers, std::slice::from_ref(&own)), &[], 1, "jws-signature", 1),
        (
            &changed,
            both(&strangers, std::slice::from_ref(&own)),
            &["--signer", "did:web:agent.example.com"],
            1,
            "jws-signature",
            1,
        ),
        // nobody who counts has signed: no one is asked
        (CARD, both(&[own], &strangers), &["--signer", "did:web:other.example"], 1, "card-signer-unbound", 0),
    ] {
        let site = Site::start(CARD.to_owned());
        let stranger = site.server.resolve("stranger.example", 443);
        let card = with_entries(card, &entries);
        let arguments = [arguments, &["--resolve", &stranger]].concat();
        assert_eq!(site.refusal(&card, &arguments), (exit, code.to_owned()), "{arguments:?}");
        assert_eq!(site.server.connections(), connections, "{arguments:?} {code}");
    }
    // documents that were given are read, whoever they are of
    let site = Site::start(CARD.to_owned());
    let given = site.folder.path().join("stranger.json");
    fs::write(&given, did_document("did:wba:stranger.example:u1", "assertionMethod")).unwrap();
    let card = site.file(&with_entries(CARD, &strangers[..2]));
    let found = answer(&site.verify(card.to_str().unwrap(), &["--did-document", given.to_str().unwrap()]));
    let told: Vec<_> = found["signatures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["verified"].as_bool().unwrap(), it["binding"].as_str().unwrap(), it["error"]["code"].as_str()))
        .collect();
    assert_eq!(told, [(false, "unbound", Some("card-signer-unbound")), (true, "unbound", None)]);
    assert_eq!((&found["verified"], &found["identity"]), (&json!(false), &Value::Null));
    assert_eq!(site.server.connections(), 0);
}

#[test]
fn a_set_of_keys_is_fetched_from_the_origin_that_the_caller_names() {
    let site = Site::start(CARD.to_owned());
    let origin = ["--jku", "https://agent.example.com"];
    let keys = "https://agent.example.com/keys.json";
    let output = site.verify(site.file(&with_jku(keys)).to_str().unwrap(), &origin);
    let found = answer(&output);
    // the card is whole; who signed it, nobody knows
    assert_eq!(
        (output.status.code(), &found["verified"], &found["identity"]),
        (Some(0), &json!(true), &Value::Null),
        "{found}"
    );
    assert_eq!(
        (&found["signatures"][0]["keySource"], &found["signatures"][0]["binding"]),
        (&json!("jku"), &json!("key"))
    );

    for (jku, arguments, expected) in [
        // nobody named an origin, or another one
        (keys, &[][..], (1, "jws-key")),
        (keys, &["--jku", "https://other.example"], (1, "jws-key")),
        ("https://other.example/keys.json", &origin, (1, "jws-key")),
        ("http://agent.example.com/keys.json", &origin, (1, "jws-key")),
        ("https://agent.example.com:8443/keys.json", &origin, (1, "jws-key")),
        ("https://127.0.0.1/keys.json", &origin, (1, "jws-key")),
        ("https://agent.example.com/moved.json", &origin, (4, "net-redirect")),
        ("https://agent.example.com/none.json", &origin, (4, "net-status")),
        ("https://agent.example.com/page.json", &origin, (4, "net-type")),
        ("https://agent.example.com/endless.json", &origin, (4, "net-size")),
        ("https://agent.example.com/words.json", &origin, (1, "document-shape")),
        (keys, &["--jku", "https://agent.example.com", "--offline"], (4, "net-offline")),
    ] {
        let (exit, code) = site.refusal(&with_jku(jku), arguments);
        assert_eq!((exit, code.as_str()), expected, "{jku} {arguments:?}");
    }
    // a named signer is asked of DIDs alone
    let output =
        site.verify("card.json", &["--jku", "https://agent.example.com", "--signer", "did:web:agent.example.com"]);
    assert_eq!(output.status.code(), Some(2));
    // a set at hand and one that is fetched: each would be the only one
    let output = site.verify("card.json", &["--jku", "https://agent.example.com", "--jwks", "keys.json"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_set_of_keys_on_a_private_address_is_not_asked() {
    // the name leads to this machine without `--resolve`, which alone lets a private address through
    let site = Site::start(CARD.to_owned());
    let origin = format!("https://localhost:{}", site.server.port());
    let card = site.file(&with_jku(&format!("{origin}/keys.json")));
    let cacert = site.folder.path().join("ca.pem");
    for arguments in [&[][..], &["--resolve", &site.server.resolve(HOST, 443)]] {
        let output = Command::new(env!("CARGO_BIN_EXE_adp"))
            .args(["verify", "--json", card.to_str().unwrap(), "--jku", &origin, "--cacert", cacert.to_str().unwrap()])
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(
            (output.status.code(), &answer(&output)["error"]["code"]),
            (Some(4), &json!("net-address")),
            "{output:?}"
        );
    }
    // an address is no origin at all
    let address = ["--jku", "https://127.0.0.1", "--json"];
    let output =
        Command::new(env!("CARGO_BIN_EXE_adp")).args(["verify", card.to_str().unwrap()]).args(address).output();
    assert_eq!(output.unwrap().status.code(), Some(2));
    assert_eq!(site.server.connections(), 0);
}
