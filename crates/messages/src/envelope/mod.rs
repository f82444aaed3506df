//! Message envelopes: their model and rules.

pub(crate) mod check;
mod format;
pub(crate) mod members;
mod model;
pub mod rules;
mod word;

pub use format::ENVELOPE;
pub use model::{Envelope, EnvelopeSource, EnvelopeTarget, Security};
pub use word::{MessageType, Priority, RoutingStrategy, SubType};

/// The `protocol` of interfaces for message envelopes; no specification defines one.
pub const PROTOCOL: &str = "a2a-envelope";

/// Maximum size of an envelope, in bytes: 1 MiB, as for descriptions. Larger data is referenced by a URL in the
/// payload.
pub const ENVELOPE_BYTES: usize = 1 << 20;

/// The name of the format in reports of verification, which its signature makes.
pub(crate) const NAME: &str = "envelope";

/// Whether a text is a valid nonce: at least 128 bits in base64url, within the storage limit.
pub(crate) fn is_nonce(text: &str) -> bool {
    (22..=256).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
