//! The meaning of members for callers and models, for comparing documents.

use crate::change::{self, ChangeRule};

/// The meaning of a member.
#[derive(Debug)]
pub enum Meaning {
    /// Text that models read.
    Text,
    /// A list of texts that models read.
    Texts,
    /// Every change matches this rule.
    Any(&'static ChangeRule),
    /// An endpoint of the agent; a new one is not breaking.
    Endpoint,
    /// A protocol, and its default if the member is absent.
    Protocol(Option<&'static str>),
    /// A boolean that offers something to callers.
    Offer,
    /// A boolean that requires something of callers.
    Demand,
    /// A boolean that clients use to decide whether to ask a person, and its default.
    Hint(bool),
    /// A set from which callers use one value: removing it breaks them.
    Offers(&'static ChangeRule, &'static ChangeRule),
    /// A set that overrides that of the document, so its presence is significant.
    OwnOffers,
    /// Requirements that callers must meet together. `true` if they override those of the document.
    Demands(bool),
    /// Alternative requirements; an empty list requires nothing. `true` as for requirements.
    Alternatives(bool),
    /// Security schemes by name.
    Schemes,
    /// Limits for callers.
    Limits,
    /// A JSON Schema of the input or output of callers.
    Schema(Direction),
    /// JSON Schemas by name, compared where they are referenced.
    Definitions,
    /// An object, compared with its table.
    Inside,
    /// A list of objects, matched by keys and compared with their table.
    Items(&'static Items),
    /// Objects with names chosen by the author, compared with their table.
    Named(&'static NamedObjects),
    /// One of those objects, with a name defined by the format.
    Entry(&'static NamedObjects),
    /// An identifier for other parties; a new one is not breaking.
    Handle,
}

/// The writer of the data that a schema describes.
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
    /// The kind of item: `the skill`.
    pub what: &'static str,
    /// The possible key members; the first present one is used.
    pub key: &'static [&'static str],
    /// The rule for a removed item.
    pub removed: &'static ChangeRule,
    /// The rule for an added item.
    pub added: &'static ChangeRule,
    /// The boolean member with which a new item requires something of callers.
    pub demand: Option<&'static str>,
    /// Whether an item has its own digest in lock files.
    pub part: bool,
    /// The meaning of the order.
    pub order: ItemOrder,
}

/// Objects by name.
#[derive(Debug)]
pub struct NamedObjects {
    /// The kind of object: `the path`.
    pub what: &'static str,
    /// The rule for a removed object.
    pub removed: &'static ChangeRule,
    /// The rule for an added object.
    pub added: &'static ChangeRule,
}

/// The meaning of the order of items.
#[derive(Clone, Copy, Debug)]
pub enum ItemOrder {
    /// No meaning.
    Nothing,
    /// The first item is the preferred one.
    First,
    /// Callers may pass values by position, unless a member of the parent has this value.
    Places {
        /// The member and its value.
        unless: (&'static str, &'static str),
    },
    /// The items are executed in order.
    Steps,
}

impl Items {
    /// A capability of the agent.
    #[must_use]
    pub const fn parts(what: &'static str, key: &'static [&'static str]) -> Self {
        Self { part: true, ..Self::changing(what, key, &change::REMOVED, &change::ADDED) }
    }

    /// Steps that are executed in order.
    #[must_use]
    pub const fn steps(what: &'static str, key: &'static [&'static str]) -> Self {
        Self { order: ItemOrder::Steps, ..Self::changing(what, key, &change::STEPS, &change::STEPS) }
    }

    /// Endpoints of the agent.
    #[must_use]
    pub const fn endpoints(what: &'static str, key: &'static [&'static str]) -> Self {
        Self::changing(what, key, &change::ENDPOINT, &change::ENDPOINT_ADDED)
    }

    /// Parameters, which may be required.
    #[must_use]
    pub const fn parameters(key: &'static [&'static str]) -> Self {
        let rules = (&change::PROPERTY_REMOVED, &change::PROPERTY_ADDED);
        Self { demand: Some("required"), ..Self::changing("the parameter", key, rules.0, rules.1) }
    }

    /// Items with rules for adding and removing.
    #[must_use]
    pub const fn changing(
        what: &'static str,
        key: &'static [&'static str],
        removed: &'static ChangeRule,
        added: &'static ChangeRule,
    ) -> Self {
        Self { what, key, removed, added, demand: None, part: false, order: ItemOrder::Nothing }
    }
}
