//! Every `--json` output is what its JSON Schema under `schemas/` says.

use crate::commands::transcripts::keys;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub fn schema(name: &str) -> jsonschema::Validator {
    let path = repository().join("schemas").join(format!("{name}.schema.json"));
    let schema: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

/// Runs `adp` in a folder of the transcripts; `OUT` is a folder for files to write.
fn adp(folder: &str, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp"))
        .current_dir(repository().join("tests/cli").join(folder))
        .args(arguments.split(' ').map(|argument| argument.replace("OUT", env!("CARGO_TARGET_TMPDIR"))))
        .output()
        .unwrap()
}

/// The schema, the folder it runs in, the exit code, the arguments.
const RUNS: &[(&str, &str, i32, &str)] = &[
    ("demo", "canon.in", 0, "demo --json"),
    ("check", "check.in", 0, "check --json ad.json"),
    ("check", "check.in", 0, "check --format json warnings.json"),
    ("check", "check.in", 1, "check --json faults.json"),
    ("check", "check.in", 3, "check --json stray.json"),
    ("error", "check.in", 3, "check --json missing.json"),
    ("check-rules", "check.in", 0, "check --rules --json"),
    ("check-explain", "check.in", 0, "check --explain adp-5-name --json"),
    ("check-explain", "check.in", 0, "check --explain url-reachable --format json"),
    ("error", "check.in", 2, "check --explain adp-5-nam --json"),
    ("error", "check.in", 2, "check --follow --offline --json ad.json"),
    ("check-coverage", "check.in", 1, "check --coverage --json ad.json faults.json stray.json missing.json"),
    ("show", "show.in", 0, "show --json ad.json"),
    ("show", "show.in", 0, "show --json shop.json"),
    ("error", "show.in", 3, "show --json broken.json"),
    ("verify", "verify.in", 0, "verify --json --did-document did.json --at 2026-06-01T00:00:00Z signed.json"),
    ("verify", "verify.in", 1, "verify --json --did-document did.json --at 2026-06-01T00:00:00Z bound.json"),
    ("verify", "verify.in", 1, "verify --json --did-document did.json unsigned.json"),
    ("check", "did-check.in", 0, "check --json did.json"),
    ("check", "did-check.in", 1, "check --json gone.json"),
    ("show", "did-check.in", 0, "show --json did.json"),
    ("error", "did-check.in", 1, "show --json gone.json"),
    ("verify", "did-check.in", 1, "verify --json did.json"),
    ("verify", "did-check.in", 4, "verify --json --offline wba://alice.example.com"),
    ("did-resolve", "did-check.in", 4, "did resolve --json --offline wba://alice.example.com"),
    ("did-resolve", "did-check.in", 1, "did resolve --json wba://alice"),
    ("verify", "catalogs.in", 0, "verify --json signed.json --did-document did.json --at 2026-11-22T12:00:00Z"),
    ("verify", "catalogs.in", 1, "verify --json moved.json --did-document did.json --at 2026-11-22T12:00:00Z"),
    ("verify", "catalogs.in", 1, "verify --json catalog.json"),
    ("show", "catalogs.in", 0, "show --json signed.json"),
    ("check", "catalogs.in", 0, "check --json catalog.json"),
    ("verify", "verify.in", 3, "verify --json broken.json"),
    ("verify", "verify.in", 3, "verify --json missing.json"),
    ("verify", "verify.in", 4, "verify --json --offline signed.json"),
    ("verify-explain", "verify.in", 0, "verify --json --explain proof-domain"),
    ("verification-check", "verify.in", 0, "explain --json time"),
    ("verification-check", "verify.in", 0, "explain --json manifest"),
    ("error", "verify.in", 2, "verify --json --explain proof-domian"),
    ("error", "verify.in", 3, "verify --json --did-document missing.json signed.json"),
    ("error", "verify.in", 2, "verify --json --signer did:plc:z signed.json"),
    ("canon", "canon.in", 0, "canon --hash --json ad.json"),
    ("error", "canon.in", 3, "canon --json duplicate.json"),
    ("error", "canon.in", 3, "canon --json missing.json"),
    ("error", "canon.in", 2, "canon --json --no-such-flag"),
    ("key", "key.in", 0, "key show --json p256-public.pem"),
    ("error", "key.in", 3, "key show --json broken.pem"),
    ("error", "key.in", 4, "discover --json --offline agents.example.com"),
    ("error", "key.in", 1, "discover --json agents.local"),
    ("error", "key.in", 2, "discover --json agents.example.com --graph picture.png"),
    ("init", "key.in", 0, "init --json --did did:wba:example.com -o OUT/ad.json --force"),
    ("init", "key.in", 0, "init --json -o OUT/ad.json --force"),
    ("error", "key.in", 3, "init --json -o OUT/ad.json"),
    ("did-url", "key.in", 0, "did url --json did:wba:example.com:a"),
    ("did-create", "key.in", 0, "did create --json --host example.com --key p256-public.pem -o OUT/did.json --force"),
    (
        "did-create",
        "did-create.in",
        0,
        "did create --json --profile e1 --host example.com --path a --key ed25519.pem -o OUT/e1.json --force",
    ),
    ("did-rotate", "did-rotate.in", 0, "did rotate --json did.json --new-key ed25519.pem -o OUT/rotated.json --force"),
    ("did-rotate", "did-rotate.in", 0, "did rotate --json e1.json --new-key new.pem -o OUT/rebound.json --force"),
    ("did-check", "did-create.in", 0, "did check --json OUT/e1.json"),
    ("did-check", "did-check.in", 0, "did check --json did.json"),
    ("did-check", "did-check.in", 0, "did check --json bad-key.json"),
    ("error", "did-check.in", 1, "did check --json gone.json"),
    (
        "did-resolve",
        "key.in",
        0,
        "did resolve --json --offline did:key:zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP",
    ),
    ("did-resolve", "key.in", 4, "did resolve --json --offline did:wba:example.com"),
    ("did-resolve", "key.in", 1, "did resolve --json --offline did:wba:localhost"),
    ("error", "key.in", 2, "did resolve --json --offline --proxy nowhere did:wba:example.com"),
    (
        "sign",
        "sign.in",
        0,
        "sign --json ad.json --key p256.pem --method did:wba:agent.example.com#key-1 -o OUT/signed.json --force",
    ),
    ("error", "sign.in", 1, "sign --json ad.json --key ed25519.pem --method did:wba:agent.example.com#key-1"),
    ("check-explain", "check.in", 0, "check --explain shown-type --json"),
    ("doctor", "catalogs.in", 0, "doctor --json --offline broken"),
    ("error", "catalogs.in", 1, "doctor --json localhost"),
    ("dns", "catalogs.in", 0, "dns --json --offline broken --host agent.example.com"),
    ("publish", "publish.in", 1, "publish --json agents -o OUT/no-site --check --at 2026-06-01T00:00:00Z"),
    ("publish", "publish.in", 0, "publish --json agents -o OUT/site --key agent.pem --at 2026-06-01T00:00:00Z"),
    ("publish", "publish.in", 1, "publish --json broken -o OUT/no-site"),
    ("error", "publish.in", 3, "publish --json missing -o OUT/no-site"),
    ("expand", "expand.in", 0, "expand --json coffee.json"),
    ("expand", "expand.in", 0, "expand --json coffee.json --to compacted"),
    ("expand", "expand.in", 0, "expand --json coffee.json --to flattened"),
    ("error", "expand.in", 1, "expand --json unknown-context.json"),
    ("error", "key.in", 1, "did url --json did:wba:"),
    (
        "auth-sign",
        "auth.in",
        0,
        "auth sign --json --url https://agent.example.com/tasks --key alice.pem --keyid did:wba:alice.example.com#key-1",
    ),
    (
        "auth-sign",
        "auth.in",
        0,
        "auth sign --json --json-body --method POST --body order.json --url https://agent.example.com/tasks --key alice.pem --key-id did:wba:alice.example.com#key-1",
    ),
    (
        "auth-sign",
        "auth.in",
        0,
        "auth sign --json --legacy --url https://agent.example.com/tasks --key alice.pem --keyid did:wba:alice.example.com#key-1",
    ),
    (
        "auth-sign",
        "auth.in",
        0,
        "auth sign --json --url https://agent.example.com/tasks --key alice.pem --profile web-bot-auth --signature-agent https://alice.example.com",
    ),
    (
        "error",
        "auth.in",
        2,
        "auth sign --json --url ftp://a.example --key alice.pem --keyid did:wba:alice.example.com#key-1",
    ),
    (
        "auth-verify",
        "auth.in",
        0,
        "auth verify --json order.http --audience agent.example.com --did-document did.json --at 2026-01-31T12:00:30Z",
    ),
    ("auth-verify", "auth.in", 1, "auth verify --json order.http --audience agent.example.com --did-document did.json"),
    ("auth-verify", "auth.in", 1, "auth verify --json login.http --audience agent.example.com"),
    ("auth-verify", "auth.in", 3, "auth verify --json order.json --audience agent.example.com"),
    ("auth-verify", "auth.in", 3, "auth verify --json missing.http --audience agent.example.com"),
    (
        "auth-verify",
        "auth.in",
        4,
        "auth verify --json order.http --audience agent.example.com --offline --at 2026-01-31T12:00:30Z",
    ),
    ("error", "auth.in", 2, "auth verify --json order.http --audience agent.example.com/x"),
    (
        "error",
        "call.in",
        4,
        "call --json --offline https://a.example.com/ --key p256.pem --keyid did:wba:b.example.com#k",
    ),
    ("diff", "convert-diff-lock.in", 1, "diff --json old-card.json new-card.json"),
    ("diff", "convert-diff-lock.in", 1, "diff --json --lock reviewed.lock.json"),
    ("diff-explain", "convert-diff-lock.in", 0, "diff --json --explain diff-text"),
    ("error", "convert-diff-lock.in", 1, "diff --json old-card.json ad.json"),
    ("error", "convert-diff-lock.in", 2, "diff --json old-card.json"),
    ("intent", "intents.in", 1, "intent --json card.json message.json"),
    ("intent", "intents.in", 0, "intent --json --lenient card.json message.json"),
    ("error", "intents.in", 3, "intent --json missing.json message.json"),
    ("check", "mcp.in", 1, "check --json tools.json"),
    ("check", "mcp.in", 0, "check --json server-card.json"),
    ("show", "mcp.in", 0, "show --json server-card.json"),
    ("convert", "convert-diff-lock.in", 0, "convert --json --to seed-card old-card.json"),
    ("error", "convert-diff-lock.in", 1, "convert --json --strict --to seed-card old-card.json"),
    ("check", "model-apis.in", 1, "check --json tools.json --for anthropic"),
    ("convert", "model-apis.in", 0, "convert --json --to anthropic tools.json"),
    ("error", "model-apis.in", 1, "convert --json --to openai tools.json --strict"),
    ("error", "check.in", 1, "check --json ad.json --for openai"),
    ("vectors-run", "key.in", 0, "vectors run --json ../../../vectors/document"),
    ("error", "key.in", 3, "vectors run --json missing"),
    ("vectors-answer", "key.in", 0, "vectors answer --json ../../../vectors/document/null.txt"),
    ("vectors-answer", "key.in", 0, "vectors answer ../../../vectors/did/host.txt"),
    ("error", "key.in", 2, "vectors generate --json -o OUT/vectors"),
];

#[test]
fn outputs_are_what_their_schemas_say() {
    keys::own(&repository().join("tests/cli"));
    let mut explained = BTreeSet::new();
    for (name, folder, exit, arguments) in RUNS {
        let output = adp(folder, arguments);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(*exit), "adp {arguments}\n{}", String::from_utf8_lossy(&output.stderr));
        let json: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("adp {arguments}: {error}\n{text}"));
        for check in json["checks"].as_array().into_iter().flatten() {
            let check = check["name"].as_str().unwrap();
            if explained.insert(check.to_owned()) {
                let output = Command::new(env!("CARGO_BIN_EXE_adp")).args(["explain", check]).output().unwrap();
                assert!(output.status.success(), "adp explain {check}");
            }
        }
        let faults: Vec<String> =
            schema(name).iter_errors(&json).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        assert!(faults.is_empty(), "adp {arguments}: {faults:#?}\n{text}");
    }
}

#[test]
fn every_schema_is_used() {
    let mut used: BTreeSet<String> = RUNS.iter().map(|(name, ..)| format!("{name}.schema.json")).collect();
    // the schema of documents, not of an output: description_schema.rs
    used.insert("agent-description.schema.json".to_owned());
    // those of verbs that do not end by themselves: serve.rs, studio.rs
    used.extend(["serve.schema.json".to_owned(), "studio.schema.json".to_owned()]);
    // of a verb that needs a server: discover.rs
    used.extend(["discover.schema.json".to_owned(), "discover-graph.schema.json".to_owned()]);
    // the same: call.rs, mcp.rs, register.rs, rpc.rs
    used.extend(["call", "call-dry-run", "mcp-call", "register"].map(|name| format!("{name}.schema.json")));
    // of a verb that writes beside what it reads: changes.rs
    used.insert("lock.schema.json".to_owned());
    let there: BTreeSet<String> = fs::read_dir(repository().join("schemas"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(used, there);
}

#[test]
fn schemas_refuse_what_is_not_theirs() {
    // a document without statements is compacted to an empty object
    for (name, ..) in RUNS.iter().filter(|(name, ..)| *name != "expand") {
        assert!(!schema(name).is_valid(&serde_json::json!({})), "{name} takes an empty object");
    }
}
