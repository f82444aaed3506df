//! Both P-256 backends with Wycheproof: both must agree with the suite.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::{PublicKey, Signature};
use adp_fixtures::third_party;

/// `(tests run, tests valid)` of the P1363 file, each checked by `verify`.
fn wycheproof(verify: impl Fn(&PublicKey, &[u8], &Signature) -> bool) -> (usize, usize) {
    let text = third_party::read("wycheproof/testvectors_v1/ecdsa_secp256r1_sha256_p1363_test.json");
    let suite: serde_json::Value = serde_json::from_str(&text).unwrap();
    let (mut run, mut valid) = (0, 0);
    for group in suite["testGroups"].as_array().unwrap() {
        let key = PublicKey::from_sec1(&hex(&group["publicKey"]["uncompressed"])).unwrap();
        for test in group["tests"].as_array().unwrap() {
            // `Signature` excludes wrong sizes by its type
            let verified = <[u8; 64]>::try_from(hex(&test["sig"]))
                .is_ok_and(|bytes| verify(&key, &hex(&test["msg"]), &Signature(bytes)));
            let expected = match test["result"].as_str().unwrap() {
                "valid" => true,
                "invalid" => false,
                other => panic!("{other}"),
            };
            assert_eq!(verified, expected, "tcId {}: {}", test["tcId"], test["comment"]);
            run += 1;
            valid += usize::from(expected);
        }
    }
    assert_eq!(run, usize::try_from(suite["numberOfTests"].as_u64().unwrap()).unwrap());
    (run, valid)
}

fn hex(value: &serde_json::Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn wycheproof_p1363_pure_rust() {
    let counts = wycheproof(PublicKey::verify_pure_rust);
    assert_eq!(counts, (262, 173));
    third_party::ran("wycheproof-p1363-pure-rust", counts.0);
}

#[cfg(feature = "aws-lc-rs")]
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn wycheproof_p1363_aws_lc() {
    let counts = wycheproof(PublicKey::verify_aws_lc);
    assert_eq!(counts, (262, 173));
    third_party::ran("wycheproof-p1363-aws-lc", counts.0);
}

/// The backend in use, with the hash of the message instead of the message.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn wycheproof_p1363_by_hash() {
    use sha2::{Digest, Sha256};
    let verify = |key: &PublicKey, message: &[u8], signature: &Signature| {
        key.verify_hash(&Sha256::digest(message).into(), signature)
    };
    assert_eq!(wycheproof(verify), (262, 173));
}

/// Without the third-party file: both backends agree on valid signatures, on signatures with a changed byte, and on low
/// and high s.
#[cfg(feature = "aws-lc-rs")]
#[test]
fn backends_agree() {
    let secret = super::SecretKey::from_bytes(&[0x42; 32]).unwrap();
    let key = secret.public_key().unwrap();
    let signed = ::p256::ecdsa::Signature::from_slice(&secret.sign(b"message").unwrap().0).unwrap();
    let negated = ::p256::ecdsa::Signature::from_scalars(signed.r(), -*signed.s()).unwrap();
    let both = |signature: &[u8; 64]| {
        let signature = Signature(*signature);
        let verdicts = (key.verify_pure_rust(b"message", &signature), key.verify_aws_lc(b"message", &signature));
        assert_eq!(verdicts.0, verdicts.1, "{signature:?}");
        verdicts.0
    };
    for good in [signed, negated] {
        let good: [u8; 64] = good.to_bytes().into();
        assert!(both(&good), "(r, s) and (r, n-s) both verify");
        for at in 0..64 {
            let mut spoilt = good;
            spoilt[at] ^= 0x01;
            assert!(!both(&spoilt), "byte {at}");
        }
    }
    for extreme in [[0; 64], [0xFF; 64]] {
        assert!(!both(&extreme));
    }
}
