//! Fields of a card in another spelling than A2A's JSON has, alone or beside the right one.

use super::{check::Found, definition_0, definition_1_0, field::Shape, rules};
use crate::spelling::{Described, Misspelled, each, first};
use agent_description::{Code, json::Object};

/// The definitions whose fields readers know.
const CARDS: [Shape; 2] = [Shape::Message(&definition_1_0::AGENT_CARD), Shape::Message(&definition_0::AGENT_CARD)];

/// The first member that some readers take for another: a known name in another case, or in two spellings. One in snake_case
/// alone is what the definition calls it, and every reading covers it.
pub(super) fn first_misspelled(root: &Object) -> Option<Misspelled<'_>> {
    CARDS.into_iter().find_map(|card| first(root, card))
}

/// A definition as JSON has it: without the names of the protocol definition.
#[derive(Clone, Copy)]
struct InCamelCase(Shape);

impl Described for InCamelCase {
    fn part(self) -> crate::spelling::Part<Self> {
        self.0.part().map(Self)
    }

    fn find(self, fits: impl Fn(&'static str) -> bool) -> Option<(&'static str, Self)> {
        self.0.find(fits).map(|(name, inside)| (name, Self(inside)))
    }
}

/// Adds a finding for each, those in snake_case too.
pub(super) fn check(found: &mut Found<'_>, root: &Object) {
    found.exercise(&rules::TWINS);
    for card in CARDS {
        each(root, InCamelCase(card), &mut |misspelled| {
            let rule = if misspelled.is_double { &rules::TWINS } else { &rules::SPELLING };
            found.exercise(rule);
            found.add(rule, misspelled.member.name_offset(), || misspelled.remark(Code::SPELLING));
        });
    }
}
