//! Types of members.

use super::{Field, Table};
use crate::Rule;
use adp_json::Code;

/// The type of a member.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Any value.
    Any,
    /// A type for names and comparison, which the check ignores.
    Unchecked(&'static Shape),
    /// Anything but null.
    Given,
    /// A string.
    Text,
    /// A string, or null.
    TextOrNull,
    /// A string with a syntax.
    Form(&'static Form),
    /// One of these strings.
    Word(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A number of at least 0.
    Amount,
    /// An integer in a range.
    Range(i64, i64),
    /// An object with any members.
    Object,
    /// A JSON Schema: an object or a boolean.
    Schema,
    /// An object with a table.
    Of(&'static Table),
    /// An object with the first table, or with the second if it has the member.
    Marked(&'static Table, &'static str, &'static Table),
    /// An object whose table is selected by a member.
    Kinds(&'static Kinds),
    /// A list.
    List(&'static Shape),
    /// A list with at least one item.
    Filled(&'static Shape),
    /// An object with names chosen by the author.
    Map(&'static Shape),
    /// An object with one member, whose name the author chooses.
    Single(&'static Shape),
    /// `true`, `false` or a value of the type.
    FlagOr(&'static Shape),
    /// A type for which null breaks the rule.
    NotNull(&'static Shape, &'static Rule),
}

/// A syntax of strings.
#[derive(Debug)]
pub struct Form {
    /// The rule of the syntax, unless it is the member's.
    pub rule: Option<&'static Rule>,
    /// The code for an invalid string.
    pub code: Code,
    /// Whether a string has the syntax.
    pub fits: fn(&str) -> bool,
    /// The expected value: `an absolute URL`.
    pub expected: &'static str,
    /// An example string, without quotes.
    pub sample: &'static str,
}

/// Objects of several kinds, distinguished by one member.
#[derive(Debug)]
pub struct Kinds {
    /// The kind of object in messages: `the security scheme`.
    pub what: &'static str,
    /// The rule of the member.
    pub rule: &'static Rule,
    /// The member that selects the kind.
    pub member: &'static str,
    /// The kinds and their tables.
    pub of: &'static [(&'static str, &'static Table)],
    /// The alternative for an object without the member: an object that has a member of this table is not checked.
    pub unless: Option<&'static Table>,
}

impl Shape {
    /// An integer of at least 0.
    pub const COUNT: Self = Self::Range(0, i64::MAX);

    /// The table of the contained objects, directly or in a list or map.
    #[must_use]
    pub fn table(self) -> Option<&'static Table> {
        match self {
            Self::Of(table) | Self::Marked(table, ..) => Some(table),
            Self::List(each)
            | Self::Filled(each)
            | Self::Map(each)
            | Self::Single(each)
            | Self::FlagOr(each)
            | Self::NotNull(each, _)
            | Self::Unchecked(each) => each.table(),
            _ => None,
        }
    }

    /// Whether it contains objects with known members, directly or in lists.
    pub(super) fn holds_objects(self) -> bool {
        match self {
            Self::Of(_) | Self::Marked(..) | Self::Kinds(_) | Self::List(_) | Self::Filled(_) => true,
            Self::NotNull(shape, _) | Self::Unchecked(shape) | Self::FlagOr(shape) => shape.holds_objects(),
            _ => false,
        }
    }

    /// The expected value, for messages.
    pub(super) fn expected(self) -> String {
        let expected = match self {
            Self::Any | Self::Given => "a value",
            Self::Text | Self::Form(_) => "a string",
            Self::TextOrNull => "a string or null",
            Self::Word(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                return words.join(" or ");
            }
            Self::Flag => "true or false",
            Self::Number => "a number",
            Self::Amount => "a number of at least 0",
            Self::Range(i64::MIN, i64::MAX) => "an integer",
            Self::Range(least, i64::MAX) => return format!("an integer of at least {least}"),
            Self::Range(least, most) => return format!("an integer from {least} to {most}"),
            Self::Schema => "a JSON Schema",
            Self::Object | Self::Of(_) | Self::Marked(..) | Self::Kinds(_) | Self::Map(_) => "an object",
            Self::List(_) | Self::Filled(_) => "an array",
            Self::Single(_) => "an object with one member",
            Self::FlagOr(shape) => return format!("true, false or {}", shape.expected()),
            Self::NotNull(shape, _) | Self::Unchecked(shape) => return shape.expected(),
        };
        expected.to_owned()
    }

    /// The suggested value.
    pub(super) fn sample(self) -> String {
        let sample = match self {
            Self::Any | Self::Given | Self::Text | Self::TextOrNull => r#""…""#,
            Self::Form(form) => return format!("{:?}", form.sample),
            Self::Word(words) => return format!("{:?}", words.first().copied().unwrap_or_default()),
            Self::Flag | Self::FlagOr(_) => "false",
            Self::Number | Self::Amount => "0",
            Self::Range(least, _) => return least.to_string(),
            Self::Object | Self::Schema | Self::Map(_) | Self::Single(_) => "{}",
            Self::Of(table) | Self::Marked(table, ..) => {
                let member = |field: &Field| format!("{:?}: {}", field.name, field.example());
                let members: Vec<String> =
                    table.fields.iter().filter(|field| field.is_required()).map(member).collect();
                return format!("{{{}}}", members.join(", "));
            }
            Self::Kinds(kinds) => {
                let kind = kinds.of.first().map_or("", |(kind, _)| kind);
                return format!("{{{:?}: {kind:?}}}", kinds.member);
            }
            Self::List(each) | Self::Filled(each) => return format!("[{}]", each.sample()),
            Self::NotNull(shape, _) | Self::Unchecked(shape) => return shape.sample(),
        };
        sample.to_owned()
    }

    /// The first known member of the contained objects whose name matches, and its type.
    pub(super) fn find(self, fits: impl Fn(&str) -> bool) -> Option<(&'static str, Self)> {
        let within = |mut table: &'static Table| loop {
            if let Some(field) = table.fields.iter().find(|field| fits(field.name)) {
                return Some((field.name, field.shape));
            }
            table = table.earlier?;
        };
        match self {
            Self::Of(table) => within(table),
            Self::Marked(table, _, other) => within(table).or_else(|| within(other)),
            Self::Kinds(kinds) if fits(kinds.member) => Some((kinds.member, Self::Text)),
            Self::Kinds(kinds) => kinds.of.iter().find_map(|(_, table)| within(table)),
            _ => None,
        }
    }
}
