//! Handles of WNS: published, served, and verified by strangers.

use super::publisher::{HOST, Publisher, adp, done, json, stderr, stdout};
use super::serve::{Server, header};
use adp_fixtures::third_party;
use serde_json::{Value, json};
use std::{fs, process::Command};

const PATH: &str = "site/.well-known/handle/alice";

/// A publisher with an e1 DID whose document names the Handle `alice`.
struct Alice {
    publisher: Publisher,
    did: String,
}

impl Alice {
    fn new(endpoint: &str) -> Self {
        let publisher = Publisher::new();
        let at = |name: &str| publisher.path(name).display().to_string();
        done(&mut adp(&["key", "generate", "--type", "ed25519", "-o", &at("alice.pem")]));
        let create = ["did", "create", "--host", HOST, "--path", "user:alice", "--key", &at("alice.pem")];
        let service = format!("ANPHandleService={endpoint}");
        let told = done(adp(&create).args(["--service", &service, "-o", &at("agents/alice.did.json")]));
        Self { did: told.lines().next().unwrap().to_owned(), publisher }
    }

    fn public() -> Self {
        Self::new(&format!("https://{HOST}/.well-known/handle/alice"))
    }

    fn document(&self, status: &str, generation: &str) -> Value {
        json!({"handle": format!("alice.{HOST}"), "did": self.did, "status": status, "binding_generation": generation})
    }

    fn write(&self, document: &Value) {
        self.publisher.write("agents/alice.handle.json", &document.to_string());
    }

    /// Publishes, and gives the exit code and what was said.
    fn publish(&self, arguments: &[&str]) -> (i32, String) {
        let now = agent_description::Timestamp::now().truncated_to_second().to_string();
        let output = self.publisher.run(&[&["--at", &now], arguments].concat());
        (output.status.code().unwrap(), format!("{}{}", stdout(&output), stderr(&output)))
    }

    fn published(&self) -> Value {
        serde_json::from_slice(&fs::read(self.publisher.path(PATH)).unwrap()).unwrap()
    }
}

#[test]
fn a_published_handle_is_served_and_verified() {
    let alice = Alice::public();
    let uri = format!("wba://alice.{HOST}");
    alice.write(&alice.document("active", "8"));
    let (exit, told) = alice.publish(&[]);
    assert_eq!(exit, 0, "{told}");
    assert!(!told.contains("warning"), "{told}");
    let server = Server::start(&alice.publisher, &[]);
    let (head, _) = server.request("GET", "/.well-known/handle/alice", "");
    assert_eq!(header(&head, "content-type"), Some("application/json"), "{head}");

    let output = server.adp(&["verify", &uri]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("exact-handle"), "{}", stdout(&output));
    let output = server.adp(&["verify", &uri, "--json", "--min-generation", "8"]);
    let report = json(&output);
    assert_eq!((report["verified"].as_bool(), report["identity"].as_str()), (Some(true), Some(alice.did.as_str())));
    let expected = json!({"handle": format!("alice.{HOST}"), "did": alice.did, "result": "exact-handle", "status": "active",
        "bindingGeneration": "8", "ttl": null, "continuity": null, "profile": null, "profileError": null});
    assert_eq!(report["handle"], expected);
    assert_eq!(report["document"], alice.document("active", "8"));

    let output = server.adp(&["verify", &uri, "--min-generation", "9", "--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(json(&output)["error"]["code"], "proof-too-old");
    let output = server.adp(&["verify", &uri, "--domain", HOST]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let output = server.adp(&["verify", &format!("https://{HOST}/ad.json"), "--min-generation", "1"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let output = server.adp(&["verify", &format!("wba://bob.{HOST}"), "--json"]);
    assert_eq!((output.status.code(), json(&output)["error"]["code"].as_str()), (Some(1), Some("not-found")));
    // a document alone proves nothing
    let output = adp(&["verify", alice.publisher.path(PATH).to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains(&format!("verify {uri}")), "{}", stderr(&output));

    let output = server.adp(&["did", "resolve", &uri, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let resolved = json(&output);
    assert_eq!(resolved["didDocument"]["id"], alice.did.as_str());
    assert_eq!(resolved["didResolutionMetadata"]["handle"], expected);
    assert!(stderr(&output).contains("(exact-handle)"), "{}", stderr(&output));
    let output = server.adp(&["did", "resolve", &uri, "--follow"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let output = server.adp(&["did", "resolve", &uri, "--min-generation", "9"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
}

/// The guide shows what `adp verify` prints of the site that its commands make.
#[test]
fn the_guide_shows_what_is_printed() {
    let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let guide = fs::read_to_string(format!("{repository}/docs/guides/handles.md")).unwrap();
    let shown = guide.split("$ adp verify wba://alice.example.com\n").nth(1).unwrap().split("```").next().unwrap();
    let shown = shown.replace("example.com/[..]", "example.com/.well-known/did.json; no document proof");
    let publisher = Publisher::new();
    let inputs = format!("{repository}/tests/cli/handles.in");
    let (site, key) = (publisher.path("site"), publisher.path("alice.pem"));
    fs::copy(format!("{inputs}/alice.pem"), &key).unwrap();
    #[cfg(unix)]
    fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let publish = ["publish", &format!("{inputs}/agents"), "-o", site.to_str().unwrap(), "--handle", "alice"];
    done(adp(&publish).args(["--key", key.to_str().unwrap()]));
    let server = Server::start(&publisher, &[]);
    let output = server.adp(&["verify", "wba://alice.example.com"]);
    assert_eq!((output.status.code(), stdout(&output).trim_end()), (Some(0), shown.trim_end()), "{}", stderr(&output));
    let schema = |name: &str| {
        let text = fs::read(format!("{repository}/schemas/{name}.schema.json")).unwrap();
        jsonschema::validator_for(&serde_json::from_slice(&text).unwrap()).unwrap()
    };
    for (name, arguments) in [
        ("verify", vec!["verify", "wba://alice.example.com", "--json"]),
        ("verify", vec!["verify", "wba://alice.example.com", "--json", "--min-generation", "2"]),
        ("did-resolve", vec!["did", "resolve", "wba://alice.example.com", "--json"]),
        ("discover", vec!["discover", "example.com", "--json"]),
    ] {
        let value = json(&server.adp(&arguments));
        if let Err(error) = schema(name).validate(&value) {
            panic!("{arguments:?}: {error}: {value}");
        }
    }
}

#[test]
fn what_is_confirmed_less_is_accepted_only_by_name() {
    let alice = Alice::new(&format!("https://{HOST}/confirm/alice.json"));
    let uri = format!("wba://alice.{HOST}");
    alice.write(&alice.document("active", "1"));
    let confirmation = json!({"did": alice.did, "confirmed": true});
    alice.publisher.write("agents/confirm/alice.json", &confirmation.to_string());
    let (exit, told) = alice.publish(&[]);
    assert_eq!(exit, 0, "{told}");
    let server = Server::start(&alice.publisher, &[]);
    let output = server.adp(&["verify", &uri, "--json"]);
    assert_eq!(
        (output.status.code(), json(&output)["handle"]["result"].as_str()),
        (Some(1), Some("provider-confirmed"))
    );
    assert!(stderr(&output).contains("--accept provider-confirmed"), "{}", stderr(&output));
    let output = server.adp(&["verify", &uri, "--accept", "provider-confirmed"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = server.adp(&["verify", &uri, "--accept", "domain-match"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let output = server.adp(&["verify", &uri, "--accept", "unverified"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let output = server.adp(&["did", "resolve", &uri]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("(provider-confirmed)"), "{}", stderr(&output));

    // the server confirms by DID too, for whoever names that endpoint
    let query = |did: &str| format!("/.well-known/handle/by-did?did={}", did.replace(':', "%3A"));
    let (head, body) = server.request("GET", &query(&alice.did), "");
    assert_eq!((header(&head, "content-type"), super::https::status(&head)), (Some("application/json"), 200));
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body, json!({"did": alice.did, "confirmed": true, "status": "active"}));
    let (head, body) = server.request("GET", &query("did:wba:agent.example.com:nobody"), "");
    assert_eq!((header(&head, "content-type"), super::https::status(&head)), (Some("application/json"), 404));
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["error"], "handle_not_found");
    for path in ["/.well-known/handle/by-did", "/.well-known/handle/bob", "/.well-known/handle/by-did?did=%zz"] {
        assert_eq!(server.status("GET", path, ""), 404, "{path}");
    }
    assert_eq!(server.status("GET", "/.well-known/handle/a/b", ""), 404);
}

#[test]
fn a_generation_never_goes_back_and_a_handle_is_never_removed() {
    let alice = Alice::public();
    let uri = format!("wba://alice.{HOST}");
    for (status, generation, refused) in [
        ("active", "9", None),
        ("active", "9", None),
        ("active", "8", Some("\"binding_generation\": \"9\"")),
        ("suspended", "9", Some("\"binding_generation\": \"10\"")),
        ("suspended", "10", None),
        ("active", "010", Some("without leading zeros")),
        ("active", "11", None),
    ] {
        alice.write(&alice.document(status, generation));
        let before = alice.publisher.path(PATH).exists().then(|| alice.published());
        let (exit, told) = alice.publish(&[]);
        match refused {
            None => assert_eq!((exit, alice.published()), (0, alice.document(status, generation)), "{told}"),
            Some(words) => {
                assert!(exit == 1 && told.contains(words), "{status} {generation}: {told}");
                assert_eq!(before, Some(alice.published()));
            }
        }
    }
    // nor where the published document was damaged
    fs::write(alice.publisher.path(PATH), "{").unwrap();
    alice.write(&alice.document("active", "1"));
    let (exit, told) = alice.publish(&[]);
    assert!(exit != 0 && told.contains("the published .well-known/handle/alice"), "{exit} {told}");
    assert_eq!(fs::read_to_string(alice.publisher.path(PATH)).unwrap(), "{");
    fs::write(alice.publisher.path(PATH), alice.document("active", "11").to_string()).unwrap();
    // without its document, it would be free for anyone
    fs::remove_file(alice.publisher.path("agents/alice.handle.json")).unwrap();
    let (exit, told) = alice.publish(&[]);
    assert_eq!((exit, alice.published()), (1, alice.document("active", "11")), "{told}");
    assert!(told.contains("\"revoked\"") && told.contains("\"12\""), "{told}");
    assert!(told.contains("help: `--handle alice` publishes it again"), "{told}");
    alice.write(&alice.document("revoked", "12"));
    assert_eq!(alice.publish(&[]).0, 0);
    for document in [alice.document("active", "13"), alice.document("suspended", "13")] {
        alice.write(&document);
        let (exit, told) = alice.publish(&[]);
        assert_eq!((exit, alice.published()), (1, alice.document("revoked", "12")), "{told}");
    }
    // the tombstone stays, whatever the folder has
    fs::remove_file(alice.publisher.path("agents/alice.handle.json")).unwrap();
    for _ in 0..2 {
        let (exit, told) = alice.publish(&[]);
        assert_eq!((exit, alice.published()), (0, alice.document("revoked", "12")), "{told}");
    }
    let (exit, told) = alice.publish(&["--handle", &format!("alice={}", alice.did)]);
    assert_eq!((exit, alice.published()), (1, alice.document("revoked", "12")), "{told}");
    let server = Server::start(&alice.publisher, &[]);
    let (head, body) = server.request("GET", "/.well-known/handle/alice", "");
    assert_eq!((super::https::status(&head), header(&head, "content-type")), (410, Some("application/json")));
    assert_eq!(serde_json::from_slice::<Value>(&body).unwrap(), alice.document("revoked", "12"));
    let output = server.adp(&["verify", &uri, "--json"]);
    assert_eq!((output.status.code(), json(&output)["error"]["code"].as_str()), (Some(1), Some("not-found")));
}

#[test]
fn a_handle_is_written_with_its_generation() {
    let alice = Alice::public();
    let name = format!("alice={}", alice.did);
    let generation = |alice: &Alice| alice.published()["binding_generation"].as_str().unwrap().to_owned();
    for _ in 0..2 {
        let (exit, told) = alice.publish(&["--handle", &name]);
        assert_eq!((exit, generation(&alice).as_str()), (0, "1"), "{told}");
    }
    // another DID of the same host: a new binding
    let (exit, told) = alice.publish(&["--handle", "alice=did:wba:agent.example.com"]);
    assert_eq!((exit, generation(&alice).as_str()), (0, "2"), "{told}");
    assert!(told.contains("ANPHandleService"), "the DID document does not name it: {told}");
    // the listing names the Handle of a description's DID
    let listing = fs::read_to_string(alice.publisher.path("site/.well-known/agent-descriptions")).unwrap();
    assert!(listing.contains(&format!("\"handle\": \"alice.{HOST}\"")), "{listing}");
    let server = Server::start(&alice.publisher, &[]);
    let output = server.adp(&["discover", HOST, "--json"]);
    assert_eq!(json(&output)["items"][0]["handle"], format!("alice.{HOST}"), "{}", stderr(&output));
    drop(server);
    for (wrong, words) in [
        ("alice", "2 DIDs"),
        ("al--ice=did:wba:agent.example.com", "two hyphens"),
        ("alice.example.com", "before its first dot"),
        ("alice=did:wba:other.example", "other.example"),
    ] {
        let (exit, told) = alice.publish(&["--handle", wrong]);
        assert!(exit != 0 && told.contains(words), "{wrong}: {told}");
        assert_eq!(generation(&alice), "2");
    }
    // a document that is made names the Handle
    fs::remove_file(alice.publisher.path("agents/alice.did.json")).unwrap();
    fs::remove_file(alice.publisher.path("agents/did.json")).unwrap();
    fs::remove_dir_all(alice.publisher.path("site")).unwrap();
    let (exit, told) = alice.publish(&["--handle", "alice"]);
    assert_eq!(exit, 0, "{told}");
    let server = Server::start(&alice.publisher, &[]);
    // a plain DID is bound to no key, and its Handle is exact all the same
    let output = server.adp(&["verify", &format!("wba://alice.{HOST}")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// `tests/interop/anp_handle_client.py`: the ANP SDK for Python as the stranger.
#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn the_anp_sdk_verifies_handles_that_are_served() {
    let python = third_party::python();
    let alice = Alice::public();
    alice.write(&alice.document("active", "8"));
    let suspended = json!({"handle": format!("bob.{HOST}"), "did": "did:wba:agent.example.com", "status": "suspended", "binding_generation": "2"});
    let revoked = json!({"handle": format!("carol.{HOST}"), "did": "did:wba:agent.example.com", "status": "revoked", "binding_generation": "3"});
    let unnamed = json!({"handle": format!("dora.{HOST}"), "did": "did:wba:agent.example.com", "status": "active", "binding_generation": "1"});
    for (name, document) in [("bob", &suspended), ("carol", &revoked), ("dora", &unnamed)] {
        alice.publisher.write(&format!("agents/.well-known/handle/{name}"), &document.to_string());
    }
    let (exit, told) = alice.publish(&[]);
    assert_eq!(exit, 0, "{told}");
    let server = Server::start(&alice.publisher, &[]);
    let names = ["alice", "bob", "carol", "dora", "erin"].map(|name| format!("{name}.{HOST}"));
    let output = Command::new(python)
        .args(["-B", concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/interop/anp_handle_client.py")])
        .arg(server.address().rsplit(':').next().unwrap())
        .args(&names)
        .env("SSL_CERT_FILE", &server.cacert)
        .output()
        .unwrap();
    let answers: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), names.len(), "{}", stderr(&output));
    let valid = answers.iter().map(|answer| answer["valid"].as_bool().unwrap());
    assert_eq!(valid.collect::<Vec<_>>(), [true, false, false, false, false], "{answers:?}");
    assert_eq!((answers[0]["did"].as_str(), answers[0]["generation"].as_str()), (Some(alice.did.as_str()), Some("8")));
    for (answer, words) in answers[1..].iter().zip(["suspended", "revoked", "ANPHandleService", "does not exist"]) {
        assert!(answer["error"].as_str().unwrap().contains(words), "{answer}");
    }
    // and ours says the same of each
    for (name, expected) in names.iter().zip([0, 1, 1, 1, 1]) {
        let output = server.adp(&["verify", &format!("wba://{name}")]);
        assert_eq!(output.status.code(), Some(expected), "{name}: {}", stderr(&output));
    }
    third_party::ran("interop-anp-handles-served", names.len());
}
