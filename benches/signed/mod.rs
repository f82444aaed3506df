//! The specification's example with a proof of its own, and what its verification is compared with.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use agent_description::{
    Document, Json, KeyType, Limits, SigningKey, Suite, Timestamp, VerifyingKey,
    description::AgentDescription,
    did::{Did, DidDocument, Purpose, Resolved},
    json::Object,
    jsonld::Contexts,
    proof::{Expectations, KeySigner, SignOptions, Unverified, Verified, sign},
};
use aws_lc_rs::digest::{SHA256, digest};
use std::borrow::Cow;

const DID: &str = "did:wba:example.com:user:alice";
const CREATED: &str = "2026-01-01T12:00:00Z";
const NOW: &str = "2026-01-01T12:30:00Z";

/// A signed document and its signer's DID document, resolved and parsed beforehand.
pub struct Signed {
    pub bytes: Vec<u8>,
    pub suite: Suite,
    key: VerifyingKey,
    did: Did,
    now: Timestamp,
    did_document: Resolved<DidDocument>,
    contexts: Contexts,
    limits: Limits,
}

impl Signed {
    /// Signs a document anew, by a fixed key, so that every run checks the same signature (RFC 6979).
    pub fn new(document: &[u8], suite: Suite) -> Self {
        let limits = Limits::default();
        let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
        let method = format!("{DID}#key-1");
        let verifying_key = key.verifying_key().clone();
        let signer = KeySigner::new(method.parse().unwrap(), key);
        let mut options = SignOptions::new(CREATED.parse().unwrap()).suite(suite);
        options.replace = true;
        let document = Document::parse(document, &limits).unwrap();
        let bytes = sign(&document, &signer, options).unwrap().source().as_bytes().to_vec();
        let jwk = Json::from(verifying_key.to_jwk()).to_pretty();
        let did_document = format!(
            r#"{{
              "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1"],
              "id": "{DID}",
              "verificationMethod": [
                {{"id": "{method}", "type": "JsonWebKey2020", "controller": "{DID}", "publicKeyJwk": {jwk}}}
              ],
              "assertionMethod": ["{method}"]
            }}"#
        );
        let did: Did = DID.parse().unwrap();
        let did_document = DidDocument::parse_for(&did, did_document.as_bytes(), &limits).unwrap();
        let now = NOW.parse().unwrap();
        Self { bytes, suite, key: verifying_key, did, now, did_document, contexts: Contexts::embedded(), limits }
    }

    pub fn document(&self) -> Document {
        Document::parse(&self.bytes, &self.limits).unwrap()
    }

    /// Bytes to a verified model, by the public API: all that `adp verify` does but fetching.
    pub fn verify(&self, bytes: &[u8]) -> Verified<AgentDescription> {
        let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
            .no_domain()
            .any_challenge()
            .at(self.now)
            .signer(self.did.clone());
        let document = Document::parse(bytes, &self.limits).unwrap();
        Unverified::new(document, &self.contexts).verify(&self.did_document, expectations).unwrap()
    }

    /// Bytes to a verified signature: nothing is kept from one call to the next but the key.
    pub fn verify_signature(&self, bytes: &[u8]) {
        let document = Document::parse(bytes, &self.limits).unwrap();
        let proof = proof_of(&document);
        let (signature, encoding) = self.suite.decode_proof_value(proof_value(proof)).unwrap();
        let input = self.suite.signing_input(document.root(), proof, encoding).unwrap();
        self.verifying_key().verify(input.as_bytes(), &signature).unwrap();
    }

    pub fn verifying_key(&self) -> &VerifyingKey {
        &self.key
    }

    /// The canonical texts under the signature, and the signature, for the bare checks.
    pub fn canonical_texts(&self) -> (Vec<Vec<u8>>, [u8; 64]) {
        let document = self.document();
        let proof = proof_of(&document);
        let (signature, encoding) = self.suite.decode_proof_value(proof_value(proof)).unwrap();
        let forms = self.suite.canonical_forms(document.root(), proof, encoding).unwrap();
        let texts: Vec<Vec<u8>> = forms.proof_config.into_iter().chain([forms.document]).collect();
        let input = self.suite.signing_input(document.root(), proof, encoding).unwrap();
        assert_eq!(*message(&texts), *input.as_bytes());
        (texts, signature.0)
    }
}

/// What ECDSA-SHA-256 is given: the one text, or the hashes of the two.
pub fn message(texts: &[Vec<u8>]) -> Cow<'_, [u8]> {
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
