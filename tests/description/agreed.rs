//! Agreement at a node: who takes members by their names sees what the model reads. Each refused document stands beside one
//! that differs in that alone.

use crate::{
    verdict::{passes, refused},
    written::{EMBEDDED, INLINE, document},
};
use agent_description::Code;

/// A context of this definition, beside those that every document needs.
fn context(definition: &str) -> String {
    format!(r#"{{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#", {definition}}}"#)
}

fn owner_of_type(types: &str) -> String {
    format!(r#"{{"name": "Example", {types}}}"#)
}

#[test]
fn types_stand_in_one_member() {
    // two names for `@type`: one before it in order, one after it
    for kind in ["kind", "0kind"] {
        let context = context(&format!(r#""{kind}": "@type""#));
        let owner = |types: &str| document(&context, &[("owner", &owner_of_type(&types.replace("kind", kind)))]);
        passes(&owner(r#""kind": ["Organization", "Hotel"]"#));
        passes(&owner(r#""@type": ["Organization", "Hotel"]"#));
        let second = format!("/owner/{kind}");
        refused(&owner(r#""@type": "Organization", "kind": "Person""#), Code::AD_STRUCTURE, &second);
        // who reads `@type` finds none
        refused(&owner(r#""@type": [], "kind": "Organization""#), Code::AD_STRUCTURE, &second);
    }
    // without a context `type` is the plain name, with one it is a property like others
    let owner = owner_of_type(r#""@type": "Organization", "type": []"#);
    passes(&document(INLINE, &[("owner", &owner)]));
    let anp_07 = |types: &str| {
        format!(
            r#"{{"protocolType": "ANP", "protocolVersion": "1.0.0", {types}, "name": "Alice", "did": "did:wba:agent.example:alice",
            "securityDefinitions": {{"didwba_sc": {{"scheme": "didwba", "in": "header", "name": "Authorization"}}}}, "security": "didwba_sc"}}"#
        )
    };
    passes(&anp_07(r#""@type": "AgentDescription""#));
    refused(&anp_07(r#""@type": "AgentDescription", "type": []"#), Code::AD_STRUCTURE, "/@type");
}

/// A map of one entry is one value to the model, and an object with a name of its author's to readers by name.
#[test]
fn a_map_of_one_entry_is_no_value() {
    let owner = r#"{"@id": "https://owner.example/", "@type": "Organization", "name": "Example"}"#;
    let map = |container: &str, key: &str| {
        let context = context(&format!(r#""owner": {{"@id": "ad:owner", "@container": "{container}"}}"#));
        document(&context, &[("owner", &format!(r#"{{"{key}": {owner}}}"#))])
    };
    for (container, key) in [("@id", "https://owner.example/"), ("@index", "i"), ("@type", "Organization")] {
        refused(&map(container, key), Code::AD_STRUCTURE, "/owner");
    }
    passes(&document(&context(r#""owner": {"@id": "ad:owner", "@container": "@set"}"#), &[("owner", owner)]));
}

#[test]
fn a_class_of_the_model_means_itself() {
    let owner = |definition: &str, types: &str| {
        document(&context(definition), &[("owner", &owner_of_type(&format!(r#""@type": {types}"#)))])
    };
    let person = r#""Person": "https://schema.org/Organization""#;
    let message = refused(&owner(person, "\"Person\""), Code::AD_TERM_REBOUND, "/owner/@type");
    assert!(message.contains("https://schema.org/Organization"), "{message}");
    passes(&owner(person, "\"Organization\""));
    // a class that the model does not know is the document's own
    passes(&owner(r#""Shop": "https://evil.example/Store""#, r#"["Organization", "Shop"]"#));
    // behind another prefix the last segment stays what it is
    passes(&owner(r#""s": "https://schema.org/""#, "\"s:Person\""));
    let not = r#""s": {"@id": "https://schema.org/Not", "@prefix": true}"#;
    refused(&owner(not, "\"s:Person\""), Code::AD_TERM_REBOUND, "/owner/@type");
}

/// A scheme that a reader by name finds in `securityDefinitions`, and the model does not.
#[test]
fn definitions_that_are_not_read() {
    let definitions = r#"{"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"},
        "key_sc": {"scheme": "apiKey", "in": "header", "name": "X-Key"}}"#;
    let of = |definition: &str| document(&context(definition), &[("securityDefinitions", definitions)]);
    refused(&of(r#""key_sc": null"#), Code::AD_TERM_REBOUND, "/securityDefinitions/key_sc");
    passes(&of(r#""other_sc": null"#));
}

/// One definition in an array that names itself as the member: an index has it under that name, a reader by name has none.
#[test]
fn a_definition_outside_of_the_map() {
    let scheme = r#""scheme": "didwba", "in": "header", "name": "Authorization""#;
    let of = |definitions: &str| {
        document(EMBEDDED, &[("securityDefinitions", definitions), ("security", "\"securityDefinitions\"")])
    };
    passes(&of(&format!(r#"{{"securityDefinitions": {{{scheme}}}}}"#)));
    refused(
        &of(&format!(r#"[{{"definitionName": "securityDefinitions", {scheme}}}]"#)),
        Code::AD_STRUCTURE,
        "/securityDefinitions",
    );
}

#[test]
fn values_that_say_nothing_are_not_counted() {
    for security in [r#"["didwba_sc", null]"#, r#"["didwba_sc", {"@value": null}]"#, r#"["didwba_sc", [null]]"#] {
        passes(&document(EMBEDDED, &[("security", security)]));
    }
    // an object of nothing is an object for readers by name
    passes(&document(EMBEDDED, &[("services", "[]")]));
    refused(&document(EMBEDDED, &[("services", r#"{"@set": []}"#)]), Code::AD_STRUCTURE, "/services");
}

/// Two names of one term, one of them without values: the other one means the term.
#[test]
fn an_empty_member_of_the_same_meaning() {
    let context = context(r#""a": "ad:security", "z": "ad:security""#);
    for (name, value) in [("a", "[]"), ("z", "[]"), ("a", "null")] {
        passes(&document(&context, &[(name, value)]));
    }
    refused(&document(&context, &[("a", "\"didwba_sc\"")]), Code::AD_TERM_REBOUND, "/a");
}

/// Values under JSON-LD's own keywords are the member's own.
#[test]
fn values_under_keywords() {
    for description in [r#"{"@value": "d"}"#, r#"[{"@value": "d"}]"#, r#"[null, {"@value": "d", "@language": "en"}]"#] {
        assert_eq!(passes(&document(EMBEDDED, &[("description", description)])).description.as_deref(), Some("d"));
    }
    for url in [r#"{"@id": "https://agent.example/"}"#, r#"[{"@id": "https://agent.example/"}]"#] {
        assert_eq!(passes(&document(EMBEDDED, &[("url", url)])).url.as_deref(), Some("https://agent.example/"));
    }
    refused(&document(EMBEDDED, &[("description", r#"{"@set": ["d"]}"#)]), Code::AD_STRUCTURE, "/description");
}
