//! From bytes to a verified signature with the key at hand, beside the bare signature check on the same bytes.
//! Limit (design, speed): "read + JCS + SHA-256 + verify" at most 1.2x of aws-lc-rs's bare verify of the same
//! canonical bytes, SHA-256 included.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod table;

use agent_description::json::Object;
use agent_description::{Document, Json, KeyType, Limits, SigningKey, Suite, VerifyingKey};
use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, ParsedPublicKey};
use criterion::Criterion;
use p256::ecdsa::signature::Verifier;
use std::borrow::Cow;
use std::hint::black_box;
use table::Table;

fn main() {
    let Some(bytes) = table::specification_example() else { return };
    // a fixed key, so that every run checks the same signature (RFC 6979)
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
    let limits = Limits::default();

    let mut criterion = Criterion::default().configure_from_args();
    for suite in [Suite::AdpEcdsaP256, Suite::EcdsaJcs2019] {
        let signed = sign(&bytes, suite, &key);
        let verifying_key = key.verifying_key();
        let (canonical, signature) = canonical_texts(&signed, suite, &limits);
        let aws = ParsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, verifying_key.to_sec1_uncompressed()).unwrap();
        let pure = p256::ecdsa::VerifyingKey::from_sec1_bytes(&verifying_key.to_sec1_uncompressed()).unwrap();
        let pure_signature = p256::ecdsa::Signature::from_slice(&signature).unwrap();

        let mut table = Table::default();
        table.row("aws-lc-rs bare verify", || aws.verify_sig(&message(black_box(&canonical)), &signature).unwrap());
        table.row("read + JCS + SHA-256 + verify", || verify(black_box(&signed), suite, verifying_key, &limits));
        table.row("p256 bare verify", || pure.verify(&message(black_box(&canonical)), &pure_signature).unwrap());
        let mut group = criterion.benchmark_group(format!("verify/{suite}"));
        let hashed: usize = canonical.iter().map(Vec::len).sum();
        table.run(&mut group, &format!("{suite}, {} bytes read, {hashed} canonical bytes hashed", signed.len()));
        group.finish();
    }
    criterion.final_summary();
}

/// The example with a proof of `suite` by `key`.
fn sign(bytes: &[u8], suite: Suite, key: &SigningKey) -> Vec<u8> {
    let mut document = Document::parse(bytes, &Limits::default()).unwrap().root().clone();
    let mut proof = document.remove("proof").unwrap().as_object().unwrap().clone();
    proof.insert("type", suite.proof_type());
    if let Some(cryptosuite) = suite.cryptosuite() {
        proof.insert("cryptosuite", cryptosuite);
    }
    let input = suite.signing_input(&document, &proof, suite.written_encoding()).unwrap();
    proof.insert("proofValue", suite.encode_proof_value(&key.sign(input.as_bytes())));
    document.insert("proof", proof);
    Json::from(document).to_pretty().into_bytes()
}

/// Bytes to verdict: nothing is kept from one call to the next but the key.
fn verify(bytes: &[u8], suite: Suite, key: &VerifyingKey, limits: &Limits) {
    let document = Document::parse(bytes, limits).unwrap();
    let proof = proof_of(&document);
    let (signature, encoding) = suite.decode_proof_value(proof_value(proof)).unwrap();
    let input = suite.signing_input(document.root(), proof, encoding).unwrap();
    key.verify(input.as_bytes(), &signature).unwrap();
}

/// The canonical texts under the signature, and the signature, for the bare checks.
fn canonical_texts(bytes: &[u8], suite: Suite, limits: &Limits) -> (Vec<Vec<u8>>, [u8; 64]) {
    let document = Document::parse(bytes, limits).unwrap();
    let proof = proof_of(&document);
    let (signature, encoding) = suite.decode_proof_value(proof_value(proof)).unwrap();
    let forms = suite.canonical_forms(document.root(), proof, encoding).unwrap();
    let texts: Vec<Vec<u8>> = forms.proof_config().into_iter().chain([forms.document()]).map(<[u8]>::to_vec).collect();
    assert_eq!(*message(&texts), *forms.into_signing_input().as_bytes());
    (texts, *signature.as_bytes())
}

/// What ECDSA-SHA-256 is given: the one text, or the hashes of the two.
fn message(texts: &[Vec<u8>]) -> Cow<'_, [u8]> {
    match texts {
        [whole] => Cow::Borrowed(whole),
        parts => Cow::Owned(parts.iter().flat_map(|part| digest(&SHA256, part).as_ref().to_vec()).collect()),
    }
}

fn proof_of(document: &Document) -> &Object {
    document.root().get("proof").and_then(Json::as_object).unwrap()
}

fn proof_value(proof: &Object) -> &str {
    proof.get("proofValue").and_then(Json::as_str).unwrap()
}
