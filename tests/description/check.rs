//! Diagnostics: every rule, broken by one document each, with its code, severity and place.

use super::written;
use super::written::{EMBEDDED, INLINE, document};
use adp_fixtures::third_party;
use agent_description::{
    Code, Contexts, Document, Limits,
    description::{CheckOptions, check, rules},
    diagnostic::{CheckReport, Diagnostic, Rule, RuleOutcome, Severity},
    format::{ADP, Options},
};

fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn check_report(document: &Document, strict: bool) -> CheckReport {
    let mut options = Options::at("2026-01-01T00:00:00Z".parse().unwrap());
    options.strict = strict;
    ADP.check(document, &options)
}

fn lenient(text: &str) -> Vec<Diagnostic> {
    check(&parse(text), &CheckOptions::default())
}

fn strict(text: &str) -> Vec<Diagnostic> {
    check(&parse(text), &CheckOptions { strict: true, ..CheckOptions::default() })
}

/// (rule, code, severity, severity under `--strict`, pointer)
type Expected = (&'static Rule, Code, Severity, Severity, &'static str);

use Severity::{Error, Note, Warning};

/// A sound document that strict checking has nothing to say about.
const COMPLETE: &str = r#"["https://agent-network-protocol.com/ad#", {"@language": "en"}]"#;

/// An ANP-07 document that strict checking has nothing to say about.
fn anp_07(changes: &[(&str, &str)]) -> String {
    let mut members = vec![
        ("protocolType", "\"ANP\""),
        ("protocolVersion", "\"1.0.0\""),
        ("type", "\"AgentDescription\""),
        ("name", "\"Alice\""),
        ("securityDefinitions", written::DEFINITIONS.1),
        ("security", "\"didwba_sc\""),
    ];
    for &(name, value) in changes {
        match members.iter_mut().find(|(known, _)| *known == name) {
            Some(member) => member.1 = value,
            None => members.push((name, value)),
        }
    }
    let members: Vec<String> = members
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("\"{name}\": {value}"))
        .collect();
    format!("{{{}}}", members.join(", "))
}

fn interface(changes: &[(&str, &str)]) -> String {
    let mut members = vec![
        ("@type", "\"ad:StructuredInterface\""),
        ("@id", "\"https://agent.example/i/1\""),
        ("name", "\"One\""),
        ("description", "\"The first.\""),
        ("protocol", "\"YAML\""),
        ("url", "\"https://agent.example/api/1.yaml\""),
    ];
    for &(name, value) in changes {
        match members.iter_mut().find(|(known, _)| *known == name) {
            Some(member) => member.1 = value,
            None => members.push((name, value)),
        }
    }
    let members: Vec<String> = members
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("\"{name}\": {value}"))
        .collect();
    document(COMPLETE, &[("interfaces", &format!("[{{{}}}]", members.join(", ")))])
}

fn scheme(text: &str) -> String {
    document(COMPLETE, &[("securityDefinitions", &format!(r#"{{"didwba_sc": {text}}}"#))])
}

/// Every rule, and the one document that breaks it alone.
fn cases() -> Vec<(String, Expected)> {
    let with = |name: &str, value: &str| document(COMPLETE, &[(name, value)]);
    let context = |text: &str| document(text, &[]);
    vec![
        (
            context("\"https://unknown.example/\""),
            (&rules::JSON_LD, Code::CONTEXT_NOT_EMBEDDED, Error, Error, "/@context"),
        ),
        (
            context(r#"["https://agent-network-protocol.com/ad#", {"@language": "en", "x": {"@id": "ad:x", "@container": "@sets"}}]"#),
            (&rules::PLAIN_CONTEXT, Code::AD_STRUCTURE, Error, Error, "/@context/1/x"),
        ),
        (context("null"), (&rules::CONTEXT, Code::AD_MISSING_TERM, Error, Error, "")),
        (
            document(
                r#"{"@vocab": "https://schema.org/", "@language": "en"}"#,
                &[("@type", "\"AgentDescription\""), ("interfaces", "")],
            ),
            (&rules::CONTEXT_IRI, Code::AD_MISSING_TERM, Error, Error, "/@context"),
        ),
        (
            context(r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "@language": "en"}"#),
            (&rules::CONTEXT_IRI_ENTRY, Code::AD_MISSING_TERM, Warning, Error, "/@context"),
        ),
        (
            context(r#"["https://agent-network-protocol.com/ad#", {"@language": "en"}, {"ex": "https://example.com/ns#"}]"#),
            (&rules::CONTEXT_ONE_MAP, Code::AD_STRUCTURE, Note, Note, "/@context/2"),
        ),
        (
            context(r#"["https://agent-network-protocol.com/ad#", {"@language": "en", "ex": "ns"}]"#),
            (&rules::PLAIN_CONTEXT, Code::AD_STRUCTURE, Error, Error, "/@context/1/ex"),
        ),
        (context(EMBEDDED), (&rules::CONTEXT_LANGUAGE, Code::AD_MISSING_TERM, Note, Note, "/@context")),
        (
            context(r#"["https://agent-network-protocol.com/ad#", {"@language": "en_US"}]"#),
            (&rules::PLAIN_CONTEXT, Code::AD_STRUCTURE, Error, Error, "/@context/1/@language"),
        ),
        (
            with("description", r#"{"@value": "Books rooms.", "@language": "en_US"}"#),
            (&rules::PLAIN_VALUE, Code::AD_STRUCTURE, Error, Error, "/description"),
        ),
        (
            document(
                r#"["https://agent-network-protocol.com/ad#", {"@language": "en", "old": "https://agent-network-protocol.com/ad/"}]"#,
                &[("@type", "\"old:AgentDescription\"")],
            ),
            (&rules::NAMESPACE_ALIAS, Code::AD_STRUCTURE, Warning, Error, "/@type"),
        ),
        (
            context(r#"["https://agent-network-protocol.com/ad#", {"@language": "en", "did": "https://w3id.org/did#"}]"#),
            (&rules::DID_PREFIX, Code::AD_STRUCTURE, Warning, Error, "/@context/1/did"),
        ),
        (with("@graph", "[]"), (&rules::PLAIN_KEYWORD, Code::AD_STRUCTURE, Error, Error, "/@graph")),
        (
            with("ad:modified", "\"2026-01-31T12:00:00Z\""),
            (&rules::UNNAMED, Code::AD_STRUCTURE, Warning, Warning, "/ad:modified"),
        ),
        (
            with("@vocab", "\"https://schema.org/\""),
            (&rules::PLAIN_KEYWORD, Code::AD_STRUCTURE, Error, Error, "/@vocab"),
        ),
        (
            context(r#"["https://agent-network-protocol.com/ad#", {"@language": "en", "modified": "https://evil.example/m"}]"#)
                .replace("\"@id\": \"https://agent.example/ad.json\"", "\"modified\": \"2026-01-31T12:00:00Z\""),
            (&rules::PLAIN_CONTEXT_NAME, Code::AD_STRUCTURE, Error, Error, "/@context/1/modified"),
        ),
        (
            document(
                r#"["https://agent-network-protocol.com/ad#", {"@language": "en", "@vocab": "https://schema.org/"}]"#,
                &[("desciption", "\"Knows the way.\""), ("description", "")],
            ),
            (&rules::MISSPELLED, Code::AD_STRUCTURE, Warning, Warning, "/desciption"),
        ),
        (
            anp_07(&[("Informations", "[]"), ("x", "1")]).replace("[]", r#"[{"type": "Product"}]"#),
            (&rules::MISSPELLED, Code::AD_STRUCTURE, Warning, Warning, "/Informations"),
        ),
        (with("proof", "[]"), (&rules::PROOF, Code::PROOF_MULTIPLE, Error, Error, "/proof")),
        (with("proof", "null"), (&rules::PROOF, Code::PROOF_MALFORMED, Error, Error, "/proof")),
        (
            with("proof", r#"{"type": "DataIntegrityProof", "proofPurpose": "p", "verificationMethod": 7, "proofValue": "v"}"#),
            (&rules::PROOF, Code::PROOF_MALFORMED, Error, Error, "/proof/verificationMethod"),
        ),
        (
            with(
                "proof",
                r#"{"type": "DataIntegrityProof", "proofPurpose": "p", "verificationMethod": "m", "proofValue": "v", "domain": "d.example"}"#,
            ),
            (&rules::PROOF_CHALLENGE, Code::PROOF_CHALLENGE, Error, Error, "/proof/domain"),
        ),
        (with("@id", "7"), (&rules::PLAIN_ID, Code::AD_STRUCTURE, Error, Error, "/@id")),
        (with("@type", "7"), (&rules::PLAIN_TYPE, Code::AD_STRUCTURE, Error, Error, "/@type")),
        (
            context(r#"["https://agent-network-protocol.com/ad#", {"@language": "en"}, 7]"#),
            (&rules::PLAIN_CONTEXT, Code::AD_STRUCTURE, Error, Error, "/@context/2"),
        ),
        (with("@type", "\"Person\""), (&rules::TYPE, Code::AD_MISSING_TERM, Error, Error, "/@type")),
        (with("@type", ""), (&rules::TYPE_SAID, Code::AD_MISSING_TERM, Note, Note, "")),
        (with("@id", "\"ad.json\""), (&rules::PLAIN_ID, Code::AD_STRUCTURE, Error, Error, "/@id")),
        (with("did", "\"did:wba:localhost\""), (&rules::DID_KIND, Code::DID_SYNTAX, Warning, Error, "/did")),
        // the model accepts it, so it is no error
        (with("did", "\"hello\""), (&rules::DID_KIND, Code::DID_SYNTAX, Warning, Error, "/did")),
        (with("did", "\"did:plc:z6Mk\""), (&rules::DID_KIND, Code::DID_METHOD_UNSUPPORTED, Warning, Error, "/did")),
        (with("name", ""), (&rules::NAME, Code::AD_MISSING_TERM, Error, Error, "")),
        (with("name", "7"), (&rules::NAME, Code::AD_WRONG_TYPE, Error, Error, "/name")),
        (with("description", "[\"a\", \"b\"]"), (&rules::DESCRIPTION, Code::AD_STRUCTURE, Error, Error, "/description/1")),
        (with("version", "1"), (&rules::VERSION, Code::AD_WRONG_TYPE, Error, Error, "/version")),
        (with("created", "\"2026-01-31\""), (&rules::CREATED, Code::AD_WRONG_TYPE, Error, Error, "/created")),
        (with("modified", "7"), (&rules::MODIFIED, Code::AD_WRONG_TYPE, Error, Error, "/modified")),
        (
            with("created", "\"2026-01-31T12:00:00\""),
            (&rules::PLAIN_VALUE, Code::AD_STRUCTURE, Error, Error, "/created"),
        ),
        (with("owner", "\"Alice\""), (&rules::OWNER, Code::AD_WRONG_TYPE, Error, Error, "/owner")),
        (with("products", "7"), (&rules::PRODUCTS, Code::AD_WRONG_TYPE, Error, Error, "/products")),
        (with("services", "7"), (&rules::SERVICES, Code::AD_WRONG_TYPE, Error, Error, "/services")),
        (with("interfaces", "7"), (&rules::INTERFACES, Code::AD_WRONG_TYPE, Error, Error, "/interfaces")),
        (with("security", ""), (&rules::SECURITY, Code::AD_MISSING_TERM, Error, Error, "")),
        (
            with("security", "\"didwba\""),
            (&rules::SECURITY_REFERENCE, Code::AD_UNKNOWN_SECURITY, Error, Error, "/security"),
        ),
        (
            anp_07(&[("url", "\"http://agent.example/ad.json\"")]),
            (&rules::DESCRIPTION_URL, Code::AD_URL_SCHEME, Error, Error, "/url"),
        ),
        (
            scheme(r#"{"in": "header", "name": "A"}"#),
            (&rules::SCHEME, Code::AD_MISSING_TERM, Error, Error, "/securityDefinitions/didwba_sc"),
        ),
        (
            scheme(r#"{"@type": 7, "scheme": "didwba", "in": "header", "name": "A"}"#),
            (&rules::PLAIN_TYPE, Code::AD_STRUCTURE, Error, Error, "/securityDefinitions/didwba_sc/@type"),
        ),
        (
            scheme(r#"{"scheme": "didwab", "in": "header", "name": "A"}"#),
            (&rules::SCHEME_KNOWN, Code::AD_WRONG_TYPE, Warning, Warning, "/securityDefinitions/didwba_sc/scheme"),
        ),
        (
            scheme(r#"{"scheme": "didwba", "in": "headers", "name": "A"}"#),
            (&rules::SCHEME_IN, Code::AD_WRONG_TYPE, Error, Error, "/securityDefinitions/didwba_sc/in"),
        ),
        (
            scheme(r#"{"scheme": "didwba", "in": "header"}"#),
            (&rules::SCHEME_NAME, Code::AD_MISSING_TERM, Error, Error, "/securityDefinitions/didwba_sc"),
        ),
        (
            scheme(r#"{"scheme": "didwba", "in": "auto", "name": "A"}"#),
            (&rules::SCHEME_AUTO_NAME, Code::AD_WRONG_TYPE, Warning, Error, "/securityDefinitions/didwba_sc/name"),
        ),
        (
            scheme(r#"{"scheme": "didwba", "in": "header", "name": "A", "description": 7}"#),
            (&rules::SCHEME_DESCRIPTION, Code::AD_WRONG_TYPE, Error, Error, "/securityDefinitions/didwba_sc/description"),
        ),
        (
            scheme(r#"{"scheme": "didwba", "in": "header", "name": "A", "api_key": "hunter2"}"#),
            (&rules::SCHEME_SECRET, Code::AD_STRUCTURE, Warning, Error, "/securityDefinitions/didwba_sc/api_key"),
        ),
        (
            interface(&[("@type", "")]),
            (&rules::INTERFACE_TYPE, Code::AD_MISSING_TERM, Error, Error, "/interfaces/0"),
        ),
        (
            interface(&[("@type", "7")]),
            (&rules::PLAIN_TYPE, Code::AD_STRUCTURE, Error, Error, "/interfaces/0/@type"),
        ),
        (
            interface(&[("@type", "\"ad:StructredInterface\"")]),
            (&rules::INTERFACE_TYPE_KNOWN, Code::AD_WRONG_TYPE, Warning, Warning, "/interfaces/0/@type"),
        ),
        (interface(&[("@id", "")]), (&rules::INTERFACE_ID, Code::AD_MISSING_TERM, Warning, Error, "/interfaces/0")),
        (interface(&[("@id", "\"1\"")]), (&rules::PLAIN_ID, Code::AD_STRUCTURE, Error, Error, "/interfaces/0/@id")),
        (interface(&[("name", "")]), (&rules::INTERFACE_NAME, Code::AD_MISSING_TERM, Warning, Error, "/interfaces/0")),
        (
            interface(&[("description", "")]),
            (&rules::INTERFACE_DESCRIPTION, Code::AD_MISSING_TERM, Error, Error, "/interfaces/0"),
        ),
        (
            interface(&[("protocol", "")]),
            (&rules::INTERFACE_PROTOCOL, Code::AD_MISSING_TERM, Error, Error, "/interfaces/0"),
        ),
        (
            interface(&[("protocol", "\"JSONRPC 2.0\"")]),
            (&rules::INTERFACE_PROTOCOL_KNOWN, Code::AD_WRONG_TYPE, Warning, Error, "/interfaces/0/protocol"),
        ),
        (interface(&[("url", "")]), (&rules::INTERFACE_URL, Code::AD_MISSING_TERM, Error, Error, "/interfaces/0")),
        (
            interface(&[("url", "\"http://agent.example/1\"")]),
            (&rules::INTERFACE_URL, Code::AD_URL_SCHEME, Error, Error, "/interfaces/0/url"),
        ),
        (
            interface(&[("url", "\"ws://agent.example/1\"")]),
            (&rules::INTERFACE_URL, Code::AD_URL_SCHEME, Error, Error, "/interfaces/0/url"),
        ),
        (
            interface(&[("url", "\"wss://user@agent.example/1\"")]),
            (&rules::INTERFACE_URL, Code::AD_URL_SCHEME, Error, Error, "/interfaces/0/url"),
        ),
        (
            interface(&[("version", "2")]),
            (&rules::INTERFACE_VERSION, Code::AD_WRONG_TYPE, Error, Error, "/interfaces/0/version"),
        ),
        (
            interface(&[("security", "7")]),
            (&rules::INTERFACE_SECURITY, Code::AD_WRONG_TYPE, Error, Error, "/interfaces/0/security"),
        ),
        (
            interface(&[("humanAuthorization", "\"yes\"")]),
            (&rules::HUMAN_AUTHORIZATION, Code::AD_WRONG_TYPE, Error, Error, "/interfaces/0/humanAuthorization"),
        ),
        (
            interface(&[("name", "\"Purchase\"")]),
            (&rules::HUMAN_AUTHORIZATION, Code::AD_MISSING_TERM, Note, Note, "/interfaces/0"),
        ),
        (
            anp_07(&[("protocolType", "\"XNP\"")]),
            (&rules::PROTOCOL_TYPE, Code::AD_WRONG_TYPE, Error, Error, "/protocolType"),
        ),
        (anp_07(&[("protocolVersion", "")]), (&rules::PROTOCOL_VERSION, Code::AD_MISSING_TERM, Error, Error, "")),
        (anp_07(&[("type", "")]), (&rules::ANP_07_TYPE, Code::AD_MISSING_TERM, Error, Error, "")),
        (
            anp_07(&[(
                "interfaces",
                r#"[{"type": "NaturalLanguageInterface", "protocol": "YAML", "url": "https://agent.example/1"}]"#,
            )]),
            (&rules::ANP_07_INTERFACE, Code::AD_MISSING_TERM, Note, Note, "/interfaces/0"),
        ),
        (
            anp_07(&[(
                "interfaces",
                r#"[{"type": "StructuredInterface", "protocol": "YAML", "url": "https://agent.example/1", "description": "d"}]"#,
            )]),
            (&rules::NATURAL_LANGUAGE, Code::AD_MISSING_TERM, Note, Note, "/interfaces"),
        ),
        (anp_07(&[("Infomations", "[7]")]), (&rules::INFOMATIONS, Code::AD_WRONG_TYPE, Error, Error, "/Infomations/0")),
        (
            with("products", r#"[{"@type": "Product", "name": "Shoe", "offers": {"@type": "Offer", "price": "cheap"}}]"#),
            (&rules::RESOURCE, Code::AD_WRONG_TYPE, Warning, Error, "/products/0/offers/price"),
        ),
        (
            r#"{"protocolType": "ANP", "protocolVersion": "1.0.0", "type": "Product", "name": "Shoe"}"#.to_owned(),
            (&rules::ANP_07_PRODUCT, Code::AD_MISSING_TERM, Error, Error, ""),
        ),
        (
            with("products", r#"[{"@type": "Product", "sku": "S-1"}]"#),
            (&rules::PRODUCT_NAME, Code::AD_MISSING_TERM, Warning, Warning, "/products/0"),
        ),
        (
            with("products", r#"[{"@type": "Product", "name": "Shoe", "offers": {"price": "1"}}]"#),
            (&rules::PRICE_CURRENCY, Code::AD_MISSING_TERM, Warning, Warning, "/products/0/offers"),
        ),
        (
            with("products", r#"[{"@type": "Product", "name": "Shoe", "offers": {"availability": "instock"}}]"#),
            (&rules::AVAILABILITY, Code::AD_WRONG_TYPE, Warning, Warning, "/products/0/offers/availability"),
        ),
        (
            with("products", r#"[{"@type": "Product", "name": "Shoe", "price": "1"}]"#),
            (&rules::OUTSIDE_OFFER, Code::AD_STRUCTURE, Warning, Warning, "/products/0/price"),
        ),
    ]
}

#[test]
fn sound_documents_have_no_findings() {
    assert_eq!(strict(&document(COMPLETE, &[])), []);
    assert_eq!(strict(&anp_07(&[])), []);
    assert_eq!(strict(&interface(&[])), []);
    assert_eq!(strict(&interface(&[("url", "\"wss://agent.example/ws\"")])), []);
    // `nosec` has neither `in` nor `name`
    assert_eq!(strict(&document(COMPLETE, &[("securityDefinitions", r#"{"didwba_sc": {"scheme": "nosec"}}"#)])), []);
    // in an array, or as the only entry
    for context in [EMBEDDED, r#"["https://agent-network-protocol.com/ad#"]"#] {
        let findings = strict(&document(context, &[]));
        assert_eq!(findings.iter().map(|finding| finding.rule.id).collect::<Vec<_>>(), ["adp-context-4"]);
    }
}

#[test]
fn every_rule_is_broken_by_one_document() {
    for (text, (rule, code, severity, hardened, pointer)) in cases() {
        for (findings, severity) in [(lenient(&text), severity), (strict(&text), hardened)] {
            let [finding] = findings.as_slice() else { panic!("{}: {findings:#?}\n{text}", rule.id) };
            assert_eq!(
                (finding.rule.id, finding.code, finding.severity, finding.pointer.as_deref()),
                (rule.id, code, severity, Some(pointer)),
                "{finding:#?}\n{text}"
            );
            assert!(finding.line.is_some() && finding.column.is_some());
        }
    }
}

#[test]
fn what_is_broken_is_covered_as_broken() {
    for (text, (rule, ..)) in cases() {
        let coverage = check_report(&parse(&text), false).coverage;
        assert_eq!(coverage.outcome(rule), RuleOutcome::Broken, "{}\n{text}", rule.id);
    }
}

/// The rules that a document meets, by id, and the ones it breaks.
fn covered(text: &str) -> (Vec<&'static str>, Vec<&'static str>) {
    let coverage = check_report(&parse(text), false).coverage;
    let of =
        |outcome| rules::RULES.iter().filter(|rule| coverage.outcome(rule) == outcome).map(|rule| rule.id).collect();
    (of(RuleOutcome::Met), of(RuleOutcome::Broken))
}

#[test]
fn rules_are_exercised_only_by_what_they_are_about() {
    let (met, broken) = covered(
        r#"{"@context": "https://agent-network-protocol.com/ad#", "@type": "ad:AgentDescription", "name": "n",
            "security": "s", "securityDefinitions": {"s": {"scheme": "didwba", "in": "header", "name": "A"}}}"#,
    );
    assert_eq!(
        met,
        [
            "json-ld",
            "adp-1-context",
            "adp-context-1",
            "adp-context-1-entry",
            "namespace-alias",
            "did-prefix",
            "plain-json",
            "plain-context",
            "plain-context-name",
            "plain-keyword",
            "plain-member",
            "plain-value",
            "plain-type",
            "plain-id",
            "plain-security",
            "term-unnamed",
            "adp-1-type",
            "adp-1-type-said",
            "adp-1-name",
            "adp-1-security",
            "adp-1-security-definitions",
            "adp-security-reference",
            "adp-2-scheme",
            "adp-2-scheme-known",
            "adp-2-in",
            "adp-2-name",
            "adp-security-secret"
        ]
    );
    assert_eq!(broken, ["adp-context-4"]);
    // interfaces exercise the rules of table 5, each by what it says
    let of_interfaces = |text: &str| {
        let (met, broken) = covered(text);
        assert_eq!(broken, [""; 0]);
        met.into_iter().filter(|id| id.starts_with("adp-5-")).collect::<Vec<_>>()
    };
    assert_eq!(of_interfaces(&document(COMPLETE, &[("interfaces", "")])), [""; 0]);
    let table_5 = ["type", "type-known", "id", "name", "description", "protocol", "protocol-known", "url"];
    assert_eq!(of_interfaces(&interface(&[])), table_5.map(|id| format!("adp-5-{id}")));
    let more = interface(&[("humanAuthorization", "true"), ("version", "\"1\""), ("security", "\"didwba_sc\"")]);
    let table_5 = [&table_5[..], &["version", "security", "human-authorization"]].concat();
    let table_5: Vec<String> = table_5.iter().map(|id| format!("adp-5-{id}")).collect();
    assert_eq!(of_interfaces(&more), table_5);
}

#[test]
fn coverage_knows_what_the_list_of_findings_has_no_room_for() {
    let faulty = r#"{"@type": "ad:StructuredInterface"}, "#.repeat(1100);
    let text =
        document(COMPLETE, &[("interfaces", &format!("[{}]", faulty.trim_end_matches(", "))), ("security", "\"x\"")])
            .replace(
                "\"interfaces\"",
                "\"products\": [{\"@type\": \"Product\", \"offers\": {\"price\": \"x\"}}], \"interfaces\"",
            );
    assert_eq!(lenient(&text).len(), CheckReport::MAX_DIAGNOSTICS);
    let (met, broken) = covered(&text);
    for id in ["adp-5-url", "adp-security-reference"] {
        assert!(broken.contains(&id) && !met.contains(&id), "{id} {broken:?}");
    }
}

#[test]
fn a_departure_is_reported_once_among_many_findings_too() {
    // `version` departs from the plain profile, and is no string either; each interface lacks a name, which is a warning
    let unnamed = r#"{"@id": "https://a.example/#iNUMBER", "@type": "ad:StructuredInterface", "description": "d", "protocol": "YAML", "url": "https://a.example/i"}"#;
    for count in [1, 1100] {
        let interfaces = format!("[{}]", many(count, |at| unnamed.replace("NUMBER", &at.to_string())));
        let text = document(COMPLETE, &[("version", r#"[["1"]]"#), ("interfaces", &interfaces)]);
        let report = check_report(&parse(&text), false);
        assert_eq!(report.omitted.total() > 0, count > CheckReport::MAX_DIAGNOSTICS);
        let errors = report.diagnostics.iter().filter(|found| found.severity == Error);
        let errors: Vec<_> =
            errors.map(|found| (found.rule.id, found.pointer.as_deref().unwrap_or_default())).collect();
        assert_eq!(errors, [("plain-value", "/version/0")]);
    }
}

#[test]
fn what_was_probably_meant_can_be_written_in_its_place() {
    for (text, replacement) in [
        (document(COMPLETE, &[("security", "\"didwba_cs\"")]), Some("\"didwba_sc\"")),
        (document(COMPLETE, &[("security", "[\"didwba_cs\"]")]), Some("\"didwba_sc\"")),
        (document(COMPLETE, &[("security", "\"something else\"")]), None),
        (document(COMPLETE, &[("@type", "\"ad:AgentDescripton\"")]), Some("\"ad:AgentDescription\"")),
        (interface(&[("@type", "[\"ad:StructredInterface\"]")]), Some("\"ad:StructuredInterface\"")),
        (interface(&[("protocol", "\"json-rpc\"")]), Some("\"JSON-RPC 2.0\"")),
        (scheme(r#"{"scheme": "didwab", "in": "header", "name": "A"}"#), Some("\"didwba\"")),
        (scheme(r#"{"scheme": "didwba", "in": "Header", "name": "A"}"#), Some("\"header\"")),
        (anp_07(&[("protocolType", "\"anp\"")]), Some("\"ANP\"")),
        (document(COMPLETE, &[("verison", "\"1\"")]), Some("\"version\"")),
        (interface(&[("humanAuthorisation", "true")]), Some("\"humanAuthorization\"")),
        (scheme(r#"{"scheme": "didwba", "in": "header", "name": "A", "descripton": "d"}"#), Some("\"description\"")),
        (document(COMPLETE, &[("name", "7")]), None),
    ] {
        let findings = lenient(&text);
        let [finding] = findings.as_slice() else { panic!("{findings:#?}\n{text}") };
        assert_eq!(finding.replacement.as_deref(), replacement, "{finding:#?}");
        // written there, the fault is gone
        if let Some(replacement) = replacement {
            let line = text.lines().nth(finding.line.unwrap() - 1).unwrap();
            let rest = line.chars().skip(finding.column.unwrap() - 1).collect::<String>();
            let wrong = &rest
                [..rest.trim_start_matches(['[']).find('"').map_or(0, |at| rest[at + 1..].find('"').unwrap() + at + 2)];
            let wrong = wrong.trim_start_matches('[');
            assert_eq!(lenient(&text.replacen(wrong, replacement, 1)), [], "{wrong} {replacement}");
        }
    }
}

#[test]
fn every_rule_has_a_document() {
    let mut broken: Vec<&str> = cases().iter().map(|(_, (rule, ..))| rule.id).collect();
    // these come with a second finding, so they have tests of their own
    broken.extend(["adp-1-did", "adp-1-security-definitions"]);
    // of the plain profile there are many more (plain.rs)
    for rule in rules::RULES.iter().filter(|rule| !rule.id.starts_with("plain-")) {
        assert!(broken.contains(&rule.id), "no document breaks {}", rule.id);
    }
}

#[track_caller]
fn has(findings: &[Diagnostic], rule: &Rule, code: Code, severity: Severity, pointer: &str) {
    assert!(
        findings.iter().any(|finding| {
            (finding.rule, finding.code, finding.severity, finding.pointer.as_deref())
                == (rule, code, severity, Some(pointer))
        }),
        "{findings:#?}"
    );
}

#[test]
fn rules_that_fail_together() {
    let captured = lenient(&document(INLINE, &[("@id", "\"did:wba:agent.example:alice\"")]));
    has(&captured, &rules::PLAIN_ID, Code::AD_STRUCTURE, Error, "/@id");
    has(&captured, &rules::DID_PREFIX, Code::AD_STRUCTURE, Warning, "/@context/did");
    let two = lenient(&document(COMPLETE, &[("did", r#"["did:wba:a.example", "did:wba:b.example"]"#)]));
    has(&two, &rules::DID, Code::AD_STRUCTURE, Error, "/did/1");
    assert_eq!(two.len(), 1, "{two:#?}");
    let undefined = lenient(&document(COMPLETE, &[("securityDefinitions", "")]));
    has(&undefined, &rules::SECURITY_DEFINITIONS, Code::AD_MISSING_TERM, Error, "");
    assert_eq!(undefined.len(), 1, "{undefined:#?}");
}

#[test]
fn findings_say_what_where_and_what_next() {
    let text = "{\n  \"@context\": [\"https://agent-network-protocol.com/ad#\", {\"@language\": \"en\"}],\n  \"@type\": \"ad:AgentDescription\",\n  \"name\": \"Bob\",\n  \"securityDefinitions\": {\"didwba_sc\": {\"scheme\": \"didwba\", \"in\": \"header\", \"name\": \"Authorization\"}},\n  \"security\": \"didwba_cs\",\n  \"interfaces\": [{\"@type\": \"ad:StructuredInterface\", \"@id\": \"https://a.example/1\", \"name\": \"n\", \"description\": \"d\",\n    \"protocol\": \"yml\", \"url\": \"https://a.example/1\"}]\n}\n";
    let findings = lenient(text);
    let [reference, protocol] = findings.as_slice() else { panic!("{findings:#?}") };
    assert_eq!(
        reference.to_string(),
        "6:15: error[ad-unknown-security]: `security` names \"didwba_cs\", expected one of \"didwba_sc\""
    );
    assert_eq!(reference.help.as_deref(), Some("did you mean \"didwba_sc\"?"));
    assert_eq!((protocol.line, protocol.column), (Some(8), Some(17)));
    assert_eq!(
        protocol.message,
        "`protocol` of the interface is \"yml\", which no specification defines; expected one of \"YAML\", \"JSON-RPC 2.0\", \
         \"openrpc\", \"MCP\", \"WebRTC\""
    );
    assert_eq!(protocol.help.as_deref(), Some("did you mean \"YAML\"?"));
}

#[test]
fn findings_stand_in_source_order() {
    let text = document(EMBEDDED, &[("name", "7"), ("did", "8"), ("created", "\"x\""), ("security", "\"nosec\"")]);
    let findings = lenient(&text);
    let places: Vec<_> = findings.iter().map(|finding| (finding.line, finding.column)).collect();
    assert!(findings.len() >= 4 && places.is_sorted(), "{findings:#?}");
}

#[test]
fn contexts_can_be_pinned() {
    let text = document(
        r#"["https://agent-network-protocol.com/ad#", "https://pinned.example/v1", {"@language": "en"}]"#,
        &[("x", "1")],
    );
    assert_eq!(lenient(&text)[0].code, Code::CONTEXT_NOT_EMBEDDED);
    let contexts = Contexts::embedded().pin(
        "https://pinned.example/v1",
        br#"{"@context": {"x": "https://pinned.example/x"}}"#,
        None,
    );
    let options = CheckOptions { strict: true, contexts: contexts.unwrap() };
    // it can be processed, but is not in the plain profile
    let found = check(&parse(&text), &options);
    let [found] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((found.rule, found.pointer.as_deref()), (&rules::PLAIN_CONTEXT, Some("/@context/1")));
}

#[test]
fn products_are_checked_as_products() {
    let product = |price: &str| {
        format!(
            r#"{{"@context": "https://schema.org/", "@type": "Product", "@id": "https://shop.example/1", "name": "Shoe",
            "offers": {{"@type": "Offer", "price": {price}, "priceCurrency": "EUR"}}}}"#
        )
    };
    assert_eq!(strict(&product("12.5")), []);
    let findings = lenient(&product("[1, 2]"));
    let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
    assert_eq!(
        (finding.code, finding.severity, finding.pointer.as_deref()),
        (Code::AD_STRUCTURE, Warning, Some("/offers/price/1"))
    );
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn real_documents_have_the_findings_a_reader_expects() {
    // (file, [(rule, how often)])
    let anp_07: &[(&str, usize)] = &[];
    for (file, expected) in [
        (
            "anp/AgentNetworkProtocol-2025-02/examples/adp/hotel/examples/ad.json",
            &[
                ("term-unnamed", 4),
                ("adp-context-1-entry", 1),
                ("adp-context-4", 1),
                ("did-prefix", 1),
                ("namespace-alias", 1),
                ("adp-5-id", 3),
                ("adp-5-name", 3),
                ("adp-5-human-authorization", 1),
            ][..],
        ),
        (
            "anp/AgentNetworkProtocol-2025-02/examples/adp/lkcoffe/ad.json",
            &[
                ("term-unnamed", 5),
                ("adp-context-1-entry", 1),
                ("adp-context-4", 1),
                ("did-prefix", 1),
                ("namespace-alias", 1),
                ("adp-5-id", 2),
                ("adp-5-name", 2),
                ("adp-5-human-authorization", 1),
            ],
        ),
        ("anp/AgentNetworkProtocol-current/examples/adp/hotel/ad.json", anp_07),
        ("anp/AgentNetworkProtocol-current/examples/adp/lkcoffe/ad.json", anp_07),
        ("anp/anp/anp/anp_crawler/test/test_data_agent_description.json", anp_07),
        ("anp/seed-examples/product-roasted-coconut-latte.json", &[]),
    ] {
        let text = third_party::read(file);
        let findings = lenient(&text);
        let total: usize = expected.iter().map(|(_, count)| count).sum();
        for (rule, count) in expected {
            assert_eq!(findings.iter().filter(|finding| finding.rule.id == *rule).count(), *count, "{file}: {rule}");
        }
        assert_eq!(findings.len(), total, "{file}: {findings:#?}");
        assert!(findings.iter().all(|finding| finding.severity < Error), "{file}: {findings:#?}");
    }
}

/// An alias of `@graph`, and what stands under it: one fault of structure, where the source shows it.
#[test]
fn a_fault_of_structure_is_found_once() {
    let context = r#"["https://agent-network-protocol.com/ad#", {"@language": "en", "g": "@graph"}]"#;
    let found = lenient(&document(context, &[("g", r#"[{"name": "Mallory"}]"#)]));
    let structure: Vec<_> = found.iter().filter(|found| found.code == Code::AD_STRUCTURE).collect();
    assert_eq!(structure.len(), 1, "{structure:?}");
    assert_eq!(structure[0].pointer.as_deref(), Some("/@context/1/g"));
    let context = r#"["https://agent-network-protocol.com/ad#", {"@language": "en", "owner": {"@id": "ad:owner", "@container": "@graph"}}]"#;
    let found = lenient(&document(context, &[]));
    has(&found, &rules::PLAIN_CONTEXT, Code::AD_STRUCTURE, Error, "/@context/1/owner");
}

/// Items as many as asked for, joined by commas.
fn many(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(",")
}

#[test]
fn what_is_not_listed_is_counted_and_hides_no_error() {
    let unnamed = r#"{"@id": "https://a.example/#iNUMBER", "@type": "ad:StructuredInterface", "description": "d", "protocol": "YAML", "url": "https://a.example/i"}"#;
    let interfaces = format!("[{}, {{\"protocol\": 7}}]", many(3000, |at| unnamed.replace("NUMBER", &at.to_string())));
    let text = document(COMPLETE, &[("interfaces", &interfaces)]);
    let report = check_report(&parse(&text), false);
    assert_eq!(report.diagnostics.len(), CheckReport::MAX_DIAGNOSTICS);
    assert_eq!(report.number_of(Severity::Warning) + report.number_of(Severity::Note), 3000 + 2);
    assert!(!report.is_valid() && report.omitted.errors == 0);
    // the three faults of the last interface are listed, all the same
    let errors = report.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
    let errors: Vec<&str> = errors.filter_map(|finding| finding.pointer.as_deref()).collect();
    assert_eq!(errors.len(), report.number_of(Severity::Error));
    assert!(errors.iter().all(|pointer| pointer.starts_with("/interfaces/3000")), "{errors:?}");
    assert!(report.diagnostics.is_sorted_by_key(|finding| (finding.line, finding.column)));
    // what strict checking hardens is listed before what it does not
    let strict = check_report(&parse(&text), true);
    assert!(strict.omitted.errors > 0 && strict.diagnostics.iter().all(|finding| finding.severity == Severity::Error));
    let all = |report: &CheckReport| report.diagnostics.len() + report.omitted.total();
    assert_eq!(all(&strict), all(&report));
}

#[test]
fn messages_name_a_few_candidates_however_many_there_are() {
    let definitions =
        many(2000, |at| format!(r#""scheme-{at:04}": {{"scheme": "didwba", "in": "header", "name": "A"}}"#));
    let names = many(2000, |at| format!(r#""scheme_{at:04}""#));
    let changes = [("securityDefinitions", &*format!("{{{definitions}}}")), ("security", &*format!("[{names}]"))];
    let report = check_report(&parse(&document(COMPLETE, &changes)), false);
    let unknown: Vec<&Diagnostic> =
        report.diagnostics.iter().filter(|finding| finding.code == Code::AD_UNKNOWN_SECURITY).collect();
    assert_eq!(unknown.len() + report.omitted.errors, 2000);
    let expected = r#"`security` names "scheme_0000", expected one of "scheme-0000", "scheme-0001", "scheme-0002", "scheme-0003", "scheme-0004" or 1995 others"#;
    assert_eq!(unknown[0].message, expected);
    assert_eq!(unknown[0].help.as_deref(), Some("did you mean \"scheme-0000\"?"));
    // 2,000 by 2,000 distances would be half a thousand million cells; the budget pays for about fifteen names
    let suggested = unknown.iter().filter(|finding| finding.replacement.is_some()).count();
    assert!((1..100).contains(&suggested), "{suggested}");
}

#[test]
fn long_names_are_not_repeated_for_every_finding() {
    let name = "n".repeat(50_000);
    let secrets = many(500, |at| format!(r#""{}token": {at}"#, "-".repeat(at)));
    for changes in [
        [
            ("securityDefinitions", &*format!(r#"{{"{name}": {{"in": "x", {secrets}}}}}"#)),
            ("security", r#""didwba_sc""#),
        ],
        [("security", &*format!(r#"[{}]"#, many(15, |at| format!(r#""{name}{at}""#)))), ("name", "7")],
        [
            ("interfaces", &*format!(r#"[{{"@type": "{name}", "protocol": "{name}", "url": "x:{name}", "name": 7}}]"#)),
            ("did", &*format!(r#""did:wba:{name}""#)),
        ],
        [("@type", &*format!(r#"["{name}", "https://a.example/{name}"]"#)), ("did", &*format!(r#""{name}""#))],
    ] {
        let findings = lenient(&document(COMPLETE, &changes));
        assert!(findings.iter().any(|finding| finding.severity == Severity::Error), "{}", changes[0].0);
        for finding in findings {
            let told = [Some(&finding.message), finding.help.as_ref(), finding.pointer.as_ref()];
            assert!(told.iter().flatten().all(|text| text.len() < 2000), "{}", finding.code);
        }
    }
}

/// A product of a sound description.
fn product(product: &str) -> String {
    let members = r#""@type": "ad:AgentDescription", "name": "Shop", "security": "d",
      "securityDefinitions": {"d": {"scheme": "didwba", "in": "header", "name": "Authorization"}}"#;
    format!(r#"{{"@context": {COMPLETE}, {members}, "products": [{product}]}}"#)
}

fn offer(offer: &str) -> String {
    product(&format!(r#"{{"@type": "Product", "name": "Tea", "offers": {offer}}}"#))
}

#[test]
fn products_offers_and_prices_have_rules() {
    const CURRENCY: &str = "/products/0/offers/priceCurrency";
    for (text, rule, pointer, help) in [
        (product(r#"{"@type": "Product", "sku": "t-1"}"#), &rules::PRODUCT_NAME, "/products/0", "add \"name\""),
        (
            product(r#"{"@type": "Product", "name": "Tea", "price": "3", "priceCurrency": "EUR"}"#),
            &rules::OUTSIDE_OFFER,
            "/products/0/price",
            r#"write "offers": {"@type": "Offer", "price": "3", "priceCurrency": "EUR"}"#,
        ),
        (
            product(r#"{"@type": "Product", "name": "Tea", "offer": {"@type": "Offer", "price": "3"}}"#),
            &rules::MISSPELLED,
            "/products/0/offer",
            "did you mean \"offers\"?",
        ),
        (offer(r#"{"price": "3"}"#), &rules::PRICE_CURRENCY, "/products/0/offers", "\"priceCurrency\""),
        (offer(r#"{"priceCurrency": "EUR"}"#), &rules::PRICE_CURRENCY, "/products/0/offers", "add \"price\""),
        (offer(r#"{"price": "3", "priceCurrency": "eur"}"#), &rules::PRICE_CURRENCY, CURRENCY, "did you mean \"EUR\"?"),
        (offer(r#"{"price": "3", "priceCurrency": "RMB"}"#), &rules::PRICE_CURRENCY, CURRENCY, "did you mean \"CNY\"?"),
        (offer(r#"{"price": "3", "priceCurrency": "¥"}"#), &rules::PRICE_CURRENCY, CURRENCY, ""),
        (
            offer(r#"{"price": "3", "priceCurrency": "EUR", "availability": "https://schema.org/InStok"}"#),
            &rules::AVAILABILITY,
            "/products/0/offers/availability",
            "did you mean \"https://schema.org/InStock\"?",
        ),
    ] {
        let found = lenient(&text);
        let told: Vec<_> = found.iter().map(|it| (it.rule, it.severity, it.pointer.as_deref())).collect();
        assert_eq!(told, [(rule, Warning, Some(pointer))], "{text}");
        let told = found[0].help.clone().unwrap_or_default();
        assert!(told.contains(help), "{told}");
    }
    // a word for a term that is missing, beside what the rule says
    let found = lenient(&offer(r#"{"price": "3", "currency": "EUR"}"#));
    let helps: Vec<_> = found.into_iter().map(|it| (it.rule, it.help.unwrap_or_default())).collect();
    assert!(helps.contains(&(&rules::MISSPELLED, "did you mean \"priceCurrency\"?".to_owned())), "{helps:?}");
    for right in [
        product(r#"{"@type": "Product", "@id": "https://shop.example/tea.json"}"#),
        offer(r#"{"price": "3", "priceCurrency": "USDT"}"#),
        offer(r#"{"priceSpecification": {"@type": "UnitPriceSpecification", "price": 3, "priceCurrency": "EUR"}}"#),
        offer(r#"{"availability": "https://shop.example/terms#OnTheTable"}"#),
    ] {
        assert_eq!(lenient(&right), [], "{right}");
    }
}

/// The rules of products are no rules of verification.
#[test]
fn what_a_product_lacks_makes_no_description_unreadable() {
    let text = product(r#"{"@type": "Product", "price": "3", "offers": {"price": "3"}}"#);
    assert!(agent_description::AgentDescription::from_document(&parse(&text)).is_ok());
    let interface =
        r#"{"type": "NaturalLanguageInterface", "protocol": "MCP", "description": "d", "url": "https://a.example/i"}"#;
    let text = anp_07(&[("protocolType", "\"A2A\""), ("interfaces", interface)]);
    assert!(agent_description::AgentDescription::from_document(&parse(&text)).is_ok());
    let found: Vec<_> = lenient(&text).iter().map(|it| (it.rule, it.severity)).collect();
    assert_eq!(found, [(&rules::PROTOCOL_TYPE, Error), (&rules::INTERFACES, Error)]);
}

#[test]
fn product_documents_of_anp_07_have_a_name_and_a_description() {
    let text = r#"{"protocolType": "ANP", "protocolVersion": "1.0.0", "type": "Product", "name": "Suite", "description": "A suite.",
      "security": {"didwba": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
      "offers": {"type": "Offer", "price": "1288", "priceCurrency": "CNY"}}"#;
    assert_eq!(lenient(text), []);
    for (member, rule) in [
        ("\"name\": \"Suite\", ", &rules::ANP_07_PRODUCT),
        (", \"description\": \"A suite.\"", &rules::ANP_07_PRODUCT),
        ("\"protocolVersion\": \"1.0.0\", ", &rules::PROTOCOL_VERSION),
    ] {
        let found: Vec<_> = lenient(&text.replace(member, "")).iter().map(|it| (it.rule, it.severity)).collect();
        assert_eq!(found, [(rule, Error)], "without {member}");
    }
}

#[test]
fn strict_checking_hardens_warnings_and_leaves_notes() {
    assert_eq!(rules::INTERFACE_NAME.severity(true, false), Severity::Warning);
    assert_eq!(rules::INTERFACE_NAME.severity(true, true), Severity::Error);
    assert_eq!(rules::HUMAN_AUTHORIZATION.severity(true, true), Severity::Note);
}

#[test]
fn interfaces_that_buy_or_book_are_known_by_words() {
    for (name, url, expected) in [
        ("i", "https://a.example/api/purchase-interface.yaml", true),
        ("i", "https://a.example/ad#purchaseinterface", true),
        ("i", "https://a.example/border.yaml", false),
        ("i", "https://a.example/orders.yaml", false),
        ("i", "https://a.example/order.yaml", true),
        ("在线预订接口", "https://a.example/a.yaml", true),
        ("i", "https://a.example/", false),
    ] {
        let interface = format!(
            r#"{{"@type": "ad:SearchInterface", "@id": "https://a.example/i", "name": "{name}", "description": "d", "protocol": "YAML", "url": "{url}"}}"#
        );
        let found = lenient(&document(COMPLETE, &[("interfaces", &format!("[{interface}]"))]));
        assert_eq!(found.iter().any(|found| *found.rule == rules::HUMAN_AUTHORIZATION), expected, "{name} {url}");
    }
}

/// Without a context the names are read as under the protocol's, so that the other errors are found at once.
#[test]
fn a_missing_context_hides_no_other_finding() {
    let sound = document(COMPLETE, &[]);
    let without = |text: &str| text.replace(&format!("\"@context\": {COMPLETE},"), "");
    let found = |text: &str| -> Vec<(&str, String)> {
        lenient(text).iter().map(|found| (found.rule.id, found.pointer.clone().unwrap_or_default())).collect()
    };
    let context = ("adp-1-context", String::new());
    assert_eq!(found(&without(&sound)), std::slice::from_ref(&context));
    assert_eq!(found(&document("null", &[])), std::slice::from_ref(&context));
    for (member, value) in [
        ("created", "\"yesterday\""),
        ("security", "\"didwba\""),
        ("url", "\"http://agent.example/\""),
        ("owner", r#"{"name": "B", "Name": "C"}"#),
        ("products", r#"[{"@type": "Product", "name": "Tea", "offers": {"price": "1 euro"}}]"#),
        ("ad:AgentDescription", "1"),
        ("https://w3id.org/did#", "\"did:wba:evil.example\""),
        ("proof", "[]"),
    ] {
        let broken = document(COMPLETE, &[(member, value)]);
        let expected: Vec<_> = std::iter::once(context.clone()).chain(found(&broken)).collect();
        let mut actual = found(&without(&broken));
        actual.sort_by_key(|found| expected.iter().position(|other| other == found));
        assert_eq!(actual, expected, "{member}");
    }
}
