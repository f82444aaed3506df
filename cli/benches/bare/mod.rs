//! AWS-LC's check of one description's signature: what a verification cannot be faster than.
#![allow(dead_code, missing_docs, missing_debug_implementations, clippy::unwrap_used)]

use adp_fixtures::population::Agent;
use agent_description::{Document, Json, Limits, Suite, did::DidDocument, did::Purpose};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, ParsedPublicKey};
use std::{fs, path::Path, thread, time::Instant};

/// AWS-LC's check of one description's signature, SHA-256 of its canonical bytes included, and nothing else.
pub struct Bare {
    point: Vec<u8>,
    key: ParsedPublicKey,
    message: Vec<u8>,
    signature: [u8; 64],
}

impl Bare {
    pub fn new(agent: &Agent) -> Self {
        let document = Document::parse(&agent.description(0), &Limits::default()).unwrap();
        let proof = document.root().get("proof").and_then(Json::as_object).unwrap();
        let suite = Suite::AdpEcdsaP256;
        let value = proof.get("proofValue").and_then(Json::as_str).unwrap();
        let (signature, encoding) = suite.decode_proof_value(value).unwrap();
        let message = suite.canonical_forms(document.root(), proof, encoding).unwrap().document;
        let resolved = DidDocument::parse_for(&agent.did, agent.did_document(), &Limits::default()).unwrap();
        let method = &resolved.get().verification_methods()[0];
        assert!(resolved.get().lists(&method.id, Purpose::AssertionMethod));
        let point = method.key().unwrap().to_sec1(false);
        Self::of(point, message, signature.0)
    }

    fn of(point: Vec<u8>, message: Vec<u8>, signature: [u8; 64]) -> Self {
        let key = ParsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &point).unwrap();
        Self { point, key, message, signature }
    }

    /// For another process, which then has nothing to do but the check.
    pub fn write(&self, folder: &Path) {
        for (name, bytes) in [("point", &self.point[..]), ("message", &self.message), ("signature", &self.signature)] {
            fs::write(folder.join(name), bytes).unwrap();
        }
    }

    pub fn read(folder: &Path) -> Self {
        let read = |name| fs::read(folder.join(name)).unwrap();
        Self::of(read("point"), read("message"), read("signature").try_into().unwrap())
    }

    pub fn check(&self) {
        self.key.verify_sig(std::hint::black_box(&self.message), &self.signature).unwrap();
    }

    pub fn seconds(&self, times: usize) -> f64 {
        let start = Instant::now();
        (0..times).for_each(|_| self.check());
        start.elapsed().as_secs_f64()
    }

    pub fn seconds_on_two_threads(&self, times: usize) -> f64 {
        let start = Instant::now();
        thread::scope(|scope| {
            scope.spawn(|| self.seconds(times / 2));
            self.seconds(times / 2);
        });
        start.elapsed().as_secs_f64()
    }
}
