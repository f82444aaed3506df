//! What `--follow` fetches beside a document: the artifacts of a skills index, the OpenRPC documents of a description.

use adp_fixtures::tls::{Answer, Authority, Identity, Request, Server};
use serde_json::{Value, json};
use std::{fs, path::PathBuf, process::Command, sync::Arc};
use tempfile::TempDir;

const HOST: &str = "agent.example.com";
/// FIPS 180-2, appendix B.1: of "abc"
const DIGEST: &str = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// A host that shows these, by path.
struct Site {
    server: Server,
    folder: TempDir,
}

impl Site {
    fn start(shown: Vec<(String, Answer)>) -> Self {
        let authority = Authority::new();
        let shown = Arc::new(shown);
        let answer = move |request: &Request| {
            let found = shown.iter().find(|(path, _)| path == request.path());
            found.map_or_else(Answer::not_found, |(_, answer)| answer.clone())
        };
        let server = Server::start(authority.issue(&[HOST]), answer);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        Self { server, folder }
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn adp(&self, arguments: &[&str]) -> (i32, Value) {
        let output = Command::new(env!("CARGO_BIN_EXE_adp"))
            .args(arguments)
            .args(["--cacert", self.folder.path().join("ca.pem").to_str().unwrap()])
            .args(["--resolve", &self.server.resolve(HOST, 443)])
            .output()
            .unwrap();
        let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
        (output.status.code().unwrap(), value)
    }
}

fn plain(body: &str) -> Answer {
    Answer::status(200, &["content-type: text/markdown"], body)
}

#[test]
fn digests_of_skills_are_compared_with_what_is_served() {
    let skill = |name: &str, url: &str| json!({"name": name, "type": "skill-md", "description": "A.", "url": url, "digest": DIGEST});
    let index = json!({"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": [
        skill("same", "same/SKILL.md"), skill("other", "/other.md"), skill("gone", "https://agent.example.com/gone.md"),
        skill("moved", "/moved.md"), skill("plain", "http://agent.example.com/plain.md")]});
    let place = "/.well-known/agent-skills/index.json";
    let site = Site::start(vec![
        (place.to_owned(), Answer::json(index.to_string())),
        ("/.well-known/agent-skills/same/SKILL.md".to_owned(), plain("abc")),
        ("/other.md".to_owned(), plain("abd")),
        ("/moved.md".to_owned(), Answer::status(302, &["location: https://agent.example.com/other.md"], "")),
    ]);
    let url = format!("https://{HOST}{place}");
    let (exit, found) = site.adp(&["check", "--json", "--follow", &url]);
    let told: Vec<(&str, &str, &str)> = found["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|told| {
            let text = |name: &str| told[name].as_str().unwrap_or_default();
            (text("severity"), text("code"), text("pointer"))
        })
        .collect();
    assert!(told.contains(&("error", "catalog-artifact", "/skills/1/digest")), "{found}");
    assert_eq!(told.iter().filter(|(_, code, _)| *code == "net-status").count(), 2, "{found}");
    assert!(!told.iter().any(|(_, _, pointer)| pointer.starts_with("/skills/0")), "{found}");
    // the one that is not https is not followed, and told
    assert!(told.iter().any(|(severity, code, _)| (*severity, *code) == ("note", "net-offline")), "{found}");
    assert_eq!((exit, &found["valid"]), (1, &json!(false)));
    // of a file, relative places lead nowhere
    let file = site.file("index.json", &index.to_string());
    let (_, found) = site.adp(&["check", "--json", "--follow", file.to_str().unwrap()]);
    assert!(!found.to_string().contains("catalog-artifact"), "{found}");
}

#[test]
fn openrpc_documents_that_a_description_names_become_tools() {
    let openrpc = json!({"openrpc": "1.3.2", "info": {"title": "R", "version": "1"}, "methods": [
        {"name": "find", "description": "Finds.", "params": [{"name": "from", "required": true, "schema": {"type": "string"}}]}]});
    let interface = |name: &str, protocol: &str| {
        json!({"@type": "StructuredInterface", "@id": format!("urn:{name}"), "name": name, "description": "I.", "protocol": protocol,
            "url": format!("https://{HOST}/{name}.json")})
    };
    let description = |interfaces: Vec<Value>| {
        json!({"@context": ["https://agent-network-protocol.com/ad#"], "@type": "AgentDescription", "name": "A", "interfaces": interfaces,
            "securityDefinitions": {"s": {"scheme": "didwba", "in": "header", "name": "Authorization"}}, "security": "s"})
        .to_string()
    };
    let site = Site::start(vec![
        ("/rooms.json".to_owned(), Answer::json(openrpc.to_string())),
        ("/html.json".to_owned(), Answer::json("{\"hello\": 1}")),
        ("/talk.json".to_owned(), Answer::json(openrpc.to_string())),
    ]);
    let file = site.file(
        "ad.json",
        &description(vec![interface("rooms", "openrpc"), interface("html", "openrpc"), interface("talk", "YAML")]),
    );
    let file = file.to_str().unwrap();
    let names = |found: &Value| -> Vec<String> {
        let tools = found["document"]["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    let (exit, found) = site.adp(&["convert", "--json", "--to", "mcp-tools", "--follow", file]);
    assert_eq!((exit, names(&found)), (0, vec!["find".to_owned()]), "{found}");
    let schema = json!({"type": "object", "properties": {"from": {"type": "string"}}, "required": ["from"]});
    assert_eq!(found["document"]["tools"][0]["inputSchema"], schema);
    // without the option, nothing is fetched
    let (exit, found) = site.adp(&["convert", "--json", "--to", "mcp-tools", file]);
    assert_eq!((exit, names(&found)), (0, Vec::new()), "{found}");
    // what the network withholds is told, and nothing is written
    let gone = site.file("gone.json", &description(vec![interface("gone", "openrpc")]));
    let (exit, found) = site.adp(&["convert", "--json", "--to", "mcp-tools", "--follow", gone.to_str().unwrap()]);
    assert_eq!((exit, &found["error"]["code"]), (4, &json!("net-status")), "{found}");
}

/// A file that names a URL does not make `convert` fetch it.
#[test]
fn documents_that_flows_call_are_fetched_on_request() {
    let openapi = json!({"openapi": "3.1.0", "info": {"title": "Tea", "version": "1"}, "servers": [{"url": "https://tea.example.com"}],
        "paths": {"/leaves": {"get": {"operationId": "listLeaves", "responses": {"200": {"description": "Leaves"}}}}}});
    let site = Site::start(vec![("/tea.json".to_owned(), Answer::json(openapi.to_string()))]);
    let flows = json!({"agentsJson": "0.1.0", "info": {"title": "Tea", "version": "1", "description": "Leaves."},
        "sources": [{"id": "tea", "path": format!("https://{HOST}/tea.json")}],
        "flows": [{"id": "leaves", "title": "Leaves", "description": "Lists the leaves.",
            "actions": [{"id": "list", "sourceId": "tea", "operationId": "listLeaves"}], "links": [],
            "fields": {"parameters": [], "responses": {"success": {"type": "array"}}}}]});
    let file = site.file("agents.json", &flows.to_string());
    let convert = ["convert", "--json", "--to", "arazzo", file.to_str().unwrap()];
    for (more, connections) in [(&[][..], 0), (&["--follow"], 1)] {
        let (exit, found) = site.adp(&[&convert[..], more].concat());
        assert_eq!((exit, &found["document"]["arazzo"]), (0, &json!("1.0.1")), "{found}");
        assert_eq!(site.server.connections(), connections, "{more:?}");
    }
}

/// RFC 3986, section 5: relative to the URL of the document, and never at another origin.
#[test]
fn relative_documents_of_fetched_flows_are_at_the_same_origin() {
    let openapi = json!({"openapi": "3.1.0", "info": {"title": "Tea", "version": "1"}, "servers": [{"url": "https://tea.example.com"}],
        "paths": {"/leaves": {"get": {"operationId": "listLeaves", "responses": {"200": {"description": "Leaves"}}}}}});
    let arazzo = |place: &str| {
        json!({"arazzo": "1.0.1", "info": {"title": "Tea", "version": "1"},
            "sourceDescriptions": [{"name": "tea", "url": place, "type": "openapi"}],
            "workflows": [{"workflowId": "leaves", "steps": [{"stepId": "list", "operationId": "listLeaves"}]}]})
    };
    let places = ["/t/tea.json", "tea.json", "./tea.json", "../t/tea.json", "//agent.example.com/t/tea.json"];
    let others = ["//other.example.com/t/tea.json", "\\\\other.example.com/t/tea.json", "file:/etc/passwd"];
    let mut shown = vec![("/t/tea.json".to_owned(), Answer::json(openapi.to_string()))];
    for (at, place) in places.iter().chain(&others).enumerate() {
        shown.push((format!("/t/{at}.arazzo.json"), Answer::json(arazzo(place).to_string())));
    }
    let site = Site::start(shown);
    for (at, place) in places.iter().chain(&others).enumerate() {
        let url = format!("https://{HOST}/t/{at}.arazzo.json");
        let (_, found) = site.adp(&["check", "--json", "--follow", &url]);
        let told = found["diagnostics"].as_array().unwrap_or_else(|| panic!("{found}"));
        let told = json!(told).to_string();
        assert_eq!(told.contains("flow-source"), others.contains(place), "{place}: {told}");
        assert_eq!(
            told.contains("is at another origin; write its complete URL"),
            others.contains(place),
            "{place}: {told}"
        );
    }
}

/// The first certificate of many is one that `openssl req -x509` made.
#[test]
fn the_certificate_of_an_authority_is_called_by_its_name() {
    let identity = Identity::self_signed_authority(&[HOST]);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ca.pem"), identity.certificate_pem()).unwrap();
    let server = Server::start(identity, |_: &Request| Answer::json("{}"));
    let site = Site { server, folder };
    let (exit, found) = site.adp(&["verify", "--json", &format!("https://{HOST}/ad.json")]);
    let message = found["error"]["message"].as_str().unwrap();
    assert_eq!((exit, &found["error"]["code"]), (4, &json!("net-tls")), "{found}");
    assert!(
        message.contains("basicConstraints=critical,CA:FALSE") && !message.contains("CaUsedAsEndEntity"),
        "{message}"
    );
}
