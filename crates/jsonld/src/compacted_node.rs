//! Compacted objects under construction, with the maps and the nested objects in them.

use super::node_builder::NodeBuilder;
use adp_json::{Json, Offset, Text, Value};
use std::collections::HashMap;

/// An object under construction. Objects that are filled value by value are kept apart until the end, so that each value
/// finds its place at once however many there are.
#[derive(Default)]
pub(super) struct CompactedNode {
    members: NodeBuilder,
    /// The objects in it that are under construction too; each has its place among the members.
    within: HashMap<Text, CompactedNode>,
}

/// What one value of a property adds to a node.
pub(super) enum Addition {
    /// A value of the property, or values.
    Value { value: Json, as_array: bool },
    /// The property's one value, which replaces what is there: a list.
    List(Json),
    /// A JSON literal: the property's one value, be it an array.
    Literal(Json),
    /// A value in the property's map.
    InMap { key: Text, value: Json, as_array: bool },
}

impl CompactedNode {
    pub(super) fn with_capacity(n: usize) -> Self {
        Self { members: NodeBuilder::with_capacity(n), within: HashMap::new() }
    }

    /// The object that is the member `name`, to be filled.
    pub(super) fn within(&mut self, name: &Text, at: Offset) -> &mut Self {
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

    /// Ends what is under construction at `name`, so that it is a value like others.
    fn settle(&mut self, name: &Text, at: Offset) {
        if let Some(inner) = self.within.remove(name) {
            self.members.set(name.clone(), at, inner.build(at));
        }
    }

    /// Whether there is a member `name`.
    pub(super) fn has(&self, name: &str) -> bool {
        self.members.has(name)
    }

    /// Sets a member, in its place if it is there already.
    pub(super) fn set(&mut self, name: Text, at: Offset, value: Json) {
        self.within.remove(&name);
        self.members.set(name, at, value);
    }

    /// What one value of a property adds.
    pub(super) fn add(&mut self, name: &Text, at: Offset, addition: Addition) {
        match addition {
            Addition::Value { value, as_array } => self.add_value(name, at, value, as_array),
            Addition::List(list) => self.set(name.clone(), at, list),
            Addition::Literal(value) => self.set(name.clone(), at, value),
            Addition::InMap { key, value, as_array } => self.within(name, at).add_value(&key, at, value, as_array),
        }
    }

    /// The add value algorithm (JSON-LD 1.1 API, section 1.4, "add value"): a value, or each value of an array, beside what is there.
    pub(super) fn add_value(&mut self, name: &Text, at: Offset, value: Json, as_array: bool) {
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

    /// One value, whatever it is.
    fn add_one(&mut self, name: &Text, at: Offset, value: Json, as_array: bool) {
        self.settle(name, at);
        if as_array || self.members.has(name) {
            self.members.add(name.clone(), at, Json::from(vec![value]));
        } else {
            self.members.set(name.clone(), at, value);
        }
    }

    pub(super) fn build(mut self, at: Offset) -> Json {
        for (name, inner) in self.within {
            self.members.set(name, at, inner.build(at));
        }
        self.members.build(at)
    }
}
