//! Files of others in a site: key sets and JSON-LD of other vocabularies are copied and left alone; private and broken
//! keys are not.

use crate::site::publisher::{Publisher, adp, files, json, stderr};
use serde_json::{Value, json};
use std::process::Output;

/// The public keys of RFC 7517, appendix A.1, and RFC 8037, appendix A.2, as a token service publishes them.
const KEY_SET: &str = r#"{"keys": [
  {"kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM", "use": "enc", "kid": "1"},
  {"kty": "RSA", "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw", "e": "AQAB", "alg": "RS256", "kid": "2011-04-29"},
  {"kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "alg": "EdDSA", "kid": "bot"}]}"#;

/// JSON-LD that describes no agent: schema.org, a vocabulary in OWL, and a graph of nodes.
const OTHERS: [(&str, &str); 4] = [
    (
        "agents/about.jsonld",
        r#"{"@context": "https://schema.org/", "@type": "Hotel", "name": "Seaview", "address": {"@type": "PostalAddress", "addressCountry": "PT"}}"#,
    ),
    (
        "agents/ns/rooms.jsonld",
        r#"{"@context": {"owl": "http://www.w3.org/2002/07/owl#", "schema": "https://schema.org/", "schema:services": {"@type": "@id"}}, "@id": "https://agent.example.com/ns/rooms", "@type": "owl:Ontology", "schema:owner": "Seaview", "owl:versionInfo": "3"}"#,
    ),
    (
        "agents/ns/graph.jsonld",
        r#"{"@context": "https://schema.org", "@graph": [{"@type": "BreadcrumbList", "itemListElement": []}, {"@type": "WebPage", "name": "Rooms"}]}"#,
    ),
    (
        "agents/faq.json",
        r#"{"@context": "http://schema.org/", "@type": ["FAQPage", "WebPage"], "mainEntity": [], "services": [], "owner": "x"}"#,
    ),
];

fn check(publisher: &Publisher, name: &str) -> Output {
    adp(&["check", publisher.path(name).to_str().unwrap(), "--json"]).output().unwrap()
}

/// The rules of the errors of a checked folder.
fn errors(output: &Output) -> Vec<String> {
    let reports = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>().map(Result::unwrap);
    let found = reports.flat_map(|report| report["diagnostics"].as_array().cloned().unwrap_or_default());
    found.filter(|it| it["severity"] == "error").map(|it| it["rule"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn key_sets_and_other_vocabularies_are_copied_and_left_alone() {
    let publisher = Publisher::new();
    publisher.write("agents/.well-known/jwks.json", KEY_SET);
    publisher.write("agents/keys/agents.json", KEY_SET);
    for (path, text) in OTHERS {
        publisher.write(path, text);
    }
    let checked = check(&publisher, "agents");
    assert_eq!((checked.status.code(), errors(&checked)), (Some(0), Vec::new()), "{}", stderr(&checked));
    publisher.publish();
    let site = files(&publisher.path("site"));
    for (path, text) in OTHERS.into_iter().chain([("agents/.well-known/jwks.json", KEY_SET)]) {
        assert_eq!(site[path.strip_prefix("agents/").unwrap()], text.as_bytes(), "{path}");
    }
    // keys are no artifacts of a catalog
    assert_eq!(publisher.run(&["--catalog"]).status.code(), Some(0));
    let catalog = String::from_utf8(files(&publisher.path("site"))[".well-known/ai-catalog.json"].clone()).unwrap();
    assert!(!catalog.contains("jwks.json") && !catalog.contains("keys/agents.json"), "{catalog}");
    let site = publisher.path("site").display().to_string();
    let doctor = adp(&["doctor", &site, "--json", "--at", "2026-06-01T00:00:00Z", "--offline"]).output().unwrap();
    let found = json(&doctor);
    let of_keys =
        found["documents"].as_array().unwrap().iter().find(|it| it["url"].as_str().unwrap().ends_with("jwks.json"));
    assert_eq!(of_keys.unwrap()["format"], json!("jwk-set"), "{found}");
    assert!(!found["findings"].to_string().contains("jwk"), "{found}");
}

/// The same set at the place of a key directory has to name its keys by their thumbprints.
#[test]
fn a_key_directory_is_known_by_its_place() {
    let publisher = Publisher::new();
    let directory = "agents/.well-known/http-message-signatures-directory";
    publisher.write(directory, KEY_SET);
    for name in [directory, "agents"] {
        let checked = check(&publisher, name);
        assert_eq!(
            (checked.status.code(), errors(&checked)),
            (Some(1), vec!["key-directory-key".to_owned(); 2]),
            "{name}"
        );
    }
    assert_eq!(publisher.run(&[]).status.code(), Some(3));
    let forced = adp(&["check", "--as", "key-directory", "--json"]).arg(publisher.path(directory)).output().unwrap();
    assert_eq!(errors(&forced), ["key-directory-key", "key-directory-key"]);
    let forced = adp(&["check", "--as", "jwk-set", "--json"]).arg(publisher.path(directory)).output().unwrap();
    assert_eq!(errors(&forced), [] as [&str; 0]);
}

#[test]
fn a_published_private_key_fails_the_doctor_wherever_it_is() {
    let private = r#"{"kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM", "d": "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE"}"#;
    let set = format!(r#"{{"keys": [{private}]}}"#);
    let profile =
        |member: &str| format!(r#"{{"ucp": {{"version": "2026-04-08", "services": {{}}}}, "{member}": [{private}]}}"#);
    for (path, text) in [
        ("jwks.json", set.clone()),
        ("http-message-signatures-directory", set),
        ("ucp", profile("signing_keys")),
        ("ucp", profile("keys")),
    ] {
        let publisher = Publisher::new();
        publisher.publish();
        publisher.write(&format!("site/.well-known/{path}"), &text);
        let site = publisher.path("site").display().to_string();
        let doctor = adp(&["doctor", &site, "--json", "--at", "2026-06-01T00:00:00Z", "--offline"]).output().unwrap();
        assert_eq!(doctor.status.code(), Some(1), "{path} {text}");
        let rules: Vec<Value> =
            json(&doctor)["findings"].as_array().unwrap().iter().map(|it| it["rule"].clone()).collect();
        assert!(rules.contains(&json!("jwk-private")), "{path}: {rules:?}");
    }
}
