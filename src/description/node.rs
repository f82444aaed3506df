//! What every node of a description has: an id, types, and the properties the model does not type.

use super::vocabulary::Term;
use crate::json::{Json, Offset, Text};

/// A node's identity, its types, and its properties that the model does not type, all by IRI.
#[derive(Clone, Debug)]
pub struct Node {
    pub(super) id: Option<Text>,
    pub(super) types: Types,
    pub(super) untyped: Vec<(Text, Vec<Json>)>,
    pub(super) offset: Offset,
}

impl Node {
    /// A node made in code, of one type.
    pub(super) fn of(class: Option<Term>) -> Self {
        Self {
            id: None,
            types: class.map(|class| Text::from(class.iri())).into_iter().collect(),
            untyped: Vec::new(),
            offset: Offset::NONE,
        }
    }

    /// The node's `@id`, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The node's types, as IRIs.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        self.types.iter().map(Text::as_str)
    }

    /// Whether one of the types is `class`.
    #[must_use]
    pub fn is_a(&self, class: Term) -> bool {
        self.types().any(|iri| class.accepts(iri))
    }

    /// The values, in expanded form, of a property that the model does not type (or whose value has another type than the
    /// model's). Empty if there are none.
    #[must_use]
    pub fn untyped(&self, iri: &str) -> &[Json] {
        self.untyped.iter().find(|(property, _)| property.as_str() == iri).map_or(&[], |(_, values)| values)
    }

    /// Every property that the model does not type, by IRI, with its values in expanded form.
    pub fn untyped_properties(&self) -> impl Iterator<Item = (&str, &[Json])> {
        self.untyped.iter().map(|(property, values)| (property.as_str(), values.as_slice()))
    }

    /// Where the node stands in the source.
    #[must_use]
    pub fn offset(&self) -> Offset {
        self.offset
    }
}

/// Types: most nodes have one, for which nothing is allocated.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Types {
    first: Option<Text>,
    more: Vec<Text>,
}

impl Types {
    fn iter(&self) -> impl Iterator<Item = &Text> {
        self.first.iter().chain(&self.more)
    }
}

impl FromIterator<Text> for Types {
    fn from_iter<I: IntoIterator<Item = Text>>(types: I) -> Self {
        let mut types = types.into_iter();
        Self { first: types.next(), more: types.collect() }
    }
}

/// Nodes are equal when they say the same, wherever they stand.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.types == other.types && self.untyped == other.untyped
    }
}
