//! Known names in another spelling: what a stranger adds to a signed document for readers that ignore case, `_` and `-`.

use crate::signing_agent::{Agent, CARD, Expected, code, hotel, supplied, verify};
use adp_cards::{
    A2A_CARD, SEED_CARD,
    seed_card::SEED,
    signature::{PayloadForm, sign},
};
use adp_catalogs::{
    AI_CATALOG, SKILLS_INDEX,
    ai_catalog::{CatalogBuilder, NewEntry, limits},
    trust_manifest::{Validity, sign_catalog, sign_entries},
};
use adp_fixtures::samples::{options, parse};
use adp_tools::{MCP_SERVER, MCP_SERVER_CARD, MCP_TOOLS};
use agent_description::{CodedError, KeyType, Limits, diagnostic::Severity, format::Format};

/// The errors of a document: code and place.
pub fn errors(format: &Format, text: &str) -> Vec<(String, String)> {
    let found = format.check(&parse(text), &options()).diagnostics.into_iter();
    let errors = found.filter(|found| found.severity == Severity::Error);
    errors.map(|found| (found.code.as_str().to_owned(), found.pointer.unwrap_or_default())).collect()
}

#[test]
fn a_card_with_a_known_name_in_another_spelling_is_neither_signed_nor_verified_nor_valid() {
    let signed = hotel().sign(CARD, None).unwrap();
    assert_eq!(code(&verify(&signed, &[&hotel()], |_| {})), "ok");
    let text = signed.json().to_compact();
    for (from, to, expected, pointer) in [
        (r#""name":"Rooms""#, r#""name": "Rooms", "Name": "Evil""#, "spelling", "/Name"),
        (r#""name":"Rooms""#, r#""name": "Rooms", "SecurityRequirements": []"#, "spelling", "/SecurityRequirements"),
        (r#""name":"Rooms""#, r#""name": "Rooms", "ICON_URL": "https://evil.example/""#, "spelling", "/ICON_URL"),
        (r#""name":"Rooms""#, "\"name\": \"Rooms\", \"\u{17f}ignatures\": []", "spelling", "/\u{17f}ignatures"),
        (
            r#""protocolBinding""#,
            r#""URL": "https://evil.example/", "protocolBinding""#,
            "spelling",
            "/supportedInterfaces/0/URL",
        ),
        (r#""protocolBinding""#, r#""Tenant": "evil", "protocolBinding""#, "spelling", "/supportedInterfaces/0/Tenant"),
        (r#""tags""#, r#""input-modes": ["image/png"], "tags""#, "spelling", "/skills/0/input-modes"),
        (
            r#""name":"Rooms""#,
            r#""name": "Rooms", "securitySchemes": {"key": {"apiKeySecurityScheme": {"location": "header", "name": "a"}}, "KEY": {"mtlsSecurityScheme": {}}}"#,
            "spelling",
            "/securitySchemes/KEY",
        ),
        (
            r#""name":"Rooms""#,
            r#""name": "Rooms", "securitySchemes": {"key": {"type": "oauth2", "flows": {"password": {"tokenUrl": "https://a.example", "TokenURL": "https://evil.example"}}}}"#,
            "spelling",
            "/securitySchemes/key/flows/password/TokenURL",
        ),
    ] {
        let card = text.replacen(from, to, 1);
        assert_ne!(card, text);
        // also by the payload form that covers no unknown member
        for form in PayloadForm::ALL {
            let expected_of = Expected { payload_forms: vec![*form], ..Expected::default() };
            let error = expected_of.begin(&parse(&card), A2A_CARD).unwrap_err().error.unwrap();
            assert_eq!((error.code().as_str(), error.pointer().as_deref()), (expected, Some(pointer)), "{to}");
            assert_eq!(hotel().sign(&card, Some(*form)).unwrap_err().code().as_str(), expected, "{to}");
        }
        assert!(
            errors(A2A_CARD, &card).contains(&(expected.to_owned(), pointer.to_owned())),
            "{to}: {:?}",
            errors(A2A_CARD, &card)
        );
    }
    // names that nobody takes for a known one, and names of the author's own
    for to in [
        r#""name": "Rooms", "urls": 1, "x-url": 2"#,
        r#""name": "Rooms", "securitySchemes": {"a": {"oauth2SecurityScheme": {"flows": {"password": {"tokenUrl": "https://a.example", "scopes": {"read_all": "a", "readAll": "b"}}}}}}"#,
    ] {
        let card = CARD.replacen(r#""name": "Rooms""#, to, 1);
        let signed = hotel().sign(&card, Some(PayloadForm::Served)).unwrap();
        assert_eq!(code(&verify(&signed, &[&hotel()], |_| {})), "ok", "{to}");
    }
}

#[test]
fn a_seed_card_with_a_known_name_in_another_spelling_is_refused() {
    const CARD: &str = r#"{"agentInfo": {"id": "a", "name": "A", "type": "b"}, "capabilities": [{"name": "c"}],
        "endpoints": {"primary": "https://hotel.example/a"}}"#;
    let signer = hotel().signer();
    let signed = sign(&parse(CARD), SEED, &signer, None, None, &Limits::default()).unwrap();
    assert_eq!(errors(SEED_CARD, signed.source()), []);
    for (from, to, pointer) in [
        (r#""primary":"#, r#""Primary": "https://evil.example/", "primary":"#, "/endpoints/Primary"),
        (r#""primary":"#, r#""back_up": "https://evil.example/", "primary":"#, "/endpoints/back_up"),
        (r#""agentInfo":"#, r#""AgentInfo": {}, "agentInfo":"#, "/AgentInfo"),
        (r#""agentInfo":"#, r#""Constraints": {}, "agentInfo":"#, "/Constraints"),
    ] {
        let card = CARD.replacen(from, to, 1);
        let added = signed.json().to_compact().replacen(from, to, 1);
        assert_ne!(card, CARD);
        let refused = sign(&parse(&card), SEED, &signer, None, None, &Limits::default()).unwrap_err();
        assert_eq!((refused.code().as_str(), refused.pointer().as_deref()), ("spelling", Some(pointer)));
        let refused = Expected::default().begin(&parse(&added), SEED_CARD).unwrap_err();
        assert_eq!(code(&refused), "spelling");
        assert!(errors(SEED_CARD, &card).contains(&("spelling".to_owned(), pointer.to_owned())), "{to}");
    }
}

#[test]
fn what_a_stranger_adds_to_a_catalog_in_another_spelling_refuses_it() {
    let agent = Agent::new("did:web:hotel.example", KeyType::P256, 7);
    let entry =
        NewEntry::at("urn:air:hotel.example:agent:rooms", adp_cards::A2A_CARD, "https://hotel.example/card.json");
    let catalog =
        CatalogBuilder::new().host("Hotel", Some("did:web:hotel.example")).entry(entry).to_ai_catalog().unwrap();
    let validity = Validity::from("2026-11-01T12:00:00Z".parse().unwrap());
    let signed = sign_entries(&catalog, &agent.signer(), validity, false, limits()).unwrap();
    let verdict = |text: &str| {
        let error = match Expected::default().begin(&parse(text), AI_CATALOG) {
            Ok(pending) => pending.finish(&supplied(&[&agent])).error,
            Err(refused) => refused.error,
        };
        error.map_or(Ok(()), |error| Err((error.code().as_str(), error.pointer())))
    };
    let text = signed.json().to_compact();
    assert_eq!(verdict(&text), Ok(()));
    // what a stranger may write, as entries alone are signed
    let free = text.replacen(
        r#"{"specVersion""#,
        r#"{"extensions": {"com.example.URL": 1, "com.example.url": 2}, "specVersion""#,
        1,
    );
    assert_eq!(verdict(&free), Ok(()));
    for (from, to, pointer) in [
        (r#""specVersion""#, r#""Entries": [], "specVersion""#, "/Entries"),
        (r#""specVersion""#, r#""additional_signatures": [], "specVersion""#, "/additional_signatures"),
        (r#""displayName""#, r#""Identifier": "did:web:evil.example", "displayName""#, "/host/Identifier"),
        (r#""url":"#, r#""URL": "https://evil.example/", "url":"#, "/entries/0/URL"),
        (r#""url":"#, r#""Digest": "sha256:00", "url":"#, "/entries/0/Digest"),
        (r#""url":"#, r#""trust-manifests": [], "url":"#, "/entries/0/trust-manifests"),
        (r#""url":"#, r#""publisher": {"DisplayName": "Evil"}, "url":"#, "/entries/0/publisher/DisplayName"),
        (r#""subject":"#, r#""Subject": {}, "subject":"#, "/entries/0/trustManifests/0/Subject"),
        (
            r#""jws":"#,
            r#""Expires_At": "2099-01-01T00:00:00Z", "jws":"#,
            "/entries/0/trustManifests/0/signature/Expires_At",
        ),
        (
            r#""entries":["#,
            r#""entries":[{"identifier": "urn:air:hotel.example:c:d", "type": "application/ai-catalog+json", "data": {"entries": [{"Url": "a"}]}},"#,
            "/entries/0/data/entries/0/Url",
        ),
    ] {
        let added = text.replacen(from, to, 1);
        assert_ne!(added, text, "{from}");
        assert_eq!(verdict(&added), Err(("spelling", Some(pointer.to_owned()))), "{to}");
        assert!(errors(AI_CATALOG, &added).contains(&("spelling".to_owned(), pointer.to_owned())), "{to}");
        for whole in [false, true] {
            let refused = match whole {
                true => sign_catalog(&parse(&added), &agent.signer(), validity, true, limits()),
                false => sign_entries(&parse(&added), &agent.signer(), validity, true, limits()),
            };
            assert_eq!(refused.unwrap_err().code().as_str(), "spelling", "{to}");
        }
    }
}

#[test]
fn documents_of_mcp_and_indexes_have_one_spelling_of_each_name() {
    let server = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "io.a/b",
        "description": "B", "version": "1.0.0", "packages": [{"registry_type": "npm", "identifier": "b", "version": "1.0.0",
        "transport": {"type": "stdio"}, "environment_variables": [{"name": "KEY", "is_secret": true, "isRequired": true, "IsRequired": false}]}],
        "remotes": [{"type": "sse", "url": "https://b.example/{tenant}", "Url": "https://evil.example", "variables": {"tenant": {}, "Tenant": {}}}]}"#;
    let card = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json", "name": "io.a/b",
        "description": "B", "version": "1.0.0", "Remotes": []}"#;
    let tools = r#"{"tools": [{"name": "a", "input_schema": {"type": "object", "Type": 1}, "annotations": {"read_only_hint": true}}]}"#;
    let skills = r#"{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": [{"name": "a", "type": "skill-md",
        "description": "A", "url": "a.md", "URL": "b.md", "digest": "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}]}"#;
    let expected: [(&Format, &str, &[&str]); 4] = [
        (
            MCP_SERVER,
            server,
            &[
                "/packages/0/registry_type",
                "/packages/0/environment_variables",
                "/packages/0/environment_variables/0/is_secret",
                "/packages/0/environment_variables/0/IsRequired",
                "/remotes/0/Url",
                "/remotes/0/variables/Tenant",
            ],
        ),
        (MCP_SERVER_CARD, card, &["/Remotes"]),
        (MCP_TOOLS, tools, &["/tools/0/input_schema", "/tools/0/annotations/read_only_hint"]),
        (SKILLS_INDEX, skills, &["/skills/0/URL"]),
    ];
    for (format, text, places) in expected {
        let mut found = errors(format, text);
        found.sort();
        let mut expected: Vec<(String, String)> =
            places.iter().map(|place| ("spelling".to_owned(), (*place).to_owned())).collect();
        expected.sort();
        assert_eq!(found, expected, "{}", format.name);
    }
}
