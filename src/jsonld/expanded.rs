//! The result of an expansion.

use super::{ActiveContext, UsedContext};
use crate::json::{Json, Offset, Text};

/// An expanded document: an array of node objects, and what led to it.
#[derive(Clone, Debug)]
pub struct Expanded {
    pub(super) items: Vec<Json>,
    pub(super) used: Vec<UsedContext>,
    pub(super) dropped: Vec<Dropped>,
    pub(super) root_context: ActiveContext,
}

impl Expanded {
    /// The node objects, in expanded document form. Offsets are places in the source.
    #[must_use]
    pub fn items(&self) -> &[Json] {
        &self.items
    }

    /// The expanded document: an array.
    #[must_use]
    pub fn into_json(self) -> Json {
        Json::from(self.items)
    }

    /// The context documents that took part, in the order of their first use.
    #[must_use]
    pub fn contexts(&self) -> &[UsedContext] {
        &self.used
    }

    /// The members of the source that have no meaning under their context and so are not in the result.
    #[must_use]
    pub fn dropped(&self) -> &[Dropped] {
        &self.dropped
    }

    /// The context in force for the members of the document's root.
    #[must_use]
    pub fn root_context(&self) -> &ActiveContext {
        &self.root_context
    }
}

/// A member that vanished in expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Its name.
    pub name: Text,
    /// Where the name stands.
    pub offset: Offset,
    /// Why it means nothing.
    pub reason: DropReason,
}

/// Why a member vanished in expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DropReason {
    /// The context maps the name to null, on purpose.
    MappedToNull,
    /// The name looks like a keyword but is none; such names are reserved.
    Reserved,
    /// No definition, no vocabulary, no IRI: the name expands to nothing.
    NoMapping,
    /// The name is a keyword that has no meaning in a node object, for example `@vocab` outside of a context.
    MisplacedKeyword,
}
