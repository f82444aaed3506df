//! Parsing and verification.

use super::{Algorithm, JwsError, Profile, header};
use crate::{
    CLOCK_SKEW, Timestamp,
    key::{Signature, VerifyingKey},
};
use adp_json::{Number, Object};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// An unverified signature over a payload, with an accepted header.
///
/// The header is unverified until [`verify`](Self::verify) succeeds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Jws {
    /// The members of the protected header, including unknown ones.
    pub members: Object,
    /// The header's algorithm, one that the profile allows.
    pub algorithm: Algorithm,
    /// The header's key ID (`kid`).
    pub kid: Option<String>,
    /// The protected header as transmitted: these characters are signed.
    protected: String,
    signature: Signature,
}

impl Jws {
    /// Parses the compact serialization (RFC 7515 section 7.1): header, payload, signature. Also returns the payload's
    /// bytes.
    ///
    /// # Errors
    /// `jws-malformed`, `jws-header`, `jws-algorithm`.
    pub fn compact(text: &str, profile: &Profile) -> Result<(Self, Vec<u8>), JwsError> {
        let most = encoded_size(profile.payload_bytes) + framing(profile);
        let [protected, payload, signature] = parts(text, most)?;
        if payload.len() > encoded_size(profile.payload_bytes) {
            return Err(JwsError::malformed(format!("a payload of more than {} bytes", profile.payload_bytes)));
        }
        let jws = Self::from_members(protected, signature, profile)?;
        Ok((jws, decoded("the payload", payload)?))
    }

    /// Parses a compact serialization with detached payload (RFC 7515 appendix F): `header..signature`.
    ///
    /// # Errors
    /// As for [`compact`](Self::compact); `jws-malformed` also if there is a payload.
    pub fn detached(text: &str, profile: &Profile) -> Result<Self, JwsError> {
        let [protected, payload, signature] = parts(text, framing(profile))?;
        if !payload.is_empty() {
            return Err(JwsError::malformed("an attached payload, expected a detached one: header..signature"));
        }
        Self::from_members(protected, signature, profile)
    }

    /// Parses the members `protected` and `signature` of the JSON serialization (RFC 7515 section 7.2); the payload is
    /// separate.
    ///
    /// # Errors
    /// As for [`compact`](Self::compact).
    pub fn from_members(protected: &str, signature: &str, profile: &Profile) -> Result<Self, JwsError> {
        if protected.len() > encoded_size(profile.header_bytes) {
            return Err(JwsError::malformed(format!("a header of more than {} bytes", profile.header_bytes)));
        }
        let (members, algorithm, kid) = header::read(&decoded("the header", protected)?, profile)?;
        let bytes = decoded("the signature", signature)?;
        // all supported algorithms have signatures of 64 bytes (RFC 7518 section 3.4, RFC 8812, RFC 8037)
        let signature =
            Signature::from_slice(&bytes).map_err(|found| JwsError::malformed(format!("a signature of {found}")))?;
        Ok(Self { members, algorithm, kid, protected: protected.to_owned(), signature })
    }

    /// Verifies the signature over header and payload with a key from the caller, of the type that `alg` requires.
    ///
    /// # Errors
    /// `jws-key`, `jws-signature`.
    pub fn verify(&self, payload: &[u8], key: &VerifyingKey) -> Result<(), JwsError> {
        let algorithm = self.algorithm;
        if key.key_type() != algorithm.key_type() {
            return Err(JwsError::Key { algorithm, found: key.key_type() });
        }
        let input = signing_input(&self.protected, payload);
        key.verify(input.as_bytes(), &self.signature).map_err(|_| JwsError::Signature)
    }

    /// Compares `exp` and `nbf` of the header with a time, with one minute of clock skew. A header without them fits any
    /// time.
    ///
    /// # Errors
    /// `jws-time`; `jws-header` for a value that is not a number of seconds.
    pub fn check_time(&self, at: Timestamp) -> Result<(), JwsError> {
        if let Some(not_before) = self.seconds("nbf")?.filter(|not_before| *not_before > at.saturating_add(CLOCK_SKEW))
        {
            return Err(JwsError::Time { found: format!("is valid from {not_before}"), at });
        }
        if let Some(end) = self.seconds("exp")?.filter(|end| at >= end.saturating_add(CLOCK_SKEW)) {
            return Err(JwsError::Time { found: format!("expired at {end}"), at });
        }
        Ok(())
    }

    /// A member with a number of seconds since 1970 (`NumericDate`, RFC 7519 section 2).
    fn seconds(&self, name: &str) -> Result<Option<Timestamp>, JwsError> {
        let Some(value) = self.members.get(name) else { return Ok(None) };
        let seconds = value.as_number().and_then(|number| Number::new(number.get().floor())?.as_integer());
        let expected = || JwsError::header(name, format!("is {}, expected seconds since 1970", value.kind()));
        seconds.and_then(Timestamp::from_unix_seconds).map(Some).ok_or_else(expected)
    }

    /// Whether this signature is written by a text: its header, its signature, or both without the payload.
    #[must_use]
    pub fn is_written(&self, text: &str) -> bool {
        let is_signature = |text: &str| text == URL_SAFE_NO_PAD.encode(self.signature.0);
        let detached = || text.strip_prefix(&*self.protected)?.strip_prefix("..");
        text == self.protected || is_signature(text) || detached().is_some_and(is_signature)
    }
}

/// The signed bytes (RFC 7515 section 5.1, step 8).
pub(super) fn signing_input(protected: &str, payload: &[u8]) -> String {
    let mut input = String::with_capacity(protected.len() + 1 + encoded_size(payload.len()));
    input.push_str(protected);
    input.push('.');
    URL_SAFE_NO_PAD.encode_string(payload, &mut input);
    input
}

/// The length of base64url without padding.
fn encoded_size(bytes: usize) -> usize {
    bytes.saturating_mul(4).div_ceil(3)
}

/// The maximum length of the detached form: header, two dots, 64 bytes of signature.
fn framing(profile: &Profile) -> usize {
    encoded_size(profile.header_bytes) + 2 + encoded_size(64)
}

fn parts(text: &str, most: usize) -> Result<[&str; 3], JwsError> {
    if text.len() > most {
        return Err(JwsError::malformed(format!("more than {most} bytes")));
    }
    let mut parts = text.split('.');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(header), Some(payload), Some(signature), None) => Ok([header, payload, signature]),
        _ => Err(JwsError::malformed("not three parts, expected header.payload.signature")),
    }
}

/// Base64url without padding, in its only valid spelling (RFC 7515 section 2).
fn decoded(what: &str, part: &str) -> Result<Vec<u8>, JwsError> {
    URL_SAFE_NO_PAD.decode(part).map_err(|_| JwsError::malformed(format!("{what} is not base64url without padding")))
}
