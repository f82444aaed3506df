//! The values of a node's properties in the node map, without duplicates.

use crate::{budget::Budget, error::Result};
use adp_json::{Json, Object, Offset, Text, Value, jcs};
use std::{borrow::Cow, collections::HashSet};

/// A value of a property.
#[derive(Clone, Debug)]
pub(crate) enum Item<'e> {
    /// A node, by identifier.
    Node(Text),
    /// A value object and its position, from the expanded document, except for blank datatypes.
    Value(Cow<'e, Object>, Offset),
    /// A list.
    List(Vec<Item<'e>>),
}

/// Values without duplicates, in order of addition.
#[derive(Debug)]
pub(crate) struct Values<T> {
    /// Most properties have one value, which needs no allocation.
    first: Option<T>,
    more: Vec<T>,
    /// The bytes of all values, if there are more than a few; without spare capacity, because there may be many.
    seen: Option<HashSet<Box<[u8]>>>,
}

/// Maximum number of values that are compared one by one; for more, comparing bytes is faster.
const MAX_LINEAR_SEARCH: usize = 8;

/// Maximum initial capacity for values.
const MAX_INITIAL_CAPACITY: usize = 16;

impl<T> Default for Values<T> {
    fn default() -> Self {
        Self { first: None, more: Vec::new(), seen: None }
    }
}

impl<T> Values<T> {
    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    pub(crate) fn len(&self) -> usize {
        usize::from(self.first.is_some()) + self.more.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.first.iter().chain(&self.more)
    }

    pub(crate) fn into_values(self) -> impl Iterator<Item = T> {
        self.first.into_iter().chain(self.more)
    }

    /// Reserves capacity for values, if there are none yet.
    pub(crate) fn expect(&mut self, values: usize) {
        if self.is_empty() && values > 1 {
            self.more.reserve_exact((values - 1).min(MAX_INITIAL_CAPACITY));
        }
    }
}

/// A comparable value.
pub(crate) trait Comparable {
    /// Bytes that are equal for equivalent values; a value without them is unique.
    fn bytes(&self) -> Option<Box<[u8]>>;

    /// Whether the values are equivalent, by their bytes.
    fn is_like(&self, other: &Self) -> bool;

    /// The cost of a comparison in bytes, about the value's length.
    fn length(&self) -> usize;
}

impl<T: Comparable> Values<T> {
    /// Appends the value, unless there is an equivalent one. Comparisons are charged.
    pub(crate) fn add(&mut self, value: T, at: Offset, budget: &mut Budget) -> Result<()> {
        if self.is_empty() {
            self.first = Some(value);
            return Ok(());
        }
        budget.text(value.length(), at)?;
        let is_new = if self.seen.is_none() && self.len() < MAX_LINEAR_SEARCH {
            !self.iter().any(|known| known.is_like(&value))
        } else {
            let seen = self.seen.take();
            let mut seen = seen.unwrap_or_else(|| self.iter().filter_map(T::bytes).collect());
            let is_new = value.bytes().is_none_or(|bytes| seen.insert(bytes));
            self.seen = Some(seen);
            is_new
        };
        if is_new {
            self.more.push(value);
        }
        Ok(())
    }
}

impl Comparable for Text {
    fn bytes(&self) -> Option<Box<[u8]>> {
        Some(self.as_bytes().into())
    }

    fn is_like(&self, other: &Self) -> bool {
        self == other
    }

    fn length(&self) -> usize {
        self.len()
    }
}

impl Comparable for Item<'_> {
    /// Lists are never compared.
    fn bytes(&self) -> Option<Box<[u8]>> {
        match self {
            Self::Node(id) => Some(reference_bytes(id)),
            // canonical JSON starts with a brace, references do not
            Self::Value(object, _) => Some(jcs::canonicalize_omitting(object, &[]).into()),
            Self::List(_) => None,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Node(id), Self::Node(other)) => id == other,
            (Self::Value(object, _), Self::Value(other, _)) => object == other,
            _ => false,
        }
    }

    fn length(&self) -> usize {
        fn hash_count(value: &Json) -> usize {
            match value.value() {
                Value::String(text) => text.len() + 2,
                Value::Array(items) => items.iter().map(|item| hash_count(item) + 1).sum::<usize>() + 2,
                Value::Object(object) => hash_members(object),
                _ => 8,
            }
        }
        fn hash_members(object: &Object) -> usize {
            object.iter().map(|member| member.name().len() + hash_count(member.value()) + 4).sum::<usize>() + 2
        }
        match self {
            Self::Node(id) => id.len() + 1,
            Self::Value(object, _) => hash_members(object),
            Self::List(_) => 0,
        }
    }
}

fn reference_bytes(id: &str) -> Box<[u8]> {
    let mut bytes = Vec::with_capacity(id.len() + 1);
    bytes.push(b'@');
    bytes.extend_from_slice(id.as_bytes());
    bytes.into()
}
