//! The permitted uses of a JWK: `use`, `key_ops` and `alg` (RFC 7517 sections 4.2 to 4.4).
//!
//! These members are optional. If present, they are enforced: a key that was published for another use verifies no
//! signature.

use super::member::text;
use crate::key::{KeyError, KeyType};
use adp_json::{Json, Object};

/// Refuses a JWK whose members exclude the use of its curve; `None` is X25519, for key agreement.
pub(in crate::key) fn check(key: &Object, key_type: Option<KeyType>) -> Result<(), KeyError> {
    let refused = |member, problem: String| Err(KeyError::Jwk { member, problem });
    if key.contains("use") {
        let found = text(key, "use", "such as \"sig\"")?;
        match key_type {
            Some(_) if found != "sig" => {
                return refused(
                    "use",
                    format!(
                        "is {found:?}, expected \"sig\": the key was not published for signatures (RFC 7517 section 4.2)"
                    ),
                );
            }
            None if found == "sig" => {
                return refused(
                    "use",
                    "is \"sig\", expected \"enc\": X25519 keys make no signatures (RFC 7748)".to_owned(),
                );
            }
            _ => {}
        }
    }
    if let Some(listed) = key.get("key_ops") {
        let operations = operations(listed)?;
        let fits = match key_type {
            Some(_) => operations.contains(&"verify"),
            // Web Cryptography exports public agreement keys without operations
            None => operations.is_empty() || operations.iter().any(|name| matches!(*name, "deriveKey" | "deriveBits")),
        };
        if !fits {
            let due = if key_type.is_some() { "\"verify\"" } else { "\"deriveKey\" or \"deriveBits\"" };
            return refused(
                "key_ops",
                format!("does not contain {due}: the key was published for another purpose (RFC 7517 section 4.3)"),
            );
        }
    }
    if key.contains("alg") {
        let found = text(key, "alg", "such as \"ES256\"")?;
        // RFC 7518 section 3.4, RFC 8812 section 3.2, RFC 8037 section 3.1 and RFC 9864 section 2.2
        let due: &[&str] = match key_type {
            Some(KeyType::P256) => &["ES256"],
            Some(KeyType::Secp256k1) => &["ES256K"],
            Some(KeyType::Ed25519) => &["EdDSA", "Ed25519"],
            None => return Ok(()),
        };
        if !due.contains(&found) {
            return refused(
                "alg",
                format!(
                    "is {found:?}, expected {due:?}: the key was published for another algorithm (RFC 7517 section 4.4)"
                ),
            );
        }
    }
    Ok(())
}

/// The members of `key_ops`: strings without duplicates (RFC 7517 section 4.3).
fn operations(listed: &Json) -> Result<Vec<&str>, KeyError> {
    let refused = |problem: String| KeyError::Jwk { member: "key_ops", problem };
    let items =
        listed.as_array().ok_or_else(|| refused(format!("is {}, expected an array of strings", listed.kind())))?;
    let mut operations = Vec::new();
    // longer lists must contain duplicates: RFC 7517 section 8.3 registers eight values
    for item in items.iter().take(64) {
        let name = item.as_str().ok_or_else(|| refused(format!("holds {}, expected strings", item.kind())))?;
        if operations.contains(&name) {
            return Err(refused("lists an operation twice, expected each once".to_owned()));
        }
        operations.push(name);
    }
    Ok(operations)
}
