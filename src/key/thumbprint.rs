//! JWK thumbprints, RFC 7638.

use crate::json::{Json, Object, jcs};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// The SHA-256 of the required members (RFC 7638 section 3.2). They are ASCII strings, so the canonical form of RFC
/// 8785 is that of section 3.3. `jwk` must contain no other members.
pub(super) fn sha256(jwk: &Object) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(jcs::canonicalize(&Json::from(jwk.clone()))))
}
