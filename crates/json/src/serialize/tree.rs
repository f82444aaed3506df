//! `Serialize` of trees: members in source order, integers as integers.

use crate::{Json, Number, Object, Text, Value, WideNumber};
use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value() {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(flag) => serializer.serialize_bool(*flag),
            Value::Number(number) => number.serialize(serializer),
            Value::Wide(number) => number.serialize(serializer),
            Value::String(text) => text.serialize(serializer),
            Value::Array(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    sequence.serialize_element(item)?;
                }
                sequence.end()
            }
            Value::Object(object) => object.serialize(serializer),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for member in self {
            map.serialize_entry(member.name(), member.value())?;
        }
        map.end()
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_integer() {
            Some(integer) => serializer.serialize_i64(integer),
            None => serializer.serialize_f64(self.get()),
        }
    }
}

/// As an integer of 64 bits, else as the nearest double.
impl Serialize for WideNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Ok(integer) = self.literal().parse() {
            return serializer.serialize_i64(integer);
        }
        match self.literal().parse() {
            Ok(integer) => serializer.serialize_u64(integer),
            Err(_) => serializer.serialize_f64(self.nearest().clamp(f64::MIN, f64::MAX)),
        }
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
