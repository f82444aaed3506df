//! Why a channel carries nothing there, or brings nothing back.

use super::Address;
use crate::codes;
use agent_description::{Code, CodedError, resolve::NetError};

/// Why a channel carries nothing there, or brings nothing back.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChannelError {
    /// The channel does not lead there.
    #[error("the address is {found}, expected {expected}")]
    Address {
        /// The address, shortened.
        found: String,
        /// What the channel takes.
        expected: &'static str,
    },
    /// The channel is left out of this build.
    #[error("this build has no channel `{feature}`; enable the feature `{feature}` of `adp-messages`")]
    NotBuilt {
        /// The feature that has it.
        feature: &'static str,
    },
    /// The receiver cannot be reached, or went away.
    #[error("{address} is unreachable: {reason}")]
    Unreachable {
        /// Where the message was sent.
        address: String,
        /// Why not.
        reason: String,
    },
    /// The network policy or the network itself does not let it through.
    #[error("{0}")]
    Net(#[from] NetError),
    /// No answer came in time.
    #[error("{address} did not respond in time")]
    Timeout {
        /// Where the message was sent.
        address: String,
    },
    /// Too many messages wait in the channel already.
    #[error("{waiting} messages are already waiting for {address}")]
    Full {
        /// Where the message was to go.
        address: String,
        /// How many wait, the most there may.
        waiting: usize,
    },
    /// The message, or what came back, is larger than the channel carries.
    #[error("{what} has {bytes} bytes, expected at most {limit}")]
    Size {
        /// What is too large.
        what: &'static str,
        /// How many bytes it has.
        bytes: usize,
        /// The most it may have.
        limit: usize,
    },
    /// Nothing came back where an answer was expected.
    #[error("{address} accepted the message without a response")]
    NoAnswer {
        /// Where the message was sent.
        address: String,
    },
}

impl ChannelError {
    /// The receiver cannot be reached.
    pub(crate) fn unreachable(address: &Address, reason: impl Into<String>) -> Self {
        Self::Unreachable { address: address.to_string(), reason: reason.into() }
    }

    /// No answer came in time.
    pub(crate) fn timeout(address: &Address) -> Self {
        Self::Timeout { address: address.to_string() }
    }

    /// Whether the same message can fare better later, or elsewhere.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Timeout { .. } | Self::Full { .. } | Self::NoAnswer { .. } => true,
            // a policy stays what it is
            Self::Net(error) => ![Code::NET_REQUEST, Code::NET_SCHEME, Code::NET_ADDRESS].contains(&error.code()),
            Self::Address { .. } | Self::NotBuilt { .. } | Self::Size { .. } => false,
        }
    }
}

impl CodedError for ChannelError {
    fn code(&self) -> Code {
        match self {
            Self::Address { .. } | Self::NotBuilt { .. } => Code::INVALID_URL,
            Self::Unreachable { .. } | Self::NoAnswer { .. } => codes::MESSAGE_UNREACHABLE,
            Self::Net(error) => error.code(),
            Self::Timeout { .. } => codes::MESSAGE_TIMEOUT,
            Self::Full { .. } => codes::MESSAGE_QUEUE_FULL,
            Self::Size { .. } => Code::TOO_LARGE,
        }
    }
}
