//! Options and results of resolution (W3C DID Resolution).

#[cfg(feature = "resolver")]
use crate::{CacheHeaders, Validators};
use crate::{NetError, PeerAddress, ResolveError};
use adp_crypto::Timestamp;
use adp_did::{DidDocument, Resolved};
use adp_json::{Code, CodedError, Json, Object};
use std::sync::Arc;

/// Options for resolving (DID Resolution section 4.1, "resolution options").
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ResolutionOptions {
    /// Whether the document's server is asked, even if a cache has the document.
    pub no_cache: bool,
    /// A cached document: a resolver may return it if its server confirms that it is current.
    #[cfg(feature = "resolver")]
    pub(crate) at_hand: Option<AtHand>,
    /// The client address, whose share a throttle uses.
    pub peer: Option<PeerAddress>,
}

/// A cached document and its validators.
#[cfg(feature = "resolver")]
#[derive(Clone, Debug)]
pub(crate) struct AtHand {
    pub(crate) document: Arc<Resolved<DidDocument>>,
    pub(crate) validators: Validators,
}

adp_json::words! {
    /// The source of a resolved document.
    #[non_exhaustive]
    pub enum Provenance {
        /// No network access: supplied by the caller, or derived from the DID.
        Local = "local",
        /// Fetched for this resolution, or for a concurrent one.
        Fetched = "fetched",
        /// Confirmed: the server stated that the cached document is current.
        Revalidated = "revalidated",
        /// Cached, without asking the server.
        Cached = "cached",
    }
}

/// A resolved DID with its metadata.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The document.
    pub document: Arc<Resolved<DidDocument>>,
    /// The source of the document.
    pub provenance: Provenance,
    /// The caching headers of the server; `None` without a server.
    #[cfg(feature = "resolver")]
    pub(crate) headers: Option<CacheHeaders>,
    /// When the server sent or confirmed it, if a cache with a clock knows this.
    pub retrieved: Option<Timestamp>,
    /// When its lifetime in the cache ends.
    pub fresh_until: Option<Timestamp>,
}

impl Resolution {
    /// Creates a result without network access.
    #[must_use]
    pub fn local(document: Resolved<DidDocument>) -> Self {
        Self {
            document: Arc::new(document),
            provenance: Provenance::Local,
            #[cfg(feature = "resolver")]
            headers: None,
            retrieved: None,
            fresh_until: None,
        }
    }

    /// Creates a result from a document that a server sent or confirmed.
    #[cfg(feature = "resolver")]
    pub(crate) fn from_server(
        document: Arc<Resolved<DidDocument>>,
        provenance: Provenance,
        headers: CacheHeaders,
    ) -> Self {
        Self { document, provenance, headers: Some(headers), retrieved: None, fresh_until: None }
    }
}

/// The result in the form of DID Resolution: `{"didDocument", "didResolutionMetadata", "didDocumentMetadata"}`.
///
/// The resolution metadata also has members of this crate: `url`, `source`, `retrieved`, `freshUntil`.
#[must_use]
pub fn resolution_result(result: Result<&Resolution, &(dyn CodedError + 'static)>) -> Json {
    match result {
        Ok(resolution) => {
            let mut metadata = Object::new();
            metadata.insert("contentType", "application/did");
            metadata.insert("source", resolution.provenance.as_str());
            if let Some(url) = resolution.document.url() {
                metadata.insert("url", url);
            }
            for (name, time) in [("retrieved", resolution.retrieved), ("freshUntil", resolution.fresh_until)] {
                if let Some(time) = time {
                    metadata.insert(name, time.truncated_to_second().to_string());
                }
            }
            let document = resolution.document.get().document().json().clone();
            result_object(document, metadata, false)
        }
        Err(error) => {
            let mut metadata = Object::new();
            if let Some(kind) = ResolutionError::from_error(error) {
                metadata.insert("error", kind.as_str());
                let mut details = Object::new();
                details.insert("type", format!("https://www.w3.org/ns/did#{}", kind.fragment()));
                details.insert("title", kind.title());
                details.insert("detail", error.to_string());
                metadata.insert("problemDetails", details);
            }
            let deactivated = matches!(error.code(), Code::DID_DEACTIVATED | Code::DID_SUPERSEDED);
            result_object(Json::from(None::<&str>), metadata, deactivated)
        }
    }
}

fn result_object(document: Json, resolution_metadata: Object, deactivated: bool) -> Json {
    let (mut result, mut document_metadata) = (Object::new(), Object::new());
    document_metadata.insert("deactivated", deactivated);
    result.insert("didDocument", document);
    result.insert("didResolutionMetadata", resolution_metadata);
    result.insert("didDocumentMetadata", document_metadata);
    result.into()
}

adp_json::words! {
    /// The errors of DID Resolution that apply here.
    pub(crate) enum ResolutionError {
        /// The text is not a DID.
        InvalidDid = "invalidDid",
        /// The DID method is not supported.
        MethodNotSupported = "methodNotSupported",
        /// The DID does not exist: its server has no document for it.
        NotFound = "notFound",
        /// The document is invalid, or belongs to another DID.
        InvalidDidDocument = "invalidDidDocument",
        /// Any other error, such as an unavailable or untrusted server.
        InternalError = "internalError",
    }
}

impl ResolutionError {
    /// The corresponding error; `None` for a deactivated DID, which is not an error there but document metadata.
    fn from_error(error: &(dyn CodedError + 'static)) -> Option<Self> {
        let dynamic = error as &(dyn std::error::Error + 'static);
        if let Some(ResolveError::Net(NetError::Status { status: 404 | 410, .. })) = dynamic.downcast_ref() {
            return Some(Self::NotFound);
        }
        Some(match error.code() {
            Code::DID_DEACTIVATED | Code::DID_SUPERSEDED => return None,
            Code::DID_SYNTAX => Self::InvalidDid,
            Code::DID_METHOD_UNSUPPORTED => Self::MethodNotSupported,
            code if code.as_str().starts_with("net-") => Self::InternalError,
            _ => Self::InvalidDidDocument,
        })
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
