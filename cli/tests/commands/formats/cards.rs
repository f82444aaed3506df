//! Cards through the front door, with nothing from the network.

use adp_fixtures::third_party;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use tempfile::TempDir;

const CARD: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
  "supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "capabilities": {"streaming": true}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}]}"#;

fn adp(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp")).current_dir(folder).args(arguments).output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn code(output: &Output) -> (i32, String) {
    let found: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code().unwrap(), found["error"]["code"].as_str().unwrap_or("ok").to_owned())
}

/// A folder with a key, the DID document that publishes it, and a card.
fn folder(card: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let made = [
        adp(folder.path(), &["key", "generate", "-o", "agent.pem"]),
        adp(folder.path(), &["did", "create", "--host", "hotel.example", "--key", "agent.pem", "-o", "did.json"]),
    ];
    assert!(made.iter().all(|output| output.status.success()), "{made:?}");
    fs::write(folder.path().join("card.json"), card).unwrap();
    folder
}

const SIGN: [&str; 6] = ["sign", "card.json", "--key", "agent.pem", "--method", "did:wba:hotel.example#key-1"];

#[test]
fn a_card_is_checked_shown_signed_and_verified() {
    let folder = folder(CARD);
    let checked = json(&adp(folder.path(), &["check", "--json", "card.json"]));
    assert_eq!((&checked["valid"], &checked["profile"]), (&json!(true), &json!("a2a-card/1.0")));
    let shown = json(&adp(folder.path(), &["show", "--json", "card.json"]));
    assert_eq!((&shown["format"], &shown["model"]["skills"][0]["id"]), (&json!("a2a-card"), &json!("book")));

    let signed = adp(folder.path(), &[&SIGN[..], &["-o", "signed.json", "--json"]].concat());
    let expected = json!({"file": "signed.json", "format": "a2a-card", "verificationMethod": "did:wba:hotel.example#key-1", "alg": "ES256",
        "reading": null});
    assert_eq!(json(&signed), expected);
    let verified = adp(folder.path(), &["verify", "--json", "signed.json", "--did-document", "did.json", "--offline"]);
    let found = json(&verified);
    assert_eq!((verified.status.code(), &found["identity"]), (Some(0), &json!("did:wba:hotel.example")), "{found}");
    assert_eq!(found["signatures"][0]["binding"], "host");

    let told = adp(folder.path(), &["verify", "signed.json", "--did-document", "did.json"]);
    assert!(String::from_utf8(told.stdout).unwrap().contains("a DID of the card's host"));
    let other = ["verify", "--json", "signed.json", "--did-document", "did.json", "--signer", "did:wba:other.example"];
    assert_eq!(code(&adp(folder.path(), &other)), (1, "card-signer-unbound".to_owned()));
}

/// `eyJhbGciOiJFZDI1NTE5Ii` is base64url of `{"alg":"Ed25519"`, `eyJhbGciOiJFZERTQSIs` of `{"alg":"EdDSA",`.
#[test]
fn an_ed25519_key_signs_cards_under_either_name() {
    let folder = folder(CARD);
    let made = [
        adp(folder.path(), &["key", "generate", "--type", "ed25519", "-o", "ed.pem"]),
        adp(folder.path(), &["did", "create", "--host", "hotel.example", "--key", "ed.pem", "-o", "ed.json"]),
    ];
    assert!(made.iter().all(|output| output.status.success()), "{made:?}");
    let sign = |more: &[&str]| {
        let all = [
            "sign",
            "card.json",
            "--key",
            "ed.pem",
            "--key-id",
            "did:wba:hotel.example#key-1",
            "--force",
            "-o",
            "s.json",
        ];
        adp(folder.path(), &[&all[..], &["--json"], more].concat())
    };
    for (more, alg, header) in [
        (&["--alg", "Ed25519"][..], "Ed25519", "eyJhbGciOiJFZDI1NTE5Ii"),
        (&["--alg", "EdDSA"], "EdDSA", "eyJhbGciOiJFZERTQSIs"),
        (&[], "EdDSA", "eyJhbGciOiJFZERTQSIs"),
    ] {
        let report = json(&sign(more));
        assert_eq!(report["alg"], alg);
        assert!(crate::commands::output::schemas::schema("sign").is_valid(&report), "{report}");
        let signed: Value = serde_json::from_slice(&fs::read(folder.path().join("s.json")).unwrap()).unwrap();
        assert!(signed["signatures"][0]["protected"].as_str().unwrap().starts_with(header), "{signed}");
        let verify = ["verify", "s.json", "--did-document", "ed.json", "--offline", "--json"];
        assert_eq!(code(&adp(folder.path(), &verify)), (0, "ok".to_owned()));
    }
    assert_eq!(code(&sign(&["--alg", "ES256"])), (1, "jws-algorithm".to_owned()));
    assert_eq!(adp(folder.path(), &[&SIGN[..], &["--alg", "none"]].concat()).status.code(), Some(2));
    // a proof has a suite
    let receipt =
        ["sign", "receipt.json", "--key", "ed.pem", "--key-id", "did:wba:hotel.example#key-1", "--alg", "Ed25519"];
    fs::write(folder.path().join("receipt.json"), r#"{"total": "1"}"#).unwrap();
    assert_eq!(adp(folder.path(), &receipt).status.code(), Some(2));
}

#[test]
fn a_card_that_is_not_portable_is_signed_on_purpose_alone() {
    let folder = folder(&CARD.replacen('{', "{\"note\": \"x\", ", 1));
    let refused = adp(folder.path(), &[&SIGN[..], &["--json"]].concat());
    let found = json(&refused);
    assert_eq!((refused.status.code(), &found["error"]["code"]), (Some(1), &json!("card-not-portable")));
    assert!(found["error"]["message"].as_str().unwrap().contains("/note (is not a member of A2A 1.0)"));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("--payload-form served"));

    for (form, accepted) in [("served", &[][..]), ("presence", &[]), ("pruned", &["--reading", "pruned"])] {
        let signed = adp(folder.path(), &[&SIGN[..], &["--reading", form, "--force", "-o", "signed.json"]].concat());
        assert!(signed.status.success(), "{signed:?}");
        let verify = ["verify", "--json", "signed.json", "--did-document", "did.json"];
        assert_eq!(code(&adp(folder.path(), &[&verify[..], accepted].concat())).0, 0, "{form}");
        if form == "pruned" {
            assert_eq!(code(&adp(folder.path(), &verify)), (1, "jws-signature".to_owned()));
        }
    }
}

#[test]
fn flags_of_other_documents_are_refused() {
    let folder = folder(CARD);
    for flags in
        [&["--domain", "a.example", "--challenge", "x"][..], &["--replace"], &["--created", "2026-01-01T00:00:00Z"]]
    {
        assert_eq!(adp(folder.path(), &[&SIGN[..], flags].concat()).status.code(), Some(2), "{flags:?}");
    }
    assert_eq!(
        code(&adp(folder.path(), &["verify", "--json", "card.json", "--domain", "a.example"])),
        (2, "usage".to_owned())
    );
    assert_eq!(
        code(&adp(folder.path(), &["verify", "--json", "did.json", "--reading", "served"])),
        (2, "usage".to_owned())
    );
    // what cannot be asked is never answered with a no
    for arguments in [
        &["--signer", "x"][..],
        &["--signer", "did:wba:a b"],
        &["--signer", "did:plc:z"],
        &["--reading", "all"],
        &["--jku", "https://hotel.example/keys"],
        &["--jku", "https://*.hotel.example"],
        &["--jwks", "did.json", "--signer", "did:wba:hotel.example"],
    ] {
        let found = code(&adp(folder.path(), &[&["verify", "--json", "card.json"][..], arguments].concat()));
        assert_eq!(found, (2, "usage".to_owned()), "{arguments:?}");
    }
    let sign = ["sign", "card.json", "--json", "--key", "agent.pem", "--method"];
    for method in ["x", "did:wba:hotel.example", "did:plc:z#k"] {
        assert_eq!(code(&adp(folder.path(), &[&sign[..], &[method]].concat())), (2, "usage".to_owned()), "{method}");
    }
    fs::write(folder.path().join("seed.json"), r#"{"agentInfo": {}, "capabilities": []}"#).unwrap();
    let seed = ["sign", "seed.json", "--json", "--key", "agent.pem", "--method", "did:wba:hotel.example#key-1"];
    assert_eq!(code(&adp(folder.path(), &[&seed[..], &["--reading", "pruned"]].concat())), (2, "usage".to_owned()));
}

#[test]
fn a_seed_card_goes_through_the_same_verbs() {
    let card = r#"{"agentInfo": {"id": "kb-1", "name": "Knowledge", "type": "kb"}, "capabilities": [{"name": "search"}],
      "endpoints": {"primary": "wss://hotel.example/ws"}}"#;
    let folder = folder(card);
    assert_eq!(json(&adp(folder.path(), &["check", "--json", "card.json"]))["profile"], "seed-card");
    assert_eq!(json(&adp(folder.path(), &["show", "--json", "card.json"]))["model"]["id"], "kb-1");
    assert!(adp(folder.path(), &[&SIGN[..], &["--in-place"]].concat()).status.success());
    let found = json(&adp(folder.path(), &["verify", "--json", "card.json", "--did-document", "did.json"]));
    assert_eq!((&found["identity"], &found["format"]), (&json!("did:wba:hotel.example"), &json!("seed-card")));
}

#[test]
fn what_a_card_says_reaches_no_terminal_as_it_is() {
    // what is not seen anywhere: a soft hyphen, selectors, a filler, a blank of Braille, tags, a zero-width joiner
    let unseen = ["\u{ad}", "\u{fe0f}", "\u{e0100}", "\u{3164}", "\u{2800}", "\u{e0041}", "\u{200d}", "\u{34f}"];
    let hidden = folder(&CARD.replacen("Books rooms.", &format!("Books{} rooms.", unseen.concat()), 1));
    for arguments in [&["show", "card.json"][..], &["show", "card.json", "--json"], &["check", "card.json"], &SIGN] {
        let output = adp(hidden.path(), arguments);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(unseen.iter().all(|unseen| !text.contains(unseen)), "{arguments:?} {text}");
    }
    let folder = folder(&CARD.replace("Books rooms.", "Books\\u001b[2J rooms\\u202e."));
    for verb in ["check", "show"] {
        let output = adp(folder.path(), &[verb, "card.json"]);
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        assert!(
            !text.contains(['\u{1b}', '\u{202e}']) && text.contains("\\u{1b}")
                || verb == "check" && text.contains("U+001B"),
            "{text}"
        );
    }
}

/// The runner protocol of the TCK: `CMD {card} {jwks}`, once a vector; exit 0 says accepted.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn adp_runs_under_the_runner_protocol_of_the_tck() {
    let (root, folder) = (third_party::path("a2a-tck/a2a-card-sign-v01"), TempDir::new().unwrap());
    let mut cases = 0;
    // what each payload form is called by the vectors: `adp verify --reading R {card} --jwks {jwks}`
    let forms: [(&str, &[&str]); 3] = [
        ("served", &["served-as-is", "unknown-retain", "dual-name-refuse"]),
        ("presence", &["rule-1-as-written", "rule-1-served-scope", "unknown-retain", "dual-name-refuse"]),
        ("pruned", &["prune-empty", "unknown-exclude", "dual-name-refuse"]),
    ];
    let mut files: Vec<PathBuf> = fs::read_dir(&root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .flat_map(|group| fs::read_dir(group).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>())
        .collect();
    files.sort();
    let jwks = root.join("testkey_jwks.json");
    for file in files {
        let vector: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        let card = folder.path().join("card.json");
        fs::write(&card, vector["served_card"].to_string()).unwrap();
        for (form, labels) in forms {
            let output =
                adp(folder.path(), &["verify", "--reading", form, "card.json", "--jwks", jwks.to_str().unwrap()]);
            let accepts = vector["accept_under"]
                .as_array()
                .unwrap()
                .iter()
                .any(|label| labels.contains(&label.as_str().unwrap()));
            assert_eq!(output.status.code() == Some(0), accepts, "{} by {form}", file.display());
        }
        cases += 1;
    }
    third_party::ran("a2a-runner-protocol", cases);
}

/// What is converted for a model API can be checked for it; what cannot be read again is not written.
#[test]
fn a_list_is_checked_for_several_apis_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let tools = r#"{"tools": [{"name": "a.b", "inputSchema": {"type": "object", "properties": {}}}]}"#;
    fs::write(folder.path().join("tools.json"), tools).unwrap();
    for (places, [openai, gemini]) in
        [("openai", [true, false]), ("Gemini", [false, true]), ("OpenAI,gemini", [true, true])]
    {
        let output = adp(folder.path(), &["check", "--json", "--for", places, "tools.json"]);
        let found = json(&output).to_string();
        let has = |rule: &str| found.contains(&format!("\"rule\":\"{rule}\""));
        assert_eq!([has("openai-name"), has("gemini-description")], [openai, gemini], "{places}: {found}");
    }
}

#[test]
fn converted_lists_can_be_checked_or_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let write =
        |name: &str, tools: &str| fs::write(folder.path().join(name), format!("{{\"tools\": [{tools}]}}")).unwrap();
    let tool = |n: usize, schema: &str| {
        format!(r#"{{"name": "tool_{n}", "description": "{}", "inputSchema": {schema}}}"#, "long ".repeat(240))
    };
    // more than 1 MiB, and 30 schemas in one another: 64 levels in a list of MCP
    let object = r#"{"type": "object"}"#;
    write("large.json", &(0..1_000).map(|n| tool(n, object)).collect::<Vec<_>>().join(","));
    let nested = r#"{"type": "object", "properties": {"a": "#;
    write("deep.json", &tool(0, &format!("{}{object}{}", nested.repeat(30), "}}".repeat(30))));
    write("empty.json", "");
    for name in ["large.json", "deep.json", "empty.json"] {
        let output = adp(folder.path(), &["check", name]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let cases = |api: &str| {
        [
            // the form of Gemini has a level more
            ("deep.json", if api == "gemini" { (1, "too-large") } else { (0, "ok") }),
            ("empty.json", (1, "missing")),
            ("large.json", (0, "ok")),
        ]
    };
    for api in ["openai", "anthropic", "gemini"] {
        for (name, expected) in cases(api).into_iter().take(if api == "openai" { 3 } else { 2 }) {
            let written = format!("{api}-{name}");
            let output = adp(folder.path(), &["convert", "--json", "--to", api, name, "-o", &written]);
            assert_eq!(output.status.code(), Some(expected.0), "{api} {name}");
            if expected.0 == 0 {
                let output = adp(folder.path(), &["check", "--json", "--for", api, &written]);
                assert_eq!(json(&output)["profile"], format!("{api}-tools"), "{api} {name}");
                let output = adp(folder.path(), &["check", &written]);
                assert!(String::from_utf8_lossy(&output.stderr).contains("--for openai"), "{output:?}");
            } else {
                assert_eq!(code(&output), (expected.0, expected.1.to_owned()));
                assert!(!folder.path().join(written).exists());
            }
        }
    }
}

#[test]
fn a_list_with_something_else_than_tools_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tools.json"), r#"{"tools": [5]}"#).unwrap();
    for api in ["openai", "openai-strict", "anthropic", "gemini"] {
        let output = adp(folder.path(), &["convert", "--json", "--to", api, "tools.json"]);
        assert_eq!(code(&output), (1, "wrong-type".to_owned()), "{output:?}");
        assert_eq!(json(&output)["error"]["pointer"], "/tools/0");
    }
}
