//! Errors of verifying and signing messages.

use crate::{
    codes,
    envelope::{ENVELOPE_BYTES, EnvelopeError},
};
use agent_description::{
    Code, CodedError, Did, ReadError, Timestamp,
    auth::replay::{SignedBeforeStart, StoreError},
    did::KeyRefusal,
    jws::JwsError,
    proof::SignError as ProofSignError,
};

/// The reason why a message was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MessageError {
    /// Too large: its size in bytes.
    #[error("the message has {0} bytes, expected at most {ENVELOPE_BYTES}")]
    Size(usize),
    /// Not strict JSON.
    #[error("the message is unreadable: {0}")]
    Read(ReadError),
    /// The sender's DID document is unavailable or refused.
    #[cfg(feature = "channels")]
    #[error("the sender's DID document: {0}")]
    Sender(agent_description::resolve::ResolveError),
    /// The envelope violates a rule.
    #[error(transparent)]
    Envelope(#[from] EnvelopeError),
    /// The message is unsigned.
    #[error("the message has no signature; expected `security.signature`")]
    Unsigned,
    /// The JWS is invalid.
    #[error(transparent)]
    Jws(#[from] JwsError),
    /// `kid` is not a key of the sender.
    #[error("the signature's `kid` is {kid}, expected a key of `source.agentId`, {agent}, as a DID URL")]
    Signer {
        /// The header's `kid`, shortened.
        kid: String,
        /// The sender, shortened.
        agent: String,
    },
    /// The sender is not the expected one.
    #[error("the message is from {found}, expected {expected}")]
    OtherSigner {
        /// The claimed sender.
        found: Did,
        /// The expected sender.
        expected: Did,
    },
    /// The key may not sign for the DID.
    #[error("{0}")]
    Key(KeyRefusal),
    /// The DID document of this sender is unavailable.
    #[error("the document of {0} is not available")]
    NoDidDocument(Did),
    /// The signature has expired.
    #[error("signed at {signed}, expected less than {window} s before {at}")]
    TooOld {
        /// Time of signing.
        signed: Timestamp,
        /// Lifetime of a signature, in seconds.
        window: u64,
        /// Time of verification.
        at: Timestamp,
    },
    /// The signature is from the future.
    #[error("signed at {signed}, expected at most {skew} s after {at}")]
    TooEarly {
        /// Time of signing.
        signed: Timestamp,
        /// Maximum clock skew, in seconds.
        skew: u64,
        /// Time of verification.
        at: Timestamp,
    },
    /// The message is for another recipient.
    #[error("the message is for {target}, and was received by {receiver}")]
    Target {
        /// The recipient of the message.
        target: String,
        /// The actual receiver.
        receiver: String,
    },
    /// It was accepted before.
    #[error("the message was already accepted: its nonce was used")]
    Replayed,
    /// The nonce store cannot tell whether it was accepted before, for this reason.
    #[error("the nonce cannot be checked for replay: {0}")]
    Untold(&'static str),
    /// The nonce store is unavailable.
    #[error("{0}")]
    Store(StoreError),
    /// It may have been accepted before the receiver's start, because the nonce store did not survive that.
    #[error(transparent)]
    SignedBeforeStart(#[from] SignedBeforeStart),
}

impl MessageError {
    /// Seconds after which the sender can sign and send the message again, if known.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            // uses the sender's clock, which may differ from the receiver's
            Self::SignedBeforeStart(error) => Some(error.retry_after()),
            _ => None,
        }
    }
}

impl CodedError for MessageError {
    fn code(&self) -> Code {
        match self {
            Self::Size(_) => Code::TOO_LARGE,
            Self::Read(error) => error.code(),
            #[cfg(feature = "channels")]
            Self::Sender(error) => error.code(),
            Self::Envelope(error) => error.code(),
            Self::Unsigned => adp_cards::codes::JWS_MISSING,
            Self::Jws(error) => error.code(),
            Self::Signer { .. } => codes::MESSAGE_SIGNER,
            Self::OtherSigner { .. } => Code::PROOF_SIGNER_NOT_SUBJECT,
            Self::Key(error) => error.code(),
            Self::NoDidDocument(_) => Code::JWS_KEY,
            Self::TooOld { .. } | Self::TooEarly { .. } => adp_cards::codes::JWS_TIME,
            Self::Target { .. } => Code::AUTH_AUDIENCE,
            Self::Replayed => Code::AUTH_REPLAYED,
            Self::Untold(_) | Self::Store(_) | Self::SignedBeforeStart(_) => codes::MESSAGE_REPLAY_STORE,
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Read(error) => Some(error),
            Self::Envelope(error) => Some(error),
            _ => None,
        }
    }
}

/// The reason why a message was not signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignError {
    /// The envelope violates a rule.
    #[error("{0}")]
    Envelope(EnvelopeError),
    /// Already signed.
    #[error("the message already has a signature; replace it to sign again")]
    Signed,
    /// The signer's key does not belong to the sender.
    #[error("`source.agentId` is {agent}, but the signing key belongs to {signer}")]
    Signer {
        /// The sender, shortened.
        agent: String,
        /// The signer.
        signer: Did,
    },
    /// Invalid nonce of this length in bytes.
    #[error("the nonce has {0} bytes, expected 22 to 256 characters of base64url")]
    Nonce(usize),
    /// The signer failed.
    #[error("{0}")]
    Signing(ProofSignError),
    /// The new signature is invalid.
    #[error("{0}")]
    Jws(JwsError),
    /// No random numbers for a nonce or ID.
    #[cfg(feature = "generate")]
    #[error("{0}")]
    Random(agent_description::RandomError),
    /// The signed envelope exceeds the limits.
    #[error("the signed envelope would be refused: {0}")]
    Document(ReadError),
}

impl CodedError for SignError {
    fn code(&self) -> Code {
        match self {
            Self::Envelope(error) => error.code(),
            Self::Signed => Code::PROOF_MULTIPLE,
            Self::Signer { .. } => codes::MESSAGE_SIGNER,
            Self::Nonce(_) => Code::INVALID_VALUE,
            Self::Signing(error) => error.code(),
            Self::Jws(error) => error.code(),
            #[cfg(feature = "generate")]
            Self::Random(error) => error.code(),
            Self::Document(error) => error.code(),
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Envelope(error) => Some(error),
            _ => None,
        }
    }
}
