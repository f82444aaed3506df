//! Which bytes stand under a signature: design of each suite, member by member. Expected texts are written by hand.

use agent_description::{
    Code, CodedError, Document, Limits, SimpleError,
    json::{Json, Object},
    key::{KeyType, SigningKey},
    suite::{ProofValueEncoding, Suite, canonical_sha256},
};
use sha2::{Digest, Sha256};

use ProofValueEncoding::{Base58Btc, Base64Url};

fn object(text: &str) -> Object {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap().root().clone()
}

fn bytes(suite: Suite, document: &str, proof: &str, encoding: ProofValueEncoding) -> Result<Vec<u8>, SimpleError> {
    suite.signing_input(&object(document), &object(proof), encoding).map(|input| input.as_bytes().to_vec())
}

fn hashes(config: &str, document: &str) -> Vec<u8> {
    [Sha256::digest(config), Sha256::digest(document)].concat()
}

#[track_caller]
fn context_refused(result: Result<Vec<u8>, SimpleError>, expected: &str) {
    let error = result.unwrap_err();
    assert_eq!(error.code(), Code::PROOF_MALFORMED);
    assert_eq!(error.pointer().as_deref(), Some("/proof/@context"));
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn adp_ecdsa_p256_covers_the_whole_document_but_proof_value() {
    let expected = r#"{"@context":"c","name":"Hotel","owner":{"proof":{"proofValue":"kept"}},"proof":{"created":"t","type":"EcdsaSecp256r1Signature2019"},"proofValue":"kept too"}"#;
    let proof = r#"{"type":"EcdsaSecp256r1Signature2019","proofValue":"gone","created":"t"}"#;
    let without = r#"{"proofValue":"kept too","owner":{"proof":{"proofValue":"kept"}},"name":"Hotel","@context":"c"}"#;
    let with = without.replace(r#""name""#, &format!(r#""proof":{proof},"name""#));
    let other = without.replace(r#""name""#, r#""proof":{"type":"another"},"name""#);
    for encoding in [Base64Url, Base58Btc] {
        // only the root's proof.proofValue is left out; the proof handed over counts, wherever the member stands
        for document in [without, &with, &other] {
            let found = bytes(Suite::AdpEcdsaP256, document, proof, encoding).unwrap();
            assert_eq!(String::from_utf8(found).unwrap(), expected);
        }
    }
    // the document's own proof, by reference: the same bytes without a copy
    let document = object(&with);
    let own = document.get("proof").and_then(Json::as_object).unwrap();
    let input = Suite::AdpEcdsaP256.signing_input(&document, own, Base64Url).unwrap();
    assert_eq!(input.as_bytes(), expected.as_bytes());
    assert_eq!(canonical_sha256(&document), <[u8; 32]>::from(Sha256::digest(expected)));
}

#[test]
fn adp_ecdsa_p256_replaces_a_proof_that_is_no_object() {
    let found = bytes(Suite::AdpEcdsaP256, r#"{"proof":[1,2],"a":1}"#, r#"{"type":"t"}"#, Base64Url).unwrap();
    assert_eq!(String::from_utf8(found).unwrap(), r#"{"a":1,"proof":{"type":"t"}}"#);
}

#[test]
fn data_integrity_hashes_options_then_document() {
    let document = r#"{"name":"Hotel","@context":["a","b"],"proof":{"ignored":true},"owner":{"proof":1}}"#;
    let proof = r#"{"type":"DataIntegrityProof","proofValue":"gone","cryptosuite":"x","nonce":1}"#;
    let canonical = r#"{"@context":["a","b"],"name":"Hotel","owner":{"proof":1}}"#;
    let with_context = r#"{"@context":["a","b"],"cryptosuite":"x","nonce":1,"type":"DataIntegrityProof"}"#;
    let without = r#"{"cryptosuite":"x","nonce":1,"type":"DataIntegrityProof"}"#;
    for (suite, encoding, config) in [
        (Suite::EcdsaJcs2019, Base58Btc, with_context),
        (Suite::EddsaJcs2022, Base58Btc, with_context),
        (Suite::EddsaJcs2022, Base64Url, without),
        (Suite::DidWbaEcdsaK1, Base64Url, without),
    ] {
        assert_eq!(bytes(suite, document, proof, encoding).unwrap(), hashes(config, canonical), "{suite} {encoding:?}");
        let forms = suite.canonical_forms(&object(document), &object(proof), encoding).unwrap();
        assert_eq!(forms.proof_config.unwrap(), config.as_bytes());
        assert_eq!(forms.document, canonical.as_bytes());
    }
}

#[test]
fn proof_context_equal_to_the_document_s_is_accepted_where_contexts_are_signed() {
    let document = r#"{"@context":["a",{"b":"c","d":1}],"name":"Hotel"}"#;
    let config = r#"{"@context":["a",{"b":"c","d":1}],"type":"T"}"#;
    for suite in [Suite::EcdsaJcs2019, Suite::EddsaJcs2022] {
        for proof in [
            r#"{"type":"T"}"#,
            // equal after canonicalization: other member order, another spelling of 1
            r#"{"type":"T","@context":["a",{"d":1.0,"b":"\u0063"}]}"#,
        ] {
            assert_eq!(bytes(suite, document, proof, Base58Btc).unwrap(), hashes(config, document), "{suite} {proof}");
        }
        // neither has one: none is signed
        let plain = r#"{"name":"Hotel"}"#;
        assert_eq!(bytes(suite, plain, r#"{"type":"T"}"#, Base58Btc).unwrap(), hashes(r#"{"type":"T"}"#, plain));
    }
}

#[test]
fn proof_context_that_differs_is_refused() {
    let document = r#"{"@context":["a","b"],"name":"Hotel"}"#;
    for suite in [Suite::EcdsaJcs2019, Suite::EddsaJcs2022] {
        for context in [
            // a prefix, which W3C's rule would allow; another order; a longer one; a string for an array; null
            r#"["a"]"#,
            r#"["b","a"]"#,
            r#"["a","b","c"]"#,
            r#""a""#,
            "null",
            "[]",
            "{}",
        ] {
            let proof = format!(r#"{{"type":"T","@context":{context}}}"#);
            context_refused(bytes(suite, document, &proof, Base58Btc), "differs from the document's");
            context_refused(bytes(suite, r#"{"name":"x"}"#, &proof, Base58Btc), "the document has none");
        }
    }
}

#[test]
fn proof_context_is_refused_where_contexts_are_not_signed() {
    let document = r#"{"@context":"a"}"#;
    let proof = r#"{"type":"T","@context":"a"}"#;
    for (suite, encoding) in [
        (Suite::AdpEcdsaP256, Base64Url),
        (Suite::AdpEcdsaP256, Base58Btc),
        (Suite::EddsaJcs2022, Base64Url),
        (Suite::DidWbaEcdsaK1, Base64Url),
    ] {
        context_refused(bytes(suite, document, proof, encoding), "is not allowed in this form of proof");
        context_refused(
            bytes(suite, document, r#"{"@context":null}"#, encoding),
            "is not allowed in this form of proof",
        );
    }
}

#[test]
fn every_member_of_the_proof_but_proof_value_is_covered() {
    // unknown members among them
    let document = object(r#"{"@context":"c","name":"Hotel"}"#);
    let proof = object(
        r#"{"type":"T","cryptosuite":"x","created":"t","expires":"u","verificationMethod":"m","proofPurpose":"p",
            "domain":"d","challenge":"e","nonce":"n","unknown":{"deep":[1]},"proofValue":"v"}"#,
    );
    for &suite in Suite::ALL {
        let encoding = suite.written_encoding();
        let input = |proof: &Object| suite.signing_input(&document, proof, encoding).unwrap();
        let signed = input(&proof);
        for member in &proof {
            let mut changed = proof.clone();
            changed.insert(member.name().clone(), "changed");
            let mut removed = proof.clone();
            removed.remove(member.name());
            let covered = member.name() != "proofValue";
            assert_eq!(input(&changed) != signed, covered, "{suite} {} changed", member.name());
            assert_eq!(input(&removed) != signed, covered, "{suite} {} removed", member.name());
        }
        let mut longer = proof.clone();
        longer.insert("added", true);
        assert_ne!(input(&longer), signed);
        let mut document = document.clone();
        document.insert("name", "Hostel");
        assert_ne!(suite.signing_input(&document, &proof, encoding).unwrap(), signed);
    }
}

#[test]
fn a_signature_by_one_suite_is_none_by_another() {
    // the suites' names are under the signature, and so is their form
    let document = object(r#"{"@context":"c","name":"Hotel"}"#);
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[0x42; 32]).unwrap();
    let proof = |suite: Suite| {
        let mut proof = object(&format!(r#"{{"type":"{}","created":"t"}}"#, suite.proof_type()));
        if let Some(cryptosuite) = suite.cryptosuite() {
            proof.insert("cryptosuite", cryptosuite);
        }
        proof
    };
    let input = |suite: Suite| suite.signing_input(&document, &proof(suite), suite.written_encoding()).unwrap();
    for &one in Suite::ALL {
        let signature = key.sign(input(one).as_bytes());
        for &other in Suite::ALL {
            let verified = key.verifying_key().verify(input(other).as_bytes(), &signature).is_ok();
            assert_eq!(verified, one == other, "signed by {one}, read by {other}");
        }
    }
}

#[test]
fn suites_are_identified_by_type_and_cryptosuite_together() {
    for &suite in Suite::ALL {
        assert_eq!(Suite::identify(suite.proof_type(), suite.cryptosuite()), Some(suite));
        assert_eq!(suite.as_str().parse(), Ok(suite));
        assert_eq!(suite.to_string(), suite.as_str());
    }
    let table = [
        ("EcdsaSecp256r1Signature2019", None, Some(Suite::AdpEcdsaP256), KeyType::P256),
        ("DataIntegrityProof", Some("ecdsa-jcs-2019"), Some(Suite::EcdsaJcs2019), KeyType::P256),
        ("DataIntegrityProof", Some("eddsa-jcs-2022"), Some(Suite::EddsaJcs2022), KeyType::Ed25519),
        ("DataIntegrityProof", Some("didwba-jcs-ecdsa-secp256k1-2025"), Some(Suite::DidWbaEcdsaK1), KeyType::Secp256k1),
    ];
    for (proof_type, cryptosuite, expected, key_type) in table {
        assert_eq!(Suite::identify(proof_type, cryptosuite), expected);
        assert_eq!(expected.unwrap().key_type(), key_type, "the suite fixes the key's type");
    }
    for (proof_type, cryptosuite) in [
        ("EcdsaSecp256r1Signature2019", Some("ecdsa-jcs-2019")),
        ("EcdsaSecp256r1Signature2019", Some("")),
        ("DataIntegrityProof", None),
        ("DataIntegrityProof", Some("ecdsa-rdfc-2019")),
        ("DataIntegrityProof", Some("ECDSA-JCS-2019")),
        ("EcdsaSecp256k1Signature2019", None),
        ("none", None),
        ("", None),
    ] {
        assert_eq!(Suite::identify(proof_type, cryptosuite), None, "{proof_type} {cryptosuite:?}");
    }
    let error = "ecdsa".parse::<Suite>().unwrap_err();
    assert_eq!(error.code(), Code::PROOF_SUITE);
    for &suite in Suite::ALL {
        assert!(error.to_string().contains(suite.as_str()), "{error}");
    }
}

#[test]
fn canonical_sha256_is_the_same_for_every_signature_over_the_same_content() {
    let one = object(r#"{"b":1,"a":2,"proof":{"type":"T","proofValue":"one"}}"#);
    let two = object(r#"{"proof":{"proofValue":"two","type":"T"},"a":2,"b":1}"#);
    assert_eq!(canonical_sha256(&one), <[u8; 32]>::from(Sha256::digest(r#"{"a":2,"b":1,"proof":{"type":"T"}}"#)));
    assert_eq!(canonical_sha256(&one), canonical_sha256(&two));
}

/// A proof with the document's `@context`, and one that leaves it to the suite, are one signed text and have one hash.
#[test]
fn canonical_sha256_is_the_same_for_every_spelling_of_the_context() {
    let base58 = "z2Ana1pUpv2ZbMVkwF5FXapYeBEjdxDatLn7nvJkhgTSXbs59SyZSx866bXirPgj8QQVB57uxHJBG1YFvkRbFj4T";
    let base64 = "A".repeat(86);
    let of = |cryptosuite: &str, context: &str, value: &str| {
        let proof =
            format!(r#"{{{context}"type":"DataIntegrityProof","cryptosuite":"{cryptosuite}","proofValue":"{value}"}}"#);
        let text = format!(r#"{{"@context":{{"@vocab":"https://schema.org/"}},"name":"A","proof":{proof}}}"#);
        canonical_sha256(&object(&text))
    };
    let expected = |text: &str| <[u8; 32]>::from(Sha256::digest(text));
    const CONTEXT: &str = r#""@context":{"@vocab":"https://schema.org/"},"#;
    for suite in ["ecdsa-jcs-2019", "eddsa-jcs-2022"] {
        let text = format!(
            r#"{{{CONTEXT}"name":"A","proof":{{{CONTEXT}"cryptosuite":"{suite}","type":"DataIntegrityProof"}}}}"#
        );
        assert_eq!(of(suite, "", base58), expected(&text));
        assert_eq!(of(suite, CONTEXT, base58), expected(&text));
    }
    // the SDKs' form, and secp256k1, are signed without a context
    for (suite, value) in [("eddsa-jcs-2022", base64.as_str()), ("didwba-jcs-ecdsa-secp256k1-2025", base64.as_str())] {
        let text =
            format!(r#"{{{CONTEXT}"name":"A","proof":{{"cryptosuite":"{suite}","type":"DataIntegrityProof"}}}}"#);
        assert_eq!(of(suite, "", value), expected(&text));
    }
}

/// One document under both P-256 suites, every step written down: hash once or twice, must not be guessed.
///
/// Made by `tests/interop/adp_proof.py` (Python's `cryptography` with RFC 6979, `jcs`) from the secret 01 02 … 20.
#[test]
fn known_answers_of_both_p256_suites() {
    let key = SigningKey::from_secret_bytes(KeyType::P256, &std::array::from_fn(|at| u8::try_from(at).unwrap() + 1));
    let key = key.unwrap();
    let document = object(r#"{"@context":"https://example.com/ad","name":"Grand Hotel","price":1.50}"#);
    let common = r#""created":"2026-11-21T10:00:00Z","verificationMethod":"did:wba:hotel.example#key-1","proofPurpose":"assertionMethod""#;
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();

    let proof = object(&format!(r#"{{"type":"EcdsaSecp256r1Signature2019",{common}}}"#));
    let input = Suite::AdpEcdsaP256.signing_input(&document, &proof, Base64Url).unwrap();
    assert_eq!(
        std::str::from_utf8(input.as_bytes()).unwrap(),
        r#"{"@context":"https://example.com/ad","name":"Grand Hotel","price":1.5,"proof":{"created":"2026-11-21T10:00:00Z","proofPurpose":"assertionMethod","type":"EcdsaSecp256r1Signature2019","verificationMethod":"did:wba:hotel.example#key-1"}}"#
    );
    assert_eq!(
        hex(&Sha256::digest(input.as_bytes())),
        "1991872ab8df2b72ee3ce47a990c3757442a42aeddec7209e9745fb9c65e6fd3"
    );
    assert_eq!(
        Suite::AdpEcdsaP256.written_encoding().encode(&key.sign(input.as_bytes())),
        "awIVZvxz2ffb4VTxsxJKd69oNxcKdLXcfLqAtddgf49B-KYNK0a3DkmKxQs-fxXzSTTN_RAovAuBqhB1bKtX1w"
    );

    let proof = object(&format!(r#"{{"type":"DataIntegrityProof","cryptosuite":"ecdsa-jcs-2019",{common}}}"#));
    let input = Suite::EcdsaJcs2019.signing_input(&document, &proof, Base58Btc).unwrap();
    assert_eq!(
        hex(input.as_bytes()),
        "34df6e4281c9e724304407dfeec6e60a79930ccc9a47e6ac73a4eb77721ef281\
         b2a83576002b3e5aaf367f70918cf19caa10170ae28c13ade7502c5e14d58d53"
    );
    assert_eq!(
        Suite::EcdsaJcs2019.written_encoding().encode(&key.sign(input.as_bytes())),
        "z4pSD8sNhUJZRqCoRsykNinnAX5S8aSWs1fpgW9gc9E1NtFt6yoJ41CuHmFuLC4AtuY9cEkXBs5NMc6sXS14jxnr1"
    );
}
