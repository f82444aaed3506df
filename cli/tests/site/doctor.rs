//! `adp doctor` and the folders of sites.

use super::publisher::{HOST, Publisher, adp, json, stderr, stdout};
use serde_json::{Value, json};
use std::{fs, process::Output};

fn doctor(publisher: &Publisher, folder: &str, arguments: &[&str]) -> Output {
    let folder = publisher.path(folder).display().to_string();
    let mut all = vec!["doctor", &folder, "--offline", "--at", "2026-06-02T00:00:00Z"];
    all.extend(arguments);
    adp(&all).output().unwrap()
}

fn broken(found: &Value) -> Vec<&str> {
    found["findings"].as_array().unwrap().iter().map(|finding| finding["rule"].as_str().unwrap()).collect()
}

#[test]
fn a_published_site_is_whole_without_the_network() {
    let publisher = Publisher::new();
    publisher.publish();
    let output = doctor(&publisher, "site", &["--min", "100", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let found = json(&output);
    assert_eq!((&found["score"], &found["findings"]), (&json!(100), &json!([])));
    let documents: Vec<(&str, &Value)> = found["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|document| (document["format"].as_str().unwrap(), &document["verified"]))
        .collect();
    assert_eq!(documents, [("listing", &Value::Null), ("did-document", &json!(true)), ("adp", &json!(true))]);
    let told = stdout(&doctor(&publisher, "site", &[]));
    assert!(told.ends_with("site: score 100 of 100\n"), "{told}");
    // `adp verify` refuses this file, which has no proof
    assert!(told.contains("site/.well-known/did.json: valid, verified by its URL (did-document)\n"), "{told}");
}

/// Names that URLs spell otherwise are found by the names that they have.
#[test]
fn a_file_with_a_blank_in_its_name_is_found() {
    let publisher = Publisher::new();
    fs::create_dir_all(publisher.path("site/.well-known")).unwrap();
    let linked = |name: &str| {
        let entry = json!({"identifier": "urn:air:agent.example.com:tools:a", "type": "application/json",
            "url": format!("https://agent.example.com/{name}")});
        let catalog = json!({"specVersion": "1.0", "entries": [entry]}).to_string();
        fs::write(publisher.path("site/.well-known/ai-catalog.json"), catalog).unwrap();
        let found = json(&doctor(&publisher, "site", &["--json", "--host", "agent.example.com"]));
        !broken(&found).contains(&"shown-linked")
    };
    fs::write(publisher.path("site/my tools.json"), r#"{"tools": []}"#).unwrap();
    assert!(linked("my%20tools.json"));
    for other in ["my%2520tools.json", "your%20tools.json", "%2e%2e/site/my%20tools.json", "x%2F..%2Fmy%20tools.json"] {
        assert!(!linked(other), "{other}");
    }
}

/// Where nobody knows the host, nothing is verified: that is no score to pass a bar with.
#[test]
fn a_folder_of_no_known_host_passes_no_bar() {
    let publisher = Publisher::new();
    fs::create_dir_all(publisher.path("site/.well-known")).unwrap();
    let catalog = r#"{"specVersion": "1.0", "host": {"displayName": "Hotel"}, "entries": []}"#;
    for name in ["ai-catalog.json", "ard.json"] {
        fs::write(publisher.path("site/.well-known").join(name), catalog).unwrap();
    }
    let output = doctor(&publisher, "site", &["--min", "1"]);
    assert_eq!(output.status.code(), Some(4), "{}{}", stdout(&output), stderr(&output));
    assert!(stderr(&output).contains("--host HOST"), "{}", stderr(&output));
    assert_eq!(doctor(&publisher, "site", &[]).status.code(), Some(0));
}

#[test]
fn what_was_changed_after_it_was_signed_is_found() {
    let publisher = Publisher::new();
    publisher.publish();
    let path = publisher.path("site/ad.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("Hotel", "Motel")).unwrap();
    let found = json(&doctor(&publisher, "site", &["--json"]));
    assert_eq!(broken(&found), ["shown-verified"]);
    assert_eq!(found["findings"][0]["code"], "proof-signature");
    let refused = doctor(&publisher, "site", &["--min", "100"]);
    assert_eq!(refused.status.code(), Some(1));
    // what is unsigned is a warning
    fs::copy(publisher.path("agents/ad.json"), &path).unwrap();
    let found = json(&doctor(&publisher, "site", &["--json"]));
    assert_eq!((broken(&found), &found["findings"][0]["severity"]), (vec!["shown-signed"], &json!("warning")));
    // a site of another host is not what it says
    let found = json(&doctor(&publisher, "site", &["--json", "--host", "other.example.com"]));
    assert!(broken(&found).contains(&"shown-did"), "{found}");
    assert_ne!(HOST, "other.example.com");
}

/// SHA-256 of `abc`, by `sha256sum`.
const ABC: &str = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// Also where nobody knows the folder's host, as no URL names one. An interface is no file, and is not missed.
#[test]
fn a_file_with_another_digest_than_its_index_says_is_found() {
    let publisher = Publisher::new();
    publisher.write(
        "site/.well-known/agent-skills/index.json",
        &json!({"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": [
            {"name": "book", "type": "skill-md", "description": "Books.", "url": "book/SKILL.md", "digest": ABC}]})
        .to_string(),
    );
    publisher.write("site/.well-known/agent-skills/book/SKILL.md", "abc");
    let found = json(&doctor(&publisher, "site", &["--json"]));
    assert_eq!((broken(&found), &found["score"]), (vec![], &json!(100)));
    publisher.write("site/.well-known/agent-skills/book/SKILL.md", "<abc>");
    let found = json(&doctor(&publisher, "site", &["--json"]));
    assert_eq!(broken(&found), ["shown-digest"]);
    assert_eq!(
        (&found["findings"][0]["code"], &found["findings"][0]["severity"]),
        (&json!("catalog-artifact"), &json!("error"))
    );
    assert_eq!(found["findings"][0]["pointer"], "/skills/0/digest");
    assert!(found["score"].as_u64().unwrap() < 100);
    fs::remove_file(publisher.path("site/.well-known/agent-skills/book/SKILL.md")).unwrap();
    assert_eq!(broken(&json(&doctor(&publisher, "site", &["--json"]))), ["shown-linked"]);
}

#[test]
fn reading_ends_with_the_time() {
    let publisher = Publisher::new();
    publisher.publish();
    // cards whose rules take longer than there is time
    let listed: Vec<String> = (0..30).map(|at| format!(r#"{{"@id": "https://{HOST}/{at}.json"}}"#)).collect();
    let listing = publisher.path("site/.well-known/agent-descriptions");
    let mut page: Value = serde_json::from_slice(&fs::read(&listing).unwrap()).unwrap();
    page["items"] = serde_json::from_str(&format!("[{}]", listed.join(","))).unwrap();
    fs::write(&listing, page.to_string()).unwrap();
    let skills = vec!["{}"; 300_000].join(",");
    for at in 0..30 {
        let card =
            format!(r#"{{"name": "a", "protocolVersion": "0.3.0", "url": "https://{HOST}/", "skills": [{skills}]}}"#);
        fs::write(publisher.path(&format!("site/{at}.json")), card).unwrap();
    }
    let found = json(&doctor(&publisher, "site", &["--json", "--deadline", "1s"]));
    assert!(found["left"].as_u64().unwrap() > 20, "{}", found["left"]);
}

#[test]
fn sarif_is_valid_and_names_the_files() {
    let publisher = Publisher::new();
    publisher.publish();
    publisher.write("site/.well-known/agent-card.json", "{\"name\": \"Rooms\", \"skills\": []}");
    let output = doctor(&publisher, "site", &["--format", "sarif"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let log = json(&output);
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(!results.is_empty());
    let uri = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("/site/.well-known/agent-card.json"), "{uri}");
    assert_eq!(results[0]["ruleId"], "shown-format");
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!(rule["id"], "shown-format");
    assert!(rule["help"]["markdown"].as_str().unwrap().contains("Wrong:"), "{rule}");
}

#[cfg(unix)]
#[test]
fn a_hostile_folder_leads_nowhere() {
    use std::os::unix::fs::symlink;
    let publisher = Publisher::new();
    publisher.write("outside/did.json", r#"{"id": "did:wba:agent.example.com", "assertionMethod": []}"#);
    publisher.write("site/.well-known/agent-card.json", "[]");
    symlink(publisher.path("outside/did.json"), publisher.path("site/.well-known/did.json")).unwrap();
    symlink("/dev/zero", publisher.path("site/.well-known/agent.json")).unwrap();
    fs::create_dir(publisher.path("site/.well-known/ard.json")).unwrap();
    let file = fs::File::create(publisher.path("site/.well-known/agents.json")).unwrap();
    file.set_len(8 << 30).unwrap();
    publisher.write(
        "site/.well-known/agent-descriptions",
        r#"{"@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}, "@type": "CollectionPage",
            "url": "https://agent.example.com/.well-known/agent-descriptions",
            "items": [{"@type": "ad:AgentDescription", "@id": "https://agent.example.com/%2e%2e/outside/did.json"},
                      {"@type": "ad:AgentDescription", "@id": "https://agent.example.com/..%2foutside/did.json"}]}"#,
    );
    let output = doctor(&publisher, "site", &["--json"]);
    let found = json(&output);
    let rules = broken(&found);
    assert_eq!(rules.iter().filter(|rule| **rule == "shown-answers").count(), 3, "{found}");
    assert!(rules.contains(&"shown-json") && rules.contains(&"shown-linked"), "{found}");
    let shown: Vec<&str> =
        found["documents"].as_array().unwrap().iter().map(|document| document["url"].as_str().unwrap()).collect();
    assert!(shown.iter().all(|url| !url.contains("outside") && !url.ends_with("did.json")), "{shown:?}");
}
