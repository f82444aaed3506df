//! The proof of the agent description specification: `EcdsaSecp256r1Signature2019` over the canonical document with its
//! proof.

use super::{CanonicalForms, Profile, ProofValueEncoding, SignedText, SigningInput, Suite, SuiteError, data_integrity};
use crate::{
    json::{Json, Object, jcs},
    key::KeyType,
};

pub(super) const PROFILE: Profile = Profile {
    name: "adp-ecdsa-p256",
    proof_type: "EcdsaSecp256r1Signature2019",
    cryptosuite: None,
    key_type: KeyType::P256,
    written: ProofValueEncoding::Base64Url,
    // the specification's text requires base64url, but its example is base58btc
    read: &[ProofValueEncoding::Base64Url, ProofValueEncoding::Base58Btc],
};

/// The signing input of [`canonical_forms`] if `proof` is the document's own: its signed text, unchanged.
pub(super) fn signing_input_of(proof: &Object, text: SignedText) -> Result<SigningInput, SuiteError> {
    data_integrity::refuse_context(Suite::AdpEcdsaP256, proof)?;
    Ok(text.into_signing_input())
}

pub(super) fn canonical_forms(document: &Object, proof: &Object) -> Result<CanonicalForms, SuiteError> {
    data_integrity::refuse_context(Suite::AdpEcdsaP256, proof)?;
    let own = document.get("proof").and_then(Json::as_object);
    let canonical = if own.is_some_and(|own| std::ptr::eq(own, proof)) {
        jcs::canonicalize_omitting(document, &["proof", "proofValue"])
    } else {
        let mut document = document.clone();
        document.insert("proof", proof.clone());
        jcs::canonicalize_omitting(&document, &["proof", "proofValue"])
    };
    Ok(CanonicalForms::whole(canonical))
}
