//! The signers of proofs and signatures, as they name themselves.

use super::{change::Both, lists::one_or_more};
use agent_description::{
    Json, Limits,
    json::{Object, parse},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use std::collections::BTreeSet;

/// Members that name a signer, or a key of the signer.
const NAMES: [&str; 6] = ["verificationMethod", "signer", "contributor", "identity", "kid", "jku"];
/// Members with a JWS, or with its header.
const SIGNATURES: [&str; 3] = ["protected", "jws", "signature"];

/// Whether a proof or a signer is gone. Another key of the same DID, or of the same key set, is the same signer.
pub(super) fn are_fewer((old, new): Both<'_>) -> bool {
    let (old, new) = (one_or_more(old), one_or_more(new));
    let named = |proofs: &[Json]| -> BTreeSet<BTreeSet<String>> {
        let signers = |proof: &Json| {
            let mut found = BTreeSet::new();
            add_signers(proof, &mut found);
            found
        };
        proofs.iter().map(signers).filter(|found| !found.is_empty()).collect()
    };
    old.len() > new.len() || !named(old).is_subset(&named(new))
}

fn add_signers(proof: &Json, found: &mut BTreeSet<String>) {
    add_header(proof, found);
    proof.as_array().into_iter().flatten().for_each(|item| add_signers(item, found));
    let Some(object) = proof.as_object() else { return };
    for member in object {
        let (name, value) = (member.name().as_str(), member.value());
        if NAMES.contains(&name) && names_signer(object, name) {
            let text = value.as_str().or_else(|| value.get("id")?.as_str());
            found.extend(text.and_then(|text| text.split('#').next()).map(str::to_owned));
        }
        match value.as_str() {
            Some(_) if SIGNATURES.contains(&name) => add_header(value, found),
            Some(_) => {}
            None => add_signers(value, found),
        }
    }
}

/// Whether a member names the signer. In a JWS header, a key ID is that of a DID, or of a key in the key set.
fn names_signer(object: &Object, name: &str) -> bool {
    let has_did = object.get("kid").and_then(Json::as_str).is_some_and(|kid| kid.starts_with("did:"));
    match name {
        "kid" => has_did || !object.contains("jku"),
        "jku" => !has_did,
        _ => true,
    }
}

/// Adds the signer in the header of a JWS.
fn add_header(jws: &Json, found: &mut BTreeSet<String>) {
    let header = jws.as_str().and_then(|text| text.split('.').next());
    let bytes = header.and_then(|header| URL_SAFE_NO_PAD.decode(header).ok());
    let header = bytes.and_then(|bytes| parse(&bytes, &Limits::default()).ok());
    if let Some(header) = header.filter(|header| header.as_object().is_some()) {
        add_signers(&header, found);
    }
}
