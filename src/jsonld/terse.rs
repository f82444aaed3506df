//! The terse expanded form, which is shorter by an array and an object for nearly every value: half of what expansion would
//! have to allocate. It differs from expanded document form: the only value of a property may stand without its array, and so may the
//! only type of a node, unless it is a keyword, with which the node could be taken for a JSON literal; and a value object that has
//! nothing but `@value` may be that scalar.
//!
//! Only this crate's own readers see it: [`Expanded::items`](super::Expanded::items) is expanded document form.

use super::{
    keyword::Keyword,
    node_builder::{into_array, object},
};
use crate::json::{Json, Member, Object, Value};

/// The values of a property: those of an array, or the only one.
pub(crate) fn values(property: &Json) -> &[Json] {
    property.as_array().unwrap_or(std::slice::from_ref(property))
}

/// The types of a node.
pub(crate) fn types(node: &Object) -> &[Json] {
    node.get("@type").map_or(&[], values)
}

/// What a value object holds, if it has neither type nor language, nor anything else beside it.
pub(crate) fn plain_scalar(value: &Json) -> Option<&Json> {
    match value.value() {
        Value::String(_) | Value::Number(_) | Value::Bool(_) => Some(value),
        Value::Object(object) if object.len() == 1 => object.get("@value"),
        _ => None,
    }
}

/// The items of an expanded document in expanded document form.
pub(crate) fn written_out(items: impl IntoIterator<Item = Json>) -> Vec<Json> {
    items.into_iter().map(node_or_value).collect()
}

/// A value object of a scalar.
pub(super) fn value_object(scalar: Json) -> Json {
    let at = scalar.offset();
    object([(Keyword::Value.text(), scalar)], at)
}

fn node_or_value(json: Json) -> Json {
    let at = json.offset();
    match json.into_value() {
        Value::Array(items) => Json::at(Value::Array(written_out(items)), at),
        Value::Object(object) if object.contains("@value") => Json::at(Value::Object(object), at),
        Value::Object(object) => Json::at(Value::Object(properties(object)), at),
        scalar => value_object(Json::at(scalar, at)),
    }
}

/// The members of a node object, a list object, or of what `@reverse` holds.
fn properties(node: Object) -> Object {
    let members = node.into_iter().map(|Member { name, name_offset, value }| {
        let value = match name.as_str() {
            "@type" => into_array(value),
            "@id" | "@index" | "@language" | "@direction" => value,
            "@reverse" => {
                let at = value.offset();
                match value.into_value() {
                    Value::Object(reversed) => Json::at(Value::Object(properties(reversed)), at),
                    value => Json::at(value, at),
                }
            }
            _ => node_or_value(into_array(value)),
        };
        Member { name, name_offset, value }
    });
    Object::from_unique(members.collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use crate::{
        Limits,
        json::{self, Json},
        jsonld::{Contexts, ExpandOptions, JsonLdError, processor::Processor},
    };
    use adp_fixtures::third_party;

    fn expand(json: &Json, is_terse: bool) -> Result<super::super::Expanded, JsonLdError> {
        let (contexts, options) = (Contexts::embedded(), ExpandOptions::with_base("https://a.example/ad.json"));
        let mut processor = Processor::new(&contexts, &options);
        processor.is_terse = is_terse;
        processor.run(json, &options)
    }

    /// Both forms say the same, at the same places; how many members the terse one saves.
    fn compare(text: &[u8]) -> Option<usize> {
        let json = json::parse(text, &Limits::default()).ok()?;
        let (terse, whole) = (expand(&json, true), expand(&json, false));
        let (Ok(terse), Ok(whole)) = (&terse, &whole) else {
            assert_eq!(terse.err().map(|error| error.to_string()), whole.err().map(|error| error.to_string()));
            return Some(0);
        };
        assert!(!whole.is_terse && whole.items() == whole.terse_items());
        // with the places
        assert_eq!(format!("{:?}", terse.items()), format!("{:?}", whole.items()));
        assert_eq!(terse.disputed(), whole.disputed());
        assert_eq!((terse.is_plain(), terse.dropped()), (whole.is_plain(), whole.dropped()));
        assert_eq!(terse.to_nquads().ok(), whole.to_nquads().ok());
        let saved = format!("{:?}", whole.items()).len() - format!("{:?}", terse.terse_items()).len();
        assert_eq!(terse.clone().into_json(), whole.clone().into_json());
        Some(saved)
    }

    #[test]
    fn each_shape_is_written_out() {
        for (context, members) in [
            ("", r#""a": 1, "b": "x", "c": true, "d": null, "e": [], "f": ["x"], "g": ["x", 2], "h": {"a": "x"}"#),
            (
                "",
                r#""a": {"@value": "x"}, "b": {"@value": "x", "@language": "en"}, "c": {"@list": ["x", {"a": 1}, []]}"#,
            ),
            ("", r#""a": {"@set": "x"}, "b": {"@set": ["x", {"@value": 1}]}, "@index": "i", "@type": "T""#),
            ("", r#""@reverse": {"a": {"@id": "x:y", "b": "x"}}, "@included": [{"a": "x"}], "@graph": {"a": 1}"#),
            (
                "",
                r#""@type": ["T", "U"], "a": {"@type": "T"}, "b": {"@type": []}, "c": {"@type": "@json"}, "d": {"@type": "_:t"}"#,
            ),
            (
                "",
                r#""a": {"@type": "@json", "b": "x"}, "c": {"@type": "@json", "@value": [1]}, "d": {"@type": "@none"}"#,
            ),
            (r#", "@language": "en""#, r#""a": "x", "b": ["x", 1]"#),
            (r#", "@direction": "ltr""#, r#""a": "x", "b": 1"#),
            (r#", "a": {"@container": "@list"}"#, r#""a": "x", "b": {"a": ["x", "y"]}"#),
            (r#", "a": {"@container": ["@set", "@index"]}"#, r#""a": {"i": "x", "j": ["y", {"b": 1}], "@none": 2}"#),
            (r#", "a": {"@container": "@language"}"#, r#""a": {"en": "x", "@none": ["y", null]}"#),
            (r#", "a": {"@container": "@index", "@index": "p"}"#, r#""a": {"i": {"p": "q", "b": "x"}, "j": {"b": 1}}"#),
            (r#", "a": {"@container": "@index", "@index": "p"}"#, r#""a": {"i": "x"}"#),
            (r#", "a": {"@container": "@type"}"#, r#""a": {"T": "x", "U": {"@type": "V", "b": "x"}}"#),
            (r#", "a": {"@container": "@id"}"#, r#""a": {"x:y": {"b": "x"}}"#),
            (r#", "a": {"@container": "@graph"}"#, r#""a": "x", "b": {"a": [{"b": "x"}, 1]}"#),
            (r#", "a": {"@container": ["@graph", "@index"]}"#, r#""a": {"i": {"b": "x"}, "j": "y"}"#),
            (r#", "a": {"@reverse": "b"}"#, r#""a": {"@id": "x:y", "c": "x"}"#),
            (r#", "a": {"@reverse": "b"}"#, r#""a": "x""#),
            (
                r#", "a": {"@type": "@json"}, "b": {"@type": "x:t"}, "c": {"@type": "@id"}"#,
                r#""a": [1], "b": "y", "c": "z""#,
            ),
            (r#", "n": "@nest", "m": "x:m", "o": "x:m""#, r#""n": {"a": "x"}, "m": "x", "o": "y""#),
            (r#", "a": {"@context": {"b": "x:b"}}"#, r#""a": {"b": "x", "c": 1}"#),
        ] {
            let text = format!(r#"{{"@context": {{"@vocab": "https://v.example/"{context}}}, {members}}}"#);
            compare(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
        }
        assert!(compare(br#"{"x:a": "b"}"#).unwrap() > 0);
        // a keyword as a type keeps its array: with it alone, a node would look like a JSON literal
        let types = |kind: &str| {
            let text = format!(r#"{{"@id": "x:a", "@type": "{kind}", "x:b": 1}}"#);
            let terse = expand(&json::parse(text.as_bytes(), &Limits::default()).unwrap(), true).unwrap();
            terse.terse_items().first().unwrap().get("@type").unwrap().kind()
        };
        assert_eq!([types("x:T"), types("@json"), types("@none")], ["a string", "an array", "an array"]);
    }

    #[test]
    #[ignore = "needs THIRD_PARTY_VECTORS"]
    fn w3c_documents_are_written_out() {
        let (mut compared, mut saved) = (0, 0);
        for suite in ["expand", "flatten", "compact", "toRdf"] {
            let manifest = third_party::read(&format!("json-ld/tests/{suite}-manifest.jsonld"));
            let manifest = json::parse(manifest.as_bytes(), &Limits::default()).unwrap();
            for case in manifest.get("sequence").and_then(Json::as_array).unwrap() {
                let input = case.get("input").and_then(Json::as_str).unwrap();
                let found = compare(third_party::read(&format!("json-ld/tests/{input}")).as_bytes());
                compared += usize::from(found.is_some());
                saved += found.unwrap_or_default();
            }
        }
        assert!(saved > 100_000, "{saved}");
        third_party::ran("w3c-documents-written-out", compared);
    }
}
