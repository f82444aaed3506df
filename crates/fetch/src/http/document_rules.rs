//! The rules of a document fetch without sockets: what to send, and the checks of the response.

use crate::{
    CacheHeaders, NetError,
    error::MAX_SHOWN_CHARS,
    header_field::{essence, is_token},
};
use adp_json::{Limits, cut};
use http::header::{self, HeaderName};

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
pub const USER_AGENT: &str = concat!("agent-description/", env!("CARGO_PKG_VERSION"));

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
    pub(super) cache_headers: CacheHeaders,
}

impl FetchKind {
    /// The maximum size of the body in bytes.
    pub(super) fn limit(self, limits: &Limits) -> usize {
        match self {
            Self::AgentDescription | Self::LinkedDocument => limits.description_bytes,
            Self::DidDocument | Self::HandleDocument => limits.did_document_bytes,
            Self::AnyDocument { bytes } => bytes,
        }
    }

    /// The headers of every request for this kind of document, except `Host`.
    pub(crate) fn headers(self) -> [(&'static str, &'static str); 3] {
        let accept = match self {
            Self::AgentDescription | Self::AnyDocument { .. } => "application/ld+json, application/json",
            Self::DidDocument => "application/did+json, application/did+ld+json, application/did, application/json",
            Self::HandleDocument => "application/json",
            Self::LinkedDocument => {
                "application/ld+json, application/json, application/openapi+yaml, application/yaml, text/yaml"
            }
        };
        [("accept", accept), ("accept-encoding", "identity"), ("user-agent", USER_AGENT)]
    }

    /// Checks the head of a response, and returns its media type. Repeated fields are joined with `, `.
    ///
    /// # Errors
    /// `net-redirect`, `net-status`, `net-type`.
    pub(super) fn check_head(
        self,
        url: &str,
        status: u16,
        field: impl Fn(HeaderName) -> Option<String>,
    ) -> Result<String, NetError> {
        let url = url.to_owned();
        match status {
            200 => {}
            301 | 302 | 303 | 307 | 308 => {
                let location = field(header::LOCATION).map(|location| cut(&location, MAX_SHOWN_CHARS));
                return Err(NetError::Redirect { url, status, location });
            }
            status => return Err(NetError::Status { url, status }),
        }
        let is_linked = self == Self::LinkedDocument;
        let expected = match is_linked {
            true => "`application/json`, any `+json`, `application/yaml` or any `+yaml`",
            false => "`application/json`, any `+json` or `application/did`",
        };
        if let Some(encoding) = field(header::CONTENT_ENCODING)
            && !encoding.trim().eq_ignore_ascii_case("identity")
        {
            let found = format!("the content encoding {:?}", cut(&encoding, MAX_SHOWN_CHARS));
            return Err(NetError::Type { url, found, expected });
        }
        let Some(text) = field(header::CONTENT_TYPE) else {
            return Err(NetError::Type { url, found: "no media type".to_owned(), expected });
        };
        let media_type = json_media_type(&text).or_else(|| is_linked.then(|| yaml_media_type(&text))?);
        media_type.ok_or_else(|| {
            let found = format!("the media type {:?}", cut(&text, MAX_SHOWN_CHARS));
            NetError::Type { url, found, expected }
        })
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
pub fn yaml_media_type(content_type: &str) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use adp_json::{Code, CodedError};

    const URL: &str = "https://agent.example/did.json";

    fn check(status: u16, content_type: Option<&str>, content_encoding: Option<&str>) -> Result<String, Code> {
        let field = |name: HeaderName| match name {
            header::CONTENT_TYPE => content_type.map(str::to_owned),
            header::CONTENT_ENCODING => content_encoding.map(str::to_owned),
            _ => None,
        };
        FetchKind::DidDocument.check_head(URL, status, field).map_err(|error| error.code())
    }

    #[test]
    fn only_200_is_accepted() {
        for status in 0..1000 {
            let expected = match status {
                200 => Ok("application/json".to_owned()),
                301 | 302 | 303 | 307 | 308 => Err(Code::NET_REDIRECT),
                _ => Err(Code::NET_STATUS),
            };
            assert_eq!(check(status, Some("application/json"), None), expected, "{status}");
        }
    }

    #[test]
    fn content_types() {
        for (content_type, expected) in [
            (None, None),
            (Some(""), None),
            (Some("application/json"), Some("application/json")),
            (Some(" application/json "), Some("application/json")),
            (Some("APPLICATION/DID"), Some("application/did")),
            (Some("application/did+ld+json; q=1"), Some("application/did+ld+json")),
            (Some("application/json, application/json"), None),
            (Some("application/ json"), None),
            (Some("a/b/c+json"), None),
            (Some("x y/z+json"), None),
            (Some("/x+json"), None),
            (Some("text/html; x=application/json"), None),
        ] {
            let expected = expected.map(str::to_owned).ok_or(Code::NET_TYPE);
            assert_eq!(check(200, content_type, None), expected, "{content_type:?}");
        }
    }

    #[test]
    fn content_encodings() {
        for (encoding, accepted) in [("identity", true), ("Identity", true), ("gzip", false), ("", false)] {
            assert_eq!(check(200, Some("application/json"), Some(encoding)).is_ok(), accepted, "{encoding:?}");
        }
    }
}
