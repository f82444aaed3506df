//! `eddsa-jcs-2022`: Data Integrity EdDSA Cryptosuites 1.0 section 3.3, and the ANP SDKs' form of it in base64url.

use super::{CanonicalForms, Profile, ProofValueEncoding, Suite, SuiteError, data_integrity};
use crate::{json::Object, key::KeyType};

pub(super) const PROFILE: Profile = Profile {
    name: "eddsa-jcs-2022",
    proof_type: "DataIntegrityProof",
    cryptosuite: Some("eddsa-jcs-2022"),
    key_type: KeyType::Ed25519,
    written: ProofValueEncoding::Base58Btc,
    read: &[ProofValueEncoding::Base58Btc, ProofValueEncoding::Base64Url],
};

/// The encoding of `proofValue` distinguishes the two forms: the SDKs write base64url and sign options without
/// `@context`.
pub(super) fn canonical_forms(
    document: &Object,
    proof: &Object,
    encoding: ProofValueEncoding,
) -> Result<CanonicalForms, SuiteError> {
    match encoding {
        ProofValueEncoding::Base58Btc => data_integrity::with_context(Suite::EddsaJcs2022, document, proof),
        ProofValueEncoding::Base64Url => data_integrity::without_context(Suite::EddsaJcs2022, document, proof),
    }
}
