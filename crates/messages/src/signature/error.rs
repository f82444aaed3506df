//! Why a message is refused, or is not signed.

use crate::{codes, envelope::EnvelopeError};
use agent_description::{
    Code, CodedError, Did, DidError, ReadError, Timestamp,
    auth::replay::{SignedBeforeStart, StoreError},
    did::KeyRefusal,
    jws::JwsError,
    proof::SignError as ProofSignError,
};

/// Why a message is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MessageError {
    /// The envelope breaks a rule.
    #[error("{0}")]
    Envelope(EnvelopeError),
    /// The message has no signature.
    #[error("the message has no signature; expected `security.signature`")]
    Unsigned,
    /// The JWS is refused.
    #[error("{0}")]
    Jws(JwsError),
    /// `kid` names no key of the sender.
    #[error("the signature's `kid` is {kid}, expected a key of `source.agentId`, {agent}, as a DID URL")]
    Signer {
        /// The header's `kid`, shortened.
        kid: String,
        /// Who sends the message, shortened.
        agent: String,
    },
    /// Another sender than the one that was expected.
    #[error("the message is from {found}, expected {expected}")]
    OtherSigner {
        /// Who sent it, by its own word.
        found: Did,
        /// Who should have.
        expected: Did,
    },
    /// The key may not speak for the DID.
    #[error("{0}")]
    Key(KeyRefusal),
    /// The sender's DID document is not there, or is refused.
    #[error("{0}")]
    DidDocument(DidError),
    /// The sender's DID document is not available.
    #[error("the document of {did} is not available")]
    NoDidDocument {
        /// The sender.
        did: Did,
    },
    /// It was signed too long ago.
    #[error("signed at {signed}, expected less than {window} s before {at}")]
    TooOld {
        /// When it was signed.
        signed: Timestamp,
        /// How long a signature is good, in seconds.
        window: u64,
        /// The time of verification.
        at: Timestamp,
    },
    /// It was signed in the future.
    #[error("signed at {signed}, expected at most {skew} s after {at}")]
    TooEarly {
        /// When it was signed.
        signed: Timestamp,
        /// How far the sender's clock may be ahead, in seconds.
        skew: u64,
        /// The time of verification.
        at: Timestamp,
    },
    /// It is for somebody else.
    #[error("the message is for {target}, and was received by {receiver}")]
    Target {
        /// Whom it is for.
        target: String,
        /// Who has received it.
        receiver: String,
    },
    /// It was accepted before.
    #[error("the message was already accepted: its nonce was used")]
    Replayed,
    /// The store of nonces does not know whether it was.
    #[error("the nonce cannot be checked for replay: {reason}")]
    Untold {
        /// Why.
        reason: &'static str,
    },
    /// The store of nonces does not answer.
    #[error("{0}")]
    Store(StoreError),
    /// It may have been accepted before the receiver started, whose store of nonces did not survive that.
    #[error(transparent)]
    SignedBeforeStart(#[from] SignedBeforeStart),
}

impl MessageError {
    /// After how many seconds the sender can sign the message again and have it accepted, where that is known.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            // by the sender's clock, which the receiver's may differ from
            Self::SignedBeforeStart(error) => Some(error.retry_after()),
            _ => None,
        }
    }
}

impl CodedError for MessageError {
    fn code(&self) -> Code {
        match self {
            Self::Envelope(error) => error.code(),
            Self::Unsigned => adp_cards::codes::JWS_MISSING,
            Self::Jws(error) => error.code(),
            Self::Signer { .. } => codes::MESSAGE_SIGNER,
            Self::OtherSigner { .. } => Code::PROOF_SIGNER_NOT_SUBJECT,
            Self::Key(error) => error.code(),
            Self::DidDocument(error) => error.code(),
            Self::NoDidDocument { .. } => Code::JWS_KEY,
            Self::TooOld { .. } | Self::TooEarly { .. } => adp_cards::codes::JWS_TIME,
            Self::Target { .. } => Code::AUTH_AUDIENCE,
            Self::Replayed => Code::AUTH_REPLAYED,
            Self::Untold { .. } | Self::Store(_) | Self::SignedBeforeStart(_) => codes::MESSAGE_REPLAY_STORE,
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Envelope(error) => Some(error),
            _ => None,
        }
    }
}

impl From<EnvelopeError> for MessageError {
    fn from(error: EnvelopeError) -> Self {
        Self::Envelope(error)
    }
}

impl From<JwsError> for MessageError {
    fn from(error: JwsError) -> Self {
        Self::Jws(error)
    }
}

/// Why a message is not signed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignError {
    /// The envelope breaks a rule.
    #[error("{0}")]
    Envelope(EnvelopeError),
    /// It is signed already.
    #[error("the message already has a signature; replace it to sign again")]
    Signed,
    /// The signer's key is not the sender's.
    #[error("`source.agentId` is {agent}, but the signing key belongs to {signer}")]
    Signer {
        /// Who sends the message, shortened.
        agent: String,
        /// Who signs.
        signer: Did,
    },
    /// The nonce is none.
    #[error("the nonce has {bytes} bytes, expected 22 to 256 characters of base64url")]
    Nonce {
        /// Its length.
        bytes: usize,
    },
    /// The signer does not sign.
    #[error("{0}")]
    Signing(ProofSignError),
    /// The signature that was made is refused.
    #[error("{0}")]
    Jws(JwsError),
    /// There are no random numbers for a nonce or an id.
    #[cfg(feature = "generate")]
    #[error("{0}")]
    Random(agent_description::RandomError),
    /// The signed envelope is larger or deeper than envelopes may be.
    #[error("the signed envelope would be refused: {0}")]
    Document(ReadError),
}

impl CodedError for SignError {
    fn code(&self) -> Code {
        match self {
            Self::Envelope(error) => error.code(),
            Self::Signed => Code::PROOF_MULTIPLE,
            Self::Signer { .. } => codes::MESSAGE_SIGNER,
            Self::Nonce { .. } => Code::INVALID_VALUE,
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
