//! Converts the string value of a slot to the type of its parameter.

use adp_tools::wording::type_of;
use agent_description::{
    ReadLimits,
    json::{Json, parse, pointer},
};

/// Maximum number of schemas to read for the types of one parameter.
const MAX_SCHEMAS: usize = 64;

/// The schema of a parameter: in `properties` of the root, or of schemas that the root references or combines with
/// `allOf`.
pub(super) fn property<'a>(schema: &'a Json, name: &str) -> Option<&'a Json> {
    search(schema, |next, left| {
        left.extend(referred(schema, next));
        left.extend(next.get("allOf").and_then(Json::as_array).unwrap_or_default().iter().take(MAX_SCHEMAS));
        next.get("properties")?.get(name)
    })
}

/// The result of the first schema that has one. A schema adds others that are read before earlier ones.
fn search<'a, T>(schema: &'a Json, mut read: impl FnMut(&'a Json, &mut Vec<&'a Json>) -> Option<T>) -> Option<T> {
    let mut left = vec![schema];
    (0..MAX_SCHEMAS).map_while(|_| Some(read(left.pop()?, &mut left))).find_map(|found| found)
}

/// Resolves a reference of a schema within its document.
fn referred<'a>(root: &'a Json, schema: &Json) -> Option<&'a Json> {
    let pointer = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
    pointer::lookup(root, pointer)
}

/// The possible types of a parameter, in schema order. Empty means any type.
fn types<'a>(root: &'a Json, schema: &'a Json) -> Vec<&'a str> {
    let mut found: Vec<&'a str> = Vec::new();
    let _ = search(schema, |next, left| -> Option<()> {
        match next.get("type") {
            Some(kind) => {
                let several = kind.as_array().unwrap_or(std::slice::from_ref(kind));
                found.extend(several.iter().filter_map(Json::as_str));
            }
            None => {
                let options = next.get("enum").and_then(Json::as_array).unwrap_or_default().iter().take(MAX_SCHEMAS);
                found.extend(options.chain(next.get("const")).map(|value| -> &'a str { type_of(value) }));
                left.extend(referred(root, next));
                let lists = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|name| next.get(name)?.as_array());
                // the last one is read first
                left.extend(lists.flatten().take(MAX_SCHEMAS).collect::<Vec<_>>().into_iter().rev());
            }
        }
        None
    });
    found
}

/// Converts the text of a slot to the first matching type. `Err` contains the expected types.
pub(super) fn typed(root: &Json, schema: &Json, text: &str) -> Result<Json, String> {
    let types = types(root, schema);
    if types.is_empty() {
        return Ok(Json::from(text));
    }
    let found = types.iter().find_map(|kind| read(kind, text));
    found.ok_or_else(|| {
        let mut expected: Vec<&str> = Vec::new();
        for kind in types.into_iter().take(MAX_SCHEMAS) {
            if !expected.contains(&kind) {
                expected.push(kind);
            }
        }
        expected.join(" or ")
    })
}

/// Parses a text as one type. Integers have no fraction or exponent: `1.0` and `1e2` are rejected.
fn read(kind: &str, text: &str) -> Option<Json> {
    let is_integer = || {
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    // surrounding white space is not part of a JSON value
    let json = || parse(text.as_bytes(), ReadLimits::new(1 << 20)).ok().filter(|_| text.trim() == text);
    match kind {
        "string" => Some(Json::from(text)),
        "integer" => json().filter(|json| is_integer() && json.as_number().is_some()),
        _ => json().filter(|json| type_of(json) == kind),
    }
}
