//! Mistakes that authors make: each is told, where it is and with what to write; and what is no mistake is not told.

use crate::formats::published;
use crate::{
    formats::formats,
    signing_agent::{CARD, code, hotel, verify},
    spelling::errors,
};
use adp_cards::{A2A_CARD, SEED_CARD, signature::PayloadForm};
use adp_catalogs::AI_CATALOG;
use adp_fixtures::samples::{options, parse};
use adp_tools::{MCP_SERVER, MCP_TOOLS};
use agent_description::{
    diagnostic::Severity,
    format::{Format, detect},
};

/// A name that is nearly a known one, and one that belongs elsewhere: warnings, as a format's readers ignore both.
#[test]
fn members_that_are_probably_a_mistake_are_told() {
    let warnings = |format: &Format, text: &str| -> Vec<(String, Option<String>, Option<String>)> {
        let found = format.check(&parse(text), &options()).diagnostics.into_iter();
        let warnings = found.filter(|found| found.severity == Severity::Warning && found.rule.id.ends_with("-unknown"));
        warnings.map(|found| (found.pointer.unwrap_or_default(), found.replacement, found.help)).collect()
    };
    let card = CARD
        .replacen(r#""pushNotifications": false"#, r#""pushNotification": true"#, 1)
        .replacen(r#""tags""#, r#""example": ["a"], "note": "b", "tags""#, 1)
        .replacen(r#""name": "Rooms""#, r#""name": "Rooms", "documentationURI": "https://a.example/""#, 1);
    let found: Vec<(String, Option<String>)> =
        warnings(A2A_CARD, &card).into_iter().map(|(at, meant, _)| (at, meant)).collect();
    let meant = |at: &str, name: &str| (at.to_owned(), Some(format!("{name:?}")));
    assert_eq!(
        found,
        [
            meant("/documentationURI", "documentationUrl"),
            meant("/capabilities/pushNotification", "pushNotifications"),
            meant("/skills/0/example", "examples"),
        ]
    );
    let server = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "io.a/b",
        "description": "B", "version": "1.0.0", "status": "active", "runtimeHint": "npx", "websiteUri": "https://b.example"}"#;
    let found = warnings(MCP_SERVER, server);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!((found[0].0.as_str(), found[0].1.as_deref()), ("/status", None));
    assert_eq!((found[1].0.as_str(), found[1].2.as_deref()), ("/runtimeHint", Some("move it into the package")));
    assert_eq!((found[2].0.as_str(), found[2].1.as_deref()), ("/websiteUri", Some("\"websiteUrl\"")));
    let server = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "io.a/b",
        "description": "B", "version": "1.0.0", "packages": [{"registryType": "npm", "identifier": "b", "version": "1.0.0",
        "transport": {"type": "stdio"}, "headers": []}]}"#;
    let found = warnings(MCP_SERVER, server);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].0.as_str(), found[0].2.as_deref()),
        ("/packages/0/headers", Some("move it into the remote or the transport"))
    );
}

/// A misspelled name is told although the right member is there, too; nothing is renamed to a name that is taken.
#[test]
fn a_misspelled_member_is_told_beside_the_right_one() {
    let card = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0", "iconUrl": "https://a.example/i", "iconURI": 1,
      "provider": {"organization": "Hotel", "url": "https://a.example/", "organizations": []},
      "supportedInterfaces": [{"url": "https://a.example/", "protocolBinding": "JSONRPC", "protocolVersion": "1.0", "protocolVersions": []}],
      "capabilities": {"streaming": true, "streamings": true, "extensions": [], "extension": []},
      "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "defaultOutputMode": "text/plain",
      "skills": [{"id": "a", "name": "A", "description": "B", "tags": ["c"], "inputModes": ["text/plain"], "inputMode": "a", "id2": 1, "names": []}]}"#;
    let found = A2A_CARD.check(&parse(card), &options()).diagnostics.into_iter();
    let found: Vec<_> = found.filter(|found| found.rule.id == "a2a-unknown").collect();
    let mut places: Vec<&str> = found.iter().map(|found| found.pointer.as_deref().unwrap()).collect();
    places.sort_unstable();
    assert_eq!(
        places,
        [
            "/capabilities/extension",
            "/capabilities/streamings",
            "/defaultOutputMode",
            "/iconURI",
            "/provider/organizations",
            "/skills/0/inputMode",
            "/skills/0/names",
            "/supportedInterfaces/0/protocolVersions",
        ]
    );
    for found in &found {
        assert!(found.replacement.is_none() && found.help.as_ref().unwrap().contains("which is there, too"), "{found}");
    }
    // another spelling of a member has its own rule, once
    let twice = card.replacen("\"iconURI\"", "\"IconUrl\"", 1);
    let found = A2A_CARD.check(&parse(&twice), &options()).diagnostics;
    let of_icon: Vec<_> = found.iter().filter(|found| found.pointer.as_deref() == Some("/IconUrl")).collect();
    assert_eq!(of_icon.iter().map(|found| found.rule.id).collect::<Vec<_>>(), ["a2a-twins"]);
}

fn names(text: &str) -> Vec<&'static str> {
    let found = detect(parse(text).root(), &formats()).unwrap();
    found.iter().map(|format| format.name).collect()
}

#[test]
fn an_index_or_a_result_is_what_it_is_whatever_stands_beside() {
    let skill = r#"{"name": "a", "type": "skill-md", "description": "A", "url": "https://a.example/a.md"}"#;
    for index in [
        format!(
            r#"{{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "url": "https://a.example/", "skills": [{skill}]}}"#
        ),
        format!(r#"{{"url": "https://a.example/", "skills": [{skill}]}}"#),
        format!(r#"{{"skills": [{skill}]}}"#),
    ] {
        assert_eq!(names(&index), ["skills-index"], "{index}");
    }
    assert_eq!(
        names(r#"{"url": "https://a.example/", "skills": [{"id": "a", "name": "A", "tags": []}]}"#),
        ["a2a-card"]
    );
    for list in [
        r#"{"result": {"tools": [{"name": "a", "inputSchema": {}}]}}"#,
        r#"{"id": 1, "result": {"tools": [{"name": "a", "inputSchema": {}}], "nextCursor": "b"}}"#,
        r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "a", "inputSchema": {}}]}}"#,
    ] {
        assert_eq!(names(list), ["mcp-tools"], "{list}");
        let found = errors(MCP_TOOLS, list);
        assert!(found.contains(&("missing".to_owned(), "/result/tools/0/inputSchema".to_owned())), "{found:?}");
    }
    assert!(detect(parse(r#"{"result": {"tools": []}, "mcp": 1}"#).root(), &formats()).is_err());
}

/// Schemas of servers before the released ones, and where they stood.
#[test]
fn a_server_of_an_old_schema_is_told_how_to_migrate() {
    for schema in [
        "https://modelcontextprotocol.io/schema/2025-01-09/server.json",
        "https://modelcontextprotocol.io/schemas/draft/2025-07-09/server.json",
        "https://static.modelcontextprotocol.io/schemas/2025-07-09/server.schema.json",
    ] {
        let text = format!(
            r#"{{"$schema": "{schema}", "name": "a.b/c", "description": "C", "version": "1.0.0",
            "remotes": [{{"type": "streamable-http", "url": "https://c.example/mcp"}}]}}"#
        );
        assert_eq!(names(&text), ["mcp-server"], "{schema}");
        let report = MCP_SERVER.check(&parse(&text), &options());
        let told: Vec<(&str, &str)> = report.diagnostics.iter().map(|it| (it.severity.as_str(), it.rule.id)).collect();
        assert_eq!(told, [("warning", "mcp-server-schema")]);
        let help = report.diagnostics[0].help.as_deref().unwrap();
        assert!(
            help.contains("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
            "{help}"
        );
        assert!(help.contains("`registryType`") && !help.contains("server-card"), "{help}");
    }
    let keyed = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "a.b/c",
        "description": "C", "version": "1.0.0", "remotes": {"sse": {"url": "https://c.example/mcp"}}}"#;
    let report = MCP_SERVER.check(&parse(keyed), &options());
    assert_eq!(
        report.diagnostics[0].help.as_deref(),
        Some(r#"write `"remotes": [{"type": "streamable-http", "url": "https://HOST/mcp"}]`"#)
    );
}

#[test]
fn what_is_missing_is_told_with_the_text_to_write() {
    let card = CARD.replacen(r#""version": "1.0.0","#, "", 1);
    let without = |name: &str| {
        let mut root = parse(&card).root().clone();
        root.insert("version", "1");
        root.remove(name);
        let report = A2A_CARD.check(&parse(&agent_description::Json::from(root).to_compact()), &options());
        report.diagnostics.into_iter().find(|found| found.code.as_str() == "missing").unwrap().help.unwrap()
    };
    for (name, help) in [
        ("capabilities", r#"add `"capabilities": {}`"#),
        ("description", r#"add `"description": "…"`"#),
        ("defaultInputModes", r#"add `"defaultInputModes": ["text/plain"]`"#),
        ("skills", r#"add `"skills": [{"id": "…", "name": "…", "description": "…", "tags": ["…"]}]`"#),
    ] {
        assert_eq!(without(name), help);
    }
    let tools = MCP_TOOLS.check(&parse(r#"{"tools": [{"name": "a"}]}"#), &options());
    assert_eq!(tools.diagnostics[0].help.as_deref(), Some(r#"add `"inputSchema": {}`"#));
}

/// Cards as people write them: complete for 1.0, with a `url` of before; null for what is not there.
#[test]
fn complete_cards_with_leftovers_and_nulls_are_valid_and_verify() {
    let kept = CARD.replacen(r#""version": "1.0.0","#, r#""version": "1.0.0", "url": "https://hotel.example/a2a","#, 1);
    for card in [
        kept.clone(),
        kept.replacen(r#""url""#, r#""preferredTransport": "JSONRPC", "url""#, 1),
        kept.replacen(r#""url""#, r#""additionalInterfaces": null, "url""#, 1),
        kept.replacen(r#""url""#, r#""protocolVersion": "1.0", "url""#, 1),
    ] {
        assert_eq!(A2A_CARD.profile(&parse(&card)), "a2a-card/1.0");
        assert_eq!(errors(A2A_CARD, &card), [], "{card}");
        let found = A2A_CARD.check(&parse(&card), &options()).diagnostics;
        assert!(found.iter().any(|found| found.code.as_str() == "unknown-member"), "{found:?}");
    }
    let both = kept.replacen(r#""url""#, r#""protocolVersion": "0.3.0", "url""#, 1);
    assert_eq!(A2A_CARD.profile(&parse(&both)), "a2a-card/0.3+1.0");

    let old = r#"{"protocolVersion": "0.3.0", "name": "Rooms", "description": "Books.", "version": "1", "url": "https://hotel.example/a2a",
        "additionalInterfaces": null, "additional_interfaces": null, "supportedInterfaces": null, "provider": null, "iconUrl": null,
        "securitySchemes": null, "security": null, "capabilities": {"streaming": null, "extensions": null}, "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"], "skills": [{"id": "a", "name": "A", "description": "A.", "tags": ["b"], "examples": null}]}"#;
    let old = old.replace(r#" "additional_interfaces": null,"#, "");
    assert_eq!(A2A_CARD.profile(&parse(&old)), "a2a-card/0.3");
    assert_eq!(errors(A2A_CARD, &old), []);
    let signed = hotel().sign(&old, Some(PayloadForm::Served)).unwrap();
    assert_eq!(code(&verify(&signed, &[&hotel()], |_| {})), "ok");
    // interfaces that are not a list name no host, so no signature is accepted
    let unread = old.replace(r#""additionalInterfaces": null"#, r#""additionalInterfaces": 7"#);
    let signed = hotel().sign(&unread, Some(PayloadForm::Served)).unwrap();
    assert_eq!(code(&verify(&signed, &[&hotel()], |_| {})), "card-signer-unbound");

    let seed = r#"{"agentInfo": {"id": "a", "name": "A", "type": "b", "vendor": null}, "capabilities": [{"name": "c", "description": null,
        "inputSchema": null}], "endpoints": {"primary": "https://a.example/"}, "security": null, "constraints": null}"#;
    assert_eq!(errors(SEED_CARD, seed), []);
    assert_ne!(errors(SEED_CARD, &seed.replace(r#""id": "a""#, r#""id": null"#)), []);
}

#[test]
fn places_of_keys_and_forms_of_signatures_are_those_of_a2a() {
    let with = |from: &str, to: &str| CARD.replacen(from, to, 1);
    let key = |place: &str| {
        with(
            r#""name": "Rooms""#,
            &format!(
                r#""name": "Rooms", "securitySchemes": {{"k": {{"apiKeySecurityScheme": {{"location": "{place}", "name": "a"}}}}}}"#
            ),
        )
    };
    for place in ["query", "header", "cookie"] {
        assert_eq!(errors(A2A_CARD, &key(place)), []);
    }
    for place in ["body", "Header", ""] {
        let at = "/securitySchemes/k/apiKeySecurityScheme/location".to_owned();
        assert_eq!(errors(A2A_CARD, &key(place)), [("invalid-value".to_owned(), at)], "{place}");
    }
    // a scheme as Python's SDK dumps it
    let python = r#"{"protocolVersion": "0.3.0", "name": "R", "description": "B", "version": "1", "url": "https://a.example/", "capabilities": {},
        "securitySchemes": {"k": {"type": "apiKey", "in_": "header", "name": "a"}}, "defaultInputModes": [], "defaultOutputModes": [], "skills": []}"#;
    let found = A2A_CARD.check(&parse(python), &options()).diagnostics;
    assert_eq!((found.len(), found[0].replacement.as_deref()), (1, Some("\"in\"")), "{found:?}");

    let signed = |protected: &str, signature: &str| {
        with(
            r#""name": "Rooms""#,
            &format!(r#""name": "Rooms", "signatures": [{{"protected": "{protected}", "signature": "{signature}"}}]"#),
        )
    };
    let es256 = "eyJhbGciOiJFUzI1NiIsImtpZCI6ImEifQ";
    let bytes = "A".repeat(86);
    for (protected, signature, is_wrong) in [
        (es256, bytes.as_str(), false),
        // {"alg":"RS256"}: an algorithm that is not verified here
        ("eyJhbGciOiJSUzI1NiJ9", "AAAA", false),
        ("EIP-191", "0x00", true),
        ("eyJhbGciOiJFUzI1NiJ9", "0x00", true),
        // {"kid":"a"}
        ("eyJraWQiOiJhIn0", bytes.as_str(), true),
    ] {
        let found = errors(A2A_CARD, &signed(protected, signature));
        assert_eq!(!found.is_empty(), is_wrong, "{protected} {signature}: {found:?}");
        assert!(found.iter().all(|(_, at)| at == "/signatures/0/protected"), "{found:?}");
    }
}

#[test]
fn an_identifier_of_an_earlier_draft_is_told_what_it_is_today() {
    let catalog = |rest: &str| {
        format!(
            r#"{{"specVersion": "1.0", "entries": [{{"identifier": "urn:ai:hotel.example:agent:rooms", "displayName": "A", "type": "application/json",
            "url": "https://hotel.example/a"{rest}}}]}}"#
        )
    };
    for (format, text) in [
        (AI_CATALOG, catalog("")),
        (adp_catalogs::ARD, catalog(r#", "representativeQueries": ["book a room", "change a booking"]"#)),
    ] {
        let found = format.check(&parse(&text), &options()).diagnostics;
        let told: Vec<Option<&str>> = found.iter().map(|found| found.replacement.as_deref()).collect();
        assert_eq!(told, [Some("\"urn:air:hotel.example:agent:rooms\"")], "{found:?}");
    }
}

/// Null is as good as absent, where the member need not be there.
#[test]
fn null_stands_for_an_optional_member_that_is_absent() {
    const ENTRY: &str = "urn:air:hotel.example:agent:rooms";
    for (name, text) in [
        (
            "mcp-server",
            r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "com.hotel/rooms",
                "title": null, "description": "Books rooms.", "version": "1.0.2", "websiteUrl": null, "repository": null,
                "packages": [{"registryType": "npm", "identifier": "@hotel/rooms", "version": "1.0.2", "fileSha256": null,
                    "transport": {"type": "stdio", "url": null}}],
                "remotes": null, "_meta": null}"#,
        ),
        (
            "mcp-server-card",
            r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json", "name": "com.hotel/rooms",
                "title": null, "description": "Books rooms.", "version": "1.0.2", "websiteUrl": null, "icons": null,
                "remotes": [{"type": "streamable-http", "url": "https://hotel.example/mcp", "headers": null}]}"#,
        ),
        (
            "mcp-tools",
            r#"{"tools": [{"name": "rooms", "title": null, "description": null, "inputSchema": {"type": "object"},
                "outputSchema": null, "annotations": null}], "nextCursor": null}"#,
        ),
        (
            "ai-catalog",
            r#"{"specVersion": "1.0", "host": null, "extensions": null, "entries": [{
                "identifier": "urn:air:hotel.example:agent:rooms", "type": "application/a2a-agent-card+json", "displayName": null,
                "url": "https://hotel.example/.well-known/agent-card.json", "data": null, "digest": null, "updatedAt": null,
                "publisher": null, "trustManifests": null}]}"#,
        ),
        (
            "ai-catalog",
            r#"{"specVersion": "1.0", "host": {"displayName": "Hotel", "identifier": null}, "entries": [{
                "identifier": "urn:air:hotel.example:agent:rooms", "type": "application/json", "url": null, "data": {"a": 1},
                "trustManifests": [{"contributor": "did:web:auditor.example", "subject": null, "attestations": null,
                    "provenance": [{"relation": "publishedFrom", "sourceId": "https://code.example/rooms"}]}]}]}"#,
        ),
        (
            "skills-index",
            r#"{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "instructions": null, "skills": [{
                "name": "book-a-room", "type": "skill-md", "description": "Book a room. Use when a guest asks for one.",
                "url": "/.well-known/agent-skills/book-a-room/SKILL.md",
                "digest": "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}]}"#,
        ),
    ] {
        let format = published().into_iter().find(|format| format.name == name).unwrap();
        assert!(errors(format, text).is_empty(), "{name}: {:?}", errors(format, text));
        // what has to be there may not be null
        let required = [("name", "com.hotel/rooms"), ("name", "rooms"), ("name", "book-a-room"), ("identifier", ENTRY)];
        let nameless = required.iter().fold(text.to_owned(), |text, (name, value)| {
            text.replace(&format!("\"{name}\": \"{value}\""), &format!("\"{name}\": null"))
        });
        assert!(!errors(format, &nameless).is_empty(), "{nameless}");
    }
}

/// What is looked up for an unknown member is the same for each: thousands of them take no time.
#[test]
fn thousands_of_unknown_members_are_checked_at_once() {
    let more: String = (0..3000).map(|n| format!(r#", "x_y{n}": 1"#)).collect();
    let card = format!(r#"{{"name": "a", "description": "b", "version": "1", "supportedInterfaces": []{more}}}"#);
    let took = adp_fixtures::cpu_time::timed(|| A2A_CARD.check(&parse(&card), &options())).1;
    assert!(took < std::time::Duration::from_secs(8), "{took:?}");
}
