//! Values with places to be filled in: read of a document, looked into, put together of links, written again.

use super::{CompileError, Piece, Template, error::cut};
use crate::{agents_json, arazzo::Expression};
use agent_description::{
    Json,
    json::{
        Object, Offset, Value,
        pointer::{lookup, push_name},
    },
};

/// The highest index of an array that links make.
const HIGHEST_INDEX: u32 = 255;

impl Template {
    /// Reads a value: a string that starts with `$` and a letter is an expression, `{$…}` inside of others is one too.
    pub(super) fn read(json: &Json) -> Result<Self, CompileError> {
        match json.value() {
            Value::String(text) if Expression::is_meant(text) => Ok(Self::Expression(expression(text, json.offset())?)),
            Value::String(text) => text_with_places(text, json),
            Value::Array(items) => {
                let items = items.iter().map(Self::read).collect::<Result<Vec<_>, _>>()?;
                Ok(if items.iter().all(Self::is_constant) { Self::Constant(json.clone()) } else { Self::Array(items) })
            }
            Value::Object(object) => {
                let member = |it: &agent_description::json::Member| Ok((it.name().clone(), Self::read(it.value())?));
                let members = object.iter().map(member).collect::<Result<Vec<_>, CompileError>>()?;
                let is_constant = members.iter().all(|(_, value)| value.is_constant());
                Ok(if is_constant { Self::Constant(json.clone()) } else { Self::Object(members) })
            }
            _ => Ok(Self::Constant(json.clone())),
        }
    }

    fn is_constant(&self) -> bool {
        matches!(self, Self::Constant(_))
    }

    /// The value as a document has it.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match self {
            Self::Constant(json) => json.clone(),
            Self::Expression(expression) => expression.to_string().into(),
            Self::Text(pieces) => {
                let piece = |piece: &Piece| match piece {
                    Piece::Text(text) => text.clone(),
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

    /// Every expression in it.
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

    /// What stands at a place in it; none where nothing does.
    pub(super) fn within(&self, way: &[agents_json::Step]) -> Option<Self> {
        let Some((step, rest)) = way.split_first() else { return Some(self.clone()) };
        match (self, step) {
            (Self::Constant(json), _) => lookup(json, &pointer(way)).cloned().map(Self::Constant),
            (Self::Expression(expression), _) => with_pointer(expression, way).map(Self::Expression),
            (Self::Object(members), agents_json::Step::Name(name)) => {
                members.iter().find(|(known, _)| known == name)?.1.within(rest)
            }
            (Self::Array(items), agents_json::Step::Index(index)) => items.get(*index as usize)?.within(rest),
            _ => None,
        }
    }

    /// Puts a value at a place in what may be there already. Objects and arrays on the way are made; a value that stands in the way gives way, and the
    /// answer is then false.
    ///
    /// # Errors
    /// The index is beyond every array that links make.
    pub(super) fn put(here: &mut Option<Self>, way: &[agents_json::Step], value: Self) -> Result<bool, u32> {
        let Some((step, rest)) = way.split_first() else {
            let is_free = here.is_none();
            *here = Some(value);
            return Ok(is_free);
        };
        match step {
            agents_json::Step::Name(name) => {
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
            agents_json::Step::Index(index) => {
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

/// An expression of a document.
pub(super) fn expression(text: &str, at: Offset) -> Result<Expression, CompileError> {
    Expression::read(text).map_err(|error| CompileError::Expression { text: cut(text), error, at })
}

/// A text in which `{$…}` are expressions; a brace that no other closes is text.
fn text_with_places(text: &str, json: &Json) -> Result<Template, CompileError> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    let mut plain = String::new();
    while let Some((before, after)) = rest.split_once("{$") {
        plain.push_str(before);
        let Some((inside, behind)) = after.split_once('}') else {
            plain.push_str("{$");
            rest = after;
            continue;
        };
        if !plain.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut plain)));
        }
        pieces.push(Piece::Expression(expression(&format!("${inside}"), json.offset())?));
        rest = behind;
    }
    if pieces.is_empty() {
        return Ok(Template::Constant(json.clone()));
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    Ok(Template::Text(pieces))
}

/// A way as a JSON Pointer.
pub(super) fn pointer(way: &[agents_json::Step]) -> String {
    let mut pointer = String::new();
    for step in way {
        match step {
            agents_json::Step::Name(name) => push_name(&mut pointer, name),
            agents_json::Step::Index(index) => push_name(&mut pointer, &index.to_string()),
        }
    }
    pointer
}

/// The expression for what stands further in its value; none where it has no further.
fn with_pointer(expression: &Expression, way: &[agents_json::Step]) -> Option<Expression> {
    let mut longer = expression.clone();
    match &mut longer {
        Expression::Input(value)
        | Expression::Output(value)
        | Expression::Step(_, value)
        | Expression::WorkflowInput(_, value)
        | Expression::WorkflowOutput(_, value) => {
            value.pointer.get_or_insert_default().push_str(&pointer(way));
        }
        Expression::Request(crate::arazzo::Part::Body(at)) | Expression::Response(crate::arazzo::Part::Body(at)) => {
            at.get_or_insert_default().push_str(&pointer(way));
        }
        _ => return None,
    }
    Some(longer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents_json::FieldPath;

    fn at(path: &str) -> Vec<agents_json::Step> {
        FieldPath::read(&format!("requestBody{}{path}", if path.is_empty() { "" } else { "." })).unwrap().steps
    }

    fn of(text: &str) -> Template {
        Template::read(&agent_description::json::parse(text.as_bytes(), &agent_description::Limits::default()).unwrap())
            .unwrap()
    }

    #[test]
    fn links_meet_in_one_value() {
        let mut body = None;
        for (path, value, is_free) in [
            ("items.0.a", "1", true),
            ("items.0.b", "2", true),
            ("items.2", "3", true),
            ("name", "\"$inputs.name\"", true),
            ("items.0.a", "4", false),
            ("items.x", "5", false),
        ] {
            if path == "items.x" {
                assert_eq!(
                    body.as_ref().map(Template::to_json).unwrap().to_compact(),
                    r#"{"items":[{"a":4,"b":2},null,3],"name":"$inputs.name"}"#
                );
            }
            assert_eq!(Template::put(&mut body, &at(path), of(value)), Ok(is_free), "{path}");
        }
        assert_eq!(body.unwrap().to_json().to_compact(), r#"{"items":{"x":5},"name":"$inputs.name"}"#);
        assert_eq!(Template::put(&mut None, &at("a.256"), of("1")), Err(256));
    }

    #[test]
    fn a_place_is_found_in_what_is_constant_and_in_what_an_expression_will_be() {
        let value = of(r#"{"a": {"b": [1, 2]}, "c": "$inputs.x#/y", "d": "x {$inputs.e}", "e/f": "$inputs.g"}"#);
        for (path, expected) in [
            ("a.b.1", Some("2")),
            ("a.b.2", None),
            ("c.z~.0", Some("\"$inputs.x#/y/z~0/0\"")),
            ("c", Some("\"$inputs.x#/y\"")),
            ("d", Some("\"x {$inputs.e}\"")),
            ("d.a", None),
            ("e/f.a/b", Some("\"$inputs.g#/a~1b\"")),
            ("x", None),
        ] {
            let found = value.within(&at(path)).map(|it| it.to_json().to_compact());
            assert_eq!(found.as_deref(), expected, "{path}");
        }
    }
}
