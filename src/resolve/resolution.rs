//! What is asked of a resolver, and what it answers (W3C DID Resolution).

use super::{CacheHeaders, PeerAddress, ResolveError, Validators};
use crate::{
    Code, CodedError, Timestamp,
    did::{DidDocument, Resolved},
    json::{Json, Object},
};
use std::sync::Arc;

/// How to resolve (DID Resolution section 4.1, "resolution options").
#[derive(Clone, Debug, Default)]
pub struct ResolutionOptions {
    no_cache: bool,
    at_hand: Option<AtHand>,
    peer: Option<PeerAddress>,
}

/// A document that is available, and how to ask whether it is still the current one.
#[derive(Clone, Debug)]
pub struct AtHand {
    /// The document.
    pub document: Arc<Resolved<DidDocument>>,
    /// What to ask by.
    pub validators: Validators,
}

impl ResolutionOptions {
    /// The usual: from a cache, where there is one and it has the document.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the document's server, whatever a cache has.
    #[must_use]
    pub fn no_cache(mut self, no_cache: bool) -> Self {
        self.no_cache = no_cache;
        self
    }

    /// Says what is available: a resolver may answer with this very document where its server says it is current.
    #[must_use]
    pub fn at_hand(mut self, at_hand: AtHand) -> Self {
        self.at_hand = Some(at_hand);
        self
    }

    /// Says for whom it is done: a throttle gives each address a share. `None` where it is nobody's in particular.
    #[must_use]
    pub fn for_peer(mut self, peer: Option<PeerAddress>) -> Self {
        self.peer = peer;
        self
    }

    /// For whom it is done.
    #[must_use]
    pub fn peer(&self) -> Option<PeerAddress> {
        self.peer
    }

    /// Whether caches are bypassed.
    #[must_use]
    pub fn bypasses_caches(&self) -> bool {
        self.no_cache
    }

    /// What is available.
    #[must_use]
    pub fn document_at_hand(&self) -> Option<&AtHand> {
        self.at_hand.as_ref()
    }
}

/// How a resolution came by its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Provenance {
    /// Without network: supplied by the caller, or made from the DID itself.
    Local,
    /// Fetched for this resolution, or for another one at the same time.
    Fetched,
    /// Its server was asked and said that the available document is the current one.
    Revalidated,
    /// From the cache, without asking.
    Cached,
}

impl Provenance {
    /// The word in resolution metadata.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Fetched => "fetched",
            Self::Revalidated => "revalidated",
            Self::Cached => "cached",
        }
    }
}

/// A DID resolved, with how that came about.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The document.
    pub document: Arc<Resolved<DidDocument>>,
    /// How it was obtained.
    pub provenance: Provenance,
    /// What its server said about keeping it; `None` where there was no server.
    pub headers: Option<CacheHeaders>,
    /// When its server sent it or confirmed it, as far as a cache with a clock knows.
    pub retrieved: Option<Timestamp>,
    /// Until when a cache uses it without asking.
    pub fresh_until: Option<Timestamp>,
}

impl Resolution {
    /// A document that was obtained without network.
    #[must_use]
    pub fn local(document: Resolved<DidDocument>) -> Self {
        let document = Arc::new(document);
        Self { document, provenance: Provenance::Local, headers: None, retrieved: None, fresh_until: None }
    }

    /// A document that a server sent, or said is the current one.
    #[must_use]
    pub fn from_server(document: Arc<Resolved<DidDocument>>, provenance: Provenance, headers: CacheHeaders) -> Self {
        Self { document, provenance, headers: Some(headers), retrieved: None, fresh_until: None }
    }

    /// The document alone.
    #[must_use]
    pub fn into_document(self) -> Resolved<DidDocument> {
        Arc::unwrap_or_clone(self.document)
    }
}

/// The result of a resolution as DID Resolution writes it:
/// `{"didDocument", "didResolutionMetadata", "didDocumentMetadata"}`.
///
/// What a cache knows stands in the resolution metadata under names of ours: `url`, `source`, `retrieved`, `freshUntil`.
#[must_use]
pub fn resolution_result(result: Result<&Resolution, &ResolveError>) -> Json {
    match result {
        Ok(resolution) => {
            let mut metadata = Object::new();
            metadata.insert("contentType", "application/did");
            metadata.insert("source", resolution.provenance.as_str());
            if let crate::did::Source::Fetched { url } = resolution.document.source() {
                metadata.insert("url", url.as_str());
            }
            for (name, time) in [("retrieved", resolution.retrieved), ("freshUntil", resolution.fresh_until)] {
                if let Some(time) = time {
                    metadata.insert(name, time.truncated_to_second().to_string());
                }
            }
            let document = resolution.document.get().document().json().clone();
            result_object(document, metadata, false)
        }
        Err(error) => failed_result(error.resolution_error(), error.code(), &error.to_string()),
    }
}

/// The same for a failure that is known by its code alone, for example of a text that is not a DID.
#[must_use]
pub fn failed_resolution_result(code: Code, message: &str) -> Json {
    failed_result(ResolutionError::from_code(code), code, message)
}

fn failed_result(error: Option<ResolutionError>, code: Code, message: &str) -> Json {
    let mut metadata = Object::new();
    if let Some(error) = error {
        metadata.insert("error", error.as_str());
        let mut details = Object::new();
        details.insert("type", format!("https://www.w3.org/ns/did#{}", error.fragment()));
        details.insert("title", error.title());
        details.insert("detail", message);
        metadata.insert("problemDetails", details);
    }
    result_object(Json::from(None::<&str>), metadata, matches!(code, Code::DID_DEACTIVATED | Code::DID_SUPERSEDED))
}

fn result_object(document: Json, resolution_metadata: Object, deactivated: bool) -> Json {
    let (mut result, mut document_metadata) = (Object::new(), Object::new());
    document_metadata.insert("deactivated", deactivated);
    result.insert("didDocument", document);
    result.insert("didResolutionMetadata", resolution_metadata);
    result.insert("didDocumentMetadata", document_metadata);
    result.into()
}

/// The errors that DID Resolution names, as far as resolving a DID meets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{}", self.as_str())]
#[non_exhaustive]
pub enum ResolutionError {
    /// Not a DID.
    InvalidDid,
    /// A DID of a method that is not supported.
    MethodNotSupported,
    /// There is no such DID: its server has no document for it.
    NotFound,
    /// The document is not a DID document, or not this DID's.
    InvalidDidDocument,
    /// Anything else: no answer, or none that may be believed.
    InternalError,
}

impl ResolutionError {
    /// The error for a code of ours; `None` for a deactivated DID, which is not an error there: the document's metadata
    /// says it.
    #[must_use]
    pub fn from_code(code: Code) -> Option<Self> {
        Some(match code {
            Code::DID_DEACTIVATED | Code::DID_SUPERSEDED => return None,
            Code::DID_SYNTAX => Self::InvalidDid,
            Code::DID_METHOD_UNSUPPORTED => Self::MethodNotSupported,
            _ if code.as_str().starts_with("net-") => Self::InternalError,
            _ => Self::InvalidDidDocument,
        })
    }

    /// The word for `error`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidDid => "invalidDid",
            Self::MethodNotSupported => "methodNotSupported",
            Self::NotFound => "notFound",
            Self::InvalidDidDocument => "invalidDidDocument",
            Self::InternalError => "internalError",
        }
    }

    /// The fragment of the error's URL under `https://www.w3.org/ns/did`.
    const fn fragment(self) -> &'static str {
        match self {
            Self::InvalidDid => "INVALID_DID",
            Self::MethodNotSupported => "METHOD_NOT_SUPPORTED",
            Self::NotFound => "NOT_FOUND",
            Self::InvalidDidDocument => "INVALID_DID_DOCUMENT",
            Self::InternalError => "INTERNAL_ERROR",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::InvalidDid => "The text is not a DID",
            Self::MethodNotSupported => "The DID's method is not supported",
            Self::NotFound => "There is no such DID",
            Self::InvalidDidDocument => "The DID document is refused",
            Self::InternalError => "The DID document could not be obtained",
        }
    }
}
