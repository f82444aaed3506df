//! `agent-description` for browsers and Node: documents as text, options and results as JSON.
//!
//! Each function returns JSON: `{"result": …}`, or
//! `{"error": {code, class, message, pointer, line, column, from, to}}`. The JavaScript modules of the package turn the
//! latter into an `AdpError`. Offsets are UTF-16 code units, as in editors. This package reads no clock, opens no
//! sockets and stores no private keys.

mod coverage;
mod failure;
mod formats;
mod inspect;
mod sign;
mod transform;
mod verify;

use failure::Failure;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;

/// Inspects a document: its formats, its findings and its unverified data. Options: `{at, format?, strict?}`.
#[wasm_bindgen]
#[must_use]
pub fn inspect(text: &str, options: &str) -> String {
    answer(options, |options| inspect::inspect(text, &options))
}

/// Verifies a document with supplied inputs. Options: see `src/verify.rs`.
#[wasm_bindgen]
#[must_use]
pub fn verify(text: &str, options: &str) -> String {
    answer(options, |options| verify::verify(text, options))
}

/// The inputs that [`verify()`] needs: `[{kind, name, digest?}]`. Options: as for `verify`.
#[wasm_bindgen]
#[must_use]
pub fn needs(text: &str, options: &str) -> String {
    answer(options, |options| verify::needs(text, options))
}

/// The members that a signature covers: `{signature: [pointer], uncovered: [pointer], examined, complete}`. Options:
/// `{format?, payloadForm?}`.
#[wasm_bindgen]
#[must_use]
pub fn covers(text: &str, options: &str) -> String {
    answer(options, |options| coverage::covers(text, &options))
}

/// Signs a document with external signatures. Options: see `src/sign.rs`. The result has `payload`, in base64url, which
/// must be signed next, or `text`, the signed document.
#[wasm_bindgen]
#[must_use]
pub fn sign(text: &str, options: &str) -> String {
    answer(options, |options| sign::sign(text, options))
}

/// The changes between two documents of one format: `{format, changes, …}`. Options: `{format?}`.
#[wasm_bindgen]
#[must_use]
pub fn diff(old: &str, new: &str, options: &str) -> String {
    answer(options, |options| transform::diff(old, new, &options))
}

/// Converts a document to another format: `{text, losses}`. Options: `{to, name?, url?, strict?, keepExtra?, format?}`.
#[wasm_bindgen]
#[must_use]
pub fn convert(text: &str, options: &str) -> String {
    answer(options, |options| transform::convert(text, options))
}

/// A rule or an error code, explained.
#[wasm_bindgen]
#[must_use]
pub fn explain(id: &str) -> String {
    failure::to_text(inspect::explain(id))
}

/// Parses the options and returns the result.
fn answer<O: DeserializeOwned>(
    options: &str,
    result: impl FnOnce(O) -> Result<agent_description::Json, Failure>,
) -> String {
    let options = serde_json::from_str(options).map_err(|error| Failure::usage(format!("options: {error}")));
    failure::to_text(options.and_then(result))
}
