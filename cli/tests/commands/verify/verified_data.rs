//! What comes with a verdict: the verified document, its model and its bytes.

use serde_json::{Value, json};
use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

const DESCRIPTION: &str = r#"{
  "@context": "https://agent-network-protocol.com/ad#",
  "@type": "AgentDescription", "@id": "https://hotel.example/ad.json", "name": "Rooms", "did": "did:wba:hotel.example",
  "created": "2026-01-01T00:00:00Z",
  "securityDefinitions": {"open_sc": {"scheme": "nosec"}}, "security": "open_sc",
  "interfaces": [{"@type": "StructuredInterface", "@id": "https://hotel.example/ad.json#book", "name": "Book",
    "description": "Books rooms.", "protocol": "JSON-RPC 2.0", "url": "wss://hotel.example/book", "humanAuthorization": true}],
  "products": [{"@type": "Product", "@id": "https://hotel.example/ad.json#double", "name": "Double room",
    "offers": {"@type": "Offer", "price": "129.50", "priceCurrency": "EUR"}}]
}"#;
const CARD: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
  "supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "capabilities": {"streaming": true}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}]}"#;
const CATALOG: &str = r#"{"specVersion": "1.0", "host": {"displayName": "Hotel", "identifier": "did:web:hotel.example"}, "entries": [{
  "identifier": "urn:air:hotel.example:agent:rooms", "type": "application/json", "data": {"a": 1.5}}]}"#;
const MESSAGE: &str = r#"{"version": "1.0", "messageId": "5f0d9f2e-6a3c-4b7e-9b7d-2f1c0a9e8d7c", "timestamp": "2026-11-01T10:00:00Z",
  "source": {"agentId": "did:wba:hotel.example", "agentType": "customer-service"},
  "target": {"agentId": "did:wba:kb.example", "agentType": "knowledge-base"},
  "message": {"type": "REQUEST"}, "payload": {"action": "search", "parameters": {"query": "refunds"}}}"#;
const KEY: [&str; 4] = ["--key", "agent.pem", "--method", "did:wba:hotel.example#key-1"];
const VERIFY: [&str; 5] = ["--did-document", "did.json", "--any-domain", "--offline", "--json"];

fn adp(folder: &Path, arguments: &[&[&str]]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp")).current_dir(folder).args(arguments.concat()).output().unwrap()
}

fn done(folder: &Path, arguments: &[&[&str]]) {
    let output = adp(folder, arguments);
    assert!(output.status.success(), "{arguments:?} {output:?}");
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn read(folder: &Path, name: &str) -> Value {
    serde_json::from_slice(&fs::read(folder.join(name)).unwrap()).unwrap()
}

/// A folder with a key and the DID document that publishes it, as a did:wba and as a did:web DID.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    done(folder.path(), &[&["key", "generate", "-o", "agent.pem"]]);
    done(folder.path(), &[&["did", "create", "--host", "hotel.example", "--key", "agent.pem", "-o", "did.json"]]);
    let did_document = fs::read_to_string(folder.path().join("did.json")).unwrap();
    fs::write(folder.path().join("web.json"), did_document.replace("did:wba:", "did:web:")).unwrap();
    for (name, text) in
        [("ad.json", DESCRIPTION), ("card.json", CARD), ("catalog.json", CATALOG), ("message.json", MESSAGE)]
    {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn every_format_gives_the_verified_document_and_its_model() {
    let folder = folder();
    let folder = folder.path();
    done(folder, &[&["key", "generate", "--type", "ed25519", "-o", "ed25519.pem"]]);
    done(
        folder,
        &[&[
            "did",
            "create",
            "--host",
            "e.example",
            "--path",
            "agents",
            "--profile",
            "e1",
            "--key",
            "ed25519.pem",
            "-o",
            "e1.json",
        ]],
    );
    done(folder, &[&["sign", "ad.json", "--in-place"], &KEY]);
    done(folder, &[&["sign", "card.json", "--in-place"], &KEY]);
    done(
        folder,
        &[&["sign", "catalog.json", "--in-place", "--key", "agent.pem", "--method", "did:web:hotel.example#key-1"]],
    );
    done(folder, &[&["message", "sign", "message.json", "--in-place", "--at", "2026-11-01T10:00:00Z"], &KEY]);
    let at: &[&str] = &["--at", "2026-11-01T10:01:00Z"];
    for (file, pointer, value, more) in [
        ("ad.json", "/interfaces/0/url", json!("wss://hotel.example/book"), &[][..]),
        ("card.json", "/name", json!("Rooms"), &[]),
        (
            "catalog.json",
            "/entries/0/identifier",
            json!("urn:air:hotel.example:agent:rooms"),
            &["--did-document", "web.json"],
        ),
        ("message.json", "/source/agentId", json!("did:wba:hotel.example"), at),
        ("e1.json", "/verificationMethods/0/type", json!("Multikey"), &[]),
    ] {
        let known: &[&str] = if file == "e1.json" { &["--any-domain", "--offline", "--json"] } else { &VERIFY };
        let known: Vec<&str> = match file {
            "card.json" | "catalog.json" | "message.json" => {
                known.iter().copied().filter(|it| *it != "--any-domain").collect()
            }
            _ => known.to_vec(),
        };
        let verify = |more: &[&str]| json(&adp(folder, &[&["verify", file], &known, more]));
        let found = verify(more);
        assert_eq!(found["verified"], true, "{file} {found}");
        assert_eq!(found["document"], read(folder, file), "{file}");
        assert_eq!(found["model"].pointer(pointer), Some(&value), "{file} {}", found["model"]);
        // another document
        let text = fs::read_to_string(folder.join(file)).unwrap();
        fs::write(folder.join(file), text.replacen('{', "{\"x-changed\": true,", 1)).unwrap();
        let found = verify(more);
        let nothing = (&json!(false), &Value::Null, &Value::Null);
        assert_eq!((&found["verified"], &found["document"], &found["model"]), nothing, "{file} {found}");
    }
}

/// A document that contains a secret is verified, but neither shown nor silently left out.
#[test]
fn what_is_masked_or_left_out_for_a_secret_is_told() {
    let folder = folder();
    let folder = folder.path();
    let shown =
        |output: &Output| [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let token = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
    let members = [
        ("\"sku\"", "https://u:p@hotel.example/", "https://u:p@hotel.example/".to_owned()),
        ("\"description\"", &token, token.clone()),
        ("\"description\"", &token, format!("a\\n{token}")),
        ("\"description\"", &token, token.replacen('g', "\\u0067", 1)),
    ];
    for (name, secret, written) in members {
        let text = DESCRIPTION.replacen(
            "\"name\": \"Double room\"",
            &format!("\"name\": \"Double room\", {name}: \"{written}\""),
            1,
        );
        fs::write(folder.join("ad.json"), text).unwrap();
        for more in [&[][..], &["--json"]] {
            let [out, said] = shown(&adp(folder, &[&["show", "ad.json"], more]));
            // without --json, products are shown by their names
            let is_shown = !more.is_empty();
            assert_eq!(out.contains("***") || out.contains("https://...@hotel.example/"), is_shown, "{out}");
            assert_eq!(
                said.contains("warning[key-malformed]: the output has *** or ... instead of a secret"),
                is_shown,
                "{said}"
            );
        }
        done(folder, &[&["sign", "ad.json", "--in-place"], &KEY]);
        let output = adp(folder, &[&["verify", "ad.json"], &VERIFY]);
        let (found, [out, said]) = (json(&output), shown(&output));
        assert_eq!((output.status.code(), &found["verified"], &found["error"]), (Some(0), &json!(true), &Value::Null));
        assert_eq!((&found["document"], &found["model"]), (&Value::Null, &Value::Null));
        let why = "the document is verified, but contains a secret; not printed: document, model";
        assert_eq!(found["omitted"], json!({"code": "key-malformed", "message": why}));
        assert!(said.starts_with(&format!("warning[key-malformed]: {why}")), "{said}");
        fs::write(folder.join("list"), "ad.json\n").unwrap();
        let [line, said_of_line] = shown(&adp(folder, &[&["verify", "--batch", "list"], &VERIFY]));
        assert!(line.contains(why) && said_of_line.contains(why), "{line}{said_of_line}");
        assert!([out, said, line, said_of_line].iter().all(|text| !text.contains(secret)));
    }
    // nothing is left out
    fs::write(folder.join("ad.json"), DESCRIPTION).unwrap();
    done(folder, &[&["sign", "ad.json", "--in-place"], &KEY]);
    let output = adp(folder, &[&["verify", "ad.json"], &VERIFY]);
    assert_eq!((&json(&output)["omitted"], shown(&output)[1].as_str()), (&Value::Null, ""));
}

/// The program that the README shows reads a price and a URL.
#[test]
fn the_readme_s_command_reads_a_verified_price_and_url() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md")).unwrap();
    let shown = readme.split("jq -er '").nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
    assert!(shown.starts_with(".model | (.products[0].offers[0].price.amount // error(\"no price\")),"), "{shown}");
    let folder = folder();
    done(folder.path(), &[&["sign", "ad.json", "--in-place"], &KEY]);
    let output = adp(folder.path(), &[&["verify", "ad.json"], &VERIFY]);
    let found = json(&output);
    assert_eq!(found["model"]["products"][0]["offers"][0]["price"]["amount"], "129.50");
    assert_eq!(found["model"]["interfaces"][0]["url"], "wss://hotel.example/book");
    let jq = Command::new("jq").args(["-er", shown]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    // not every machine has jq
    let Ok(mut jq) = jq else { return };
    jq.stdin.take().unwrap().write_all(&output.stdout).unwrap();
    let printed = jq.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), "129.50\nwss://hotel.example/book\n");
}

#[test]
fn save_writes_the_bytes_that_were_verified_and_only_those() {
    let folder = folder();
    let folder = folder.path();
    done(folder, &[&["sign", "ad.json", "--in-place"], &KEY]);
    // neither indented nor in order
    let text = fs::read_to_string(folder.join("ad.json")).unwrap().replace("\n", " \n\t");
    fs::write(folder.join("ad.json"), &text).unwrap();
    let known = &VERIFY[..];
    let saved = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let code =
        |output: &Output| (output.status.code(), json(output)["error"]["code"].as_str().unwrap_or("ok").to_owned());
    let verify = |arguments: &[&str]| code(&adp(folder, &[&["verify"], arguments, known]));
    assert_eq!(verify(&["ad.json", "--save", "saved.json"]), (Some(0), "ok".to_owned()));
    assert_eq!(saved("saved.json").as_deref(), Some(text.as_str()));
    // an existing file stays
    fs::write(folder.join("saved.json"), "mine").unwrap();
    assert_eq!(verify(&["ad.json", "--save", "saved.json"]), (Some(3), "io-exists".to_owned()));
    assert_eq!(saved("saved.json").as_deref(), Some("mine"));
    assert_eq!(verify(&["ad.json", "--save", "saved.json", "--force"]), (Some(0), "ok".to_owned()));
    assert_eq!(saved("saved.json").as_deref(), Some(text.as_str()));
    // what is not verified is not written
    fs::write(folder.join("ad.json"), text.replace("129.50", "12.95")).unwrap();
    assert_eq!(verify(&["ad.json", "--save", "other.json"]), (Some(1), "proof-signature".to_owned()));
    assert_eq!(saved("other.json"), None);
    for arguments in [
        &["ad.json", "did.json", "--save", "other.json"][..],
        &["hotel.example", "--save", "other.json"],
        &["ad.json", "--save", "-"],
        &["ad.json", "--force"],
        &["--batch", "list", "--save", "other.json"],
    ] {
        let output = adp(folder, &[&["verify"], arguments, known]);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {output:?}");
        assert_eq!(saved("other.json"), None);
    }
}

#[test]
fn lines_have_the_document_if_json_was_asked_for_and_later_runs_can_skip_them() {
    let folder = folder();
    let folder = folder.path();
    done(folder, &[&["sign", "ad.json", "--in-place"], &KEY]);
    let lines = |arguments: &[&str]| -> Vec<Value> {
        let output = adp(folder, &[&["verify"], arguments]);
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let known = &VERIFY[..4];
    let found = lines(&[&["ad.json", "card.json", "--json"], known].concat());
    assert_eq!((&found[0]["document"], &found[1]["document"]), (&read(folder, "ad.json"), &Value::Null));
    fs::write(folder.join("list"), "ad.json\n").unwrap();
    let batch = [&["--batch", "list"], known].concat();
    assert!(lines(&batch)[0].get("document").is_none());
    let whole = lines(&[&batch[..], &["--json"]].concat());
    assert_eq!(whole[0]["model"]["name"], "Rooms");
    fs::write(folder.join("before"), format!("{}\n", whole[0])).unwrap();
    let skipped = lines(&[&batch[..], &["--skip-verified", "before"]].concat());
    assert_eq!(skipped[0]["skipped"], true);
}

/// Members that a stranger adds to signed documents, their pointers, and what is verified: `document`, `model` and the
/// saved file have none of them, and what is saved verifies again, whole.
#[test]
fn what_no_signature_covers_is_in_no_result() {
    let folder = folder();
    let folder = folder.path();
    const PROOF: &str = r#"{"jsonrpc": "2.0", "id": 7, "method": "direct.send", "params": {
      "meta": {"sender_did": "did:wba:hotel.example", "target": {"kind": "agent", "did": "did:wba:kb.example"}},
      "body": {"text": "Hello"}}}"#;
    fs::write(folder.join("anp.json"), PROOF).unwrap();
    // SHA-256 of `{"a":1.5}`, by sha256sum
    let digest = "sha256:3b1cb40b22933d83e9242f8ac724f114d812ddd49909917b365375c24b69a455";
    let catalog = CATALOG
        .replace(r#""data": {"a": 1.5}"#, &format!(r#""data": {{"a": 1.5}}, "version": "2", "digest": "{digest}""#));
    fs::write(folder.join("ard.json"), catalog).unwrap();
    let at = ["--at", "2026-11-01T10:00:00Z"];
    done(folder, &[&["sign", "card.json", "--in-place"], &KEY]);
    done(folder, &[&["sign", "anp.json", "--in-place", "--created", at[1]], &KEY]);
    let web = ["--key", "agent.pem", "--method", "did:web:hotel.example#key-1"];
    done(folder, &[&["sign", "ard.json", "--manifests", "--in-place", "--created", at[1]], &web]);
    let verify = |file: &str, more: &[&str]| {
        let known = ["--did-document", "did.json", "--did-document", "web.json", "--offline", "--json"];
        json(&adp(folder, &[&["verify", file], &known, &at, more]))
    };
    let edit = |file: &str, edits: &[(&str, Value)]| {
        let mut document = read(folder, file);
        for (pointer, value) in edits {
            let (parent, name) = pointer.rsplit_once('/').unwrap();
            match document.pointer_mut(parent).unwrap() {
                Value::Array(items) => items.push(value.clone()),
                object => object[name] = value.clone(),
            }
        }
        fs::write(folder.join(file), document.to_string()).unwrap();
    };
    let evil = || json!("Evil");
    for (file, edits) in [
        (
            "card.json",
            vec![
                ("/iconUrl", Value::Null),
                ("/supportedInterfaces/0/tenant", json!("")),
                ("/skills/0/securityRequirements", json!([])),
                ("/signatures/0/header", json!({"note": "Evil"})),
                ("/signatures/1", json!({"protected": "Evil", "signature": "Evil"})),
            ],
        ),
        ("anp.json", vec![("/note", evil()), ("/params/client", json!({"a": ["Evil"]}))]),
        (
            "ard.json",
            vec![
                ("/collections", json!([{"url": "https://evil.example/"}])),
                ("/entries/0/displayName", evil()),
                ("/entries/0/mediaType", evil()),
                ("/entries/0/trustManifest", json!({"identity": "Evil"})),
                ("/entries/0/metadata", json!({"a": "Evil"})),
                ("/entries/0/trustManifests/0/additionalSignatures", json!(["Evil"])),
            ],
        ),
    ] {
        edit(file, &edits);
        let saved = format!("saved-{file}");
        let found = verify(file, &["--save", &saved]);
        assert_eq!(found["verified"], true, "{file} {found}");
        let of_signer: &[&str] = match file {
            "anp.json" => &["/id"],
            "ard.json" => &["/specVersion", "/host"],
            _ => &[],
        };
        let mut unsigned: Vec<&str> = edits.iter().map(|(pointer, _)| *pointer).chain(of_signer.to_vec()).collect();
        let mut told: Vec<&str> = found["unsigned"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        unsigned.sort_unstable();
        told.sort_unstable();
        assert_eq!(told, unsigned, "{file}");
        assert!(!format!("{}{}", found["document"], found["model"]).contains("Evil"), "{file} {found}");
        assert_eq!(found["document"], read(folder, &saved), "{file}");
        let again = verify(&saved, &[]);
        assert_eq!((&again["verified"], &again["unsigned"]), (&json!(true), &json!([])), "{file} {again}");
        assert_eq!(again["document"], found["document"], "{file}");
        let text = adp(
            folder,
            &[&["verify", file, "--did-document", "did.json", "--did-document", "web.json", "--offline"], &at],
        );
        assert!(String::from_utf8_lossy(&text.stdout).contains("left out"), "{file} {text:?}");
    }
}
