//! `adp doctor` and hosts as they are: those that show nothing, say 200 to everything, are slow, lie, or list without end.

use adp_fixtures::tls::{Answer, Authority, Request, Server};
use serde_json::{Value, json};
use std::{
    fs,
    process::{Command, Output},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tempfile::TempDir;

const HOST: &str = "agent.example.com";
const DID_DOCUMENT: &str = r#"{"id": "did:web:agent.example.com", "assertionMethod": []}"#;

const TOKEN: &str = "tok-9f2c7e51d0";
const CARD: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
  "supportedInterfaces": [{"url": "https://agent.example.com/agents/rooms/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "capabilities": {"streaming": true}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "documentationUrl": "https://agent.example.com/docs",
  "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}]}"#;

struct Host {
    server: Server,
    folder: TempDir,
}

impl Host {
    fn start(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let authority = Authority::new();
        let server = Server::start(authority.issue(&[HOST]), answer);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        Self { server, folder }
    }

    fn doctor(&self, arguments: &[&str]) -> Output {
        self.doctor_of(HOST, arguments)
    }

    fn doctor_of(&self, target: &str, arguments: &[&str]) -> Output {
        let cacert = self.folder.path().join("ca.pem");
        Command::new(env!("CARGO_BIN_EXE_adp"))
            .args(["doctor", target, "--json"])
            .env("AGENT_TOKEN", TOKEN)
            .args(arguments)
            .args(["--cacert", cacert.to_str().unwrap(), "--resolve", &self.server.resolve(HOST, 443)])
            .output()
            .unwrap()
    }

    /// The exit code and what was found.
    fn examined(&self, arguments: &[&str]) -> (i32, Value) {
        let output = self.doctor(arguments);
        let found = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
        (output.status.code().unwrap(), found)
    }
}

/// The rules that are broken, each once.
fn broken(found: &Value) -> Vec<&str> {
    let mut rules: Vec<&str> = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["severity"] != "note")
        .map(|finding| finding["rule"].as_str().unwrap())
        .collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

#[test]
fn a_host_that_shows_nothing_has_no_points() {
    let host = Host::start(|_| Answer::not_found());
    let (exit, found) = host.examined(&[]);
    assert_eq!(
        (exit, &found["score"], &found["documents"], &found["findings"]),
        (0, &json!(0), &json!([]), &json!([]))
    );
    assert_eq!(found["answered"], true);
    assert_eq!(host.examined(&["--min", "1"]).0, 1);
    // every place and the home page were asked, once
    let asked: Vec<String> = host.server.requests().iter().map(|request| request.path().to_owned()).collect();
    assert_eq!(asked.len(), 36, "{asked:?}");
}

#[test]
fn a_host_that_cannot_be_reached_is_said_once() {
    for json in [&["--json"][..], &[]] {
        // nothing listens on port 1
        let output = Command::new(env!("CARGO_BIN_EXE_adp"))
            .args(["doctor", "nobody.invalid", "--resolve", "nobody.invalid:443:127.0.0.1:1"])
            .args(json)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(4));
        let text = if json.is_empty() { &output.stderr } else { &output.stdout };
        let text = String::from_utf8(text.clone()).unwrap();
        if json.is_empty() {
            // no points were lost: nothing is known about the host
            let printed = String::from_utf8_lossy(&output.stdout);
            assert_eq!(printed, "nobody.invalid: no score: no request was answered\n");
        }
        assert_eq!(text.matches("no connection").count(), 1, "{text}");
        assert!(text.contains("; same problem at 16 other URLs"), "{text}");
        if let Ok(found) = serde_json::from_slice::<Value>(&output.stdout) {
            assert_eq!((&found["answered"], &found["score"]), (&json!(false), &json!(0)));
        }
    }
}

#[test]
fn a_host_that_says_200_to_everything_shows_nothing() {
    for media_type in ["text/html; charset=utf-8", "application/json"] {
        let host = Host::start(move |_| {
            Answer::status(
                200,
                &[&format!("content-type: {media_type}")],
                "<!doctype html><html><body>Home</body></html>",
            )
        });
        let (exit, found) = host.examined(&["--min", "1"]);
        assert_eq!((exit, &found["score"], &found["documents"]), (1, &json!(0), &json!([])), "{media_type}");
        assert!(broken(&found).contains(&"shown-status"));
        assert_eq!(broken(&found).contains(&"shown-type"), media_type == "application/json");
    }
}

#[test]
fn a_slow_host_is_waited_for_as_long_as_was_said_in_all() {
    let host = Host::start(|_| Answer::raw("HTTP/1.1 200 OK\r\n").wait(Duration::from_secs(60)));
    let start = Instant::now();
    let (exit, found) = host.examined(&["--deadline", "2s", "--min", "0"]);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    assert_eq!((exit, &found["score"]), (4, &json!(0)));
    assert_eq!(broken(&found), ["shown-answers"]);
    assert!(found["findings"].as_array().unwrap().iter().all(|finding| finding["code"] == "net-time"));
}

#[test]
fn a_host_that_lies_about_types_is_told_so() {
    let host = Host::start(|request| match request.path() {
        "/.well-known/did.json" => Answer::status(200, &["content-type: text/plain"], DID_DOCUMENT),
        "/.well-known/agent-card.json" => Answer::status(200, &[], "{}"),
        "/.well-known/agent.json" => Answer::status(301, &["location: https://elsewhere.example.com/card"], ""),
        _ => Answer::not_found(),
    });
    let (exit, found) = host.examined(&[]);
    assert_eq!(exit, 0);
    assert_eq!(broken(&found), ["shown-format", "shown-status", "shown-type"]);
    let url = format!("https://{HOST}/.well-known/did.json");
    let document =
        found["documents"].as_array().unwrap().iter().find(|document| document["url"] == url.as_str()).unwrap();
    assert_eq!(
        (&document["format"], &document["valid"], &document["verified"]),
        (&json!("did-document"), &json!(false), &json!(true))
    );
    // nothing that the host names elsewhere is asked
    assert!(host.server.requests().iter().all(|request| !request.path().contains("card ")));
}

#[test]
fn ten_thousand_entries_are_looked_at_as_far_as_was_said() {
    let items: Vec<Value> = (0..10_000)
        .map(|n| json!({"@type": "ad:AgentDescription", "@id": format!("https://{HOST}/{n}/ad.json")}))
        .collect();
    let page = json!({"@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
        "@type": "CollectionPage", "items": items})
    .to_string();
    assert!(page.len() < 1 << 20);
    let host = Host::start(move |request| match request.path() {
        "/.well-known/agent-descriptions" => Answer::json(&page),
        _ => Answer::not_found(),
    });
    let start = Instant::now();
    let (exit, found) = host.examined(&["--max-documents", "20"]);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    assert_eq!((exit, &found["left"]), (0, &json!(9_980)));
    assert_eq!(broken(&found), ["shown-linked"]);
    assert_eq!(host.server.requests().len(), 18 + 20);
}

/// What a host names may be large, but all of it together is not held: eight at a time, until there is no more room.
#[test]
fn many_large_documents_are_asked_for_as_far_as_there_is_room() {
    let entries: Vec<Value> = (0..40)
        .map(|n| {
            json!({"identifier": format!("urn:air:{HOST}:x:{n}"), "type": "application/json", "url": format!("https://{HOST}/{n}.json")})
        })
        .collect();
    let catalog = json!({"specVersion": "1.0", "entries": entries}).to_string();
    let large = format!("{{\"a\": \"{}\"}}", "x".repeat(5 << 20));
    let host = Host::start(move |request| match request.path() {
        "/.well-known/ai-catalog.json" => Answer::json(&catalog),
        path if path.starts_with("/.well-known/") => Answer::not_found(),
        _ => Answer::json(&large),
    });
    let (_, found) = host.examined(&[]);
    // three of 5 MiB are read; those that were under way are not
    assert_eq!(found["left"], 37, "{}", found["score"]);
    let asked = host.server.requests().len() - 17;
    assert!((4..=12).contains(&asked), "{asked}");
}

#[test]
fn a_document_without_end_is_left_off() {
    let host = Host::start(|request| match request.path() {
        "/.well-known/did.json" => Answer::raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{")
            .forever(vec![b' '; 64 << 10], Duration::ZERO),
        _ => Answer::not_found(),
    });
    let (exit, found) = host.examined(&["--deadline", "30s"]);
    assert_eq!((exit, broken(&found)), (0, vec!["shown-json"]));
    assert_eq!(found["findings"][0]["code"], "net-size");
}

/// A misspelled name is mended by a patch, whose file says nothing of the host.
#[test]
fn patches_are_written_into_an_empty_folder_and_apply() {
    let card = r#"{"protocolVersion": "0.3.0", "name": "../../Rooms", "description": "Books rooms.", "version": "1", "capabilities": {},
      "url": "https://agent.example.com/a2a", "defaultInputMode": ["text/plain"], "defaultOutputModes": ["text/plain"],
      "skills": [{"id": "book", "name": "Book", "description": "Books.", "tags": ["rooms"]}]}"#;
    let host = Host::start(move |request| match request.path() {
        "/.well-known/agent-card.json" => Answer::json(card),
        _ => Answer::not_found(),
    });
    let folder = host.folder.path().join("patches");
    let (exit, found) = host.examined(&["--fix", folder.to_str().unwrap()]);
    assert_eq!(exit, 0);
    let patched = found["findings"].as_array().unwrap().iter().find(|finding| !finding["patch"].is_null()).unwrap();
    assert_eq!(patched["file"], "001-a2a-0-card.json");
    let names: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names, ["001-a2a-0-card.json"]);
    let written: Value = serde_json::from_slice(&fs::read(folder.join("001-a2a-0-card.json")).unwrap()).unwrap();
    assert_eq!(written, patched["patch"]);
    assert_eq!(written, json!([{"op": "move", "path": "/defaultInputModes", "from": "/defaultInputMode"}]));
    // a second run replaces nothing, and asks for nothing first
    let asked = host.server.requests().len();
    let output = host.doctor(&["--fix", folder.to_str().unwrap()]);
    assert_eq!((output.status.code(), host.server.requests().len()), (Some(3), asked));
    // a file is no host
    let card = host.folder.path().join("ca.pem").display().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_adp")).args(["doctor", &card]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    // the host is no one that can be taken for a folder
    assert_eq!(
        Command::new(env!("CARGO_BIN_EXE_adp")).args(["doctor", "no-such-folder/"]).output().unwrap().status.code(),
        Some(1)
    );
}

/// Interfaces are asked by GET and OPTIONS alone, and a stream without end is not read.
#[test]
fn an_interface_that_is_not_there_is_told() {
    let interfaces = ["missing", "static", "routed", "stream"].map(
        |path| json!({"url": format!("https://{HOST}/{path}"), "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}),
    );
    let card = json!({"name": "Rooms", "description": "Books rooms.", "version": "1", "capabilities": {},
      "supportedInterfaces": interfaces, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
      "skills": [{"id": "book", "name": "Book", "description": "Books.", "tags": ["rooms"]}]})
    .to_string();
    let host = Host::start(move |request| match (request.method(), request.path()) {
        (_, "/.well-known/agent-card.json") => Answer::json(&card),
        // of a server that refuses the method before it looks at the path
        ("OPTIONS", "/static") => Answer::status(405, &["allow: GET, HEAD"], ""),
        ("OPTIONS", "/routed") => Answer::status(204, &["allow: POST"], ""),
        (_, "/stream") => {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
            Answer::raw(head).wait(Duration::from_secs(60))
        }
        _ => Answer::not_found(),
    });
    let start = Instant::now();
    let (_, found) = host.examined(&["--deadline", "30s"]);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let told: Vec<&Value> =
        found["findings"].as_array().unwrap().iter().filter(|finding| finding["rule"] == "shown-interface").collect();
    let targets: Vec<_> = told.iter().filter_map(|told| told["target"].as_str()).collect();
    assert_eq!(targets, ["missing", "static"].map(|path| format!("https://{HOST}/{path}")), "{found}");
    assert_eq!(told[0]["severity"], "warning");
    assert!(host.server.requests().iter().all(|request| matches!(request.method(), "GET" | "OPTIONS")));
}

/// An interface that refuses connections, one that is silent, and one whose server fails: told within the time.
#[test]
fn an_interface_that_does_not_answer_is_told() {
    let own = [":8443/refusing", "/silent", "/failing", "/routed"].map(|rest| format!("https://{HOST}{rest}"));
    let foreign = "https://other.example.com/a2a".to_owned();
    let interfaces = own
        .clone()
        .into_iter()
        .chain([foreign])
        .map(|url| json!({"url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}));
    let card = json!({"name": "Rooms", "description": "Books rooms.", "version": "1", "capabilities": {},
      "supportedInterfaces": interfaces.collect::<Vec<_>>(), "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
      "skills": [{"id": "book", "name": "Book", "description": "Books.", "tags": ["rooms"]}]})
    .to_string();
    let host = Host::start(move |request| match (request.method(), request.path()) {
        (_, "/.well-known/agent-card.json") => Answer::json(&card),
        (_, "/silent") => Answer::raw("").wait(Duration::from_secs(60)),
        (_, "/failing") => Answer::status(503, &[], ""),
        ("OPTIONS", "/routed") => Answer::status(204, &["allow: POST"], ""),
        ("GET", "/routed") => Answer::status(500, &[], ""),
        _ => Answer::not_found(),
    });
    let start = Instant::now();
    let examined = |deadline| {
        // nothing listens on port 1
        let (_, found) = host.examined(&["--deadline", deadline, "--resolve", &format!("{HOST}:8443:127.0.0.1:1")]);
        let findings = found["findings"].as_array().unwrap().iter();
        let mut told: Vec<_> = findings
            .filter(|finding| finding["rule"] == "shown-interface")
            .map(|finding| {
                (finding["target"].as_str().unwrap().to_owned(), finding["code"].as_str().unwrap().to_owned())
            })
            .collect();
        told.sort_unstable();
        told
    };
    let found = |number: usize, code: &str| (own[number].clone(), code.to_owned());
    assert_eq!(examined("25s"), [found(2, "net-status"), found(1, "net-time"), found(0, "net-connect")]);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    // an interface that a short deadline leaves less than five seconds may be slow
    assert_eq!(examined("6s"), [found(2, "net-status"), found(0, "net-connect")]);
}

/// The `Link` fields of the home page, of which nothing else is read.
#[test]
fn link_fields_lead_to_documents() {
    let host = Host::start(|request| match request.path() {
        "/" => {
            let links = [
                "link: </openapi.json>; rel=\"service-desc\"; type=\"application/json\"",
                "link: </gone>; rel=describedby",
            ];
            Answer::status(200, &links, "x".repeat(1 << 16))
        }
        "/openapi.json" => Answer::status(200, &["content-type: text/plain"], "{}"),
        _ => Answer::not_found(),
    });
    let (_, found) = host.examined(&[]);
    assert_eq!(broken(&found), ["shown-link", "shown-linked"]);
    let rows = found["rows"].as_array().unwrap();
    assert!(
        rows.iter().any(|row| row["rule"] == "shown-link" && row["target"] == format!("https://{HOST}/")),
        "{rows:?}"
    );
}

/// The key set that a card's signature names by `jku`, at a place of its own. The protected header is
/// `{"alg":"ES256","kid":"key-1","jku":"https://agent.example.com/keys/agents.json"}`.
#[test]
fn a_key_set_that_a_card_names_is_examined() {
    const PROTECTED: &str =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6ImtleS0xIiwiamt1IjoiaHR0cHM6Ly9hZ2VudC5leGFtcGxlLmNvbS9rZXlzL2FnZW50cy5qc29uIn0";
    // RFC 7517, appendix A.1; `d` is no key
    const KEY: &str = r#"{"kty": "EC", "crv": "P-256", "kid": "1", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}"#;
    let private = KEY.replacen('{', &format!(r#"{{"d": "{}", "#, "x".repeat(43)), 1);
    let short = KEY.replace("MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "AQAB");
    for (keys, exit, rules) in [
        (Some(KEY.to_owned()), 0, vec![]),
        (Some(private), 1, vec!["jwk-private"]),
        (Some(short.clone()), 0, vec!["jwk-key"]),
        (Some(format!("{KEY}, {short}")), 0, vec!["jwk-key", "jwk-kid"]),
        (None, 0, vec!["shown-linked"]),
    ] {
        let set = keys.clone().map(|keys| format!(r#"{{"keys": [{keys}]}}"#));
        let host = Host::start(move |request| match (request.path(), &set) {
            ("/.well-known/agent-card.json", _) => {
                let entry = json!({"protected": PROTECTED, "signature": "A".repeat(86)});
                Answer::json(CARD.replacen('{', &format!(r#"{{"signatures": [{entry}], "#), 1))
            }
            ("/keys/agents.json", Some(set)) => Answer::json(set.clone()),
            _ => Answer::not_found(),
        });
        let (found_exit, found) = host.examined(&[]);
        let of_keys: Vec<&str> =
            broken(&found).into_iter().filter(|rule| rule.starts_with("jwk-") || *rule == "shown-linked").collect();
        assert_eq!((found_exit, of_keys), (exit, rules), "{keys:?}");
        let is_set = |it: &Value| it["url"] == format!("https://{HOST}/keys/agents.json") && it["format"] == "jwk-set";
        assert_eq!(found["documents"].as_array().unwrap().iter().any(is_set), keys.is_some(), "{found}");
    }
}

/// The key directory, its signatures, digests and type, and what other sites may read.
#[test]
fn header_fields_are_checked() {
    use agent_description::{
        KeyType, SigningKey, Timestamp, auth::http_signature::sign_directory_response, key::KeyDirectory,
    };
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[7; 32]).unwrap();
    let body = KeyDirectory::write([key.verifying_key()]).to_compact();
    let (created, origin) = (Timestamp::now().truncated_to_second(), format!("https://{HOST}").parse().unwrap());
    let expires = created.saturating_add(Duration::from_secs(3600));
    let signed = sign_directory_response(&origin, body.as_bytes(), &[key], created, expires).unwrap();
    let signed: Vec<String> =
        signed.iter().map(|(name, value)| format!("{name}: {}", value.to_str().unwrap())).collect();
    let examined = |lines: Vec<String>, media_type: &'static str, body: String| {
        let host = Host::start(move |request| match request.path() {
            KeyDirectory::PATH => {
                let media_type = format!("content-type: {media_type}");
                let lines: Vec<&str> = lines.iter().map(String::as_str).chain([media_type.as_str()]).collect();
                Answer::status(200, &lines, &body)
            }
            _ => Answer::not_found(),
        });
        host.examined(&[]).1
    };
    let own = KeyDirectory::MEDIA_TYPE;
    let found =
        examined([signed.clone(), vec!["access-control-allow-origin: *".to_owned()]].concat(), own, body.clone());
    assert_eq!((&found["findings"], &found["score"]), (&json!([]), &json!(100)), "{found}");
    assert_eq!(
        (&found["documents"][0]["format"], &found["documents"][0]["verified"]),
        (&json!("key-directory"), &json!(true))
    );
    assert_eq!(found["held"], found["applied"]);
    // without the signatures, and without the type
    let found = examined(Vec::new(), "application/json", body.clone());
    assert_eq!(broken(&found), ["shown-own-type", "shown-signed"]);
    assert!(found["findings"].as_array().unwrap().iter().any(|finding| finding["rule"] == "shown-cors"));
    let lost: Vec<&Value> = found["rows"].as_array().unwrap().iter().filter(|row| row["held"] == false).collect();
    assert_eq!(lost.len(), 2, "{lost:?}");
    // other bytes under the same signatures
    let found = examined(signed, own, body + " ");
    assert_eq!(broken(&found), ["shown-content-digest", "shown-verified"]);
}

/// A gateway serves agents below paths, and asks for a token: it goes to no other path of the host.
#[test]
fn documents_below_a_path_are_read_with_a_token() {
    let asked: Arc<Mutex<Vec<(String, bool)>>> = Arc::default();
    let log = Arc::clone(&asked);
    let host = Host::start(move |request| {
        let is_known = request.header("authorization") == Some(&format!("Bearer {TOKEN}"));
        log.lock().unwrap().push((request.path().to_owned(), is_known));
        match request.path() {
            "/agents/rooms/.well-known/agent-card.json" if is_known => Answer::json(CARD),
            path if path.starts_with("/agents/rooms/.well-known/") && !is_known => Answer::status(401, &[], ""),
            _ => Answer::not_found(),
        }
    });
    let read = |target: &str, arguments: &[&str]| {
        asked.lock().unwrap().clear();
        let output = host.doctor_of(target, arguments);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let cards: Vec<String> = found["documents"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|it| it["format"] == "a2a-card")
            .map(|it| it["url"].as_str().unwrap().to_owned())
            .collect();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!told.contains(TOKEN) && !found.to_string().contains(TOKEN));
        (cards, told)
    };
    let card = format!("https://{HOST}/agents/rooms/.well-known/agent-card.json");
    for target in
        ["agent.example.com/agents/rooms", "agent.example.com/agents/rooms/", "https://agent.example.com/agents/rooms"]
    {
        let (cards, told) = read(target, &["--token-env", "AGENT_TOKEN"]);
        assert_eq!((cards, told.as_str()), (vec![card.clone()], ""), "{target}");
        let asked = asked.lock().unwrap();
        // neither the home page nor an interface gets the token
        let is_document = |path: &str| path.starts_with("/agents/rooms/.well-known/");
        assert!(asked.iter().all(|(path, known)| *known == is_document(path)), "{asked:?}");
        assert!(asked.iter().any(|(path, _)| path == "/agents/rooms/a2a"), "{asked:?}");
    }
    let (cards, told) = read("agent.example.com/agents/rooms", &[]);
    assert!(cards.is_empty() && told.contains("401 or 403; pass a bearer token by --token-env NAME"), "{told}");
    assert_eq!(read("agent.example.com", &["--token-env", "AGENT_TOKEN"]).0, [] as [String; 0]);
    for wrong in ["agent.example.com/a/../b", "agent.example.com/a?b", "agent.example.com/a#b", "agent.example.com/a b"]
    {
        assert_eq!(host.doctor_of(wrong, &[]).status.code(), Some(2), "{wrong}");
    }
    for arguments in [&["--token-env", "NOT_SET_ANYWHERE"][..], &["--token-env", TOKEN]] {
        let output = host.doctor_of("agent.example.com", arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(!String::from_utf8([output.stdout, output.stderr].concat()).unwrap().contains(TOKEN));
    }
}
