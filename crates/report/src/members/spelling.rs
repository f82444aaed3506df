//! Misspelled member names: `URL` or `Url` for `url`, `default-input-modes` for `defaultInputModes`.
//!
//! JSON names are exact, but Go and .NET decoders ignore case, and others ignore `_` and `-`. If a format defines the
//! members of an object, some parsers accept a misspelled member and others ignore it.

use super::{Shape, Spelling, Table};
use crate::{Finding, shortened};
use adp_json::{Code, Json, Member, Object};
use std::collections::{HashMap, hash_map::Entry};

/// A member's name without its prefix or namespace: `did` of `ad:did` and `https://…/did#did`.
#[must_use]
pub fn local_name(name: &str) -> &str {
    let before = name.bytes().rposition(|byte| matches!(byte, b'#' | b'/' | b':'));
    before.map_or(name, |at| name.get(at + 1..).unwrap_or_default())
}

/// Whether some decoder takes two names for one: they differ only in case, `_` and `-`.
#[must_use]
pub fn is_same_name(one: &str, other: &str) -> bool {
    if one.is_ascii() && other.is_ascii() {
        let letters = |name| str::bytes(name).filter(|letter| !matches!(letter, b'_' | b'-'));
        return letters(one)
            .map(|letter| letter.to_ascii_lowercase())
            .eq(letters(other).map(|letter| letter.to_ascii_lowercase()));
    }
    folded(one).eq(folded(other))
}

/// A name as the decoders see it that ignore case, `_` and `-`.
///
/// Two names have the same letters here if Unicode's full case folding, Go's `EqualFold`, .NET's `OrdinalIgnoreCase` or
/// Java's `equalsIgnoreCase` calls them equal. Java alone takes `İ` for `i`.
pub fn folded(name: &str) -> impl Iterator<Item = char> {
    let letters = name.chars().filter(|letter| !matches!(letter, '_' | '-'));
    // lower case first for `ẞ` and `K`, then upper case for `ß`, `ſ` and `ı`
    let letters = letters.flat_map(|letter| {
        // most names are ASCII, and the tables of Unicode are slow
        let (ascii, other) = if letter.is_ascii() { (Some(letter), None) } else { (None, Some(letter)) };
        let other = other.into_iter().flat_map(char::to_lowercase).flat_map(char::to_uppercase);
        ascii.map(|letter| letter.to_ascii_lowercase()).into_iter().chain(other.flat_map(char::to_lowercase))
    });
    let mut before = None;
    // the dot of `İ`, which is a letter of its own in lower case
    letters.filter(move |letter| {
        let is_dot_of_i = before == Some('i') && *letter == '\u{307}';
        before = if is_dot_of_i { before } else { Some(*letter) };
        !is_dot_of_i
    })
}

/// Whether `snake` is the Protocol Buffers field name: `default_input_modes` of `defaultInputModes`.
#[must_use]
pub fn is_snake_case_of(snake: &str, camel: &str) -> bool {
    let mut snake = snake.bytes();
    let mut differs = false;
    for byte in camel.bytes() {
        if byte.is_ascii_uppercase() {
            differs = true;
            if snake.next() != Some(b'_') || snake.next() != Some(byte.to_ascii_lowercase()) {
                return false;
            }
        } else if snake.next() != Some(byte) {
            return false;
        }
    }
    differs && snake.next().is_none()
}

/// A misspelled member.
#[derive(Clone, Copy, Debug)]
pub struct Misspelled<'a> {
    /// The member.
    pub member: &'a Member,
    /// The correct name.
    pub known: &'a str,
    /// Whether the object also has the correct member.
    pub is_double: bool,
    /// Whether the format still accepts the member: it is in snake_case, and the only one.
    pub is_read: bool,
}

impl Misspelled<'_> {
    /// For a report.
    #[must_use]
    pub fn remark(&self) -> Finding {
        let (name, known) = (self.member.name().as_str(), self.known);
        if self.is_double {
            let message = format!(
                "found {} and `{known}` in one object, which differ only in case, `_` or `-`: some decoders treat them as one",
                shortened(name)
            );
            return Finding::new(Code::SPELLING, message).with_help(format!("keep only `{known}`"));
        }
        Finding::new(Code::SPELLING, format!("the member name is {}, expected `{known}`", shortened(name)))
            .meant_name(name, known)
    }
}

/// The first misspelled member of an object, at any depth, that parsers would interpret differently.
#[must_use]
pub fn first_misspelled<'a>(object: &'a Object, table: &'static Table) -> Option<Misspelled<'a>> {
    let mut first = None;
    misspelled(object, table, &mut |found| {
        if !found.is_read {
            first.get_or_insert(found);
        }
    });
    first
}

/// Reports each misspelled member of an object and its content.
pub fn misspelled<'a>(object: &'a Object, table: &'static Table, tell: &mut dyn FnMut(Misspelled<'a>)) {
    each(object, Shape::Of(table), table.spelling, tell);
}

fn each<'a>(object: &'a Object, shape: Shape, spelling: Spelling, tell: &mut dyn FnMut(Misspelled<'a>)) {
    for member in object {
        let name = member.name().as_str();
        if let Some((_, inside)) = shape.find(|known| name == known) {
            within(member.value(), inside, spelling, tell);
        } else if let Some((known, inside)) = shape.find(|known| is_same_name(name, known)) {
            let is_double = object.contains(known);
            let is_read = !is_double && spelling == Spelling::EitherCase && is_snake_case_of(name, known);
            tell(Misspelled { member, known, is_double, is_read });
            within(member.value(), inside, spelling, tell);
        }
    }
}

fn within<'a>(value: &'a Json, shape: Shape, spelling: Spelling, tell: &mut dyn FnMut(Misspelled<'a>)) {
    match shape {
        Shape::Of(_) | Shape::Marked(..) | Shape::Kinds(_) => {
            value.as_object().into_iter().for_each(|object| each(object, shape, spelling, tell));
        }
        Shape::List(inside) | Shape::Filled(inside) => {
            value.as_array().into_iter().flatten().for_each(|item| within(item, *inside, spelling, tell));
        }
        Shape::Map(inside) => {
            let Some(map) = value.as_object() else { return };
            // names of texts and limits are data, such as the scopes of an authorization server
            if inside.holds_objects() {
                misspelled_keys(map, tell);
            }
            map.iter().for_each(|member| within(member.value(), *inside, spelling, tell));
        }
        Shape::NotNull(shape, _) | Shape::Unchecked(shape) => within(value, *shape, spelling, tell),
        _ => {}
    }
}

/// Reports names in a map that differ only in spelling.
pub fn misspelled_keys<'a>(map: &'a Object, tell: &mut dyn FnMut(Misspelled<'a>)) {
    let mut seen: HashMap<String, &str> = HashMap::with_capacity(map.len());
    for member in map {
        match seen.entry(folded(member.name()).collect()) {
            Entry::Occupied(known) => {
                tell(Misspelled { member, known: known.get(), is_double: true, is_read: false });
            }
            Entry::Vacant(new) => _ = new.insert(member.name().as_str()),
        }
    }
}
