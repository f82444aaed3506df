//! Suites against other people's signatures: the W3C vector of ecdsa-jcs-2019, documents of the ANP SDKs and drafts.

use adp_fixtures::third_party;
use agent_description::{
    Document, Limits,
    json::{Json, Object},
    key::{KeyType, SigningKey, VerifyingKey},
    suite::{ProofValueEncoding, Suite},
};

fn document(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap()
}

fn proof(document: &Object) -> &Object {
    document.get("proof").and_then(Json::as_object).unwrap()
}

fn text<'a>(object: &'a Object, name: &str) -> &'a str {
    object.get(name).and_then(Json::as_str).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Verifies a document under a key, by its own proof; returns the suite and how `proofValue` was written.
fn verify(document: &Object, key: &VerifyingKey) -> Result<(Suite, ProofValueEncoding), String> {
    let proof = proof(document);
    let suite = Suite::identify(text(proof, "type"), proof.get("cryptosuite").and_then(Json::as_str)).unwrap();
    let (signature, encoding) =
        suite.decode_proof_value(text(proof, "proofValue")).map_err(|error| error.to_string())?;
    let input = suite.signing_input(document, proof, encoding).map_err(|error| error.to_string())?;
    key.verify(input.as_bytes(), &signature).map_err(|error| error.to_string())?;
    Ok((suite, encoding))
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn w3c_ecdsa_jcs_2019_p256_byte_for_byte() {
    const FOLDER: &str = "vc-di-ecdsa/TestVectors/ecdsa-jcs-2019-p256";
    let file = |name: &str| third_party::read(&format!("{FOLDER}/{name}"));
    let signed = file("signedJCSECDSAP256.json");
    let keys = document(&third_party::read("vc-di-ecdsa/TestVectors/p256KeyPair.json"));
    let public = VerifyingKey::from_multikey(text(keys.root(), "publicKeyMultibase")).unwrap();
    assert_eq!(public.to_multikey(), text(keys.root(), "publicKeyMultibase"));

    let signed = document(&signed);
    let suite = Suite::EcdsaJcs2019;
    let (own, encoding) = (proof(signed.root()), ProofValueEncoding::Base58Btc);
    let forms = suite.canonical_forms(signed.root(), own, encoding).unwrap();
    assert_eq!(std::str::from_utf8(&forms.proof_config.unwrap()).unwrap(), file("proofCanonJCSECDSAP256.txt"));
    assert_eq!(std::str::from_utf8(&forms.document).unwrap(), file("canonDocJCSECDSAP256.txt"));
    let input = suite.signing_input(signed.root(), own, encoding).unwrap();
    assert_eq!(hex(&input.as_bytes()[..32]), file("proofHashJCSECDSAP256.txt"));
    assert_eq!(hex(&input.as_bytes()[32..]), file("docHashJCSECDSAP256.txt"));
    assert_eq!(hex(input.as_bytes()), file("combinedHashJCSECDSAP256.txt"));

    // the secret as Multikey: multicodec p256-priv, then the scalar
    let secret = bs58::decode(&text(keys.root(), "secretKeyMultibase")[1..]).into_vec().unwrap();
    assert_eq!(secret[..2], [0x86, 0x26]);
    let key = SigningKey::from_secret_bytes(KeyType::P256, secret[2..].try_into().unwrap()).unwrap();
    assert_eq!(key.verifying_key(), &public);
    let signature = key.sign(input.as_bytes());
    assert_eq!(hex(&signature.0), file("sigHexJCSECDSAP256.txt"));
    assert_eq!(suite.written_encoding().encode(&signature), file("sigBTC58JCSECDSAP256.txt"));
    assert_eq!(suite.written_encoding().encode(&signature), text(proof(signed.root()), "proofValue"));
    assert_eq!(verify(signed.root(), &public), Ok((suite, ProofValueEncoding::Base58Btc)));

    // the same from the unsigned document and the proof's options apart
    let unsigned = document(&third_party::read("vc-di-ecdsa/TestVectors/unsigned.json"));
    let options = document(&file("proofConfigJCSECDSAP256.json"));
    let apart = suite.signing_input(unsigned.root(), options.root(), ProofValueEncoding::Base58Btc).unwrap();
    assert_eq!(apart, input);
    third_party::ran("w3c-ecdsa-jcs-2019-p256", 1);
}

/// The key of the method that the document's own proof names.
fn own_key(document: &Object) -> VerifyingKey {
    let method = text(proof(document), "verificationMethod");
    let methods = document.get("verificationMethod").and_then(Json::as_array).unwrap();
    let found = methods.iter().filter_map(Json::as_object).find(|found| text(found, "id") == method).unwrap();
    match found.get("publicKeyJwk").and_then(Json::as_object) {
        Some(jwk) => VerifyingKey::from_jwk(jwk).unwrap(),
        None => VerifyingKey::from_multikey(text(found, "publicKeyMultibase")).unwrap(),
    }
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn anp_sdk_documents_verify() {
    // written by the ANP Rust SDK: base64url, options without `@context`
    for (name, suite) in [("e1", Suite::EddsaJcs2022), ("k1", Suite::DidWbaEcdsaK1)] {
        let path = format!("anp/anp/typescript/ts_sdk/tests/fixtures/rust/{name}/did.json");
        let source = third_party::read(&path);
        let signed = document(&source);
        let key = own_key(signed.root());
        assert_eq!(verify(signed.root(), &key), Ok((suite, ProofValueEncoding::Base64Url)), "{name}");

        let mut changed = signed.root().clone();
        changed.insert("service", Vec::<Json>::new());
        assert!(verify(&changed, &key).unwrap_err().contains("does not verify"));
        let spoilt = source.replace("01:16:57Z", "01:16:58Z");
        assert!(verify(document(&spoilt).root(), &key).unwrap_err().contains("does not verify"));
        // with a context in the options it would be another form
        let mut with_context = proof(signed.root()).clone();
        with_context.insert("@context", signed.root().get("@context").unwrap().clone());
        let error = suite.signing_input(signed.root(), &with_context, ProofValueEncoding::Base64Url).unwrap_err();
        assert!(error.to_string().contains("`@context` is not allowed"), "{error}");
    }
    third_party::ran("anp-sdk-document-proofs", 2);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn anp_draft_identities_verify() {
    // four of the drafts' ten DID documents are signed: base58btc, options with the document's `@context`
    let source = third_party::read("anp/spec-did-authentication-vnext/identities.json");
    let all = document(&source);
    let mut signed = 0;
    for identity in all.root().get("identities").and_then(Json::as_object).unwrap() {
        let document = identity.value().get("document").and_then(Json::as_object).unwrap();
        if !document.contains("proof") {
            continue;
        }
        let key = own_key(document);
        assert_eq!(
            verify(document, &key),
            Ok((Suite::EddsaJcs2022, ProofValueEncoding::Base58Btc)),
            "{}",
            identity.name()
        );
        signed += 1;
    }
    assert_eq!(signed, SIGNED_IDENTITIES);
    third_party::ran("anp-draft-identities", signed);
}

/// How many of the ten documents carry a proof: counted by `jq '[.identities[].document.proof|select(.)]|length'`.
const SIGNED_IDENTITIES: usize = 4;
