//! Errors of Handles.

use super::{BindingGeneration, Handle};
use crate::{
    Code, CodedError,
    did::{Assurance, Did},
    json::{Place, ReadError},
    resolve::{NetError, ResolveError},
};
use adp_json::cut;

/// Number of characters shown of a text from the input.
const SHOWN: usize = 200;

/// Why a Handle has no DID, or is not verified.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HandleError {
    /// The text is not a Handle.
    #[error("found {found:?}: {problem}; expected a Handle such as alice.example.com")]
    Syntax {
        /// The text, shortened.
        found: String,
        /// The problem.
        problem: String,
    },
    /// The text is not a generation, or the document may not replace the published one.
    #[error("{0}")]
    Generation(String),
    /// A document of the provider could not be fetched.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The provider has no such Handle or does not disclose it (404), or revoked it (410).
    #[error("{handle} {problem}")]
    NotFound {
        /// The Handle.
        handle: Handle,
        /// The provider's response.
        problem: &'static str,
    },
    /// The provider redirects to another domain.
    #[error("{url} moved to {location:?}, expected an https URL of the Handle's domain {domain}")]
    Moved {
        /// The URL.
        url: String,
        /// The target, shortened.
        location: String,
        /// The domain.
        domain: String,
    },
    /// The provider's document is not strict JSON.
    #[error("{url}: {error}")]
    Read {
        /// The URL.
        url: String,
        /// The problem.
        error: ReadError,
    },
    /// The provider's document has an invalid structure.
    #[error("{what} of the Handle document is {found}, expected {expected}")]
    Document {
        /// The member.
        what: &'static str,
        /// The value found.
        found: String,
        /// The expected value.
        expected: String,
        /// The position in the document.
        place: Box<Place>,
    },
    /// The Handle is not bound to the DID: its document belongs to another Handle or is not in use, or the DID is on
    /// another host. Also if the service in the DID's document does not confirm the binding, or the profile does not fit.
    #[error("{0}")]
    Unconfirmed(String),
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
    /// The DID did not resolve.
    #[error("{did}: {error}")]
    Did {
        /// The DID.
        did: Did,
        /// The reason.
        error: ResolveError,
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
    /// The DID does not succeed the known DID.
    #[error("{handle} names {did}, expected {previous} or a DID that succeeds it by signed documents: {problem}")]
    Continuity {
        /// The Handle.
        handle: Handle,
        /// The DID that the Handle names.
        did: Did,
        /// The known DID.
        previous: Did,
        /// The value found.
        problem: String,
    },
    /// The profile's proof does not verify.
    #[error("the profile is ignored, its proof does not verify: {0}")]
    ProfileProof(std::sync::Arc<dyn CodedError>),
}

impl HandleError {
    pub(super) fn syntax(text: &str, problem: String) -> Self {
        Self::Syntax { found: cut(text, SHOWN), problem }
    }

    pub(super) fn generation(text: &str) -> Self {
        let expected = "a positive decimal number without sign and leading zeros, such as 8";
        Self::Generation(format!("found the generation {:?}, expected {expected}", cut(text, SHOWN)))
    }

    pub(super) fn continuity(handle: &Handle, did: &Did, previous: &Did, assurance: Option<Assurance>) -> Self {
        let problem = match assurance {
            Some(assurance) => format!("the chain of successors is {assurance}"),
            None => "no chain of successors leads there".to_owned(),
        };
        Self::Continuity { handle: handle.clone(), did: did.clone(), previous: previous.clone(), problem }
    }
}

impl CodedError for HandleError {
    fn code(&self) -> Code {
        match self {
            Self::Syntax { .. } => Code::INVALID_NAME,
            Self::Generation(_) => Code::INVALID_VALUE,
            Self::Net(error) => error.code(),
            Self::NotFound { .. } => Code::NOT_FOUND,
            Self::Moved { .. } => Code::NET_REDIRECT,
            Self::Read { error, .. } => error.code(),
            Self::Document { .. } => Code::DOCUMENT_SHAPE,
            Self::Older { .. } => Code::PROOF_TOO_OLD,
            Self::Did { error, .. } => error.code(),
            Self::Continuity { .. } => Code::DID_TRANSITION,
            Self::ProfileProof(error) => error.code(),
            Self::Unconfirmed(_) | Self::NoService { .. } | Self::ProviderOnly { .. } | Self::DomainOnly { .. } => {
                Code::DID_BINDING
            }
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Document { place, .. } => Place::clone(place),
            _ => Place::default(),
        }
    }
}
