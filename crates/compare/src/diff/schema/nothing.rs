//! Detects schemas that reject every value.

use super::super::words::has_word;
use adp_tools::{
    json_schema::{ReferenceTarget, SchemaPlaces},
    wording::type_of,
};
use agent_description::{
    Json,
    json::{Object, Value},
};
use std::cmp::Ordering;

/// Maximum number of schemas to read for one answer, and maximum list length. Beyond it, the answer is that some value
/// may be accepted.
const MAX_SCHEMAS: usize = 64;

/// The types of JSON values, one bit each.
const NULL: u8 = 1;
const BOOLEAN: u8 = 2;
const OBJECT: u8 = 4;
const ARRAY: u8 = 8;
const STRING: u8 = 16;
const INTEGER: u8 = 32;
/// A number that is not an integer.
const FRACTION: u8 = 64;
const NUMBER: u8 = INTEGER | FRACTION;
const ALL: u8 = 127;

/// Keywords that accept every value.
const ANNOTATIONS: &[&str] =
    &["title description default examples deprecated readOnly writeOnly $comment $schema $defs"];

/// Whether a schema rejects every value: it is `false`, or contradicts itself. `places` are those of its document.
pub(super) fn accepts_nothing<'a>(schema: &'a Json, places: Option<&SchemaPlaces<'a>>) -> bool {
    Search { places, left: MAX_SCHEMAS }.types(schema) == 0
}

struct Search<'p, 'a> {
    places: Option<&'p SchemaPlaces<'a>>,
    left: usize,
}

impl<'a> Search<'_, 'a> {
    /// The types of values that may be accepted.
    fn types(&mut self, schema: &'a Json) -> u8 {
        let Some(left) = self.left.checked_sub(1) else { return ALL };
        self.left = left;
        if let Some(all) = schema.as_bool() {
            return if all { ALL } else { 0 };
        }
        let Some(object) = schema.as_object() else { return ALL };
        let mut types = ALL;
        for keyword in object {
            types &= self.types_by(keyword.name(), keyword.value(), object);
        }
        types & !contradicted(object)
    }

    fn types_by(&mut self, keyword: &str, value: &'a Json, schema: &'a Object) -> u8 {
        let list = value.as_array().unwrap_or_default();
        if list.len() > MAX_SCHEMAS {
            return ALL;
        }
        let mut list = list.iter();
        match keyword {
            "type" => match value.as_str() {
                Some(name) => types_named(name),
                None => list.filter_map(Json::as_str).fold(0, |types, name| types | types_named(name)),
            },
            "const" => type_of_value(value),
            "enum" => list.fold(0, |types, value| types | type_of_value(value)),
            "allOf" => list.fold(ALL, |types, schema| types & self.types(schema)),
            // a value cannot match exactly one of two alternatives that accept everything
            "oneOf" if list.clone().filter(|schema| self.accepts_all(schema)).count() > 1 => 0,
            "anyOf" | "oneOf" => list.by_ref().fold(0, |types, schema| types | self.types(schema)),
            "not" if self.accepts_all(value) => 0,
            "not" => match value.as_object() {
                // without integers, fractions remain
                Some(only_type) if only_type.len() == 1 && only_type.contains("type") => ALL & !self.types(value),
                _ => ALL,
            },
            "$ref" => match value.as_str().zip(self.places).map(|(to, places)| places.target(schema, to)) {
                Some(ReferenceTarget::Schema(target)) => self.types(target),
                _ => ALL,
            },
            "then" if schema.get("if").is_some_and(|test| self.accepts_all(test)) => self.types(value),
            "else" if schema.get("if").is_some_and(|test| self.types(test) == 0) => self.types(value),
            "contains" if schema.get("minContains").is_none() && self.types(value) == 0 => ALL & !ARRAY,
            "required" => {
                let properties = schema.get("properties").and_then(Json::as_object);
                let more = schema.get("additionalProperties").filter(|_| !schema.contains("patternProperties"));
                let mut needed = list
                    .filter_map(Json::as_str)
                    .filter_map(|name| properties.and_then(|properties| properties.get(name)).or(more));
                if needed.any(|property| self.types(property) == 0) { ALL & !OBJECT } else { ALL }
            }
            _ => ALL,
        }
    }

    /// Whether every value is accepted.
    fn accepts_all(&mut self, schema: &'a Json) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let Some(object) = schema.as_object() else { return schema.as_bool() == Some(true) };
        object.iter().all(|keyword| {
            let (name, value) = (keyword.name().as_str(), keyword.value());
            let mut list = value.as_array().unwrap_or_default().iter();
            match name {
                "not" => self.types(value) == 0,
                "allOf" => list.all(|schema| self.accepts_all(schema)),
                "anyOf" => list.any(|schema| self.accepts_all(schema)),
                "type" => self.types_by(name, value, object) == ALL,
                "$ref" => match value.as_str().zip(self.places).map(|(to, places)| places.target(object, to)) {
                    Some(ReferenceTarget::Schema(target)) => self.accepts_all(target),
                    _ => false,
                },
                _ => has_word(ANNOTATIONS, name),
            }
        })
    }
}

/// The types for which two limits of a schema exclude every value.
fn contradicted(schema: &Object) -> u8 {
    let order = |one: &str, other: &str| schema.get(one)?.compare_numbers(schema.get(other)?);
    let pairs = [
        ("minimum", "maximum", NUMBER),
        ("minLength", "maxLength", STRING),
        ("minItems", "maxItems", ARRAY),
        ("minProperties", "maxProperties", OBJECT),
    ];
    let beyond = pairs.iter().filter(|(least, most, _)| order(least, most).is_some_and(Ordering::is_gt));
    let mut none = beyond.fold(0, |types, (.., of)| types | of);
    let open = |one: &str, other: &str| order(one, other).is_some_and(Ordering::is_ge);
    if open("exclusiveMinimum", "exclusiveMaximum")
        || open("exclusiveMinimum", "maximum")
        || open("minimum", "exclusiveMaximum")
    {
        none |= NUMBER;
    }
    none
}

fn types_named(name: &str) -> u8 {
    match name {
        "null" => NULL,
        "boolean" => BOOLEAN,
        "object" => OBJECT,
        "array" => ARRAY,
        "string" => STRING,
        "integer" => INTEGER,
        "number" => NUMBER,
        _ => 0,
    }
}

fn type_of_value(value: &Json) -> u8 {
    match value.as_number() {
        Some(number) if number.get().fract() == 0.0 => INTEGER,
        Some(_) => FRACTION,
        None => match value.value() {
            Value::Wide(number) if number.is_integer() => INTEGER,
            Value::Wide(_) => FRACTION,
            _ => types_named(type_of(value)),
        },
    }
}
