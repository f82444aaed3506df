//! Why a key may not sign for a DID.

use crate::{Did, DidError, DidUrl};
use adp_json::{Code, CodedError, Text};

/// Why [`DidDocument::key_for`](crate::DidDocument::key_for) returns no key: the first failed check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyRefusal {
    /// The DID document belongs to another DID.
    #[error("the DID document is for {found}, expected the document of the signer, {expected}")]
    OtherDid {
        /// The DID of the document.
        found: Did,
        /// The expected DID.
        expected: Did,
    },
    /// The DID document is not valid at that time.
    #[error("{0}")]
    Document(DidError),
    /// The DID document has no such method.
    #[error("{method} is not in the DID document, which has: {known}")]
    MethodNotFound {
        /// The method.
        method: DidUrl,
        /// The first few IDs in the document, for the message.
        known: String,
    },
    /// Another DID controls the method.
    #[error("{method} is controlled by {controller}, expected the DID itself")]
    Controller {
        /// The method.
        method: DidUrl,
        /// The controller, as written in the document.
        controller: Text,
    },
    /// The method is not listed under the purpose.
    #[error(
        "{method} is not listed under `{purpose}` of the DID document (that relationship {listed}); to allow it, its \
         controller must add \"{method}\" to `{purpose}` and publish the document"
    )]
    NotListed {
        /// The method.
        method: DidUrl,
        /// The purpose, which may be unknown to DID Core.
        purpose: String,
        /// The first few listed methods, for the message.
        listed: String,
    },
    /// The method's key cannot be used, or has expired.
    #[error("{0}")]
    Key(DidError),
    /// The DID is bound to another key, which has not signed this one.
    #[error("{method} has another key than the binding key #{}, and {reason}", .bound.fragment())]
    Unbound {
        /// The method.
        method: DidUrl,
        /// The method of the binding key.
        bound: DidUrl,
        /// Why no other key may sign, and how to fix it.
        reason: &'static str,
    },
}

impl CodedError for KeyRefusal {
    fn code(&self) -> Code {
        match self {
            Self::OtherDid { .. } => Code::DID_ID_MISMATCH,
            Self::Document(error) | Self::Key(error) => error.code(),
            Self::MethodNotFound { .. } => Code::PROOF_METHOD_NOT_FOUND,
            Self::Controller { .. } => Code::PROOF_CONTROLLER,
            Self::NotListed { .. } => Code::PROOF_METHOD_NOT_AUTHORIZED,
            Self::Unbound { .. } => Code::DID_BINDING,
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Document(error) | Self::Key(error) => Some(error),
            _ => None,
        }
    }
}

/// The first few entries of a list, for the message.
#[doc(hidden)]
pub fn listed<'a>(items: impl Iterator<Item = &'a str>) -> String {
    const MAX_SHOWN_KEYS: usize = 8;
    let mut items: Vec<&str> = items.take(MAX_SHOWN_KEYS + 1).collect();
    if items.len() > MAX_SHOWN_KEYS {
        items.truncate(MAX_SHOWN_KEYS);
        items.push("…");
    }
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}
