//! What a `DIDWba` header or body says, and the bytes under its signature: the same for both forms and both versions.

use super::{
    Audience, AuthError, AuthPolicy, Claims, Profile, UnverifiedRequest, policy::MAX_NONCE, replay::ReplayKey, window,
};
use crate::{
    Timestamp,
    did::{Did, DidUrl},
    json::{Object, jcs},
    proof::{Signer, signed},
    suite::{ProofValueEncoding, SigningInput, signature_of_base64url},
};
use sha2::{Digest, Sha256};
use std::fmt;

/// The versions of the `DIDWba` forms: they differ in the name under which the audience is signed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LegacyVersion {
    /// The audience is signed as `service`.
    V1_0,
    /// The audience is signed as `aud`; what is meant where `v` is absent.
    #[default]
    V1_1,
}

impl LegacyVersion {
    /// The value of `v`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V1_0 => "1.0",
            Self::V1_1 => "1.1",
        }
    }

    const fn audience_member(self) -> &'static str {
        match self {
            Self::V1_0 => "service",
            Self::V1_1 => "aud",
        }
    }
}

impl fmt::Display for LegacyVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where the credentials stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carrier {
    Header,
    Json,
}

impl Carrier {
    const fn profile(self, version: LegacyVersion) -> Profile {
        match (self, version) {
            (Self::Header, LegacyVersion::V1_0) => Profile::DidWbaV1_0,
            (Self::Header, LegacyVersion::V1_1) => Profile::DidWbaV1_1,
            (Self::Json, LegacyVersion::V1_0) => Profile::DidWbaJsonV1_0,
            (Self::Json, LegacyVersion::V1_1) => Profile::DidWbaJsonV1_1,
        }
    }

    /// What is wrong with a field of this carrier.
    fn malformed(self, name: &str, reason: impl Into<String>) -> AuthError {
        let kind = match self {
            Self::Header => "`Authorization: DIDWba`, field",
            Self::Json => "the body's member",
        };
        AuthError::malformed(format!("{kind} {name:?}"), reason)
    }
}

/// The fields as they were found, each at most once.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    carrier: Carrier,
    v: Option<&'a str>,
    did: Option<&'a str>,
    nonce: Option<&'a str>,
    timestamp: Option<&'a str>,
    verification_method: Option<&'a str>,
    signature: Option<&'a str>,
}

impl<'a> Fields<'a> {
    pub(super) const fn of(carrier: Carrier) -> Self {
        Self { carrier, v: None, did: None, nonce: None, timestamp: None, verification_method: None, signature: None }
    }

    /// Takes a field in. The whole name is compared: `xdid` is not `did`.
    pub(super) fn set(&mut self, name: &str, value: &'a str) -> Result<(), AuthError> {
        let field = match name {
            "v" => &mut self.v,
            "did" => &mut self.did,
            "nonce" => &mut self.nonce,
            "timestamp" => &mut self.timestamp,
            "verification_method" => &mut self.verification_method,
            "signature" => &mut self.signature,
            _ => {
                let expected = "only v, did, nonce, timestamp, verification_method and signature";
                return Err(self.carrier.malformed(name, format!("is unknown, expected {expected}")));
            }
        };
        match field.replace(value) {
            None => Ok(()),
            Some(_) => Err(self.carrier.malformed(name, "appears twice, expected once")),
        }
    }

    /// Checks form, audience and time of the credentials, in this order.
    pub(super) fn read(
        self,
        audience: &Audience,
        policy: &AuthPolicy,
        now: Timestamp,
    ) -> Result<UnverifiedRequest, AuthError> {
        let carrier = self.carrier;
        let required = |name: &str, value: Option<&'a str>| {
            value.ok_or_else(|| carrier.malformed(name, "is missing, expected once"))
        };
        let version = match self.v {
            Some("1.0") => LegacyVersion::V1_0,
            None | Some("1.1") => LegacyVersion::V1_1,
            Some(found) => return Err(carrier.malformed("v", format!("found {found:?}, expected 1.0 or 1.1"))),
        };
        let did_text = required("did", self.did)?;
        let nonce = required("nonce", self.nonce)?;
        let timestamp = required("timestamp", self.timestamp)?;
        let fragment = required("verification_method", self.verification_method)?;
        let signature = required("signature", self.signature)?;

        let did: Did = did_text.parse().map_err(|error| carrier.malformed("did", format!("{error}")))?;
        let key_id = DidUrl::new(&did, fragment).map_err(|error| {
            carrier.malformed("verification_method", format!("{error}; expected only the part after the `#`"))
        })?;
        check_nonce(nonce).map_err(|reason| carrier.malformed("nonce", reason))?;
        let created: Timestamp =
            timestamp.parse().map_err(|error| carrier.malformed("timestamp", format!("{error}")))?;
        let signature = signature_of_base64url(signature).map_err(|found| {
            carrier.malformed("signature", format!("{found}, expected 64 bytes as 86 characters of base64url"))
        })?;

        // the signed audience is not in the credentials: those for another service do not verify
        let input = signing_input(version, audience, &did, nonce, timestamp);
        let replayable_until = window::check(created, None, policy, now)?;
        Ok(UnverifiedRequest {
            replay_key: ReplayKey::of_nonce(audience, &did, nonce),
            claims: Claims {
                profile: carrier.profile(version),
                key_id,
                audience: audience.clone(),
                covered: Vec::new(),
                created: Some(created),
                expires: None,
                nonce: Some(nonce.to_owned()),
            },
            input,
            signature,
            key_type: None,
            replayable_until,
        })
    }
}

/// 1 to 256 printable characters of ASCII that need no escape in a quoted string or in JSON.
fn check_nonce(nonce: &str) -> Result<(), String> {
    let plain = |byte: u8| (b' '..=b'~').contains(&byte) && !matches!(byte, b'"' | b'\\');
    if nonce.is_empty() || nonce.len() > MAX_NONCE || !nonce.bytes().all(plain) {
        let length = nonce.len();
        return Err(format!(
            "found {length} bytes, expected 1 to {MAX_NONCE} printable characters without `\"` and `\\`"
        ));
    }
    Ok(())
}

/// The SHA-256 of the canonical JSON of what is signed. ECDSA hashes it once more, as the protocol's SDKs do.
fn signing_input(version: LegacyVersion, audience: &Audience, did: &Did, nonce: &str, timestamp: &str) -> SigningInput {
    let mut signed = Object::with_capacity(4);
    signed.insert("nonce", nonce);
    signed.insert("timestamp", timestamp);
    signed.insert(version.audience_member(), audience.host());
    signed.insert("did", did.as_str());
    SigningInput::of_request(Sha256::digest(jcs::canonicalize(&signed.into())).to_vec())
}

/// Credentials of `signer` for `audience`: the fields in the order in which they are written.
///
/// The signature is verified with the signer's public key before it is returned.
pub(super) fn sign(
    signer: &dyn Signer,
    audience: &Audience,
    version: LegacyVersion,
    nonce: &str,
    at: Timestamp,
) -> Result<[(&'static str, String); 6], AuthError> {
    check_nonce(nonce).map_err(|reason| AuthError::malformed("the nonce", reason))?;
    let (did, timestamp) = (signer.method().did(), at.truncated_to_second().to_string());
    let input = signing_input(version, audience, did, nonce, &timestamp);
    let signature = signed(signer, &input)?;
    Ok([
        ("v", version.as_str().to_owned()),
        ("did", did.as_str().to_owned()),
        ("nonce", nonce.to_owned()),
        ("timestamp", timestamp),
        ("verification_method", signer.method().fragment().to_owned()),
        ("signature", ProofValueEncoding::Base64Url.encode(&signature)),
    ])
}
