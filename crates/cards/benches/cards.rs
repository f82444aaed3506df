//! What a card and a trust manifest cost: verified with a key available (from its text to the verdict) beside the bare signature check
//! of the same bytes, and a card checked by all rules. Goals: at most 1.3 times the bare check; at most 40 µs for a card of 2 kB.
//! Beside the SDKs: `tests/interop/bench_cards.py`.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../../../benches/table/mod.rs"]
mod table;

use adp_cards::{
    A2A_CARD,
    a2a_card::A2A,
    signature::{PayloadForm, sign},
};
use adp_catalogs::{
    AI_CATALOG,
    ai_catalog::{CatalogBuilder, NewEntry, limits as limits_of_catalogs},
    trust_manifest::{Validity, payload, sign_entries, sign_entry},
};
use agent_description::{
    DidDocumentBuilder, Document, KeySigner, KeyType, Limits, SigningKey,
    did::{Did, DidDocument, Purpose},
    format::{Format, Options},
    proof::Expectations,
    verification::Supplied,
};
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
    let bytes = A2A.payload(plain.root(), PayloadForm::Served).unwrap();
    let bare = key.sign(&bytes);
    let signer = KeySigner::new("did:wba:hotel.example#key-1".parse().unwrap(), key);
    let signed = sign(&plain, A2A, &signer, None, None, &limits).unwrap().source().to_owned();
    let mut supplied = Supplied::default();
    supplied.did_documents.insert(did, Ok(Arc::new(resolved)));
    let at = "2026-11-22T12:00:00Z".parse().unwrap();
    let options = Options::at(at);

    let mut table = Table::default();
    table.row("bare ES256 verify", || public.verify(black_box(&bytes), &bare).unwrap());
    table.row("verify from bytes (1.3x)", || {
        let document = Document::parse(black_box(signed.as_bytes()), &limits).unwrap();
        assert!(is_verified(document, A2A_CARD, &supplied));
    });
    table.row("check from bytes (40 µs)", || {
        let document = Document::parse(black_box(CARD.as_bytes()), &limits).unwrap();
        assert!(A2A_CARD.check(&document, &options).is_valid());
    });
    table.row("check, read already", || assert!(A2A_CARD.check(black_box(&plain), &options).is_valid()));
    table.compare(&format!("a card of {} bytes, signed {}", CARD.len(), signed.len()));
    trust_manifests().compare("a catalog of one entry, signed by its publisher");
}

/// The verdict with what is at hand.
fn is_verified(document: Document, format: &Format, supplied: &Supplied) -> bool {
    let expectations = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge();
    let expectations = expectations.at("2026-11-22T12:00:00Z".parse().unwrap()).signer_is_subject();
    format.begin(document, &expectations).is_ok_and(|pending| pending.finish(supplied).is_verified())
}

/// A trust manifest of an entry, from the catalog's text to the verdict, beside the bare signature check of the same bytes.
fn trust_manifests() -> Table<'static> {
    let limits = Limits::default();
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
    let public = key.verifying_key().clone();
    let did: Did = "did:web:hotel.example".parse().unwrap();
    let did_document = DidDocumentBuilder::new(did.clone(), &public).build().unwrap();
    let resolved = DidDocument::parse_for(&did, did_document.source().as_bytes(), &limits).unwrap();
    let mut supplied = Supplied::default();
    supplied.did_documents.insert(did, Ok(Arc::new(resolved)));
    let validity = Validity::from("2026-11-01T12:00:00Z".parse().unwrap());
    let entry =
        NewEntry::at("urn:air:hotel.example:agent:rooms", adp_cards::A2A_CARD, "https://hotel.example/agent-card.json");
    let plain = CatalogBuilder::new().entry(entry).to_ai_catalog().unwrap();
    let entry = plain.root().get("entries").unwrap().as_array().unwrap()[0].as_object().unwrap().clone();
    let method = "did:web:hotel.example#key-1".parse().unwrap();
    let bytes = payload(&sign_entry(&entry, &KeySigner::new(method, key), validity).unwrap()).into_bytes();
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
    let bare = key.sign(&bytes);
    let signer = KeySigner::new("did:web:hotel.example#key-1".parse().unwrap(), key);
    let signed = sign_entries(&plain, &signer, validity, false, limits_of_catalogs()).unwrap().source().to_owned();

    let mut table = Table::default();
    table.row("bare ES256 verify", move || public.verify(black_box(&bytes), &bare).unwrap());
    table.row("verify from bytes (1.3x)", move || {
        let document = Document::parse(black_box(signed.as_bytes()), &limits).unwrap();
        assert!(is_verified(document, AI_CATALOG, &supplied));
    });
    table
}
