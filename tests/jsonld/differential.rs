//! Expansion compared with the `json-ld` crate's over generated documents. Where the two differ, the case is listed
//! with the sentence of the specification that decides it.

use adp_fixtures::json_ld_crate::{
    Outcome, compare, differences::DIFFERENCES, documents::document, on_a_large_stack, other, ours, sort,
};
use adp_json::{self as json, Json, Limits};
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};

#[test]
fn expansion_agrees_with_the_json_ld_crate() {
    on_a_large_stack(|| {
        let mut runner = TestRunner::deterministic();
        let documents = document();
        let (mut agreed, mut refused, mut known, mut different) = (0, 0, 0, Vec::new());
        for _ in 0..2000 {
            match compare(&documents.new_tree(&mut runner).unwrap().current().to_compact()) {
                Outcome::Agreed => agreed += 1,
                Outcome::Refused => refused += 1,
                Outcome::Known => known += 1,
                Outcome::Different(what) => different.push(what),
            }
        }
        println!(
            "{agreed} agreed, {refused} refused by both, {known} known differences, {} different",
            different.len()
        );
        assert!(different.is_empty(), "{}", different.join("\n"));
        assert!(agreed >= 700, "the documents are refused too often to compare anything: {agreed} of 2000 agreed");
    });
}

#[test]
fn every_known_difference_is_still_one() {
    on_a_large_stack(|| {
        for (what, text, expected_ours, expected_theirs) in DIFFERENCES {
            let compact = |result: Result<Json, String>| result.map(|json| json.to_compact());
            let sorted = |text: &str| sort(&json::parse(text.as_bytes(), &Limits::default()).unwrap()).to_compact();
            let expected = |result: &Result<&str, &str>| result.map(sorted).map_err(str::to_owned);
            let actual = |result: Result<Json, String>| compact(result.map(|json| sort(&json)));
            assert_eq!(actual(ours(text)), expected(expected_ours), "ours: {what}");
            assert_eq!(actual(other(text)), expected(expected_theirs), "json-ld: {what}");
        }
    });
}
