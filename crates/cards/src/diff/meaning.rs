//! What the members of a format mean to callers and models: one table for each object.

use super::{ChangeRule, rules};

/// What the members of an object mean.
#[derive(Debug)]
pub(crate) struct Table {
    pub members: &'static [(&'static str, Meaning)],
    /// The rule of all other members.
    pub rest: &'static ChangeRule,
    pub spelling: Spelling,
}

/// How the names in a table are spelled in documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// As they are.
    Exact,
    /// Also in snake_case, as Protocol Buffers read them.
    EitherCase,
    /// Also behind a prefix or namespace, as JSON-LD has them.
    Linked,
}

/// What a member means.
#[derive(Debug)]
pub(crate) enum Meaning {
    /// What models read.
    Text,
    /// A list of texts that models read.
    Texts,
    /// Any change is one by this rule.
    Any(&'static ChangeRule),
    /// A place where the agent is reached; one that was not there before harms nobody.
    Endpoint,
    /// What is spoken there, and what it is where the member is absent.
    Protocol(Option<&'static str>),
    /// A boolean that offers callers something.
    Offer,
    /// A boolean that asks something of callers.
    Demand,
    /// A boolean by which clients decide whether to ask a person, and its default.
    Hint(bool),
    /// A set of which callers use one: what is gone breaks them.
    Offers(&'static ChangeRule, &'static ChangeRule),
    /// A set that applies in place of the document's own: whether it is there matters too.
    OwnOffers,
    /// What callers have to bring, all of it. `true` where it applies in place of the document's own.
    Demands(bool),
    /// Ways to be let in, of which a caller brings one; none means that nothing is asked. `true` as for demands.
    Alternatives(bool),
    /// Security schemes by name.
    Schemes,
    /// Figures that callers must keep below.
    Limits,
    /// A JSON Schema of what callers send, or of what they get.
    Schema(Direction),
    /// JSON Schemas by name, compared where references lead to them.
    Definitions,
    Object(&'static Table),
    /// An object that references within it begin at.
    Root(&'static Table),
    Items(&'static Items),
    /// Objects by names of the author's.
    Named(&'static Named),
    /// One of those objects, under a name of the format's.
    Entry(&'static Named),
    /// What others call it by: one that was not there before harms nobody.
    Handle,
}

/// Who writes what a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Callers.
    Input,
    /// The agent.
    Output,
}

/// A list whose items have keys.
#[derive(Debug)]
pub(crate) struct Items {
    /// What an item is: `the skill`.
    pub what: &'static str,
    /// The members that can be the key, the first that is there.
    pub key: &'static [&'static str],
    pub table: &'static Table,
    pub removed: &'static ChangeRule,
    pub added: &'static ChangeRule,
    /// The boolean member by which a new item asks something of callers.
    pub demand: Option<&'static str>,
    /// Whether an item is locked by a digest of its own.
    pub part: bool,
    pub order: Order,
}

/// Objects by name.
#[derive(Debug)]
pub(crate) struct Named {
    /// What one is: `the path`.
    pub what: &'static str,
    pub table: &'static Table,
    pub removed: &'static ChangeRule,
    pub added: &'static ChangeRule,
}

/// What the order of items says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    Nothing,
    /// The first is the one that is preferred.
    First,
    /// Callers may give values by place, unless a member of what holds the list has this value.
    Places {
        unless: (&'static str, &'static str),
    },
    /// What is done comes one after the other.
    Steps,
}

impl Items {
    /// Something that the agent can do.
    pub const fn of(what: &'static str, key: &'static [&'static str], table: &'static Table) -> Self {
        let (removed, added) = (&rules::REMOVED, &rules::ADDED);
        Self { what, key, table, removed, added, demand: None, part: true, order: Order::Nothing }
    }

    /// What is done one after the other.
    pub const fn steps(what: &'static str, key: &'static [&'static str], table: &'static Table) -> Self {
        let (removed, added) = (&rules::STEPS, &rules::STEPS);
        Self { what, key, table, removed, added, demand: None, part: false, order: Order::Steps }
    }

    /// Places where the agent is reached.
    pub const fn endpoints(what: &'static str, key: &'static [&'static str], table: &'static Table) -> Self {
        let (removed, added) = (&rules::ENDPOINT, &rules::ENDPOINT_ADDED);
        Self { what, key, table, removed, added, demand: None, part: false, order: Order::Nothing }
    }
}

impl Table {
    /// The entry that a member is of.
    pub fn entry(&self, name: &str) -> Option<&'static (&'static str, Meaning)> {
        let find = |name: &str| self.members.iter().find(|(known, _)| *known == name);
        find(name).or_else(|| match self.spelling {
            Spelling::Exact => None,
            Spelling::EitherCase => {
                self.members.iter().find(|(known, _)| crate::a2a_card::is_snake_case_of(name, known))
            }
            Spelling::Linked => find(name.rsplit([':', '#', '/']).next()?),
        })
    }
}
