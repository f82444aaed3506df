//! JWK thumbprints, RFC 7638.

use crate::json::{Json, Object, jcs};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// SHA-256 over the required members (RFC 7638 section 3.2), which are ASCII strings: RFC 8785 writes them as section 3.3
/// asks. `jwk` must hold nothing else.
pub(super) fn sha256(jwk: &Object) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(jcs::canonicalize(&Json::from(jwk.clone()))))
}
