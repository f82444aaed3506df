//! Why a message is not accepted, and why a call has no answer.

use crate::{
    channel::{ChannelError, Refusal},
    codes,
    envelope::ENVELOPE_BYTES,
    signature::{MessageError, SignError},
};
use agent_description::{Code, CodedError, ReadError, diagnostic::shortened, resolve::ResolveError};
use std::time::Duration;

/// Why a message is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReceiveError {
    /// It is too large.
    #[error("the message has {bytes} bytes, expected at most {ENVELOPE_BYTES}")]
    Size {
        /// How many bytes it has.
        bytes: usize,
    },
    /// It is no strict JSON.
    #[error("the message is unreadable: {0}")]
    Read(ReadError),
    /// The sender's DID document is not available, or is refused.
    #[error("the sender's DID document: {0}")]
    Sender(ResolveError),
    /// The envelope or its signature is refused.
    #[error("{0}")]
    Message(#[from] MessageError),
}

impl ReceiveError {
    /// After how many seconds the message, signed again, can be accepted, where that is known.
    #[must_use]
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Message(error) => error.retry_after(),
            Self::Size { .. } | Self::Read(_) | Self::Sender(_) => None,
        }
    }
}

impl CodedError for ReceiveError {
    fn code(&self) -> Code {
        match self {
            Self::Size { .. } => Code::TOO_LARGE,
            Self::Read(error) => error.code(),
            Self::Sender(error) => error.code(),
            Self::Message(error) => error.code(),
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Read(error) => Some(error),
            Self::Message(error) => Some(error),
            Self::Size { .. } | Self::Sender(_) => None,
        }
    }
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The request cannot be made or signed.
    #[error("{0}")]
    Sign(#[from] SignError),
    /// The channel does not carry it, or brings nothing back.
    #[error("{0}")]
    Channel(#[from] ChannelError),
    /// The receiver did not take it. Nobody signed that.
    #[error("{0}")]
    Refused(Refusal),
    /// What came back is not accepted.
    #[error("the response is refused: {0}")]
    Answer(#[from] ReceiveError),
    /// What came back answers something else.
    #[error("the response is for {found}, expected {expected}")]
    Correlation {
        /// What it answers, shortened.
        found: String,
        /// The request's id, shortened.
        expected: String,
    },
    /// What came back is of an agent that was not asked.
    #[error("the response is from {found}, expected {expected}")]
    Answerer {
        /// Who signed it.
        found: String,
        /// Who may.
        expected: String,
    },
    /// No answer came within the time of the call.
    #[error("no response within {} ms", within.as_millis())]
    Timeout {
        /// The time.
        within: Duration,
    },
    /// The agent that was asked says that it did not do it; signed.
    #[error("the agent returned {}{}", shortened(code), after_colon(message))]
    Failed {
        /// The code that it tells.
        code: String,
        /// What it says.
        message: String,
    },
}

/// What follows a code: a colon and words, where there are some.
fn after_colon(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(": {}", shortened(words)) }
}

impl CallError {
    /// How long the receiver has the sender wait before the same request, signed again, can be accepted.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Refused(refusal) => refusal.retry_after().map(Duration::from_secs),
            _ => None,
        }
    }

    /// Whether the same request can fare better: nothing final was said about it.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Channel(error) => error.is_passing(),
            Self::Refused(refusal) => refusal.is_passing(),
            // whoever answers for another, or nonsense, says nothing about the request
            Self::Answer(_) | Self::Correlation { .. } | Self::Answerer { .. } | Self::Timeout { .. } => true,
            Self::Sign(_) | Self::Failed { .. } => false,
        }
    }
}

impl CodedError for CallError {
    fn code(&self) -> Code {
        match self {
            Self::Sign(error) => error.code(),
            Self::Channel(error) => error.code(),
            Self::Refused(refusal) => refusal.code(),
            Self::Answer(error) => error.code(),
            Self::Correlation { .. } => Code::INVALID_REFERENCE,
            Self::Answerer { .. } => codes::MESSAGE_SIGNER,
            Self::Timeout { .. } => codes::MESSAGE_TIMEOUT,
            Self::Failed { .. } => codes::MESSAGE_FAILED,
        }
    }
}
