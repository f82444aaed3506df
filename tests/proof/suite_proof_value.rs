//! `proofValue`: one spelling per encoding, the encoding told by the length alone.

use agent_description::{
    Code, CodedError,
    key::{KeyType, Signature, SigningKey},
    suite::{ProofValueEncoding, Suite},
};
use base64::{Engine as _, engine::general_purpose as base64_engine};
use proptest::prelude::*;

const BOTH: [Suite; 2] = [Suite::AdpEcdsaP256, Suite::EddsaJcs2022];

/// Bytes 00 01 … 3f and their two spellings, encoded by Python's `base64` and `base58`.
const COUNTING_BASE64URL: &str =
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0-Pw";
const COUNTING_BASE58BTC: &str =
    "z1GMkH3brNXiNNs1tiFZHu4yZSRrzJwxi5wB9bHFtMinfCXNnR1adh8Vo8NTheK4evneedH4qmvjeqcBBNAefgS";

fn counting() -> Signature {
    Signature(std::array::from_fn(|at| u8::try_from(at).unwrap()))
}

#[track_caller]
fn refused(suite: Suite, text: &str, expected: &str) {
    let error = suite.decode_proof_value(text).expect_err("the value must be refused");
    assert_eq!(error.code(), Code::PROOF_VALUE_ENCODING);
    assert_eq!(error.pointer().as_deref(), Some("/proof/proofValue"));
    assert!(error.to_string().contains(expected), "{suite} {text:?}: {error}\nshould say: {expected}");
}

#[test]
fn each_suite_writes_one_encoding_and_reads_it_back() {
    for (suite, encoding, written) in [
        (Suite::AdpEcdsaP256, ProofValueEncoding::Base64Url, COUNTING_BASE64URL),
        (Suite::EcdsaJcs2019, ProofValueEncoding::Base58Btc, COUNTING_BASE58BTC),
        (Suite::EddsaJcs2022, ProofValueEncoding::Base58Btc, COUNTING_BASE58BTC),
        (Suite::DidWbaEcdsaK1, ProofValueEncoding::Base64Url, COUNTING_BASE64URL),
    ] {
        assert_eq!(suite.written_encoding(), encoding);
        assert_eq!(suite.written_encoding().encode(&counting()), written);
        assert_eq!(suite.decode_proof_value(written), Ok((counting(), encoding)));
    }
}

#[test]
fn only_the_default_suite_and_eddsa_read_both_encodings() {
    for suite in BOTH {
        assert_eq!(suite.decode_proof_value(COUNTING_BASE64URL), Ok((counting(), ProofValueEncoding::Base64Url)));
        assert_eq!(suite.decode_proof_value(COUNTING_BASE58BTC), Ok((counting(), ProofValueEncoding::Base58Btc)));
    }
    refused(
        Suite::EcdsaJcs2019,
        COUNTING_BASE64URL,
        "is base64url; ecdsa-jcs-2019 expects 64 bytes as `z` and base58btc",
    );
    refused(
        Suite::DidWbaEcdsaK1,
        COUNTING_BASE58BTC,
        "is base58btc; didwba-ecdsa-k1 expects 64 bytes as 86 characters",
    );
}

#[test]
fn the_specification_s_example_decodes() {
    let example = "z58DAdFfa9SkqZMVPxAQpic7ndSayn1PzZs6ZjWp1CktyGesjuTSwRdoWhAfGFCF5bppETSTojQCrfFPP2oumHKtz";
    let (_, encoding) = Suite::AdpEcdsaP256.decode_proof_value(example).unwrap();
    assert_eq!(encoding, ProofValueEncoding::Base58Btc);
}

#[test]
fn base64url_may_start_with_z() {
    // the length decides, not the letter
    let bytes: [u8; 64] = std::array::from_fn(|at| if at == 0 { 0xCF } else { 1 });
    let signature = Signature(bytes);
    let written = Suite::AdpEcdsaP256.written_encoding().encode(&signature);
    assert!(written.starts_with('z') && written.len() == 86);
    assert_eq!(Suite::AdpEcdsaP256.decode_proof_value(&written), Ok((signature, ProofValueEncoding::Base64Url)));
}

#[test]
fn base58btc_of_87_88_and_89_characters_is_read() {
    // leading zero bytes make base58 shorter
    let mut lengths = std::collections::BTreeSet::new();
    for first in [&[0, 0, 1][..], &[0, 1], &[0, 0xFF], &[1], &[0x10], &[0xFF]] {
        let mut bytes = [0x55; 64];
        bytes[..first.len()].copy_from_slice(first);
        let signature = Signature(bytes);
        let written = Suite::EcdsaJcs2019.written_encoding().encode(&signature);
        lengths.insert(written.len());
        assert_eq!(Suite::EcdsaJcs2019.decode_proof_value(&written), Ok((signature, ProofValueEncoding::Base58Btc)));
    }
    assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [87, 88, 89]);
}

#[test]
fn other_spellings_are_refused() {
    let standard = base64_engine::STANDARD_NO_PAD.encode([0xFB; 64]);
    let hex: String = (0..64).map(|byte| format!("{byte:02x}")).collect();
    for suite in BOTH {
        refused(suite, "", "is empty");
        // base64 laxity
        refused(suite, &format!("{COUNTING_BASE64URL}=="), "has 88 characters: padded base64");
        refused(suite, &format!("{}=", &COUNTING_BASE64URL[..85]), "is padded with `=`");
        refused(suite, &standard, "uses `+` or `/`");
        refused(suite, &COUNTING_BASE64URL.replacen("AAEC", "AA C", 1), "characters outside A-Z a-z 0-9 - _");
        refused(suite, &COUNTING_BASE64URL.replacen("AAEC", "AA\nC", 1), "characters outside");
        refused(suite, &COUNTING_BASE64URL.replacen("AAE", "Aé", 1), "characters outside");
        refused(suite, &format!(" {COUNTING_BASE64URL}"), "has 87 characters");
        refused(suite, &format!("{COUNTING_BASE64URL}\n"), "has 87 characters");
        // the last of 86 characters has four unused bits: of w, x … /, only w is canonical
        for stray in ["x", "y", "z", "0", "1", "-", "_"] {
            refused(suite, &format!("{}{stray}", &COUNTING_BASE64URL[..85]), "stray bits");
        }
        // other lengths of bytes
        for length in [0, 1, 32, 63, 65, 66, 72, 128] {
            let base64url = base64_engine::URL_SAFE_NO_PAD.encode(vec![0x55; length]);
            assert!(suite.decode_proof_value(&base64url).is_err(), "{length} bytes of base64url");
            let base58btc = format!("z{}", bs58::encode(vec![0x55; length]).into_string());
            assert!(suite.decode_proof_value(&base58btc).is_err(), "{length} bytes of base58btc");
        }
        refused(suite, &hex, "has 128 characters");
        // multibase letters other than z, and base58btc without its letter
        refused(suite, &bs58::encode([0xFF; 64]).into_string(), "has 88 characters");
        refused(suite, &format!("u{COUNTING_BASE64URL}"), "has 87 characters");
        refused(suite, &format!("m{COUNTING_BASE64URL}="), "has 88 characters");
        refused(suite, &COUNTING_BASE58BTC.replacen('1', "0", 1), "characters that base58btc does not use");
    }
    refused(Suite::EcdsaJcs2019, &format!("z{}", "1".repeat(87)), "not of 64 bytes");
    refused(Suite::EcdsaJcs2019, &format!("z{}", "z".repeat(88)), "not of 64 bytes");
}

#[test]
fn der_signatures_are_refused() {
    // DER as OpenSSL writes it; 70 to 72 bytes
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[0x42; 32]).unwrap();
    let signature = key.sign(b"message").0;
    let integer = |value: &[u8]| {
        let start = value.iter().position(|&byte| byte != 0).unwrap();
        let sign = usize::from(value[start] & 0x80 != 0);
        [&[2, u8::try_from(value.len() - start + sign).unwrap()][..], &vec![0; sign], &value[start..]].concat()
    };
    let both = [integer(&signature[..32]), integer(&signature[32..])].concat();
    let der = [&[0x30, u8::try_from(both.len()).unwrap()][..], &both].concat();
    assert!((68..=72).contains(&der.len()));
    for &suite in Suite::ALL {
        refused(suite, &base64_engine::URL_SAFE_NO_PAD.encode(&der), "an ASN.1 DER signature");
        refused(suite, &format!("z{}", bs58::encode(&der).into_string()), "has ");
    }
    let message = |text: &str| Suite::AdpEcdsaP256.decode_proof_value(text).unwrap_err().to_string();
    assert!(message("ME").ends_with("has 2 characters; adp-ecdsa-p256 expects 64 bytes as 86 characters of base64url without padding, or as `z` and base58btc (87 to 89)"));
    assert!(!message(&"A".repeat(94)).contains("DER"));
}

proptest! {
    /// Whatever decodes is the one spelling of its bytes: no two texts of one encoding are the same signature.
    #[test]
    fn every_signature_has_exactly_one_spelling_per_encoding(
        bytes in proptest::array::uniform32(any::<u8>()).prop_flat_map(|half| {
            proptest::array::uniform32(any::<u8>()).prop_map(move |other| [half, other].concat())
        }),
        at in 0_usize..89,
        replaced in proptest::char::range(' ', '~'),
    ) {
        let signature = Signature(bytes.try_into().unwrap());
        for suite in [Suite::AdpEcdsaP256, Suite::EcdsaJcs2019] {
            let written = suite.written_encoding().encode(&signature);
            prop_assert_eq!(suite.decode_proof_value(&written), Ok((signature, suite.written_encoding())));
            let mut letters: Vec<char> = written.chars().collect();
            let at = at % letters.len();
            letters[at] = replaced;
            let changed: String = letters.into_iter().collect();
            if let Ok((other, encoding)) = suite.decode_proof_value(&changed) {
                prop_assert_eq!(encoding, suite.written_encoding());
                prop_assert_eq!(other == signature, changed == written);
                prop_assert_eq!(suite.written_encoding().encode(&other), changed);
            }
        }
    }
}
