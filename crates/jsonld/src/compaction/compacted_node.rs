//! Compacted objects under construction, including maps and nested objects.

use crate::node_builder::NodeBuilder;
use adp_json::{Json, Offset, Text, Value};
use std::collections::HashMap;

/// An object under construction. Objects that are filled value by value are separate until the end, so that each value
/// is added in constant time.
#[derive(Default)]
pub(crate) struct CompactedNode {
    members: NodeBuilder,
    /// The nested objects under construction; each has its place among the members.
    within: HashMap<Text, CompactedNode>,
}

/// The part of a node that one value of a property adds.
pub(crate) enum Addition {
    /// One or more values of the property.
    Value { value: Json, as_array: bool },
    /// The property's only value, which replaces the existing one: a list.
    List(Json),
    /// A JSON literal: the property's only value, even if it is an array.
    Literal(Json),
    /// A value in the property's map.
    InMap { key: Text, value: Json, as_array: bool },
}

impl CompactedNode {
    pub(crate) fn with_capacity(n: usize) -> Self {
        Self { members: NodeBuilder::with_capacity(n), within: HashMap::new() }
    }

    /// The object in the member `name`, to be filled.
    pub(crate) fn within(&mut self, name: &Text, at: Offset) -> &mut Self {
        if !self.within.contains_key(name) {
            let mut inner = Self::default();
            if let Some(Value::Object(object)) = self.members.get(name).map(Json::value) {
                for member in object {
                    inner.members.set(member.name().clone(), member.name_offset(), member.value().clone());
                }
            }
            self.members.set(name.clone(), at, Value::Null.into());
            self.within.insert(name.clone(), inner);
        }
        self.within.entry(name.clone()).or_default()
    }

    /// Finishes the object under construction at `name`.
    fn settle(&mut self, name: &Text, at: Offset) {
        if let Some(inner) = self.within.remove(name) {
            self.members.set(name.clone(), at, inner.build(at));
        }
    }

    /// Whether there is a member `name`.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.members.has(name)
    }

    /// Sets a member, replacing an existing one in place.
    pub(crate) fn set(&mut self, name: Text, at: Offset, value: Json) {
        self.within.remove(&name);
        self.members.set(name, at, value);
    }

    /// Adds one value of a property.
    pub(crate) fn add(&mut self, name: &Text, at: Offset, addition: Addition) {
        match addition {
            Addition::Value { value, as_array } => self.add_value(name, at, value, as_array),
            Addition::List(list) => self.set(name.clone(), at, list),
            Addition::Literal(value) => self.set(name.clone(), at, value),
            Addition::InMap { key, value, as_array } => self.within(name, at).add_value(&key, at, value, as_array),
        }
    }

    /// The add value algorithm (JSON-LD 1.1 API, section 1.4, "add value"): adds a value, or each value of an array, to
    /// the existing ones.
    pub(crate) fn add_value(&mut self, name: &Text, at: Offset, value: Json, as_array: bool) {
        if value.as_array().is_none() {
            return self.add_one(name, at, value, as_array);
        }
        if as_array {
            self.settle(name, at);
            self.members.add(name.clone(), at, value);
        } else if let Value::Array(items) = value.into_value() {
            for item in items {
                self.add_value(name, at, item, false);
            }
        }
    }

    /// Adds one value of any type.
    fn add_one(&mut self, name: &Text, at: Offset, value: Json, as_array: bool) {
        self.settle(name, at);
        if as_array || self.members.has(name) {
            self.members.add(name.clone(), at, Json::from(vec![value]));
        } else {
            self.members.set(name.clone(), at, value);
        }
    }

    pub(crate) fn build(mut self, at: Offset) -> Json {
        for (name, inner) in self.within {
            self.members.set(name, at, inner.build(at));
        }
        self.members.build(at)
    }
}
