//! Why a DID, a DID document or one of its keys is refused.

use super::{Binding, Did, Superseded, SyntaxFault};
use crate::diagnostic::Place;
use crate::{
    Code, CodedError,
    json::ReadError,
    key::{KeyError, KeyType},
};
use adp_json::cut;
use std::sync::Arc;

/// How much of a text tells which one is meant, in characters.
pub(super) const MAX_SHOWN_CHARS: usize = 120;

/// Why a DID, a DID document or one of its keys is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DidError {
    /// Not a DID or DID URL.
    #[error("found {found:?}: {fault}")]
    Syntax {
        /// The text, shortened.
        found: String,
        /// The rule it breaks.
        fault: SyntaxFault,
    },
    /// A DID of another method.
    #[error("the DID method {method:?} is not supported; expected `wba`, `web` or `key`")]
    MethodUnsupported {
        /// The method's name, shortened.
        method: String,
    },
    /// The document is not strict JSON with an object at its root.
    #[error(transparent)]
    Json(#[from] ReadError),
    /// A member of the document is missing or of the wrong shape (DID Core section 5).
    #[error("{place}: found {found}, expected {expected}")]
    DocumentInvalid {
        /// Where.
        place: Box<Place>,
        /// What is there.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The document is about another DID.
    #[error(
        "{place}: the document's id is {found:?}, expected exactly {expected}; publish the document under its own DID's URL"
    )]
    IdMismatch {
        /// Where.
        place: Box<Place>,
        /// The document's `id`, shortened.
        found: String,
        /// The DID asked for.
        expected: Did,
    },
    /// The DID is deactivated.
    #[error("{place}: {did} is deactivated by its own document; ask its owner which DID is in use")]
    Deactivated {
        /// Where.
        place: Box<Place>,
        /// The DID.
        did: Did,
    },
    /// Another DID succeeds this one. That its document is checked by itself says nothing about the successor.
    #[error("{} is superseded: its document names {}; follow it to the DID in use before you rely on either", .0.did(), .0.successor())]
    Superseded(Arc<Superseded>),
    /// A deactivated document names a successor that cannot be one, or a chain of successors is broken.
    #[error("{place}: the successor of {did} is refused: {reason}")]
    Transition {
        /// Where.
        place: Box<Place>,
        /// The DID that is succeeded.
        did: Did,
        /// What is wrong.
        reason: String,
    },
    /// The DID is bound to a key that its document does not show.
    #[error("{place}: {did} is bound to a key, but {reason}")]
    Binding {
        /// Where.
        place: Box<Place>,
        /// The DID.
        did: Did,
        /// What is wrong.
        reason: String,
    },
    /// A DID cannot be bound to a key of this type.
    #[error("a DID is bound by `{}` to a key of the type {}, found {found}; use another key or another profile", .binding.prefix(), .binding.key_type())]
    BindingKeyType {
        /// The binding.
        binding: Binding,
        /// The key's type.
        found: KeyType,
    },
    /// Two verification methods of one id.
    #[error("{place}: a verification method {id} already appears in this document; give each method its own id")]
    MethodAmbiguous {
        /// Where the second one stands.
        place: Box<Place>,
        /// The id, expanded.
        id: String,
    },
    /// The key of a verification method cannot be used.
    #[error("{place}: the key of {id} cannot be used: {reason}")]
    KeyUnsupported {
        /// Where the method stands.
        place: Box<Place>,
        /// The method's id, expanded.
        id: String,
        /// What is wrong with the key and what would be right.
        reason: String,
    },
    /// The document publishes a private key.
    #[error(
        "{place}: found {what}, expected public keys only; the key is compromised: replace it, and publish the document \
         without it"
    )]
    PrivateKey {
        /// Where it stands.
        place: Box<Place>,
        /// What it looks like; never the key itself.
        what: String,
    },
    /// A did:key DID is not a key that verifies here.
    #[error("{did} is not a usable key: {problem}")]
    KeyOfDid {
        /// The DID.
        did: Did,
        /// What is wrong with the key.
        problem: KeyError,
    },
    /// The document's own proof does not hold.
    #[error("{place}: the DID document's own proof {reason}")]
    DocumentProof {
        /// Where.
        place: Box<Place>,
        /// Why not.
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
