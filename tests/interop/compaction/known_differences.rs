//! What the peers compact and flatten otherwise than we do, one by one. Each has a document that shows it, and the tests assert that it
//! still does; `KNOWN` says how many of the compared documents meet it. "By the letter" is said where the peer does what the algorithm's
//! text says, and what it writes is read as other data, or may be; there we keep the data.

use super::super::known_bug::{BOTH, Bug, Peer};
use super::{Answer, Case, rewriting::*};
use serde_json::Value;

/// Which disagreements a difference explains.
pub enum Explains {
    /// A compacted document that equals ours when both are rewritten so.
    Rewritten(Rewriting),
    /// A compacted document that is read as the same data, and has the same scalars as ours when both are rewritten by all rewritings.
    Moved(fn(&Case) -> bool),
    /// A compaction that the peer refuses.
    Refused(fn(&Definitions, &Case, code: &str) -> bool),
    /// A flattened document, or none.
    Flattened(fn(&Case, ours: &Value, theirs: &Answer) -> bool),
}

/// Difference, documents that meet it in pyld, documents that meet it in jsonld.js.
pub const KNOWN: &[(&str, usize, usize)] = &[
    ("alias of @list", 2, 2),
    ("alias of @value in a language map", 6, 6),
    ("array as a JSON literal", 33, 31),
    ("default direction lost", 8, 8),
    ("direction without language in a language map", 11, 11),
    ("equal JSON literals", 0, 0),
    ("identifier of a graph", 53, 49),
    ("identifier with dot segments", 0, 0),
    ("index below a property with a context", 2, 2),
    ("index of a node with a graph", 4, 4),
    ("index property below a lost direction", 0, 0),
    ("index property by a compact IRI", 0, 29),
    ("keyword as an identifier", 1, 1),
    ("language that fits, direction that does not", 2, 2),
    ("line feed in a reference", 7, 0),
    ("list in a list below a type-scoped context", 1, 1),
    ("name in full confused with a prefix", 0, 0),
    ("name of an empty property", 4, 3),
    ("null vocabulary", 6, 0),
    ("order of blank nodes", 10, 41),
    ("reference in a type map below a type-scoped context", 18, 17),
    ("scheme of an ill-formed IRI", 0, 1),
    ("two JSON literals", 1, 1),
    ("two indexes of a node", 2, 0),
    ("two lists of a property", 1, 1),
    ("types below a type-scoped context", 3, 2),
];

/// In the order in which the rewritings are applied.
pub const DIFFERENCES: &[Bug<Explains>] = &[
    Bug {
        name: "alias of @list",
        reason: "one item under an alias of `@list` is an array; compaction, step 12.8.5 asks for one only under `@list` itself, and both are read alike",
        peers: BOTH,
        probe: r#"{"@context": {"list": "@list"}, "https://example.org/p": {"list": [{"list": [1]}, {"list": [2]}]}}"#,
        explains: Explains::Rewritten(with_single_items_of_lists),
    },
    Bug {
        name: "name of an empty property",
        reason: "a property without values gets no term with an index container; IRI compaction, step 4.11 adds these where the value is no map",
        peers: BOTH,
        probe: r#"{"@context": {"p": {"@id": "https://example.org/p", "@container": "@index"}}, "p": []}"#,
        explains: Explains::Rewritten(with_short_empty_properties),
    },
    Bug {
        name: "two lists of a property",
        reason: "the second list replaces the first in a list container; by the letter of compaction, step 12.8.7.3, which loses the first",
        peers: BOTH,
        probe: r#"{"@context": {"p": {"@id": "https://example.org/p", "@container": "@list"}}, "https://example.org/p": [{"@list": [1]}, {"@list": [2]}]}"#,
        explains: Explains::Rewritten(with_the_last_list),
    },
    Bug {
        name: "types below a type-scoped context",
        reason: "a node's types are compacted by the context outside it; by the letter of compaction, steps 1 and 12.2, though expansion, steps 7 and 9, reads them without that context",
        peers: BOTH,
        probe: r#"{"@context": {"ex": "https://example.org/", "Outer": {"@id": "ex:Outer", "@context": {"Three": "ex:Three"}}}, "@type": "Outer", "ex:p": {"@type": "ex:Three", "ex:q": 1}}"#,
        explains: Explains::Rewritten(with_short_types),
    },
    Bug {
        name: "line feed in a reference",
        reason: "a relative reference loses its line feed; IRI compaction, step 10 leaves the characters as they are",
        peers: &[Peer::Pyld],
        probe: r#"{"@context": {"p": {"@id": "https://example.org/p", "@type": "@id"}}, "p": "line\nfeed"}"#,
        explains: Explains::Rewritten(without_line_feeds),
    },
    Bug {
        name: "list in a list below a type-scoped context",
        reason: "the inner list is an array; compaction, step 5 takes the type's context back first, so that step 8 finds no list container",
        peers: BOTH,
        probe: r#"{"@context": {"ex": "https://example.org/", "Type": {"@id": "ex:Type", "@context": {"p": {"@id": "ex:p", "@container": "@list"}}}}, "@type": "Type", "p": [[1], [2]]}"#,
        explains: Explains::Rewritten(with_lists_as_arrays),
    },
    Bug {
        name: "language that fits, direction that does not",
        reason: "a string becomes plain where its language is the property's, whatever its direction; value compaction, step 9 asks for both",
        peers: BOTH,
        probe: r#"{"@context": {"@language": "en", "p": "https://example.org/p"}, "p": {"@value": "text", "@language": "en", "@direction": "rtl"}}"#,
        explains: Explains::Rewritten(with_directed_strings_plain),
    },
    Bug {
        name: "index below a property with a context",
        reason: "an index is left out by the container that the property has in a type's context; compaction, steps 5 and 12.5: that context is taken back first",
        peers: BOTH,
        probe: r#"{"@context": {"ex": "https://example.org/", "Type": {"@id": "ex:Type", "@context": {"p": {"@id": "ex:p", "@container": "@index", "@context": {"q": "ex:q"}}}}}, "@type": "Type", "p": {"one": {"q": 1}}}"#,
        explains: Explains::Rewritten(without_indexes_of_nodes),
    },
    Bug {
        name: "identifier of a graph",
        reason: "a graph's identifier is written in full; compaction, steps 12.8.8.1 and 12.8.8.4 compact it",
        peers: BOTH,
        probe: r#"{"@context": {"ex": "https://example.org/", "p": {"@id": "ex:p", "@container": ["@graph", "@id"]}}, "p": {"ex:a": {"ex:q": 1}}}"#,
        explains: Explains::Rewritten(without_graph_names),
    },
    Bug {
        name: "reference in a type map below a type-scoped context",
        reason: "a reference is a string; by the letter of compaction, step 12.8.9.8.4, though expansion reads the map's values by the context before, which may not have the term",
        peers: BOTH,
        probe: r#"{"@context": {"ex": "https://example.org/", "Type": {"@id": "ex:Type", "@context": {"p": {"@id": "ex:p", "@container": "@type"}}}}, "@type": "Type", "p": {"ex:One": {"@id": "ex:a"}}}"#,
        explains: Explains::Rewritten(with_plain_references_in_type_maps),
    },
    Bug {
        name: "default direction lost",
        reason: "the default `@direction` is not copied to a context made on top; context processing, step 2: the result starts as a copy",
        peers: BOTH,
        probe: r#"{"@context": [{"@direction": "rtl"}, {"p": "https://example.org/p"}], "p": "text"}"#,
        explains: Explains::Rewritten(without_default_directions),
    },
    Bug {
        name: "array as a JSON literal",
        reason: "arrays are added item by item; by the letter of add value, which takes an array for values and not for the literal",
        peers: BOTH,
        probe: r#"{"@context": {"p": {"@id": "https://example.org/p", "@type": "@json"}}, "p": [null]}"#,
        explains: Explains::Rewritten(with_flat_literals),
    },
    Bug {
        name: "two JSON literals",
        reason: "a second literal joins the first in an array; by the letter of compaction, step 12.8.10, though the array is read as one literal",
        peers: BOTH,
        probe: r#"{"@context": {"p": {"@id": "https://example.org/p", "@type": "@json"}}, "https://example.org/p": [{"@value": 1, "@type": "@json"}, {"@value": 2, "@type": "@json"}]}"#,
        explains: Explains::Rewritten(with_joined_literals),
    },
    Bug {
        name: "alias of @value in a language map",
        reason: "a string stays an object where `@value` has an alias; compaction, step 12.8.9.4 takes its value",
        peers: BOTH,
        probe: r#"{"@context": {"value": "@value", "p": {"@id": "https://example.org/p", "@container": "@language"}}, "p": {"en": "text"}}"#,
        explains: Explains::Rewritten(with_plain_strings_in_language_maps),
    },
    Bug {
        name: "direction without language in a language map",
        reason: "a string with a direction only gets no term with a language container; IRI compaction, step 4.9.1.1 adds these for a direction as well",
        peers: BOTH,
        probe: r#"{"@context": {"p": {"@id": "https://example.org/p", "@container": "@language", "@direction": "rtl"}}, "p": {"@none": "text"}}"#,
        explains: Explains::Rewritten(without_directed_language_maps),
    },
    Bug {
        name: "index property below a lost direction",
        reason: "the property that is the index keeps a direction and is no key; context processing, step 2 keeps the default direction, so that compaction, step 12.8.9.6 finds a string",
        peers: BOTH,
        probe: r#"{"@context": [{"@direction": "rtl"}, {"ex": "https://example.org/", "p": {"@id": "ex:p", "@container": "@index", "@index": "https://example.org/by"}}], "p": {"one": {"@id": "ex:a"}}}"#,
        explains: Explains::Rewritten(without_index_properties),
    },
    Bug {
        name: "keyword as an identifier",
        reason: "an identifier that is a keyword becomes the keyword's alias, or a path after `./`; IRI compaction, step 4 takes terms only where `vocab` is true, and step 10 makes IRIs relative, not keywords",
        peers: BOTH,
        probe: r#"{"@context": {"value": "@value"}, "https://example.org/p": {"@id": "@value"}}"#,
        explains: Explains::Rewritten(with_keywords_for_aliases),
    },
    Bug {
        name: "identifier with dot segments",
        reason: "an IRI that has dot segments itself becomes relative as if it had none, and is read as another; IRI compaction, step 10 wants a reference to the same IRI",
        peers: BOTH,
        probe: r#"{"https://example.org/p": {"@id": "https://example.org/a/../b"}}"#,
        explains: Explains::Rewritten(with_last_parts_of_dotted_paths),
    },
    Bug {
        name: "index of a node with a graph",
        reason: "a node that has a graph and more gets no term with an index container; IRI compaction, step 4.5 leaves out graph objects only, which have nothing else",
        peers: BOTH,
        probe: r#"{"@context": {"ex": "https://example.org/", "p": {"@id": "ex:p", "@container": "@index"}}, "p": {"one": {"ex:q": 1, "@graph": [{"ex:q": 2}]}}}"#,
        explains: Explains::Moved(|case| has_index_of_node_with_graph(&case.expanded)),
    },
    Bug {
        name: "index property by a compact IRI",
        reason: "a compact IRI in `@index` is compacted without being expanded, and refused as confused with its prefix; compaction, step 12.8.9.6 expands it",
        peers: &[Peer::JsonLdJs],
        probe: r#"{"@context": {"ex": "https://example.org/", "p": {"@id": "ex:p", "@container": "@index", "@index": "ex:by"}}, "p": {"one": {"@id": "ex:a"}}}"#,
        explains: Explains::Refused(|definitions, case, code| {
            let ours = case.compacted.as_ref().map(Value::to_string).unwrap_or_default();
            let is_compact = |name: &Value| {
                name.as_str().and_then(|name| name.split_once(':')).is_some_and(|(_, rest)| !rest.starts_with("//"))
            };
            code == "IRI-confused-with-prefix"
                && definitions.some_term(|term| {
                    ours.contains(&format!(r#""{term}":"#))
                        && definitions.any(term, |definition| definition.get("@index").is_some_and(is_compact))
                })
        }),
    },
    Bug {
        name: "name in full confused with a prefix",
        reason: "as no term is chosen for a string with a direction, or for no value, a name of the vocabulary `ex:` is left in full, and refused; IRI compaction, steps 4.9.1.1 and 4.11 find the term",
        peers: BOTH,
        probe: r#"{"@context": {"@vocab": "ex:", "ex": "https://example.org/", "p": {"@container": "@language", "@direction": "rtl"}}, "p": {"@none": "text"}}"#,
        explains: Explains::Refused(|definitions, case, code| {
            code == "IRI-confused-with-prefix"
                && case.context.to_string().contains(r#""@vocab":"ex:""#)
                && (definitions.some_term(|term| is_directed_language_map(definitions, term))
                    || has_empty_property(&case.expanded))
        }),
    },
    Bug {
        name: "null vocabulary",
        reason: "`@vocab: null` where there is no vocabulary crashes; context processing, step 5.8.2 removes it if there is one",
        peers: &[Peer::Pyld],
        probe: r#"{"@context": {"@vocab": null, "p": "https://example.org/p"}, "p": 1}"#,
        explains: Explains::Refused(|_, case, code| {
            case.context.to_string().contains(r#""@vocab":null"#)
                && matches!(code, "crash:-KeyError" | "invalid-scoped-context")
        }),
    },
    Bug {
        name: "order of blank nodes",
        reason: "blank nodes are numbered in another order; node map generation visits members by name only where `ordered` is asked for, and their numbers say nothing",
        peers: BOTH,
        probe: r#"{"@included": {"https://example.org/q": 1}, "@reverse": {"https://example.org/p": {"https://example.org/q": 2}}, "https://example.org/s": {"@id": "_:x", "@type": "_:y"}}"#,
        explains: Explains::Flattened(|case, ours, theirs| {
            theirs.as_ref().is_ok_and(|theirs| {
                case.is_said_by(theirs)
                    && super::same(&without_blank_numbers(ours), &without_blank_numbers(theirs), false)
            })
        }),
    },
    Bug {
        name: "scheme of an ill-formed IRI",
        reason: "flattening expands its input again, and an identifier of the scheme `ex:` that is no IRI loses the scheme; flattening, step 1 takes the expanded input as it is",
        peers: &[Peer::JsonLdJs],
        probe: r#"{"@context": {"@vocab": "ex:", "p": {"@id": "https://example.org/p", "@type": "@vocab"}}, "p": "line\nfeed"}"#,
        explains: Explains::Flattened(|_, ours, theirs| {
            theirs.as_ref().is_ok_and(|theirs| super::same(&without_scheme(ours), &without_scheme(theirs), false))
        }),
    },
    Bug {
        name: "equal JSON literals",
        reason: "a literal that is an object or an array is added a second time; node map generation, step 4.2 adds a value that is not there yet",
        peers: &[Peer::JsonLdJs],
        probe: r#"{"https://example.org/p": [{"@value": [], "@type": "@json"}, {"@value": [], "@type": "@json"}]}"#,
        explains: Explains::Flattened(|case, ours, theirs| {
            theirs.as_ref().is_ok_and(|theirs| {
                let single = without_blank_numbers(&without_equal_literals(theirs));
                case.is_said_by(theirs) && super::same(&without_blank_numbers(ours), &single, false)
            })
        }),
    },
    Bug {
        name: "two indexes of a node",
        reason: "a second `@index` of a node crashes, be it equal or not; node map generation, step 6.8: equal is fine, else `conflicting indexes`",
        peers: &[Peer::Pyld],
        probe: r#"{"https://example.org/p": [{"@id": "https://example.org/a", "@index": "1"}, {"@id": "https://example.org/a", "@index": "1"}]}"#,
        explains: Explains::Flattened(|case, _, theirs| {
            *theirs == Err("crash:-TypeError".to_owned()) && has_two_indexes(&case.expanded)
        }),
    },
];

/// A document whose identifiers of the scheme `ex:` have no scheme, and whose blank nodes all have one name.
fn without_scheme(json: &Value) -> Value {
    match json {
        Value::String(name) => name.strip_prefix("ex:").map_or_else(|| without_blank_numbers(json), Value::from),
        Value::Array(items) => items.iter().map(without_scheme).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), without_scheme(value))).collect(),
        other => other.clone(),
    }
}

/// A flattened document where each JSON literal of a property stands once.
fn without_equal_literals(json: &Value) -> Value {
    match json {
        Value::Array(items) => {
            let mut left: Vec<Value> = Vec::with_capacity(items.len());
            for item in items {
                let is_literal = item.get("@type").is_some_and(|kind| kind == "@json");
                if !(is_literal && left.contains(item)) {
                    left.push(without_equal_literals(item));
                }
            }
            left.into()
        }
        Value::Object(members) => {
            let within = |name: &str, value: &Value| match name {
                "@value" | "@list" => value.clone(),
                _ => without_equal_literals(value),
            };
            members.iter().map(|(name, value)| (name.clone(), within(name, value))).collect()
        }
        other => other.clone(),
    }
}

/// Whether a property has no value.
fn has_empty_property(expanded: &Value) -> bool {
    match expanded {
        Value::Array(items) => items.iter().any(has_empty_property),
        Value::Object(members) => members.iter().any(|(name, value)| {
            !name.starts_with('@') && value.as_array().is_some_and(Vec::is_empty) || has_empty_property(value)
        }),
        _ => false,
    }
}

/// A document whose blank nodes all have one name.
fn without_blank_numbers(json: &Value) -> Value {
    match json {
        Value::String(name) if name.starts_with("_:") => "_:".into(),
        Value::Array(items) => items.iter().map(without_blank_numbers).collect(),
        Value::Object(members) => {
            let name = |name: &str| if name.starts_with("_:") { "_:".to_owned() } else { name.to_owned() };
            members.iter().map(|(of, value)| (name(of), without_blank_numbers(value))).collect()
        }
        other => other.clone(),
    }
}

/// Whether a node stands at two places with an index.
fn has_two_indexes(expanded: &Value) -> bool {
    fn collect<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Value::Object(members) => {
                if members.contains_key("@index") {
                    found.extend(members.get("@id").and_then(Value::as_str));
                }
                members.values().for_each(|value| collect(value, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect(expanded, &mut found);
    found.sort_unstable();
    found.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether a node with an index has a graph and other members.
fn has_index_of_node_with_graph(expanded: &Value) -> bool {
    match expanded {
        Value::Array(items) => items.iter().any(has_index_of_node_with_graph),
        Value::Object(members) => {
            let is_one = members.contains_key("@graph") && members.contains_key("@index");
            let has_more = members.keys().any(|name| !matches!(name.as_str(), "@graph" | "@index" | "@id"));
            is_one && has_more || members.values().any(has_index_of_node_with_graph)
        }
        _ => false,
    }
}
