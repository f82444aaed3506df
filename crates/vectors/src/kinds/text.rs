//! Vectors for texts: strict JSON, canonical form, DIDs, Handles.

use super::{Answered, CannotAnswer, Path, Vector, VectorAnswer, optional};
use agent_description::{
    Code, Limits, ReadLimits,
    did::{Did, DidUrl},
    handle::{BindingGeneration, Handle},
    json::{self, jcs},
};

/// Parses any strict JSON value.
pub(super) fn json(vector: &Vector, _: &Path) -> Answered {
    json::parse(vector.body(), &Limits::default())?;
    Ok(VectorAnswer::ok())
}

/// Parses strict JSON with an object as the root.
pub(super) fn document(vector: &Vector, _: &Path) -> Answered {
    super::document(vector)?;
    Ok(VectorAnswer::ok())
}

/// Output: the canonical form.
pub(super) fn jcs(vector: &Vector, _: &Path) -> Answered {
    let json = json::parse(vector.body(), ReadLimits::from(&Limits::default()).any_number())?;
    jcs::check(&json, vector.body())?;
    Ok(VectorAnswer::output(String::from_utf8_lossy(&jcs::canonicalize(&json))))
}

/// Output: the URL of the DID's document; none for did:key.
pub(super) fn did(vector: &Vector, _: &Path) -> Answered {
    let did: Did = text(vector)?.parse()?;
    Ok(did.location().map_or_else(VectorAnswer::ok, VectorAnswer::output))
}

/// Output: the DID.
pub(super) fn did_url(vector: &Vector, _: &Path) -> Answered {
    let url: DidUrl = text(vector)?.parse()?;
    Ok(VectorAnswer::output(url.did().as_str()))
}

/// Output: the URL of the Handle's document.
pub(super) fn handle(vector: &Vector, _: &Path) -> Answered {
    let handle: Handle = text(vector)?.parse()?;
    Ok(VectorAnswer::output(handle.resolution_url()))
}

/// Checks the generation of a Handle's binding against the previous one in `previous`.
pub(super) fn binding_generation(vector: &Vector, _: &Path) -> Answered {
    let generation: BindingGeneration = text(vector)?.parse()?;
    let Some(before) = optional::<BindingGeneration>(vector, "previous")? else { return Ok(VectorAnswer::ok()) };
    let message = || format!("{generation} does not follow {before}");
    Ok(if generation > before { VectorAnswer::ok() } else { VectorAnswer::with_code(Code::INVALID_VALUE, message()) })
}

/// The input of kinds whose library function takes text.
pub(super) fn text(vector: &Vector) -> Result<&str, CannotAnswer> {
    std::str::from_utf8(vector.body())
        .map_err(|_| CannotAnswer::value("kind", vector.kind(), "the input of this kind is UTF-8"))
}
