//! Data of every node in a description: an ID, types, and untyped properties.

use crate::{
    description::{DescriptionProfile, vocabulary::Term},
    json::{Json, Offset, Text, Value},
};
use std::{collections::HashSet, sync::Arc};

/// A node's identity, types and untyped properties, all by IRI.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The node's `@id`, if it has one.
    pub id: Option<Text>,
    pub(in crate::description) types: Types,
    pub(in crate::description) untyped: Vec<Untyped>,
    /// The source of the untyped members, if there are any.
    pub(in crate::description) origin: Option<Arc<Origin>>,
    pub(in crate::description) offset: Offset,
}

/// An untyped member.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::description) struct Untyped {
    /// Its name, as written.
    pub(in crate::description) name: Text,
    /// The meaning of the name.
    pub(in crate::description) iri: Text,
    /// Its value, as written.
    pub(in crate::description) value: Json,
}

/// What defines the meaning of untyped members: the document's profile and `@context`.
#[derive(Debug, PartialEq)]
pub(in crate::description) struct Origin {
    pub(in crate::description) profile: DescriptionProfile,
    pub(in crate::description) context: Option<Json>,
}

impl Node {
    /// A node created in code, with one type.
    pub(in crate::description) fn for_class(class: Option<Term>) -> Self {
        Self { types: class.map(|class| Text::from(class.iri())).into_iter().collect(), ..Self::default() }
    }

    /// The node's types, as IRIs.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        self.types.iter().map(Text::as_str)
    }

    /// The values, as written, of an untyped property, or of a property whose value has another type than the model's.
    ///
    /// The values are the items of an array, or the member's only value. Names inside a value have the meaning of the
    /// document's `@context`.
    pub fn untyped(&self, iri: &str) -> impl Iterator<Item = &Json> {
        self.untyped.iter().filter(move |untyped| *untyped.iri == *iri).flat_map(|untyped| values(&untyped.value))
    }

    /// The value of a term that the model does not type in this node.
    pub(in crate::description) fn untyped_member(&self, term: Term) -> Option<&Json> {
        self.untyped.iter().find(|untyped| term.accepts(&untyped.iri)).map(|untyped| &untyped.value)
    }

    /// All untyped members: the IRI of the name, and the values as written.
    pub fn untyped_properties(&self) -> impl Iterator<Item = (&str, &[Json])> {
        self.untyped.iter().map(|untyped| (untyped.iri.as_str(), values(&untyped.value)))
    }

    /// The node's position in the source.
    #[must_use]
    pub(crate) fn offset(&self) -> Offset {
        self.offset
    }
}

/// Types: most nodes have one, which needs no allocation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::description) struct Types {
    first: Option<Text>,
    more: Vec<Text>,
}

impl Types {
    pub(in crate::description) fn iter(&self) -> impl Iterator<Item = &Text> {
        self.first.iter().chain(&self.more)
    }
}

impl FromIterator<Text> for Types {
    fn from_iter<I: IntoIterator<Item = Text>>(types: I) -> Self {
        // RDF parsers treat it as a set
        let mut types = types.into_iter();
        let first = types.next();
        let mut seen = HashSet::new();
        let more = types.filter(|class| Some(class) != first.as_ref() && seen.insert(class.clone())).collect();
        Self { first, more }
    }
}

/// Nodes are equal if their data is equal, regardless of their position.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.types == other.types && self.untyped == other.untyped
    }
}

/// The values of a member: the items of an array, or the single value; `null` has none.
pub(in crate::description) fn values(value: &Json) -> &[Json] {
    match value.value() {
        Value::Null => &[],
        Value::Array(items) => items,
        _ => std::slice::from_ref(value),
    }
}
