//! What a card costs: verified with a key available (from its text to the verdict) beside the bare signature check of the same bytes,
//! and checked by all rules. Goals: at most 1.3 times the bare check; at most 40 µs for a card of 2 kB.
//! Beside the SDKs: `tests/interop/bench_cards.py`.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../../../benches/table/mod.rs"]
mod table;

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
use criterion::Criterion;
use std::{hint::black_box, sync::Arc};
use table::Table;

/// About 2 kB, with eight skills.
const CARD: &str = include_str!("card.json");

fn main() {
    let limits = Limits::default();
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
    let public = key.verifying_key().clone();
    let did: Did = "did:wba:hotel.example".parse().unwrap();
    let did_document = DidDocumentBuilder::new(did.clone(), &public).build().unwrap();
    let resolved = DidDocument::parse_for(&did, did_document.source().as_bytes(), &limits).unwrap();
    let plain = Document::parse(CARD.as_bytes(), &limits).unwrap();
    let bytes = A2A.payload(plain.root(), Reading::Served).unwrap();
    let bare = key.sign(&bytes);
    let signer = KeySigner::new("did:wba:hotel.example#key-1".parse().unwrap(), key);
    let signed = sign(&plain, A2A, &signer, None, &limits).unwrap().source().to_owned();
    let mut keys = Keys::new();
    keys.add_did_document(did, Ok(Arc::new(resolved)));
    let at = "2026-11-22T12:00:00Z".parse().unwrap();
    let options = Options::at(at);

    let mut table = Table::default();
    table.row("bare ES256 verify", || public.verify(black_box(&bytes), &bare).unwrap());
    table.row("verify from bytes (1.3x)", || {
        let document = Document::parse(black_box(signed.as_bytes()), &limits).unwrap();
        let verdict = UnverifiedCard::read(&document, A2A, CardExpectations::at(at)).unwrap().verify(&keys);
        assert!(verdict.is_verified());
    });
    table.row("check from bytes (40 µs)", || {
        let document = Document::parse(black_box(CARD.as_bytes()), &limits).unwrap();
        assert!(A2A_CARD.check(&document, &options).is_valid());
    });
    table.row("check, read already", || assert!(A2A_CARD.check(black_box(&plain), &options).is_valid()));

    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("cards");
    table.run(&mut group, &format!("a card of {} bytes, signed {}", CARD.len(), signed.len()));
    group.finish();
    criterion.final_summary();
}
