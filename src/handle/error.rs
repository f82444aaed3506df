//! Errors of Handles.

use super::{BindingGeneration, Handle};
use crate::{Code, CodedError, did::Did, json::Place, resolve::NetError};

/// Number of characters shown of a text from the input.
pub(super) const SHOWN: usize = 200;

/// Why a Handle has no DID, or is not verified.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HandleError {
    /// The text is not a Handle or a generation, a document is invalid or may not replace the published one, or Handle,
    /// DID and profile do not confirm each other.
    #[error("{message}")]
    Refused {
        /// The stable code.
        code: Code,
        /// The value found, and the expected value.
        message: String,
        /// The position in the document.
        place: Box<Place>,
    },
    /// A document of the provider could not be fetched.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The binding is older than one that the caller knows.
    #[error("the binding of {handle} has the generation {found}, expected at least {least}: it is an earlier one")]
    Older {
        /// The Handle.
        handle: Handle,
        /// Its generation.
        found: BindingGeneration,
        /// The lowest accepted generation.
        least: BindingGeneration,
    },
    /// The DID document names no service of the Handle's provider.
    #[error(
        "the document of {did} has no `ANPHandleService` at an https URL of {}; add one with the `serviceEndpoint` {}",
        .handle.domain(),
        .handle.resolution_url()
    )]
    NoService {
        /// The Handle.
        handle: Handle,
        /// The DID.
        did: Did,
    },
    /// The provider is confirmed, but not the Handle.
    #[error("{handle}: its provider confirms {did}, but not under this Handle (provider-confirmed)")]
    ProviderOnly {
        /// The Handle.
        handle: Handle,
        /// The DID.
        did: Did,
    },
    /// Only the domain is confirmed, as for did:web.
    #[error("{handle}: {did} names the provider's domain, and nothing confirms this Handle (domain-match)")]
    DomainOnly {
        /// The Handle.
        handle: Handle,
        /// The DID.
        did: Did,
    },
}

impl HandleError {
    pub(super) fn refused(code: Code, message: String) -> Self {
        Self::Refused { code, message, place: Box::default() }
    }

    pub(super) fn unconfirmed(message: String) -> Self {
        Self::refused(Code::DID_BINDING, message)
    }

    /// The DID did not resolve.
    pub(super) fn unresolved(did: &Did, error: &impl CodedError) -> Self {
        Self::refused(error.code(), format!("{did}: {error}"))
    }

    /// The DID does not succeed the known DID.
    pub(super) fn broken(handle: &Handle, did: &Did, previous: &Did, problem: &str) -> Self {
        let expected = format!("expected {previous} or a DID that succeeds it by signed documents: {problem}");
        Self::refused(Code::DID_TRANSITION, format!("{handle} names {did}, {expected}"))
    }
}

impl CodedError for HandleError {
    fn code(&self) -> Code {
        match self {
            Self::Refused { code, .. } => *code,
            Self::Net(error) => error.code(),
            Self::Older { .. } => Code::PROOF_TOO_OLD,
            Self::NoService { .. } | Self::ProviderOnly { .. } | Self::DomainOnly { .. } => Code::DID_BINDING,
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Refused { place, .. } => Place::clone(place),
            _ => Place::default(),
        }
    }
}
