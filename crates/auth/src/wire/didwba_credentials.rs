//! `DIDWba` credentials and the signed bytes, shared by header and body and by both versions.

use super::{MAX_NONCE, SignedBytes};
use crate::{AuthError, Claims, CredentialForm};
use adp_crypto::{
    Origin, Timestamp,
    suite::{ProofValueEncoding, SigningInput, signature_of_base64url},
};
use adp_did::{Did, DidUrl, Signer, signed};
use adp_json::{Object, jcs};
use sha2::{Digest, Sha256};

adp_json::words! {
    /// The versions of the `DIDWba` forms: they differ in the signed name of the audience. Written as `v`.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum LegacyVersion {
        /// The audience is signed as `service`.
        V1_0 = "1.0",
        /// The audience is signed as `aud`; the default without `v`.
        #[default]
        V1_1 = "1.1",
    }
}

impl LegacyVersion {
    const fn audience_member(self) -> &'static str {
        match self {
            Self::V1_0 => "service",
            Self::V1_1 => "aud",
        }
    }
}

/// The location of the credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestPart {
    Header,
    Body,
}

impl RequestPart {
    const fn form(self, version: LegacyVersion) -> CredentialForm {
        match (self, version) {
            (Self::Header, LegacyVersion::V1_0) => CredentialForm::DidWbaV1_0,
            (Self::Header, LegacyVersion::V1_1) => CredentialForm::DidWbaV1_1,
            (Self::Body, LegacyVersion::V1_0) => CredentialForm::DidWbaJsonV1_0,
            (Self::Body, LegacyVersion::V1_1) => CredentialForm::DidWbaJsonV1_1,
        }
    }

    /// The name of a field in messages.
    fn place(self, name: &str) -> String {
        match self {
            Self::Header => format!("`Authorization: DIDWba`, field {name:?}"),
            Self::Body => format!("the body's member {name:?}"),
        }
    }

    /// Creates the error about a field.
    fn malformed(self, name: &str, reason: impl Into<String>) -> AuthError {
        AuthError::malformed(self.place(name), reason)
    }
}

/// The parsed fields, each at most once.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    part: RequestPart,
    v: Option<&'a str>,
    did: Option<&'a str>,
    nonce: Option<&'a str>,
    timestamp: Option<&'a str>,
    verification_method: Option<&'a str>,
    signature: Option<&'a str>,
}

impl<'a> Fields<'a> {
    pub(super) const fn from_part(part: RequestPart) -> Self {
        Self { part, v: None, did: None, nonce: None, timestamp: None, verification_method: None, signature: None }
    }

    /// Adds a field. Names are compared completely: `xdid` is not `did`.
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
                return Err(self.part.malformed(name, format!("is unknown, expected {expected}")));
            }
        };
        match field.replace(value) {
            None => Ok(()),
            Some(_) => Err(self.part.malformed(name, "appears twice, expected once")),
        }
    }

    /// The credentials for `audience`. The audience is not one of the fields, so credentials for another service do not
    /// verify.
    ///
    /// # Errors
    /// `auth-malformed`.
    pub(super) fn read(self, audience: &Origin) -> Result<(Claims, SignedBytes), AuthError> {
        let part = self.part;
        let required =
            |name: &str, value: Option<&'a str>| value.ok_or_else(|| part.malformed(name, "is missing, expected once"));
        let version = match self.v {
            Some("1.0") => LegacyVersion::V1_0,
            None | Some("1.1") => LegacyVersion::V1_1,
            Some(found) => return Err(part.malformed("v", format!("found {found:?}, expected 1.0 or 1.1"))),
        };
        let did_text = required("did", self.did)?;
        let nonce = required("nonce", self.nonce)?;
        let timestamp = required("timestamp", self.timestamp)?;
        let fragment = required("verification_method", self.verification_method)?;
        let signature = required("signature", self.signature)?;

        let did: Did = did_text.parse().map_err(|error| AuthError::key_id(&part.place("did"), did_text, error))?;
        let key_id = DidUrl::new(&did, fragment).map_err(|error| {
            part.malformed("verification_method", format!("{error}; expected only the part after the `#`"))
        })?;
        check_nonce(nonce).map_err(|reason| part.malformed("nonce", reason))?;
        let created: Timestamp = timestamp.parse().map_err(|error| part.malformed("timestamp", format!("{error}")))?;
        let signature = signature_of_base64url(signature).map_err(|found| {
            part.malformed("signature", format!("{found}, expected 64 bytes as 86 characters of base64url"))
        })?;
        let claims = Claims {
            form: part.form(version),
            key_id,
            audience: audience.clone(),
            covered: Vec::new(),
            created: Some(created),
            expires: None,
            nonce: Some(nonce.to_owned()),
        };
        let input = signing_input(version, audience, &did, nonce, timestamp);
        Ok((claims, SignedBytes { input, signature, key_type: None }))
    }
}

/// Whether a text has 1 to 256 printable ASCII characters that need no escape in a quoted string or in JSON.
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

/// The SHA-256 of the canonical JSON of the signed fields. ECDSA hashes it again, like the protocol's SDKs.
fn signing_input(version: LegacyVersion, audience: &Origin, did: &Did, nonce: &str, timestamp: &str) -> SigningInput {
    let mut signed = Object::with_capacity(4);
    signed.insert("nonce", nonce);
    signed.insert("timestamp", timestamp);
    signed.insert(version.audience_member(), audience.host());
    signed.insert("did", did.as_str());
    SigningInput::from_message(Sha256::digest(jcs::canonicalize(&signed.into())).to_vec())
}

/// The signed credentials of `signer` for `audience`: the fields in writing order.
///
/// The signature is verified with the signer's public key before it is returned.
pub(super) fn sign(
    signer: &dyn Signer,
    audience: &Origin,
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
