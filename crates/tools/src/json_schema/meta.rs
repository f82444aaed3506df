//! Checks schemas against the meta-schemas of their dialects.

use super::{
    fault::{FaultKind, SchemaFault},
    mismatch::{Mismatch, Unfit},
    types::type_meant,
};
use agent_description::{
    diagnostic::shortened,
    json::{Json, pointer},
};
use jsonschema::{Draft, Validator};
use std::sync::OnceLock;

/// The dialect of a schema: from `$schema`, or else the latest.
pub(super) fn dialect(schema: &Json) -> Result<Draft, SchemaFault> {
    let Some(named) = schema.get("$schema") else { return Ok(Draft::Draft202012) };
    let draft = named.as_str().map(Draft::from_schema_uri).filter(|draft| *draft != Draft::Unknown);
    draft.ok_or_else(|| {
        let name = named.as_str().map_or_else(|| named.kind().to_owned(), shortened);
        let message = format!("the dialect is {name}, expected one from draft 4 to 2020-12");
        SchemaFault::new(FaultKind::Dialect, named.offset(), message)
    })
}

/// The violations of the dialect's meta-schema. The validator reads the copy of the schema.
pub(super) fn faults(schema: &Json, copy: &serde_json::Value, dialect: Draft) -> Vec<SchemaFault> {
    let Some(validator) = validator(dialect) else { return Vec::new() };
    if validator.is_valid(copy) {
        return Vec::new();
    }
    let errors = validator.iter_errors(copy).take(Unfit::MAX_MISMATCHES);
    let mut faults: Vec<SchemaFault> = Vec::new();
    for error in errors {
        let found = Mismatch::from_error(&error, schema);
        let place = pointer::lookup(schema, &found.pointer);
        // several vocabularies report the same violation
        if faults.iter().any(|known| known.offset == found.offset) {
            continue;
        }
        let name = place.and_then(Json::as_str).filter(|_| found.pointer.ends_with("/type"));
        let message = match name {
            Some(name) => format!("unknown JSON Schema type {}", shortened(name)),
            None => format!("{} in the schema", found.message),
        };
        let meant = name.and_then(|name| Some((name.to_owned(), type_meant(name)?.to_owned())));
        faults.push(SchemaFault { meant, ..SchemaFault::new(FaultKind::Invalid, found.offset, message) });
    }
    faults
}

/// The validator for schemas of a dialect, created once. Never `None`, because the meta-schemas are embedded.
fn validator(dialect: Draft) -> Option<&'static Validator> {
    static VALIDATORS: [OnceLock<Option<Validator>>; 5] = [const { OnceLock::new() }; 5];
    let (at, url) = match dialect {
        Draft::Draft4 => (0, "http://json-schema.org/draft-04/schema#"),
        Draft::Draft6 => (1, "http://json-schema.org/draft-06/schema#"),
        Draft::Draft7 => (2, "http://json-schema.org/draft-07/schema#"),
        Draft::Draft201909 => (3, "https://json-schema.org/draft/2019-09/schema"),
        _ => (4, "https://json-schema.org/draft/2020-12/schema"),
    };
    let slot = VALIDATORS.get(at)?;
    slot.get_or_init(|| {
        let options = jsonschema::options().offline().with_draft(dialect).should_validate_formats(true);
        options.build(&serde_json::json!({ "$ref": url })).ok()
    })
    .as_ref()
}
