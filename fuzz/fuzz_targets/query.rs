//! Searches of the registry are read within bounds: what is read, written down and read again is the same search, and every mistake has a place at
//! the beginning of a character.

use crate::search::{
    atoms::{Atom, WORD_CHARACTERS, atoms},
    parse::{MAX_ATOMS, MAX_CLAUSES, MAX_DEPTH, MAX_QUERY_BYTES},
    query::{Query, QueryComparison},
};
use agent_description::CodedError as _;

pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for atom in atoms(text) {
        let Atom::Word(word) = atom else { continue };
        assert!((1..=WORD_CHARACTERS).contains(&word.chars().count()) && word.chars().all(char::is_alphanumeric));
    }
    let query: Query = match text.parse() {
        Ok(query) => query,
        Err(error) => {
            assert!(error.offset.is_none_or(|offset| text.is_char_boundary(offset)), "{error}");
            assert_eq!(error.code().as_str(), "registry-query");
            // whatever it quotes of the search, it is one line
            assert!(!error.to_string().contains(char::is_control) && error.to_string().len() < 2_000);
            return;
        }
    };
    assert!(text.len() <= MAX_QUERY_BYTES && depth(&query) <= 2 * MAX_DEPTH + 2);
    let mut words = 0;
    for clause in query.clauses() {
        let QueryComparison::Words { text, .. } = &clause.comparison else { continue };
        let count = atoms(text).len();
        assert!(count > 0, "{text:?}");
        words += count;
    }
    assert!(query.clauses().count() <= MAX_CLAUSES && words <= MAX_ATOMS);
    match query.to_string().parse::<Query>() {
        Ok(again) => assert_eq!(again, query),
        // quotation marks make it longer
        Err(error) => assert!(query.to_string().len() > MAX_QUERY_BYTES, "{query}: {error}"),
    }
}

fn depth(query: &Query) -> usize {
    match query {
        Query::Not(query) => 1 + depth(query),
        Query::And(all) | Query::Or(all) => 1 + all.iter().map(depth).max().unwrap_or_default(),
        Query::All | Query::Clause(_) => 0,
    }
}
