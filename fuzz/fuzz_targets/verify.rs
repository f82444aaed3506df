//! Nothing verifies but what was signed: a signed vector with one change in one place is refused, unless its canonical form is the
//! same; then it verifies.
//!
//! An input that starts with `{` is a whole document. Any other is a change: which vector, where, what kind, which bytes.

use agent_description::{
    Document, Limits, Timestamp,
    description::AgentDescription,
    did::{Did, DidDocument, Purpose, Resolved},
    json::{Json, jcs},
    jsonld::Contexts,
    proof::{Expectations, Unverified},
    suite::canonical_sha256,
};
use std::{collections::BTreeSet, sync::LazyLock};

const VECTORS: [&[u8]; 4] = [
    include_bytes!("../../vectors/verify/adp-ecdsa-p256.txt"),
    include_bytes!("../../vectors/verify/ecdsa-jcs-2019.txt"),
    include_bytes!("../../vectors/verify/eddsa-jcs-2022.txt"),
    include_bytes!("../../vectors/verify/didwba-ecdsa-k1.txt"),
];
const DID_DOCUMENT: &[u8] = include_bytes!("../../vectors/verify/did-documents/three-keys.json");

static RESOLVED: LazyLock<Resolved<DidDocument>> = LazyLock::new(|| {
    let did: Did = "did:wba:example.com:alice".parse().expect("a DID");
    DidDocument::parse_for(&did, DID_DOCUMENT, &Limits::default()).expect("the vectors' DID document")
});

/// What the vectors' keys have signed: every document whose vector does not fail at the signature.
static SIGNED: LazyLock<BTreeSet<[u8; 32]>> = LazyLock::new(|| {
    let mut signed = BTreeSet::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/verify")).expect("the vectors") {
        let Ok(vector) = std::fs::read(entry.expect("a vector").path()) else { continue };
        if vector.starts_with(b"expect: proof-signature\n") {
            continue;
        }
        if let Ok(document) = Document::parse(body(&vector), &Limits::default()) {
            signed.insert(canonical_sha256(document.root()));
        }
    }
    signed
});

pub fn run(input: &[u8]) {
    let (original, text) = match input {
        [b'{', ..] => (None, input.to_vec()),
        [which, high, low, kind, bytes @ ..] => {
            let original = body(VECTORS[usize::from(*which) % VECTORS.len()]);
            let at = usize::from(u16::from_be_bytes([*high, *low])) % (original.len() + 1);
            (Some(original), change(original, at, *kind, bytes))
        }
        _ => return,
    };
    let Ok(document) = Document::parse(&text, &Limits::default()) else { return };
    let sha256 = canonical_sha256(document.root());
    let unchanged = original.is_some_and(|original| canonical(&parsed(original)) == canonical(&document));
    let verified = verifies(document);
    assert!(!verified || SIGNED.contains(&sha256), "a document that nobody signed verifies");
    assert!(verified || !unchanged, "a signed document does not verify any more");
}

fn verifies(document: Document) -> bool {
    let at: Timestamp = "2026-01-31T12:05:00Z".parse().expect("a time");
    let expectations =
        Expectations::for_purpose(Purpose::AssertionMethod).any_domain().any_challenge().at(at).signer_is_subject();
    let unverified = Unverified::<AgentDescription>::new(document, &Contexts::embedded());
    unverified.verify(&RESOLVED, expectations).is_ok()
}

/// One change in one place.
fn change(original: &[u8], at: usize, kind: u8, bytes: &[u8]) -> Vec<u8> {
    let (before, after) = original.split_at(at);
    let removed = match kind % 3 {
        0 => 0,
        1 => bytes.len().min(after.len()),
        _ => usize::from(kind / 3).min(after.len()),
    };
    let inserted = if kind % 3 == 2 { &[] } else { bytes };
    [before, inserted, &after[removed..]].concat()
}

fn body(vector: &[u8]) -> &[u8] {
    let at = vector.windows(2).position(|pair| pair == b"\n\n").expect("a vector has a body");
    &vector[at + 2..]
}

fn parsed(text: &[u8]) -> Document {
    Document::parse(text, &Limits::default()).expect("a vector's document")
}

fn canonical(document: &Document) -> Vec<u8> {
    jcs::canonicalize(&Json::from(document.root().clone()))
}
