//! Vectors for JSON-LD.

use super::{Answer, CannotAnswer, Path, Vector, file, required};
use agent_description::{
    Limits,
    json::{self, Json, jcs},
    jsonld::{self, CompactOptions, Contexts, ExpandOptions, Expanded, ProcessingMode},
};

/// Output: the expanded form in canonical JSON.
pub fn expand(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    Ok(match expanded(vector, folder)? {
        Ok(expanded) => Answer::output(String::from_utf8_lossy(&jcs::canonicalize(&expanded.into_json()))),
        Err(answer) => answer,
    })
}

/// Output: the sorted N-Quads, as a JSON array of lines.
pub fn nquads(vector: &Vector, folder: &Path) -> Result<Answer, CannotAnswer> {
    let expanded = match expanded(vector, folder)? {
        Ok(expanded) => expanded,
        Err(answer) => return Ok(answer),
    };
    Ok(match expanded.to_nquads() {
        Ok(text) => {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.sort_unstable();
            let lines = Json::from(lines.into_iter().map(Json::from).collect::<Vec<_>>());
            Answer::output(String::from_utf8_lossy(&jcs::canonicalize(&lines)))
        }
        Err(error) => Answer::refused(&error),
    })
}

/// Output: the document compacted with the context in `context`, in canonical JSON.
pub fn compact(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let text = required(vector, "context")?;
    let context = json::parse(text.as_bytes(), &Limits::default())
        .map_err(|error| CannotAnswer::value("context", text, error.to_string()))?;
    let json = match json::parse(vector.body(), &Limits::default()) {
        Ok(json) => json,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    Ok(match jsonld::compact(&json, &context, &Contexts::embedded(), &CompactOptions::default()) {
        Ok(compacted) => Answer::output(String::from_utf8_lossy(&jcs::canonicalize(&compacted))),
        Err(error) => Answer::refused(&error),
    })
}

/// Expands the document with the settings in the headers, or returns the refusal.
fn expanded(vector: &Vector, folder: &Path) -> Result<Result<Expanded, Answer>, CannotAnswer> {
    let json = match json::parse(vector.body(), &Limits::default()) {
        Ok(json) => json,
        Err(error) => return Ok(Err(Answer::refused(&error))),
    };
    let mut contexts = Contexts::embedded();
    if let Some(iri) = vector.header("context-iri") {
        contexts = match contexts.pin(iri, &file(vector, "context-file", folder)?, None) {
            Ok(contexts) => contexts,
            Err(error) => return Ok(Err(Answer::refused(&error))),
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
    Ok(jsonld::expand(&json, &contexts, &options).map_err(|error| Answer::refused(&error)))
}
