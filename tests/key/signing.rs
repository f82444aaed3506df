//! Deterministic signatures against the published vectors: RFC 6979 appendix A.2.5, RFC 8032 section 7.1.

use agent_description::key::{KeyError, KeyType, Signature, SigningKey, VerifyingKey};

/// 32 or 64 bytes from hexadecimal, white space ignored.
fn hex<const N: usize>(text: &str) -> [u8; N] {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
    let bytes: Vec<u8> =
        digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect();
    bytes.try_into().expect("as many bytes as the vector has")
}

#[test]
fn rfc6979_a_2_5_p256_sha256() {
    let key = SigningKey::from_secret_bytes(
        KeyType::P256,
        &hex("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"),
    )
    .unwrap();
    let point: [u8; 64] = hex("60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6
                               7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299");
    assert_eq!(key.verifying_key().to_sec1(false), [&[4][..], &point].concat());

    let sample: [u8; 64] = hex("EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716
                                F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8");
    let test: [u8; 64] = hex("F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367
                              019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083");
    for (message, expected) in [("sample", sample), ("test", test)] {
        let signature = key.sign(message.as_bytes());
        assert_eq!(&signature.0, &expected, "{message}");
        key.verifying_key().verify(message.as_bytes(), &signature).unwrap();
    }
}

/// Tests 1, 2 and 3 of RFC 8032 section 7.1: secret seed, public key, message, signature.
#[test]
fn rfc8032_7_1_ed25519() {
    let vectors: [(&str, &str, &[u8], &str); 3] = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            b"",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
             5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            &[0x72],
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
             085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            &[0xAF, 0x82],
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac
             18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
    ];
    for (secret, public, message, expected) in vectors {
        let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &hex(secret)).unwrap();
        assert_eq!(key.verifying_key().to_sec1(true), hex::<32>(public));
        let signature = key.sign(message);
        assert_eq!(&signature.0, &hex::<64>(expected));
        let public = VerifyingKey::from_sec1(KeyType::Ed25519, &hex::<32>(public)).unwrap();
        public.verify(message, &signature).unwrap();
    }
}

#[test]
fn every_key_type_signs_the_same_twice_and_verifies_nothing_else() {
    for &key_type in KeyType::ALL {
        let key = SigningKey::from_secret_bytes(key_type, &[0x42; 32]).unwrap();
        let signature = key.sign(b"one");
        assert_eq!(signature, key.sign(b"one"), "{key_type}: deterministic");
        key.verifying_key().verify(b"one", &signature).unwrap();
        assert_eq!(key.verifying_key().verify(b"two", &signature), Err(KeyError::Signature { key_type }));
        for at in [0, 31, 32, 63] {
            let mut bytes = signature.0;
            bytes[at] ^= 1;
            assert!(key.verifying_key().verify(b"one", &Signature(bytes)).is_err(), "{key_type} byte {at}");
        }
        let other = SigningKey::from_secret_bytes(key_type, &[0x43; 32]).unwrap();
        assert!(other.verifying_key().verify(b"one", &signature).is_err());
    }
}

#[test]
fn zeros_and_out_of_range_values_never_verify() {
    // "psychic signatures": r or s of zero, or not below the order
    let order: [u8; 32] = hex("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551");
    for &key_type in KeyType::ALL {
        let key = SigningKey::from_secret_bytes(key_type, &[0x42; 32]).unwrap();
        let good = key.sign(b"m").0;
        let with = |r: &[u8], s: &[u8]| Signature([r, s].concat().try_into().unwrap());
        for bad in [
            Signature([0; 64]),
            Signature([0xFF; 64]),
            with(&[0; 32], &good[32..]),
            with(&good[..32], &[0; 32]),
            with(&good[..32], &order),
            with(&order, &good[32..]),
        ] {
            assert!(key.verifying_key().verify(b"m", &bad).is_err(), "{key_type} {bad:?}");
        }
    }
}
