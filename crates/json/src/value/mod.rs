//! The JSON tree: values, objects and members, each with its offset in the source.

mod members;
pub(crate) mod number;
mod pretty;
pub(crate) mod text;

use self::{members::Members, number::compare_literals};
use super::{Number, Offset, Text, WideNumber};
use std::cmp::Ordering;

/// A JSON value and its position. Equality ignores positions.
#[derive(Clone, Debug)]
pub struct Json {
    value: Value,
    offset: Offset,
}

/// The six kinds of JSON values; numbers are of two kinds.
// the tag is as wide as the payload, so that values are moved in whole words
#[derive(Clone, Debug, PartialEq)]
#[repr(u64)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number: a finite double.
    Number(Number),
    /// A number that is not written as its double is, in a document that may have [any](crate::ReadLimits::any_number).
    Wide(WideNumber),
    /// A string.
    String(Text),
    /// An array.
    Array(Vec<Json>),
    /// An object, its members in source order.
    Object(Object),
}

/// An object: members in source order, names unique. Looking up, setting and adding a member takes constant time.
#[derive(Clone, Debug, Default)]
pub struct Object {
    members: Members,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name, unescaped.
    pub name: Text,
    /// Position of the name (at its opening quote); [`Offset::NONE`] for members created in code.
    pub name_offset: Offset,
    /// The value.
    pub value: Json,
}

impl Member {
    /// Creates a member in code.
    pub fn new(name: impl Into<Text>, value: impl Into<Json>) -> Self {
        Self { name: name.into(), name_offset: Offset::NONE, value: value.into() }
    }

    /// The name, unescaped.
    #[must_use]
    pub fn name(&self) -> &Text {
        &self.name
    }

    /// Position of the name (at its opening quote).
    #[must_use]
    pub fn name_offset(&self) -> Offset {
        self.name_offset
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> &Json {
        &self.value
    }
}

impl Json {
    /// Creates a value at a position.
    #[must_use]
    pub fn at(value: Value, offset: Offset) -> Self {
        Self { value, offset }
    }

    /// Position of the value (its first byte).
    #[must_use]
    pub fn offset(&self) -> Offset {
        self.offset
    }

    /// The value without its position.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The value without its position.
    #[must_use]
    pub fn into_value(self) -> Value {
        self.value
    }

    /// Whether this is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }

    /// The string, if this is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The string, if this is one, as shared text.
    #[must_use]
    pub fn as_text(&self) -> Option<&Text> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The boolean, if this is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(flag) => Some(flag),
            _ => None,
        }
    }

    /// Whether this is a number.
    #[must_use]
    pub fn is_number(&self) -> bool {
        matches!(self.value, Value::Number(_) | Value::Wide(_))
    }

    /// Compares two numbers exactly.
    #[must_use]
    pub fn compare_numbers(&self, other: &Self) -> Option<Ordering> {
        let literal = |value: &Value| match value {
            Value::Number(number) => Some(number.to_string()),
            Value::Wide(number) => Some(number.to_string()),
            _ => None,
        };
        match (&self.value, &other.value) {
            (Value::Number(a), Value::Number(b)) => a.partial_cmp(b),
            (a, b) => Some(compare_literals(&literal(a)?, &literal(b)?)),
        }
    }

    /// The number, if this is one that is its double.
    #[must_use]
    pub fn as_number(&self) -> Option<Number> {
        match self.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The items, if this is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Json]> {
        match &self.value {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The object, if this is one.
    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        match &self.value {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The value of the member `name`, if this is an object that has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.as_object()?.get(name)
    }

    /// The kind of value with its article, for messages: `a string`, `an object`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) | Value::Wide(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        }
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Object {
    pub(super) const EMPTY: Object = Object { members: Members::EMPTY };

    /// An empty object.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty object with capacity for `n` members.
    #[must_use]
    pub fn with_capacity(n: usize) -> Self {
        Self { members: Members::with_capacity(n) }
    }

    /// Creates an object from members with unique names.
    #[must_use]
    pub fn from_unique(members: Vec<Member>) -> Self {
        Self { members: members.into() }
    }

    /// The members in source order.
    pub fn iter(&self) -> std::slice::Iter<'_, Member> {
        self.members.as_slice().iter()
    }

    /// Names and mutable access to their values, in source order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&Text, &mut Json)> {
        self.members.iter_mut()
    }

    /// Number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.as_slice().len()
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.as_slice().is_empty()
    }

    /// The value of the member `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.member(name).map(Member::value)
    }

    /// The member `name`.
    // not inlined: with some two hundred callers, the code would take longer to load than to run
    #[must_use]
    #[inline(never)]
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.as_slice().get(self.members.position(name)?)
    }

    /// Whether there is a member `name`.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.member(name).is_some()
    }

    /// Sets the member `name`: replaces an existing one in place, else appends. Returns the old value.
    pub fn insert(&mut self, name: impl Into<Text>, value: impl Into<Json>) -> Option<Json> {
        let (name, value) = (name.into(), value.into());
        match self.get_mut(&name) {
            Some(existing) => Some(std::mem::replace(existing, value)),
            None => {
                self.members.push(Member { name, name_offset: Offset::NONE, value });
                None
            }
        }
    }

    /// Removes the member `name`; the others keep their order. It takes time for each of them, unless `name` is the
    /// last one.
    pub fn remove(&mut self, name: &str) -> Option<Json> {
        let at = self.members.position(name)?;
        Some(self.members.remove(at).value)
    }

    /// Mutable access to the value of the member `name`.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Json> {
        let at = self.members.position(name)?;
        self.members.value_mut(at)
    }
}

impl Json {
    /// Mutable access to the object.
    pub fn as_object_mut(&mut self) -> Option<&mut Object> {
        match &mut self.value {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Mutable access to the items.
    pub fn as_array_mut(&mut self) -> Option<&mut Vec<Json>> {
        match &mut self.value {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }
}

/// Objects are equal if they have the same members, in any order.
impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        let same_order = || self.iter().zip(other).all(|(mine, theirs)| mine.name == theirs.name);
        // compares all names first and each value once, otherwise nested objects would double the work at each level
        self.len() == other.len()
            && if same_order() {
                self.iter().zip(other).all(|(mine, theirs)| mine.value == theirs.value)
            } else {
                self.sorted()
                    .into_iter()
                    .zip(other.sorted())
                    .all(|(mine, theirs)| mine.name == theirs.name && mine.value == theirs.value)
            }
    }
}

impl Object {
    fn sorted(&self) -> Vec<&Member> {
        let mut members: Vec<&Member> = self.iter().collect();
        members.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        members
    }
}

impl<'a> IntoIterator for &'a Object {
    type Item = &'a Member;
    type IntoIter = std::slice::Iter<'a, Member>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Object {
    type Item = Member;
    type IntoIter = std::vec::IntoIter<Member>;
    fn into_iter(self) -> Self::IntoIter {
        self.members.into_vec().into_iter()
    }
}

impl<N: Into<Text>, V: Into<Json>> FromIterator<(N, V)> for Object {
    /// Later values replace earlier ones of the same name, in place.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(members: I) -> Self {
        let mut object = Self::new();
        for (name, value) in members {
            object.insert(name, value);
        }
        object
    }
}

/// An object, such as `object! { "id": id, "steps": steps, if "title": title }`. A member after `if` is omitted if its
/// value is `None`; other values that are `None` become `null`.
///
/// ```rust
/// let title = Some("Tea").filter(|title| title.len() > 3);
/// let object = adp_json::object! { "id": 7, "note": None::<bool>, if "title": title };
/// assert_eq!(adp_json::Json::from(object).to_compact(), r#"{"id":7,"note":null}"#);
/// ```
#[macro_export]
macro_rules! object {
    (@member if $name:literal, $value:expr) => { $value.map(|value| ($name, $crate::Json::from(value))) };
    (@member $name:literal, $value:expr) => { Some(($name, $crate::Json::from($value))) };
    ($($(if $optional:literal)? $($name:literal)?: $value:expr),* $(,)?) => {
        [$($crate::object!(@member $(if $optional)? $($name)?, $value)),*]
            .into_iter()
            .flatten()
            .collect::<$crate::Object>()
    };
}

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        Self { value, offset: Offset::NONE }
    }
}

impl From<Object> for Json {
    fn from(object: Object) -> Self {
        Value::Object(object).into()
    }
}

impl From<Vec<Json>> for Json {
    fn from(items: Vec<Json>) -> Self {
        Value::Array(items).into()
    }
}

impl From<Text> for Json {
    fn from(text: Text) -> Self {
        Value::String(text).into()
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Value::String(text.into()).into()
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Value::String(text.into()).into()
    }
}

impl From<bool> for Json {
    fn from(flag: bool) -> Self {
        Value::Bool(flag).into()
    }
}

impl From<Number> for Json {
    fn from(number: Number) -> Self {
        Value::Number(number).into()
    }
}

impl From<u32> for Json {
    fn from(number: u32) -> Self {
        Value::Number(number.into()).into()
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    /// `None` is `null`.
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Value::Null.into(), Into::into)
    }
}
