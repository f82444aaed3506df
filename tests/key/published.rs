//! Keys that others published: documents and PEM files of the ANP repositories, read or refused for a named reason.

use adp_fixtures::third_party;
use agent_description::{
    Document, Limits,
    json::{Json, Object},
    key::{KeyType, SigningKey, VerifyingKey},
};

fn method(document: &Document, at: usize) -> &Object {
    document.root().get("verificationMethod").and_then(Json::as_array).unwrap()[at].as_object().unwrap()
}

fn did_document(path: &str) -> Document {
    Document::parse(third_party::read(path).as_bytes(), &Limits::default()).unwrap()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn documents_and_their_private_keys_belong_together() {
    let pairs = [
        (
            "anp/anp/tools/did_generater/user_public/did.json",
            "anp/anp/tools/did_generater/user_public/key-1_private.pem",
        ),
        ("anp/anp/tools/did_generater/user_yanlq/did.json", "anp/anp/tools/did_generater/user_yanlq/key-1_private.pem"),
        (
            "anp/AgentConnect/did_wba_examples/generated/did.json",
            "anp/AgentConnect/did_wba_examples/generated/key-1_private.pem",
        ),
    ];
    for (document, pem) in pairs {
        let document = did_document(document);
        let jwk = method(&document, 0).get("publicKeyJwk").and_then(Json::as_object).unwrap();
        let public = VerifyingKey::from_jwk(jwk).unwrap();
        assert_eq!(public.key_type(), KeyType::Secp256k1);
        let key = SigningKey::from_pem(&third_party::read(pem)).unwrap();
        assert_eq!(key.verifying_key(), &public, "{pem}");
    }
    third_party::ran("anp-key-pairs", pairs.len());
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn sdk_documents_hold_p256_and_x25519_keys() {
    for name in ["e1", "k1"] {
        let folder = format!("anp/anp/typescript/ts_sdk/tests/fixtures/rust/{name}");
        let document = did_document(&format!("{folder}/did.json"));
        let p256 = method(&document, 1).get("publicKeyJwk").and_then(Json::as_object).unwrap();
        assert_eq!(VerifyingKey::from_jwk(p256).unwrap().key_type(), KeyType::P256);
        let x25519 = method(&document, 2).get("publicKeyMultibase").and_then(Json::as_str).unwrap();
        let error = VerifyingKey::from_multikey(x25519).unwrap_err();
        assert!(error.to_string().contains("\"x25519-pub\"; supported are P-256"), "{error}");
        // labels of the SDK's own making
        let pem = third_party::read(&format!("{folder}/key-2_private.pem"));
        let error = SigningKey::from_pem(&pem).unwrap_err();
        assert!(error.to_string().contains("label \"ANP SECP256R1 PRIVATE KEY\", expected `PRIVATE KEY`"), "{error}");
    }
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn published_keys_that_are_malformed() {
    // 31 bytes of y: a leading zero byte was lost (RFC 7518 section 6.2.1.2 forbids that)
    let document = did_document("anp/anp/docs/did_public/public-did-doc.json");
    let jwk = method(&document, 0).get("publicKeyJwk").and_then(Json::as_object).unwrap();
    let error = VerifyingKey::from_jwk(jwk).unwrap_err();
    assert!(error.to_string().contains("`y` has 42 characters (31 bytes: leading zero bytes must be kept"), "{error}");
    // its private key file is sound, another copy has a second end line
    let pem = |name: &str| third_party::read(&format!("anp/anp/docs/did_public/{name}"));
    assert!(SigningKey::from_pem(&pem("public-private-key.pem")).is_ok());
    let error = SigningKey::from_pem(&pem("private_a.pem")).unwrap_err();
    assert!(error.to_string().contains("more than one block or end line"), "{error}");
}
