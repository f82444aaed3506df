//! Scalars: values and keys.

use super::core_schema::{Plain, decimal};
use crate::{Number, ReadError, Text, Value, WideNumber, error::MAX_SHOWN_CHARS, position_at, shortened::cut};
use saphyr_parser::Tag;
use std::borrow::Cow;

/// The prefix of all core schema tags.
const CORE: &str = "tag:yaml.org,2002:";

/// The requirement of a tag for its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// No tag: style and text decide.
    Untagged,
    /// `!`: a string, a sequence or a mapping, by its syntax (section 10.1.2).
    NonSpecific,
    Str,
    Int,
    Float,
    Bool,
    Null,
    Seq,
    Map,
}

impl Kind {
    /// The kind of a tag; `None` for one outside of the core schema.
    pub(super) fn from_tag(tag: Option<&Tag>) -> Option<Self> {
        let Some(tag) = tag else { return Some(Self::Untagged) };
        let name = match (tag.handle.as_str(), tag.suffix.as_str()) {
            ("", "!") => return Some(Self::NonSpecific),
            (CORE, name) => name,
            // `!<tag:yaml.org,2002:str>`
            ("", whole) => whole.strip_prefix(CORE)?,
            _ => return None,
        };
        Some(match name {
            "str" => Self::Str,
            "int" => Self::Int,
            "float" => Self::Float,
            "bool" => Self::Bool,
            "null" => Self::Null,
            "seq" => Self::Seq,
            "map" => Self::Map,
            _ => return None,
        })
    }
}

/// A scalar and its position.
#[derive(Debug)]
pub(super) struct Scalar<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) is_plain: bool,
    pub(super) tag: Option<Cow<'a, Tag>>,
    pub(super) source: &'a str,
    pub(super) byte: usize,
    /// Whether any number is kept: see [`ReadLimits::any_number`](crate::ReadLimits::any_number).
    pub(super) any_number: bool,
}

impl Scalar<'_> {
    pub(super) fn value(self) -> Result<Value, ReadError> {
        let kind = Kind::from_tag(self.tag.as_deref()).ok_or_else(|| self.unfit())?;
        let plain = match kind {
            Kind::Untagged if !self.is_plain => Plain::Text,
            Kind::NonSpecific | Kind::Str => Plain::Text,
            _ => Plain::from_text(&self.text),
        };
        let fits = match kind {
            Kind::Untagged | Kind::NonSpecific | Kind::Str => true,
            Kind::Int => matches!(plain, Plain::Decimal | Plain::Based(_)),
            // the canonical form of a float may be that of an integer
            Kind::Float => matches!(plain, Plain::Decimal | Plain::Float | Plain::NotFinite),
            Kind::Bool => matches!(plain, Plain::Bool(_)),
            Kind::Null => plain == Plain::Null,
            Kind::Seq | Kind::Map => false,
        };
        if !fits {
            return Err(self.unfit());
        }
        Ok(match plain {
            Plain::Null => Value::Null,
            Plain::Bool(flag) => Value::Bool(flag),
            Plain::Decimal | Plain::Float => self.number(&self.text)?,
            Plain::Based(base) => match decimal(&self.text, base) {
                Some(literal) => self.number(&literal)?,
                None => return Err(self.refused("has too many digits; write it as a string")),
            },
            Plain::NotFinite => return Err(self.refused("is not a number in JSON; write it as a string")),
            Plain::Text => Value::String(Text::from(&*self.text)),
        })
    }

    /// The name of a member. An integer is accepted if all parsers convert it to the same string.
    pub(super) fn key(self) -> Result<Text, ReadError> {
        let (source, byte) = (self.source, self.byte);
        let refused =
            |found, remedy| Err(ReadError::YamlKey { position: position_at(source.as_bytes(), byte), found, remedy });
        if self.is_plain && self.tag.is_none() && self.text == "<<" {
            let remedy = "YAML 1.2 has no merge keys: write the members, or quote the key";
            return refused("the merge key `<<`".to_owned(), remedy);
        }
        let text = Text::from(&*self.text);
        let kind = match self.value()? {
            Value::String(name) => return Ok(name),
            Value::Number(number) if number.as_integer().is_some() && number.to_string() == text.as_str() => {
                return Ok(text);
            }
            Value::Number(_) | Value::Wide(_) => "the number",
            Value::Bool(_) => "the boolean",
            _ => "the null",
        };
        let found = match text.as_str() {
            "" => "nothing".to_owned(),
            text => format!("{kind} `{}`", cut(text, MAX_SHOWN_CHARS)),
        };
        refused(found, "quote it if it is a name")
    }

    fn number(&self, literal: &str) -> Result<Value, ReadError> {
        match Number::from_literal(literal) {
            Ok(number) => Ok(Value::Number(number)),
            Err(_) if self.any_number => Ok(Value::Wide(WideNumber::from_literal(literal))),
            Err(refused) => Err(self.refused(refused.reason())),
        }
    }

    #[cold]
    fn refused(&self, reason: impl Into<Cow<'static, str>>) -> ReadError {
        ReadError::number(position_at(self.source.as_bytes(), self.byte), &self.text, reason)
    }

    #[cold]
    fn unfit(&self) -> ReadError {
        let found = format!("the tag {} on {:?}", name_of(self.tag.as_deref()), cut(&self.text, MAX_SHOWN_CHARS));
        ReadError::YamlTag { position: position_at(self.source.as_bytes(), self.byte), found }
    }
}

/// A tag in a possible spelling, shortened.
pub(super) fn name_of(tag: Option<&Tag>) -> String {
    let Some(tag) = tag else { return "none".to_owned() };
    let whole = match tag.handle.as_str() {
        CORE => format!("!!{}", tag.suffix),
        handle => format!("{handle}{}", tag.suffix),
    };
    format!("`{}`", cut(&whole, MAX_SHOWN_CHARS))
}
