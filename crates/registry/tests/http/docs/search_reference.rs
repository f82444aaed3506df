//! docs/reference/registry-search.md: its session is run, its searches are searches, its bounds are the program's.

use adp_registry::search::{
    MAX_ATOMS, MAX_CLAUSES, MAX_DEPTH, MAX_PAGE_SIZE, MAX_QUERY_BYTES, MIN_PREFIX_CHARS, Query, SearchLimits,
};

const PAGE: &str = include_str!("../../../../../docs/reference/registry-search.md");

/// The page is a transcript: as in `tests/cli/` of the repository, `[..]` stands for anything and `? N` is the exit code.
#[test]
fn the_session_is_run() {
    assert_eq!(PAGE, include_str!("../../cli/registry-search.md"), "tests/cli/registry-search.md is a link to docs/");
    assert!(PAGE.matches("$ adp-registry search").count() > 4);
    trycmd::TestCases::new().case(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/*.md"));
}

#[test]
fn each_search_of_the_table_is_one() {
    let mut searches = 0;
    for row in PAGE.lines().take_while(|line| !line.starts_with("Fields:")).filter(|line| line.starts_with("| `")) {
        let written = row.split(" | ").next().unwrap();
        for search in written.split('`').skip(1).step_by(2) {
            search.parse::<Query>().unwrap_or_else(|error| panic!("{search}: {error}"));
            searches += 1;
        }
    }
    assert_eq!(searches, 10);
}

#[test]
fn its_bounds_are_the_program_s() {
    let limits = SearchLimits::default();
    let written = |number: u64| {
        let digits = number.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
        groups.join(",")
    };
    let told = |number: usize, what: &str| {
        assert!(PAGE.contains(&format!("{}{what}", written(number as u64))), "{number}{what}")
    };
    told(MAX_QUERY_BYTES, " bytes,");
    told(MAX_CLAUSES, " comparisons,");
    told(MAX_ATOMS, " words,");
    told(MAX_DEPTH, " parentheses and `NOT`s around each other");
    told(limits.expansions, " words that begin so");
    told(usize::try_from(limits.work).unwrap(), " are refused");
    told(MAX_PAGE_SIZE, ".");
    assert!(MIN_PREFIX_CHARS == 2 && PAGE.contains("two characters before `*`"));
}
