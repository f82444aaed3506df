//! Wycheproof's P-256 signatures in IEEE P1363 form, through the public API, whichever backend is on.

use adp_fixtures::third_party;
use agent_description::key::{KeyType, Signature, VerifyingKey};
use serde_json::Value;

fn hex(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

const P1363: &str = "wycheproof/testvectors_v1/ecdsa_secp256r1_sha256_p1363_test.json";

/// How many signatures of a file are valid and invalid.
fn verified(text: &str) -> (usize, usize) {
    let suite: Value = serde_json::from_str(text).unwrap();
    let (mut valid, mut invalid) = (0, 0);
    for group in suite["testGroups"].as_array().unwrap() {
        let key = VerifyingKey::from_sec1(KeyType::P256, &hex(&group["publicKey"]["uncompressed"])).unwrap();
        // the same key from its PEM and in compressed form
        assert_eq!(VerifyingKey::from_public_pem(group["publicKeyPem"].as_str().unwrap()).unwrap(), key);
        assert_eq!(VerifyingKey::from_sec1(KeyType::P256, &key.to_sec1(true)).unwrap(), key);
        for test in group["tests"].as_array().unwrap() {
            let verified = <[u8; 64]>::try_from(hex(&test["sig"]))
                .is_ok_and(|bytes| key.verify(&hex(&test["msg"]), &Signature(bytes)).is_ok());
            assert_eq!(verified, test["result"] == "valid", "tcId {}: {}", test["tcId"], test["comment"]);
            if verified { valid += 1 } else { invalid += 1 }
        }
    }
    (valid, invalid)
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn wycheproof_p1363() {
    let (valid, invalid) = verified(&third_party::read(P1363));
    assert_eq!((valid, invalid), (173, 89));
    third_party::ran("wycheproof-p1363", valid + invalid);
}

#[test]
fn every_fifth_of_wycheproof_p1363() {
    let text = std::fs::read_to_string(third_party::committed(P1363)).unwrap();
    assert_eq!(verified(&text), (34, 19));
}
