//! `adp publish --also`: both generations of a description, from one source.

use crate::site::publisher::{DID, HOST, Publisher, adp, json, stderr};
use serde_json::{Value, json};
use std::fs;

/// A description in JSON-LD with a method, and its own URL.
pub fn described() -> String {
    json!({
        "@context": "https://agent-network-protocol.com/ad#", "@type": "AgentDescription", "@id": format!("https://{HOST}/ad.json"),
        "name": "Hotel", "did": DID, "version": "2.0", "security": "d",
        "securityDefinitions": {"d": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
        "interfaces": [
            {"@type": "NaturalLanguageInterface", "@id": format!("https://{HOST}/chat"), "name": "Chat", "version": "1.2", "description": "Talks.",
             "protocol": "YAML", "url": format!("https://{HOST}/chat.yaml")},
            {"@type": "StructuredInterface", "@id": format!("https://{HOST}/rpc#i"), "name": "Rooms", "description": "Books.", "protocol": "openrpc",
             "humanAuthorization": true, "content": {"openrpc": "1.3.2", "info": {"title": "Rooms", "version": "1"},
               "servers": [{"url": format!("https://{HOST}/rpc")}],
               "methods": [{"name": "book", "summary": "Book", "params": [{"name": "nights", "schema": {"type": "integer"}}],
                 "result": {"name": "r", "schema": true}}]}}]
    })
    .to_string()
}

#[test]
fn both_generations_are_published_signed_and_listed() {
    let publisher = Publisher::new();
    publisher.write("agents/ad.json", &described());
    let output = publisher.run(&["--also", "anp-07", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // the version of the document has no place in ANP-07, and that is told
    assert!(stderr(&output).contains("/version"), "{}", stderr(&output));
    let site = publisher.site();
    let read = |path: &str| serde_json::from_slice::<Value>(&site[path]).unwrap();
    let (old, new) = (read("ad.json"), read("ad.anp-07.json"));
    assert_eq!((&old["@type"], &new["type"]), (&json!("AgentDescription"), &json!("AgentDescription")));
    assert_eq!(
        (&old["@id"], &new["url"]),
        (&json!("https://agent.example.com/ad.json"), &json!("https://agent.example.com/ad.anp-07.json"))
    );
    assert_eq!((&new["did"], &new["interfaces"][1]["humanAuthorization"]), (&json!(DID), &json!(true)));
    let listed: Vec<Value> = read(".well-known/agent-descriptions")["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["@id"].clone())
        .collect();
    assert_eq!(listed, [new["url"].clone(), old["@id"].clone()]);
    for file in ["ad.json", "ad.anp-07.json"] {
        let path = publisher.path("site").join(file);
        let did_document = publisher.path("site/.well-known/did.json");
        let mut verify = adp(&["verify", path.to_str().unwrap(), "--did-document", did_document.to_str().unwrap()]);
        let verified = verify.args(["--domain", HOST, "--at", "2026-06-01T00:00:00Z"]).output().unwrap();
        assert_eq!(verified.status.code(), Some(0), "{file}: {}", stderr(&verified));
    }
    // a second run keeps both; without the flag the other generation goes
    let again = json(&publisher.run(&["--also", "anp-07", "--json"]));
    assert_eq!((&again["written"], &again["removed"]), (&json!(0), &json!(0)), "{again:#}");
    let unlisted = publisher.run(&["--also", "anp-07", "--unlisted", "ad.anp-07.json"]);
    assert_eq!(unlisted.status.code(), Some(0), "{}", stderr(&unlisted));
    assert!(!String::from_utf8_lossy(&publisher.site()[".well-known/agent-descriptions"]).contains("anp-07"));
    assert_eq!(json(&publisher.run(&["--json"]))["removed"], 1);
    assert!(!publisher.site().contains_key("ad.anp-07.json"));
}

#[test]
fn a_file_in_the_way_of_the_other_generation_is_an_error() {
    let publisher = Publisher::new();
    publisher.write("agents/ad.json", &described());
    publisher.write("agents/ad.anp-07.json", r#"{"title": "mine"}"#);
    let output = publisher.run(&["--also", "anp-07"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("error[io-exists]: ad.anp-07.json is in the folder"), "{}", stderr(&output));
    assert!(!publisher.path("site/ad.json").exists());
}

#[test]
fn descriptions_of_anp_07_and_products_stay_alone() {
    let publisher = Publisher::new();
    let at = |name: &str| publisher.path(name).display().to_string();
    let mut init =
        adp(&["init", "--format", "anp-07", "--name", "Hotel", "--did", DID, "--force", "-o", &at("agents/ad.json")]);
    assert!(init.args(["--id", "https://agent.example.com/ad.json"]).output().unwrap().status.success());
    let output = publisher.run(&["--also", "anp-07"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!publisher.site().keys().any(|path| path.contains("anp-07")), "{:?}", publisher.site().keys());
    assert!(fs::read_to_string(publisher.path("site/ad.json")).unwrap().contains("protocolType"));
}

/// A catalog names both, each by its own identifier.
#[test]
fn catalogs_list_both_generations() {
    let publisher = Publisher::new();
    publisher.write("agents/ad.json", &described());
    let output = publisher.run(&["--also", "anp-07", "--catalog"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let (_, catalog) = publisher.site().into_iter().find(|(path, _)| path.ends_with("ai-catalog.json")).unwrap();
    let catalog = String::from_utf8(catalog).unwrap();
    assert!(catalog.contains("/ad.json") && catalog.contains("/ad.anp-07.json"), "{catalog}");
}
