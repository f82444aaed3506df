//! What a verification needs beside the document.

use crate::{Did, Timestamp};
use std::fmt;

/// What a verification needs beside the document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Need {
    /// The document of a DID whose signature could be accepted.
    DidDocument(Did),
    /// The DIDs that succeed one, up to the one in use at a time.
    Succession {
        /// The superseded DID.
        did: Did,
        /// The time.
        at: Timestamp,
    },
    /// The set of keys at a URL, of an origin that the caller allowed.
    KeySet(String),
    /// What a catalog's entry names.
    Artifact {
        /// Where it is.
        url: String,
        /// The digest that it must have, as the entry writes it.
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
