//! A proof value that is decoded is the one spelling of its signature, and whatever else reads it reads the same bytes.

use agent_description::{
    key::VerifyingKey,
    suite::{ProofValueEncoding, Suite},
};

pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut first = None;
    for suite in Suite::ALL {
        let Ok((signature, encoding)) = suite.decode_proof_value(text) else { continue };
        assert_eq!(encoding.encode(&signature), text);
        let decoded = match encoding {
            ProofValueEncoding::Base64Url => {
                assert_eq!(text.len(), 86);
                signature
            }
            ProofValueEncoding::Base58Btc => {
                assert!(text.starts_with('z') && (87..=89).contains(&text.len()));
                assert_eq!(bs58::decode(&text[1..]).into_vec().expect("base58"), &signature.0);
                signature
            }
        };
        // suites differ in what they read, never in what it says
        assert_eq!(*first.get_or_insert((decoded, encoding)), (decoded, encoding));
    }
    // the same alphabet, with multicodecs: one spelling for each key as well
    if let Ok(key) = VerifyingKey::from_multikey(text) {
        assert_eq!(key.to_multikey(), text);
    }
}
