//! The signature base (RFC 9421 section 2.5): the signed bytes.

use super::{Message, SignatureParams};
use crate::AuthError;
use std::fmt::Write;

/// The signature base of a message: one line for each covered component, then the signature parameters.
///
/// Its first byte is always `"`, and with method and target it is longer than 64 bytes. All other bytes that keys of
/// this crate sign begin with `{` (a canonical JSON object), or are one or two SHA-256 hashes of 32 or 64 bytes. So a
/// document's signature is never valid for a request, or the other way around.
///
/// # Errors
/// `auth-malformed` for a component that the message does not have.
pub fn signature_base(message: &Message<'_>, params: &SignatureParams) -> Result<String, AuthError> {
    let mut base = String::with_capacity(512);
    for component in params.components() {
        let value = message.component(component)?;
        // writing to a string does not fail
        let _ = writeln!(base, "\"{}\"{}: {value}", component.name(), component.suffix());
    }
    let _ = write!(base, "\"@signature-params\": {params}");
    Ok(base)
}
