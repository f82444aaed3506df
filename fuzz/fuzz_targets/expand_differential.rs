//! Expansion is the `json-ld` crate's, but for the differences that crates/fixtures/src/json_ld_crate lists one by one.
//!
//! The hash of the bytes seeds the generator of the test of the same name: whatever they are, the document is within that
//! crate's limits, and away from what is known to differ; coverage says which are worth keeping. A stop is a fault of ours or
//! of that crate that nobody has listed, so `smoke.sh` leaves this target to runs on demand:
//! `FUZZ_SECONDS=300 FUZZ_SEED=0 fuzz/smoke.sh -1 expand_differential`.

use adp_fixtures::json_ld_crate::{Outcome, compare, documents::document, on_a_large_stack};
use agent_description::Json;
use proptest::{
    strategy::{BoxedStrategy, Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use sha2::{Digest, Sha256};

thread_local! {
    static DOCUMENTS: BoxedStrategy<Json> = document();
}

pub fn run(bytes: &[u8]) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &Sha256::digest(bytes));
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let document = DOCUMENTS.with(|documents| documents.new_tree(&mut runner).expect("nothing is rejected").current());
    let text = document.to_compact();
    if let Outcome::Different(what) = on_a_large_stack(|| compare(&text)) {
        panic!("{what}");
    }
}
