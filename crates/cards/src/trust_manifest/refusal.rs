//! Why signatures of catalogs are refused.

use crate::{codes, signature::SignatureError};

pub(super) fn malformed(message: impl Into<String>) -> SignatureError {
    SignatureError::new(codes::CATALOG_TRUST, message)
}

pub(super) fn invalid(signer: &str, reason: &str) -> SignatureError {
    let signer: String = signer.chars().take(200).collect();
    SignatureError::new(codes::CATALOG_SIGNER, format!("invalid signer {signer:?}: {reason}"))
}

pub(super) fn missing() -> SignatureError {
    let message = "the catalog has no signature, and none of its entries has a trust manifest";
    SignatureError::new(codes::JWS_MISSING, message)
}
