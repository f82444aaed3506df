//! What a card costs: verified with a key available (from its text to the verdict) beside the bare signature check of the same bytes, and checked by all rules.
#![allow(clippy::unwrap_used, missing_docs)]

use adp_cards::{
    A2A_CARD,
    a2a_card::A2A,
    signature::{CardExpectations, Keys, Reading, UnverifiedCard, sign},
};
use agent_description::{
    DidDocumentBuilder, Document, KeySigner, KeyType, Limits, SigningKey,
    did::{Did, DidDocument},
    format::Options,
};
use criterion::{Criterion, criterion_group, criterion_main};
use std::{hint::black_box, sync::Arc};

/// About 2 kB, with eight skills.
fn card() -> String {
    let skill = |n: usize| {
        format!(
            r#"{{"id": "skill-{n}", "name": "Skill {n}", "description": "Books, changes and cancels rooms of kind {n} in any of our hotels.", "tags": ["booking", "rooms"], "examples": ["A room of kind {n} for two nights, please."]}}"#
        )
    };
    let skills: Vec<String> = (0..8).map(skill).collect();
    format!(
        r#"{{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0", "supportedInterfaces": [{{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}], "capabilities": {{"streaming": true}}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "skills": [{}]}}"#,
        skills.join(", ")
    )
}

fn cards(criterion: &mut Criterion) {
    let limits = Limits::default();
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
    let public = key.verifying_key().clone();
    let did: Did = "did:wba:hotel.example".parse().unwrap();
    let did_document = DidDocumentBuilder::new(did.clone(), &public).build().unwrap();
    let resolved = DidDocument::parse_for(&did, did_document.source().as_bytes(), &limits).unwrap();
    let text = card();
    let plain = Document::parse(text.as_bytes(), &limits).unwrap();
    let bytes = A2A.payload(plain.root(), Reading::Served).unwrap();
    let bare = key.sign(&bytes);
    let signer = KeySigner::new("did:wba:hotel.example#key-1".parse().unwrap(), key);
    let signed = sign(&plain, A2A, &signer, None, &limits).unwrap().source().to_owned();
    let mut keys = Keys::new();
    keys.add_did_document(did, Ok(Arc::new(resolved)));
    let at = "2026-11-22T12:00:00Z".parse().unwrap();
    let expectations = CardExpectations::at(at);

    criterion.bench_function("bare ES256 verify of a card's bytes", |bench| {
        bench.iter(|| public.verify(black_box(&bytes), &bare).unwrap());
    });
    criterion.bench_function("verify a signed card, key at hand", |bench| {
        bench.iter(|| {
            let document = Document::parse(black_box(signed.as_bytes()), &limits).unwrap();
            let verdict = UnverifiedCard::read(&document, A2A, expectations.clone()).unwrap().verify(&keys);
            assert!(verdict.is_verified());
        });
    });
    criterion.bench_function("check a 2 kB card", |bench| {
        let options = Options::at(at);
        bench.iter(|| assert!(A2A_CARD.check(black_box(&plain), &options).is_valid()));
    });
}

criterion_group!(benches, cards);
criterion_main!(benches);
