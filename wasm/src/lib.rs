//! `agent-description` for browsers and Node: documents as text, options and results as JSON.
//!
//! Each function returns JSON: `{"result": …}`, or
//! `{"error": {code, class, message, pointer, line, column, from, to}}`. The JavaScript modules of the package turn the
//! latter into an `AdpError`. Offsets are UTF-16 code units, as in editors. This package reads no clock, opens no
//! sockets and stores no private keys.

#[cfg(feature = "all")]
mod coverage;
mod failure;
mod formats;
#[cfg(target_family = "wasm")]
mod host;
#[cfg(feature = "all")]
mod inspect;
mod options;
#[cfg(feature = "all")]
mod requests;
#[cfg(feature = "all")]
mod sign;
#[cfg(feature = "all")]
mod transform;
mod verify;

use failure::Failure;
use options::Options;
use wasm_bindgen::prelude::wasm_bindgen;

/// Inspects a document: its formats, its findings and its unverified data. Options: `{at, format?, strict?}`.
#[cfg(feature = "all")]
#[wasm_bindgen]
#[must_use]
pub fn inspect(text: &str, options: &str) -> String {
    answer(options, |options| inspect::inspect(text, options))
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
#[cfg(feature = "all")]
#[wasm_bindgen]
#[must_use]
pub fn covers(text: &str, options: &str) -> String {
    answer(options, |options| coverage::covers(text, options))
}

/// Signs a document with external signatures. Options: see `src/sign.rs`. The result has `payload`, in base64url, which
/// must be signed next, or `text`, the signed document.
#[cfg(feature = "all")]
#[wasm_bindgen]
#[must_use]
pub fn sign(text: &str, options: &str) -> String {
    answer(options, |options| sign::sign(text, options))
}

/// The changes between two documents of one format: `{format, changes, …}`. Options: `{format?}`.
#[cfg(feature = "all")]
#[wasm_bindgen]
#[must_use]
pub fn diff(old: &str, new: &str, options: &str) -> String {
    answer(options, |options| transform::diff(old, new, options))
}

/// Converts a document to another format: `{text, losses}`. Options: `{to, name?, url?, strict?, format?}`.
#[cfg(feature = "all")]
#[wasm_bindgen]
#[must_use]
pub fn convert(text: &str, options: &str) -> String {
    answer(options, |options| transform::convert(text, options))
}

/// A rule or an error code, explained.
#[cfg(feature = "all")]
#[wasm_bindgen]
#[must_use]
pub fn explain(id: &str) -> String {
    failure::to_text(inspect::explain(id))
}

/// The kind of secret key in a text, or null: as `adp publish` searches files.
#[cfg(feature = "all")]
#[wasm_bindgen(js_name = findSecret)]
#[must_use]
pub fn find_secret(text: &str) -> String {
    let mut scanner = agent_description::secret::SecretScanner::default();
    scanner.read(text.as_bytes());
    failure::to_text(Ok(scanner
        .finish()
        .map_or(agent_description::json::Value::Null.into(), |found| found.what.into())))
}

/// Whether the options of a service can be used: `{}`. Options: those of `createService`, without what is random.
#[cfg(feature = "all")]
#[wasm_bindgen(js_name = checkService)]
#[must_use]
pub fn check_service(options: &str) -> String {
    answer(options, requests::check_service)
}

/// A service that signed requests are for: `{service}`. Options: see `src/requests.rs`.
#[cfg(feature = "all")]
#[wasm_bindgen(js_name = createService)]
#[must_use]
pub fn create_service(options: &str) -> String {
    answer(options, requests::create_service)
}

/// Whether the head of a request is refused: `{did}` or `{refusal}`.
#[cfg(feature = "all")]
#[wasm_bindgen(js_name = checkHead)]
#[must_use]
pub fn check_head(service: u32, head: &str) -> String {
    answer(head, |head| requests::check_head(service, head))
}

/// Verifies a request: `{caller}`, `{refusal}`, or `{check, question}`.
#[cfg(feature = "all")]
#[wasm_bindgen(js_name = beginRequest)]
#[must_use]
pub fn begin_request(service: u32, head: &str, body: &[u8]) -> String {
    answer(head, |head| requests::begin(service, head, body))
}

/// Goes on with the reply to a check's question; the result is as that of `beginRequest`.
#[cfg(feature = "all")]
#[wasm_bindgen(js_name = resumeRequest)]
#[must_use]
pub fn resume_request(check: u32, reply: &str) -> String {
    answer(reply, |reply| requests::resume(check, reply))
}

/// Forgets a check to whose question there is no reply.
#[cfg(feature = "all")]
#[wasm_bindgen(js_name = abandonRequest)]
pub fn abandon_request(check: u32) {
    requests::abandon(check);
}

/// Reads the options and answers. Each function checks that no option is left.
fn answer(options: &str, result: impl FnOnce(Options) -> Result<agent_description::Json, Failure>) -> String {
    failure::to_text(Options::parse(options).and_then(result))
}
