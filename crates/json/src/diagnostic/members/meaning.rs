//! What members mean to callers and models, by which two documents are compared.

use crate::diagnostic::change::{self, ChangeRule};

/// What a member means.
#[derive(Debug)]
pub enum Meaning {
    /// What models read.
    Text,
    /// A list of texts that models read.
    Texts,
    /// Any change is one by this rule.
    Any(&'static ChangeRule),
    /// A place where the agent is reached; one that was not there before harms nobody.
    Endpoint,
    /// What is spoken there, and what it is if the member is absent.
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
    /// What callers have to bring, all of it. `true` if it applies in place of the document's own.
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
    /// An object, compared by the table of its shape.
    Inside,
    /// A list of objects, matched by keys and compared by the table of their shape.
    Items(&'static Items),
    /// Objects by names of the author's, compared by the table of their shape.
    Named(&'static Named),
    /// One of those objects, under a name of the format's.
    Entry(&'static Named),
    /// What others call it by: one that was not there before harms nobody.
    Handle,
}

/// Who writes what a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Callers.
    Input,
    /// The agent.
    Output,
}

/// A list whose items have keys.
#[derive(Debug)]
pub struct Items {
    /// What an item is: `the skill`.
    pub what: &'static str,
    /// The members that can be the key, the first that is there.
    pub key: &'static [&'static str],
    /// The rule of an item that is gone.
    pub removed: &'static ChangeRule,
    /// The rule of an item that is new.
    pub added: &'static ChangeRule,
    /// The boolean member by which a new item asks something of callers.
    pub demand: Option<&'static str>,
    /// Whether an item is locked by a digest of its own.
    pub part: bool,
    /// What the order of the items says.
    pub order: Order,
}

/// Objects by name.
#[derive(Debug)]
pub struct Named {
    /// What one is: `the path`.
    pub what: &'static str,
    /// The rule of one that is gone.
    pub removed: &'static ChangeRule,
    /// The rule of one that is new.
    pub added: &'static ChangeRule,
}

/// What the order of items says.
#[derive(Clone, Copy, Debug)]
pub enum Order {
    /// Nothing.
    Nothing,
    /// The first is the one that is preferred.
    First,
    /// Callers may give values by place, unless a member of what holds the list has this value.
    Places {
        /// The member and its value.
        unless: (&'static str, &'static str),
    },
    /// What is done comes one after the other.
    Steps,
}

impl Items {
    /// Something that the agent can do.
    #[must_use]
    pub const fn parts(what: &'static str, key: &'static [&'static str]) -> Self {
        Self { part: true, ..Self::changing(what, key, &change::REMOVED, &change::ADDED) }
    }

    /// What is done one after the other.
    #[must_use]
    pub const fn steps(what: &'static str, key: &'static [&'static str]) -> Self {
        Self { order: Order::Steps, ..Self::changing(what, key, &change::STEPS, &change::STEPS) }
    }

    /// Places where the agent is reached.
    #[must_use]
    pub const fn endpoints(what: &'static str, key: &'static [&'static str]) -> Self {
        Self::changing(what, key, &change::ENDPOINT, &change::ENDPOINT_ADDED)
    }

    /// Parameters, of which some are required.
    #[must_use]
    pub const fn parameters(key: &'static [&'static str]) -> Self {
        let rules = (&change::PROPERTY_REMOVED, &change::PROPERTY_ADDED);
        Self { demand: Some("required"), ..Self::changing("the parameter", key, rules.0, rules.1) }
    }

    /// Items whose coming and going is a change by these rules.
    #[must_use]
    pub const fn changing(
        what: &'static str,
        key: &'static [&'static str],
        removed: &'static ChangeRule,
        added: &'static ChangeRule,
    ) -> Self {
        Self { what, key, removed, added, demand: None, part: false, order: Order::Nothing }
    }
}
