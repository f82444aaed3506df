//! The plain profile, rule by rule: small documents that are in it, and small ones that are not, with the rule and the place.

use agent_description::{
    Code, CodedError, Document, Limits,
    description::{AgentDescription, CheckOptions, check, check_plain, rules},
    diagnostic::Severity,
    jsonld::Contexts,
};

const VOCAB: &str = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}"#;
const AD: &str = r#"["https://agent-network-protocol.com/ad#", {"@language": "en"}]"#;
const SCHEMA: &str = r#"["https://schema.org/", {"ad": "https://agent-network-protocol.com/ad#"}]"#;

/// A description with more members, each a line of `extra`.
fn description(context: &str, extra: &str) -> String {
    format!(
        r#"{{"@context": {context}, "@type": "ad:AgentDescription", "name": "A", "did": "did:wba:a.example",
"securityDefinitions": {{"s": {{"scheme": "didwba", "in": "header", "name": "Authorization"}}}}, "security": "s"{extra}}}"#
    )
}

/// The same with members after the others.
fn with(context: &str, extra: &str) -> String {
    description(context, &format!(", {extra}"))
}

fn scheme_with(member: &str) -> String {
    format!(r#"{{"s": {{"scheme": "didwba", "in": "header", "name": "Authorization", {member}}}}}"#)
}

fn anp_07(extra: &str) -> String {
    format!(
        r#"{{"protocolType": "ANP", "protocolVersion": "1.0.0", "type": "AgentDescription", "name": "A", "did": "did:wba:a.example",
"securityDefinitions": {{"s": {{"scheme": "didwba", "in": "header", "name": "Authorization"}}}}, "security": "s", {extra}}}"#
    )
}

fn read(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The profile has nothing against the document, and neither has what comes after it, but for what the model does not read.
#[track_caller]
fn accepted(text: &str) {
    let document = read(text);
    if let Err(error) = check_plain(&document) {
        panic!("{error}\n{text}");
    }
    let departures: Vec<_> = check(&document, &CheckOptions::default())
        .into_iter()
        .filter(|found| found.severity == Severity::Error && found.code == Code::AD_STRUCTURE)
        .collect();
    assert!(departures.is_empty(), "{departures:?}\n{text}");
}

/// The document departs from the profile by a rule, at a place, and is not modelled.
#[track_caller]
fn rejected(rule: &str, pointer: &str, text: &str) {
    let document = read(text);
    let error = check_plain(&document).expect_err(text);
    assert_eq!(error.code(), Code::AD_STRUCTURE, "{error}\n{text}");
    assert!(error.help().is_some_and(|help| !help.is_empty()), "{error}\n{text}");
    assert_eq!(error.pointer().as_deref(), Some(pointer), "{error}\n{text}");
    // a context that is not pinned is reported alone
    if Contexts::embedded().named_in(&document).is_err() {
        return;
    }
    let found = check(&document, &CheckOptions::default());
    let place = (format!("plain-{rule}"), pointer.to_owned());
    let found: Vec<_> =
        found.iter().map(|found| (found.rule.id.to_owned(), found.pointer.clone().unwrap_or_default())).collect();
    assert!(found.contains(&place), "{place:?} is not among {found:?}\n{text}");
    assert!(AgentDescription::from_document(&document).is_err(), "{text}");
}

#[test]
fn rule_0_json() {
    for (pointer, extra) in [
        ("/__proto__", r#""__proto__": 1"#),
        ("/constructor", r#""constructor": 1"#),
        ("/hasOwnProperty", r#""hasOwnProperty": "x""#),
        ("/isPrototypeOf", r#""isPrototypeOf": "x""#),
        ("/propertyIsEnumerable", r#""propertyIsEnumerable": "x""#),
        ("/toLocaleString", r#""toLocaleString": "x""#),
        ("/toString", r#""toString": "x""#),
        ("/valueOf", r#""valueOf": "x""#),
        ("/__defineGetter__", r#""__defineGetter__": "x""#),
        ("/__lookupSetter__", r#""__lookupSetter__": "x""#),
        ("/x/toString", r#""x": {"toString": 1}"#),
        ("/x/0/valueOf", r#""x": [{"valueOf": 1}]"#),
        ("/a\u{0}b", r#""a\u0000b": 1"#),
        ("/x", r#""x": {}"#),
        ("/x/0", r#""x": [{}]"#),
        ("/owner", r#""owner": {}"#),
        ("/x/y", r#""x": {"y": {}}"#),
        ("/products/0/offers", r#""products": [{"@type": "Product", "offers": {}}]"#),
    ] {
        rejected("json", pointer, &with(VOCAB, extra));
    }
    rejected(
        "json",
        "/interfaces/0/content/toString",
        &with(AD, r#""interfaces": [{"@type": "ad:StructuredInterface", "content": {"toString": 1}}]"#),
    );
    for extra in [
        r#""x": []"#,
        r#""x": null"#,
        r#""x": {"y": 1}"#,
        r#""prototype": 1"#,
        r#""Constructor": 1"#,
        r#""proto": 1"#,
        r#""hasownproperty": 1"#,
    ] {
        accepted(&with(VOCAB, extra));
    }
    accepted(&with(
        AD,
        r#""interfaces": [{"@type": "ad:StructuredInterface", "@id": "https://a.example/i", "name": "I", "description": "D", "protocol": "openrpc", "content": {"x": {}, "@id": "y", "@set": []}}]"#,
    ));
}

#[test]
fn rule_1_context() {
    const LONG: &str = r#"["https://schema.org/", {"a1": "urn:x:"}, {"a2": "urn:x:"}, {"a3": "urn:x:"}, {"a4": "urn:x:"}, {"a5": "urn:x:"}, {"a6": "urn:x:"}, {"a7": "urn:x:"}, {"ad": "https://agent-network-protocol.com/ad#"}]"#;
    for (pointer, context) in [
        ("/@context", LONG),
        ("/@context/2", r#"["https://schema.org/", "https://agent-network-protocol.com/ad#", "https://schema.org"]"#),
        ("/@context/1", r#"["https://agent-network-protocol.com/ad", "https://agent-network-protocol.com/ad#"]"#),
        ("/@context/1", r#"["https://agent-network-protocol.com/ad#", "https://www.w3.org/ns/did/v1"]"#),
        ("/@context/1", r#"["https://agent-network-protocol.com/ad#", "https://w3id.org/security/v2"]"#),
        ("/@context/1", r#"["https://agent-network-protocol.com/ad#", null]"#),
        ("/@context/1", r#"["https://agent-network-protocol.com/ad#", ["https://schema.org/"]]"#),
        ("/@context/1", r#"["https://agent-network-protocol.com/ad#", {}]"#),
        ("/@context", r#"{"ad": "https://agent-network-protocol.com/ad#"}"#),
    ] {
        let rule = if context.ends_with("{}]") { "json" } else { "context" };
        rejected(rule, pointer, &description(context, ""));
    }
    for (pointer, entry) in [
        ("@version", r#""@version": 1"#),
        ("@vocab", r#""@vocab": "https://hotel.example/""#),
        ("@vocab", r#""@vocab": """#),
        ("@vocab", r#""@vocab": "schema:""#),
        ("@vocab", r#""@vocab": "https:""#),
        ("@vocab", r#""@vocab": null"#),
        ("@vocab", r#""@vocab": "https://schema.org""#),
        ("@language", r#""@language": null"#),
        ("@language", r#""@language": "en_US""#),
        ("@language", r#""@language": """#),
        ("@base", r#""@base": "https://a.example/""#),
        ("@base", r#""@base": null"#),
        ("@direction", r#""@direction": "ltr""#),
        ("@direction", r#""@direction": null"#),
        ("@import", r#""@import": "https://schema.org/""#),
        ("@propagate", r#""@propagate": false"#),
        ("@protected", r#""@protected": true"#),
        ("@protected", r#""@protected": false"#),
        ("@embed", r#""@embed": "https://a.example/y""#),
        ("@id", r#""@id": "https://a.example/y""#),
        ("x", r#""x": null"#),
        ("x", r#""x": "y""#),
        ("x", r#""x": "@id""#),
        ("x", r#""x": "@type""#),
        ("x", r#""x": "schema:name""#),
        ("x", r#""x": "ftp://a.example/""#),
        ("x", r#""x": "HTTPS://a.example/x""#),
        ("x", r#""x": "//a.example/x""#),
        ("x", r#""x": "https:x""#),
        ("x", r#""x": "https://a.example/%4""#),
        ("x", r#""x": "https://a.example/a b""#),
        ("x", r##""x": "https://a.example/#a#b""##),
        ("x", r#""x": "https://[::1]/x""#),
        ("x", r#""x": "https://a.example/x?""#),
        ("x", r#""x": "https://a.example/x=""#),
        ("x", r#""x": "https://a.example/x@""#),
        ("x", r#""x": {"@id": "https://a.example/"}"#),
        ("x", r##""x": {"@id": "https://a.example/x#"}"##),
        ("x", r#""x": {"@id": "https://a.example/x:"}"#),
        ("x", r#""x": {"@id": "x"}"#),
        ("x", r#""x": {"@id": null}"#),
        ("x", r#""x": {"@type": "@id"}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@type": "@vocab"}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@type": "@json"}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@type": "https://a.example/t"}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@type": null}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@container": "@set"}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@container": "@list"}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@language": null}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@prefix": true}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@protected": true}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@context": {"y": "https://a.example/y"}}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@index": "https://a.example/y"}"#),
        ("x", r#""x": {"@id": "https://a.example/x", "@nest": "y"}"#),
        ("x", r#""x": {"@reverse": "https://a.example/x"}"#),
    ] {
        let context = format!(r#"["https://agent-network-protocol.com/ad#", {{{entry}}}]"#);
        rejected("context", &format!("/@context/1/{pointer}"), &description(&context, ""));
    }
    rejected(
        "context",
        "/owner/@context",
        &with(VOCAB, r#""owner": {"@context": {"x": "https://a.example/x"}, "name": "B"}"#),
    );
    rejected("context", "/x/0/@context", &with(VOCAB, r#""x": [{"@context": null, "y": 1}]"#));
    for context in [
        VOCAB,
        AD,
        SCHEMA,
        r#""https://agent-network-protocol.com/ad#""#,
        r#"["https://agent-network-protocol.com/ad"]"#,
        r#"["https://agent-network-protocol.com/ad#", "https://schema.org"]"#,
        r#"["http://schema.org/docs/jsonldcontext.json", "https://agent-network-protocol.com/ad#"]"#,
        r#"["https://agent-network-protocol.com/ad#", {"@version": 1.1}]"#,
        r#"["https://agent-network-protocol.com/ad#", {"@vocab": "http://schema.org/"}]"#,
        r#"["https://agent-network-protocol.com/ad#", {"@language": "zh-Hant-TW"}]"#,
        r#"["https://agent-network-protocol.com/ad#", {"x": "https://a.example/x"}]"#,
        r#"["https://agent-network-protocol.com/ad#", {"x": "https://a.example/x/"}]"#,
        r#"["https://agent-network-protocol.com/ad#", {"x": "urn:example:"}]"#,
        r#"["https://agent-network-protocol.com/ad#", {"x": {"@id": "http://a.example/x"}}]"#,
        r#"["https://agent-network-protocol.com/ad#", {"x": {"@id": "https://a.example/x", "@type": "@id"}}]"#,
        r#"[{"@vocab": "https://agent-network-protocol.com/ad#"}, {"ad": "https://agent-network-protocol.com/ad#"}]"#,
        r#"{"@vocab": "https://schema.org/", "ad": "https://service.agent-network-protocol.com/ad#"}"#,
    ] {
        accepted(&description(context, ""));
    }
}

#[test]
fn rule_2_names_in_contexts() {
    for (pointer, entry) in [
        ("name", r#""name": "https://a.example/x""#),
        ("name", r#""name": "https://schema.org/name""#),
        ("modified", r#""modified": {"@id": "https://a.example/x"}"#),
        ("Price", r#""Price": "https://a.example/x""#),
        ("price_currency", r#""price_currency": "https://a.example/x""#),
        ("human-authorization", r#""human-authorization": "https://a.example/x""#),
        ("parameterName", r#""parameterName": "https://a.example/x""#),
        ("definitionName", r#""definitionName": "https://a.example/x""#),
        ("Product", r#""Product": "https://a.example/x""#),
        ("structuredinterface", r#""structuredinterface": "https://a.example/x""#),
        ("proof", r#""proof": "https://a.example/x""#),
        ("type", r#""type": "https://a.example/x""#),
        ("id", r#""id": "https://a.example/x""#),
        ("https", r#""https": "https://a.example/""#),
        ("urn", r#""urn": "https://a.example/""#),
        ("did", r#""did": "https://a.example/""#),
        ("did", r#""did": "https://w3id.org/did""#),
        ("did", r#""did": {"@id": "https://w3id.org/did"}"#),
        ("AD", r#""AD": "https://a.example/""#),
        ("a-d", r#""a-d": "https://a.example/x""#),
        ("ad", r#""ad": "https://a.example/""#),
        ("Schema", r#""Schema": "https://a.example/""#),
        ("3d", r#""3d": "https://a.example/""#),
        ("_x", r#""_x": "https://a.example/""#),
        ("a b", r#""a b": "https://a.example/""#),
        ("a:b", r#""a:b": "https://a.example/""#),
        ("é", r#""é": "https://a.example/""#),
        ("xsd", r#""xsd": "https://a.example/""#),
        ("x", r#""x": "https://""#),
        ("x", r#""x": "https://schema.org/Product/""#),
        ("x", r#""x": "https://agent-network-protocol.com/""#),
        ("x", r#""x": "https://w3id.org/""#),
        ("x", r##""x": "http://www.w3.org/1999/02/22-rdf-syntax-ns#""##),
        // a second name for the subject, as a prefix or a term
        ("agent", r##""agent": "https://w3id.org/did#""##),
        ("DID2", r##""DID2": "https://w3id.org/did#""##),
        ("x", r#""x": "https://schema.org/name""#),
        ("x", r#""x": "http://schema.org/price""#),
        ("x", r##""x": {"@id": "https://agent-network-protocol.com/ad#did"}"##),
        ("x", r##""x": "https://agent-network-protocol.com/ad#parameterName""##),
        ("x", r##""x": "https://w3id.org/security#proof""##),
        ("x", r##""x": "http://www.w3.org/1999/02/22-rdf-syntax-ns#type""##),
        ("x", r#""x": "https://schema.org/Product""#),
        ("x", r#""x": "https://a.example/AgentDescription""#),
        ("x", r#""x": "https://a.example/structured_interface""#),
    ] {
        let text = description(&format!(r#"["https://agent-network-protocol.com/ad#", {{{entry}}}]"#), "");
        // an empty host is no absolute IRI to begin with
        let rule = if entry.ends_with(r#""https://""#) { "context" } else { "context-name" };
        rejected(rule, &format!("/@context/1/{pointer}"), &text);
    }
    rejected(
        "context-name",
        "/@context/2/x",
        &description(
            r#"["https://schema.org/", {"x": "https://a.example/x", "ad": "https://agent-network-protocol.com/ad#"}, {"x": "https://a.example/x"}]"#,
            "",
        ),
    );
    rejected(
        "context-name",
        "/@context/1/dateCreated",
        &description(r#"["https://schema.org/", {"dateCreated": "https://a.example/x"}]"#, ""),
    );
    for (pointer, extra) in [
        ("/name:x", r#""name:x": 1"#),
        ("/owner/@type", r#""owner": {"@type": "version:x"}"#),
        ("/url", r#""url": "owner:x""#),
    ] {
        let rule = match pointer {
            "/owner/@type" => "type",
            "/url" => "id",
            _ => "context-name",
        };
        let extra = extra.replace("name:x", "url:x");
        rejected(rule, &pointer.replace("name:x", "url:x"), &with(AD, &extra));
    }
    for entry in [
        r##""did": "https://w3id.org/did#""##,
        r##""ad": "https://agent-network-protocol.com/ad#""##,
        r##""ad": "https://agent-network-protocol.com/ad/""##,
        r#""schema": "http://schema.org/""#,
        r##""xsd": "http://www.w3.org/2001/XMLSchema#""##,
        r#""items": "https://a.example/x""#,
        r#""urls": "https://a.example/x""#,
        r#""Menu": "https://a.example/x""#,
        r#""x": "https://a.example/""#,
        r#""x": "https://schema.org/hotelID""#,
        r##""x": "https://agent-network-protocol.com/ad#stars""##,
        r##""x": "https://w3id.org/security#""##,
    ] {
        accepted(&description(&format!(r#"["https://agent-network-protocol.com/ad#", {{{entry}}}]"#), ""));
    }
    accepted(&description(
        r#"[{"schema": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}, "http://schema.org/"]"#,
        "",
    ));
}

#[test]
fn rule_3_keywords() {
    for keyword in [
        "@graph",
        "@included",
        "@reverse",
        "@nest",
        "@index",
        "@language",
        "@value",
        "@list",
        "@set",
        "@none",
        "@json",
        "@base",
        "@vocab",
        "@import",
        "@propagate",
        "@protected",
        "@version",
        "@prefix",
        "@container",
        "@direction",
        "@default",
        "@embed",
        "@explicit",
        "@null",
        "@omitDefault",
        "@preserve",
        "@requireAll",
        "@first",
        "@annotation",
        "@",
        "@x1",
    ] {
        rejected("keyword", &format!("/{keyword}"), &with(VOCAB, &format!(r#""{keyword}": "x""#)));
        if !matches!(keyword, "@value" | "@list") {
            rejected(
                "keyword",
                &format!("/x/{keyword}"),
                &with(VOCAB, &format!(r#""x": {{"y": 1, "{keyword}": "x"}}"#)),
            );
        }
    }
    for (pointer, extra) in [
        ("/x/@value", r#""x": {"@value": {"y": 1}}"#),
        ("/x/@value", r#""x": {"@value": [1]}"#),
        ("/x/@language", r#""x": {"@value": "y", "@language": "en_US"}"#),
        ("/x/@language", r#""x": {"@value": 5, "@language": "en"}"#),
        ("/x/@language", r#""x": {"@value": null, "@language": "en"}"#),
        ("/x/@type", r#""x": {"@value": "y", "@type": "@json"}"#),
        ("/x/@type", r#""x": {"@value": "y", "@type": "_:b"}"#),
        ("/x/@index", r#""x": {"@value": "y", "@index": "z"}"#),
        ("/x/@direction", r#""x": {"@value": "y", "@direction": "rtl"}"#),
        ("/x/y", r#""x": {"@value": "y", "y": "z"}"#),
        ("/x/y", r#""x": {"@list": ["y"], "y": "z"}"#),
    ] {
        rejected("keyword", pointer, &with(VOCAB, extra));
    }
    let twice = with(SCHEMA, r#""owner": {"@id": "https://a.example/o", "id": "https://a.example/p"}"#);
    rejected("keyword", "/owner/id", &twice);
    rejected("keyword", "/type", &with(SCHEMA, r#""type": "Thing""#));
    for extra in [
        r#""x": {"@value": "y"}"#,
        r#""x": {"@value": 1, "@type": "http://www.w3.org/2001/XMLSchema#integer"}"#,
        r#""x": {"@value": "y", "@language": "en"}"#,
        r#""x": {"@list": ["y", 1, {"z": 2}]}"#,
        r#""x": {"id": 1, "type": 2}"#,
        r#""x": "@id""#,
    ] {
        accepted(&with(VOCAB, extra));
    }
    accepted(&with(SCHEMA, r#""owner": {"type": "Organization", "id": "https://a.example/o", "name": "B"}"#));
}

#[test]
fn rule_4_member_names() {
    for (pointer, extra) in [
        ("/ad:name", r#""ad:name": "B""#),
        ("/schema:name", r#""schema:name": "B""#),
        ("/https:~1~1schema.org~1name", r#""https://schema.org/name": "B""#),
        ("/http:~1~1schema.org~1url", r#""http://schema.org/url": "https://a.example/""#),
        ("/ad:did", r#""ad:did": "did:wba:b.example""#),
        ("/https:~1~1w3id.org~1did#", r##""https://w3id.org/did#": "did:wba:b.example""##),
        ("/ad:parameterName", r#""ad:parameterName": "x""#),
        ("/https:~1~1w3id.org~1security#proof", r##""https://w3id.org/security#proof": "x""##),
        ("/sec:proof", r#""sec:proof": "x""#),
        ("/ad:proof", r#""ad:proof": "x""#),
        (
            "/http:~1~1www.w3.org~11999~102~122-rdf-syntax-ns#type",
            r##""http://www.w3.org/1999/02/22-rdf-syntax-ns#type": "x""##,
        ),
        // a vocabulary, by the empty name, by a prefix and in full
        ("/", r#""": "x""#),
        ("/ad:", r#""ad:": "x""#),
        ("/schema:", r#""schema:": "x""#),
        ("/https:~1~1schema.org~1", r#""https://schema.org/": "x""#),
        (
            "/https:~1~1agent-network-protocol.com~1ad#",
            r##""https://agent-network-protocol.com/ad#": {"@id": "https://a.example/"}"##,
        ),
        // in nodes that the model does not read, too
        ("/x/https:~1~1w3id.org~1did#", r##""x": {"https://w3id.org/did#": "did:wba:b.example"}"##),
        (
            "/x/0/y/http:~1~1www.w3.org~11999~102~122-rdf-syntax-ns#type",
            r##""x": [{"y": {"http://www.w3.org/1999/02/22-rdf-syntax-ns#type": {"@id": "https://agent-network-protocol.com/ad#AgentDescription"}}}]"##,
        ),
        (
            "/owner/http:~1~1www.w3.org~11999~102~122-rdf-syntax-ns#type",
            r##""owner": {"name": "B", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type": "x"}"##,
        ),
        ("/x/https:~1~1w3id.org~1security#proof", r##""x": {"https://w3id.org/security#proof": {"y": 1}}"##),
        ("/x/ad:", r#""x": {"ad:": "y"}"#),
        // letters that Java takes for one, and the dot that Unicode makes a letter of its own
        ("/d\u{130}d", r#""dİd": "did:wba:b.example""#),
        ("/vers\u{130}on", r#""versİon": "2""#),
        ("/descri\u{307}ption", r#""descri̇ption": "B""#),
        ("/owner/descr\u{131}pt\u{130}on", r#""owner": {"name": "B", "descrıptİon": "C"}"#),
        ("/AD:x", r#""AD:x": "x""#),
        ("/Schema:name", r#""Schema:name": "x""#),
        ("/Name", r#""Name": "B""#),
        ("/NAME", r#""NAME": "B""#),
        ("/DID", r#""DID": "B""#),
        ("/security_definitions", r#""security_definitions": "B""#),
        ("/Security", r#""Security": "B""#),
        ("/created-", r#""created-": "B""#),
        ("/de\u{17f}cription", r#""deſcription": "B""#),
        ("/ad:Name", r#""ad:Name": "B""#),
        ("/Type", r#""Type": "B""#),
        ("/ID", r#""ID": "B""#),
        ("/id", r#""id": "B""#),
        ("/type", r#""type": "B""#),
        ("/owner/Name", r#""owner": {"name": "B", "Name": "C"}"#),
        ("/owner/proof", r#""owner": {"name": "B", "proof": {"x": 1}}"#),
        ("/x/proof", r#""x": {"proof": {"x": 1}}"#),
        ("/x/securityDefinitions", r#""x": {"securityDefinitions": {"x": 1}}"#),
        ("/products/0/offers/Price", r#""products": [{"@type": "Product", "offers": {"price": "1", "Price": "2"}}]"#),
        (
            "/products/0/offers/schema:price",
            r#""products": [{"@type": "Product", "offers": {"price": "1", "schema:price": "2"}}]"#,
        ),
    ] {
        rejected("member", pointer, &with(AD, extra));
    }
    for extra in [
        r#""ad:created": "2026-01-31T12:00:00Z""#,
        r#""x": {"Name": "B", "URL": "C", "ad:name": "D"}"#,
        r#""ad:x": 1"#,
        r#""urn:x:y": 1"#,
        r#""https://a.example/name": 1"#,
        // the prefixes themselves, such as the `schema` of a parameter in OpenAPI
        r#""x": {"schema": {"type2": "string"}, "ad": 1}"#,
        r#""names": 1"#,
        r#""hotelID": 1"#,
    ] {
        accepted(&with(AD, extra));
    }
    accepted(&description(VOCAB, "").replace(r#""security""#, r#""ad:security""#));
    let sec = AD.replace(r#"{"@language""#, r##"{"sec": "https://w3id.org/security#", "@language""##);
    rejected("member", "/sec:proof", &with(&sec, r#""sec:proof": "x""#));
    rejected("member", "/x/sec:proof", &with(&sec, r#""x": {"sec:proof": "x"}"#));
    accepted(&with(&sec, r#""x": {"sec:proofValue": "x"}"#));
    let did = AD.replace(r#"{"@language""#, r##"{"did": "https://w3id.org/did#", "@language""##);
    rejected("member", "/did:", &with(&did, r#""did:": "did:wba:b.example""#));
    accepted(&with(&did, r#""x": {"did": "did:wba:b.example"}"#));
    accepted(&with(
        r#"{"@vocab": "https://schema.org/", "old": "https://a.example/", "ad": "https://agent-network-protocol.com/ad#"}"#,
        r#""old:name": 1"#,
    ));
}

#[test]
fn rule_5_values() {
    for (pointer, extra) in [
        ("/description/0", r#""description": [["x"]]"#),
        ("/description/1", r#""description": ["x", null]"#),
        ("/description", r#""description": {"@value": "x"}"#),
        ("/description", r#""description": {"@value": "x", "@language": "en"}"#),
        ("/description", r#""description": {"@list": ["x"]}"#),
        ("/owner/name", r#""owner": {"name": {"@value": "B"}}"#),
        ("/created", r#""created": "2026-01-31T12:00:00""#),
        ("/modified", r#""modified": "2026-01-31T12:00:00.1234567Z""#),
        ("/version", r#""version": 1234567890123456"#),
        ("/version", r#""version": 1e2"#),
        ("/version", r#""version": -0"#),
        ("/version", r#""version": -0.0"#),
        ("/version", r#""version": 1.234567890123456"#),
        ("/version", r#""version": 0.0000001"#),
        ("/version/1", r#""version": [1, 1E1]"#),
        ("/products/0/sku", r#""products": [{"@type": "Product", "sku": {"@value": "x"}}]"#),
        ("/products/0/offers/price", r#""products": [{"@type": "Product", "offers": {"price": 1e1}}]"#),
        (
            "/products/0/offers/0/price",
            r#""products": [{"@type": "Product", "offers": [{"price": 1234567890123456}]}]"#,
        ),
        ("/products/0", r#""products": [[{"@type": "Product"}]]"#),
        (
            "/interfaces/0/url",
            r#""interfaces": [{"@type": "ad:StructuredInterface", "url": {"@value": "https://a.example/"}}]"#,
        ),
    ] {
        rejected("value", pointer, &with(VOCAB, extra));
    }
    for extra in [
        r#""description": null"#,
        r#""description": []"#,
        r#""owner": null"#,
        r#""products": []"#,
        r#""created": "2026-01-31T12:00:00.123456+01:00""#,
        r#""x": 1e300"#,
        r#""x": [[1], [null]]"#,
        r#""products": [{"@type": "Product", "sku": 12.50, "offers": {"price": 1280.00}}]"#,
        r#""products": [{"@type": "Product", "offers": {"price": 0}}]"#,
        r#""products": [{"@type": "Product", "offers": {"price": 0.000001}}]"#,
        r#""products": [{"@type": "Product", "offers": {"price": 999999999999999}}]"#,
        r#""products": [{"@type": "Product", "offers": {"price": -1.5}}]"#,
    ] {
        accepted(&with(VOCAB, extra));
    }
    // elsewhere than under the protocol's context, an interface's definition is like any other value
    rejected(
        "keyword",
        "/interfaces/0/content/@set",
        &with(VOCAB, r#""interfaces": [{"@type": "ad:StructuredInterface", "content": {"@set": []}}]"#),
    );
}

#[test]
fn rule_6_types() {
    for (pointer, class) in [
        ("/owner/@type", "null"),
        ("/owner/@type", "[]"),
        ("/owner/@type", r#""""#),
        ("/owner/@type", r#""_:b""#),
        ("/owner/@type", r#""_x""#),
        ("/owner/@type", r#""a b""#),
        ("/owner/@type", r#""é""#),
        ("/owner/@type", r#""ad""#),
        ("/owner/@type", r#""ad:""#),
        ("/owner/@type", r#""ad:a/b""#),
        ("/owner/@type", r#""ad://a.example/""#),
        ("/owner/@type", r#""mailto:a""#),
        ("/owner/@type", r#""HTTPS://a.example/T""#),
        ("/owner/@type", r#""https://a.example/a b""#),
        ("/owner/@type", r#""name""#),
        ("/owner/@type", r#""proof""#),
        ("/owner/@type", r#""id""#),
        ("/owner/@type", r#""type""#),
        ("/owner/@type", r#""AgentDescription""#),
        ("/owner/@type", r#""ad:AgentDescription""#),
        ("/owner/@type", r#""agentdescription""#),
        ("/owner/@type", r#""Agent_Description""#),
        ("/owner/@type", r#""https://a.example/AgentDescription""#),
        ("/owner/@type", r#""https://a.example/x:StructuredInterface""#),
        ("/owner/@type", r#""urn:x:natural-language-interface""#),
        ("/owner/@type/1", r#"["Organization", "ad"]"#),
        ("/owner/@type/1", r#"["Organization", "_:b"]"#),
        ("/owner/@type/1", r#"["Organization", 7]"#),
        ("/owner/@type/0", r#"[["Organization"]]"#),
    ] {
        rejected("type", pointer, &with(VOCAB, &format!(r#""owner": {{"@type": {class}, "name": "B"}}"#)));
    }
    rejected("type", "/x/@type", &with(VOCAB, r#""x": {"@type": "ad:AgentDescription", "y": 1}"#));
    for class in [
        r#""Organization""#,
        r#"["Organization", "3DModel"]"#,
        r#""schema-x_Y""#,
        r#""ad:Thing""#,
        r#""https://a.example/T""#,
        r#""urn:x:T""#,
        r#""AgentDescriptions""#,
    ] {
        accepted(&with(VOCAB, &format!(r#""owner": {{"@type": {class}, "name": "B"}}"#)));
    }
    accepted(&description(VOCAB, "").replace("ad:AgentDescription", "https://schema.org/AgentDescription"));
    accepted(&description(AD, "").replace("ad:AgentDescription", "AgentDescription"));
}

#[test]
fn rule_7_identifiers() {
    for id in [
        r#""""#,
        r#""ad.json""#,
        r#""//a.example/""#,
        r#""/a""#,
        r##""#a""##,
        r#""_:b""#,
        r#""ad:x""#,
        r#""ex:x""#,
        "null",
        "1",
        "[]",
        r#""HTTPS://a.example/""#,
        r#""https://A.example/""#,
        r#""https://a.example:443/""#,
        r#""http://a.example:80/""#,
        r#""https://a.example:/""#,
        r#""https://a.example:0443/""#,
        r#""https://a.example:08443/""#,
        r#""http://a.example:00/""#,
        r#""https://u@a.example/""#,
        r#""https://[::1]/""#,
        r#""https://a.example/./x""#,
        r#""https://a.example/x/..""#,
        r#""https://a.example/%7ex""#,
        r#""https://a.example/%41""#,
        r#""https://a.example/%2f""#,
        r#""https://a.example/?""#,
        r##""https://a.example/#""##,
        r##""https://a.example/?#x""##,
        r#""https:a""#,
        r#""https:/a""#,
        r#""ftp://a.example/""#,
        r#""@id""#,
        r#""https://a.example/a b""#,
    ] {
        // a number or a null is no JSON-LD to begin with
        rejected("id", "/owner/@id", &with(VOCAB, &format!(r#""owner": {{"@id": {id}, "name": "B"}}"#)));
    }
    for id in [
        "https://a.example",
        "https://a.example/",
        "https://a.example:8443/x?y#z",
        "https://a.example:800/",
        "http://a.example/%2F",
        "urn:uuid:1",
        "did:wba:a.example",
        "https://a.example/%E4%BD%A0",
        "https://a.example/你",
    ] {
        accepted(&with(VOCAB, &format!(r#""owner": {{"@id": "{id}", "name": "B"}}"#)));
    }
    accepted(&with(AD, r#""owner": {"@id": "did:wba:b.example", "name": "B"}"#));
    let with_did = r##"{"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#"}"##;
    accepted(&description(with_did, ""));
    rejected("id", "/owner/@id", &with(with_did, r#""owner": {"@id": "did:wba:b.example", "name": "B"}"#));
    // a node in two places
    for (pointer, extra) in [
        (
            "/x",
            r#""owner": {"@id": "https://a.example/o", "name": "B"}, "x": {"@id": "https://a.example/o", "name": "C"}"#,
        ),
        (
            "/x",
            r#""owner": {"@id": "https://a.example", "name": "B"}, "x": {"@id": "https://a.example/", "name": "C"}"#,
        ),
        (
            "/x/y",
            r#""@id": "https://a.example/a", "x": {"y": {"@id": "https://a.example/a", "did": "did:wba:b.example"}}"#,
        ),
        (
            "/x",
            r#""owner": {"@id": "https://a.example/你", "name": "B"}, "x": {"@id": "https://a.example/%E4%BD%A0", "name": "C"}"#,
        ),
        ("/owner", r#""owner": {"@id": "https://a.example/o"}, "x": {"@id": "https://a.example/o", "name": "C"}"#),
        (
            "/products/0",
            r#""products": [{"@id": "https://a.example/p"}], "x": [{"@id": "https://a.example/p", "sku": "1"}]"#,
        ),
        (
            "/products/0/image",
            r#""products": [{"@type": "Product", "image": "https://a.example/p"}], "x": {"@id": "https://a.example/p", "name": "C"}"#,
        ),
    ] {
        rejected("id", pointer, &with(VOCAB, extra));
    }
    accepted(&with(
        VOCAB,
        r#""owner": {"@id": "https://a.example/o", "name": "B"}, "x": {"@id": "https://a.example/o"}"#,
    ));
    accepted(&with(VOCAB, r#""owner": {"@id": "https://a.example/o"}, "x": [{"@id": "https://a.example/o"}]"#));
    // strings that the context turns into IRIs
    for (context, pointer, extra) in [
        (AD, "/url", r#""url": "ad.json""#),
        (AD, "/url", r#""url": "//a.example/""#),
        (AD, "/url", r#""url": "ad:x""#),
        (AD, "/url", r#""url": "schema:x""#),
        (AD, "/url", r#""url": "https://a.example/a b""#),
        (AD, "/x/url", r#""x": {"url": "ad.json"}"#),
        (SCHEMA, "/products/0/image", r#""products": [{"@type": "Product", "image": "a.png"}]"#),
        (
            SCHEMA,
            "/products/0/image/1",
            r#""products": [{"@type": "Product", "image": ["https://a.example/", "@json"]}]"#,
        ),
    ] {
        rejected("id", pointer, &with(context, extra));
    }
    let own = r#"["https://agent-network-protocol.com/ad#", {"see": {"@id": "https://a.example/see", "@type": "@id"}, "ex": "https://a.example/"}]"#;
    rejected("id", "/see", &with(own, r#""see": "@type""#));
    rejected("id", "/see", &with(own, r#""see": "see:x""#));
    accepted(&with(own, r#""see": "x""#));
    accepted(&with(own, r#""see": "https://a.example/x""#));
}

#[test]
fn rule_8_security_definitions() {
    let scheme = r#"{"scheme": "didwba", "in": "header", "name": "Authorization"}"#;
    let definitions = |context: &str, definitions: &str| {
        format!(
            r#"{{"@context": {context}, "@type": "ad:AgentDescription", "name": "A", "securityDefinitions": {definitions}, "security": "s"}}"#
        )
    };
    for (context, pointer, text) in [
        (VOCAB, "", format!(r#"[{{"s": {scheme}}}]"#)),
        (VOCAB, "", r#""s""#.to_owned()),
        (VOCAB, "/s", r#"{"s": "didwba"}"#.to_owned()),
        (VOCAB, "/s", format!(r#"{{"s": [{scheme}]}}"#)),
        (VOCAB, "/_:s", format!(r#"{{"_:s": {scheme}}}"#)),
        (VOCAB, "/@id", format!(r#"{{"@id": "https://a.example/", "s": {scheme}}}"#)),
        (VOCAB, "/a b", format!(r#"{{"a b": {scheme}}}"#)),
        (VOCAB, "/ad", format!(r#"{{"ad": {scheme}}}"#)),
        (VOCAB, "/ad:s", format!(r#"{{"ad:s": {scheme}}}"#)),
        (VOCAB, "/definitionName", format!(r#"{{"definitionName": {scheme}}}"#)),
        (AD, "/url", format!(r#"{{"url": {scheme}}}"#)),
        (AD, "/products", format!(r#"{{"products": {scheme}}}"#)),
        (SCHEMA, "/dateCreated", format!(r#"{{"dateCreated": {scheme}}}"#)),
        (SCHEMA, "/id", format!(r#"{{"id": {scheme}}}"#)),
        (VOCAB, "/s/@id", r#"{"s": {"@id": "https://a.example/s", "scheme": "didwba", "in": "auto"}}"#.to_owned()),
        (VOCAB, "/s/definitionName", r#"{"s": {"definitionName": "t", "scheme": "didwba", "in": "auto"}}"#.to_owned()),
        (VOCAB, "/s/parameterName", r#"{"s": {"parameterName": "t", "scheme": "didwba", "in": "auto"}}"#.to_owned()),
        (
            VOCAB,
            "/s/ad:parameterName",
            r#"{"s": {"ad:parameterName": "t", "scheme": "didwba", "in": "auto"}}"#.to_owned(),
        ),
        (
            VOCAB,
            "/s/https:~1~1schema.org~1parameterName",
            r#"{"s": {"https://schema.org/parameterName": "t", "scheme": "didwba", "in": "auto"}}"#.to_owned(),
        ),
    ] {
        rejected("security", &format!("/securityDefinitions{pointer}"), &definitions(context, &text));
    }
    accepted(&definitions(VOCAB, &format!(r#"{{"s": {scheme}, "t-1_X": {scheme}}}"#)));
    // another vocabulary's word
    for name in ["x:parameterName", "https://x.example/parameterName"] {
        let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", "x": "https://x.example/"}"#;
        accepted(&definitions(context, &scheme_with(&format!(r#""{name}": "t""#))));
    }
    accepted(&definitions(AD, &format!(r#"{{"s": {scheme}, "owner": {scheme}}}"#)));
    accepted(&definitions(SCHEMA, &format!(r#"{{"s": {scheme}}}"#)));
}

#[test]
fn rule_9_proof() {
    let proof = |members: &str| {
        with(
            AD,
            &format!(
                r#""proof": {{"type": "EcdsaSecp256r1Signature2019", "created": "2026-01-31T12:00:00Z", "proofPurpose": "assertionMethod", "verificationMethod": "did:wba:a.example#key-1", "proofValue": "x"{members}}}"#
            ),
        )
    };
    for (pointer, members) in [
        ("/@id", r#", "@id": "https://a.example/""#),
        ("/id", r#", "id": "https://a.example/""#),
        ("/@type", r#", "@type": "x""#),
        ("/name", r#", "name": "B""#),
        ("/schema:url", r#", "schema:url": "https://a.example/""#),
        ("/cryptosuite", r#", "cryptosuite": "ecdsa-jcs-2019""#),
        ("/previousProof", r#", "previousProof": "x""#),
        ("/@context", r#", "@context": "https://schema.org/""#),
        ("/expires", r#", "expires": 1"#),
        ("/domain", r#", "domain": ["a.example"], "challenge": "x""#),
        ("/challenge", r#", "challenge": null"#),
    ] {
        rejected("proof", &format!("/proof{pointer}"), &proof(members));
    }
    rejected("proof", "/proof/type", &with(AD, r#""proof": {"type": "RsaSignature2018"}"#));
    // `check` reports these by the rule of table 1
    for value in ["[]", "null", "{}", r#""x""#] {
        let error = check_plain(&read(&with(AD, &format!(r#""proof": {value}"#)))).unwrap_err();
        assert_eq!((error.code(), error.pointer().as_deref()), (Code::AD_STRUCTURE, Some("/proof")));
    }
    accepted(&proof(""));
    accepted(&proof(r#", "expires": "2027-01-31T12:00:00Z", "domain": "a.example", "challenge": "x", "nonce": "y""#));
    accepted(&proof(&format!(r#", "@context": {AD}"#)));
    accepted(&with(
        AD,
        r#""proof": {"type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022", "proofPurpose": "assertionMethod", "verificationMethod": "did:wba:a.example#key-1", "proofValue": "z1"}"#,
    ));
}

#[test]
fn rule_10_anp_07() {
    for (rule, pointer, extra) in [
        ("json", "/constructor", r#""constructor": 1"#),
        ("keyword", "/@graph", r#""@graph": []"#),
        ("keyword", "/@type", r#""@type": "Thing""#),
        ("member", "/Name", r#""Name": "B""#),
        ("member", "/id", r#""id": "B""#),
        ("member", "/owner/proof", r#""owner": {"name": "B", "proof": 1}"#),
        ("member", "/https:~1~1schema.org~1name", r#""https://schema.org/name": "B""#),
        ("value", "/description/0", r#""description": [["B"]]"#),
        ("value", "/version", r#""version": 1e1"#),
        ("type", "/owner/type", r#""owner": {"type": "agentDescription", "name": "B"}"#),
        ("type", "/owner/type", r#""owner": {"type": "_:b", "name": "B"}"#),
        ("id", "/owner/@id", r#""owner": {"@id": "o", "name": "B"}"#),
        ("id", "/url", r#""url": "/ad.json""#),
        (
            "id",
            "/Infomations/0/url",
            r#""Infomations": [{"type": "Product", "description": "B", "url": "rooms.json"}]"#,
        ),
        ("member", "/d\u{130}d", r#""dİd": "did:wba:b.example""#),
        ("member", "/x/https:~1~1w3id.org~1did#", r##""x": {"https://w3id.org/did#": "did:wba:b.example"}"##),
        ("proof", "/proof/name", r#""proof": {"type": "DataIntegrityProof", "name": "B"}"#),
    ] {
        rejected(rule, pointer, &anp_07(extra));
    }
    for extra in [
        r#""url": "https://a.example/ad.json""#,
        r#""Infomations": [{"type": "Product", "description": "B", "url": "https://a.example/rooms.json"}]"#,
        r#""owner": {"type": "Organization", "name": "B", "id2": 1}"#,
        r#""interfaces": [{"type": "StructuredInterface", "protocol": "openrpc", "description": "D", "content": {"info": {}, "@x": [[1]]}}]"#,
        r#""domainEntity": {"type": "Hotel", "hotelID": 372505161, "geo": {"type": "GeoCoordinates", "latitude": 32.242098}}"#,
    ] {
        accepted(&anp_07(extra));
    }
}

/// Readers of RDF have a set of values.
#[test]
fn no_value_of_a_term_is_there_twice() {
    const ONE: &str = r#"{"@id": "https://a.example/1"}"#;
    for (pointer, extra) in [
        ("/products/1", format!(r#""products": [{ONE}, {ONE}]"#)),
        ("/products/1", r#""products": [{"@id": "https://a.example"}, {"@id": "https://a.example/"}]"#.to_owned()),
        (
            "/products/0/ingredients/2",
            r#""products": [{"@type": "Product", "ingredients": ["salt", "air", "salt"]}]"#.to_owned(),
        ),
        (
            "/products/0/offers/price/1",
            r#""products": [{"@type": "Product", "offers": {"price": [1, 1.0]}}]"#.to_owned(),
        ),
        ("/name/1", r#""name": ["A", "A"]"#.to_owned()),
        ("/domainEntity/1", r#""domainEntity": [{"name": "B"}, {"name": "C"}]"#.to_owned()),
    ] {
        let text = if extra.starts_with("\"name") {
            description(VOCAB, "").replace(r#""name": "A""#, &extra)
        } else {
            with(VOCAB, &extra)
        };
        rejected("value", pointer, &text);
    }
    let by_alias = r#""products": [{"id": "https://a.example/1"}, {"@id": "https://a.example/1"}]"#;
    rejected("value", "/products/1", &with(SCHEMA, by_alias));
    for extra in [
        r#""products": [{"@type": "Product", "ingredients": ["salt", "air"], "offers": {"price": ["1", 1]}}]"#,
        r#""products": [{"name": "B"}, {"name": "B"}]"#,
        r#""x": ["y", "y"]"#,
        r#""domainEntity": [{"name": "B"}]"#,
    ] {
        accepted(&with(VOCAB, extra));
    }
}

/// What readers show alike, or what the model does not read.
#[test]
fn what_needs_no_rule() {
    let page = AD.replace("{", r#"{"page": {"@id": "https://a.example/page", "@type": "@id"}, "#);
    for (context, extra) in [
        (VOCAB, r#""x": 1e-7"#),
        (VOCAB, r#""x": 0.0000001"#),
        (VOCAB, r#""description": "a\u0000b""#),
        (page.as_str(), r#""page": "a/b""#),
    ] {
        accepted(&with(context, extra));
    }
    // optional in the protocol
    accepted(&description(VOCAB, "").replace(r#""@type": "ad:AgentDescription", "#, ""));
}

#[test]
fn every_rule_is_on_its_page() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/plain-profile.md")).unwrap();
    let rules: Vec<_> = rules::RULES.iter().filter(|rule| rule.id.starts_with("plain-")).collect();
    assert_eq!(rules.len(), 10);
    for (number, rule) in rules.into_iter().enumerate() {
        assert_eq!(rule.source, format!("docs/reference/plain-profile.md, rule {number}"));
        let title = page.lines().find(|line| line.starts_with(&format!("## Rule {number}: ")));
        assert!(title.is_some_and(|title| title.ends_with(&format!("(`{}`)", rule.id))), "{} {title:?}", rule.id);
        assert!(page.contains(rule.quote.trim_end_matches('.')), "{}", rule.quote);
    }
    assert!(page.split_whitespace().count() <= 1000);
    let examples: Vec<&str> =
        page.split("```json\n").skip(1).filter_map(|rest| rest.split_once("\n```")).map(|(text, _)| text).collect();
    assert_eq!(examples.len(), 5);
    for example in examples {
        let (name, value) = example.split_once(": ").unwrap();
        match name {
            r#""@context""# => accepted(&description(value, "")),
            r#""securityDefinitions""# => accepted(&format!(
                r#"{{"@context": {AD}, "@type": "ad:AgentDescription", "name": "A", "security": "didwba_sc", {example}}}"#
            )),
            r#""offers""# => accepted(&with(AD, &format!(r#""products": [{{"name": "B", {example}}}]"#))),
            _ => accepted(&with(AD, example)),
        }
    }
}

#[test]
fn lists_are_flat_and_names_are_no_blank_nodes() {
    rejected("value", "/foo/@list/0", &with(VOCAB, r#""foo": {"@list": [["a"], ["b", "c"]]}"#));
    accepted(&with(VOCAB, r#""foo": {"@list": ["a", "b", "c"]}"#));
    rejected("member", "/_:name", &with(VOCAB, r#""_:name": "evil""#));
}

/// An interface's own definition is data, whatever the context makes of its name.
#[test]
fn content_is_as_it_was_written() {
    for content in [r#""text""#, r#"{"a":null,"b":"x"}"#, r#"{"a":[["x"],["y"]]}"#, r#"{"@type":"x","b":[1,null]}"#] {
        for (context, name) in [(VOCAB, "content"), (VOCAB, "ad:content"), (AD, "content"), (SCHEMA, "ad:content")] {
            let text = with(
                context,
                &format!(
                    r#""ad:interfaces": [{{"@type": "ad:StructuredInterface", "name": "i", "ad:protocol": "YAML", "description": "d",
                    "url": "https://x.example/", "{name}": {content}}}]"#
                ),
            );
            let document = read(&text);
            let model = AgentDescription::from_document(&document).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(model.interfaces[0].content.as_ref().unwrap().to_compact(), content, "{text}");
        }
    }
}

/// Products, services, offers and their parties may have values that the model does not read; the owner and the domain entity may not.
#[test]
fn rule_5_values_that_are_not_read() {
    let error = |members: &str| {
        let text = with(AD, members);
        let error = AgentDescription::from_document(&read(&text)).expect_err(&text);
        (error.code(), error.pointer().unwrap_or_default())
    };
    for (members, code, pointer) in [
        (r#""owner": {"name": "o", "url": true}"#, Code::AD_WRONG_TYPE, "/owner/url"),
        (r#""owner": {"name": 1}"#, Code::AD_WRONG_TYPE, "/owner/name"),
        (r#""domainEntity": "Shop""#, Code::AD_WRONG_TYPE, "/domainEntity"),
        (r#""domainEntity": {"url": 1}"#, Code::AD_WRONG_TYPE, "/domainEntity/url"),
        (r#""domainEntity": [{"name": "a"}, {"name": "b"}]"#, Code::AD_STRUCTURE, "/domainEntity/1"),
    ] {
        assert_eq!(error(members), (code, pointer.to_owned()), "{members}");
    }
    for members in [
        r#""products": [{"name": "p", "sku": true}]"#,
        r#""services": [{"name": "s", "provider": {"name": 1}}]"#,
        r#""domainEntity": [{"name": "a"}]"#,
        r#""domainEntity": {"url": "ftp://shop.example/"}"#,
        r#""products": [{"name": "p", "url": 12}]"#,
        r#""products": [{"name": "p", "image": [true, 2.5], "manufacturer": {"name": "m", "url": false}}]"#,
        r#""services": [{"name": "s", "url": 1.0, "offers": {"price": "1", "priceCurrency": "EUR"}}]"#,
    ] {
        let text = with(AD, members);
        AgentDescription::from_document(&read(&text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

/// Readers of RDF have a node once, however often an array names it.
#[test]
fn rule_5_an_array_names_a_node_once() {
    let twice = r#""products": [{"@id": "https://shop.example/1"}, {"@id": "https://shop.example/1"}]"#;
    rejected("value", "/products/1", &with(AD, twice));
    let spelled = r#""products": [{"@id": "https://shop.example/"}, {"@id": "https://shop.example"}]"#;
    rejected("value", "/products/1", &with(AD, spelled));
    accepted(&with(AD, r#""products": [{"@id": "https://shop.example/1"}, {"@id": "https://shop.example/2"}]"#));
    let parties = r#""products": [{"name": "p", "manufacturer": {"@id": "https://maker.example/"}},
        {"name": "q", "manufacturer": {"@id": "https://maker.example/"}}]"#;
    accepted(&with(AD, parties));
}

/// Some readers drop an IRI with a space of Unicode or a mark of byte order; letters of any script are plain.
#[test]
fn iris_have_no_blanks_of_unicode() {
    for blank in
        ['\u{a0}', '\u{1680}', '\u{2003}', '\u{2028}', '\u{202f}', '\u{205f}', '\u{3000}', '\u{feff}', '\u{200b}']
    {
        rejected("id", "/@id", &with(AD, &format!(r#""@id": "https://agent.example/a{blank}d""#)));
        rejected(
            "id",
            "/owner/@id",
            &with(AD, &format!(r#""owner": {{"@id": "https://agent.example/{blank}", "name": "o"}}"#)),
        );
        let typed = format!(r#""owner": {{"@type": "https://a.example/Ho{blank}tel", "name": "o"}}"#);
        rejected("type", "/owner/@type", &with(AD, &typed));
        rejected(
            "id",
            "/owner/url",
            &with(AD, &format!(r#""owner": {{"name": "o", "url": "https://a.example/{blank}"}}"#)),
        );
    }
    accepted(&with(AD, r#""@id": "https://agent.example/房间/é""#));
}

#[test]
fn a_type_that_is_written_twice_is_one() {
    let document = read(&with(AD, r#""owner": {"@type": ["Hotel", "schema:Hotel", "Spa", "Hotel"], "name": "o"}"#));
    let model = AgentDescription::from_document(&document).unwrap();
    let types: Vec<&str> = model.owner.as_ref().unwrap().node.types().collect();
    assert_eq!(types, ["https://schema.org/Hotel", "https://schema.org/Spa"]);
}

fn interface(context: &str, members: &str) -> String {
    let base = r#""@type": "ad:StructuredInterface", "@id": "https://x.example/i", "name": "i", "ad:protocol": "YAML", "description": "d""#;
    with(context, &format!(r#""ad:interfaces": [{{{base}, {members}}}]"#))
}

/// The model does not read inside of `content`: rules 3, 6 and 7 are for it, and rule 5 is not.
#[test]
fn numbers_in_content_are_as_written() {
    for context in [VOCAB, AD] {
        for content in
            [r#"{"fee": 1e-7}"#, r#"{"a": [{"b": -0.0}]}"#, r#"{"fee": 0.5, "a": [{"b": 1234567890123456}]}"#]
        {
            accepted(&interface(context, &format!(r#""url": "https://x.example/", "content": {content}"#)));
        }
    }
    let twice = r#""url": "https://x.example/", "content": {"@type": "ad:AgentDescription"}"#;
    rejected("type", "/ad:interfaces/0/content/@type", &interface(VOCAB, twice));
}

#[test]
fn an_empty_list_is_no_content() {
    for (context, empty) in [(VOCAB, "[]"), (AD, "[]"), (AD, "null"), (SCHEMA, "[]")] {
        let text = interface(context, &format!(r#""url": "https://x.example/", "content": {empty}"#));
        let model = AgentDescription::from_document(&read(&text)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(model.interfaces[0].content, None, "{text}");
    }
    let in_07 =
        r#""interfaces": [{"type": "StructuredInterface", "protocol": "openrpc", "description": "D", "content": []}]"#;
    let error = AgentDescription::from_document(&read(&anp_07(in_07))).unwrap_err();
    assert_eq!((error.code(), error.pointer().as_deref()), (Code::AD_MISSING_TERM, Some("/interfaces/0")));
}

/// ANP-07 defines `content`, which conversions write in JSON-LD too.
#[test]
fn content_takes_the_place_of_a_url() {
    for context in [VOCAB, AD, SCHEMA] {
        let model = AgentDescription::from_document(&read(&interface(context, r#""content": "text""#))).unwrap();
        assert_eq!((model.interfaces[0].content.is_some(), &model.interfaces[0].url), (true, &None));
        for nothing in [r#""content": null"#, r#""content": []"#, r#""url": null"#, r#""x": 1"#] {
            let error = AgentDescription::from_document(&read(&interface(context, nothing))).unwrap_err();
            assert_eq!((error.code(), error.pointer().as_deref()), (Code::AD_MISSING_TERM, Some("/ad:interfaces/0")));
        }
    }
}

/// `name` has no meaning beside `in: auto`, and is a string all the same; the model shows what the document says.
#[test]
fn a_scheme_has_one_name_wherever_it_sends_it() {
    let schemes = |name: &str| {
        description(AD, "")
            .replace(r#""in": "header", "name": "Authorization""#, &format!(r#""in": "auto", "name": {name}"#))
    };
    for (name, code, pointer) in [
        ("7", Code::AD_WRONG_TYPE, "/securityDefinitions/s/name"),
        ("true", Code::AD_WRONG_TYPE, "/securityDefinitions/s/name"),
        (r#"{"@id": "https://a.example/"}"#, Code::AD_WRONG_TYPE, "/securityDefinitions/s/name"),
        (r#"["x", "y"]"#, Code::AD_STRUCTURE, "/securityDefinitions/s/name/1"),
    ] {
        let error = AgentDescription::from_document(&read(&schemes(name))).expect_err(name);
        assert_eq!((error.code(), error.pointer().as_deref()), (code, Some(pointer)), "{error}");
    }
    for (name, expected) in [(r#""x""#, Some("x")), (r#"["x"]"#, Some("x")), ("null", None), ("[]", None)] {
        let model = AgentDescription::from_document(&read(&schemes(name))).unwrap();
        assert_eq!(model.security_definitions[0].scheme.name.as_deref(), expected, "{name}");
    }
}

/// Scripts whose words need combining marks: Hindi, Thai, Tamil, Bengali, Khmer, Hebrew and Arabic.
#[test]
fn iris_have_the_letters_and_marks_of_every_script() {
    for word in ["हिन्दी", "น้ำผึ้ง", "தமிழ்", "বাংলা", "ភាសាខ្មែរ", "עִבְרִית", "عَرَبِيّ", "ก็"]
    {
        let iri = format!("https://a.example/{word}");
        accepted(&with(AD, &format!(r#""@id": "{iri}""#)));
        accepted(&with(AD, &format!(r#""url": "{iri}""#)));
        accepted(&with(AD, &format!(r#""owner": {{"@type": "{iri}", "@id": "{iri}", "name": "B", "url": "{iri}"}}"#)));
        accepted(&with(AD, &format!(r#""{iri}": 1"#)));
        accepted(&description(&AD.replace(r#"{"@lang"#, &format!(r#"{{"x": "{iri}", "@lang"#)), ""));
    }
    // not in normalization form C, or without a picture
    for word in
        ["e\u{301}", "\u{928}\u{93c}", "\u{212b}", "\u{1100}\u{1161}", "x\u{fe0f}", "x\u{34f}y", "\u{3164}", "\u{200d}"]
    {
        let iri = format!("https://a.example/{word}");
        rejected("id", "/@id", &with(AD, &format!(r#""@id": "{iri}""#)));
        rejected("id", "/url", &with(AD, &format!(r#""url": "{iri}""#)));
        rejected("type", "/owner/@type", &with(AD, &format!(r#""owner": {{"@type": "{iri}", "name": "B"}}"#)));
    }
    // one identifier, also where it is percent-encoded
    rejected(
        "id",
        "/x",
        &with(
            AD,
            r#""owner": {"@id": "https://a.example/न्", "name": "B"}, "x": {"@id": "https://a.example/%E0%A4%A8%E0%A5%8D", "name": "C"}"#,
        ),
    );
}
