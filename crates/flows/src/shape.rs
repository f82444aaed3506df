//! What an object of a format may hold: a table for each object, and the check by it. What JSON Schemas say of a document's structure, said
//! with rules and places.

use agent_description::{
    Code, Json,
    diagnostic::{Findings, Remark, Rule, shortened},
    json::Object,
};

/// Findings about a document.
pub(crate) type Found<'a> = Findings<'a, Remark>;

/// The codes of a format for what can be wrong with a structure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes {
    pub missing: Code,
    pub kind: Code,
    pub member: Code,
}

/// An object and its members.
#[derive(Debug)]
pub(crate) struct Shape {
    /// What it is in a message: `the flow`.
    pub what: &'static str,
    pub rule: &'static Rule,
    pub members: &'static [Member],
    pub others: Others,
}

/// What becomes of members that a table does not name.
#[derive(Debug)]
pub(crate) enum Others {
    Allowed,
    /// None is allowed, by this rule.
    Unwanted(&'static Rule),
    /// Those that start with `x-` are allowed, others are not, by this rule.
    OnlyExtensions(&'static Rule),
}

/// A member.
#[derive(Debug)]
pub(crate) struct Member {
    pub name: &'static str,
    pub kind: Kind,
    pub required: bool,
}

/// What a member holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Any,
    /// Anything but null.
    Some,
    Text,
    Bool,
    /// A whole number from 0.
    Count,
    /// A number from 0.
    Amount,
    Object,
    /// A JSON Schema: an object or a boolean.
    Schema,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A string, or null.
    TextOrNull,
    Of(&'static Shape),
    /// The one shape, or the other where the object has the member.
    OneOf(&'static Shape, &'static str, &'static Shape),
    /// What it is, or, by the rule's severity, null.
    OrNull(&'static Kind, &'static Rule),
    /// A list of so many items at least.
    List(&'static Kind, usize),
    Map(&'static Kind),
}

pub(crate) const fn required(name: &'static str, kind: Kind) -> Member {
    Member { name, kind, required: true }
}

pub(crate) const fn optional(name: &'static str, kind: Kind) -> Member {
    Member { name, kind, required: false }
}

impl Shape {
    /// Checks an object by its table.
    pub fn check(&'static self, found: &mut Found<'_>, value: &Json, codes: Codes) {
        found.exercise(self.rule);
        let Some(object) = value.as_object() else {
            return wrong(found, self.rule, codes, self.what, value, "an object");
        };
        for member in self.members {
            match object.get(member.name) {
                Some(value) => member.kind.check(found, value, member.name, self, codes),
                None if member.required => self.missing(found, value, object, member.name, codes),
                None => {}
            }
        }
        self.others(found, object, codes);
    }

    /// A required member that is missing; an unknown member of nearly its name may be it.
    fn missing(&self, found: &mut Found<'_>, value: &Json, object: &Object, name: &'static str, codes: Codes) {
        let is_near = |other: &str| {
            other.len().abs_diff(name.len()) <= 2 && name.len() > 3 && strsim::osa_distance(other, name) <= 2
        };
        let near = object.iter().take(64).find(|other| !self.knows(other.name()) && is_near(other.name()));
        match near {
            Some(member) => found.add(self.rule, member.name_offset(), || {
                let written = member.name().as_str();
                let message = format!("{} has no `{name}`, but a member {}", self.what, shortened(written));
                Remark::new(codes.missing, message).meant_name(written, name)
            }),
            None => {
                found.add_missing(self.rule, value.offset(), || Remark::missing(codes.missing, self.what, name));
            }
        }
    }

    fn knows(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }

    fn others(&self, found: &mut Found<'_>, object: &Object, codes: Codes) {
        let (rule, extensions) = match self.others {
            Others::Allowed => return,
            Others::Unwanted(rule) => (rule, false),
            Others::OnlyExtensions(rule) => (rule, true),
        };
        found.exercise(rule);
        for member in object.iter().filter(|member| !self.knows(member.name())) {
            if !(extensions && member.name().starts_with("x-")) {
                found.add(rule, member.name_offset(), || {
                    let name = shortened(member.name());
                    Remark::new(codes.member, format!("{} has a member {name}, which is not one of its", self.what))
                        .with_help("remove it, or look up how the format spells what you mean")
                });
            }
        }
    }
}

impl Kind {
    fn check(self, found: &mut Found<'_>, value: &Json, name: &str, of: &'static Shape, codes: Codes) {
        let expected = match self {
            Self::Any => return,
            Self::Some if value.is_null() => "a value",
            Self::Text if value.as_str().is_none() => "a string",
            Self::Bool if value.as_bool().is_none() => "true or false",
            Self::Count if value.as_number().and_then(|it| it.as_integer()).is_none_or(|it| it < 0) => {
                "a whole number from 0"
            }
            Self::Amount if !value.as_number().is_some_and(|it| it.get() >= 0.0) => "a number from 0",
            Self::Object if value.as_object().is_none() => "an object",
            Self::Schema if value.as_object().is_none() && value.as_bool().is_none() => "a JSON Schema",
            Self::TextOrNull if value.as_str().is_none() && !value.is_null() => "a string or null",
            Self::Word(words) if !value.as_str().is_some_and(|word| words.contains(&word)) => {
                return found.add(of.rule, value.offset(), || {
                    let said = value.as_str().map_or_else(|| value.kind().to_owned(), shortened);
                    let words = words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ");
                    Remark::new(codes.kind, format!("`{name}` is {said}, expected one of {words}"))
                });
            }
            Self::Some
            | Self::Text
            | Self::Bool
            | Self::Count
            | Self::Amount
            | Self::Object
            | Self::Schema
            | Self::TextOrNull
            | Self::Word(_) => return,
            Self::OrNull(_, rule) if value.is_null() => {
                found.exercise(rule);
                return found.add(rule, value.offset(), || {
                    Remark::new(codes.kind, format!("`{name}` is null")).with_help(format!("leave `{name}` out"))
                });
            }
            Self::OrNull(kind, _) => return kind.check(found, value, name, of, codes),
            Self::Of(shape) => return shape.check(found, value, codes),
            Self::OneOf(shape, mark, other) => {
                let marked = value.as_object().is_some_and(|object| object.contains(mark));
                return if marked { other } else { shape }.check(found, value, codes);
            }
            Self::List(kind, least) => match value.as_array() {
                None => "an array",
                Some(items) if items.len() < least => {
                    return found.add(of.rule, value.offset(), || {
                        Remark::new(codes.missing, format!("`{name}` is empty, expected at least one element"))
                    });
                }
                Some(items) => return items.iter().for_each(|item| kind.check(found, item, name, of, codes)),
            },
            Self::Map(kind) => match value.as_object() {
                None => "an object",
                Some(members) => {
                    return members.iter().for_each(|member| kind.check(found, member.value(), name, of, codes));
                }
            },
        };
        wrong(found, of.rule, codes, &format!("`{name}`"), value, expected);
    }
}

fn wrong(found: &mut Found<'_>, rule: &'static Rule, codes: Codes, what: &str, value: &Json, expected: &str) {
    found.add(rule, value.offset(), || {
        Remark::new(codes.kind, format!("{what} is {}, expected {expected}", value.kind()))
    });
}
