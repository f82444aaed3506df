//! Values and names in messages.

use agent_description::{diagnostic::shortened, json::Json};

/// A value in a message: a text, shortened, a number, a flag, or its kind.
#[must_use]
pub fn in_words(value: &Json) -> String {
    match (value.as_str(), value.as_bool()) {
        (Some(text), _) => shortened(text),
        (_, Some(flag)) => flag.to_string(),
        _ if value.is_number() => value.to_compact(),
        _ => value.kind().to_owned(),
    }
}

/// The type of a value in JSON Schema, where each number is a `number`.
#[must_use]
pub fn type_of(value: &Json) -> &'static str {
    // the kind without its article
    value.kind().rsplit(' ').next().unwrap_or_default()
}

/// Names in a message, at most `most` of them: `a, b and 3 more`.
#[must_use]
pub fn named(names: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let more = match names.len().saturating_sub(most) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", names.take(most).collect::<Vec<_>>().join(", "))
}
