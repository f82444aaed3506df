//! `ecdsa-jcs-2019` with P-256: Data Integrity ECDSA Cryptosuites 1.0 section 3.3.

use super::{CanonicalForms, Profile, ProofValueEncoding, Suite, SuiteError, data_integrity};
use crate::{json::Object, key::KeyType};

pub(super) const PROFILE: Profile = Profile {
    name: "ecdsa-jcs-2019",
    proof_type: "DataIntegrityProof",
    cryptosuite: Some("ecdsa-jcs-2019"),
    key_type: KeyType::P256,
    written: ProofValueEncoding::Base58Btc,
    read: &[ProofValueEncoding::Base58Btc],
};

pub(super) fn canonical_forms(document: &Object, proof: &Object) -> Result<CanonicalForms, SuiteError> {
    data_integrity::with_context(Suite::EcdsaJcs2019, document, proof)
}
