//! What a verification needs beside the document.

use crate::Did;

/// What a verification needs beside the document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Need {
    /// The document of a DID whose signature could be accepted.
    DidDocument(Did),
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
