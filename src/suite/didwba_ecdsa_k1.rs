//! `didwba-jcs-ecdsa-secp256k1-2025`: the ANP SDKs' suite for secp256k1 keys.

use super::{CanonicalForms, Profile, ProofValueEncoding, Suite, SuiteError, data_integrity};
use crate::{json::Object, key::KeyType};

pub(super) const PROFILE: Profile = Profile {
    name: "didwba-ecdsa-k1",
    proof_type: "DataIntegrityProof",
    cryptosuite: Some("didwba-jcs-ecdsa-secp256k1-2025"),
    key_type: KeyType::Secp256k1,
    written: ProofValueEncoding::Base64Url,
    read: &[ProofValueEncoding::Base64Url],
};

pub(super) fn canonical_forms(document: &Object, proof: &Object) -> Result<CanonicalForms, SuiteError> {
    data_integrity::without_context(Suite::DidWbaEcdsaK1, document, proof)
}
