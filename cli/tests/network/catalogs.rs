//! A site with a catalog, over HTTPS: from the catalog to its entries, their artifacts, their signers and the host.

use adp_catalogs::ai_catalog::{CatalogBuilder, NewEntry};
use adp_fixtures::tls::{Answer, Authority, Request, Server};
use agent_description::{DidDocumentBuilder, KeyType, SigningKey, did::Did};
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tempfile::TempDir;

const HOST: &str = "agent.example.com";
const DID: &str = "did:web:agent.example.com";
const METHOD: &str = "did:web:agent.example.com#key-1";
const CARD: &str = r#"{"name": "Rooms", "note": "the bytes count, not what they say"}"#;

/// What the site shows, by path.
type Shown = Arc<Mutex<Vec<(String, Answer)>>>;

struct Site {
    server: Server,
    folder: TempDir,
    shown: Shown,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Site {
    fn start() -> Self {
        let authority = Authority::new();
        let (shown, asked) = (Shown::default(), Arc::new(Mutex::new(Vec::new())));
        let (of_site, log) = (Arc::clone(&shown), Arc::clone(&asked));
        let answer = move |request: &Request| {
            log.lock().unwrap().push(request.path().to_owned());
            let shown = of_site.lock().unwrap();
            let found = shown.iter().rev().find(|(path, _)| path == request.path());
            found.map_or_else(Answer::not_found, |(_, answer)| answer.clone())
        };
        let server = Server::start(authority.issue(&[HOST]), answer);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
        let file = folder.path().join("key.pem");
        fs::write(&file, key.to_pem().as_bytes()).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let did: Did = DID.parse().unwrap();
        let document = DidDocumentBuilder::new(did, key.verifying_key()).build().unwrap();
        let site = Self { server, folder, shown, asked };
        site.show("/.well-known/did.json", Answer::json(document.source()));
        site.show("/.well-known/agent-card.json", Answer::json(CARD));
        site
    }

    fn show(&self, path: &str, answer: Answer) {
        self.shown.lock().unwrap().push((path.to_owned(), answer));
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// Signs a file by the command line.
    fn sign(&self, file: &Path, arguments: &[&str]) {
        let output = Command::new(env!("CARGO_BIN_EXE_adp"))
            .arg("sign")
            .arg(file)
            .args(["--method", METHOD, "--in-place", "--key"])
            .arg(self.path("key.pem"))
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
    }

    fn verify(&self, input: &str, arguments: &[&str]) -> (i32, Value) {
        let output: Output = Command::new(env!("CARGO_BIN_EXE_adp"))
            .args(["verify", "--json", input])
            .args(arguments)
            .args(["--cacert", self.path("ca.pem").to_str().unwrap(), "--resolve", &self.server.resolve(HOST, 443)])
            .output()
            .unwrap();
        let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
        (output.status.code().unwrap(), value)
    }

    /// Shows the files of a host: the catalog with a signature over all of it, and ARD's with the entries' alone.
    fn publish(&self, catalog: &CatalogBuilder) {
        for (name, document) in
            [("ai-catalog.json", catalog.to_ai_catalog().unwrap()), ("ard.json", catalog.to_ard().unwrap())]
        {
            let file = self.path(name);
            fs::write(&file, document.source()).unwrap();
            self.sign(&file, &["--manifests"]);
            if name == "ai-catalog.json" {
                self.sign(&file, &[]);
            }
            self.show(&format!("/.well-known/{name}"), Answer::json(fs::read_to_string(&file).unwrap()));
        }
    }
}

fn url(path: &str) -> String {
    format!("https://{HOST}{path}")
}

fn catalog() -> CatalogBuilder {
    let card = NewEntry::at(
        "urn:air:agent.example.com:agent:rooms",
        adp_cards::A2A_CARD,
        &url("/.well-known/agent-card.json"),
    );
    CatalogBuilder::new().host("Hotel", Some(DID)).entry(card.digest_of(CARD.as_bytes()))
}

fn outcome((exit, found): &(i32, Value)) -> (i32, &str) {
    (*exit, found["error"]["code"].as_str().unwrap_or("ok"))
}

#[test]
fn a_site_verifies_from_its_catalog_to_its_host() {
    let site = Site::start();
    site.publish(&catalog());
    for (path, format, has_root) in
        [("/.well-known/ai-catalog.json", "ai-catalog", true), ("/.well-known/ard.json", "ard", false)]
    {
        let (exit, found) = site.verify(&url(path), &["--follow"]);
        assert_eq!((exit, &found["verified"], &found["identity"]), (0, &json!(true), &json!(DID)), "{found}");
        assert_eq!(found["format"], format);
        let root = json!({"verified": true, "signer": DID, "error": null});
        assert_eq!(found["root"], if has_root { root } else { Value::Null });
        let manifest = &found["manifests"][0];
        assert_eq!(manifest["entry"], "urn:air:agent.example.com:agent:rooms");
        assert_eq!((&manifest["signer"], &manifest["publisher"]), (&json!(DID), &json!(DID)));
        assert_eq!((&manifest["artifact"], &manifest["error"]), (&json!("matches"), &Value::Null));
        assert_eq!(manifest["subject"]["type"], "application/a2a-agent-card+json");
        assert!(manifest["issuedAt"].is_string() && manifest["expiresAt"].is_null());
        assert_eq!(site.verify(&url(path), &["--follow", "--signer", DID]).0, 0);
        let other = site.verify(&url(path), &["--follow", "--signer", "did:web:other.example"]);
        assert_eq!(outcome(&other).0, 1, "{other:?}");
    }
    // unfollowed, the whole is its operator's; entries alone are undecided
    assert_eq!(outcome(&site.verify(&url("/.well-known/ai-catalog.json"), &[])), (0, "ok"));
    assert_eq!(outcome(&site.verify(&url("/.well-known/ard.json"), &[])), (4, "catalog-unchecked"));
    let file = site.path("ard.json");
    assert_eq!(outcome(&site.verify(file.to_str().unwrap(), &["--follow", "--offline"])), (4, "net-offline"));
}

#[test]
fn what_changes_below_a_catalog_is_found_by_following_it() {
    let site = Site::start();
    site.publish(&catalog());
    for (answer, expected) in [
        (Answer::json(CARD.replace("Rooms", "Suites")), (1, "catalog-artifact")),
        (Answer::status(302, &["location: https://agent.example.com/elsewhere"], ""), (4, "net-status")),
        (Answer::not_found(), (4, "net-status")),
        (Answer::status(200, &["content-type: application/json", "content-encoding: gzip"], CARD), (4, "net-status")),
        (Answer::status(200, &["content-type: text/html"], CARD), (0, "ok")),
    ] {
        site.show("/.well-known/agent-card.json", answer);
        // entry by entry, and where the operator signed the whole
        for catalog in ["ard.json", "ai-catalog.json"] {
            let found = site.verify(&url(&format!("/.well-known/{catalog}")), &["--follow"]);
            assert_eq!(outcome(&found), expected, "{catalog}: {}", found.1);
        }
    }
    // a key that was taken out of the document verifies nothing, whenever it signed
    let other = SigningKey::from_secret_bytes(KeyType::P256, &[8; 32]).unwrap();
    let rotated = DidDocumentBuilder::new(DID.parse().unwrap(), other.verifying_key()).build().unwrap();
    site.show("/.well-known/did.json", Answer::json(rotated.source().replace("#key-1", "#key-2")));
    let found = site.verify(&url("/.well-known/ard.json"), &["--follow"]);
    assert_eq!(outcome(&found), (1, "proof-method-not-found"), "{}", found.1);
}

/// A catalog that a catalog names has a verdict of its own: what covers its bytes does not make its signer its own.
#[test]
fn a_host_s_catalogs_are_verified_one_by_one_with_those_they_name() {
    let site = Site::start();
    let inner = |signed: bool| {
        let file = site.path("inner.json");
        let document = catalog().to_ai_catalog().unwrap();
        fs::write(&file, document.source()).unwrap();
        if signed {
            site.sign(&file, &[]);
        }
        fs::read_to_string(&file).unwrap()
    };
    let (signed, unsigned) = (inner(true), inner(false));
    let forged = signed.replace("Hotel", "Motel");
    let entry = |name: &str, text: &str| {
        let entry = NewEntry::at(
            &format!("urn:air:{HOST}:catalog:{name}"),
            adp_catalogs::AI_CATALOG,
            &url(&format!("/{name}.json")),
        );
        site.show(&format!("/{name}.json"), Answer::json(text));
        entry.digest_of(text.as_bytes())
    };
    let all =
        catalog().entry(entry("signed", &signed)).entry(entry("unsigned", &unsigned)).entry(entry("forged", &forged));
    site.publish(&all);
    let output = Command::new(env!("CARGO_BIN_EXE_adp"))
        .args(["verify", "--json", HOST, "--cacert"])
        .arg(site.path("ca.pem"))
        .args(["--resolve", &site.server.resolve(HOST, 443)])
        .output()
        .unwrap();
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdict = |name: &str| {
        let line = lines.iter().find(|line| line["input"] == url(&format!("/{name}.json")).as_str());
        let line = line.unwrap_or_else(|| panic!("no verdict of {name}: {lines:?}"));
        (line["verified"].as_bool().unwrap(), line["error"]["code"].as_str().unwrap_or("ok").to_owned())
    };
    assert_eq!(verdict("signed"), (true, "ok".to_owned()), "{lines:?}");
    assert_eq!(verdict("unsigned"), (false, "jws-missing".to_owned()), "{lines:?}");
    assert_eq!(verdict("forged"), (false, "jws-signature".to_owned()), "{lines:?}");
    // each is what the outer catalog says that it is: that one stands
    assert_eq!(verdict(".well-known/ai-catalog"), (true, "ok".to_owned()), "{lines:?}");
    assert_eq!(output.status.code(), Some(1));
}

/// A host that answers and shows nothing: that is decided, and no.
#[test]
fn a_host_that_shows_nothing_is_not_undecided() {
    let site = Site::start();
    let output = Command::new(env!("CARGO_BIN_EXE_adp"))
        .args(["verify", "--json", HOST, "--cacert"])
        .arg(site.path("ca.pem"))
        .args(["--resolve", &site.server.resolve(HOST, 443)])
        .output()
        .unwrap();
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &said["error"]["code"]), (Some(1), &"not-found".into()), "{output:?}");
}

/// What a host keeps to itself, and what it calls by another name, is told: neither is a yes.
#[test]
fn a_host_that_keeps_a_list_to_itself_is_undecided() {
    let verify = |site: &Site| {
        let output = Command::new(env!("CARGO_BIN_EXE_adp"))
            .args(["verify", HOST, "--cacert"])
            .arg(site.path("ca.pem"))
            .args(["--resolve", &site.server.resolve(HOST, 443)])
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let site = Site::start();
    let openapi = r#"{"openapi": "3.1.0", "info": {"title": "Rooms", "version": "1"}, "paths": {}}"#;
    let entry = NewEntry::at("urn:air:agent.example.com:openapi:rooms", adp_flows::OPENAPI, &url("/openapi.json"));
    site.show("/openapi.json", Answer::json(openapi));
    site.publish(&CatalogBuilder::new().host("Hotel", Some(DID)).entry(entry.digest_of(openapi.as_bytes())));
    let (code, said) = verify(&site);
    assert_eq!(code, Some(0), "{said}");
    site.show("/.well-known/agent-descriptions", Answer::status(503, &[], "later"));
    let (code, said) = verify(&site);
    assert_eq!(code, Some(4), "{said}");
    assert!(said.contains("/.well-known/agent-descriptions answers with status 503"), "{said}");
    let listing = "/.well-known/agent-descriptions";
    // what a web host may answer for a missing file
    site.show("/html", Answer::status(200, &["content-type: text/html"], "<!doctype html><title>Hotel</title>"));
    for (items, next, note) in [
        ("", "/2.json".to_owned(), format!("the page {} does not exist", url("/2.json"))),
        ("", "/html".to_owned(), format!("the page {} is no page of a listing", url("/html"))),
        ("", "https://other.example/2".to_owned(), "the page https://other.example/2 is at another origin".to_owned()),
        ("", url(listing), format!("the pages of the listing form a loop: {} comes again", url(listing))),
        (
            r#"{"@id": "https://other.example/ad.json"}"#,
            String::new(),
            "1 document listed at other origins and not read".to_owned(),
        ),
        (r#"{"@id": "http://agent.example.com/ad.json"}"#, String::new(), "1 document listed at other".to_owned()),
    ] {
        let next = if next.is_empty() { next } else { format!(r#", "next": "{next}""#) };
        let items = items.replace("{", r#"{"@type": "ad:AgentDescription", "#);
        let page = format!(
            r#"{{"@context": {{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}},
                "@type": "CollectionPage", "items": [{items}]{next}}}"#
        );
        site.show(listing, Answer::json(&page));
        let (code, said) = verify(&site);
        assert!(code == Some(4) && said.contains(&note), "{note}: {code:?} {said}");
    }

    // a card under the other type that cards have: it is verified, not taken for a format without signatures
    for media_type in ["application/agent-card+json", "application/A2A-Agent-Card+json; charset=utf-8"] {
        let site = Site::start();
        site.show("/other.json", Answer::json(CARD));
        let named = format!(
            r#"{{"specVersion": "1.0", "entries": [{{"identifier": "urn:air:{HOST}:a2a-card:other", "type": "{media_type}", "url": "{}"}}]}}"#,
            url("/other.json")
        );
        site.show("/.well-known/ai-catalog.json", Answer::json(&named));
        let (code, said) = verify(&site);
        // the catalog itself, which is not signed, and the card
        assert!(code == Some(1) && said.contains("0 of 2 verified"), "{media_type}: {code:?} {said}");
    }
}

/// Two artifacts of a slow host are asked for at the same time; verdicts stand in the order of the catalog.
#[test]
fn artifacts_are_fetched_at_the_same_time_and_judged_in_their_order() {
    let site = Site::start();
    // printf '%s' 'abc' | sha256sum: none of what is served
    let digest = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let entry = |name: &str| {
        json!({"identifier": format!("urn:air:{HOST}:x:{name}"), "displayName": name, "type": "application/json",
            "url": url(&format!("/{name}.json")), "digest": digest})
    };
    let catalog = json!({"specVersion": "1.0", "host": {"displayName": "H", "identifier": DID}, "entries": [entry("b"), entry("a")]});
    let file = site.path("catalog.json");
    fs::write(&file, catalog.to_string()).unwrap();
    site.sign(&file, &[]);
    // neither is answered before this time; the other one is asked for before
    let slow = Duration::from_secs(3);
    let arrived = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&arrived);
    let (authority, shown) = (Authority::new(), Arc::clone(&site.shown));
    let server = Server::start(authority.issue(&[HOST]), move |request: &Request| {
        if let Some((_, answer)) = shown.lock().unwrap().iter().find(|(path, _)| path == request.path()) {
            return answer.clone();
        }
        log.lock().unwrap().push(Instant::now());
        Answer::json(request.path()).wait(slow)
    });
    let authority_file = site.path("other-ca.pem");
    fs::write(&authority_file, authority.pem()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_adp"))
        .args(["verify", "--json", "--follow", file.to_str().unwrap(), "--cacert", authority_file.to_str().unwrap()])
        .args(["--resolve", &server.resolve(HOST, 443)])
        .output()
        .unwrap();
    let arrived = arrived.lock().unwrap();
    assert_eq!(arrived.len(), 2);
    assert!(arrived[1] - arrived[0] < slow, "{:?}", arrived[1] - arrived[0]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let told: Vec<(&str, &str)> = found["artifacts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|artifact| (artifact["entry"].as_str().unwrap(), artifact["artifact"].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [("urn:air:agent.example.com:x:b", "differs"), ("urn:air:agent.example.com:x:a", "differs")],
        "{found}"
    );
}

#[test]
fn catalogs_in_a_catalog_are_followed_and_endorsers_only_then_asked() {
    let site = Site::start();
    let kitchen = r#"{"specVersion": "1.0", "entries": [{"identifier": "urn:air:agent.example.com:tool:oven", "type": "application/json",
      "url": "https://agent.example.com/oven.json", "digest": "sha256:0000000000000000000000000000000000000000000000000000000000000000"}]}"#;
    site.show("/kitchen.json", Answer::json(kitchen));
    site.show("/oven.json", Answer::json("{}"));
    let entry =
        NewEntry::at("urn:air:agent.example.com:catalog:kitchen", adp_catalogs::AI_CATALOG, &url("/kitchen.json"));
    site.publish(&catalog().entry(entry.digest_of(kitchen.as_bytes())));
    let found = site.verify(&url("/.well-known/ai-catalog.json"), &["--follow"]);
    assert_eq!(outcome(&found), (1, "catalog-artifact"), "{}", found.1);
    let nested = &found.1["nested"][0];
    assert_eq!(
        (&nested["url"], &nested["depth"], &nested["artifact"]),
        (&json!(url("/oven.json")), &json!(2), &json!("differs"))
    );

    // a stranger endorses an entry: its DID is on this host's other name, and nobody asks for it
    site.publish(&catalog());
    let text = fs::read_to_string(site.path("ard.json")).unwrap();
    let mut catalog: Value = serde_json::from_str(&text).unwrap();
    let own = catalog["entries"][0]["trustManifests"][0].clone();
    let stranger: Value = serde_json::from_str(&own.to_string().replace(DID, "did:web:stranger.example.com")).unwrap();
    catalog["entries"][0]["trustManifests"] = json!([stranger, own]);
    let file = site.path("endorsed.json");
    fs::write(&file, catalog.to_string()).unwrap();
    site.asked.lock().unwrap().clear();
    let found = site.verify(file.to_str().unwrap(), &[]);
    // its own `kid` is another's, so it is refused before anybody is asked; the publisher's is undecided
    assert_eq!(outcome(&found), (4, "catalog-unchecked"), "{}", found.1);
    assert_eq!(found.1["manifests"][0]["verified"], false);
    assert_eq!(*site.asked.lock().unwrap(), ["/.well-known/did.json"]);
    assert_eq!(outcome(&site.verify(file.to_str().unwrap(), &["--follow"])), (0, "ok"));
}
