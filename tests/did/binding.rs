//! Key-bound DIDs: `e1_` and `k1_` (did:wba section 2.3 and its k1 extension).
//!
//! Each refusal has a document whose signature is good, so that only the rule named can refuse it.

use super::syntax_faults as faults;
use agent_description::{
    Code, CodedError, Limits,
    did::{Binding, Did, DidDocument, DidDocumentBuilder, DidError, DocumentProof, DocumentProofForm, Purpose},
    json::{Document, Json, Object},
    key::{KeyType, SigningKey},
    suite::{ProofValueEncoding, Suite},
};

const E1: &str = "did:wba:example.com:agents:a:e1_nEArpjG3kYMcxbdzInyGlBEYQUw7RfAfe3Tw1fZvAA0";
const K1: &str = "did:wba:example.com:agents:a:k1_lP_eOxmFt0yhJQZJ2Ps5dbzEft_ZPhZz7VA7Luy4itA";

// Thumbprints and signatures made with Python's `cryptography` and `jcs`, by the keys of 32 bytes 0x42.
const E1_W3C: &str = "z3Rvink93HDv2uvpGonjJZpoJZ2siBWx7m4kTrjicYW8RixHspPx72QnaRCfd1abDVVVCYC2ncvTdTEJ8aL69YA9w";
const E1_SDK: &str = "Iqfw_OmpCR7L9G3xUhqtimXL2ZdM1ka4XNU4pM-3AdugeiNuoX9aiHIsJ8c0DwQYJQwz7SvklQ_TH4EnzfcdDQ";
const K1_LOW: &str = "BUW1sf_H6O4BG3yOA_kgayWcOvs5JY7qAxY0TqPA4Z1clP4Bo9w2JH-e5HQFLXBegzpy3Y7m6lXPLuGgPdFz9g";
const K1_HIGH: &str = "BUW1sf_H6O4BG3yOA_kgayWcOvs5JY7qAxY0TqPA4Z2jawH-XCPJ24BhG4v60o-gN3RqCSBhteXwo3zskmTNSw";

fn e1(proof_value: &str) -> String {
    r##"{
  "@context": [
    "https://www.w3.org/ns/did/v1",
    "https://w3id.org/security/data-integrity/v2",
    "https://w3id.org/security/multikey/v1"
  ],
  "id": "DID",
  "verificationMethod": [{
    "id": "#key-1", "type": "Multikey", "controller": "DID",
    "publicKeyMultibase": "z6MkghLt1e8m1fmANsdJJco3aCLV8Xnigr5UWwC3u5iZFPd3"
  }],
  "authentication": ["DID#key-1"],
  "assertionMethod": ["#key-1"],
  "proof": {
    "type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022", "created": "2026-01-31T12:00:00Z",
    "verificationMethod": "DID#key-1", "proofPurpose": "assertionMethod", "proofValue": "VALUE"
  }
}"##
    .replace("DID", E1)
    .replace("VALUE", proof_value)
}

fn k1(proof_value: &str) -> String {
    r##"{
  "@context": [
    "https://www.w3.org/ns/did/v1",
    "https://w3id.org/security/data-integrity/v2",
    "https://w3id.org/security/suites/secp256k1-2019/v1"
  ],
  "id": "DID",
  "verificationMethod": [{
    "id": "DID#key-1", "type": "EcdsaSecp256k1VerificationKey2019", "controller": "DID",
    "publicKeyJwk": {
      "kty": "EC", "crv": "secp256k1",
      "x": "JGU-rENEiAAswGu_t_EP4YmR41-f5DAtvqbSNT3Aqxw", "y": "EZ_FAJoDKqn-R_XhSbuEQvcfiEzLUWWQaG2P9quRxhM"
    }
  }],
  "authentication": ["DID#key-1"],
  "assertionMethod": ["#key-1"],
  "proof": {
    "type": "DataIntegrityProof", "cryptosuite": "didwba-jcs-ecdsa-secp256k1-2025", "created": "2026-01-31T12:00:00Z",
    "verificationMethod": "DID#key-1", "proofPurpose": "assertionMethod", "proofValue": "VALUE"
  }
}"##
    .replace("DID", K1)
    .replace("VALUE", proof_value)
}

fn read(did: &str, text: &str) -> Result<DidDocument, DidError> {
    DidDocument::parse_for(&did.parse().unwrap(), text.as_bytes(), &Limits::default())
        .map(|resolved| resolved.into_inner())
}

#[track_caller]
fn refused(did: &str, text: &str, code: Code, hint: &str) {
    let error = read(did, text).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), code, "{error}\n{text}");
    assert!(error.to_string().contains(hint), "{error}\nshould say: {hint}");
    assert!(error.position().is_some() && error.pointer().is_some(), "{error}");
}

fn key(key_type: KeyType, byte: u8) -> SigningKey {
    SigningKey::from_secret_bytes(key_type, &[byte; 32]).unwrap()
}

fn object(text: &str) -> Object {
    Document::parse(text.as_bytes(), &Limits::default())
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .root()
        .clone()
}

/// Signs `text` anew by what its `proof` says, in this encoding.
fn signed(text: &str, key: &SigningKey, encoding: ProofValueEncoding) -> String {
    let mut root = object(text);
    let mut proof = root.get("proof").and_then(Json::as_object).unwrap().clone();
    let member = |name: &str| proof.get(name).and_then(Json::as_str);
    let suite = Suite::identify(member("type").unwrap(), member("cryptosuite")).unwrap();
    let input = suite.signing_input(&root, &proof, encoding).unwrap();
    proof.insert("proofValue", encoding.encode(&key.sign(input.as_bytes())));
    root.insert("proof", proof);
    Json::from(root).to_pretty()
}

/// `text` with one change, signed anew by the key that the DID is bound to.
#[track_caller]
fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    let text = text.replacen(from, to, 1);
    match text.contains("e1_") {
        true => signed(&text, &key(KeyType::Ed25519, 0x42), ProofValueEncoding::Base58Btc),
        false => signed(&text, &key(KeyType::Secp256k1, 0x42), ProofValueEncoding::Base64Url),
    }
}

fn without_proof(text: &str) -> String {
    let mut root = object(text);
    root.remove("proof");
    Json::from(root).to_pretty()
}

#[test]
fn documents_signed_elsewhere_resolve() {
    for (did, text, suite, encoding) in [
        (E1, e1(E1_W3C), Suite::EddsaJcs2022, ProofValueEncoding::Base58Btc),
        (E1, e1(E1_SDK), Suite::EddsaJcs2022, ProofValueEncoding::Base64Url),
        (K1, k1(K1_LOW), Suite::DidWbaEcdsaK1, ProofValueEncoding::Base64Url),
        // (r, n-s): OpenSSL, and so the Python SDK, writes either
        (K1, k1(K1_HIGH), Suite::DidWbaEcdsaK1, ProofValueEncoding::Base64Url),
    ] {
        let document = read(did, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let method = format!("{did}#key-1");
        assert_eq!(document.binding_method().map(|url| url.as_str()), Some(method.as_str()));
        let Some(DocumentProof::Verified { suite: found, encoding: written, method: by, purpose, .. }) =
            document.proof()
        else {
            panic!("{:?}", document.proof());
        };
        assert_eq!((*found, *written, by.as_str()), (suite, encoding, method.as_str()));
        assert_eq!(*purpose, Purpose::AssertionMethod);
        assert_eq!(document.diagnostics(None), []);
    }
}

#[test]
fn the_two_forms_of_eddsa_are_told_apart_by_the_encoding_alone() {
    // the signature of one form in the encoding of the other: neither is tried as the other
    let (w3c, sdk) = (Suite::EddsaJcs2022.decode_proof_value(E1_W3C), Suite::EddsaJcs2022.decode_proof_value(E1_SDK));
    let (w3c, sdk) = (w3c.unwrap().0, sdk.unwrap().0);
    for value in [ProofValueEncoding::Base64Url.encode(&w3c), ProofValueEncoding::Base58Btc.encode(&sdk)] {
        refused(E1, &e1(&value), Code::DID_DOCUMENT_PROOF, "does not verify");
    }
    // the k1 suite has one form
    let (k1_signature, _) = Suite::DidWbaEcdsaK1.decode_proof_value(K1_LOW).unwrap();
    let value = ProofValueEncoding::Base58Btc.encode(&k1_signature);
    refused(K1, &k1(&value), Code::DID_DOCUMENT_PROOF, "base58btc");
}

#[test]
fn e1_needs_its_proof() {
    refused(E1, &without_proof(&e1(E1_W3C)), Code::DID_DOCUMENT_PROOF, "is missing");
    let unknown = e1(E1_W3C).replace("eddsa-jcs-2022", "eddsa-rdfc-2022");
    refused(E1, &unknown, Code::DID_DOCUMENT_PROOF, "\"eddsa-rdfc-2022\"");
    let legacy = e1(E1_W3C).replace(
        r#""type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022""#,
        r#""type": "Ed25519Signature2020""#,
    );
    refused(E1, &legacy, Code::DID_DOCUMENT_PROOF, "\"Ed25519Signature2020\"");
}

#[test]
fn the_thumbprint_is_that_of_the_key_that_signs() {
    // another key of the same document has the thumbprint, and signs nothing
    for (did, text, other) in
        [(E1, e1(E1_W3C), key(KeyType::Ed25519, 0x43)), (K1, k1(K1_LOW), key(KeyType::Secp256k1, 0x43))]
    {
        let method = format!(
            r#""verificationMethod": [{{"id": "{did}#other", "type": "Multikey", "controller": "{did}", "publicKeyMultibase": "{}"}}, "#,
            other.verifying_key().to_multikey()
        );
        let text = text
            .replacen("\"verificationMethod\": [", &method, 1)
            .replace("\"authentication\": [", &format!("\"authentication\": [\"{did}#other\", "))
            .replace("\"assertionMethod\": [", &format!("\"assertionMethod\": [\"{did}#other\", "))
            .replace(
                &format!("\"verificationMethod\": \"{did}#key-1\""),
                &format!("\"verificationMethod\": \"{did}#other\""),
            );
        let encoding = if did == E1 { ProofValueEncoding::Base58Btc } else { ProofValueEncoding::Base64Url };
        let thumbprint = other.verifying_key().thumbprint();
        refused(did, &signed(&text, &other, encoding), Code::DID_BINDING, &thumbprint);
        // the same document for that key's DID is in order, though the other key stands in it
        let fingerprint = did.parse::<Did>().unwrap().fingerprint().unwrap().to_owned();
        let own = did.replace(&fingerprint, &thumbprint);
        let text = signed(&text.replace(&fingerprint, &thumbprint), &other, encoding);
        assert_eq!(read(&own, &text).unwrap().binding_method().unwrap().fragment(), "other");
    }
}

#[test]
fn the_binding_key_is_listed_under_authentication() {
    for (did, text) in [(E1, e1(E1_W3C)), (K1, k1(K1_LOW))] {
        let listed = format!("\"authentication\": [\"{did}#key-1\"]");
        refused(did, &changed(&text, &listed, "\"authentication\": []"), Code::DID_BINDING, "`authentication`");
        // relative and embedded entries count as well
        let relative = changed(&text, &listed, "\"authentication\": [\"#key-1\"]");
        assert!(read(did, &relative).is_ok());
    }
}

#[test]
fn the_binding_key_asserts() {
    for (did, text) in [(E1, e1(E1_W3C)), (K1, k1(K1_LOW))] {
        let unlisted = changed(&text, "\"assertionMethod\": [\"#key-1\"]", "\"assertionMethod\": []");
        refused(did, &unlisted, Code::DID_DOCUMENT_PROOF, "not listed under `assertionMethod`");
        let for_login = changed(&text, "\"proofPurpose\": \"assertionMethod\"", "\"proofPurpose\": \"authentication\"");
        refused(did, &for_login, Code::DID_DOCUMENT_PROOF, "the purpose `authentication`");
    }
}

#[test]
fn another_suite_does_not_stand_in() {
    // a P-256 key of the document signs it by a suite that we know and would accept of a plain DID
    let p256 = key(KeyType::P256, 0x42);
    for (did, text, suite) in [(E1, e1(E1_W3C), "eddsa-jcs-2022"), (K1, k1(K1_LOW), "didwba-jcs-ecdsa-secp256k1-2025")]
    {
        let method = format!(
            r#""verificationMethod": [{{"id": "{did}#p256", "type": "Multikey", "controller": "{did}", "publicKeyMultibase": "{}"}}, "#,
            p256.verifying_key().to_multikey()
        );
        let text = text
            .replacen("\"verificationMethod\": [", &method, 1)
            .replace("\"assertionMethod\": [", "\"assertionMethod\": [\"#p256\", ")
            .replace("\"authentication\": [", "\"authentication\": [\"#p256\", ")
            .replace(
                &format!("\"verificationMethod\": \"{did}#key-1\""),
                &format!("\"verificationMethod\": \"{did}#p256\""),
            )
            .replace(suite, "ecdsa-jcs-2019");
        refused(
            did,
            &signed(&text, &p256, ProofValueEncoding::Base58Btc),
            Code::DID_DOCUMENT_PROOF,
            "uses ecdsa-jcs-2019",
        );
    }
}

#[test]
fn suite_and_key_belong_together() {
    // the suite's name decides, not the key: each proof under the other's name
    let as_k1 = e1(E1_SDK).replace("eddsa-jcs-2022", "didwba-jcs-ecdsa-secp256k1-2025");
    refused(E1, &as_k1, Code::DID_DOCUMENT_PROOF, "needs a key of the type secp256k1");
    let as_e1 = k1(K1_LOW).replace("didwba-jcs-ecdsa-secp256k1-2025", "eddsa-jcs-2022");
    refused(K1, &as_e1, Code::DID_DOCUMENT_PROOF, "needs a key of the type Ed25519");
}

#[test]
fn k1_without_proof_is_bound_by_a_key_under_authentication() {
    let text = without_proof(&k1(K1_LOW));
    let document = read(K1, &text).unwrap();
    assert_eq!(document.binding_method().unwrap().fragment(), "key-1");
    assert_eq!(document.proof(), None);
    let unlisted =
        text.replacen(&format!("{K1}#key-1\"\n  ],\n  \"assertionMethod\""), "#none\"\n  ],\n  \"assertionMethod\"", 1);
    assert_ne!(unlisted, text);
    refused(K1, &unlisted, Code::DID_BINDING, "under `authentication`");
    // another key, another controller, another DID's method
    let other = Json::from(key(KeyType::Secp256k1, 0x43).verifying_key().to_jwk()).to_compact();
    let own = Json::from(key(KeyType::Secp256k1, 0x42).verifying_key().to_jwk());
    let mut root = object(&text);
    let pretty_key = |jwk: &str| Document::parse(jwk.as_bytes(), &Limits::default()).unwrap().json().clone();
    assert_eq!(root.get("verificationMethod").unwrap().as_array().unwrap()[0].get("publicKeyJwk"), Some(&own));
    let mut method = root.get("verificationMethod").unwrap().as_array().unwrap()[0].as_object().unwrap().clone();
    method.insert("publicKeyJwk", pretty_key(&other));
    root.insert("verificationMethod", vec![Json::from(method)]);
    refused(K1, &Json::from(root).to_pretty(), Code::DID_BINDING, "thumbprint");
    let controlled = text.replace(&format!("\"controller\": \"{K1}\""), "\"controller\": \"did:wba:evil.example\"");
    assert_ne!(controlled, text);
    refused(K1, &controlled, Code::DID_BINDING, "thumbprint");
    let foreign = text.replace(&format!("{K1}#key-1"), "did:wba:evil.example#key-1");
    refused(K1, &foreign, Code::DID_BINDING, "thumbprint");
}

#[test]
fn k1_proofs_are_verified_whenever_they_are_there() {
    let flipped = K1_LOW.replacen("BUW1", "BUW2", 1);
    refused(K1, &k1(&flipped), Code::DID_DOCUMENT_PROOF, "does not verify");
    // research 5.1 item 15: a proof of a type that nobody verifies must not pass for one
    let bypass = k1(K1_LOW).replace(
        r#""type": "DataIntegrityProof", "cryptosuite": "didwba-jcs-ecdsa-secp256k1-2025""#,
        r#""type": "EcdsaSecp256k1Signature2019""#,
    );
    refused(K1, &bypass, Code::DID_DOCUMENT_PROOF, "\"EcdsaSecp256k1Signature2019\"");
    refused(K1, &k1(K1_LOW).replace("secp256k1-2025", "secp256k1-2099"), Code::DID_DOCUMENT_PROOF, "secp256k1-2099");
}

#[test]
fn changed_documents_are_refused() {
    for (did, text) in [(E1, e1(E1_W3C)), (E1, e1(E1_SDK)), (K1, k1(K1_LOW))] {
        for (from, to) in [
            ("\"assertionMethod\": [", "\"service\": [], \"assertionMethod\": ["),
            ("12:00:00Z", "12:00:01Z"),
            ("\"proofPurpose\"", "\"domain\": \"example.com\", \"proofPurpose\""),
        ] {
            assert!(text.contains(from));
            refused(did, &text.replacen(from, to, 1), Code::DID_DOCUMENT_PROOF, "does not verify");
        }
        let deactivated = text.replacen("\"authentication\"", "\"deactivated\": true, \"authentication\"", 1);
        refused(did, &deactivated, Code::DID_DEACTIVATED, "deactivated");
    }
    // deactivated by its own key: signed, and refused all the same
    let deactivated = changed(&e1(E1_W3C), "\"authentication\"", "\"deactivated\": true, \"authentication\"");
    refused(E1, &deactivated, Code::DID_DEACTIVATED, "deactivated");
}

#[test]
fn thumbprints_are_case_sensitive_and_of_the_right_binding() {
    // the right key behind the other prefix: an Ed25519 thumbprint is no k1 fingerprint
    let as_k1 = E1.replace("e1_", "k1_");
    let text = signed(&e1(E1_W3C).replace("e1_", "k1_"), &key(KeyType::Ed25519, 0x42), ProofValueEncoding::Base58Btc);
    refused(&as_k1, &text, Code::DID_DOCUMENT_PROOF, "needs didwba-ecdsa-k1");
    refused(&as_k1, &without_proof(&text), Code::DID_BINDING, "no secp256k1 key");
}

#[test]
fn syntax_of_fingerprints() {
    let fault = |text: &str| match text.parse::<Did>() {
        Err(DidError::Syntax { fault, .. }) => fault,
        other => panic!("{text}: {other:?}"),
    };
    let print = "nEArpjG3kYMcxbdzInyGlBEYQUw7RfAfe3Tw1fZvAA0";
    for (did, expected) in [
        (format!("did:wba:a.b:e1_{print}"), faults::FINGERPRINT_ALONE),
        (format!("did:wba:a.b%3A8443:k1_{print}"), faults::FINGERPRINT_ALONE),
        ("did:wba:a.b:u:e1_".to_owned(), faults::FINGERPRINT),
        (format!("did:wba:a.b:u:e1_{}", &print[1..]), faults::FINGERPRINT),
        (format!("did:wba:a.b:u:e1_{print}0"), faults::FINGERPRINT),
        (format!("did:wba:a.b:u:k1_{}.", &print[1..]), faults::FINGERPRINT),
        // stray bits in the last character: a lax decoder would give the key a second DID
        (format!("did:wba:a.b:u:e1_{}1", &print[..42]), faults::FINGERPRINT),
        (format!("did:wba:a.b:u:e1_{}=", &print[..42]), faults::SEGMENT_CHARACTER),
    ] {
        assert!(fault(&did).contains(expected), "{did}");
    }
    for (did, binding) in [
        (format!("did:wba:a.b:u:e1_{print}"), Some(Binding::E1)),
        (format!("did:wba:a.b%3A8443:u:v:k1_{print}"), Some(Binding::K1)),
        // only the last segment binds, only in did:wba
        (format!("did:wba:a.b:e1_{print}:u"), None),
        (format!("did:web:a.b:e1_{print}"), None),
        ("did:web:a.b:e1_x".to_owned(), None),
    ] {
        let parsed: Did = did.parse().unwrap();
        assert_eq!(parsed.binding(), binding, "{did}");
        assert_eq!(parsed.fingerprint(), binding.map(|_| print), "{did}");
    }
}

#[test]
fn built_and_signed_documents() {
    let now = "2026-01-31T12:00:00.7Z".parse().unwrap();
    let p256 = key(KeyType::P256, 7);
    for (binding, key, form, did) in [
        (Binding::E1, key(KeyType::Ed25519, 0x42), DocumentProofForm::W3c, E1),
        (Binding::E1, key(KeyType::Ed25519, 0x42), DocumentProofForm::AnpSdk, E1),
        (Binding::K1, key(KeyType::Secp256k1, 0x42), DocumentProofForm::W3c, K1),
    ] {
        let made = Did::wba_bound("example.com", "agents:a", binding, key.verifying_key()).unwrap();
        assert_eq!(made.as_str(), did);
        let mut builder = DidDocumentBuilder::new(made.clone(), key.verifying_key())
            .agent_description("https://example.com/agents/a/ad.json");
        builder.keys.push(p256.verifying_key().clone());
        builder.services.push(("ANPMessageService".to_owned(), "https://example.com/messages".to_owned()));
        let document = builder.clone().build_signed(&key, now, form).unwrap();
        let read = self::read(did, document.source()).unwrap();
        assert_eq!(read.binding_method().unwrap().as_str(), format!("{did}#key-1"));
        // a k1 DID's further keys assert; they do not authenticate, though the builder lists every key under both
        let diagnostics = read.diagnostics(None);
        let places: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.pointer.as_deref().unwrap()).collect();
        assert_eq!(
            places,
            if binding == Binding::K1 { &["/verificationMethod/1"][..] } else { &[] },
            "{diagnostics:?}"
        );
        assert_eq!(read.services().len(), 2);
        assert_eq!(read.services()[1].id, format!("{did}#service-1"));
        let proof = document.root().get("proof").unwrap();
        assert_eq!(proof.get("created").and_then(Json::as_str), Some("2026-01-31T12:00:00Z"));
        let w3c = binding == Binding::E1 && form == DocumentProofForm::W3c;
        assert_eq!(proof.get("@context"), document.root().get("@context").filter(|_| w3c));
        let value = proof.get("proofValue").and_then(Json::as_str).unwrap();
        assert_eq!(value.len() == 86, !w3c, "{value}");
        // the proof covers the services
        let moved = document.source().replace("example.com/messages", "evil.example/messages");
        refused(did, &moved, Code::DID_DOCUMENT_PROOF, "does not verify");

        // an unsigned e1 document is never written; nor one signed by a key that is not in it, or not bound
        if binding == Binding::E1 {
            assert_eq!(builder.clone().build().unwrap_err().code(), Code::DID_DOCUMENT_PROOF);
        }
        let stranger = self::key(key.key_type(), 9);
        assert_eq!(builder.clone().build_signed(&stranger, now, form).unwrap_err().code(), Code::DID_DOCUMENT_INVALID);
        let mut with_stranger = builder.clone();
        with_stranger.keys.push(stranger.verifying_key().clone());
        assert_eq!(with_stranger.build_signed(&stranger, now, form).unwrap_err().code(), Code::DID_BINDING);
        assert_eq!(builder.build_signed(&p256, now, form).unwrap_err().code(), Code::DID_DOCUMENT_PROOF);
    }
    for binding in [Binding::E1, Binding::K1] {
        let error = Did::wba_bound("example.com", "a", binding, p256.verifying_key()).unwrap_err();
        assert_eq!(error.code(), Code::DID_BINDING);
        assert!(error.to_string().contains("P-256"), "{error}");
    }
    let ed25519 = key(KeyType::Ed25519, 0x42);
    let alone = Did::wba_bound("example.com", "", Binding::E1, ed25519.verifying_key()).unwrap_err();
    assert!(alone.to_string().contains(faults::FINGERPRINT_ALONE), "{alone}");
    let mut builder = DidDocumentBuilder::new("did:wba:a.b".parse().unwrap(), p256.verifying_key());
    builder.services.push(("X".to_owned(), "not a URI".to_owned()));
    assert_eq!(builder.build().unwrap_err().pointer().as_deref(), Some("/service/0/serviceEndpoint"));
    // plain DIDs may sign as well
    let plain = DidDocumentBuilder::new("did:wba:a.b".parse().unwrap(), p256.verifying_key());
    let document = plain.build_signed(&p256, now, DocumentProofForm::W3c).unwrap();
    assert!(matches!(
        read("did:wba:a.b", document.source()).unwrap().proof(),
        Some(DocumentProof::Verified { suite: Suite::EcdsaJcs2019, .. })
    ));
}
