//! Rightly signed descriptions that two readers would read differently, one by member names, one by JSON-LD: none verifies.
//! Each differs from a description that verifies (`controls_verify`) by the trick alone.

use adp_fixtures::{alice::*, cpu_time};
use agent_description::{Code, CodedError, proof::sign};

const INLINE: &str = r#""@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#""#;
const EMBEDDED: &str = r#""https://agent-network-protocol.com/ad#""#;
const STRONG: &str = r#"{"scheme": "didwba", "in": "header", "name": "Authorization"}"#;
/// What Mallory would like readers to see in place of `STRONG`.
const NONE: &str = r#"{"scheme": "none", "in": "auto"}"#;
const MEMBERS: [(&str, &str); 6] = [
    ("@type", r#""ad:AgentDescription""#),
    ("@id", r#""https://agent.example.com/alice/ad.json""#),
    ("name", r#""Alice""#),
    ("did", r#""did:wba:agent.example.com:alice""#),
    ("securityDefinitions", r#"{"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}}"#),
    ("security", r#""didwba_sc""#),
];

/// The inline context with more definitions.
fn with(definitions: &str) -> String {
    let comma = if definitions.is_empty() { "" } else { ", " };
    format!("{{{INLINE}{comma}{definitions}}}")
}

/// The verdict on a document of a context and members, signed by Alice; a member of a known name takes that one's place.
fn verdict(context: &str, changes: &[(&str, &str)]) -> Result<(), Code> {
    let mut members = MEMBERS.to_vec();
    for change in changes {
        match members.iter_mut().find(|(name, _)| *name == change.0) {
            Some(member) => *member = *change,
            None => members.push(*change),
        }
    }
    let members: Vec<_> = members.iter().map(|(name, value)| format!("{name:?}: {value}")).collect();
    let text = format!("{{\"@context\": {context}, {}}}", members.join(", "));
    let signed = sign(&document(&text), &alice(), options()).unwrap();
    verify(signed, expectations()).map(drop).map_err(|error| error.code())
}

#[track_caller]
fn refused(context: &str, changes: &[(&str, &str)], code: Code) {
    assert_eq!(verdict(context, changes), Err(code), "{context} {changes:?}");
}

#[test]
fn controls_verify() {
    assert_eq!(verdict(&with(""), &[]), Ok(()));
    assert_eq!(verdict(EMBEDDED, &[]), Ok(()));
    let owner = ("owner", r#"{"@id": "did:wba:agent.example.com:alice", "@type": "Organization", "name": "O"}"#);
    assert_eq!(verdict(&with(""), &[owner, ("interfaces", INTERFACE)]), Ok(()));
    assert_eq!(verdict(&with(""), &[("products", "[]")]), Ok(()));
    // what is no trick by itself is outside of the plain profile all the same
    let more = with(r#""more": "ad:interfaces""#);
    refused(&more, &[("more", INTERFACE)], Code::AD_STRUCTURE);
    refused(&with(""), &[("products", "[null, []]")], Code::AD_STRUCTURE);
    refused(&with(r#""title": "name""#), &[("title", "null")], Code::AD_STRUCTURE);
    refused(&with(r#""kind": "@type""#), &[("owner", r#"{"kind": ["Organization", "Hotel"]}"#)], Code::AD_STRUCTURE);
}

const INTERFACE: &str = r#"{"@id": "https://agent.example.com/i", "@type": "ad:StructuredInterface", "name": "n", "description": "d", "protocol": "YAML", "url": "https://agent.example.com/i.yaml"}"#;

#[test]
fn structure_is_part_of_verification() {
    refused(&with(""), &[("owner", r#"{"@context": {}, "name": "O"}"#)], Code::AD_STRUCTURE);
    refused(&with(""), &[("knows", r#"["x", [{"name": "B"}, {"@context": {}, "name": "O"}]]"#)], Code::AD_STRUCTURE);
    refused(&with(r#""details": "@nest""#), &[("details", r#"{"name": "Mallory"}"#)], Code::AD_STRUCTURE);
    refused(&with(r#""hidden": "@included""#), &[("hidden", r#"{"name": "Mallory"}"#)], Code::AD_STRUCTURE);
    refused(&format!("[{}, {{\"@vocab\": \"https://evil.example/\"}}]", with("")), &[], Code::AD_STRUCTURE);
}

#[test]
fn definitions_without_effect_are_refused_too() {
    let literals = with(r#""zz": {"@type": "@json", "@id": "ad:a"}, "aa": {"@type": "@json", "@id": "ad:z"}"#);
    let data = r#"{"@context": {"@base": "x"}, "@graph": []}"#;
    refused(&literals, &[("zz", data), ("aa", data)], Code::AD_STRUCTURE);
    let object = format!("[1, {{\"@type\": \"@json\", \"@value\": {data}}}]");
    refused(&with(""), &[("note", object.as_str())], Code::AD_STRUCTURE);
    refused(&with(r#""version": "https://evil.example/version""#), &[("version", "null")], Code::AD_STRUCTURE);
    refused(&with(r#""version": "https://evil.example/version""#), &[("version", "1")], Code::AD_STRUCTURE);
}

#[test]
fn one_subject_under_every_name() {
    for other in
        ["https://agent-network-protocol.com/ad#did", "http://schema.org/did", "https://w3id.org/did#", "ad:did"]
    {
        refused(&with(""), &[(other, r#""did:wba:evil.example:mallory""#)], Code::AD_STRUCTURE);
        refused(&with(""), &[(other, r#""did:wba:agent.example.com:alice""#)], Code::AD_STRUCTURE);
        refused(&with(""), &[("did", "null"), (other, r#""did:wba:agent.example.com:alice""#)], Code::AD_STRUCTURE);
    }
    // a type brings a context of its own
    let scoped = with(
        r#""T": {"@id": "ad:AgentDescription", "@context": {"did": "https://evil.example/x", "subject": "ad:did"}}"#,
    );
    refused(&scoped, &[("@type", r#""T""#), ("subject", r#""did:wba:evil.example:mallory""#)], Code::AD_STRUCTURE);
    // nodes of one `@id` are one node, which would have two subjects
    let twin = r#"{"@id": "https://agent.example.com/alice/ad.json", "did": "did:wba:evil.example:mallory"}"#;
    refused(&with(""), &[("owner", twin)], Code::AD_STRUCTURE);
    let stranger = r#"{"@id": "https://agent.example.com/bob/ad.json", "did": "did:wba:evil.example:mallory"}"#;
    assert_eq!(verdict(&with(""), &[("owner", stranger)]), Ok(()));
}

#[test]
fn relative_identifiers_are_not_read() {
    let product = |id: &str| format!(r#"{{"@type": "Product", "@id": "{id}", "name": "A"}}"#);
    for id in ["rooms/1", "../rooms/1", "#a", "?", ""] {
        refused(&with(""), &[("products", &product(id))], Code::AD_STRUCTURE);
    }
    assert_eq!(verdict(&with(""), &[("products", &product("urn:a:rooms/1"))]), Ok(()));
}

#[test]
fn types_stand_in_the_member_that_readers_by_name_look_at() {
    let owner = r#"{"@type": [], "kind": "Organization", "name": "O"}"#;
    refused(&with(r#""kind": "@type""#), &[("owner", owner)], Code::AD_STRUCTURE);
}

#[test]
fn definitions_that_only_readers_by_name_see() {
    let definitions = format!("{{\"didwba_sc\": {STRONG}, \"open_sc\": {NONE}}}");
    refused(&with(r#""open_sc": null"#), &[("securityDefinitions", &definitions)], Code::AD_STRUCTURE);
}

#[test]
fn addresses_are_written_as_they_are_read() {
    let product = |image: &str| format!(r#"{{"@type": "Product", "name": "A", "image": {image}}}"#);
    let typed = |definitions: &str| {
        with(&format!(r#""image": {{"@id": "https://schema.org/image", "@type": "@vocab"}}{definitions}"#))
    };
    let short = product("\"InStock\"");
    refused(&typed(r#", "InStock": "https://evil.example/x""#), &[("products", &short)], Code::AD_STRUCTURE);
    refused(&typed(""), &[("products", &short)], Code::AD_STRUCTURE);
    // an alias of `@id` tells readers by name nothing
    let aliased = product(r#"{"at": "https://agent.example.com/a.png"}"#);
    refused(&typed(r#", "at": "@id""#), &[("products", &aliased)], Code::AD_STRUCTURE);
    let written = product(r#"{"@id": "https://agent.example.com/a.png"}"#);
    assert_eq!(verdict(&with(""), &[("products", &written)]), Ok(()));
}

#[test]
fn dids_are_not_cut_in_the_keys_of_maps() {
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#",
        "did": {"@id": "https://agent-network-protocol.com/ad#did", "@prefix": true},
        "knows": {"@id": "https://schema.org/knows", "@container": "@id"}}"#;
    refused(context, &[("knows", r#"{"did:wba:agent.example.com:bob": {"name": "Bob"}}"#)], Code::AD_STRUCTURE);
    refused(context, &[("knows", r#"{"https://agent.example.com/bob": {"name": "Bob"}}"#)], Code::AD_STRUCTURE);
}

#[test]
fn the_proof_is_one_proof_under_every_name() {
    let forged = r#"{"@type": "https://w3id.org/security#DataIntegrityProof"}"#;
    refused(&with(""), &[("https://w3id.org/security#proof", forged)], Code::AD_STRUCTURE);
    refused(&with(r#""seal": "https://w3id.org/security#proof""#), &[("seal", forged)], Code::AD_STRUCTURE);
    refused(&with(""), &[("ad:proof", forged)], Code::AD_STRUCTURE);
    // what a reader of JSON-LD makes of the member `proof`
    for meaning in ["ad:interfaces", "https://evil.example/note", "@type"] {
        refused(&with(&format!("\"proof\": {meaning:?}")), &[], Code::AD_STRUCTURE);
    }
    refused(&with(r#""proof": "https://w3id.org/security#proof""#), &[], Code::AD_STRUCTURE);
    refused(&with(r#""proof": null"#), &[], Code::AD_STRUCTURE);
    refused(&with(""), &[("owner", r#"{"name": "O", "proof": {"proofValue": "z"}}"#)], Code::AD_STRUCTURE);
}

#[test]
fn types_stand_in_one_member() {
    let kind = with(r#""kind": "@type""#);
    refused(&kind, &[("@type", r#""ad:Other""#), ("kind", r#""ad:AgentDescription""#)], Code::AD_STRUCTURE);
    let interface = INTERFACE.replacen('{', r#"{"kind": "ad:NaturalLanguageInterface", "#, 1);
    refused(&kind, &[("interfaces", &interface)], Code::AD_STRUCTURE);
}

#[test]
fn urls_are_what_is_written() {
    // a URL parser of the web reads `https:good.example/i` as https://good.example/i
    for (definition, url) in [
        (r#""https": {"@id": "https://evil.example/", "@prefix": true}"#, "https:good.example/i"),
        (r#""good": "https://evil.example/i""#, "good"),
    ] {
        let context = with(&format!(r#"{definition}, "url": {{"@id": "https://schema.org/url", "@type": "@vocab"}}"#));
        let interface = INTERFACE.replace("https://agent.example.com/i.yaml", url);
        refused(&context, &[("interfaces", &interface)], Code::AD_STRUCTURE);
        let among = format!("[{INTERFACE}, {interface}, {INTERFACE}]");
        refused(&context, &[("interfaces", &among)], Code::AD_STRUCTURE);
    }
    assert_eq!(verdict(&with(""), &[("interfaces", INTERFACE)]), Ok(()));
}

#[test]
fn security_schemes_have_the_names_they_stand_under() {
    let both = |first: &str, second: &str| format!("{{\"didwba_sc\": {first}, {second}}}");
    // the map itself claims to be the scheme
    let none = NONE.trim_matches(['{', '}']);
    for claim in [r#""ad:definitionName": "didwba_sc""#, r#""@index": "didwba_sc""#] {
        let definitions = both(STRONG, &format!("{claim}, {none}"));
        refused(&with(""), &[("securityDefinitions", &definitions)], Code::AD_STRUCTURE);
    }
    // another scheme claims the name, before and after the one that has it
    let claim = format!(r#"{{{none}, "http://schema.org/definitionName": "didwba_sc"}}"#);
    for definitions in
        [both(STRONG, &format!("\"z\": {claim}")), format!("{{\"a\": {claim}, \"didwba_sc\": {STRONG}}}")]
    {
        refused(EMBEDDED, &[("securityDefinitions", &definitions)], Code::AD_STRUCTURE);
    }
}

#[test]
fn security_schemes_are_defined_once() {
    let weak = format!("{{\"didwba_sc\": {NONE}}}");
    let strong = format!("{{\"didwba_sc\": {STRONG}}}");
    for context in [with(""), EMBEDDED.to_owned()] {
        refused(&context, &[("https://schema.org/securityDefinitions", &weak)], Code::AD_STRUCTURE);
        let list = format!("[{weak}, {strong}]");
        refused(&context, &[("securityDefinitions", &list)], Code::AD_STRUCTURE);
        let list = format!("{{\"didwba_sc\": [{STRONG}, {NONE}]}}");
        refused(&context, &[("securityDefinitions", &list)], Code::AD_STRUCTURE);
    }
}

#[test]
fn names_of_security_schemes_mean_the_schemes_written_under_them() {
    let swapped = with(
        r#""securityDefinitions": {"@id": "ad:securityDefinitions", "@context": {"a": "https://evil.example/a", "b": "https://schema.org/a"}}"#,
    );
    let definitions = format!("{{\"a\": {STRONG}, \"b\": {NONE}}}");
    let changes = [("securityDefinitions", definitions.as_str()), ("security", r#""a""#)];
    refused(&swapped, &changes, Code::AD_STRUCTURE);
    assert_eq!(verdict(&with(""), &changes), Ok(()));
    // names are compared as they are written: neither an alias nor an IRI names a scheme
    let alias = with(r#""short": "https://schema.org/didwba_sc""#);
    refused(&alias, &[("security", r#""short""#)], Code::AD_UNKNOWN_SECURITY);
    refused(&alias, &[("security", r#""https://schema.org/didwba_sc""#)], Code::AD_UNKNOWN_SECURITY);
}

#[test]
fn a_document_of_nothing_but_faults_is_refused_in_no_time() {
    let context = r#"{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#",
        "did": "https://w3id.org/did#"}"#;
    for (item, code) in [
        (r#"{"@context": {}}"#, Code::AD_STRUCTURE),
        (r#"{"@included": []}"#, Code::AD_STRUCTURE),
        (r#"{"@id": "did:wba:agent.example.com:bob"}"#, Code::AD_STRUCTURE),
    ] {
        let items = format!("[{}]", vec![item; 12_000].join(","));
        let (verdict, time) = cpu_time::timed(|| verdict(context, &[("knows", &items)]));
        assert_eq!(verdict, Err(code), "{item}");
        // a second without optimisation; minutes if each fault were looked up from the start
        assert!(time.as_secs() < 30, "{item}: {time:?}");
    }
}
