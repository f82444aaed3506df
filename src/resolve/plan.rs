//! The rules of a fetch without sockets: the request to send, and all checks of the response.
//!
//! [`FetchPlan`] is created from a URL. It checks the addresses of the host and the head of the response, and returns
//! [`Receiving`], which checks the body. Only the last step returns [`Fetched`], so no check can be skipped.

use super::{CacheHeaders, Deadlines, NetError, Phase, Validators, error::MAX_SHOWN_CHARS, target::Target};
use crate::{
    Limits,
    header_field::{essence, is_token},
};
use adp_json::cut;
use std::net::IpAddr;

/// The kind of document, which determines the `Accept` header and the size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FetchKind {
    /// An agent description, or a page of a listing.
    AgentDescription,
    /// A DID document.
    DidDocument,
    /// A document of a Handle provider (ANP-04), with the size limit of a DID document.
    HandleDocument,
    /// A document that a description links to, such as an interface definition: JSON or YAML.
    LinkedDocument,
    /// A JSON document of unknown format, up to a number of bytes; otherwise like a description.
    AnyDocument {
        /// The largest size limit of the possible formats.
        bytes: usize,
    },
}

/// The `User-Agent` of every request.
pub const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// A fetched document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fetched {
    /// The normalized URL without fragment. Redirects are not followed, so it is the requested one.
    pub url: String,
    /// The bytes.
    pub body: Vec<u8>,
    /// The media type, in lower case, without parameters.
    pub media_type: String,
    /// The caching headers.
    pub cache_headers: CacheHeaders,
}

/// A planned GET request.
#[derive(Clone, Debug)]
pub struct FetchPlan {
    target: Target,
    kind: FetchKind,
    limit: usize,
    validators: Validators,
}

/// The relevant head of a response. Repeated headers are joined with `, `.
#[derive(Clone, Debug, Default)]
pub struct ResponseHead<'a> {
    /// The status.
    pub status: u16,
    /// `Content-Type`.
    pub content_type: Option<&'a str>,
    /// `Content-Encoding`.
    pub content_encoding: Option<&'a str>,
    /// `Content-Length`, as a number.
    pub content_length: Option<u64>,
    /// `Location`.
    pub location: Option<&'a str>,
    /// The caching headers; stored with the document, not checked here.
    pub cache_headers: CacheHeaders,
}

impl FetchPlan {
    /// Plans the fetch of a URL.
    ///
    /// # Errors
    /// `net-scheme` unless it is an absolute `https` URL without user name, password and port zero. `net-address` if its
    /// host is an IP address in any spelling, or a name that is not on the public web.
    pub fn new(url: &str, kind: FetchKind, limits: &Limits, deadlines: Deadlines) -> Result<Self, NetError> {
        let target = Target::new(url, deadlines)?;
        let limit = match kind {
            FetchKind::AgentDescription | FetchKind::LinkedDocument => limits.description_bytes,
            FetchKind::DidDocument | FetchKind::HandleDocument => limits.did_document_bytes,
            FetchKind::AnyDocument { bytes } => bytes,
        };
        Ok(Self { target, kind, limit, validators: Validators::default() })
    }

    /// The target.
    #[cfg(feature = "resolver")]
    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    /// The maximum size of the body in bytes.
    #[cfg(feature = "resolver")]
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// The URL, without fragment.
    #[must_use]
    pub fn url(&self) -> &str {
        self.target.url()
    }

    /// The host: a domain name in lower case.
    #[must_use]
    pub fn host(&self) -> &str {
        self.target.host()
    }

    /// The port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.target.port()
    }

    /// The deadlines.
    #[must_use]
    pub fn deadlines(&self) -> Deadlines {
        self.target.deadlines()
    }

    /// Makes the fetch conditional: only if the document does not have these validators.
    #[must_use]
    pub fn if_changed(mut self, validators: Validators) -> Self {
        self.validators = validators;
        self
    }

    /// All request headers except `Host`.
    #[must_use]
    pub fn headers(&self) -> Vec<(&'static str, &str)> {
        let conditions = [
            ("if-none-match", self.validators.if_none_match.as_deref()),
            ("if-modified-since", self.validators.if_modified_since.as_deref()),
        ];
        let conditions = conditions.into_iter().filter_map(|(name, value)| Some((name, value?)));
        request_headers(self.kind).into_iter().chain(conditions).collect()
    }

    /// Checks the addresses of the host: if one of them is not public, none is used.
    ///
    /// # Errors
    /// `net-address`; `net-connect` if there are none.
    pub fn check_addresses(&self, addresses: &[IpAddr]) -> Result<(), NetError> {
        self.target.check_addresses(addresses)
    }

    /// Whether the response states that the document is unchanged, with its caching headers. A 304 response to an
    /// unconditional request is refused by [`respond`](Self::respond).
    #[must_use]
    pub fn not_modified(&self, head: &ResponseHead<'_>) -> Option<CacheHeaders> {
        (head.status == 304 && !self.validators.is_empty()).then(|| head.cache_headers.clone())
    }

    /// Checks the head of the response.
    ///
    /// # Errors
    /// `net-redirect`, `net-status`, `net-type`, `net-size`.
    pub fn respond(self, head: &ResponseHead<'_>) -> Result<Receiving, NetError> {
        let url = self.url().to_owned();
        match head.status {
            200 => {}
            status @ (301 | 302 | 303 | 307 | 308) => {
                return Err(NetError::Redirect {
                    url,
                    status,
                    location: head.location.map(|location| cut(location, MAX_SHOWN_CHARS)),
                });
            }
            status => return Err(NetError::Status { url, status }),
        }
        let expected = match self.kind {
            FetchKind::LinkedDocument => "`application/json`, any `+json`, `application/yaml` or any `+yaml`",
            FetchKind::AgentDescription
            | FetchKind::DidDocument
            | FetchKind::HandleDocument
            | FetchKind::AnyDocument { .. } => "`application/json`, any `+json` or `application/did`",
        };
        if let Some(encoding) = head.content_encoding
            && !encoding.trim().eq_ignore_ascii_case("identity")
        {
            let found = format!("the content encoding {:?}", cut(encoding, MAX_SHOWN_CHARS));
            return Err(NetError::Type { url, found, expected });
        }
        let yaml = self.kind == FetchKind::LinkedDocument;
        let media_type = match head
            .content_type
            .map(|text| json_media_type(text).or_else(|| yaml.then(|| yaml_media_type(text))?))
        {
            Some(Some(media_type)) => media_type,
            Some(None) => {
                let found = format!("the media type {:?}", cut(head.content_type.unwrap_or_default(), MAX_SHOWN_CHARS));
                return Err(NetError::Type { url, found, expected });
            }
            None => return Err(NetError::Type { url, found: "no media type".to_owned(), expected }),
        };
        let declared = head.content_length.map(|length| usize::try_from(length).unwrap_or(usize::MAX));
        if declared.is_some_and(|length| length > self.limit) {
            return Err(NetError::Size { url, limit: self.limit });
        }
        // the declared size is used only up to a limit for the first allocation
        let body = Vec::with_capacity(declared.unwrap_or(0).min(16 << 10));
        Ok(Receiving { url, media_type, limit: self.limit, body, cache_headers: head.cache_headers.clone() })
    }

    /// The error for a deadline that has passed.
    #[must_use]
    pub fn timed_out(&self, phase: Phase) -> NetError {
        self.target.timed_out(phase)
    }
}

/// The headers of every request for this kind of document.
pub(super) fn request_headers(kind: FetchKind) -> [(&'static str, &'static str); 3] {
    let accept = match kind {
        FetchKind::AgentDescription | FetchKind::AnyDocument { .. } => "application/ld+json, application/json",
        FetchKind::DidDocument => "application/did+json, application/did+ld+json, application/did, application/json",
        FetchKind::HandleDocument => "application/json",
        FetchKind::LinkedDocument => {
            "application/ld+json, application/json, application/openapi+yaml, application/yaml, text/yaml"
        }
    };
    [("accept", accept), ("accept-encoding", "identity"), ("user-agent", USER_AGENT)]
}

/// A response with an accepted head, while its body arrives.
#[derive(Debug)]
pub struct Receiving {
    url: String,
    media_type: String,
    limit: usize,
    body: Vec<u8>,
    cache_headers: CacheHeaders,
}

impl Receiving {
    /// Adds the next bytes of the body.
    ///
    /// # Errors
    /// `net-size` as soon as the body is larger than the limit; further bytes are discarded.
    pub fn chunk(&mut self, bytes: &[u8]) -> Result<(), NetError> {
        if bytes.len() > self.limit - self.body.len() {
            return Err(NetError::Size { url: self.url.clone(), limit: self.limit });
        }
        self.body.extend_from_slice(bytes);
        Ok(())
    }

    /// The document after the end of the body.
    #[must_use]
    pub fn finish(self) -> Fetched {
        Fetched { url: self.url, body: self.body, media_type: self.media_type, cache_headers: self.cache_headers }
    }
}

/// The media type of a `Content-Type`, if it is JSON: `application/json`, `application/did` or any `+json`.
fn json_media_type(content_type: &str) -> Option<String> {
    let essence = media_type(content_type)?;
    let is_json = matches!(essence.as_str(), "application/json" | "application/did") || has_suffix(&essence, "+json");
    is_json.then_some(essence)
}

/// The media type of a `Content-Type`, if it is YAML (RFC 9512): `application/yaml` and older names, any `+yaml`,
/// OpenAPI's own.
pub(crate) fn yaml_media_type(content_type: &str) -> Option<String> {
    const NAMES: [&str; 5] =
        ["application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "application/vnd.oai.openapi"];
    let essence = media_type(content_type)?;
    (NAMES.contains(&essence.as_str()) || has_suffix(&essence, "+yaml")).then_some(essence)
}

/// A media type without parameters, if it is one.
fn media_type(content_type: &str) -> Option<String> {
    let essence = essence(content_type);
    let (kind, subtype) = essence.split_once('/')?;
    (is_token(kind) && is_token(subtype)).then_some(essence)
}

fn has_suffix(essence: &str, suffix: &str) -> bool {
    let subtype = essence.split_once('/').map_or("", |(_, subtype)| subtype);
    subtype.strip_suffix(suffix).is_some_and(|name| !name.is_empty())
}
