//! Values with placeholders: parsing, access, construction from links, and formatting.

use super::{CompileError, Piece, Template};
use crate::{
    agents_json,
    arazzo::{Braces, Expression, TextPart, read_expression},
};
use agent_description::{
    Json, ReadLimits,
    json::{
        Member, Object, Offset, Value, parse,
        pointer::{lookup, push_name},
    },
};
use std::collections::HashMap;

/// Maximum index of an array that links create.
const HIGHEST_INDEX: u32 = 255;

impl Template {
    /// Parses a value. A string that starts like an expression is one; other strings may contain `{$…}`.
    pub(super) fn read(json: &Json) -> Result<Self, CompileError> {
        Self::read_with(json, &|json, text| {
            if Expression::is_meant(text) {
                return Ok(Self::Expression(read_expression(text, json.offset())?));
            }
            match Expression::unescaped(text) {
                Some(text) => Ok(constant(Value::String(text.into()), json)),
                None => text_with_places(text, json),
            }
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
        if let Some(place) = places.get(&parsed.offset()) {
            return Some(read_expression(place, json.offset()).map(Self::Expression).map_err(Into::into));
        }
        let of_document = Json::at(parsed.value().clone(), json.offset());
        Some(Self::read_with(&of_document, &|inner, text| match places.get(&inner.offset()) {
            Some(place) => Ok(Self::Expression(read_expression(place, json.offset())?)),
            None => text_with_places(text, &Json::at(Value::String(text.into()), json.offset())),
        }))
    }

    /// Parses a value with a function for its strings.
    fn read_with(
        json: &Json,
        of_text: &dyn Fn(&Json, &str) -> Result<Self, CompileError>,
    ) -> Result<Self, CompileError> {
        match json.value() {
            Value::String(text) => of_text(json, text),
            Value::Array(items) => {
                let items = items.iter().map(|item| Self::read_with(item, of_text)).collect::<Result<Vec<_>, _>>()?;
                Ok(match items.iter().map(Self::as_constant).collect::<Option<Vec<_>>>() {
                    Some(items) => constant(Value::Array(items), json),
                    None => Self::Array(items),
                })
            }
            Value::Object(object) => {
                let member = |it: &Member| Ok((it.name().clone(), Self::read_with(it.value(), of_text)?));
                let members = object.iter().map(member).collect::<Result<Vec<_>, CompileError>>()?;
                let known = members.iter().map(|(name, value)| Some((name.clone(), value.as_constant()?)));
                Ok(match known.collect::<Option<Object>>() {
                    Some(object) => constant(Value::Object(object), json),
                    None => Self::Object(members),
                })
            }
            _ => Ok(Self::Constant(json.clone())),
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
            Self::Expression(expression) => expression.to_string().into(),
            Self::Text(pieces) => {
                let piece = |piece: &Piece| match piece {
                    Piece::Text(text) => Expression::escaped(text),
                    Piece::Expression(expression) => format!("{{{expression}}}"),
                };
                pieces.iter().map(piece).collect::<String>().into()
            }
            Self::Array(items) => items.iter().map(Self::to_json).collect::<Vec<_>>().into(),
            Self::Object(members) => {
                members.iter().map(|(name, value)| (name.clone(), value.to_json())).collect::<Object>().into()
            }
        }
    }

    /// Number of values in the value, which a copy takes.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Constant(json) => size(json),
            Self::Expression(_) => 1,
            Self::Text(pieces) => pieces.len(),
            Self::Array(items) => 1 + items.iter().map(Self::size).sum::<usize>(),
            Self::Object(members) => 1 + members.iter().map(|(_, value)| value.size()).sum::<usize>(),
        }
    }

    /// Calls `each` for every expression.
    pub fn each_expression<'a>(&'a self, each: &mut dyn FnMut(&'a Expression)) {
        match self {
            Self::Constant(_) => {}
            Self::Expression(expression) => each(expression),
            Self::Text(pieces) => {
                for piece in pieces {
                    if let Piece::Expression(expression) = piece {
                        each(expression);
                    }
                }
            }
            Self::Array(items) => items.iter().for_each(|item| item.each_expression(each)),
            Self::Object(members) => members.iter().for_each(|(_, value)| value.each_expression(each)),
        }
    }

    /// The part at a path; `None` if there is none.
    pub(super) fn within(&self, way: &[agents_json::FieldPathStep]) -> Option<Self> {
        let Some((step, rest)) = way.split_first() else { return Some(self.clone()) };
        match (self, step) {
            (Self::Constant(json), _) => lookup(json, &pointer(way)).cloned().map(Self::Constant),
            (Self::Expression(expression), _) => with_pointer(expression, way).map(Self::Expression),
            (Self::Object(members), agents_json::FieldPathStep::Name(name)) => {
                members.iter().find(|(known, _)| known == name)?.1.within(rest)
            }
            (Self::Array(items), agents_json::FieldPathStep::Index(index)) => items.get(*index as usize)?.within(rest),
            _ => None,
        }
    }

    /// Sets the part at a path, and creates the objects and arrays on it. Returns false if another value on the path
    /// was replaced.
    ///
    /// # Errors
    ///
    /// If the index exceeds [`HIGHEST_INDEX`].
    pub(super) fn put(here: &mut Option<Self>, way: &[agents_json::FieldPathStep], value: Self) -> Result<bool, u32> {
        let Some((step, rest)) = way.split_first() else {
            let is_free = here.is_none();
            *here = Some(value);
            return Ok(is_free);
        };
        match step {
            agents_json::FieldPathStep::Name(name) => {
                let is_free = matches!(here, None | Some(Self::Object(_)));
                if !is_free {
                    *here = None;
                }
                if let Self::Object(members) = here.get_or_insert_with(|| Self::Object(Vec::new())) {
                    let at = members.iter().position(|(known, _)| known == name);
                    let mut member = at.map(|at| members.remove(at).1);
                    let was_free = Self::put(&mut member, rest, value)?;
                    let place = at.unwrap_or(members.len());
                    members.splice(place..place, member.map(|member| (name.clone(), member)));
                    return Ok(is_free && was_free);
                }
                Ok(false)
            }
            agents_json::FieldPathStep::Index(index) => {
                if *index > HIGHEST_INDEX {
                    return Err(*index);
                }
                let is_free = matches!(here, None | Some(Self::Array(_)));
                if !is_free {
                    *here = None;
                }
                let null = || Self::Constant(Json::from(Value::Null));
                if let Self::Array(items) = here.get_or_insert_with(|| Self::Array(Vec::new())) {
                    let at = *index as usize;
                    while items.len() <= at {
                        items.push(null());
                    }
                    if let Some(place) = items.get_mut(at) {
                        let mut item = Some(std::mem::replace(place, null())).filter(|item| *item != null());
                        let was_free = Self::put(&mut item, rest, value)?;
                        *place = item.unwrap_or_else(null);
                        return Ok(is_free && was_free);
                    }
                }
                Ok(false)
            }
        }
    }
}

/// Parses a text with embedded expressions `{$…}`.
fn text_with_places(text: &str, json: &Json) -> Result<Template, CompileError> {
    let piece = |part: TextPart<'_>| match part {
        TextPart::Text(text) => Ok(Piece::Text(text)),
        TextPart::Expression(text) => Ok(Piece::Expression(read_expression(text, json.offset())?)),
    };
    let pieces = Expression::parts(text).into_iter().map(piece).collect::<Result<Vec<_>, CompileError>>()?;
    Ok(match pieces.as_slice() {
        [] => Template::Constant(json.clone()),
        [Piece::Text(text)] => constant(Value::String(text.as_str().into()), json),
        _ => Template::Text(pieces),
    })
}

fn size(json: &Json) -> usize {
    match json.value() {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(object) => 1 + object.iter().map(|member| size(member.value())).sum::<usize>(),
        _ => 1,
    }
}

fn constant(value: Value, at: &Json) -> Template {
    Template::Constant(Json::at(value, at.offset()))
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

/// Converts a path to a JSON Pointer.
pub(super) fn pointer(way: &[agents_json::FieldPathStep]) -> String {
    let mut pointer = String::new();
    for step in way {
        match step {
            agents_json::FieldPathStep::Name(name) => push_name(&mut pointer, name),
            agents_json::FieldPathStep::Index(index) => push_name(&mut pointer, &index.to_string()),
        }
    }
    pointer
}

/// The expression for a part of an expression's value; `None` if it cannot have parts.
fn with_pointer(expression: &Expression, way: &[agents_json::FieldPathStep]) -> Option<Expression> {
    let mut longer = expression.clone();
    match &mut longer {
        Expression::Input(value)
        | Expression::Output(value)
        | Expression::Step(_, value)
        | Expression::WorkflowInput(_, value)
        | Expression::WorkflowOutput(_, value) => {
            value.pointer.get_or_insert_default().push_str(&pointer(way));
        }
        Expression::Request(crate::arazzo::MessagePart::Body(at))
        | Expression::Response(crate::arazzo::MessagePart::Body(at)) => {
            at.get_or_insert_default().push_str(&pointer(way));
        }
        _ => return None,
    }
    Some(longer)
}
