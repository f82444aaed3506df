//! Where this crate and `json-ld` differ, with the sentence of the specification that decides it.

use super::BASE;
use agent_description::{
    Json, Limits,
    json::{self, Value},
    jsonld::{Contexts, ExpandOptions, expand},
};

/// Whether a map by id or type has written a name into a value or a list, or a keyword into a node's types, or a type
/// is mapped to null: differences of their own below.
pub fn is_known(text: &str, ours: &Json) -> bool {
    fn named(json: &Json) -> bool {
        match json.value() {
            Value::Array(items) => items.iter().any(named),
            Value::Object(object) => {
                let of_node =
                    object.contains("@id") || object.get("@type").is_some_and(|types| types.as_array().is_some());
                let of_keyword = |types: &Json| {
                    types
                        .as_array()
                        .unwrap_or_default()
                        .iter()
                        .any(|name| name.as_str().is_some_and(|name| name.starts_with('@')))
                };
                object.get("@type").is_some_and(of_keyword)
                    || of_node && (object.contains("@value") || object.contains("@list"))
                    || object.iter().any(|member| named(member.value()))
            }
            _ => false,
        }
    }
    let json = json::parse(text.as_bytes(), &Limits::default()).unwrap();
    let expanded = expand(&json, &Contexts::none(), &ExpandOptions::with_base(BASE)).unwrap();
    // a dropped name that is a string value, not a member's name: a type
    let is_type = |offset: json::Offset| {
        let rest = &text[offset.get().unwrap()..];
        !rest[1..].trim_start_matches(|c| c != '"').starts_with("\":")
    };
    named(ours) || expanded.dropped().iter().any(|dropped| is_type(dropped.offset))
}

/// A difference: what it is, a document, what this crate makes of it, what `json-ld` makes of it.
pub type Difference =
    (&'static str, &'static str, Result<&'static str, &'static str>, Result<&'static str, &'static str>);

/// Step numbers are those of the expansion algorithm (JSON-LD 1.1 API, 5.1.2) where nothing else is said.
pub const DIFFERENCES: &[Difference] = &[
    (
        "json-ld writes the key of included blocks as `@include`",
        r#"{"@included":{"@id":"urn:a","urn:p":1}}"#,
        Ok(r#"[{"@included":[{"@id":"urn:a","urn:p":[{"@value":1}]}]}]"#),
        Ok(r#"[{"@include":[{"@id":"urn:a","urn:p":[{"@value":1}]}]}]"#),
    ),
    (
        "9.1.2 step 8: only a map with nothing but `@graph` is replaced by its graph; json-ld ignores `@index` beside it",
        r#"{"@index":"i","@graph":[{"urn:p":1}]}"#,
        Ok(r#"[{"@graph":[{"urn:p":[{"@value":1}]}],"@index":"i"}]"#),
        Ok(r#"[{"urn:p":[{"@value":1}]}]"#),
    ),
    (
        "5.2 step 8: relative references are resolved; json-ld leaves those with a space as they are",
        r#"{"@id":"x y","urn:p":1}"#,
        Ok(r#"[{"@id":"https://example.com/folder/x y","urn:p":[{"@value":1}]}]"#),
        Ok(r#"[{"@id":"x y","urn:p":[{"@value":1}]}]"#),
    ),
    (
        "13.4.4.4: an empty array of types stays; json-ld drops it",
        r#"{"@type":[],"urn:p":1}"#,
        Ok(r#"[{"@type":[],"urn:p":[{"@value":1}]}]"#),
        Ok(r#"[{"urn:p":[{"@value":1}]}]"#),
    ),
    (
        "15.4 is about `@language` only; json-ld asks for a string beside `@direction` too",
        r#"{"urn:p":{"@value":1,"@direction":"ltr"}}"#,
        Ok(r#"[{"urn:p":[{"@direction":"ltr","@value":1}]}]"#),
        Err("invalid-language-tagged-value"),
    ),
    (
        "15.1 comes before 15.3: a value object with `@type` and `@direction` is wrong even if its value is null",
        r#"{"urn:p":{"@value":null,"@type":"urn:t","@direction":"ltr"},"urn:q":1}"#,
        Err("invalid-value-object"),
        Ok(r#"[{"urn:q":[{"@value":1}]}]"#),
    ),
    (
        "13.13.4.1: a reverse property's value is no value object, even inside `@reverse`; json-ld reverses it twice",
        r#"{"@context":{"r":{"@reverse":"urn:r"}},"urn:p":{"@reverse":{"r":"text"}}}"#,
        Err("invalid-reverse-property-value"),
        Ok(r#"[{"urn:p":[{"urn:r":[{"@value":"text"}]}]}]"#),
    ),
    (
        "13.8.3.7.4: a map by id names its values, whatever they are; json-ld names only nodes",
        r#"{"@context":{"m":{"@id":"urn:m","@container":"@id"}},"m":{"k":1}}"#,
        Ok(r#"[{"urn:m":[{"@id":"https://example.com/folder/k","@value":1}]}]"#),
        Ok(r#"[{"urn:m":[{"@value":1}]}]"#),
    ),
    (
        "13.8.3.7.5: a map by type may have a keyword for a name; json-ld refuses it",
        r#"{"@context":{"m":{"@id":"urn:m","@container":"@type"}},"m":{"@value":{"urn:p":1}}}"#,
        Ok(r#"[{"urn:m":[{"@type":["@value"],"urn:p":[{"@value":1}]}]}]"#),
        Err("invalid-type-value"),
    ),
    (
        "7: what stands under `@reverse` is an element like any other, so a context that does not propagate ends there",
        r#"{"@context":{"@propagate":false,"p":"urn:p"},"@id":"urn:a","p":1,"@reverse":{"p":{"@id":"urn:b"}}}"#,
        Ok(r#"[{"@id":"urn:a","urn:p":[{"@value":1}]}]"#),
        Ok(r#"[{"@id":"urn:a","@reverse":{"urn:p":[{"@id":"urn:b"}]},"urn:p":[{"@value":1}]}]"#),
    ),
    (
        "13.8: containers count under `@reverse` too; json-ld reads an index map there as a node",
        r#"{"@context":{"c":{"@id":"urn:c","@container":"@index"}},"@id":"urn:a","@reverse":{"c":{"i":{"@id":"urn:b"}}}}"#,
        Ok(r#"[{"@id":"urn:a","@reverse":{"urn:c":[{"@id":"urn:b","@index":"i"}]}}]"#),
        Ok(r#"[{"@id":"urn:a","@reverse":{"urn:c":[{}]}}]"#),
    ),
    (
        "13.13.4.2: a reverse property makes an entry with its first value; json-ld makes an empty one",
        r#"{"@context":{"r":{"@reverse":"urn:r"}},"@id":"urn:a","urn:p":1,"r":[]}"#,
        Ok(r#"[{"@id":"urn:a","@reverse":{},"urn:p":[{"@value":1}]}]"#),
        Ok(r#"[{"@id":"urn:a","@reverse":{"urn:r":[]},"urn:p":[{"@value":1}]}]"#),
    ),
    (
        "4.2.2 step 27 holds for reverse properties; json-ld lets them replace protected terms",
        r#"{"@context":[{"t":{"@id":"urn:t","@protected":true}},{"t":{"@reverse":"urn:r"}}],"urn:p":1}"#,
        Err("protected-term-redefinition"),
        Ok(r#"[{"urn:p":[{"@value":1}]}]"#),
    ),
    (
        "8 lets a property-scoped context override protected terms, 4.2 (scalars) does not say so; json-ld refuses scalars",
        r#"{"@context":{"a":{"@id":"urn:a","@protected":true},"p":{"@id":"urn:p","@context":{"a":"urn:b"}}},"p":"text"}"#,
        Ok(r#"[{"urn:p":[{"@value":"text"}]}]"#),
        Err("protected-term-redefinition"),
    ),
    (
        "13.4.4.4 makes null of a type that is mapped to null; this crate leaves it out and lists it as dropped, json-ld refuses it",
        r#"{"@context":{"T":null},"@type":["T","urn:t"]}"#,
        Ok(r#"[{"@type":["urn:t"]}]"#),
        Err("invalid-type-value"),
    ),
];
