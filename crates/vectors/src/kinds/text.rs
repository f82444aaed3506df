//! Vectors for texts: strict JSON, canonical form, DIDs, Handles.

use super::{Answer, CannotAnswer, Path, Vector};
use agent_description::{
    Code, Document, Limits,
    did::{Did, DidUrl},
    handle::{BindingGeneration, Handle},
    json::{self, jcs},
};

/// Parses any strict JSON value.
pub fn json(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    Ok(match json::parse(vector.body(), &Limits::default()) {
        Ok(_) => Answer::ok(),
        Err(error) => Answer::refused(&error),
    })
}

/// Parses strict JSON with an object as the root.
pub fn document(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    Ok(match Document::parse(vector.body(), &Limits::default()) {
        Ok(_) => Answer::ok(),
        Err(error) => Answer::refused(&error),
    })
}

/// Output: the canonical form.
pub fn jcs(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    Ok(match json::parse(vector.body(), &Limits::default()) {
        Ok(json) => Answer::output(String::from_utf8_lossy(&jcs::canonicalize(&json))),
        Err(error) => Answer::refused(&error),
    })
}

/// Output: the URL of the DID's document; none for did:key.
pub fn did(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    Ok(match text(vector)?.parse::<Did>() {
        Ok(did) => did.location().map_or_else(Answer::ok, Answer::output),
        Err(error) => Answer::refused(&error),
    })
}

/// Output: the DID.
pub fn did_url(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    Ok(match text(vector)?.parse::<DidUrl>() {
        Ok(url) => Answer::output(url.did().as_str()),
        Err(error) => Answer::refused(&error),
    })
}

/// Output: the URL of the Handle's document.
pub fn handle(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    Ok(match text(vector)?.parse::<Handle>() {
        Ok(handle) => Answer::output(handle.resolution_url()),
        Err(error) => Answer::refused(&error),
    })
}

/// Checks the generation of a Handle's binding against the previous one in `previous`.
pub fn binding_generation(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let generation: BindingGeneration = match text(vector)?.parse() {
        Ok(generation) => generation,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    let Some(previous) = vector.header("previous") else { return Ok(Answer::ok()) };
    let before: BindingGeneration =
        previous.parse().map_err(|error| CannotAnswer::value("previous", previous, format!("{error}")))?;
    let message = || format!("{generation} does not follow {before}");
    Ok(if generation > before { Answer::ok() } else { Answer::with_code(Code::INVALID_VALUE, message()) })
}

/// The input of kinds whose library function takes text.
pub fn text(vector: &Vector) -> Result<&str, CannotAnswer> {
    std::str::from_utf8(vector.body())
        .map_err(|_| CannotAnswer::value("kind", vector.kind(), "the input of this kind is UTF-8"))
}
