//! Each document has the SHA-256 that the list names, and each IRI is listed once.
#![allow(clippy::expect_used, missing_docs)]

use adp_contexts::{CONTEXTS, SCHEMA_ORG_SHA256};
use sha2::{Digest, Sha256};
use std::collections::HashSet;

#[test]
fn documents_have_their_hashes_and_iris_are_listed_once() {
    let mut iris = HashSet::new();
    for context in CONTEXTS {
        assert_eq!(<[u8; 32]>::from(Sha256::digest(context.bytes)), context.sha256, "{:?}", context.iris);
        assert!(!context.origin.is_empty() && !context.license.is_empty(), "{:?}", context.iris);
        for iri in context.iris {
            assert!(iris.insert(*iri), "{iri} is listed twice");
        }
    }
    assert!(CONTEXTS.iter().any(|context| context.sha256 == SCHEMA_ORG_SHA256));
}

#[test]
fn no_file_is_left_out() {
    let files = std::fs::read_dir(env!("CARGO_MANIFEST_DIR")).expect("the folder of the crate");
    let documents =
        files.filter(|file| file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|end| end == "jsonld")));
    assert_eq!(documents.count(), CONTEXTS.len());
}
