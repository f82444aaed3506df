//! `proofValue`: 64 signature bytes as text, with exactly one spelling per encoding.

use super::Suite;
use crate::key::Signature;
use adp_json::{Code, Place, SimpleError};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

adp_json::words! {
    /// The encoding of `proofValue`.
    pub enum ProofValueEncoding {
        /// base64url without padding (RFC 4648 section 5): 86 characters.
        Base64Url = "base64url",
        /// Multibase base58btc: `z` and 86 to 88 characters.
        Base58Btc = "base58btc",
    }
}

impl ProofValueEncoding {
    /// Encodes a signature.
    #[must_use]
    pub fn encode(self, signature: &Signature) -> String {
        match self {
            Self::Base64Url => URL_SAFE_NO_PAD.encode(signature.0),
            Self::Base58Btc => format!("z{}", bs58::encode(signature.0).into_string()),
        }
    }
}

pub(super) fn decode(suite: Suite, text: &str) -> Result<(Signature, ProofValueEncoding), SimpleError> {
    let read = suite.profile().encodings;
    let refused = |found: String| {
        let message = format!("`proofValue` {found}; {suite} expects {}", expected(read));
        SimpleError::new(Code::PROOF_VALUE_ENCODING, message).at(Place::pointing("/proof/proofValue"))
    };
    // the length decides, not the first letter: one base64url value in 64 starts with `z`
    let (encoding, bytes) = match text.len() {
        86 => (ProofValueEncoding::Base64Url, base64url(text).map_err(|found| refused(found.to_owned()))?),
        87..=89 if text.starts_with('z') => {
            (ProofValueEncoding::Base58Btc, base58btc(text).map_err(|found| refused(found.to_owned()))?)
        }
        _ => return Err(refused(describe(text))),
    };
    if !read.contains(&encoding) {
        return Err(refused(format!("is {}", encoding.as_str())));
    }
    Ok((Signature(bytes), encoding))
}

fn base64url(text: &str) -> Result<[u8; 64], &'static str> {
    let mut bytes = [0; 64];
    match URL_SAFE_NO_PAD.decode_slice(text, &mut bytes) {
        Ok(64) => Ok(bytes),
        _ if text.ends_with('=') => Err("is padded with `=`"),
        _ if text.contains(['+', '/']) => Err("uses `+` or `/`, which are `-` and `_` in base64url"),
        Err(base64::DecodeSliceError::DecodeError(base64::DecodeError::InvalidLastSymbol { .. })) => {
            Err("ends in a character with stray bits: not the canonical base64url of 64 bytes")
        }
        _ => Err("has characters outside A-Z a-z 0-9 - _"),
    }
}

/// A signature that has only a base64url encoding, or the form of the text.
#[doc(hidden)]
pub fn signature_of_base64url(text: &str) -> Result<Signature, String> {
    if text.len() != 86 {
        return Err(describe(text));
    }
    base64url(text).map(Signature).map_err(str::to_owned)
}

fn base58btc(text: &str) -> Result<[u8; 64], &'static str> {
    let mut bytes = [0; 64];
    let base58 = text.strip_prefix('z').unwrap_or(text);
    match bs58::decode(base58).onto(&mut bytes) {
        Ok(64) => Ok(bytes),
        Ok(_) | Err(bs58::decode::Error::BufferTooSmall) => Err("is base58btc, but not of 64 bytes"),
        Err(_) => Err("starts with `z` and has characters that base58btc does not use"),
    }
}

/// The probable form of a value with another length.
fn describe(text: &str) -> String {
    let length = text.chars().count();
    let guess = if text.is_empty() {
        return "is empty".to_owned();
    } else if text.ends_with('=') {
        ": padded base64"
    } else if text.starts_with("ME") && (92..=96).contains(&length) {
        ": probably an ASN.1 DER signature"
    } else {
        ""
    };
    format!("has {length} characters{guess}")
}

fn expected(read: &[ProofValueEncoding]) -> &'static str {
    use ProofValueEncoding::{Base58Btc, Base64Url};
    match (read.contains(&Base64Url), read.contains(&Base58Btc)) {
        (true, true) => "64 bytes as 86 characters of base64url without padding, or as `z` and base58btc (87 to 89)",
        (true, false) => "64 bytes as 86 characters of base64url without padding",
        _ => "64 bytes as `z` and base58btc, 87 to 89 characters",
    }
}
