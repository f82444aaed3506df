//! Messages for mismatches.

use super::Mismatch;
use crate::wording::{in_words, named};
use agent_description::{
    diagnostic::shortened,
    json::{Json, pointer},
};
use jsonschema::{ValidationError, error::TypeKind, error::ValidationErrorKind as Kind};

impl Mismatch {
    /// Converts an error of the validator.
    pub(super) fn from_error(error: &ValidationError<'_>, root: &Json) -> Self {
        let pointer = error.instance_path().as_str().to_owned();
        let value = pointer::lookup(root, &pointer);
        let message = format!("{} {}", subject(&pointer), describe(error.kind(), value));
        let offset = value.unwrap_or(root).offset();
        Self { offset, pointer, keyword: error.kind().keyword().to_owned(), message }
    }
}

fn subject(pointer: &str) -> String {
    if pointer.is_empty() { "the value".to_owned() } else { format!("`{}`", shortened(pointer).trim_matches('"')) }
}

fn describe(kind: &Kind, value: Option<&Json>) -> String {
    let brief = || value.map_or_else(|| "a value".to_owned(), in_words);
    let is = |expected: &str| format!("is {}, expected {expected}", brief());
    match kind {
        Kind::Type { kind } => is(&match kind {
            TypeKind::Single(kind) => kind.to_string(),
            TypeKind::Multiple(kinds) => kinds.iter().map(|kind| kind.to_string()).collect::<Vec<_>>().join(" or "),
        }),
        Kind::Required { property } => {
            format!("has no {}", shortened(property.as_str().unwrap_or_default()))
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let ending = if unexpected.len() == 1 { "" } else { "s" };
            format!("has the unknown member{ending} {}", named(unexpected.iter().map(|name| shortened(name)), 3))
        }
        Kind::Enum { options } => {
            let all: Vec<String> = options.as_array().into_iter().flatten().take(8).map(option).collect();
            let more = options.as_array().map_or(0, Vec::len) > all.len();
            is(&format!("one of {}{}", all.join(", "), if more { ", …" } else { "" }))
        }
        Kind::Constant { expected_value } => is(&option(expected_value)),
        Kind::Minimum { limit } => is(&format!("at least {limit}")),
        Kind::Maximum { limit } => is(&format!("at most {limit}")),
        Kind::ExclusiveMinimum { limit } => is(&format!("more than {limit}")),
        Kind::ExclusiveMaximum { limit } => is(&format!("less than {limit}")),
        Kind::MultipleOf { multiple_of } => is(&format!("a multiple of {multiple_of}")),
        Kind::MinLength { limit } => is(&format!("at least {limit} characters")),
        Kind::MaxLength { limit } => is(&format!("at most {limit} characters")),
        Kind::MinItems { limit } => is(&format!("at least {limit} elements")),
        Kind::MaxItems { limit } => is(&format!("at most {limit} elements")),
        Kind::AdditionalItems { limit } => is(&format!("at most {limit} elements")),
        Kind::MinProperties { limit } => is(&format!("at least {limit} members")),
        Kind::MaxProperties { limit } => is(&format!("at most {limit} members")),
        Kind::Pattern { pattern } => is(&format!("a match of {}", shortened(pattern))),
        Kind::Format { format } => is(&format!("the format {}", shortened(format))),
        Kind::UniqueItems => "has two equal elements, expected unique elements".to_owned(),
        Kind::Contains => "has no element that matches `contains`".to_owned(),
        Kind::FalseSchema => "is present, but the schema allows no value".to_owned(),
        Kind::AnyOf { .. } => is("a match of at least one alternative of the schema"),
        Kind::OneOfNotValid { .. } => is("a match of one alternative of the schema"),
        Kind::OneOfMultipleValid { .. } => {
            "matches several alternatives of the schema, expected exactly one".to_owned()
        }
        Kind::Not { .. } => is("no match of what the schema excludes"),
        Kind::PropertyNames { .. } => "has a member name that the schema does not allow".to_owned(),
        other => format!("does not match `{}`", other.keyword()),
    }
}

fn option(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => shortened(text),
        serde_json::Value::Array(_) => "an array".to_owned(),
        serde_json::Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    }
}
