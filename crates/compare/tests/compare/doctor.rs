//! What hosts show: the rules of the places, the score by hand, and patches that are applied.

use crate::{formats::formats, signing_agent::Agent};
use adp_catalogs::{
    AI_CATALOG,
    ai_catalog::{CatalogBuilder, NewEntry, limits},
    trust_manifest::{Validity, sign_entries},
};
use adp_compare::doctor::{
    Inspector, ProbeReason, ProbeResponse, ProbedDocument, STATUS_FIELD, Score, ScoreRow, SignatureResult, patch_of,
    rules,
};
use adp_fixtures::samples::{options, parse};
use agent_description::{
    Code, CodedError, KeyType, Limits,
    diagnostic::{CheckReport, Diagnostic, example_faults},
    did::{DidDocument, Purpose},
    format::Format,
    json::Json,
    proof::Expectations,
    verification::Supplied,
};
use serde_json::Value;
use std::sync::Arc;

const HOST: &str = "https://hotel.example";

/// Every format, with those of well-known URLs.
fn all() -> Vec<&'static Format> {
    [formats(), adp_catalogs::WELL_KNOWN.to_vec()].concat()
}

fn answer(told: &Value) -> ProbeResponse {
    if told.get("time").is_some() {
        return ProbeResponse::Failed { code: Code::NET_TIME, message: "it took too long".to_owned() };
    }
    let bytes = match (&told["text"], &told["body"]) {
        (Value::String(text), _) | (_, Value::String(text)) => text.clone().into_bytes(),
        (_, body) => body.to_string().into_bytes(),
    };
    match told["status"].as_u64().unwrap() {
        200 => {
            let open = serde_json::json!({"access-control-allow-origin": "*"});
            let fields = told.get("fields").unwrap_or(&open).as_object().unwrap().iter();
            let fields = fields.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()));
            let media_type = told["type"].as_str().unwrap_or_default().to_owned();
            let fields = fields
                .chain([("content-type".to_owned(), media_type.clone()), (STATUS_FIELD.to_owned(), "200".to_owned())])
                .collect();
            ProbeResponse::Body { media_type: Some(media_type), bytes, fields }
        }
        404 => ProbeResponse::Nothing,
        status => ProbeResponse::Status { status: status.try_into().unwrap(), location: None },
    }
}

/// Everything that a host shows: its well-known places, and what they name.
fn documents(host: &str) -> Vec<ProbedDocument<'static>> {
    let host: Value = serde_json::from_str(host).unwrap();
    let inspector = Inspector::new(all(), options());
    let look = |asked, url: &str| {
        let path = url.strip_prefix(HOST).unwrap();
        inspector.inspect(asked, url, host.get(path).map_or(ProbeResponse::Nothing, answer))
    };
    let mut documents: Vec<ProbedDocument<'static>> = inspector
        .places()
        .into_iter()
        .map(|place| look(ProbeReason::At(place), &format!("{HOST}{}", place.path)))
        .collect();
    documents.push(look(ProbeReason::Home, &format!("{HOST}/")));
    let links: Vec<_> =
        documents.iter().flat_map(|probed| [probed.links.clone(), probed.probes.clone()].concat()).collect();
    for link in links {
        if documents.iter().all(|probed| probed.url != link.url) {
            documents.push(look(link.reason, &link.url));
        }
    }
    let limits = Limits::default();
    let mut supplied = Supplied::default();
    for probed in documents.iter().filter(|probed| probed.is_did_document()) {
        if let Ok(read) = DidDocument::parse_own(probed.document.as_ref().unwrap(), &limits) {
            supplied.did_documents.insert(read.get().id().clone(), Ok(Arc::new(read)));
        }
    }
    for (path, told) in host.as_object().unwrap() {
        if let ProbeResponse::Body { bytes, .. } = answer(told) {
            supplied.artifacts.insert(format!("{HOST}{path}"), Ok(bytes.into()));
        }
    }
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge();
    let expectations = expectations.at("2026-11-22T12:00:00Z".parse().unwrap()).signer_is_subject();
    for probed in documents.iter_mut().filter(|probed| probed.is_to_be_verified()) {
        let verified = match probed.formats[0].begin(probed.document.clone().unwrap(), &expectations) {
            Ok(pending) => {
                let verification = pending.finish(&supplied);
                probed.signer = verification.signer.clone();
                verification.error
            }
            Err(refused) => refused.error,
        };
        probed.record_verdict(match verified {
            None => SignatureResult::Verified,
            Some(error) => SignatureResult::Not { code: error.code(), message: error.to_string() },
        });
    }
    for probed in &mut documents {
        if let Some(digest) = host.get(probed.url.strip_prefix(HOST).unwrap()).and_then(|told| told.get("digest")) {
            probed.record_content_digest(digest.as_str());
        }
    }
    Inspector::compare(&mut documents);
    documents
}

fn report(host: &str) -> CheckReport {
    documents(host).into_iter().fold(CheckReport::default(), |mut all, probed| {
        all.merge(probed.report);
        all
    })
}

#[test]
fn every_rule_of_places_finds_its_wrong_host_and_nothing_in_the_right_one() {
    let faults = example_faults(rules::RULES, report, &[]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(rules::RULES.len(), 21);
}

#[test]
fn the_score_is_the_weight_of_the_rules_held() {
    let empty = Score::from_documents(&documents("{}"));
    assert_eq!((empty.held, empty.applied, empty.points()), (0, 0, 0));
    // answers and is HTML everywhere, whatever it says it is: nothing is shown
    for media_type in ["text/html", "application/json"] {
        let page = serde_json::json!({"status": 200, "type": media_type, "body": "<!DOCTYPE html><html></html>"});
        let places = Inspector::new(all(), options()).places();
        let host: serde_json::Map<String, Value> =
            places.into_iter().map(|place| (place.path.to_owned(), page.clone())).collect();
        let documents = documents(&Value::Object(host).to_string());
        assert_eq!(Score::from_documents(&documents).points(), 0, "{media_type}");
        let mut places = documents.iter().filter(|probed| probed.reason != ProbeReason::Home);
        let has_page =
            |probed: &ProbedDocument<'_>| probed.report.diagnostics.iter().any(|found| found.rule == &rules::STATUS);
        assert!(places.all(has_page));
    }
    // answers 3, status 1, type 3, JSON 3, format broken 3: of a place whose format asks nothing of what is there
    let host =
        r#"{"/.well-known/agent-card.json": {"status": 200, "type": "application/json", "body": {"kind": "menu"}}}"#;
    let score = Score::from_documents(&documents(host));
    assert_eq!((score.held, score.applied), (10, 13));
    assert_eq!(score.points(), 76);
    // the same at the wrong type: 7 of 13
    let score = Score::from_documents(&documents(&host.replace("application/json", "text/plain")));
    assert_eq!((score.held, score.applied, score.points()), (7, 13, 53));
}

/// 100 · held / applied, rounded down, worked out by hand: 100 says that nothing was found.
#[test]
fn points_are_rounded_down() {
    for (held, applied, points) in [
        (0, 3, 0),
        (1, 3, 33),
        (2, 3, 66),
        (1, 8, 12),
        (3, 8, 37),
        (1, 200, 0),
        (1, 201, 0),
        (199, 200, 99),
        (197, 200, 98),
        (7, 7, 100),
    ] {
        let mut score = Score::default();
        (score.held, score.applied, score.shown) = (held, applied, true);
        assert_eq!(score.points(), points, "{held} of {applied}");
        score.shown = false;
        assert_eq!(score.points(), 0);
    }
}

#[test]
fn a_host_that_lies_about_types_is_read_all_the_same() {
    let host = r#"{"/.well-known/did.json": {"status": 200, "type": "text/html; charset=utf-8", "body": {"id": "did:web:hotel.example", "assertionMethod": []}}}"#;
    let documents = documents(host);
    let shown: Vec<_> = documents.iter().filter(|probed| probed.is_shown()).collect();
    assert_eq!((shown.len(), shown[0].format(), shown[0].verified), (1, Some("did-document"), Some(true)));
    let found: Vec<&str> = shown[0].report.diagnostics.iter().map(|found| found.rule.id).collect();
    assert_eq!(found, ["shown-type"]);
}

/// Documents of MCP, indexes of skills and the intents that a card declares are checked by their own rules, at their places and
/// where a catalog names them.
#[test]
fn a_host_s_tools_skills_and_intents_are_looked_at() {
    let host = serde_json::json!({
        "/.well-known/agent-skills/index.json": {"status": 200, "type": "application/json", "body": {
            "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
            "skills": [{"name": "Book!", "type": "skill-md", "description": "Books.", "url": "SKILL.md",
                "digest": "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}]}},
        "/.well-known/mcp/server-card.json": {"status": 200, "type": "application/json", "body": {
            "serverInfo": {"name": "rooms", "version": "1"}, "serverUrl": "https://hotel.example/mcp"}},
        "/.well-known/agent-card.json": {"status": 200, "type": "application/json", "body": {
            "name": "Rooms", "description": "Books.", "version": "1", "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
            "supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
            "skills": [{"id": "book", "name": "Book", "description": "Books.", "tags": ["booking"]}],
            "capabilities": {"extensions": [{"uri": "https://help.aliyun.com/zh/model-studio/multimodal-integration-a2a-intent",
                "params": {"skills": [{"id": "book", "inputSchema": {"type": "object", "properties": {"n": {"type": "int"}}}}]}}]}}},
        "/.well-known/ai-catalog.json": {"status": 200, "type": "application/ai-catalog+json", "body": {"specVersion": "1.0", "entries": [
            {"identifier": "urn:air:hotel.example:mcp-tools:tools", "displayName": "Tools", "type": "application/json", "url": "https://hotel.example/tools.json"}]}},
        "/tools.json": {"status": 200, "type": "application/json", "body": {"tools": [{"name": "book", "inputSchema": {"type": "object", "properties": {"n": {"type": "int"}}}}]}}
    });
    let documents = documents(&host.to_string());
    for (path, format, rule) in [
        ("/.well-known/agent-skills/index.json", "skills-index", "skills-index-name"),
        ("/.well-known/mcp/server-card.json", "mcp-server-card", "mcp-card-de-facto"),
        ("/.well-known/agent-card.json", "a2a-card", "a2a-intent-schema"),
        ("/tools.json", "mcp-tools", "mcp-tool-schema"),
    ] {
        let probed = documents.iter().find(|probed| probed.url == format!("{HOST}{path}")).unwrap();
        assert_eq!(probed.format(), Some(format));
        let found: Vec<&str> = probed.report.diagnostics.iter().map(|found| found.rule.id).collect();
        assert!(found.contains(&rule), "{path}: {found:?}");
    }
}

/// SHA-256 of `abc`, by `sha256sum`.
const ABC: &str = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

#[test]
fn what_is_named_with_a_digest_is_compared_with_it() {
    let host = |bytes: &str| {
        serde_json::json!({
            "/.well-known/agent-skills/index.json": {"status": 200, "type": "application/json", "body": {
                "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": [
                    {"name": "book", "type": "skill-md", "description": "Books.", "url": "/skills/book.md", "digest": ABC},
                    {"name": "cancel", "type": "archive", "description": "Cancels.", "url": "https://other.example/a.zip", "digest": ABC}]}},
            "/.well-known/ai-catalog.json": {"status": 200, "type": "application/json", "body": {"specVersion": "1.0", "entries": [
                {"identifier": "urn:air:hotel.example:skill:book", "type": "text/markdown", "url": "https://hotel.example/book.md", "digest": ABC},
                {"identifier": "urn:air:hotel.example:tools:book", "type": "application/json", "url": "https://hotel.example/tools.json",
                 "digest": "sha256:24b6b59dec4dd5ac7dd3a2ba3e9cb5e9eda4c3a3ef8fa4d4a25d9b1f27a5f6f0"}]}},
            "/skills/book.md": {"status": 200, "type": "text/markdown", "text": bytes},
            "/book.md": {"status": 200, "type": "text/markdown", "text": bytes},
            "/tools.json": {"status": 200, "type": "application/json", "text": "{\"tools\": []}"}
        })
    };
    let found = |bytes: &str| {
        let documents = documents(&host(bytes).to_string());
        let found: Vec<(&str, String)> = documents
            .iter()
            .flat_map(|probed| &probed.report.diagnostics)
            .filter(|found| found.rule == &rules::DIGEST)
            .map(|found| (found.code.as_str(), found.pointer.clone().unwrap()))
            .collect();
        (Score::from_documents(&documents).points(), found)
    };
    let tools = ("catalog-artifact", "/entries/1/digest".to_owned());
    let (right, told) = found("abc");
    assert_eq!(told, std::slice::from_ref(&tools));
    let (wrong, told) = found("abd");
    let catalogs = [("catalog-artifact", "/entries/0/digest".to_owned()), tools];
    assert_eq!(told[..2], catalogs);
    assert_eq!(told[2..], [("catalog-artifact", "/skills/0/digest".to_owned())]);
    // the index broke a rule of weight 3; the catalog had broken it before
    assert!(wrong < right, "{wrong} {right}");
    // a file that is not there is told, too, and what is elsewhere is not looked at
    let mut host = host("abc");
    host.as_object_mut().unwrap().remove("/skills/book.md");
    let documents = documents(&host.to_string());
    let missing = documents.iter().find(|probed| probed.url == "https://hotel.example/skills/book.md").unwrap();
    assert_eq!(missing.report.diagnostics[0].rule, &rules::LINKED);
    assert!(documents.iter().all(|probed| probed.url.starts_with(HOST)));
}

/// An entry's digest that was changed after it was signed: the file differs, the manifest says another digest, the catalog does not verify.
#[test]
fn a_wrong_digest_is_told_once_at_its_entry() {
    const WRONG: &str = "sha256:24b6b59dec4dd5ac7dd3a2ba3e9cb5e9eda4c3a3ef8fa4d4a25d9b1f27a5f6f0";
    let agent = Agent::new("did:web:hotel.example", KeyType::P256, 7);
    let entry =
        NewEntry::with_type("urn:air:hotel.example:skill:book", "application/json", "https://hotel.example/book.json")
            .digest_of(b"abc");
    let plain = CatalogBuilder::new().entry(entry).to_ai_catalog().unwrap();
    let validity = Validity::from("2026-11-01T12:00:00Z".parse().unwrap());
    let signed = sign_entries(&plain, &agent.signer(), validity, false, limits()).unwrap();
    let mut body: Value = serde_json::from_str(signed.source()).unwrap();
    assert_eq!(body["entries"][0]["digest"], ABC);
    body["entries"][0]["digest"] = WRONG.into();
    // by the catalog's own rules, the manifest is about another release
    let report = AI_CATALOG.check(&parse(&body.to_string()), &options());
    let subject = report.diagnostics.iter().find(|found| found.code.as_str() == "catalog-subject").unwrap();
    assert_eq!(subject.pointer.as_deref(), Some("/entries/0/trustManifests/0/subject/digest"));
    let did: Value = serde_json::from_str(agent.document.source()).unwrap();
    let json = |body: &Value| serde_json::json!({"status": 200, "type": "application/json", "body": body});
    let host = serde_json::json!({
        "/.well-known/ai-catalog.json": json(&body), "/.well-known/did.json": json(&did),
        "/book.json": {"status": 200, "type": "application/json", "text": "abc"}
    });
    let documents = documents(&host.to_string());
    let catalog = documents.iter().find(|probed| probed.url.ends_with("ai-catalog.json")).unwrap();
    let codes = ["catalog-artifact", "catalog-subject"];
    let told = catalog.report.diagnostics.iter().filter(|found| codes.contains(&found.code.as_str()));
    let told: Vec<_> = told.map(|found| (found.code.as_str(), found.pointer.as_deref())).collect();
    assert_eq!((told, catalog.verified), (vec![("catalog-artifact", Some("/entries/0/digest"))], Some(false)));
}

#[test]
fn interfaces_of_the_host_that_are_not_there_are_told() {
    let card = serde_json::json!({"name": "Rooms", "description": "Books.", "version": "1", "capabilities": {},
        "supportedInterfaces": [
            {"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"},
            {"url": "https://hotel.example/rest", "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0"},
            {"url": "https://other.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
        "url": "https://hotel.example/old",
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
        "skills": [{"id": "book", "name": "Book", "description": "Books.", "tags": ["booking"]}]});
    let host = |status: u16| {
        serde_json::json!({
            "/.well-known/agent-card.json": {"status": 200, "type": "application/json", "body": card},
            "/a2a": {"status": status}, "/old": {"status": 200, "type": "text/html", "body": "<html>"}
        })
    };
    let found = |status: u16| -> Vec<String> {
        let documents = documents(&host(status).to_string());
        let broken =
            |probed: &&ProbedDocument<'_>| probed.report.diagnostics.iter().any(|it| it.rule == &rules::INTERFACE);
        documents.iter().filter(broken).map(|probed| probed.url.clone()).collect()
    };
    for status in [404, 500, 502, 503] {
        assert_eq!(found(status), ["https://hotel.example/a2a"], "{status}");
    }
    // 501 is said of the method
    for status in [400, 401, 405, 406, 429, 501] {
        assert!(found(status).is_empty(), "{status}");
    }
}

/// No connection and no response in time are told; what the settings forbid to ask is not.
#[test]
fn interfaces_that_do_not_answer_are_told() {
    let inspector = Inspector::new(all(), options());
    for (code, is_told) in [
        (Code::NET_CONNECT, true),
        (Code::NET_TIME, true),
        (Code::NET_TLS, true),
        (Code::NET_ADDRESS, false),
        (Code::NET_OFFLINE, false),
        (Code::NET_SCHEME, false),
    ] {
        let answer = ProbeResponse::Failed { code, message: "why".to_owned() };
        let probed = inspector.inspect(ProbeReason::Interface, "https://hotel.example/a2a", answer);
        let told: Vec<_> = probed.report.diagnostics.iter().map(|found| (found.rule.id, found.code)).collect();
        let expected = if is_told { vec![("shown-interface", code)] } else { vec![] };
        assert_eq!(told, expected);
        // a row of the score, or none
        assert_eq!(ScoreRow::from_documents(&[probed]).len(), usize::from(is_told));
    }
}

/// Interfaces of the host are asked at any of its ports, and those of other hosts are not.
#[test]
fn interfaces_at_other_ports_are_of_the_host() {
    let interface = |url: &str| serde_json::json!({"url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"});
    let urls = [
        "https://hotel.example:8443/a2a",
        "https://other.example/a2a",
        "http://hotel.example/a2a",
        "https://hotel.example.evil.example/",
    ];
    let card = serde_json::json!({"name": "Rooms", "description": "Books.", "version": "1", "capabilities": {},
        "supportedInterfaces": urls.map(interface), "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
        "skills": [{"id": "book", "name": "Book", "description": "Books.", "tags": ["booking"]}]});
    let inspector = Inspector::new(all(), options());
    let place = &adp_cards::A2A_CARD.well_known[0];
    let bytes = card.to_string().into_bytes();
    let answer = ProbeResponse::Body { media_type: Some("application/json".to_owned()), bytes, fields: Vec::new() };
    let probed = inspector.inspect(ProbeReason::At(place), &format!("{HOST}{}", place.path), answer);
    let asked: Vec<&str> = probed.probes.iter().map(|link| link.url.as_str()).collect();
    assert_eq!(asked, ["https://hotel.example:8443/a2a"]);
}

fn told_of<'a>(documents: &'a [ProbedDocument<'_>], path: &str) -> Vec<(&'static str, &'a str)> {
    let probed = documents.iter().find(|probed| probed.url == format!("{HOST}{path}")).unwrap();
    probed.report.diagnostics.iter().map(|found| (found.rule.id, found.message.as_str())).collect()
}

/// The home page's `Link` fields: what they lead to is read, its type compared, and its lack told.
#[test]
fn links_of_the_home_page_are_followed() {
    let link = r#"</.well-known/api-catalog>; rel="api-catalog", </openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json",
        </docs>; rel=service-doc; type="text/html", </gone>; rel=describedby, <https://elsewhere.example/doc>; rel=service-doc,
        </card>; rel=alternate; type="application/agent-skills+json", </feed>; rel=alternate; type="application/rss+xml",
        </style.css>; rel=preload, </mcp/card>; rel=describedby; anchor="/mcp""#.replace('\n', " ");
    let host = |link: &str| {
        serde_json::json!({
            "/": {"status": 200, "type": "text/html", "text": "<html>", "fields": {"link": link}},
            "/.well-known/api-catalog": {"status": 200, "type": "application/linkset+json", "body": {
                "linkset": [{"anchor": "https://hotel.example/.well-known/api-catalog", "item": [{"href": "https://hotel.example/api"}]}]}},
            "/openapi.json": {"status": 200, "type": "application/json", "body": {"openapi": "3.1.0"}},
            "/docs": {"status": 200, "type": "text/html; charset=utf-8", "text": "<html>"},
            "/card": {"status": 200, "type": "application/agent-skills+json", "body": {"skills": [
                {"name": "Book!", "type": "skill-md", "description": "Books.", "url": "SKILL.md", "digest": ABC}],
                "$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json"}}
        })
        .to_string()
    };
    let documents_of_all = documents(&host(&link));
    let asked: Vec<(&str, ProbeReason)> = documents_of_all
        .iter()
        .filter(|it| !it.url.contains("/.well-known/"))
        .map(|it| (&it.url[HOST.len()..], it.reason))
        .collect();
    // the first is of no type of ours here: descriptions of APIs are formats of another crate
    assert_eq!(
        asked[..5],
        [
            ("/", ProbeReason::Home),
            ("/card", ProbeReason::Linked),
            ("/openapi.json", ProbeReason::Artifact),
            ("/docs", ProbeReason::Artifact),
            ("/gone", ProbeReason::Artifact),
        ]
    );
    let told = told_of(&documents_of_all, "/");
    assert_eq!(told.iter().map(|(rule, _)| *rule).collect::<Vec<_>>(), ["shown-home-links", "shown-link"], "{told:?}");
    assert!(told[0].1.contains("https://elsewhere.example/doc") && told[0].1.ends_with("not fetched"), "{told:?}");
    assert!(
        told[1].1.contains("/openapi.json is of type application/vnd.oai.openapi+json, found \"application/json\""),
        "{told:?}"
    );
    assert_eq!(told_of(&documents_of_all, "/gone")[0].0, "shown-linked");
    // the skills index has its own rules, wherever it is
    assert!(told_of(&documents_of_all, "/card").iter().any(|(rule, _)| *rule == "skills-index-name"));
    let rows = ScoreRow::from_documents(&documents_of_all);
    let row = rows.iter().find(|row| documents_of_all[row.document].reason == ProbeReason::Home).unwrap();
    assert_eq!((row.rule, row.weight, row.is_held), ("shown-link", 1, false));
    // a field that says nothing of what is shown costs nothing
    let documents_of_one = documents(&host("</style.css>; rel=preload"));
    let told = told_of(&documents_of_one, "/");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].1.ends_with("send `Link: </.well-known/api-catalog>; rel=\"api-catalog\"`"), "{told:?}");
    let rows = ScoreRow::from_documents(&documents_of_one);
    assert!(rows.iter().all(|row| documents_of_one[row.document].reason != ProbeReason::Home));
    // a page that shows nothing, or is not there, is no finding
    let nothing = r#"{"/": {"status": 200, "type": "text/html", "text": "<html>"}}"#;
    assert!(told_of(&documents(nothing), "/").is_empty() && told_of(&documents("{}"), "/").is_empty());
}

/// A field that is cut off or malformed, and one with more links than are read: each is one finding.
#[test]
fn links_that_are_not_read_are_found() {
    let inspector = Inspector::new(all(), options());
    let found = |field: &str| {
        let fields = vec![("link".to_owned(), field.to_owned())];
        let answer = ProbeResponse::Body { media_type: None, bytes: Vec::new(), fields };
        let home = inspector.inspect(ProbeReason::Home, &format!("{HOST}/"), answer);
        let found: Vec<_> =
            home.report.diagnostics.iter().map(|it| (it.rule.id, it.code, it.message.clone())).collect();
        (found, home.links.len() + home.probes.len())
    };
    for rest in ["/a; rel=x", "</a; rel=x", "</a>", "</a>; rel=\"x", "</a>; rel=x y", "</a>; =x", "</a> </b>; rel=x"] {
        let message = format!("found {rest:?} in `Link`, expected `<URL>; rel=\"RELATION\"`");
        let expected = vec![("shown-link", Code::INVALID_VALUE, message)];
        assert_eq!(found(&format!("</b>; rel=service-doc, {rest}")), (expected, 1), "{rest}");
    }
    let links = |count: usize| "</a>; rel=service-doc, ".repeat(count);
    assert_eq!(found(&links(64)), (vec![], 64));
    let message = "`Link` has more than 64 links; the others are not read".to_owned();
    assert_eq!(found(&links(65)), (vec![("shown-link", Code::TOO_LARGE, message.clone())], 64));
    assert_eq!(found(&links(100_000)), (vec![("shown-link", Code::TOO_LARGE, message)], 64));
}

/// A registration that names another DID than the host's, or than the one that signed its card.
#[test]
fn a_registration_names_the_host_s_did_and_its_card_s_signer() {
    let hotel = Agent::new("did:web:hotel.example", KeyType::P256, 7);
    let rooms = Agent::new("did:web:hotel.example:rooms", KeyType::P256, 8);
    let json = |body: &str| serde_json::json!({"status": 200, "type": "application/json", "body": serde_json::from_str::<Value>(body).unwrap()});
    let told = |did: &str, signer: &Agent| {
        let registration = serde_json::json!({"type": "https://eips.ethereum.org/EIPS/eip-8004#registration-v1", "name": "Rooms",
            "description": "Books.", "image": "https://hotel.example/a.png", "services": [
                {"name": "A2A", "endpoint": "https://hotel.example/.well-known/agent-card.json"}, {"name": "DID", "endpoint": did}]});
        let card = signer.sign(crate::signing_agent::CARD, None).unwrap();
        let host = serde_json::json!({
            "/.well-known/agent-registration.json": json(&registration.to_string()),
            "/.well-known/agent-card.json": json(card.source()),
            "/.well-known/did.json": json(hotel.document.source()),
            "/rooms/did.json": json(rooms.document.source()),
            "/a2a": {"status": 405},
        });
        let documents = documents(&host.to_string());
        let card = documents.iter().find(|probed| probed.url.ends_with("agent-card.json")).unwrap();
        let found = report(&host.to_string()).diagnostics;
        let found = found.iter().filter(|found| found.rule == &rules::NAMED_DID);
        (card.verified, found.map(|found| found.message.clone()).collect::<Vec<_>>())
    };
    assert_eq!(told("did:web:hotel.example", &hotel), (Some(true), vec![]));
    let (verified, found) = told("did:web:motel.example", &hotel);
    assert_eq!((verified, found.len()), (Some(true), 2));
    assert_eq!(found[0], "the document names the DID did:web:motel.example, but the host's is did:web:hotel.example");
    let (_, found) = told("did:web:hotel.example:rooms", &hotel);
    assert_eq!(
        found,
        [
            "the document names the DID did:web:hotel.example:rooms, but https://hotel.example/.well-known/agent-card.json is signed by did:web:hotel.example"
        ]
    );
}

#[test]
fn a_registration_with_another_host_s_did_is_found_on_a_host_without_dids() {
    let of_key = "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK";
    for (did, is_found) in [("did:wba:evil.example.com", true), ("did:web:hotel.example", false), (of_key, false)] {
        let registration = serde_json::json!({"type": "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
            "name": "Rooms", "description": "Books.", "image": "https://hotel.example/a.png",
            "services": [{"name": "DID", "endpoint": did}]});
        let host = serde_json::json!({"/.well-known/agent-registration.json":
            {"status": 200, "type": "application/json", "body": registration}});
        let found = report(&host.to_string()).diagnostics;
        let found: Vec<_> = found.iter().filter(|found| found.rule == &rules::NAMED_DID).collect();
        assert_eq!(found.len(), usize::from(is_found), "{did}");
        assert!(
            found.iter().all(|found| found.message == format!("the document names {did}, the DID of another host"))
        );
    }
}

#[test]
fn ten_thousand_entries_lead_to_links_of_the_host_alone() {
    let items: Vec<String> = (0..10_050)
        .map(|n| {
            format!(
                r#"{{"@type": "ad:AgentDescription", "@id": "https://{}.example/{n}.json"}}"#,
                if n % 2 == 0 { "hotel" } else { "other" }
            )
        })
        .collect();
    let page = format!(
        r#"{{"@context": {{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}}, "@type": "CollectionPage", "items": [{}]}}"#,
        items.join(",")
    );
    let inspector = Inspector::new(all(), options());
    let bytes = page.into_bytes();
    let answer = ProbeResponse::Body { media_type: Some("application/ld+json".to_owned()), bytes, fields: Vec::new() };
    let listing = &agent_description::format::DISCOVERY_LISTING.well_known[0];
    let probed = inspector.inspect(ProbeReason::At(listing), &format!("{HOST}{}", listing.path), answer);
    assert!(probed.is_shown());
    assert!(probed.links.len() <= 5_000, "{}", probed.links.len());
    assert!(probed.links.iter().all(|link| link.url.starts_with("https://hotel.example/")));
}

#[test]
fn a_document_at_one_of_two_places_is_told_where_its_readers_look() {
    let catalog = r#"{"status": 200, "type": "application/json", "body": {"specVersion": "1.0", "entries": []}}"#;
    for (paths, expected) in [
        (vec!["/.well-known/ai-catalog.json"], vec!["missing"]),
        (vec!["/.well-known/ard.json"], vec!["missing"]),
        (vec!["/.well-known/ai-catalog.json", "/.well-known/ard.json"], vec![]),
    ] {
        let members: Vec<String> = paths.iter().map(|path| format!("\"{path}\": {catalog}")).collect();
        let found = report(&format!("{{{}}}", members.join(",")));
        let codes: Vec<&str> =
            found.diagnostics.iter().map(|found| found.code.as_str()).filter(|code| *code == "missing").collect();
        assert_eq!(codes, expected, "{paths:?}");
    }
}

/// What hostile hosts answer: each is judged, and none is taken for a document.
#[test]
fn whatever_is_answered_is_judged() {
    for body in
        ["", "null", "[]", "\"x\"", "{", "{\"a\": 1, \"a\": 2}", "\u{feff}{}", &"[".repeat(100_000), "{\"id\": 5}"]
    {
        let host =
            serde_json::json!({"/.well-known/did.json": {"status": 200, "type": "application/json", "text": body}});
        let documents = documents(&host.to_string());
        let shown: Vec<_> = documents.iter().filter(|probed| probed.is_shown()).collect();
        assert_eq!(shown.len(), 1, "{body:.20}");
        assert!(shown[0].is_valid() == Some(false) && shown[0].verified.is_none(), "{body:.20}");
        assert!(Score::from_documents(&documents).points() < 100, "{body:.20}");
    }
}

fn checked(format: &Format, text: &str) -> Vec<Diagnostic> {
    let mut options = options();
    options.for_registry = true;
    format.check(&parse(text), &options).diagnostics
}

/// The document after the patch, by an implementation that is not ours.
fn patched(text: &str, patch: &Json) -> String {
    let mut document: Value = serde_json::from_str(text).unwrap();
    let patch: json_patch::Patch = serde_json::from_str(&patch.to_compact()).unwrap();
    json_patch::patch(&mut document, &patch).unwrap();
    serde_json::to_string_pretty(&document).unwrap()
}

#[test]
fn each_patch_puts_its_finding_right_and_breaks_nothing() {
    let mut applied = Vec::new();
    let said = |found: &Diagnostic| (found.rule.id, found.message.clone());
    for format in formats() {
        for rule in format.rules {
            let text = rule.example.unwrap().wrong_document();
            let before = checked(format, &text);
            for found in &before {
                let Some(patch) = patch_of(&parse(&text), found) else { continue };
                let after = checked(format, &patched(&text, &patch));
                let is_same = |other: &Diagnostic| other.rule == found.rule && other.message == found.message;
                assert!(!after.iter().any(is_same), "{}: {patch:?} leaves {found}", rule.id);
                let new: Vec<_> =
                    after.iter().map(said).filter(|one| !before.iter().map(said).any(|old| old == *one)).collect();
                assert!(new.is_empty(), "{}: {patch:?} brings {new:?}", rule.id);
                applied.push(rule.id);
            }
        }
    }
    assert!(applied.len() >= 5, "{applied:?}");
}

#[test]
fn patches_of_names_values_and_types() {
    let card = r#"{"protocolVersion": "0.3.0", "name": "Rooms", "description": "Books rooms.", "version": "1", "capabilities": {},
  "url": "https://a.example/", "defaultInputMode": ["text"], "defaultOutputModes": [], "skills": []}"#;
    let found = checked(adp_cards::A2A_CARD, card);
    let patches: Vec<String> =
        found.iter().filter_map(|found| patch_of(&parse(card), found)).map(|patch| patch.to_compact()).collect();
    assert_eq!(patches, [r#"[{"op":"move","path":"/defaultInputModes","from":"/defaultInputMode"}]"#]);
    // what is signed is mended at its source
    let signed = card.replacen('{', r#"{"signatures": [], "#, 1);
    assert!(checked(adp_cards::A2A_CARD, &signed).iter().all(|found| patch_of(&parse(&signed), found).is_none()));
}

/// The rows add up to the score, and name what was lost.
#[test]
fn the_score_is_explained_row_by_row() {
    let host = r#"{"/.well-known/agent-card.json": {"status": 200, "type": "text/plain", "body": {"kind": "menu"}}}"#;
    let documents = documents(host);
    let rows = ScoreRow::from_documents(&documents);
    let told: Vec<_> = rows.iter().map(|row| (row.rule, row.weight, row.is_held)).collect();
    assert_eq!(
        told,
        [
            ("shown-answers", 3, true),
            ("shown-status", 1, true),
            ("shown-type", 3, false),
            ("shown-json", 3, true),
            ("shown-format", 3, false),
        ]
    );
    assert!(rows.iter().all(|row| documents[row.document].url.ends_with("/.well-known/agent-card.json")));
    let score = Score::from_documents(&documents);
    assert_eq!((score.held, score.applied), (7, 13));
}

/// What scanners look at: each place is read by its own row.
#[test]
fn documents_of_other_protocols_are_recognized() {
    let json = |body: Value| serde_json::json!({"status": 200, "type": "application/json", "body": body});
    let host = serde_json::json!({
        "/.well-known/oauth-protected-resource": json(serde_json::json!({"resource": "https://hotel.example", "authorization_servers": ["http://login.example"]})),
        "/.well-known/agent-registration.json": json(serde_json::json!({"type": "Agent", "name": "Rooms", "description": "Books.", "image": "https://hotel.example/a.png",
            "endpoints": [{"name": "A2A", "url": "https://hotel.example/a2a"}], "registrations": [{"agentId": 1, "agentRegistry": "eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432"}]})),
        "/.well-known/mcp.json": json(serde_json::json!({"version": "1.0.0", "servers": [{"url": "https://hotel.example/mcp"}]})),
        "/.well-known/x402.json": json(serde_json::json!({"x402Version": 2, "items": []})),
        "/.well-known/ucp": json(serde_json::json!({"ucp": "1.0"})),
    });
    let documents = documents(&host.to_string());
    let found = |path: &str| {
        let probed = documents.iter().find(|probed| probed.url == format!("{HOST}{path}")).unwrap();
        let rules: Vec<&str> = probed.report.diagnostics.iter().map(|found| found.rule.id).collect();
        (probed.format(), rules)
    };
    assert_eq!(
        found("/.well-known/oauth-protected-resource"),
        (Some("oauth-protected-resource"), vec!["oauth-resource"])
    );
    // the complaints of the registry's own validator
    let (format, mut rules) = found("/.well-known/agent-registration.json");
    rules.sort_unstable();
    assert_eq!(
        (format, rules),
        (Some("agent-registration"), vec!["erc8004-service", "erc8004-services", "erc8004-type"])
    );
    assert_eq!(found("/.well-known/mcp.json"), (None, vec!["shown-shape"]));
    assert_eq!(found("/.well-known/x402.json"), (Some("x402-manifest"), vec![]));
    assert_eq!(found("/.well-known/ucp"), (None, vec!["shown-shape"]));
    let named =
        documents.iter().flat_map(|probed| &probed.report.diagnostics).find(|found| found.rule == &rules::SHAPE);
    assert!(named.unwrap().message.ends_with("with the members \"servers\", \"version\""), "{named:?}");
    // what is named costs nothing
    let rows = ScoreRow::from_documents(&documents);
    assert!(rows.iter().all(|row| row.rule != "shown-shape"));
}

/// A registration leads to the host's card and DID document; what it names must be there.
#[test]
fn a_registration_is_linked_to_card_and_did() {
    let registration = serde_json::json!({"type": "https://eips.ethereum.org/EIPS/eip-8004#registration-v1", "name": "Rooms", "description": "Books.",
        "image": "https://hotel.example/a.png", "services": [
            {"name": "A2A", "endpoint": "https://hotel.example/card.json"}, {"name": "DID", "endpoint": "did:web:hotel.example:rooms"},
            {"name": "DID", "endpoint": "did:web:elsewhere.example"}, {"name": "ENS", "endpoint": "rooms.eth"}]});
    let host = serde_json::json!({"/.well-known/agent-registration.json": {"status": 200, "type": "application/json", "body": registration}});
    let documents = documents(&host.to_string());
    let mut missing: Vec<&str> = documents
        .iter()
        .filter(|probed| probed.report.diagnostics.iter().any(|found| found.rule == &rules::LINKED))
        .map(|probed| probed.url.as_str())
        .collect();
    missing.sort_unstable();
    assert_eq!(missing, ["https://hotel.example/card.json", "https://hotel.example/rooms/did.json"]);
}
