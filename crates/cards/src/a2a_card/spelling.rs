//! Finds fields of a card in a spelling other than that of A2A's JSON.

use super::{definition_0, definition_1_0, rules};
use agent_description::{
    diagnostic::{
        Findings,
        members::{Misspelled, Table, first_misspelled, misspelled},
    },
    json::Object,
};

/// The definitions with all known fields.
static CARDS: [&Table; 2] = [&definition_1_0::AGENT_CARD, &definition_0::AGENT_CARD];

/// The first member that some parsers treat as another one: a known name in another case, or in two spellings. A single
/// snake_case name is allowed, because Protocol Buffers define it and all payload forms cover it.
pub(super) fn first(root: &Object) -> Option<Misspelled<'_>> {
    CARDS.into_iter().find_map(|card| first_misspelled(root, card))
}

/// Adds a finding for each misspelled member, including snake_case names.
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
