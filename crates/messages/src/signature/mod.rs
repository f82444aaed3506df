//! Signatures of messages: a detached JWS over the canonical form of the envelope without the signature. The key is
//! listed under `authentication` in the sender's DID document. A signature is valid for five minutes and accepted once.
//!
//! | stage | verified properties |
//! |---|---|
//! | [`UnverifiedMessage`] | a valid envelope, an accepted JWS header, and a key ID of the sender |
//! | [`VerifiedMessage`] | a recent signature by the sender's key, for this receiver |
//! | [`AcceptedMessage`] | not accepted before by this receiver |

mod accept;
mod expectations;
mod pending;
mod sign;
mod verify;

pub use accept::AcceptedMessage;
pub use expectations::{MESSAGE_WINDOW, MessageExpectations, MessageReceiver};
pub use pending::PendingMessage;
pub(crate) use pending::{add_signature, begin, other_signer};
#[cfg(feature = "generate")]
pub(crate) use sign::already_signed;
#[cfg(feature = "generate")]
pub use sign::nonce;
#[cfg(feature = "channels")]
pub(crate) use sign::sendable;
pub use sign::sign;
use verify::not_for;
pub use verify::{UnverifiedMessage, VerifiedMessage};

use agent_description::{json::Object, verification::Payload};
use std::borrow::Cow;

/// The `typ` of a message's JWS, which differs from those of cards, descriptions and tokens.
pub const TYP: &str = "a2a-envelope+jws";

/// The payload of a message's signature: the canonical form (RFC 8785) of the envelope without `security.signature`.
#[must_use]
pub fn payload(envelope: &Object) -> Payload<'_> {
    Payload::new(Cow::Borrowed(envelope), &["security", "signature"])
}
