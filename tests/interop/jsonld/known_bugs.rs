//! What the peers do otherwise than the specification says, one by one. Each has a document that shows it, and the
//! tests assert that it still does; `KNOWN` says how many of the compared documents meet it.
//!
//! One bug cannot show here, because the peers are given a base IRI: without one, pyld leaves a term in `@index`
//! unexpanded.

use super::super::known_bug::{BOTH, Bug, Peer};
use super::{Answers, Case, same};
use serde_json::Value;

/// Which disagreements a bug explains, where the condition holds.
pub enum Explains {
    /// None: generated documents keep clear of it.
    Nothing,
    /// Another expanded document.
    Expansion(fn(&Case, &Answers) -> bool),
    /// Other quads for one expanded document.
    Rdf(fn(&Case, &Answers) -> bool),
}

/// Bug, documents that meet it in pyld, documents that meet it in jsonld.js.
pub const KNOWN: &[(&str, usize, usize)] = &[
    ("alias of @none in a property index", 4, 4),
    ("direction lost", 12, 13),
    ("equal values with other indexes", 3, 3),
    ("list of null", 8, 8),
    ("nodes in maps below a type-scoped context", 9, 9),
    ("null vocabulary", 9, 0),
    ("protected is no boolean", 2, 2),
    ("relative IRI in a list", 13, 12),
    ("two indexes of a node", 2, 0),
];

pub const BUGS: &[Bug<Explains>] = &[
    Bug {
        name: "protected is no boolean",
        reason: "`@protected` may be any value; create term definition, step 11: other than true or false is an error",
        peers: BOTH,
        probe: r#"{"@context": {"term": {"@id": "https://example.org/term", "@protected": "yes"}}, "term": 1}"#,
        explains: Explains::Expansion(|case, _| case.expanded == Err("invalid-@protected-value".to_owned())),
    },
    Bug {
        name: "direction lost",
        reason: "the default `@direction` is not copied to a context made on top; context processing, step 2: the result starts as a copy",
        peers: BOTH,
        probe: r#"{"@context": [{"@direction": "rtl"}, {"term": "https://example.org/term"}], "term": "text"}"#,
        explains: Explains::Expansion(|case, answers| match (&case.expanded, &answers.expanded) {
            (Ok(ours), Ok(theirs)) => same(&without_directions(ours), &without_directions(theirs), false),
            _ => false,
        }),
    },
    Bug {
        name: "list of null",
        reason: "`@list: null` makes the whole value vanish; expansion, step 13.4.9: it is an empty list",
        peers: BOTH,
        probe: r#"{"https://example.org/p": {"@list": null}}"#,
        explains: Explains::Expansion(|case, _| has_list_of_null(&source(case))),
    },
    Bug {
        name: "alias of @none in a property index",
        reason: "an alias of `@none` becomes the property's value; expansion, step 13.8.3.7.2 asks for the expanded index",
        peers: BOTH,
        probe: r#"{"@context": {"ex": "https://example.org/", "none": "@none", "map": {"@id": "ex:map", "@container": "@index", "@index": "ex:index"}}, "map": {"none": {"@id": "ex:a"}}}"#,
        explains: Explains::Expansion(|case, answers| {
            case.text.contains(r#""none":"@none""#)
                && answers.expanded.as_ref().is_ok_and(|theirs| theirs.to_string().contains(r#"{"@value":"none"}"#))
        }),
    },
    Bug {
        name: "relative IRI in a list",
        reason: "a list item that is no absolute IRI crashes the canonicalization; list to RDF, step 3.4 leaves its triple out",
        peers: BOTH,
        probe: r#"{"@context": {"@base": null}, "https://example.org/p": {"@list": [{"@id": "relative"}]}}"#,
        explains: Explains::Rdf(|case, answers| {
            let crash = Some(Err("crash:-TypeError".to_owned()));
            case.nquads.is_ok() && answers.quads_of_our_expansion == crash && has_list(&case.expanded)
        }),
    },
    Bug {
        name: "equal values with other indexes",
        reason: "two values that differ by `@index` only give one quad twice; an RDF dataset is a set",
        peers: BOTH,
        probe: r#"{"https://example.org/p": [{"@value": "a", "@index": "1"}, {"@value": "a"}]}"#,
        explains: Explains::Rdf(
            |_, answers| matches!(&answers.quads_of_our_expansion, Some(Ok(Value::String(quads))) if has_equal_lines(quads)),
        ),
    },
    Bug {
        name: "null vocabulary",
        reason: "`@vocab: null` where there is no vocabulary crashes; context processing, step 5.8.2 removes it if there is one",
        peers: &[Peer::Pyld],
        probe: r#"{"@context": {"@vocab": null}, "https://example.org/p": 1}"#,
        explains: Explains::Expansion(|case, answers| {
            case.text.contains(r#""@vocab":null"#)
                && matches!(
                    answers.expanded.as_ref().map_err(String::as_str),
                    Err("crash:-KeyError" | "invalid-scoped-context")
                )
        }),
    },
    Bug {
        name: "two indexes of a node",
        reason: "a second `@index` of a node crashes, be it equal or not; node map generation, step 6.8: equal is fine, else `conflicting indexes`",
        peers: &[Peer::Pyld],
        probe: r#"{"https://example.org/p": [{"@id": "https://example.org/a", "@index": "1"}, {"@id": "https://example.org/a", "@index": "1"}]}"#,
        explains: Explains::Rdf(|case, answers| {
            let crash = Some(Err("crash:-TypeError".to_owned()));
            answers.quads_of_our_expansion == crash && has_index(&case.expanded)
        }),
    },
    Bug {
        name: "nodes in maps below a type-scoped context",
        reason: "keys and nodes of `@id` and `@type` maps see the type's context, or it comes back further down; expansion, steps 13.8.3.1 to 13.8.3.6",
        peers: BOTH,
        probe: r#"{"@context": {"ex": "https://example.org/", "Type": {"@id": "ex:Type", "@context": {"term": "ex:term"}}, "map": {"@id": "ex:map", "@container": "@id"}}, "@type": "Type", "map": {"ex:a": {"term": 1}}}"#,
        explains: Explains::Expansion(|case, answers| {
            let containers =
                [r#""@container":"@id""#, r#""@container":"@type""#, r#","@id"]"#, r#"["@id","#, r#"["@type","#];
            answers.expanded.is_ok()
                && case.expanded.is_ok()
                && has_scoped_type(&source(case))
                && containers.iter().any(|container| case.text.contains(container))
        }),
    },
    Bug {
        name: "property with an ill-formed IRI",
        reason: "a property that expands to an IRI with a space is dropped; expansion, step 13.3: a colon is enough",
        peers: BOTH,
        probe: r#"{"@context": {"@vocab": "https://example.org/"}, "two words": 1}"#,
        explains: Explains::Nothing,
    },
    Bug {
        name: "array in a list object",
        reason: "an array in `@list` is taken for a list; expansion, step 5.2.2: only where the term's container is `@list`",
        peers: BOTH,
        probe: r#"{"https://example.org/p": {"@list": [["a"], "b"]}}"#,
        explains: Explains::Nothing,
    },
    Bug {
        name: "@none as a name",
        reason: "a member `@none` stays in the node; expansion, step 13.4 has no value for it",
        peers: BOTH,
        probe: r#"{"https://example.org/p": {"@none": {}, "https://example.org/q": 1}}"#,
        explains: Explains::Nothing,
    },
    Bug {
        name: "reference in @included",
        reason: "a node reference among `@included` is an error; expansion, step 13.4.6.2 drops it with step 19",
        peers: BOTH,
        probe: r#"{"https://example.org/p": {"@included": [{"@id": "https://example.org/a"}, {"https://example.org/q": 1}]}}"#,
        explains: Explains::Nothing,
    },
    Bug {
        name: "value in a graph container",
        reason: "a node reference or a value directly in a graph container vanishes; expansion, step 13.12 makes a graph of it",
        peers: &[Peer::JsonLdJs],
        probe: r#"{"@context": {"graph": {"@id": "https://example.org/p", "@container": "@graph"}}, "graph": {"@id": "https://example.org/a"}}"#,
        explains: Explains::Nothing,
    },
    Bug {
        name: "empty @graph",
        reason: "a `@graph` of which nothing is left is dropped; expansion, step 13.4.17 sets it to an empty array",
        peers: BOTH,
        probe: r#"{"https://example.org/p": 1, "@graph": {"@id": "https://example.org/b"}}"#,
        explains: Explains::Nothing,
    },
    Bug {
        name: "empty @type",
        reason: "`@type: []` is dropped; expansion, step 13.4.17 sets it",
        peers: BOTH,
        probe: r#"{"https://example.org/p": {"@type": []}}"#,
        explains: Explains::Nothing,
    },
    Bug {
        name: "double without a point",
        reason: "a number whose shortest text has no point is written as an integer, 5e-324 as 0; object to RDF, step 11",
        peers: &[Peer::JsonLdJs],
        probe: r#"{"https://example.org/p": 5e-324}"#,
        explains: Explains::Nothing,
    },
    Bug {
        name: "text typed xsd:double",
        reason: "a string of type xsd:double is rewritten as a number, other text as NaN; object to RDF, step 11 is for numbers",
        peers: BOTH,
        probe: r#"{"https://example.org/p": {"@value": "1.50", "@type": "http://www.w3.org/2001/XMLSchema#double"}}"#,
        explains: Explains::Nothing,
    },
    Bug {
        name: "escaped backslash in N-Quads",
        reason: "reading N-Quads, an escaped backslash before `n` becomes a line feed",
        peers: &[Peer::Pyld],
        probe: r#"{"https://example.org/p": "\\n"}"#,
        explains: Explains::Nothing,
    },
    Bug {
        name: "IRI with two fragments",
        reason: "an ill-formed IRI with two `#` is written to the quads; deserialization, step 1.3 asks for well-formed IRIs",
        peers: BOTH,
        probe: r#"{"@id": "https://example.org/##a", "https://example.org/p": 1}"#,
        explains: Explains::Nothing,
    },
];

fn source(case: &Case) -> Value {
    serde_json::from_str(&case.text).unwrap()
}

fn without_directions(json: &Value) -> Value {
    match json {
        Value::Array(items) => items.iter().map(without_directions).collect(),
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| *name != "@direction")
            .map(|(name, value)| (name.clone(), without_directions(value)))
            .collect(),
        other => other.clone(),
    }
}

/// Whether some member satisfies a condition.
fn any_member(json: &Value, condition: &dyn Fn(&str, &Value) -> bool) -> bool {
    match json {
        Value::Array(items) => items.iter().any(|item| any_member(item, condition)),
        Value::Object(members) => {
            members.iter().any(|(name, value)| condition(name, value) || any_member(value, condition))
        }
        _ => false,
    }
}

fn has_list_of_null(json: &Value) -> bool {
    any_member(json, &|name, value| (name == "@list" || name == "list") && value.is_null())
}

fn has_index(expanded: &Result<Value, String>) -> bool {
    expanded.as_ref().is_ok_and(|json| any_member(json, &|name, _| name == "@index"))
}

fn has_list(expanded: &Result<Value, String>) -> bool {
    expanded.as_ref().is_ok_and(|json| any_member(json, &|name, _| name == "@list"))
}

fn has_scoped_type(json: &Value) -> bool {
    any_member(json, &|name, value| name.starts_with("Type") && value.get("@context").is_some())
}

fn has_equal_lines(quads: &str) -> bool {
    let mut lines: Vec<&str> = quads.lines().collect();
    lines.sort_unstable();
    lines.windows(2).any(|pair| pair[0] == pair[1])
}
