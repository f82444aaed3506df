//! Conversion of `Serialize` types to trees.

use crate::{Json, Member, Number, Object, Text, TextError, Value};
use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt::Display;

impl ser::Error for TextError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(message.to_string())
    }
}

fn no_number(number: impl Display) -> TextError {
    TextError::new(format!("the number {number} is neither a finite double nor an integer of at most 53 bits"))
}

/// Converts a value to a tree: structs and maps become objects with their members in order, `None` and units become
/// `null`, enums have `serde`'s JSON form.
///
/// # Errors
/// [`TextError`] for numbers that JSON parsers may not preserve (RFC 7493 section 2.2), for maps with duplicate or
/// non-string keys, and for errors of the value's implementation.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<Json, TextError> {
    value.serialize(TreeSerializer)
}

struct TreeSerializer;

fn float(value: f64) -> Result<Json, TextError> {
    Number::new(value).map(Json::from).ok_or_else(|| no_number(value))
}

macro_rules! integers {
    ($($method:ident($type:ty))*) => {
        $(fn $method(self, value: $type) -> Result<Json, TextError> {
            const LARGEST: i128 = 1 << 53;
            let kept = i128::try_from(value).ok().filter(|integer| (-LARGEST..=LARGEST).contains(integer));
            #[allow(clippy::cast_precision_loss)] // integers of 53 bits lose nothing
            kept.ok_or_else(|| no_number(value)).and_then(|integer| float(integer as f64))
        })*
    };
}

impl Serializer for TreeSerializer {
    type Ok = Json;
    type Error = TextError;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Members;
    type SerializeStruct = Members;
    type SerializeStructVariant = Members;

    integers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_u128(u128)
    }

    fn serialize_bool(self, flag: bool) -> Result<Json, TextError> {
        Ok(flag.into())
    }

    fn serialize_f32(self, value: f32) -> Result<Json, TextError> {
        float(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<Json, TextError> {
        float(value)
    }

    fn serialize_char(self, character: char) -> Result<Json, TextError> {
        Ok(character.to_string().into())
    }

    fn serialize_str(self, text: &str) -> Result<Json, TextError> {
        Ok(text.into())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Json, TextError> {
        Ok(bytes.iter().map(|byte| Json::from(u32::from(*byte))).collect::<Vec<_>>().into())
    }

    fn serialize_none(self) -> Result<Json, TextError> {
        Ok(Value::Null.into())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Json, TextError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Json, TextError> {
        Ok(Value::Null.into())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Json, TextError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Json, TextError> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Json, TextError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Json, TextError> {
        Ok(tag_variant(Some(variant), value.serialize(self)?))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Items, TextError> {
        Ok(Items { variant: None, items: Vec::with_capacity(length.unwrap_or(0).min(1024)) })
    }

    fn serialize_tuple(self, length: usize) -> Result<Items, TextError> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Items, TextError> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items, TextError> {
        Ok(Items { variant: Some(variant), items: Vec::new() })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members, TextError> {
        Ok(Members { variant: None, name: None, members: Vec::new() })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members, TextError> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members, TextError> {
        Ok(Members { variant: Some(variant), name: None, members: Vec::new() })
    }
}

/// `{VARIANT: value}`, or only the value if there is no variant name.
fn tag_variant(variant: Option<&'static str>, value: Json) -> Json {
    match variant {
        Some(variant) => Object::from_iter([(variant, value)]).into(),
        None => value,
    }
}

struct Items {
    variant: Option<&'static str>,
    items: Vec<Json>,
}

impl Items {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TextError> {
        self.items.push(value.serialize(TreeSerializer)?);
        Ok(())
    }

    fn into_json(self) -> Json {
        tag_variant(self.variant, self.items.into())
    }
}

macro_rules! items {
    ($($trait:ident::$method:ident)*) => {
        $(impl $trait for Items {
            type Ok = Json;
            type Error = TextError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TextError> {
                self.push(value)
            }

            fn end(self) -> Result<Json, TextError> {
                Ok(self.into_json())
            }
        })*
    };
}

items! {
    SerializeSeq::serialize_element SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field SerializeTupleVariant::serialize_field
}

struct Members {
    variant: Option<&'static str>,
    /// A key that waits for its value.
    name: Option<Text>,
    members: Vec<Member>,
}

impl Members {
    fn push<T: Serialize + ?Sized>(&mut self, name: impl Into<Text>, value: &T) -> Result<(), TextError> {
        self.members.push(Member::new(name, value.serialize(TreeSerializer)?));
        Ok(())
    }

    fn into_json(self) -> Result<Json, TextError> {
        let mut names: Vec<&str> = self.members.iter().map(|member| member.name().as_str()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(TextError::new(format!("the member {:?} appears twice", twice[0].to_owned())));
        }
        Ok(tag_variant(self.variant, Object::from_unique(self.members).into()))
    }
}

impl SerializeMap for Members {
    type Ok = Json;
    type Error = TextError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), TextError> {
        let key = key.serialize(TreeSerializer)?;
        self.name = Some(
            key.as_text()
                .ok_or(TextError::new(format!("a member\'s name must be a string, found {}", key.kind())))?
                .clone(),
        );
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), TextError> {
        // `serde` asks for a key before each value
        let name = self.name.take().unwrap_or_else(|| Text::from_static(""));
        self.push(name, value)
    }

    fn end(self) -> Result<Json, TextError> {
        self.into_json()
    }
}

macro_rules! members {
    ($($trait:ident)*) => {
        $(impl $trait for Members {
            type Ok = Json;
            type Error = TextError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), TextError> {
                self.push(name, value)
            }

            fn end(self) -> Result<Json, TextError> {
                self.into_json()
            }
        })*
    };
}

members! { SerializeStruct SerializeStructVariant }
