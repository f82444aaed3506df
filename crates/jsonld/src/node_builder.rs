//! Node objects under construction, with fast member lookup.

use super::{keyword::Keyword, name_index::NameIndex};
use adp_json::{Json, Member, Object, Offset, Text, Value};

/// An object under construction.
#[derive(Default)]
pub(super) struct NodeBuilder {
    members: Vec<Member>,
    index: NameIndex,
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
        self.index.find(name, self.members.iter().map(Member::name))
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
        match self.position(&name).and_then(|at| self.members.get_mut(at)) {
            Some(member) => member.value = value,
            None => self.push(Member { name, name_offset, value }),
        }
    }

    fn push(&mut self, member: Member) {
        self.members.push(member);
        self.index.note(self.members.iter().map(Member::name));
    }

    /// The add value algorithm with `as array`: appends a value, or each value of an array, to the member's array.
    pub(super) fn add(&mut self, name: Text, name_offset: Offset, value: Json) {
        match self.position(&name).and_then(|at| self.members.get_mut(at)) {
            None => self.push(Member { name, name_offset, value: into_array(value) }),
            Some(member) => append(&mut member.value, value),
        }
    }

    pub(super) fn remove(&mut self, name: &str) -> Option<Json> {
        let removed = self.members.remove(self.position(name)?);
        self.index = NameIndex::from_names(self.members.iter().map(Member::name));
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
