//! Digests of a message's content (RFC 9530): `Content-Digest`.

use super::{signature_input::read_dictionary, structured_field::Member};
use crate::AuthError;
use base64::{Engine, prelude::BASE64_STANDARD};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use sfv::BareItem;
use sha2::{Digest, Sha256, Sha512};

/// The field.
pub(crate) const CONTENT_DIGEST: HeaderName = HeaderName::from_static("content-digest");

adp_json::words! {
    /// The digest algorithms that are not deprecated (RFC 9530 section 5).
    #[derive(Default)]
    #[non_exhaustive]
    pub enum DigestAlgorithm {
        /// `sha-256`.
        #[default]
        Sha256 = "sha-256",
        /// `sha-512`.
        Sha512 = "sha-512",
    }
}

impl DigestAlgorithm {
    /// The digest of `content`.
    pub(super) fn digest(self, content: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha256 => Sha256::digest(content).to_vec(),
            Self::Sha512 => Sha512::digest(content).to_vec(),
        }
    }
}

/// The value of `Content-Digest` for `content`: `sha-256=:…:`.
#[must_use]
pub fn content_digest(content: &[u8], algorithm: DigestAlgorithm) -> String {
    format!("{algorithm}=:{}:", BASE64_STANDARD.encode(algorithm.digest(content)))
}

/// Whether the fields announce content: a server that did not read it must not treat it as empty.
pub(crate) fn announces_content(fields: &HeaderMap) -> bool {
    let no_length = |value: &HeaderValue| value.as_bytes() == b"0";
    fields.contains_key(header::TRANSFER_ENCODING) || !fields.get_all(header::CONTENT_LENGTH).iter().all(no_length)
}

/// Checks `content` against every digest in `Content-Digest` with a known algorithm; at least one is required.
///
/// # Errors
/// `auth-digest`; `auth-malformed` if the field is not a dictionary of byte sequences, or names only unknown
/// algorithms.
pub fn check_content_digest(fields: &HeaderMap, content: &[u8]) -> Result<(), AuthError> {
    let dictionary = read_dictionary(fields, &CONTENT_DIGEST)?;
    let malformed = |reason: String| AuthError::malformed("`Content-Digest`", reason);
    let mut checked = false;
    for (name, member) in &dictionary {
        let Some(algorithm) = DigestAlgorithm::ALL.iter().find(|algorithm| algorithm.as_str() == name.as_str()) else {
            continue;
        };
        let Member::Item(item) = member else {
            return Err(malformed(format!("`{name}` is not a byte sequence")));
        };
        let BareItem::ByteSequence(expected) = &item.value else {
            return Err(malformed(format!("`{name}` is not a byte sequence")));
        };
        let found = algorithm.digest(content);
        if found != *expected {
            return Err(AuthError::Digest {
                algorithm: algorithm.to_string(),
                found: BASE64_STANDARD.encode(found),
                expected: BASE64_STANDARD.encode(expected),
            });
        }
        checked = true;
    }
    if checked {
        return Ok(());
    }
    let names = dictionary.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    Err(malformed(format!("found ({names}), expected sha-256 or sha-512")))
}
