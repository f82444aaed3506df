//! Documents by the official JSON Schema of their format, beside the rules of this software.

use super::{Schema, Unfit};
use agent_description::{
    Document, ReadLimits,
    diagnostic::{CheckReport, Severity},
    json::parse,
};

/// The message about a document that a schema cannot check.
pub const TOO_LARGE_MESSAGE: &str = "the document is too large to be checked by the official JSON Schema";

/// Keywords whose mismatch says that a value has none of the allowed forms.
const ALTERNATIVES: [&str; 2] = ["anyOf", "oneOf"];

/// Compiles an embedded schema. `None` in builds without the feature `json-schema`.
#[must_use]
pub fn compile_official(text: &str) -> Option<Schema> {
    Schema::compile(&parse(text.as_bytes(), ReadLimits::new(text.len())).ok()?).ok()
}

/// Checks a document by a schema, without what `known` says already. That is an error at the same value, or inside a value
/// that has none of the allowed forms.
///
/// # Errors
///
/// As for [`Schema::validate`], with the other mismatches.
pub fn validate_beyond(schema: &Schema, document: &Document, known: &CheckReport) -> Result<(), Unfit> {
    let Err(mut unfit) = schema.validate(document.json()) else { return Ok(()) };
    let errors = known.diagnostics.iter().filter(|it| it.severity == Severity::Error);
    let told: Vec<&str> = errors.filter_map(|it| it.pointer.as_deref()).collect();
    if let Unfit::Mismatches(mismatches) = &mut unfit {
        mismatches.retain(|it| {
            let is_told = |inside: &str| match inside.strip_prefix(it.pointer.as_str()) {
                Some("") => true,
                Some(rest) => rest.starts_with('/') && ALTERNATIVES.contains(&it.keyword.as_str()),
                None => false,
            };
            !told.iter().any(|pointer| is_told(pointer))
        });
    }
    Err(unfit)
}
