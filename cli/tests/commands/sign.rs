//! What `adp sign` refuses: options that a format does not take, and documents with errors.

use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};
use tempfile::TempDir;

const OPTIONS: [(&str, Option<&str>); 9] = [
    ("--suite", Some("adp-ecdsa-p256")),
    ("--alg", Some("ES256")),
    ("--domain", Some("hotel.example")),
    ("--challenge", Some("c")),
    ("--created", Some("2026-01-31T12:00:00Z")),
    ("--expires", Some("2126-01-31T12:00:00Z")),
    ("--payload-form", Some("served")),
    ("--manifests", None),
    ("--replace", None),
];
const PROOF: &[&str] = &["--suite", "--domain", "--challenge", "--created", "--expires", "--replace"];
const CARD: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
  "supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "capabilities": {"streaming": true}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}]}"#;
const SEED: &str = r#"{"agentInfo": {"id": "kb-1", "name": "Knowledge", "type": "kb"}, "capabilities": [{"name": "search"}],
  "endpoints": {"primary": "wss://hotel.example/ws"}}"#;
const CATALOG: &str = r#"{"specVersion": "1.0", "host": {"displayName": "Hotel", "identifier": "did:web:hotel.example"}, "entries": [{
  "identifier": "urn:air:hotel.example:agent:rooms", "type": "application/json", "url": "https://hotel.example/rooms.json"}]}"#;
const DESCRIPTION: &str = r#"{"@context": "https://agent-network-protocol.com/ad#", "@type": "AgentDescription", "name": "Rooms",
  "did": "did:wba:hotel.example", "securityDefinitions": {"open_sc": {"scheme": "nosec"}}, "security": "open_sc"}"#;
const MESSAGE: &str = r#"{"version": "1.0", "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "timestamp": "2026-11-01T10:00:00Z",
  "source": {"agentId": "did:wba:hotel.example", "agentType": "customer-service"},
  "target": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base"},
  "message": {"type": "REQUEST"}, "payload": {"action": "search", "parameters": {"query": "refunds"}}}"#;

fn adp(folder: &Path, arguments: &[&[&str]]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp")).current_dir(folder).args(arguments.concat()).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    assert!(adp(folder.path(), &[&["key", "generate", "-o", "agent.pem"]]).status.success());
    let did = ["did", "create", "--host", "hotel.example", "--key", "agent.pem", "-o", "did.json"];
    assert!(adp(folder.path(), &[&did]).status.success());
    folder
}

/// Signs a text by the key of a method: exit code, stderr, and what was written.
fn sign(folder: &Path, text: &str, method: &str, more: &[&str]) -> (Option<i32>, String, Option<Value>) {
    fs::write(folder.join("document.json"), text).unwrap();
    let _ = fs::remove_file(folder.join("signed.json"));
    let sign = ["sign", "document.json", "-o", "signed.json", "--key", "agent.pem", "--method", method];
    let output = adp(folder, &[&sign, more]);
    let written = fs::read(folder.join("signed.json")).ok().map(|bytes| serde_json::from_slice(&bytes).unwrap());
    (output.status.code(), stderr(&output), written)
}

#[test]
fn every_format_names_the_options_that_it_does_not_take() {
    let folder = folder();
    let (wba, web) = ("did:wba:hotel.example#key-1", "did:web:hotel.example#key-1");
    let did_document = fs::read_to_string(folder.path().join("did.json")).unwrap();
    let catalog: &[&str] = &["--created", "--expires", "--manifests", "--replace"];
    for (name, text, method, taken) in [
        ("adp", DESCRIPTION, wba, PROOF),
        ("did-document", did_document.as_str(), wba, PROOF),
        ("a2a-card", CARD, wba, &["--alg", "--payload-form"][..]),
        ("seed-card", SEED, wba, &["--alg", "--payload-form"]),
        ("ai-catalog", CATALOG, web, catalog),
        ("no format", r#"{"any": "object"}"#, wba, PROOF),
    ] {
        for (option, value) in OPTIONS {
            let mut more: Vec<&str> = [option].into_iter().chain(value).collect();
            // the command line itself wants both
            if option == "--domain" {
                more.extend(["--challenge", "c"]);
            }
            let (code, said, written) = sign(folder.path(), text, method, &more);
            if taken.contains(&option) {
                assert_eq!((code, written.is_some()), (Some(0), true), "{name} {option} {said}");
            } else {
                assert_eq!((code, written.is_some()), (Some(2), false), "{name} {option} {said}");
                assert!(said.starts_with(&format!("error[usage]: {option} does not apply to ")), "{name} {said}");
                assert!(taken.iter().all(|taken| said.contains(taken)), "{name} {option} {said}");
            }
        }
    }
    // formats that are not signed refuse all
    for format in
        ["mcp-tools", "mcp-server-card", "mcp-server", "skills-index", "agents-json", "arazzo", "openapi", "envelope"]
    {
        for (option, value) in OPTIONS.into_iter().filter(|(option, _)| *option != "--domain") {
            let more: Vec<&str> = ["--as", format, option].into_iter().chain(value).collect();
            let (code, said, written) = sign(folder.path(), "{}", wba, &more);
            assert!(code != Some(0) && written.is_none(), "{format} {option} {said}");
        }
    }
}

#[test]
fn what_check_or_verify_would_refuse_is_signed_only_with_force() {
    let folder = folder();
    let (wba, web) = ("did:wba:hotel.example#key-1", "did:web:hotel.example#key-1");
    let other = "did:wba:other.example#key-1";
    let nameless = |text: &str, name: &str| text.replacen(&format!("\"name\": \"{name}\","), "", 1);
    for (text, method, code, said_is) in [
        (nameless(DESCRIPTION, "Rooms"), wba, "ad-missing-term", "has no `name`"),
        (DESCRIPTION.to_owned(), other, "proof-signer-not-subject", "set `did` to did:wba:other.example"),
        (nameless(CARD, "Rooms"), wba, "missing", "adp check document.json"),
        (
            CARD.to_owned(),
            other,
            "card-signer-unbound",
            "a DID of hotel.example, the host of its interfaces, is expected",
        ),
        (CARD.to_owned(), other, "card-signer-unbound", "--signer did:wba:other.example"),
        (SEED.to_owned(), other, "card-signer-unbound", "sign with a key of a DID of the host"),
        (CATALOG.replacen("\"displayName\": \"Hotel\", ", "", 1), web, "missing", "displayName"),
    ] {
        let (exit, said, written) = sign(folder.path(), &text, method, &[]);
        assert_eq!((exit, written.is_some()), (Some(1), false), "{code} {said}");
        assert!(said.starts_with(&format!("error[{code}]: ")) && said.contains(said_is), "{code} {said}");
        assert!(said.contains("pass --force"), "{code} {said}");
        let (exit, said, written) = sign(folder.path(), &text, method, &["--force"]);
        assert_eq!((exit, written.is_some()), (Some(0), true), "{code} {said}");
        assert!(said.starts_with(&format!("warning[{code}]: ")), "{code} {said}");
    }
    // what verifies is signed without a warning
    for (text, method) in [(DESCRIPTION, wba), (CARD, wba), (SEED, wba), (CATALOG, web)] {
        let (exit, said, _) = sign(folder.path(), text, method, &[]);
        assert!(exit == Some(0) && !said.contains("warning"), "{said}");
    }
}

/// With a signature, an ARD catalog is of another format, whose rules are others.
#[test]
fn a_catalog_that_was_not_valid_before_its_signature_is_signed_only_with_force() {
    let folder = folder();
    let web = "did:web:hotel.example#key-1";
    let entry = |identifier: &str| {
        format!(
            r#"{{"identifier": "{identifier}", "type": "application/a2a-agent-card+json", "url": "https://hotel.example/card.json",
            "displayName": "Rooms", "description": "Books", "representativeQueries": ["book a room", "find a room"]}}"#
        )
    };
    let catalog = |identifier: &str| {
        let entries = [entry("urn:air:hotel.example:agent:rooms"), entry(identifier)].join(", ");
        format!(
            r#"{{"specVersion": "1.0", "host": {{"displayName": "Hotel", "identifier": "did:web:hotel.example"}}, "entries": [{entries}]}}"#
        )
    };
    let (nameless, other) = (catalog("2.0"), catalog("urn:air:other.example:agent:rooms"));
    let uncovered = r#"error[catalog-publisher]: the entry "urn:air:other.example:agent:rooms" has no manifest by its publisher, did:web:other.example"#;
    for (text, more, said_is) in [
        (&nameless, &[][..], "error[invalid-name]: the document is not valid: "),
        (&nameless, &["--manifests"], "error[invalid-name]: the document is not valid: "),
        (&other, &["--manifests"], uncovered),
    ] {
        let (exit, said, written) = sign(folder.path(), text, web, more);
        assert_eq!((exit, written.is_some()), (Some(1), false), "{said}");
        assert!(said.starts_with(said_is) && said.contains("pass --force"), "{said}");
        let (exit, _, written) = sign(folder.path(), text, web, &[more, &["--force"]].concat());
        assert_eq!((exit, written.is_some()), (Some(0), true));
    }
    // the operator vouches for all entries
    assert_eq!(sign(folder.path(), &other, web, &[]).0, Some(0));
    let own = catalog("urn:air:hotel.example:agent:tables");
    for more in [&[][..], &["--manifests"]] {
        let (exit, said, _) = sign(folder.path(), &own, web, more);
        assert!(exit == Some(0) && !said.contains("warning"), "{said}");
    }
}

#[test]
fn a_signature_that_has_expired_is_made_only_with_force() {
    let folder = folder();
    let (wba, web) = ("did:wba:hotel.example#key-1", "did:web:hotel.example#key-1");
    let did_document = fs::read_to_string(folder.path().join("did.json")).unwrap();
    let times = ["--created", "2026-01-01T00:00:00Z", "--expires", "2026-01-02T00:00:00Z"];
    for (text, method) in [(DESCRIPTION, wba), (CATALOG, web), (did_document.as_str(), wba), (r#"{"any": 1}"#, wba)] {
        let (exit, said, written) = sign(folder.path(), text, method, &times);
        assert_eq!((exit, written.is_some()), (Some(1), false), "{said}");
        assert!(said.starts_with("error[proof-expired]: --expires 2026-01-02T00:00:00Z"), "{said}");
        assert!(said.contains("pass --force"), "{said}");
        let (exit, said, written) = sign(folder.path(), text, method, &[&times[..], &["--force"]].concat());
        assert_eq!((exit, written.is_some()), (Some(0), true), "{said}");
        assert!(said.starts_with("warning[proof-expired]: "), "{said}");
    }
}

#[test]
fn what_any_of_its_formats_refuses_is_signed_only_with_force() {
    let folder = folder();
    let wba = "did:wba:hotel.example#key-1";
    // a seed card that is a catalog, too, and a bad one
    let both = SEED.replacen('{', r#"{"specVersion": "1.0", "entries": [{"identifier": 7}], "#, 1);
    let (exit, said, written) = sign(folder.path(), &both, wba, &[]);
    assert_eq!((exit, written.is_some()), (Some(1), false), "{said}");
    assert!(
        said.starts_with("error[missing]: the document is not valid: the entry has no `type`")
            && said.contains("pass --force"),
        "{said}"
    );
    let (exit, said, written) = sign(folder.path(), &both, wba, &["--force"]);
    assert_eq!((exit, written.is_some()), (Some(0), true), "{said}");
}

/// Signing a message reads it as receivers do, so that `--force` signs nothing that none of them takes.
#[test]
fn a_message_that_check_refuses_is_not_signed() {
    let folder = folder();
    let sign = ["message", "sign", "message.json", "--key", "agent.pem", "--method", "did:wba:hotel.example#key-1"];
    let signed = |text: String| {
        fs::write(folder.path().join("message.json"), text).unwrap();
        adp(folder.path(), &[&sign, &["--at", "2026-11-01T10:00:00Z"]]).status.code()
    };
    assert_eq!(signed(MESSAGE.to_owned()), Some(0));
    for (name, other) in [("agentType", "AgentType"), ("messageId", "message_id"), ("action", "Action")] {
        assert_eq!(signed(MESSAGE.replace(name, other)), Some(1), "{other}");
    }
}
