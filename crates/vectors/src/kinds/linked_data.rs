//! Vectors for JSON-LD.

use super::{Answered, CannotAnswer, Path, Stopped, Vector, VectorAnswer, file, required};
use agent_description::{
    Limits,
    json::{self, Json, jcs},
    jsonld::{self, CompactOptions, Contexts, ExpandOptions, Expanded, ProcessingMode},
};

/// Output: the expanded form in canonical JSON.
pub(super) fn expand(vector: &Vector, folder: &Path) -> Answered {
    Ok(canonical(&expanded(vector, folder)?.into_json()))
}

/// Output: the sorted N-Quads, as a JSON array of lines.
pub(super) fn nquads(vector: &Vector, folder: &Path) -> Answered {
    let text = expanded(vector, folder)?.to_nquads()?;
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    Ok(canonical(&Json::from(lines.into_iter().map(Json::from).collect::<Vec<_>>())))
}

/// Output: the document compacted with the context in `context`, in canonical JSON.
pub(super) fn compact(vector: &Vector, _: &Path) -> Answered {
    let text = required(vector, "context")?;
    let context = json::parse(text.as_bytes(), &Limits::default())
        .map_err(|error| CannotAnswer::value("context", text, error.to_string()))?;
    let json = json::parse(vector.body(), &Limits::default())?;
    Ok(canonical(&jsonld::compact(&json, &context, &Contexts::embedded(), &CompactOptions::default())?))
}

fn canonical(json: &Json) -> VectorAnswer {
    VectorAnswer::output(String::from_utf8_lossy(&jcs::canonicalize(json)))
}

/// Expands the document with the settings in the headers.
fn expanded(vector: &Vector, folder: &Path) -> Result<Expanded, Stopped> {
    let json = json::parse(vector.body(), &Limits::default())?;
    let mut contexts = Contexts::embedded();
    if let Some(iri) = vector.header("context-iri") {
        contexts = contexts.pin(iri, &file(vector, "context-file", folder)?, None)?;
    }
    let mut options = ExpandOptions::default();
    options.base = vector.header("base").map(str::to_owned);
    options.processing_mode = match vector.header("processing-mode") {
        None | Some("json-ld-1.1") => ProcessingMode::JsonLd11,
        Some("json-ld-1.0") => ProcessingMode::JsonLd10,
        Some(other) => {
            let error = CannotAnswer::value("processing-mode", other, "expected json-ld-1.1 or json-ld-1.0");
            return Err(error.into());
        }
    };
    Ok(jsonld::expand(&json, &contexts, &options)?)
}
