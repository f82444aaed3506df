//! Values with placeholders: parsing and formatting.

use super::{CompileError, Piece, Template};
use crate::arazzo::{Braces, Expression, TextPart, read_expression};
use agent_description::{
    Json, ReadLimits,
    json::{Member, Object, Offset, Text, Value, parse},
};
use std::collections::HashMap;

impl Template {
    /// Parses a value, whose parts have their own offsets, or all of them the given one. A string that starts like an
    /// expression is one; other strings may contain `{$…}`.
    pub(super) fn read(json: &Json, at: Option<Offset>) -> Result<Self, CompileError> {
        Self::read_with(json, at, &|json, text, at| {
            if Expression::is_meant(text) {
                return Ok(Self::Expression(read_expression(text, json.offset())?, at));
            }
            match Expression::unescaped(text) {
                Some(text) => Ok(constant(Value::String(text.into()), at)),
                None => text_with_places(text, json.offset(), at),
            }
        })
    }

    /// Reads a value that links set: each of its strings is an expression.
    pub(super) fn read_linked(json: &Json) -> Result<Self, CompileError> {
        Self::read_with(json, None, &|_, text, at| {
            let read = Expression::parse(text).map_err(|error| CompileError::reference(at, error.to_string()));
            Ok(Self::Expression(read?, at))
        })
    }

    /// Parses a string that contains the JSON text of an object or array, with `{$…}` in strings or instead of values.
    /// `None` for other texts.
    pub(super) fn read_json_text(json: &Json) -> Option<Result<Self, CompileError>> {
        let text = json.as_str()?;
        if !text.trim_start().starts_with(['{', '[']) {
            return None;
        }
        let (text, places) = with_empty_strings(text)?;
        let parsed = parse(text.as_bytes(), ReadLimits::new(text.len()).unsigned()).ok()?;
        if has_place_as_name(&parsed, &places) {
            return None;
        }
        Some(Self::read_with(&parsed, Some(json.offset()), &|inner, text, at| match places.get(&inner.offset()) {
            Some(place) => Ok(Self::Expression(read_expression(place, at)?, at)),
            None => text_with_places(text, at, at),
        }))
    }

    /// Parses a value with a function for its strings and their offsets.
    fn read_with(
        json: &Json,
        at: Option<Offset>,
        of_text: &dyn Fn(&Json, &str, Offset) -> Result<Self, CompileError>,
    ) -> Result<Self, CompileError> {
        let offset = at.unwrap_or(json.offset());
        Ok(match json.value() {
            Value::String(text) => of_text(json, text, offset)?,
            Value::Array(items) => {
                let items =
                    items.iter().map(|item| Self::read_with(item, at, of_text)).collect::<Result<Vec<_>, _>>()?;
                match items.iter().map(Self::as_constant).collect::<Option<Vec<_>>>() {
                    Some(items) => constant(Value::Array(items), offset),
                    None => Self::Array(items, offset),
                }
            }
            Value::Object(object) => {
                let member = |it: &Member| Ok((it.name().clone(), Self::read_with(it.value(), at, of_text)?));
                let members = object.iter().map(member).collect::<Result<Vec<_>, CompileError>>()?;
                let known = members.iter().map(|(name, value)| Some((name.clone(), value.as_constant()?)));
                match known.collect::<Option<Object>>() {
                    Some(object) => constant(Value::Object(object), offset),
                    None => Self::Object(members, offset),
                }
            }
            other => constant(other.clone(), offset),
        })
    }

    /// Offset in the document. For agents.json, that of the target of the link that set the value.
    pub(super) fn offset(&self) -> Offset {
        match self {
            Self::Constant(json) => json.offset(),
            Self::Expression(_, at) | Self::Text(_, at) | Self::Array(_, at) | Self::Object(_, at) => *at,
        }
    }

    fn as_constant(&self) -> Option<Json> {
        match self {
            Self::Constant(json) => Some(json.clone()),
            _ => None,
        }
    }

    /// The value in document form.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match self {
            Self::Constant(json) => escaped(json),
            Self::Expression(expression, _) => expression.to_string().into(),
            Self::Text(pieces, _) => {
                let piece = |piece: &Piece| match piece {
                    Piece::Text(text) => Expression::escaped(text),
                    Piece::Expression(expression) => format!("{{{expression}}}"),
                };
                pieces.iter().map(piece).collect::<String>().into()
            }
            Self::Array(items, _) => items.iter().map(Self::to_json).collect::<Vec<_>>().into(),
            Self::Object(members, _) => {
                members.iter().map(|(name, value)| (name.clone(), value.to_json())).collect::<Object>().into()
            }
        }
    }

    /// Number of values in the value, which a copy takes.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Constant(json) => size(json),
            Self::Expression(..) => 1,
            Self::Text(pieces, _) => pieces.len(),
            Self::Array(items, _) => 1 + items.iter().map(Self::size).sum::<usize>(),
            Self::Object(members, _) => 1 + members.iter().map(|(_, value)| value.size()).sum::<usize>(),
        }
    }

    /// Calls `each` for every expression.
    pub fn each_expression<'a>(&'a self, each: &mut dyn FnMut(&'a Expression)) {
        match self {
            Self::Constant(_) => {}
            Self::Expression(expression, _) => each(expression),
            Self::Text(pieces, _) => {
                for piece in pieces {
                    if let Piece::Expression(expression) = piece {
                        each(expression);
                    }
                }
            }
            Self::Array(items, _) => items.iter().for_each(|item| item.each_expression(each)),
            Self::Object(members, _) => members.iter().for_each(|(_, value)| value.each_expression(each)),
        }
    }

    /// Calls `each` for every expression, which it may change.
    pub(super) fn each_expression_mut(&mut self, each: &mut dyn FnMut(&mut Expression)) {
        match self {
            Self::Constant(_) => {}
            Self::Expression(expression, _) => each(expression),
            Self::Text(pieces, _) => {
                for piece in pieces {
                    if let Piece::Expression(expression) = piece {
                        each(expression);
                    }
                }
            }
            Self::Array(items, _) => items.iter_mut().for_each(|item| item.each_expression_mut(each)),
            Self::Object(members, _) => members.iter_mut().for_each(|(_, value)| value.each_expression_mut(each)),
        }
    }
}

/// Parses a text with embedded expressions `{$…}`, which is written at an offset.
fn text_with_places(text: &str, written_at: Offset, at: Offset) -> Result<Template, CompileError> {
    let piece = |part: TextPart<'_>| match part {
        TextPart::Text(text) => Ok(Piece::Text(text)),
        TextPart::Expression(text) => Ok(Piece::Expression(read_expression(text, written_at)?)),
    };
    let pieces = Expression::parts(text).into_iter().map(piece).collect::<Result<Vec<_>, CompileError>>()?;
    Ok(match pieces.as_slice() {
        [] => constant(Value::String(Text::from_static("")), at),
        [Piece::Text(text)] => constant(Value::String(text.as_str().into()), at),
        _ => Template::Text(pieces, at),
    })
}

fn constant(value: Value, at: Offset) -> Template {
    Template::Constant(Json::at(value, at))
}

/// Number of values in a value.
fn size(json: &Json) -> usize {
    match json.value() {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(object) => 1 + object.iter().map(|member| size(member.value())).sum::<usize>(),
        _ => 1,
    }
}

/// The document form of a value, with strings escaped so that none is an expression.
fn escaped(json: &Json) -> Json {
    let value = match json.value() {
        Value::String(text) => Value::String(Expression::escaped(text).into()),
        Value::Array(items) => Value::Array(items.iter().map(escaped).collect()),
        Value::Object(object) => {
            Value::Object(object.iter().map(|member| (member.name().clone(), escaped(member.value()))).collect())
        }
        _ => return json.clone(),
    };
    Json::at(value, json.offset())
}

/// Replaces expressions outside of strings by empty strings, so that the text is JSON. Also returns the expression of
/// each, by its place in that JSON. `None` for an unclosed string.
fn with_empty_strings(text: &str) -> Option<(String, HashMap<Offset, &str>)> {
    let (mut written, mut places, mut rest) = (String::with_capacity(text.len()), HashMap::new(), text);
    let mut braces = Braces::new(text);
    while let Some(at) = rest.find(['"', '{']) {
        let (before, behind) = rest.split_at(at);
        written.push_str(before);
        let start = text.len() - behind.len() + 1;
        let inside = behind.starts_with("{$").then(|| braces.inside(start)).flatten();
        if behind.starts_with('"') {
            let length = string_length(behind)?;
            written.push_str(behind.get(..length)?);
            rest = behind.get(length..)?;
        } else if let Some(inside) = inside.filter(|inside| Expression::is_meant(inside)) {
            places.insert(Offset::at(written.len()), inside);
            written.push_str("\"\"");
            rest = behind.get(inside.len() + 2..)?;
        } else {
            written.push('{');
            rest = behind.get(1..)?;
        }
    }
    written.push_str(rest);
    Some((written, places))
}

/// Whether an expression is at the location of a member name.
fn has_place_as_name(json: &Json, places: &HashMap<Offset, &str>) -> bool {
    match json.value() {
        Value::Array(items) => items.iter().any(|item| has_place_as_name(item, places)),
        Value::Object(object) => object
            .iter()
            .any(|member| places.contains_key(&member.name_offset()) || has_place_as_name(member.value(), places)),
        _ => false,
    }
}

/// The length of the JSON string at the start of a text.
fn string_length(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}
