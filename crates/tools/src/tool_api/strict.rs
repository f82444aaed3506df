//! Converts schemas for OpenAI's strict mode: closed objects, all properties required, null for optional ones, and only
//! supported keywords.

use crate::{
    Loss,
    json_schema::{direct, is_of_type},
};
use agent_description::{
    Json,
    diagnostic::Severity,
    json::{Object, Value, pointer::push_name},
};
use std::collections::HashSet;

/// Maximum nesting depth in strict mode.
pub(super) const MAX_DEPTH: usize = 10;
/// Maximum number of properties in strict mode.
const MAX_PROPERTIES: usize = 5000;
/// Maximum number of characters of names, `enum` and `const` values.
const MAX_TEXT_CHARS: usize = 120_000;
/// Maximum number of `enum` values.
const MAX_ENUM_VALUES: usize = 1000;
/// Maximum number of characters in an `enum` with more than `LONG_ENUM_VALUES` values.
const MAX_LONG_ENUM_CHARS: usize = 15_000;
const LONG_ENUM_VALUES: usize = 250;
/// Keywords that are kept.
const SUPPORTED_KEYWORDS: &str = "title description enum const pattern format multipleOf minimum maximum exclusiveMinimum \
    exclusiveMaximum minItems maxItems minLength maxLength $ref type";

/// Whether strict mode keeps a keyword.
pub(super) fn is_supported(keyword: &str) -> bool {
    SUPPORTED_KEYWORDS.split_ascii_whitespace().any(|known| known == keyword)
}

/// Converts a schema. `None` if it contains an object with arbitrary members and no named ones, because strict mode
/// would allow only `{}`, or if it is too large. Strict mode is then disabled for the tool, with a loss.
pub(super) fn schema(schema: &Json, place: &str, losses: &mut Vec<Loss>) -> Option<Json> {
    let before = losses.len();
    let mut writer = Strict { losses, free: None };
    let written = writer.schema(schema, place, 1);
    let no_members = "strict mode requires named members";
    let refused = match (writer.free, too_large(&written)) {
        (Some(free), _) => (free, no_members.to_owned()),
        (None, Some(why)) => (place.to_owned(), format!("strict mode allows less: {why}")),
        (None, None) => return Some(written),
    };
    // the schema stays unchanged
    losses.truncate(before);
    losses.push(Loss::new(refused.0, format!("{}: strict is disabled for the tool", refused.1), Severity::Warning));
    None
}

/// Why a schema is too large for strict mode, if it is.
pub(super) fn too_large(schema: &Json) -> Option<String> {
    let mut size = Size::default();
    size.add(schema);
    let limits = [
        (size.properties, MAX_PROPERTIES, "properties"),
        (size.values, MAX_ENUM_VALUES, "`enum` values"),
        (size.chars, MAX_TEXT_CHARS, "characters of names and values"),
        (size.long_enum, MAX_LONG_ENUM_CHARS, "characters in one long `enum`"),
    ];
    let over = limits.into_iter().find(|(found, most, _)| found > most);
    over.map(|(found, most, what)| format!("the schema has {found} {what}, expected at most {most}"))
}

#[derive(Debug, Default)]
struct Size {
    properties: usize,
    values: usize,
    chars: usize,
    long_enum: usize,
}

impl Size {
    fn add(&mut self, schema: &Json) {
        let Some(object) = schema.as_object() else { return };
        for keyword in ["properties", "$defs", "definitions"] {
            for member in object.get(keyword).and_then(Json::as_object).into_iter().flatten() {
                self.chars += member.name().chars().count();
                self.properties += usize::from(keyword == "properties");
            }
        }
        let values = list(schema, "enum");
        let chars: usize = values.iter().filter_map(Json::as_str).map(|text| text.chars().count()).sum();
        self.values += values.len();
        if values.len() > LONG_ENUM_VALUES {
            self.long_enum = self.long_enum.max(chars);
        }
        self.chars += chars + schema.get("const").and_then(Json::as_str).map_or(0, |text| text.chars().count());
        direct(object, &mut |inner| self.add(inner));
    }
}

struct Strict<'l> {
    losses: &'l mut Vec<Loss>,
    /// Location of the first object with arbitrary members.
    free: Option<String>,
}

fn schema_of_type(kind: &str) -> Object {
    Object::from_iter([("type", kind)])
}

fn list<'a>(json: &'a Json, name: &str) -> &'a [Json] {
    json.get(name).and_then(Json::as_array).unwrap_or_default()
}

impl Strict<'_> {
    fn report(&mut self, place: &str, reason: impl Into<String>, severity: Severity) {
        self.losses.push(Loss::new(place.to_owned(), reason, severity));
    }

    fn schema(&mut self, schema: &Json, place: &str, depth: usize) -> Json {
        if depth > MAX_DEPTH {
            self.report(
                place,
                format!("strict mode allows {MAX_DEPTH} levels: replaced by a string with JSON"),
                Severity::Error,
            );
            return Object::from_iter([("type", "string"), ("description", "a value, as JSON text")]).into();
        }
        let Some(object) = schema.as_object().filter(|object| !object.is_empty()) else {
            return self.anything(place, None);
        };
        let mut written = Object::new();
        for member in object {
            let name = member.name().as_str();
            match name {
                "properties" | "required" | "items" | "anyOf" | "additionalProperties" => {}
                "oneOf" if !object.contains("anyOf") => {
                    self.report(&format!("{place}/oneOf"), "written as `anyOf`", Severity::Note);
                }
                "$defs" | "definitions" => {
                    let defs = member.value().as_object().into_iter().flatten();
                    let defs: Object = defs
                        .map(|it| {
                            let mut at = format!("{place}/{name}");
                            push_name(&mut at, it.name());
                            (it.name().clone(), self.schema(it.value(), &at, 2))
                        })
                        .collect();
                    written.insert(member.name().clone(), defs);
                }
                "nullable" | "example" | "examples" | "readOnly" | "writeOnly" | "deprecated" | "$schema" => {}
                _ if name.starts_with("x-") => {}
                _ if is_supported(name) => _ = written.insert(member.name().clone(), member.value().clone()),
                "default" => {
                    self.report(&format!("{place}/default"), "dropped: strict mode has no defaults", Severity::Note)
                }
                _ => {
                    let mut at = place.to_owned();
                    push_name(&mut at, name);
                    self.report(&at, "dropped: not supported in strict mode", Severity::Warning);
                }
            }
        }
        self.alternatives(object, schema, place, depth, &mut written);
        let has_type = object.contains("type");
        if is_of_type(schema, "object") || !has_type && object.contains("properties") {
            if !has_type {
                written.insert("type", "object");
            }
            self.members(schema, place, depth, &mut written);
        }
        if is_of_type(schema, "array") || !has_type && object.contains("items") {
            if !has_type {
                written.insert("type", "array");
            }
            let items = schema.get("items").cloned().unwrap_or_else(|| Object::new().into());
            written.insert("items", self.schema(&items, &format!("{place}/items"), depth + 1));
        }
        if !["type", "enum", "const", "anyOf", "$ref"].iter().any(|name| written.contains(name)) {
            return self.anything(place, written.get("description").cloned());
        }
        if schema.get("nullable").and_then(Json::as_bool) == Some(true) {
            nullable(written.into())
        } else {
            written.into()
        }
    }

    fn alternatives(&mut self, object: &Object, schema: &Json, place: &str, depth: usize, written: &mut Object) {
        let name = if object.contains("anyOf") { "anyOf" } else { "oneOf" };
        if !object.contains(name) {
            return;
        }
        let all: Vec<Json> = list(schema, name)
            .iter()
            .enumerate()
            .map(|(at, one)| self.schema(one, &format!("{place}/{name}/{at}"), depth + 1))
            .collect();
        written.insert("anyOf", all);
    }

    fn members(&mut self, schema: &Json, place: &str, depth: usize, written: &mut Object) {
        let is_closed = schema.get("additionalProperties").and_then(Json::as_bool) == Some(false);
        let names_some = schema.get("properties").and_then(Json::as_object).is_some_and(|named| !named.is_empty());
        if !is_closed && !names_some {
            self.free.get_or_insert_with(|| place.to_owned());
        }
        if schema.get("additionalProperties").is_some_and(|others| others.as_bool() != Some(false)) {
            let reason = "strict mode allows only named members";
            self.report(&format!("{place}/additionalProperties"), reason, Severity::Error);
        }
        let required: HashSet<&str> = list(schema, "required").iter().filter_map(Json::as_str).collect();
        let (mut properties, mut names) = (Vec::new(), Vec::new());
        for property in schema.get("properties").and_then(Json::as_object).into_iter().flatten() {
            let name = property.name();
            let mut at = format!("{place}/properties");
            push_name(&mut at, name);
            let value = self.schema(property.value(), &at, depth + 1);
            let value = if required.contains(name.as_str()) { value } else { nullable(value) };
            properties.push((name.clone(), value));
            names.push(Json::from(name.clone()));
        }
        written.insert("properties", Object::from_iter(properties));
        written.insert("required", names);
        written.insert("additionalProperties", false);
    }

    /// A schema for any value, with explicit types as strict mode requires.
    fn anything(&mut self, place: &str, description: Option<Json>) -> Json {
        let reason = "strict mode requires a type: string, number or boolean";
        self.report(place, reason, Severity::Warning);
        let mut any = Object::from_iter([(
            "anyOf",
            ["string", "number", "boolean"].map(|kind| Json::from(schema_of_type(kind))).to_vec(),
        )]);
        if let Some(description) = description {
            any.insert("description", description);
        }
        any.into()
    }
}

/// A schema that also accepts null.
fn nullable(mut schema: Json) -> Json {
    let null = || Json::from("null");
    let Some(object) = schema.as_object_mut() else { return schema };
    if object.contains("$ref")
        || object.contains("const")
        || !object.contains("type") && !object.contains("anyOf") && !object.contains("enum")
    {
        let own = std::mem::take(object);
        object.insert("anyOf", vec![own.into(), schema_of_type("null").into()]);
        return schema;
    }
    if let Some(any) = object.get_mut("anyOf").and_then(Json::as_array_mut) {
        any.push(schema_of_type("null").into());
    }
    if let Some(values) = object.get_mut("enum").and_then(Json::as_array_mut)
        && !values.iter().any(Json::is_null)
    {
        values.push(Value::Null.into());
    }
    let kinds = match object.get("type").map(Json::value) {
        Some(Value::String(one)) if one != "null" => Some(vec![Json::from(one.clone()), null()]),
        Some(Value::Array(all)) if !all.iter().any(|one| one.as_str() == Some("null")) => {
            Some(all.iter().cloned().chain([null()]).collect())
        }
        _ => None,
    };
    if let Some(kinds) = kinds {
        object.insert("type", kinds);
    }
    schema
}
