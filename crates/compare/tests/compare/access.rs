//! Who may call an agent: what readers of a card would not see is an error, and no conversion asks for less.

use adp_cards::{A2A_CARD, SEED_CARD};
use adp_compare::convert::{ConversionOptions, ConversionTarget, ConvertError, convert};
use adp_fixtures::samples::{options, parse};
use agent_description::{
    Code, CodedError, Json,
    diagnostic::Severity,
    format::{ADP, Format},
    json::Object,
};

/// A 1.0 card with these schemes, requirements and members of its skill.
fn current(schemes: &str, requirements: &str, skill: &str) -> String {
    format!(
        r#"{{"name": "Parcels", "description": "Sends parcels.", "version": "2.1.0",
      "supportedInterfaces": [{{"url": "https://post.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}],
      "capabilities": {{"streaming": false}}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
      "securitySchemes": {schemes}, {requirements}
      "skills": [{{"id": "send", "name": "Send", "description": "Sends a parcel.", "tags": ["post"] {skill}}}]}}"#
    )
}

/// A 0.3 card with these requirements and members of its skill.
fn old(requirements: &str, skill: &str) -> String {
    format!(
        r#"{{"protocolVersion": "0.3.0", "name": "Parcels", "description": "Sends parcels.", "version": "2.1.0",
      "url": "https://post.example/a2a", "preferredTransport": "JSONRPC",
      "capabilities": {{"streaming": false}}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
      "securitySchemes": {{"counter": {{"type": "oauth2", "flows": {{"clientCredentials": {{"tokenUrl": "https://post.example/t", "scopes": {{"send": "Send"}}}}}}}}}},
      {requirements}
      "skills": [{{"id": "send", "name": "Send", "description": "Sends a parcel.", "tags": ["post"] {skill}}}]}}"#
    )
}

const OAUTH: &str = r#"{"counter": {"oauth2SecurityScheme": {"flows": {"clientCredentials": {"tokenUrl": "https://post.example/t", "scopes": {"send": "Send"}}}}}}"#;

/// Requirements of 1.0 that readers take for access without authentication, or without scopes: where the finding is, and
/// what it says to write.
const UNREAD: &[(&str, &str, &str)] = &[
    (r#"{"counter": []}"#, "/counter", r#"write `{"schemes": {"counter": {"list": []}}}`"#),
    (r#"{"counter": ["send"]}"#, "/counter", r#"write `{"schemes": {"counter": {"list": ["send"]}}}`"#),
    (r#"{"counter": {"list": ["send"]}}"#, "/counter", r#"write `{"schemes": {"counter": {"list": []}}}`"#),
    (r#"{"schemes": {}, "counter": ["send"]}"#, "/counter", r#"write `{"schemes": {"counter": {"list": ["send"]}}}`"#),
    (r#"{"scheme": {"counter": {"list": []}}}"#, "/scheme", r#"write `{"schemes": {"NAME": {"list": []}}}`"#),
    (
        r#"{"schemes": {"counter": {"scopes": ["send"]}}}"#,
        "/schemes/counter/scopes",
        r#"write `{"schemes": {"scopes": {"list": ["send"]}}}`"#,
    ),
];

#[test]
fn a_requirement_outside_schemes_is_an_error_at_the_root_and_in_skills() {
    let found = |card: &str| -> Vec<(String, String)> {
        let report = A2A_CARD.check(&parse(card), &options());
        let all = report.diagnostics.into_iter().filter(|found| found.rule.id == "a2a-1-requirement");
        all.map(|found| {
            assert_eq!(found.severity, Severity::Error);
            (found.pointer.unwrap(), found.help.unwrap())
        })
        .collect()
    };
    for (requirement, at, help) in UNREAD {
        let root = current(OAUTH, &format!(r#""securityRequirements": [{requirement}],"#), "");
        assert_eq!(found(&root), [(format!("/securityRequirements/0{at}"), (*help).to_owned())], "{requirement}");
        let skill = current(OAUTH, "", &format!(r#", "securityRequirements": [{{}}, {requirement}]"#));
        assert_eq!(found(&skill), [(format!("/skills/0/securityRequirements/1{at}"), (*help).to_owned())]);
    }
    for right in [
        "{}",
        r#"{"schemes": {}}"#,
        r#"{"schemes": {"counter": {}}}"#,
        r#"{"schemes": {"counter": {"list": []}}, "note": "x"}"#,
    ] {
        let card = current(OAUTH, &format!(r#""securityRequirements": [{right}],"#), "");
        assert!(A2A_CARD.check(&parse(&card), &options()).is_valid(), "{right}");
    }
}

#[test]
fn a_scheme_in_the_form_of_openapi_is_told_its_kind() {
    let help = |scheme: &str| {
        let card = current(&format!(r#"{{"counter": {scheme}}}"#), "", "");
        let report = A2A_CARD.check(&parse(&card), &options());
        let found = report.diagnostics.into_iter().find(|found| found.rule.id == "a2a-1-security").unwrap();
        found.help.unwrap_or_default()
    };
    let key = help(r#"{"type": "apiKey", "in": "query", "name": "k"}"#);
    assert!(
        key.starts_with("write `{\"apiKeySecurityScheme\": {…}}`") && key.ends_with("`location` for `in`"),
        "{key}"
    );
    let tls = help(r#"{"type": "mutualTLS"}"#);
    assert!(tls.starts_with("write `{\"mtlsSecurityScheme\": {…}}`") && tls.ends_with("into it"), "{tls}");
    assert_eq!(help(r#"{"type": "magic"}"#), "");
}

/// Whether a converted card or description says that everybody may call, at the root or in a skill; saying nothing is not
/// saying so.
fn says_open(root: &Object) -> bool {
    let definitions = root.get("securityDefinitions").and_then(Json::as_object);
    let is_nosec =
        definitions.into_iter().flatten().any(|it| it.value().get("scheme").and_then(Json::as_str) == Some("nosec"));
    let skills = root.get("skills").and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_object);
    let lists = std::iter::once(root).chain(skills).flat_map(|holder| {
        ["security", "securityRequirements"].into_iter().filter_map(|name| holder.get(name).and_then(Json::as_array))
    });
    let is_empty = |requirement: &Json| {
        let object = requirement.as_object();
        object.is_some_and(|object| {
            object.get("schemes").map_or(object.is_empty(), |it| it.as_object().is_none_or(Object::is_empty))
        })
    };
    is_nosec || lists.into_iter().any(|list| list.is_empty() || list.iter().any(is_empty))
}

const AGENT_TARGETS: [ConversionTarget; 4] =
    [ConversionTarget::A2a1, ConversionTarget::A2a03, ConversionTarget::Adp, ConversionTarget::Anp07];

#[test]
fn no_conversion_writes_access_without_authentication_that_the_source_does_not_state() {
    let mut sources: Vec<(String, &'static Format)> = Vec::new();
    for (requirement, ..) in UNREAD {
        let list = format!(r#""securityRequirements": [{requirement}]"#);
        sources.push((current(OAUTH, &format!("{list},"), ""), A2A_CARD));
        sources.push((current(OAUTH, "", &format!(", {list}")), A2A_CARD));
    }
    for requirement in [
        r#"{"counter": []}"#,
        r#"["counter"]"#,
        r#"[["counter"]]"#,
        r#"[{"counter": null}]"#,
        r#"[{"counter": "send"}]"#,
        r#"[{"schemes": {"counter": {"list": []}}}]"#,
        "7",
    ] {
        sources.push((old(&format!(r#""security": {requirement},"#), ""), A2A_CARD));
        sources.push((old("", &format!(r#", "security": {requirement}"#)), A2A_CARD));
        sources.push((current(OAUTH, &format!(r#""securityRequirements": {requirement},"#), ""), A2A_CARD));
    }
    // nothing is said, or what no target has
    sources.push((current("{}", "", ""), A2A_CARD));
    sources.push((old("", ""), A2A_CARD));
    sources.push((old(r#""authentication": {"schemes": ["Hawk"]},"#, ""), A2A_CARD));
    sources.push((
        r#"{"agentInfo": {"id": "p", "name": "Parcels", "type": "agent"}, "capabilities": [], "endpoints": {"primary": "https://post.example/"}, "security": {"authMethods": ["mtls"]}}"#.to_owned(),
        SEED_CARD,
    ));
    for security in ["[]", "\"missing_sc\"", r#"["open_sc", "psk_sc"]"#, "{}", "null"] {
        sources.push((
            format!(
                r#"{{"@context": ["https://agent-network-protocol.com/ad#"], "@type": "AgentDescription", "name": "Parcels", "did": "did:wba:post.example",
          "interfaces": [{{"@type": "StructuredInterface", "@id": "https://post.example/i", "name": "I", "protocol": "MCP", "url": "https://post.example/mcp"}}],
          "securityDefinitions": {{"psk_sc": {{"scheme": "psk", "in": "header", "name": "Authorization"}}}}, "security": {security}}}"#
            ),
            ADP,
        ));
    }
    let (mut refused, mut written) = (0, 0);
    for (text, format) in &sources {
        for to in AGENT_TARGETS {
            match convert(&parse(text), format, to, &ConversionOptions::default()) {
                Ok(converted) => {
                    let stays = format.is_description && matches!(to, ConversionTarget::Adp | ConversionTarget::Anp07);
                    assert!(
                        stays || !says_open(converted.document.root()),
                        "{}: {text}\n{}",
                        to.as_str(),
                        converted.document.source()
                    );
                    written += 1;
                }
                Err(error) => {
                    assert!(
                        !error.place().pointer.unwrap_or_default().is_empty()
                            || !matches!(error, ConvertError::Security { .. })
                    );
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 80 && written > 20, "{refused} {written}");
}

#[test]
fn access_without_authentication_that_is_stated_stays() {
    for (text, to) in [
        (current(OAUTH, r#""securityRequirements": [{}],"#, ""), ConversionTarget::A2a03),
        (current(OAUTH, r#""securityRequirements": [{"schemes": {}}],"#, ""), ConversionTarget::Adp),
        (old(r#""security": [{}],"#, ""), ConversionTarget::A2a1),
    ] {
        let converted = convert(&parse(&text), A2A_CARD, to, &ConversionOptions::default()).unwrap();
        assert!(says_open(converted.document.root()), "{}", converted.document.source());
    }
    let asked = convert(
        &parse(&old(r#""security": [{"counter": ["send"]}],"#, "")),
        A2A_CARD,
        ConversionTarget::A2a1,
        &ConversionOptions::default(),
    );
    let asked = asked.unwrap().document;
    let scopes = asked.root().get("securityRequirements").unwrap().to_compact();
    assert_eq!(scopes, r#"[{"schemes":{"counter":{"list":["send"]}}}]"#);
}

/// A card of both versions whose parts disagree has no answer that is safe for both.
#[test]
fn two_versions_that_disagree_about_open_access_are_refused() {
    let both = |requirements: &str| {
        let card = current(OAUTH, requirements, "");
        card.replacen(
            '{',
            r#"{"protocolVersion": "0.3.0", "url": "https://post.example/a2a", "preferredTransport": "JSONRPC","#,
            1,
        )
    };
    let text = both(r#""security": [{"counter": []}], "securityRequirements": [{"schemes": {"counter": {}}}, {}],"#);
    for to in AGENT_TARGETS {
        let refused = convert(&parse(&text), A2A_CARD, to, &ConversionOptions::default()).unwrap_err();
        assert_eq!(
            (refused.code(), refused.place().pointer.as_deref()),
            (Code::INVALID_VALUE, Some("/securityRequirements"))
        );
    }
}
