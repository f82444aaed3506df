//! Kinds about JSON-LD.

use super::{Answer, CannotAnswer, Path, Vector, file};
use agent_description::{
    Limits,
    json::{self, jcs},
    jsonld::{self, Contexts, ExpandOptions, ProcessingMode},
};

/// Output: the expanded form, canonical.
pub fn expand(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    let json = match json::parse(vector.body(), &Limits::default()) {
        Ok(json) => json,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let mut contexts = Contexts::embedded();
    if let Some(iri) = vector.header("context-iri") {
        contexts = match contexts.pin(iri, &file(vector, "context-file", folder)?, None) {
            Ok(contexts) => contexts,
            Err(error) => return Ok(Answer::refused(&error)),
        };
    }
    let mut options = ExpandOptions::default();
    options.base = vector.header("base").map(str::to_owned);
    options.processing_mode = match vector.header("processing-mode") {
        None | Some("json-ld-1.1") => ProcessingMode::JsonLd11,
        Some("json-ld-1.0") => ProcessingMode::JsonLd10,
        Some(other) => {
            return Err(CannotAnswer::value("processing-mode", other, "expected json-ld-1.1 or json-ld-1.0"));
        }
    };
    Ok(match jsonld::expand(&json, &contexts, &options) {
        Ok(expanded) => Answer::output(String::from_utf8_lossy(&jcs::canonicalize(&expanded.into_json()))),
        Err(error) => Answer::refused(&error),
    })
}
