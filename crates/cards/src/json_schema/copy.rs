//! Adapts our JSON tree to the validator without copying, so that errors have offsets.

use agent_description::json::{Json, Member, Number, Object, Text, Value, jcs};
use jsonschema::{
    JsonType,
    json::{self, JsonNumber, NodeIdentity},
};
use serde_json as serde;
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

/// The representation.
pub(crate) struct Tree;

/// A value of the tree, or the name of a member, which schemas can also restrict.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node<'a> {
    Value(&'a Json),
    Name(&'a str),
}

impl<'a> Node<'a> {
    fn json(self) -> Option<&'a Json> {
        match self {
            Self::Value(value) => Some(value),
            Self::Name(_) => None,
        }
    }

    /// The string, if this is one.
    pub fn text(self) -> Option<&'a str> {
        match self {
            Self::Value(value) => value.as_str(),
            Self::Name(name) => Some(name),
        }
    }
}

/// Minimum number of members for an index by name, if many names are looked up.
const MIN_INDEXED_MEMBERS: usize = 16;

impl json::Json for Tree {
    type Node<'a> = Node<'a>;
    type PreparedKey = Text;
    type StringBuffer = ();
    /// Member names of our objects are looked up one by one.
    const KEYS_PER_LOOKUP: usize = 1;

    fn prepare_key(key: &str) -> Text {
        key.into()
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(Node<'_>) -> T) -> T {
        f(Node::Name(string))
    }
}

impl<'a> json::Node<'a, Tree> for Node<'a> {
    type Object = &'a Object;
    type Array = &'a [Json];
    type Number = Figure;

    fn as_object(&self) -> Option<&'a Object> {
        self.json()?.as_object()
    }

    fn as_array(&self) -> Option<&'a [Json]> {
        self.json()?.as_array()
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        self.text().map(Cow::Borrowed)
    }

    fn as_number(&self) -> Option<Figure> {
        self.json()?.as_number().map(Figure)
    }

    fn as_boolean(&self) -> Option<bool> {
        self.json()?.as_bool()
    }

    fn is_null(&self) -> bool {
        self.json().is_some_and(Json::is_null)
    }

    fn json_type(&self) -> JsonType {
        match self {
            Self::Name(_) => JsonType::String,
            Self::Value(value) => match value.value() {
                Value::Null => JsonType::Null,
                Value::Bool(_) => JsonType::Boolean,
                Value::Number(_) => JsonType::Number,
                Value::String(_) => JsonType::String,
                Value::Array(_) => JsonType::Array,
                Value::Object(_) => JsonType::Object,
            },
        }
    }

    fn equals_value(&self, expected: &serde::Value) -> bool {
        match self {
            Self::Value(value) => equal(value, expected),
            Self::Name(name) => expected.as_str() == Some(name),
        }
    }

    /// The validator would use this copy of the value only in its messages and for comparisons. Our messages,
    /// `equals_value` and `is_unique` do not need it.
    fn to_value(&self) -> Cow<'a, serde::Value> {
        static NOT_COPIED: serde::Value = serde::Value::Null;
        Cow::Borrowed(&NOT_COPIED)
    }

    fn identity(&self) -> Option<NodeIdentity> {
        Some(match self {
            Self::Value(value) => NodeIdentity::new(std::ptr::from_ref::<Json>(value).addr()),
            Self::Name(name) => NodeIdentity::tagged(name.as_ptr().addr(), 1),
        })
    }
}

impl<'a> json::Object<'a, Tree> for &'a Object {
    type Node = Node<'a>;
    type MemberName = &'a str;
    type MembersIter = std::iter::Map<std::slice::Iter<'a, Member>, fn(&'a Member) -> (&'a str, Node<'a>)>;

    fn len(&self) -> usize {
        Object::len(self)
    }

    fn get(&self, key: &Text) -> Option<Node<'a>> {
        Object::get(self, key).map(Node::Value)
    }

    fn members(&self) -> Self::MembersIter {
        self.iter().map(|member| (member.name().as_str(), Node::Value(member.value())))
    }
}

impl<'a> json::Array<'a, Tree> for &'a [Json] {
    type Node = Node<'a>;
    type ElementsIter = std::iter::Map<std::slice::Iter<'a, Json>, fn(&'a Json) -> Node<'a>>;

    fn len(&self) -> usize {
        <[Json]>::len(self)
    }

    fn elements(&self) -> Self::ElementsIter {
        self.iter().map(Node::Value)
    }

    /// Compares canonical forms.
    fn is_unique(&self) -> bool {
        let mut seen = HashSet::new();
        self.iter().all(|item| seen.insert(jcs::canonicalize(item)))
    }
}

/// A number of the tree, a double.
#[derive(Clone, Copy)]
pub(crate) struct Figure(Number);

impl JsonNumber for Figure {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // in range by the check
    fn as_u64(&self) -> Option<u64> {
        let value = self.0.get();
        (value.fract() == 0.0 && (0.0..18_446_744_073_709_551_616.0).contains(&value)).then_some(value as u64)
    }

    #[allow(clippy::cast_possible_truncation)] // in range by the check
    fn as_i64(&self) -> Option<i64> {
        let (value, two_63) = (self.0.get(), 9_223_372_036_854_775_808.0);
        (value.fract() == 0.0 && (-two_63..two_63).contains(&value)).then_some(value as i64)
    }

    fn as_f64(&self) -> Option<f64> {
        Some(self.0.get())
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Owned(self.0.to_string())
    }

    fn to_number(&self) -> Cow<'_, serde::Number> {
        Cow::Owned(number(self.0))
    }

    fn is_integer(&self) -> bool {
        self.0.get().fract() == 0.0
    }
}

fn number(value: Number) -> serde::Number {
    let figure = Figure(value);
    let integer = figure.as_u64().map(serde::Number::from).or_else(|| figure.as_i64().map(serde::Number::from));
    // our numbers are finite
    integer.or_else(|| serde::Number::from_f64(value.get())).unwrap_or_else(|| serde::Number::from(0))
}

/// Copies a value for the validator's compiler.
pub(super) fn to_serde(json: &Json) -> serde::Value {
    match json.value() {
        Value::Null => serde::Value::Null,
        Value::Bool(flag) => serde::Value::Bool(*flag),
        Value::Number(value) => serde::Value::Number(number(*value)),
        Value::String(text) => serde::Value::String(text.as_str().to_owned()),
        Value::Array(items) => serde::Value::Array(items.iter().map(to_serde).collect()),
        Value::Object(object) => serde::Value::Object(
            object.iter().map(|member| (member.name().as_str().to_owned(), to_serde(member.value()))).collect(),
        ),
    }
}

/// Equality of JSON Schema: numbers by value, objects in any order.
fn equal(json: &Json, expected: &serde::Value) -> bool {
    match (json.value(), expected) {
        (Value::Null, serde::Value::Null) => true,
        (Value::Bool(flag), serde::Value::Bool(other)) => flag == other,
        (Value::Number(value), serde::Value::Number(other)) => other.as_f64() == Some(value.get()),
        (Value::String(text), serde::Value::String(other)) => text.as_str() == other,
        (Value::Array(items), serde::Value::Array(others)) => {
            items.len() == others.len() && items.iter().zip(others).all(|(item, other)| equal(item, other))
        }
        (Value::Object(object), serde::Value::Object(other)) => {
            object.len() == other.len()
                && if object.len() < MIN_INDEXED_MEMBERS {
                    object.iter().all(|m| other.get(m.name().as_str()).is_some_and(|v| equal(m.value(), v)))
                } else {
                    let members: HashMap<&str, &Json> =
                        object.iter().map(|member| (member.name().as_str(), member.value())).collect();
                    other.iter().all(|(name, v)| members.get(name.as_str()).is_some_and(|mine| equal(mine, v)))
                }
        }
        _ => false,
    }
}
