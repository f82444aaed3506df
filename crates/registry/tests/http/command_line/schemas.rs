//! Every `--json` output of `adp-registry` is what its JSON Schema says: those of `schemas/` here, and the repository's for failures.

use crate::http::served::adp_registry;
use adp_fixtures::{
    population::{Agent, HOST},
    web::Web,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    io::{BufReader, Read},
    path::{Path, PathBuf},
    process::Stdio,
};

const ID: &str = "urn:air:hotel.example.com:mcp:rooms";
const TOOLS: &str =
    r#"{"tools": [{"name": "find_rooms", "description": "Finds rooms.", "inputSchema": {"type": "object"}}]}"#;

/// The schemas of one program's outputs.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas")
}

fn schema(name: &str) -> jsonschema::Validator {
    let folder = if name == "error" { folder().join("../../../schemas") } else { folder() };
    let text = fs::read(folder.join(format!("{name}.schema.json"))).unwrap();
    jsonschema::validator_for(&serde_json::from_slice(&text).unwrap()).unwrap()
}

fn is_as(name: &str, value: &Value, what: &str) {
    let schema = schema(name);
    let faults: Vec<String> =
        schema.iter_errors(value).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{what}: {faults:#?}\n{value:#}");
    assert!(!schema.is_valid(&json!({})), "{name} takes an empty object");
    let mut more = value.clone();
    more["somethingElse"] = json!(1);
    assert!(!schema.is_valid(&more), "{name} takes any member");
}

/// The first value that a stream has: a server prints one and goes on.
fn first_value(stream: impl Read) -> Value {
    serde_json::Deserializer::from_reader(BufReader::new(stream)).into_iter().next().unwrap().unwrap()
}

#[test]
fn outputs_are_what_their_schemas_say() {
    let place = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(place.path().join(name), text).unwrap();
    write("tools.json", TOOLS);
    write("invalid.json", r#"{"tools": [{"name": 1}]}"#);
    write("hosts", "nobody.example.com");
    write(
        "twice.jsonl",
        &format!("{}\n{}\n", json!({"identifier": ID, "document": TOOLS}), json!({"identifier": ID, "document": "{}"})),
    );
    // a host whose signed description is verified
    let signed = Agent::new(0);
    write("signed.json", &String::from_utf8(signed.description_of(1, "Rooms", "Finds rooms.")).unwrap());
    let web = Web::serve(HOST, HashMap::from([(signed.did_document_path(), signed.did_document().to_vec())]), 1);
    write("ca.pem", &web.authority_pem);
    let verified = format!(
        "add signed.json --id urn:air:{0}:agent:rooms --cacert ca.pem --resolve {1}",
        HOST,
        web.resolve_override(HOST)
    );

    let get_verified = format!("get urn:air:{}:agent:rooms", HOST);
    let runs: &[(&str, i32, &str)] = &[
        ("error", 3, "search rooms"),
        ("evidence", 0, "add tools.json --offline --id urn:air:hotel.example.com:mcp:rooms"),
        ("evidence", 0, &verified),
        ("evidence", 0, "get urn:air:hotel.example.com:mcp:rooms"),
        ("evidence", 0, &get_verified),
        ("search", 0, "search rooms --page-size 1"),
        ("search", 1, "search nosuchword"),
        ("export", 0, "export -o all.jsonl"),
        ("add-from", 0, "add --from all.jsonl --offline"),
        ("add-from", 1, "add --from twice.jsonl --offline"),
        ("reindex", 0, "reindex"),
        ("crawl", 0, "crawl hosts --offline"),
        ("remove", 0, "remove urn:air:hotel.example.com:mcp:rooms"),
        ("error", 1, "get urn:air:hotel.example.com:mcp:rooms"),
        ("error", 1, "remove urn:air:hotel.example.com:mcp:rooms"),
        ("error", 1, "add invalid.json --offline --id urn:air:hotel.example.com:mcp:rooms"),
        ("error", 3, "add missing.json --offline --id urn:air:hotel.example.com:mcp:rooms"),
        ("error", 2, "add tools.json --offline --id nothing"),
        ("explain", 0, "explain registry-older"),
        ("error", 2, "explain registry-newer"),
        ("error", 2, "search ("),
        ("error", 2, "search --no-such-flag"),
        ("error", 3, "crawl missing --offline"),
        ("error", 2, "crawl -"),
        ("error", 3, "export -o no/such/folder/all.jsonl"),
    ];
    let mut used: BTreeSet<String> = BTreeSet::from(["serve".to_owned()]);
    for (name, exit, arguments) in runs {
        let mut command = adp_registry();
        command
            .current_dir(place.path())
            .args(arguments.split(' '))
            .arg("--json")
            .env("ADP_REGISTRY_STORE", "agents.redb");
        let output = command.stdin(Stdio::null()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(*exit), "{arguments}: {text}{told}");
        let value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments}: {error}: {text}"));
        is_as(name, &value, arguments);
        if arguments.starts_with("get urn") && *exit == 0 {
            assert_eq!(value["verified"], json!(arguments.contains(":agent:")), "{value:#}");
        }
        used.insert((*name).to_owned());
    }

    let mut server = adp_registry();
    server.args(["serve", "--demo", "--json", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = server.spawn().unwrap();
    let value = first_value(server.stdout.take().unwrap());
    let url = format!("http://{}", value["address"].as_str().unwrap());
    let asked = adp_registry().args(["search", "", "--json", "--page-size", "50", "--url", &url]).output().unwrap();
    is_as("search", &serde_json::from_slice(&asked.stdout).unwrap(), "search --url");
    server.kill().unwrap();
    server.wait().unwrap();
    is_as("serve", &value, "serve");

    used.remove("error");
    let there: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().file_name().to_str().unwrap().trim_end_matches(".schema.json").to_owned())
        .collect();
    assert_eq!(used, there, "every schema is used");
}
