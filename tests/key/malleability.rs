//! Signatures and keys with more than one spelling, or that fit many messages: what is accepted and what is refused.

use agent_description::key::{KeyError, KeyType, Signature, SigningKey, VerifyingKey};

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// a - b, both big-endian.
fn subtract(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut difference = vec![0; a.len()];
    let mut borrow = 0;
    for at in (0..a.len()).rev() {
        let digit = i16::from(a[at]) - i16::from(b[at]) - borrow;
        borrow = i16::from(digit < 0);
        difference[at] = u8::try_from(digit.rem_euclid(256)).unwrap();
    }
    assert_eq!(borrow, 0);
    difference
}

const P256_ORDER: &str = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
const K1_ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

#[test]
fn ecdsa_with_high_and_low_s_verifies() {
    // signers of P-256 write either, the ANP SDKs write either for secp256k1
    for (key_type, order) in [(KeyType::P256, P256_ORDER), (KeyType::Secp256k1, K1_ORDER)] {
        let key = SigningKey::from_secret_bytes(key_type, &[0x42; 32]).unwrap();
        let signature = key.sign(b"message").0;
        let negated = subtract(&hex(order), &signature[32..]);
        assert_ne!(negated[0] & 0x80, signature[32] & 0x80, "one of the two is high");
        let malleated = Signature([&signature[..32], &negated].concat().try_into().unwrap());
        assert_ne!(malleated, Signature(signature));
        key.verifying_key().verify(b"message", &malleated).unwrap();
        key.verifying_key().verify(b"other", &malleated).unwrap_err();
    }
}

#[test]
fn secp256k1_is_signed_with_low_s() {
    for seed in 1..=16 {
        let key = SigningKey::from_secret_bytes(KeyType::Secp256k1, &[seed; 32]).unwrap();
        assert_eq!(key.sign(b"message").0[32] & 0x80, 0, "s <= n/2 < 2^255");
    }
}

#[test]
fn ed25519_keys_of_small_order_are_refused() {
    // the eight points whose order divides 8 (found with RFC 8032's formulas in Python)
    for encoded in [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ] {
        let error = VerifyingKey::from_sec1(KeyType::Ed25519, &hex(encoded)).unwrap_err();
        assert!(error.to_string().contains("small order"), "{encoded}: {error}");
    }
}

#[test]
fn ed25519_points_have_one_encoding() {
    // y of p + 3 and p + 4 instead of 3 and 4 (both y are on the curve, of large order); x = 0 with its sign bit set
    for encoded in [
        "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "f1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ] {
        let error = VerifyingKey::from_sec1(KeyType::Ed25519, &hex(encoded)).unwrap_err();
        assert!(error.to_string().contains("not canonically encoded"), "{encoded}: {error}");
    }
    let off_curve = [&[2][..], &[0; 31]].concat();
    let error = VerifyingKey::from_sec1(KeyType::Ed25519, &off_curve).unwrap_err();
    assert!(error.to_string().contains("not a point on the curve"), "{error}");
}

#[test]
fn ed25519_s_not_below_the_order_is_refused() {
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[0x42; 32]).unwrap();
    let mut bytes = key.sign(b"message").0;
    // s + L, little-endian: the same s modulo the order
    let order = hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    let mut carry = 0;
    for (digit, added) in bytes[32..].iter_mut().zip(order) {
        let sum = u16::from(*digit) + u16::from(added) + carry;
        (*digit, carry) = (u8::try_from(sum & 0xFF).unwrap(), sum >> 8);
    }
    assert_eq!(carry, 0);
    assert_eq!(
        key.verifying_key().verify(b"message", &Signature(bytes)),
        Err(KeyError::Signature { key_type: KeyType::Ed25519 })
    );
}

#[test]
fn ed25519_r_of_small_order_is_refused() {
    // R is the identity and s = k a: sB = R + kA holds, so lax verifiers accept it (computed in Python for the secret
    // seed 01 02 … 20 and the message "message")
    let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &std::array::from_fn(|at| u8::try_from(at).unwrap() + 1));
    let forged = hex(
        "01000000000000000000000000000000000000000000000000000000000000009996c3a905ee73cce245b34861ffb243af666ad22ca233e5af94b0cd8e73360c",
    );
    let key = key.unwrap();
    let forged = Signature(forged.try_into().unwrap());
    key.verifying_key().verify(b"message", &forged).unwrap_err();
}
