//! Fields of a card in another spelling than A2A's JSON has, alone or beside the right one.

use super::{definition_0, definition_1_0, rules};
use agent_description::{
    diagnostic::{
        Findings,
        members::{Misspelled, Table, first_misspelled, misspelled},
    },
    json::Object,
};

/// The definitions whose fields readers know.
static CARDS: [&Table; 2] = [&definition_1_0::AGENT_CARD, &definition_0::AGENT_CARD];

/// The first member that some readers take for another: a known name in another case, or in two spellings. One in snake_case
/// alone is what the definition calls it, and every reading covers it.
pub(super) fn first(root: &Object) -> Option<Misspelled<'_>> {
    CARDS.into_iter().find_map(|card| first_misspelled(root, card))
}

/// Adds a finding for each, those in snake_case too.
pub(super) fn check(found: &mut Findings<'_>, root: &Object) {
    found.exercise(&rules::DUPLICATE_SPELLING);
    for card in CARDS {
        misspelled(root, card, &mut |misspelled| {
            let rule = if misspelled.is_double { &rules::DUPLICATE_SPELLING } else { &rules::SPELLING };
            found.exercise(rule);
            found.add(rule, misspelled.member.name_offset(), || misspelled.remark());
        });
    }
}
