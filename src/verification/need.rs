//! Inputs that a verification needs.

use crate::{Code, Did, SimpleError, Timestamp};
use std::fmt;

/// An input that a verification needs in addition to the document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Need {
    /// The DID document of a possible signer.
    DidDocument(Did),
    /// The successors of a DID, up to the one that is current at a time.
    Succession {
        /// The superseded DID.
        did: Did,
        /// The time.
        at: Timestamp,
    },
    /// The key set at a URL on an origin that the caller allowed.
    KeySet(String),
    /// The artifact of a catalog entry.
    Artifact {
        /// The URL of the artifact.
        url: String,
        /// The digest in the catalog entry.
        digest: Option<String>,
    },
}

impl Need {
    /// The DID or the URL.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::DidDocument(did) | Self::Succession { did, .. } => did.as_str(),
            Self::KeySet(url) | Self::Artifact { url, .. } => url,
        }
    }

    /// The error of a verification to which this was not supplied, so that there is no verdict.
    #[must_use]
    pub fn not_supplied(&self) -> SimpleError {
        SimpleError::new(Code::NET_OFFLINE, format!("{self} was not supplied"))
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Self::DidDocument(_) => "the DID document of",
            Self::Succession { .. } => "the successors of",
            Self::KeySet(_) => "the key set at",
            Self::Artifact { .. } => "the artifact at",
        };
        write!(f, "{kind} {}", self.name())
    }
}
