//! The error codes of all crates of `adp`.

use agent_description::Code;

/// The code list of each crate.
const LISTS: &[&[Code]] = &[
    Code::ALL,
    adp_cards::codes::ALL,
    adp_catalogs::codes::ALL,
    adp_compare::codes::ALL,
    adp_flows::codes::ALL,
    adp_messages::codes::ALL,
];

/// Every code that `adp` can print.
pub fn all() -> impl Iterator<Item = Code> {
    LISTS.iter().copied().flatten().copied()
}

#[cfg(test)]
mod tests {
    use super::all;
    use std::collections::BTreeSet;

    #[test]
    fn no_text_stands_for_two_codes() {
        let mut texts = BTreeSet::new();
        for code in all() {
            assert!(texts.insert(code.as_str()), "{code} is the code of two crates");
        }
        assert!(texts.len() > 120);
    }
}
