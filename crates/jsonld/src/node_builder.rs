//! Node objects under construction, with fast member lookup.

use super::keyword::Keyword;
use adp_json::{Json, Member, Object, Offset, Text, Value, names::bit_of};
use std::collections::HashMap;

/// Maximum size for a linear search.
const MAX_LINEAR_SEARCH: usize = 32;

/// An object under construction.
#[derive(Default)]
pub(super) struct NodeBuilder {
    members: Vec<Member>,
    /// A bit for each name: most missing names are recognized without comparison.
    bits: u64,
    /// Positions of the names, if there are more than a few.
    index: HashMap<Text, usize>,
}

impl NodeBuilder {
    pub(super) fn with_capacity(n: usize) -> Self {
        Self { members: Vec::with_capacity(n), ..Self::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.position_by(bit_of(name), name)
    }

    fn position_by(&self, bit: u64, name: &str) -> Option<usize> {
        if self.bits & bit == 0 {
            return None;
        }
        if self.members.len() > MAX_LINEAR_SEARCH {
            self.index.get(name).copied()
        } else {
            self.members.iter().position(|member| member.name == *name)
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Json> {
        self.position(name).and_then(|at| self.members.get(at)).map(|member| &member.value)
    }

    /// Appends to the member's array, converting an existing value. Returns whether the member exists.
    pub(super) fn append(&mut self, name: &str, value: &mut Option<Json>) -> bool {
        let Some(member) = self.position(name).and_then(|at| self.members.get_mut(at)) else { return false };
        if let Some(value) = value.take() {
            append(&mut member.value, value);
        }
        true
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.position(name).is_some()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|member| member.name.as_str())
    }

    /// Sets a member, replacing an existing one in place.
    pub(super) fn set(&mut self, name: Text, name_offset: Offset, value: Json) {
        let bit = bit_of(&name);
        match self.position_by(bit, &name).and_then(|at| self.members.get_mut(at)) {
            Some(member) => member.value = value,
            None => self.push(bit, Member { name, name_offset, value }),
        }
    }

    fn push(&mut self, bit: u64, member: Member) {
        self.bits |= bit;
        if self.members.len() == MAX_LINEAR_SEARCH {
            self.index = self.members.iter().enumerate().map(|(at, member)| (member.name.clone(), at)).collect();
        }
        if self.members.len() >= MAX_LINEAR_SEARCH {
            self.index.insert(member.name.clone(), self.members.len());
        }
        self.members.push(member);
    }

    /// The add value algorithm with `as array`: appends a value, or each value of an array, to the member's array.
    pub(super) fn add(&mut self, name: Text, name_offset: Offset, value: Json) {
        let bit = bit_of(&name);
        match self.position_by(bit, &name).and_then(|at| self.members.get_mut(at)) {
            None => self.push(bit, Member { name, name_offset, value: into_array(value) }),
            Some(member) => append(&mut member.value, value),
        }
    }

    pub(super) fn remove(&mut self, name: &str) -> Option<Json> {
        let at = self.position(name)?;
        let removed = self.members.remove(at);
        self.index = if self.members.len() > MAX_LINEAR_SEARCH {
            self.members.iter().enumerate().map(|(at, member)| (member.name.clone(), at)).collect()
        } else {
            HashMap::new()
        };
        Some(removed.value)
    }

    pub(super) fn build(self, offset: Offset) -> Json {
        Json::at(Value::Object(Object::from_unique(self.members)), offset)
    }
}

/// The items of an array, or the one value.
pub(super) fn items_of(value: &Json) -> &[Json] {
    value.as_array().unwrap_or(std::slice::from_ref(value))
}

/// The items of an array, or the one value.
pub(super) fn into_items(value: Json) -> Vec<Json> {
    let offset = value.offset();
    match value.into_value() {
        Value::Array(items) => items,
        value => vec![Json::at(value, offset)],
    }
}

/// Wraps the value in an array, unless it is one.
pub(super) fn into_array(value: Json) -> Json {
    if value.as_array().is_some() {
        return value;
    }
    let offset = value.offset();
    Json::at(Value::Array(vec![value]), offset)
}

/// Appends a value, or each value of an array, to an array.
pub(super) fn append(array: &mut Json, value: Json) {
    if let Some(items) = array.as_array_mut() {
        match value.as_array() {
            Some(_) => items.extend(into_items(value)),
            None => items.push(value),
        }
    } else {
        let first = std::mem::replace(array, Json::from(Vec::new()));
        *array = into_array(first);
        append(array, value);
    }
}

/// An object of one or more members without a position in the source.
pub(super) fn object<const N: usize>(members: [(Text, Json); N], offset: Offset) -> Json {
    let members = members.into_iter().map(|(name, value)| Member { name, name_offset: offset, value }).collect();
    Json::at(Value::Object(Object::from_unique(members)), offset)
}

/// A value object of a scalar.
pub(super) fn value_object(scalar: Json) -> Json {
    let at = scalar.offset();
    object([(Keyword::Value.text(), scalar)], at)
}

/// A string at a position.
pub(super) fn string(text: Text, offset: Offset) -> Json {
    Json::at(Value::String(text), offset)
}
