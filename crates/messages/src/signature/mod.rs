//! Signatures of messages: a detached JWS over the canonical form of the envelope without it, by a key that the sender's
//! DID document lists under `authentication`; good for five minutes, and once.
//!
//! | stage | what is known |
//! |---|---|
//! | [`UnverifiedMessage`] | the envelope keeps its rules, the JWS's header is one that is accepted, its key is the sender's by name |
//! | [`VerifiedMessage`] | the sender's key signed exactly this, a short while ago, for this receiver |
//! | [`AcceptedMessage`] | nobody at this receiver has accepted it before |

mod accept;
mod error;
mod expectations;
mod pending;
mod sign;
mod verify;

pub use accept::AcceptedMessage;
pub use error::{MessageError, SignError};
pub use expectations::{MESSAGE_WINDOW, MessageExpectations, Receiver};
pub use pending::PendingMessage;
pub(crate) use pending::begin;
#[cfg(feature = "generate")]
pub use sign::nonce;
pub use sign::sign;
pub use verify::{UnverifiedMessage, VerifiedMessage};

use agent_description::json::{Object, jcs};

/// The `typ` of a message's JWS: a signature of a card, a description or a token has another.
pub const TYP: &str = "a2a-envelope+jws";

/// The bytes under a message's signature: the canonical form (RFC 8785) of the envelope without `security.signature`.
#[must_use]
pub fn payload(envelope: &Object) -> Vec<u8> {
    jcs::canonicalize_omitting(envelope, &["security", "signature"])
}

/// Whether a text can be a nonce: 128 bits or more in base64url, and no more than stores should keep.
pub(crate) fn is_nonce(text: &str) -> bool {
    (22..=256).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
