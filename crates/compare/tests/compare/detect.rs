//! Of which format each sample of the material is.

use crate::formats::{formats, published};
use adp_fixtures::samples::{files, parse};
use adp_fixtures::third_party;
use agent_description::format::detect;

/// A folder or file of the material, and the format of what is in it; `-` for what is no card.
const FOLDERS: &[(&str, &str)] = &[
    ("a2a/wild/agent-cards", "a2a-card"),
    ("a2a/wild/agent-skills", "skills-index"),
    ("a2a/wild/catalogs", "catalog"),
    ("interop/a2a-cards", "a2a-card"),
    ("interop/agents-json", "-"),
    ("interop/ai-catalog", "ai-catalog"),
];

/// The catalogs of public repositories that are not ARD's: one of the first generation, and two invented shapes.
const CATALOGS: &[(&str, &str)] = &[
    ("GoodGangLabs__AnimaSync.json", "-"),
    ("Search4Agents__Search4Agents.json", "ai-catalog"),
    ("gofr-dev__website.json", "-"),
];

/// What is served as an MCP server card, but says too little to tell.
const MCP_CARDS: &[(&str, &str)] = &[("CSOAI-ORG__agent-audit-logger-mcp.json", "-")];

/// The seeds' own examples: a card of each sort, and pieces of cards and other documents.
const SEEDS: &[(&str, &str)] =
    &[("envelope-3.json", "seed-card"), ("google-0.json", "a2a-card"), ("google-1.json", "mcp-tools")];

fn found(text: &str) -> String {
    match detect(parse(text).root(), &formats()) {
        Ok(formats) => formats.iter().map(|format| format.name).collect::<Vec<_>>().join("+"),
        Err(_) => "-".to_owned(),
    }
}

/// The same of cards alone: what has some member of descriptions is read as one where it is nothing else.
fn card(text: &str) -> String {
    let found = found(text);
    if found == "adp" { "-".to_owned() } else { found }
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn every_sample_is_of_the_format_that_it_is_of() {
    let mut cases = 0;
    for (folder, expected) in FOLDERS {
        for (name, text) in files(&third_party::path(folder)) {
            let expected = match *expected {
                "catalog" => CATALOGS.iter().find(|(catalog, _)| *catalog == name).map_or("ard", |(_, format)| format),
                expected => expected,
            };
            assert_eq!(card(&text), expected, "{folder}/{name}");
            cases += 1;
        }
    }
    for (name, text) in files(&third_party::path("a2a/wild/mcp-server-cards")) {
        let expected = MCP_CARDS.iter().find(|(card, _)| *card == name).map_or("mcp-server-card", |(_, format)| format);
        assert_eq!(card(&text), expected, "{name}");
        cases += 1;
    }
    for (name, text) in files(&third_party::path("interop/seeds")) {
        let expected = SEEDS.iter().find(|(seed, _)| *seed == name).map_or("-", |(_, format)| format);
        assert_eq!(card(&text), expected, "{name}");
        cases += 1;
    }
    // what is signed: the card stands inside of the vector
    for (folder, member) in [
        ("interop/a2a-card-sign", "served_card"),
        ("a2a/signed-fixtures", "signed_card"),
        ("a2a-tck/a2a-card-sign-v01/s0-control", "served_card"),
        ("a2a-tck/a2a-card-sign-v01/s1-default-valued", "served_card"),
        ("a2a-tck/a2a-card-sign-v01/s2-absent-required", "served_card"),
        ("a2a-tck/a2a-card-sign-v01/s3-unknown-fields", "served_card"),
        ("a2a-tck/a2a-card-sign-v01/s4-dual-name", "served_card"),
    ] {
        for (name, text) in files(&third_party::path(folder)) {
            let Some(card) = parse(&text).root().get(member).map(agent_description::Json::to_compact) else { continue };
            assert_eq!(found(&card), "a2a-card", "{folder}/{name}");
            cases += 1;
        }
    }
    third_party::ran("a2a-formats", cases);
}

/// Folders whose documents are no cards: what MCP, agents.json and A2A's own schemas say of others.
const NO_CARDS: &[&str] = &[
    "a2a/wild/agent-skills",
    "a2a/wild/catalogs",
    "a2a/wild/mcp-server-cards",
    "interop/a2a-spec",
    "interop/agents-json",
    "interop/ai-catalog",
    "interop/mcp",
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn no_other_sample_of_the_material_is_taken_for_a_card() {
    let mut cases = 0;
    let mut folders: Vec<std::path::PathBuf> = NO_CARDS.iter().map(|folder| third_party::path(folder)).collect();
    while let Some(folder) = folders.pop() {
        folders.extend(
            std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()),
        );
        for (name, text) in files(&folder) {
            // schemas are larger than cards may be, and texts that are no object are no card either
            let Ok(document) =
                agent_description::Document::parse(text.as_bytes(), agent_description::ReadLimits::new(16 << 20))
            else {
                continue;
            };
            let formats = detect(document.root(), &published());
            let names: Vec<&str> = formats.iter().flatten().map(|format| format.name).collect();
            let is_card = names.iter().any(|name| ["a2a-card", "seed-card"].contains(name));
            assert!(!is_card, "{} is read as {names:?}", folder.join(name).display());
            cases += 1;
        }
    }
    third_party::ran("a2a-no-cards", cases);
}

#[test]
fn what_is_nearly_a_card_is_told_what_it_lacks() {
    for (text, expected) in [
        (r#"{"skills": [], "url": "https://a.example/"}"#, "a2a-card"),
        (r#"{"supported_interfaces": []}"#, "a2a-card"),
        (r#"{"name": "a", "description": "b", "version": "1", "capabilities": []}"#, "-"),
        (r#"{"name": "a", "description": "b", "version": "1", "capabilities": {"streaming": true}}"#, "a2a-card"),
        (r#"{"name": "a", "default_input_modes": ["text/plain"]}"#, "a2a-card"),
        (r#"{"name": "a", "version": "1", "capabilities": {"tools": {"listChanged": false}}}"#, "mcp-server-card"),
        (r#"{"skills": [{"name": "a", "url": "b", "digest": "c"}], "url": "https://a.example/"}"#, "skills-index"),
        (r#"{"tools": [{"type": "function", "function": {"name": "a", "parameters": {}}}]}"#, "-"),
        (r#"{"name": "a", "description": "b", "version": "1", "capabilities": {}, "tools": []}"#, "mcp-server-card"),
        (r#"{"tools": []}"#, "mcp-tools"),
        (r#"{"tools": {}}"#, "-"),
        (r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [], "nextCursor": "b"}}"#, "mcp-tools"),
        (r#"{"name": "com.a/b", "version": "1", "packages": []}"#, "mcp-server"),
        (
            r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"}"#,
            "mcp-server",
        ),
        (
            r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json", "name": "com.a/b", "remotes": []}"#,
            "mcp-server-card",
        ),
        (r#"{"$schema": "https://schemas.agentskills.io/discovery/0.9.0/schema.json"}"#, "skills-index"),
        (r#"{"skills": [{"name": "a", "url": "b"}]}"#, "skills-index"),
        (r#"{"skills": [{"id": "a", "name": "b"}], "url": "https://a.example/"}"#, "a2a-card"),
        (r#"{"skills": []}"#, "-"),
        (r#"{"name": "a", "url": "https://a.example/"}"#, "-"),
        (r#"{"agentInfo": {}, "capabilities": []}"#, "seed-card"),
        (r#"{"agentInfo": [], "capabilities": []}"#, "-"),
        (
            r#"{"@context": "https://agent-network-protocol.com/ad#", "@type": "ad:AgentDescription", "name": "a", "skills": [], "url": "b"}"#,
            "adp",
        ),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
    let unknown = detect(parse(r#"{"name": "a", "skills": [], "iconUrl": "b"}"#).root(), &formats()).unwrap_err();
    assert_eq!((unknown.nearest[0].0, &unknown.nearest[0].1[..]), ("a2a-card", &["`supportedInterfaces`"][..]));
}
