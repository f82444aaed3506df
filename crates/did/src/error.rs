//! Errors of DIDs, DID documents and their keys.

use super::{Binding, Did, Superseded, rules};
use adp_crypto::key::{KeyError, KeyType};
use adp_json::{Code, CodedError, ReadError, cut};
use adp_report::{Place, Rule};
use std::{fmt::Display, sync::Arc};

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
        fault: &'static str,
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
    /// The document breaks a rule.
    #[error("{place}: {message}")]
    Refused {
        /// The rule.
        rule: &'static Rule,
        /// The stable code.
        code: Code,
        /// The position in the document.
        place: Box<Place>,
        /// The value found, the expected value, and what to do.
        message: String,
    },
    /// Another DID succeeds this one. The document was checked by itself; the successor was not.
    #[error("{} is superseded: its document names the successor {}; use the current DID instead", .0.did(), .0.successor())]
    Superseded(Arc<Superseded>),
    /// A signature of a superseded DID is refused: it is later than the transition, or this is not known.
    #[error("{0}")]
    PastSignature(String),
    /// A DID cannot be bound to a key of this type.
    #[error("DIDs with `{}` are bound to keys of the type {}, found {found}; use another key or another profile", .binding.prefix(), .binding.key_type())]
    BindingKeyType {
        /// The binding.
        binding: Binding,
        /// The key's type.
        found: KeyType,
    },
    /// The key in a did:key DID cannot be used.
    #[error("{did} is not a usable key: {problem}")]
    KeyOfDid {
        /// The DID.
        did: Did,
        /// What is wrong with the key.
        problem: KeyError,
    },
}

impl DidError {
    pub(super) fn syntax(text: &str, fault: &'static str) -> Self {
        Self::Syntax { found: cut(text, MAX_SHOWN_CHARS), fault }
    }

    pub(super) fn refused(rule: &'static Rule, code: Code, place: impl Into<Box<Place>>, message: String) -> Self {
        Self::Refused { rule, code, place: place.into(), message }
    }

    /// A member of the document is missing or has the wrong type (DID Core section 5).
    pub(super) fn invalid(place: impl Into<Box<Place>>, found: impl Display, expected: &str) -> Self {
        let message = format!("found {found}, expected {expected}");
        Self::refused(&rules::DOCUMENT, Code::DID_DOCUMENT_INVALID, place, message)
    }

    /// A deactivated document has an invalid successor, or a chain of successors is broken.
    pub(super) fn transition(place: impl Into<Box<Place>>, did: &Did, reason: impl Display) -> Self {
        let message = format!("the successor of {did} is refused: {reason}");
        Self::refused(&rules::SUCCESSOR, Code::DID_TRANSITION, place, message)
    }

    /// The DID is bound to a key that its document does not prove.
    pub(super) fn binding(place: impl Into<Box<Place>>, did: &Did, reason: impl Display) -> Self {
        let message = format!("{did} is bound to a key, but {reason}");
        Self::refused(&rules::BINDING, Code::DID_BINDING, place, message)
    }

    /// The document's own proof is invalid.
    pub(super) fn proof(place: impl Into<Box<Place>>, reason: impl Display) -> Self {
        let message = format!("the DID document's own proof {reason}");
        Self::refused(&rules::PROOF, Code::DID_DOCUMENT_PROOF, place, message)
    }
}

impl CodedError for DidError {
    fn code(&self) -> Code {
        match self {
            Self::Syntax { .. } => Code::DID_SYNTAX,
            Self::MethodUnsupported { .. } => Code::DID_METHOD_UNSUPPORTED,
            Self::Json(error) => error.code(),
            Self::Refused { code, .. } => *code,
            Self::Superseded(_) | Self::PastSignature(_) => Code::DID_SUPERSEDED,
            Self::BindingKeyType { .. } => Code::DID_BINDING,
            Self::KeyOfDid { .. } => Code::DID_KEY_UNSUPPORTED,
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
            Self::Refused { place, .. } => Place::clone(place),
            Self::Json(error) => error.place(),
            _ => Place::default(),
        }
    }
}
