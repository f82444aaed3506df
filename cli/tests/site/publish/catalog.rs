//! `adp publish --catalog`: both well-known places, signed by the host, and what readers make of them.

use crate::site::publisher::{HOST, Publisher, adp, done, exit_and_error, json, stderr, stdout};
use adp_fixtures::{
    third_party,
    tls::{Answer, Authority, Request, Server},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    fs,
    process::{Command, Output},
};

const METHOD: &str = "did:web:agent.example.com#key-1";
const PLACES: [&str; 2] = [".well-known/ai-catalog.json", ".well-known/ard.json"];
const CARD: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
  "supportedInterfaces": [{"url": "https://agent.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "capabilities": {"streaming": true}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"],
    "examples": ["A room for two", "A room with a view"]}]}"#;

/// A publisher whose agent has a DID with a path, so that the host's own place is free, and a card.
fn publisher() -> Publisher {
    let publisher = Publisher::new();
    fs::remove_file(publisher.path("agents/did.json")).unwrap();
    fs::remove_file(publisher.path("agents/ad.json")).unwrap();
    let at = |name: &str| publisher.path(name).display().to_string();
    let id = format!("https://{HOST}/ad.json");
    done(&mut adp(&[
        "init",
        "--name",
        "Hotel",
        "--did",
        "did:wba:agent.example.com:agent",
        "--id",
        &id,
        "-o",
        &at("agents/ad.json"),
    ]));
    done(&mut adp(&["key", "generate", "-o", &at("catalog.pem")]));
    publisher.write("agents/.well-known/agent-card.json", CARD);
    publisher
}

/// Publishes with the catalog's key.
fn run(publisher: &Publisher, arguments: &[&str]) -> Output {
    let key = publisher.path("catalog.pem").display().to_string();
    let catalog = ["--catalog", "--catalog-key", &key, "--catalog-method", METHOD];
    publisher.run(&[&catalog[..], arguments].concat())
}

fn published(publisher: &Publisher, path: &str) -> Value {
    serde_json::from_slice(&fs::read(publisher.path("site").join(path)).unwrap()).unwrap()
}

#[test]
fn both_places_list_what_the_site_holds() {
    let publisher = publisher();
    let output = run(&publisher, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for line in [
        r#"<link rel="ai-catalog" href="https://agent.example.com/.well-known/ai-catalog.json""#,
        r#"<link rel="ard" href="https://agent.example.com/.well-known/ard.json">"#,
        "Agentmap: https://agent.example.com/.well-known/ard.json",
    ] {
        assert!(stderr(&output).contains(line), "{}", stderr(&output));
    }
    let [catalog, ard] = PLACES.map(|place| published(&publisher, place));
    assert_eq!(catalog["host"], json!({"displayName": HOST, "identifier": "did:web:agent.example.com"}));
    assert_eq!(catalog["signature"]["signer"], "did:web:agent.example.com");
    assert_eq!(ard.as_object().unwrap().keys().collect::<Vec<_>>(), ["entries"]);
    for listed in [&catalog, &ard] {
        let entries = listed["entries"].as_array().unwrap();
        let told: Vec<_> = entries
            .iter()
            .map(|entry| ["identifier", "displayName", "type", "url"].map(|name| entry[name].as_str().unwrap()))
            .collect();
        assert_eq!(
            told,
            [
                [
                    "urn:air:agent.example.com:a2a-card:agent-card",
                    "Rooms",
                    "application/a2a-agent-card+json",
                    "https://agent.example.com/.well-known/agent-card.json"
                ],
                [
                    "urn:air:agent.example.com:agent-description:ad",
                    "Hotel",
                    "application/agent-description+json",
                    "https://agent.example.com/ad.json"
                ],
            ]
        );
        for (entry, file) in entries.iter().zip([".well-known/agent-card.json", "ad.json"]) {
            let digest = Sha256::digest(fs::read(publisher.path("site").join(file)).unwrap());
            let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(entry["digest"], format!("sha256:{hex}"));
            assert_eq!(entry["trustManifests"][0]["signature"]["profile"], "did-web-v1");
        }
        assert_eq!(entries[0]["representativeQueries"], json!(["A room for two", "A room with a view"]));
    }
    let did = published(&publisher, ".well-known/did.json");
    assert_eq!((&did["id"], &did["assertionMethod"][0]), (&json!("did:web:agent.example.com"), &json!(METHOD)));
    // the doctor finds nothing wrong, but that the card is not signed and that the description answers no queries
    let site = publisher.path("site").display().to_string();
    let found = json(&adp(&["doctor", &site, "--json", "--offline", "--at", "2026-06-02T00:00:00Z"]).output().unwrap());
    let rules: Vec<&Value> = found["findings"].as_array().unwrap().iter().map(|finding| &finding["rule"]).collect();
    assert!(rules.iter().all(|rule| **rule == "shown-signed" || **rule == "ard-queries"), "{found}");
    assert!(found["score"].as_u64().unwrap() >= 90, "{found}");
}

/// What users ask for by name is a query, where a card has no examples.
#[test]
fn entries_of_products_and_operations_have_queries() {
    let publisher = publisher();
    let (id, ad) = (format!("https://{HOST}/ad.json"), publisher.path("agents/ad.json").display().to_string());
    let products = ["--product", "Double room=120.00 EUR", "--product", "Suite=300.00 EUR"];
    let described = ["--name", "Hotel", "--did", "did:wba:agent.example.com:agent", "--id", &id, "--force", "-o", &ad];
    done(adp(&["init"]).args(products).args(described));
    publisher.write(
        "agents/api.json",
        r#"{"openapi": "3.1.0", "info": {"title": "Rooms", "version": "1"}, "paths": {"/rooms": {
            "get": {"summary": "List free rooms", "responses": {"200": {"description": "Rooms"}}},
            "post": {"summary": "Book a room", "responses": {"200": {"description": "Booked"}}}}}}"#,
    );
    assert_eq!(run(&publisher, &[]).status.code(), Some(0));
    let ard = published(&publisher, PLACES[1]);
    let entries = ard["entries"].as_array().unwrap();
    let queries = |end: &str| {
        let entry = entries.iter().find(|entry| entry["url"].as_str().unwrap().ends_with(end)).unwrap();
        entry["representativeQueries"].clone()
    };
    assert_eq!(queries("/ad.json"), json!(["Double room", "Suite"]));
    assert_eq!(queries("/api.json"), json!(["List free rooms", "Book a room"]));
    let site = publisher.path("site").display().to_string();
    let checked = adp(&["check", &format!("{site}/{}", PLACES[1])]).output().unwrap();
    assert!(!stderr(&checked).contains("ard-queries"), "{}", stderr(&checked));
}

#[test]
fn what_is_good_is_kept_and_what_changed_is_signed_again() {
    let publisher = publisher();
    let checked = run(&publisher, &["--check", "--json"]);
    assert_eq!((checked.status.code(), &json(&checked)["upToDate"]), (Some(1), &json!(false)));
    assert_eq!(run(&publisher, &[]).status.code(), Some(0));
    let before = publisher.site();
    assert_eq!(json(&run(&publisher, &["--json", "--at", "2026-06-20T00:00:00Z"]))["written"], 0);
    assert_eq!(run(&publisher, &["--check"]).status.code(), Some(0));
    assert_eq!(publisher.site(), before);
    // a card of other bytes
    publisher.write("agents/.well-known/agent-card.json", &CARD.replace("Books rooms.", "Books rooms and beds."));
    assert_eq!(run(&publisher, &["--check"]).status.code(), Some(1));
    assert_eq!(json(&run(&publisher, &["--json"]))["written"], 3);
    // less than a third of the time is left
    let renewed = json(&run(&publisher, &["--json", "--at", "2026-08-15T00:00:00Z"]));
    let written: Vec<&Value> = renewed["files"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|file| file["action"] == "written")
        .map(|file| &file["path"])
        .collect();
    assert_eq!(written, [".well-known/ai-catalog.json", ".well-known/ard.json", "ad.json"]);
    // someone else's signature is not kept
    let path = publisher.path("site").join(PLACES[0]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"displayName\": \"Rooms\"", "\"displayName\": \"Beds\"")).unwrap();
    assert_eq!(run(&publisher, &["--check", "--at", "2026-08-15T00:00:00Z"]).status.code(), Some(1));
}

#[test]
fn a_signed_catalog_does_not_lose_its_signatures_by_a_forgotten_key() {
    let publisher = publisher();
    assert_eq!(run(&publisher, &[]).status.code(), Some(0));
    let signed = published(&publisher, PLACES[0]);
    let refused = publisher.run(&["--catalog"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = stderr(&refused);
    assert!(said.starts_with("error[usage]: the catalog at /.well-known/ai-catalog.json is signed, "), "{said}");
    assert!(said.contains("--catalog-key") && said.contains("--no-catalog"), "{said}");
    assert_eq!(published(&publisher, PLACES[0]), signed);
    // it can be removed, and written anew without a signature
    assert_eq!(publisher.run(&["--no-catalog"]).status.code(), Some(0));
    assert_eq!(publisher.run(&["--catalog"]).status.code(), Some(0));
    assert_eq!(published(&publisher, PLACES[0]).get("signature"), None);
}

#[test]
fn a_signed_catalog_is_checked_without_its_key() {
    let publisher = publisher();
    assert_eq!(run(&publisher, &[]).status.code(), Some(0));
    let site = publisher.site();
    let check = |arguments: &[&str]| publisher.run(&[&["--catalog", "--check"], arguments].concat());
    let stale = |output: &Output| -> Vec<String> {
        let (report, path) = (json(output), |file: &Value| file["path"].as_str().unwrap().to_owned());
        let files = report["files"].as_array().unwrap().iter();
        files.filter(|file| file["action"] != "kept").map(path).collect()
    };
    assert_eq!(check(&[]).status.code(), Some(0), "{}", stderr(&check(&[])));
    // less than a third of the time is left
    let old = check(&["--json", "--at", "2026-08-15T00:00:00Z"]);
    assert_eq!((old.status.code(), stale(&old)), (Some(1), vec![PLACES[0].into(), PLACES[1].into(), "ad.json".into()]));
    publisher.write("agents/.well-known/agent-card.json", &CARD.replace("Books rooms.", "Books rooms and beds."));
    let changed = check(&["--json"]);
    let expected = vec![".well-known/agent-card.json".into(), PLACES[0].into(), PLACES[1].into()];
    assert_eq!((changed.status.code(), stale(&changed)), (Some(1), expected));
    publisher.write("agents/.well-known/agent-card.json", CARD);
    // the signature of another document
    let path = publisher.path("site").join(PLACES[0]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"displayName\": \"Rooms\"", "\"displayName\": \"Beds\"")).unwrap();
    assert_eq!(check(&[]).status.code(), Some(1));
    fs::write(&path, text).unwrap();
    assert_eq!((check(&[]).status.code(), publisher.site()), (Some(0), site));
}

/// did:web and did:wba of the bare host have one URL, and each wants its own document there.
#[test]
fn two_dids_of_the_bare_host_cannot_both_be_there() {
    let publisher = Publisher::new();
    done(&mut adp(&["key", "generate", "-o", publisher.path("catalog.pem").to_str().unwrap()]));
    let refused = run(&publisher, &[]);
    assert_eq!(exit_and_error(&refused), (Some(1), "catalog-did-place".to_owned()));
    assert!(stderr(&refused).contains("such as did:wba:agent.example.com:agent"), "{}", stderr(&refused));
    assert!(!publisher.path("site").exists() || publisher.site().is_empty());
    // without a key there is nothing to be at the same place
    let unsigned = publisher.run(&["--catalog"]);
    assert_eq!(unsigned.status.code(), Some(0), "{}", stderr(&unsigned));
    assert_eq!(published(&publisher, PLACES[0])["host"], json!({"displayName": HOST}));
    // a run without --catalog does not remove them by accident
    let refused = publisher.run(&[]);
    assert_eq!(refused.status.code(), Some(2));
    let said = stderr(&refused);
    assert!(said.starts_with("error[usage]: the site has a catalog at /.well-known/ai-catalog.json, "), "{said}");
    assert!(said.contains("--no-catalog"), "{said}");
    assert!(publisher.path("site").join(PLACES[0]).exists());
    assert_eq!(json(&publisher.run(&["--json", "--no-catalog"]))["removed"], 2);
}

#[test]
fn a_key_that_is_not_the_hosts_signs_nothing() {
    let publisher = publisher();
    let key = publisher.path("catalog.pem").display().to_string();
    let with = |method: &str, arguments: &[&str]| {
        let all = [&["--catalog", "--catalog-key", &key, "--catalog-method", method], arguments].concat();
        publisher.run(&all)
    };
    assert_eq!(with("did:web:other.example.com#key-1", &[]).status.code(), Some(2));
    assert_eq!(with("did:web:agent.example.com#other", &[]).status.code(), Some(2));
    assert_eq!(with("did:wba:agent.example.com#key-1", &[]).status.code(), Some(2));
    // a document of the host that does not list the key
    let did = r#"{"id": "did:web:agent.example.com", "assertionMethod": []}"#;
    publisher.write("agents/did.json", did);
    let refused = with(METHOD, &[]);
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    assert!(!publisher.path("site").join(PLACES[0]).exists());
    // a catalog of one's own is not written over
    fs::remove_file(publisher.path("agents/did.json")).unwrap();
    publisher.write("agents/.well-known/ard.json", "{\"entries\": []}");
    assert_ne!(with(METHOD, &[]).status.code(), Some(0));
}

/// The site, served over HTTPS with what a static host says of its files.
fn serve(publisher: &Publisher) -> (Server, String) {
    let site = publisher.site();
    let authority = Authority::new();
    let server = Server::start(authority.issue(&[HOST]), move |request: &Request| {
        match site.get(request.path().trim_start_matches('/')) {
            Some(bytes) => Answer::json(bytes),
            None => Answer::not_found(),
        }
    });
    publisher.write("ca.pem", authority.pem());
    let resolve = server.resolve(HOST, 443);
    (server, resolve)
}

#[test]
fn a_published_site_verifies_end_to_end() {
    let publisher = publisher();
    fs::remove_file(publisher.path("agents/.well-known/agent-card.json")).unwrap();
    assert_eq!(run(&publisher, &[]).status.code(), Some(0));
    let (_server, resolve) = serve(&publisher);
    let cacert = publisher.path("ca.pem").display().to_string();
    let verify = |arguments: &[&str]| {
        let network = ["--cacert", &cacert, "--resolve", &resolve, "--at", "2026-06-02T00:00:00Z"];
        adp(&[&["verify", HOST], arguments, &network].concat()).output().unwrap()
    };
    let output = verify(&[]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    assert_eq!(
        stdout(&output),
        "verified: https://agent.example.com/.well-known/ai-catalog.json (did:web:agent.example.com)\n\
         verified: https://agent.example.com/.well-known/ard.json (did:web:agent.example.com): each entry's release; \
         not covered: names, descriptions and the list itself\n\
         verified: https://agent.example.com/ad.json (did:wba:agent.example.com:agent)\n"
    );
    let lines = stdout(&verify(&["--json"]));
    let verdicts: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(verdicts.iter().filter(|verdict| verdict["verified"] == true).count(), 3, "{lines}");
    let is_partly_covered = |verdict: &Value| {
        let checks = verdict["checks"].as_array().unwrap();
        checks.iter().any(|check| check["name"] == "coverage" && check["result"] == "unchecked")
    };
    assert_eq!(verdicts.iter().map(is_partly_covered).collect::<Vec<_>>(), [false, true, false]);
    let network = ["--cacert", &cacert, "--resolve", &resolve, "--at", "2026-06-02T00:00:00Z"];
    let found = json(&adp(&[&["doctor", HOST, "--json", "--min", "90"][..], &network].concat()).output().unwrap());
    let verified =
        found["documents"].as_array().unwrap().iter().filter(|document| document["verified"] == true).count();
    assert_eq!(verified, 5, "{found}");
}

/// Whoever changes names cannot keep the signature over the catalog: it is told, although the entries verify without it.
#[test]
fn a_catalog_whose_own_signature_is_broken_is_told() {
    let publisher = publisher();
    fs::remove_file(publisher.path("agents/.well-known/agent-card.json")).unwrap();
    assert_eq!(run(&publisher, &[]).status.code(), Some(0));
    let path = publisher.path("site").join(PLACES[0]);
    let renamed = fs::read_to_string(&path).unwrap().replace("\"displayName\": \"Hotel\"", "\"displayName\": \"Evil\"");
    assert!(renamed.contains("Evil"));
    fs::write(&path, renamed).unwrap();
    let site = publisher.path("site").display().to_string();
    let doctor = ["doctor", &site, "--offline", "--at", "2026-06-02T00:00:00Z", "--json", "--min", "100"];
    let output = adp(&doctor).output().unwrap();
    let found = json(&output);
    assert_eq!(output.status.code(), Some(1), "{found}");
    let told: Vec<_> =
        found["findings"].as_array().unwrap().iter().filter(|told| told["rule"] == "shown-verified").collect();
    assert_eq!(told.len(), 1, "{found}");
    assert!(told[0]["target"].as_str().unwrap().ends_with("ai-catalog.json"), "{found}");
    assert!(told[0]["message"].as_str().unwrap().contains("the signature does not verify"), "{found}");

    let (_server, resolve) = serve(&publisher);
    let cacert = publisher.path("ca.pem").display().to_string();
    let network = ["--cacert", &cacert, "--resolve", &resolve, "--at", "2026-06-02T00:00:00Z"];
    let verify = |arguments: &[&str]| adp(&[&["verify"], arguments, &network].concat()).output().unwrap();
    let output = verify(&[HOST]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let first = stdout(&output).lines().next().unwrap().to_owned();
    assert!(first.ends_with("the list itself; the catalog's own signature does not verify"), "{first}");
    let output = verify(&[&path.display().to_string(), "--follow"]);
    let title = "verified by its entries; the catalog's own signature does not verify: ";
    assert!(stdout(&output).starts_with(title), "{}", stdout(&output));
    let report = json(&verify(&[&path.display().to_string(), "--follow", "--json"]));
    assert_eq!((&report["verified"], &report["coverage"]), (&json!(true), &json!("unchecked")), "{report}");
    assert_eq!(report["root"]["error"]["code"], "jws-signature");
    assert!(!report["model"].to_string().contains("Evil"), "{report}");
    assert_eq!(report["model"]["entries"][0]["displayName"], Value::Null);
    assert!(report["model"]["entries"][0]["url"].is_string(), "{report}");
}

#[test]
fn a_site_that_was_changed_is_refused_line_by_line() {
    let publisher = publisher();
    assert_eq!(run(&publisher, &[]).status.code(), Some(0));
    let path = publisher.path("site/ad.json");
    fs::write(&path, fs::read_to_string(&path).unwrap().replace("Hotel", "Motel")).unwrap();
    let (_server, resolve) = serve(&publisher);
    let cacert = publisher.path("ca.pem").display().to_string();
    let output = adp(&["verify", HOST, "--cacert", &cacert, "--resolve", &resolve, "--at", "2026-06-02T00:00:00Z"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let codes: Vec<String> =
        stdout(&output).lines().map(|line| line.split(": ").nth(2).unwrap_or("ok").to_owned()).collect();
    assert_eq!(
        codes,
        ["catalog-artifact", "catalog-artifact", "proof-signature", "jws-missing"],
        "{}",
        stdout(&output)
    );
    // a host that shows nothing is not verified, and no file
    let nobody = Server::start(Authority::new().issue(&[HOST]), |_: &Request| Answer::not_found());
    let output = adp(&["verify", HOST, "--cacert", &cacert, "--resolve", &nobody.resolve(HOST, 443)]).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(adp(&["verify", "missing.json"]).output().unwrap().status.code(), Some(3));
}

/// ARD's own conformance program, of both versions.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_conformance_program_of_ard_passes() {
    let publisher = publisher();
    assert_eq!(run(&publisher, &[]).status.code(), Some(0));
    let mut unsigned = published(&publisher, PLACES[0]);
    unsigned.as_object_mut().unwrap().remove("signature");
    publisher.write("without-signature.json", &unsigned.to_string());
    let cases = [
        ("ard/v0.91", format!("site/{}", PLACES[0])),
        ("ard/v0.91", format!("site/{}", PLACES[1])),
        ("ard/v0.9", "without-signature.json".to_owned()),
    ];
    for (version, file) in &cases {
        let program = third_party::path(&format!("{version}/conformance/bin/conformance-test"));
        let output = Command::new(third_party::python())
            .arg(program)
            .arg("manifest")
            .arg(publisher.path(file))
            .output()
            .unwrap();
        let said = stdout(&output);
        assert!(output.status.success() && said.contains("CONFORMANCE STATUS: PASS"), "{version} {file}: {said}");
    }
    third_party::ran("ard-published-catalogs", cases.len());
}
