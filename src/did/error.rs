//! Errors of DIDs, DID documents and their keys.

use super::{Binding, Did, Superseded, SyntaxFault};
use crate::diagnostic::Place;
use crate::{
    Code, CodedError,
    json::ReadError,
    key::{KeyError, KeyType},
};
use adp_json::cut;
use std::sync::Arc;

/// Number of characters shown of a text from the input.
pub(super) const MAX_SHOWN_CHARS: usize = 120;

/// Why a DID, a DID document or one of its keys is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DidError {
    /// The text is not a DID or DID URL.
    #[error("found {found:?}: {fault}")]
    Syntax {
        /// The text, shortened.
        found: String,
        /// The broken syntax rule.
        fault: SyntaxFault,
    },
    /// The DID method is not supported.
    #[error("the DID method {method:?} is not supported; expected `wba`, `web` or `key`")]
    MethodUnsupported {
        /// The method's name, shortened.
        method: String,
    },
    /// The document is not strict JSON with an object at its root.
    #[error(transparent)]
    Json(#[from] ReadError),
    /// A member of the document is missing or has the wrong type (DID Core section 5).
    #[error("{place}: found {found}, expected {expected}")]
    DocumentInvalid {
        /// The position in the document.
        place: Box<Place>,
        /// The value found.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The document has the `id` of another DID.
    #[error(
        "{place}: the document's id is {found:?}, expected exactly {expected}; publish the document under its own DID's URL"
    )]
    IdMismatch {
        /// The position in the document.
        place: Box<Place>,
        /// The document's `id`, shortened.
        found: String,
        /// The expected DID.
        expected: Did,
    },
    /// The DID is deactivated.
    #[error("{place}: the DID document of {did} is marked as deactivated; ask its owner for the current DID")]
    Deactivated {
        /// The position in the document.
        place: Box<Place>,
        /// The DID.
        did: Did,
    },
    /// Another DID succeeds this one. The document was checked by itself; the successor was not.
    #[error("{} is superseded: its document names the successor {}; use the current DID instead", .0.did(), .0.successor())]
    Superseded(Arc<Superseded>),
    /// A deactivated document has an invalid successor, or a chain of successors is broken.
    #[error("{place}: the successor of {did} is refused: {reason}")]
    Transition {
        /// The position in the document.
        place: Box<Place>,
        /// The superseded DID.
        did: Did,
        /// The problem.
        reason: String,
    },
    /// The DID is bound to a key that its document does not prove.
    #[error("{place}: {did} is bound to a key, but {reason}")]
    Binding {
        /// The position in the document.
        place: Box<Place>,
        /// The DID.
        did: Did,
        /// The problem.
        reason: String,
    },
    /// A DID cannot be bound to a key of this type.
    #[error("DIDs with `{}` are bound to keys of the type {}, found {found}; use another key or another profile", .binding.prefix(), .binding.key_type())]
    BindingKeyType {
        /// The binding.
        binding: Binding,
        /// The key's type.
        found: KeyType,
    },
    /// Two verification methods have the same ID.
    #[error("{place}: a verification method {id} already appears in this document; give each method its own id")]
    MethodAmbiguous {
        /// Position of the second method.
        place: Box<Place>,
        /// The ID, expanded.
        id: String,
    },
    /// The key of a verification method cannot be used.
    #[error("{place}: the key of {id} cannot be used: {reason}")]
    KeyUnsupported {
        /// Position of the method.
        place: Box<Place>,
        /// The method's ID, expanded.
        id: String,
        /// The problem and the expected key.
        reason: String,
    },
    /// The document publishes a private key.
    #[error(
        "{place}: found {what}, expected only public keys; the private key is compromised: replace it, and publish the document \
         without it"
    )]
    PrivateKey {
        /// Position of the key.
        place: Box<Place>,
        /// The kind of private key; never the key itself.
        what: String,
    },
    /// The key in a did:key DID cannot be used.
    #[error("{did} is not a usable key: {problem}")]
    KeyOfDid {
        /// The DID.
        did: Did,
        /// What is wrong with the key.
        problem: KeyError,
    },
    /// The document's own proof is invalid.
    #[error("{place}: the DID document's own proof {reason}")]
    DocumentProof {
        /// The position in the document.
        place: Box<Place>,
        /// The reason.
        reason: String,
    },
}

impl DidError {
    pub(super) fn syntax(text: &str, fault: SyntaxFault) -> Self {
        Self::Syntax { found: cut(text, MAX_SHOWN_CHARS), fault }
    }
}

impl CodedError for DidError {
    fn code(&self) -> Code {
        match self {
            Self::Syntax { .. } => Code::DID_SYNTAX,
            Self::MethodUnsupported { .. } => Code::DID_METHOD_UNSUPPORTED,
            Self::Json(error) => error.code(),
            Self::DocumentInvalid { .. } => Code::DID_DOCUMENT_INVALID,
            Self::IdMismatch { .. } => Code::DID_ID_MISMATCH,
            Self::Deactivated { .. } => Code::DID_DEACTIVATED,
            Self::Superseded(_) => Code::DID_SUPERSEDED,
            Self::Transition { .. } => Code::DID_TRANSITION,
            Self::Binding { .. } | Self::BindingKeyType { .. } => Code::DID_BINDING,
            Self::MethodAmbiguous { .. } => Code::DID_METHOD_AMBIGUOUS,
            Self::KeyUnsupported { .. } | Self::KeyOfDid { .. } | Self::PrivateKey { .. } => Code::DID_KEY_UNSUPPORTED,
            Self::DocumentProof { .. } => Code::DID_DOCUMENT_PROOF,
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Json(error) => Some(error),
            _ => None,
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::DocumentInvalid { place, .. }
            | Self::IdMismatch { place, .. }
            | Self::Deactivated { place, .. }
            | Self::Transition { place, .. }
            | Self::Binding { place, .. }
            | Self::MethodAmbiguous { place, .. }
            | Self::KeyUnsupported { place, .. }
            | Self::PrivateKey { place, .. }
            | Self::DocumentProof { place, .. } => Place::clone(place),
            _ => CodedError::cause(self).map_or_else(Place::default, CodedError::place),
        }
    }
}
