//! Errors of channels.

use crate::codes;
use agent_description::{Code, CodedError, resolve::NetError};

/// The reason why a channel did not deliver a message or response.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChannelError {
    /// The channel does not support the address.
    #[error("the address is {found}, expected {expected}")]
    Address {
        /// The address, shortened.
        found: String,
        /// The supported addresses.
        expected: &'static str,
    },
    /// The channel is not included in this build: the required feature.
    #[error("this build has no channel `{0}`; enable the feature `{0}` of `adp-messages`")]
    NotBuilt(&'static str),
    /// The receiver is unreachable or disconnected.
    #[error("{address} is unreachable: {reason}")]
    Unreachable {
        /// The address.
        address: String,
        /// The reason.
        reason: String,
    },
    /// The network policy or network refused the connection.
    #[error("{0}")]
    Net(#[from] NetError),
    /// No response from this address in time.
    #[error("{0} did not respond in time")]
    Timeout(String),
    /// Too many messages are waiting in the channel.
    #[error("{waiting} messages are already waiting for {address}")]
    Full {
        /// The address.
        address: String,
        /// Number of waiting messages, which is the maximum.
        waiting: usize,
    },
    /// The message or response is too large for the channel.
    #[error("{what} has {bytes} bytes, expected at most {limit}")]
    Size {
        /// What is too large.
        what: &'static str,
        /// Size in bytes.
        bytes: usize,
        /// Maximum size in bytes.
        limit: usize,
    },
    /// The response of this address is empty.
    #[error("{0} accepted the message without a response")]
    NoAnswer(String),
}

impl ChannelError {
    /// The receiver is unreachable.
    pub(crate) fn unreachable(address: impl ToString, reason: impl ToString) -> Self {
        Self::Unreachable { address: address.to_string(), reason: reason.to_string() }
    }

    /// No response in time.
    pub(crate) fn timeout(address: impl ToString) -> Self {
        Self::Timeout(address.to_string())
    }

    /// Whether a retry, later or at another address, can succeed.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Timeout(_) | Self::Full { .. } | Self::NoAnswer(_) => true,
            // another address can have another channel
            Self::NotBuilt(_) => true,
            // policy errors are permanent
            Self::Net(error) => ![Code::NET_REQUEST, Code::NET_SCHEME, Code::NET_ADDRESS].contains(&error.code()),
            Self::Address { .. } | Self::Size { .. } => false,
        }
    }
}

impl CodedError for ChannelError {
    fn code(&self) -> Code {
        match self {
            Self::Address { .. } | Self::NotBuilt(_) => Code::INVALID_URL,
            Self::Unreachable { .. } | Self::NoAnswer(_) => codes::MESSAGE_UNREACHABLE,
            Self::Net(error) => error.code(),
            Self::Timeout(_) => codes::MESSAGE_TIMEOUT,
            Self::Full { .. } => codes::MESSAGE_QUEUE_FULL,
            Self::Size { .. } => Code::TOO_LARGE,
        }
    }
}
