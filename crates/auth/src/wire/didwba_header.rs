//! The `Authorization: DIDWba` header, superseded by RFC 9421 signatures: it does not cover the method, path or body.
//!
//! ```text
//! Authorization: DIDWba v="1.1", did="did:wba:…", nonce="…",
//!   timestamp="2026-01-31T12:00:00Z", verification_method="key-1",
//!   signature="…"
//! ```
//!
//! The signature covers SHA-256(JCS({did, nonce, timestamp, and the audience's host as `aud` or `service`})). It is raw
//! r‖s or Ed25519, in base64url without padding. ECDSA hashes that value again, which no specification states but every
//! SDK of the protocol does.

use super::{
    SignedBytes,
    auth_param::after_scheme,
    didwba_credentials::{self, Fields, RequestPart},
};
use crate::{AuthError, Claims, LegacyVersion};
use adp_crypto::{Origin, Timestamp};
use adp_did::Signer;
use http::{HeaderValue, header::AUTHORIZATION};

/// The authentication scheme, compared without case.
pub(super) const SCHEME: &str = "DIDWba";

/// Signs the value of an `Authorization` header for `audience`.
///
/// # Errors
/// `auth-malformed` for a nonce that is empty, longer than 256 bytes or not plain ASCII; those of the signer.
pub fn sign(
    signer: &dyn Signer,
    audience: &Origin,
    version: LegacyVersion,
    nonce: &str,
    at: Timestamp,
) -> Result<HeaderValue, AuthError> {
    let fields = didwba_credentials::sign(signer, audience, version, nonce, at)?;
    let written: Vec<String> = fields.iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
    HeaderValue::try_from(format!("{SCHEME} {}", written.join(", ")))
        .map_err(|error| AuthError::malformed("`Authorization: DIDWba`", error.to_string()))
}

/// The credentials of the header for `audience`.
///
/// # Errors
/// `auth-malformed`.
pub(crate) fn read(request: &http::request::Parts, audience: &Origin) -> Result<(Claims, SignedBytes), AuthError> {
    let mut values = request.headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return Err(AuthError::malformed("`Authorization`", "appears more than once, expected once"));
    };
    let text = after_scheme(value.as_bytes(), SCHEME).and_then(|rest| std::str::from_utf8(rest).ok());
    let text = text.ok_or_else(|| refused("found bytes that are not text"))?;
    parse(text)?.read(audience)
}

/// Parses `name="value"` pairs, separated by commas, with white space only around the commas. Values have no escapes:
/// no field allows a backslash, so all parsers read the same text. Errors do not show what was found: it can be another
/// scheme's secret.
fn parse(mut rest: &str) -> Result<Fields<'_>, AuthError> {
    let mut fields = Fields::from_part(RequestPart::Header);
    loop {
        rest = rest.trim_start_matches([' ', '\t']);
        let (name, value) = rest.split_once("=\"").ok_or_else(|| refused("found text without `=\"`"))?;
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(refused("found a name with characters other than letters, digits and `_`"));
        }
        let (value, after) = value.split_once('"').ok_or_else(|| refused(format!("`{name}` has no closing quote")))?;
        fields.set(&name.to_ascii_lowercase(), value)?;
        rest = after.trim_start_matches([' ', '\t']);
        if rest.is_empty() {
            return Ok(fields);
        }
        rest = rest.strip_prefix(',').ok_or_else(|| refused(format!("found text after `{name}`")))?;
    }
}

fn refused(found: impl std::fmt::Display) -> AuthError {
    AuthError::malformed(
        "`Authorization: DIDWba`",
        format!("{found}, expected name=\"value\" pairs, separated by commas"),
    )
}
