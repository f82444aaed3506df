//! Looking for secret keys in what everybody is about to read.

use super::PublishFault;
use crate::{
    description::Place,
    json::{Document, Json},
};

/// Endings of files that hold keys.
const KEY_FILES: [&str; 9] = [".pem", ".key", ".p8", ".pk8", ".der", ".p12", ".pfx", ".jks", ".jwk"];
/// Members that hold a secret key, in one DID or JSON-LD vocabulary or another.
const SECRET_MEMBERS: [&str; 6] = [
    "privateKeyJwk",
    "privateKeyMultibase",
    "privateKeyBase58",
    "privateKeyPem",
    "privateKeyHex",
    "secretKeyMultibase",
];

/// Refuses a file that is named as keys are, or has a PEM block of a secret key in it.
pub(super) fn check_file(path: &str, bytes: &[u8]) -> Result<(), PublishFault> {
    let lower = path.to_ascii_lowercase();
    if KEY_FILES.iter().any(|ending| lower.ends_with(ending)) {
        return Err(secret("a file that is named as keys are"));
    }
    const BLOCK: &[u8] = b"PRIVATE KEY-----";
    if bytes.windows(BLOCK.len()).any(|window| window == BLOCK) {
        return Err(secret("a secret key in PEM"));
    }
    Ok(())
}

/// Refuses JSON in which a secret key stands: a private JWK, or a member that is named so.
pub(super) fn check_json(document: &Document) -> Result<(), PublishFault> {
    let mut open = vec![document.json()];
    while let Some(json) = open.pop() {
        if let Some(object) = json.as_object() {
            let named = object.iter().find(|member| SECRET_MEMBERS.contains(&member.name().as_str()));
            let of_jwk = || if object.contains("kty") { object.member("d").or(object.member("k")) } else { None };
            if let Some(member) = named.or_else(of_jwk) {
                let place = Box::new(Place::of(document, member.value().offset()));
                return Err(PublishFault::Secret { what: "a secret key", place });
            }
            open.extend(object.iter().map(|member| member.value()));
        }
        open.extend(json.as_array().unwrap_or_default().iter().collect::<Vec<&Json>>());
    }
    Ok(())
}

fn secret(what: &'static str) -> PublishFault {
    PublishFault::Secret { what, place: Box::default() }
}
