//! DIDs of the methods did:wba, did:web and did:key, and the URLs of their documents.

pub(crate) mod did_url;
pub(crate) mod host;
#[cfg(feature = "serde")]
mod serialize;
#[doc(hidden)]
pub mod web_url;

use self::host::{PERCENT, parse_authority};
use super::{Binding, DidError, binding};
use adp_crypto::key::VerifyingKey;
use std::{fmt, str::FromStr, sync::Arc};

/// Maximum length of a DID.
pub(super) const MAX_BYTES: usize = 2048;

/// The message about a text that is longer than [`MAX_BYTES`].
pub(super) const TOO_LONG: &str = "it is longer than 2048 bytes";
/// Maximum number of path segments.
const MAX_SEGMENTS: usize = 16;

adp_json::words! {
    /// The DID method.
    pub enum DidMethod {
        /// did:wba, the method of the Agent Network Protocol.
        Wba = "wba",
        /// did:web of the W3C Credentials Community Group.
        Web = "web",
        /// did:key of the W3C Credentials Community Group: the DID is the key, and its document is derived from it.
        Key = "key",
    }
}

/// A valid did:wba, did:web or did:key DID.
///
/// In did:wba and did:web, the host is a lower-case domain name on the public web, never an IP address, and path
/// segments are plain text. DIDs are compared as exact strings, because the syntax allows only one spelling.
///
/// ```
/// use agent_description::did::Did;
/// let did: Did = "did:wba:example.com%3A8443:user:alice".parse()?;
/// assert_eq!(
///     did.location().as_deref(),
///     Some("https://example.com:8443/user/alice/did.json")
/// );
/// assert!("did:wba:127.0.0.1".parse::<Did>().is_err());
/// # Ok::<(), agent_description::did::DidError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Did {
    text: Arc<str>,
}

impl Did {
    /// The did:wba or did:web DID for an authority `HOST` or `HOST:PORT` and a path `a:b`, which may be empty.
    ///
    /// # Errors
    /// `did-syntax`, as when parsing the DID.
    pub fn new(method: DidMethod, authority: &str, path: &str) -> Result<Self, DidError> {
        let colon = if path.is_empty() { "" } else { ":" };
        format!("did:{method}:{}{colon}{path}", authority.replace(':', "%3A")).parse()
    }

    /// The did:key DID of a valid Multikey value.
    pub(super) fn from_multikey(multikey: &str) -> Self {
        Self { text: format!("did:key:{multikey}").into() }
    }

    /// The DID as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The DID method.
    #[must_use]
    pub fn method(&self) -> DidMethod {
        match self.text.split(':').nth(1) {
            Some("key") => DidMethod::Key,
            Some("wba") => DidMethod::Wba,
            // a `Did` has always been parsed
            _ => DidMethod::Web,
        }
    }

    /// The host: a lower-case domain name. `None` for did:key.
    #[must_use]
    pub fn host(&self) -> Option<&str> {
        let authority = self.authority()?;
        Some(authority.split_once('%').map_or(authority, |(host, _)| host))
    }

    /// The port in the DID; never 443.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.authority()?.split_once("%3A").and_then(|(_, port)| port.parse().ok())
    }

    /// The path segments, in order.
    pub fn path_segments(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.text.splitn(4, ':').nth(3).into_iter().flat_map(|path| path.split(':'))
    }

    /// The URL of the DID document: `https://HOST[:PORT]/a/b/did.json`, or `/.well-known/did.json` without a path
    /// (did:wba section 2.6, did:web section 3.2). `None` for did:key, whose document is not published.
    #[must_use]
    pub fn location(&self) -> Option<String> {
        let mut url = format!("https://{}", self.host()?);
        if let Some(port) = self.port() {
            url.push_str(&format!(":{port}"));
        }
        let mut segments = self.path_segments().peekable();
        if segments.peek().is_none() {
            url.push_str("/.well-known");
        }
        for segment in segments {
            url.push('/');
            url.push_str(segment);
        }
        url.push_str("/did.json");
        Some(url)
    }

    /// The did:wba DID that is bound to `key`: the authority, a path of at least one segment, then the key's
    /// thumbprint.
    ///
    /// # Errors
    /// `did-binding` if the key does not have the binding's type, else `did-syntax` as when parsing the DID.
    pub fn wba_bound(authority: &str, path: &str, binding: Binding, key: &VerifyingKey) -> Result<Self, DidError> {
        if key.key_type() != binding.key_type() {
            return Err(DidError::BindingKeyType { binding, found: key.key_type() });
        }
        let colon = if path.is_empty() { "" } else { ":" };
        Self::new(DidMethod::Wba, authority, &format!("{path}{colon}{}{}", binding.prefix(), key.thumbprint()))
    }

    /// The binding in the last path segment: a did:wba DID whose last segment starts with `e1_` or `k1_`.
    #[must_use]
    pub fn binding(&self) -> Option<Binding> {
        self.bound().map(|(binding, _)| binding)
    }

    /// The thumbprint (RFC 7638) of the binding key: 43 base64url characters. `None` if the DID is not bound to a key.
    #[must_use]
    pub fn fingerprint(&self) -> Option<&str> {
        self.bound().map(|(_, fingerprint)| fingerprint)
    }

    fn bound(&self) -> Option<(Binding, &str)> {
        self.path_segments().next_back().filter(|_| self.method() == DidMethod::Wba).and_then(Binding::from_segment)
    }

    /// The Multikey value of a did:key DID.
    #[must_use]
    pub fn multikey(&self) -> Option<&str> {
        self.text.strip_prefix("did:key:")
    }

    fn authority(&self) -> Option<&str> {
        self.text.split(':').nth(2).filter(|_| self.method() != DidMethod::Key)
    }
}

impl FromStr for Did {
    type Err = DidError;

    /// Parses a DID strictly.
    ///
    /// # Errors
    /// `did-method-unsupported` for other methods, else `did-syntax`.
    fn from_str(text: &str) -> Result<Self, DidError> {
        let fault = |fault| DidError::syntax(text, fault);
        if text.len() > MAX_BYTES {
            return Err(fault(TOO_LONG));
        }
        // DID Core section 3.1: method-name = 1*(%x61-7A / DIGIT)
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let parts = text.strip_prefix("did:").and_then(|rest| rest.split_once(':'));
        let Some((method, id)) = parts.filter(|(method, _)| !method.is_empty() && is_name(method)) else {
            let expected = "expected `did:wba:` or `did:web:` and a host name, or `did:key:` and a key, in lower case";
            return Err(fault(expected));
        };
        if !matches!(method, "wba" | "web" | "key") {
            return Err(DidError::MethodUnsupported { method: method.chars().take(32).collect() });
        }
        if id.contains(['#', '?', '/']) {
            return Err(fault("it has a fragment, query or path; expected the DID alone"));
        }
        if method == "key" {
            let refused = || fault("expected a Multikey value after `did:key:`: `z` and base58btc");
            return is_multibase(id).then(|| Self { text: text.into() }).ok_or_else(refused);
        }
        let mut parts = id.split(':');
        parse_authority(parts.next().unwrap_or_default()).map_err(fault)?;
        let (mut count, mut last) = (0, "");
        for segment in parts {
            check_segment(segment).map_err(fault)?;
            (count, last) = (count + 1, segment);
            if count > MAX_SEGMENTS {
                return Err(fault("it has more than 16 path segments"));
            }
        }
        if method == "wba" {
            binding::check_last_segment(last, count).map_err(fault)?;
        }
        Ok(Self { text: text.into() })
    }
}

/// Checks for `z` and base58btc (did:key section 2.1). Resolution checks whether it is a key.
fn is_multibase(id: &str) -> bool {
    let is_base58 = |byte: u8| byte.is_ascii_alphanumeric() && !matches!(byte, b'0' | b'O' | b'I' | b'l');
    id.strip_prefix('z').is_some_and(|base58| !base58.is_empty() && base58.bytes().all(is_base58))
}

fn check_segment(segment: &str) -> Result<(), &'static str> {
    match segment {
        "" => Err("a path segment is empty; remove the doubled or trailing `:`"),
        "." | ".." => Err("a path segment is `.` or `..`, which URL parsers remove"),
        _ if segment.contains('%') => Err(PERCENT),
        _ if segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')) => Ok(()),
        _ => Err("a path segment has a character other than A-Z, a-z, 0-9, `-`, `_` and `.`"),
    }
}

impl fmt::Display for Did {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Did {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Did({})", self.text)
    }
}

/// A DID of any method, without path, query or fragment (DID Core section 3.1).
pub(super) fn is_did(text: &str) -> bool {
    let Some((method, id)) = text.strip_prefix("did:").and_then(|rest| rest.split_once(':')) else { return false };
    let is_method = !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let is_id = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b':' | b'%');
    is_method && !id.is_empty() && !id.ends_with(':') && id.bytes().all(is_id)
}
