//! Errors of the admission of agents.

use agent_description::{Code, CodedError, Did};

/// The most characters of a message that are kept.
const MAX_MESSAGE_CHARS: usize = 1_000;

/// Why an agent is not admitted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// Nothing is published for the DID.
    #[error("found no card or description of {did}; publish one, signed by this DID, at {}", listed(.places))]
    NotPublished {
        /// The DID.
        did: Did,
        /// The URLs that were asked.
        places: Vec<String>,
    },
    /// What is published does not verify, or the DID document is not valid.
    #[error("{url}: {message}")]
    Refused {
        /// Where it was found: a URL, or the DID.
        url: String,
        /// The first check that failed.
        code: Code,
        /// What was found.
        message: String,
    },
    /// What is published verifies, and is signed by others than the DID.
    #[error("{url} is not signed by {did}; sign it with a key of this DID")]
    OtherSigner {
        /// The DID.
        did: Did,
        /// Where it was found.
        url: String,
    },
    /// The documents could not be fetched: nothing is decided, and the agent is not admitted.
    #[error("the card or description of {did} could not be fetched ({code}); try again later")]
    Unavailable {
        /// The DID.
        did: Did,
        /// Why: `net-…`.
        code: Code,
    },
    /// Too many agents are verified at the same time.
    #[error("too many agents are verified at the same time; try again")]
    Busy,
}

impl AgentError {
    pub(super) fn from_error(url: &str, error: &dyn CodedError) -> Self {
        let message = error.to_string().chars().take(MAX_MESSAGE_CHARS).collect();
        Self::Refused { url: url.to_owned(), code: error.code(), message }
    }

    /// Whether the answer can be another one soon, although the agent changes nothing.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::Busy)
    }
}

impl CodedError for AgentError {
    fn code(&self) -> Code {
        match self {
            Self::NotPublished { .. } => Code::NOT_FOUND,
            Self::OtherSigner { .. } => Code::PROOF_SIGNER_NOT_SUBJECT,
            Self::Refused { code, .. } | Self::Unavailable { code, .. } => *code,
            Self::Busy => Code::NET_CONNECT,
        }
    }
}

fn listed(places: &[String]) -> String {
    if places.is_empty() { "the host of a did:wba or did:web DID".to_owned() } else { places.join(" or ") }
}
