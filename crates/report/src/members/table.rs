//! The member table of an object.

use super::{Meaning, Shape, is_snake_case_of, local_name};
use crate::{
    Rule,
    change::{self, ChangeRule},
};
use adp_json::Object;

/// The members of an object in a format.
#[derive(Debug)]
pub struct Table {
    /// The kind of object in messages: `the skill`.
    pub what: &'static str,
    /// The rule for its members; `None` if the parent's rule applies.
    pub rule: Option<&'static Rule>,
    /// Whether the check reads its members; otherwise the table is used only for names and comparison.
    pub is_checked: bool,
    /// Its members.
    pub fields: &'static [Field],
    /// The treatment of other members.
    pub others: Others,
    /// Whether it must contain exactly one of its members.
    pub one_of: bool,
    /// It must contain exactly one of these members, if there are any.
    pub one_among: &'static [&'static str],
    /// Pairs of members that exclude each other.
    pub never_both: &'static [[&'static str; 2]],
    /// Whether it must have a member.
    pub is_filled: bool,
    /// What to do with an object that must contain one of its members and has none.
    pub none_advice: Option<fn(&Object) -> Option<String>>,
    /// The spelling of the names in documents.
    pub spelling: Spelling,
    /// The table of an earlier version of the format, whose names are known too; the check ignores it.
    pub earlier: Option<&'static Table>,
    /// The rule for changes of members without a meaning.
    pub rest: &'static ChangeRule,
    /// Whether references in its schemas are resolved against it.
    pub is_root: bool,
}

/// A member.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub shape: Shape,
    /// When it is required.
    pub presence: Presence,
    /// Its rule, unless the table's applies.
    pub rule: Option<&'static Rule>,
    /// The suggested value, unless its type suggests one.
    pub sample: Option<&'static str>,
    /// Its meaning for callers and models.
    pub meaning: Option<Meaning>,
}

/// When a member is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Always.
    Required,
    /// Optional.
    Optional,
    /// Optional, and an explicit default value is treated as absent (Protocol Buffers).
    Implicit,
}

/// The treatment of members that a table does not contain.
#[derive(Clone, Copy, Debug)]
pub enum Others {
    /// Ignored.
    Ignored,
    /// They break this rule.
    Unwanted(&'static Rule),
    /// Names that start with `x-` are ignored; others break this rule.
    OnlyExtensions(&'static Rule),
    /// Names that start with `x-` are ignored; others are those of entries.
    Entries(&'static Entries),
}

/// Members of an object whose names the author chooses, beside extensions.
#[derive(Debug)]
pub struct Entries {
    /// Whether a name is one of an entry; another breaks the object's rule.
    pub fits: fn(&str) -> bool,
    /// The expected name: `a status`.
    pub expected: &'static str,
    /// The type of each entry.
    pub shape: Shape,
}

/// The spelling of a table's names in documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Exact.
    Exact,
    /// Also in snake_case, which Protocol Buffers accept.
    EitherCase,
    /// Also with a prefix or namespace, as in JSON-LD.
    Linked,
}

impl Table {
    /// An object with its own rule.
    #[must_use]
    pub const fn new(what: &'static str, rule: &'static Rule, fields: &'static [Field]) -> Self {
        Self { rule: Some(rule), ..Self::part(what, fields) }
    }

    /// An object that is checked by the parent's rule.
    #[must_use]
    pub const fn part(what: &'static str, fields: &'static [Field]) -> Self {
        Self { what, is_checked: true, ..Self::compared(fields) }
    }

    /// An object that is compared, but not checked.
    #[must_use]
    pub const fn compared(fields: &'static [Field]) -> Self {
        Self {
            what: "the object",
            rule: None,
            is_checked: false,
            fields,
            others: Others::Ignored,
            one_of: false,
            one_among: &[],
            never_both: &[],
            is_filled: false,
            none_advice: None,
            spelling: Spelling::Exact,
            earlier: None,
            rest: &change::OTHER,
            is_root: false,
        }
    }

    /// Sets the treatment of other members.
    #[must_use]
    pub const fn others(self, others: Others) -> Self {
        Self { others, ..self }
    }

    /// Requires exactly one of its members.
    #[must_use]
    pub const fn one_of(self) -> Self {
        Self { one_of: true, ..self }
    }

    /// Requires exactly one of these members.
    #[must_use]
    pub const fn one_among(self, one_among: &'static [&'static str]) -> Self {
        Self { one_among, ..self }
    }

    /// Refuses objects with both members of a pair.
    #[must_use]
    pub const fn never_both(self, never_both: &'static [[&'static str; 2]]) -> Self {
        Self { never_both, ..self }
    }

    /// Requires a member.
    #[must_use]
    pub const fn filled(self) -> Self {
        Self { is_filled: true, ..self }
    }

    /// Requires exactly one of its members, with advice for an object that has none of them.
    #[must_use]
    pub const fn one_of_with(self, advice: fn(&Object) -> Option<String>) -> Self {
        Self { one_of: true, none_advice: Some(advice), ..self }
    }

    /// Sets the spelling.
    #[must_use]
    pub const fn spelled(self, spelling: Spelling) -> Self {
        Self { spelling, ..self }
    }

    /// Sets the table of an earlier version.
    #[must_use]
    pub const fn earlier(self, table: &'static Self) -> Self {
        Self { earlier: Some(table), ..self }
    }

    /// Sets the rule for changes of members without a meaning.
    #[must_use]
    pub const fn rest(self, rest: &'static ChangeRule) -> Self {
        Self { rest, ..self }
    }

    /// Resolves references in schemas against this object.
    #[must_use]
    pub const fn root(self) -> Self {
        Self { is_root: true, ..self }
    }

    /// The member with a name in any accepted spelling, also of an earlier version.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.own_field(name).or_else(|| self.earlier?.field(name))
    }

    /// Same without earlier versions.
    #[must_use]
    pub fn own_field(&self, name: &str) -> Option<&'static Field> {
        let exact = |name: &str| self.fields.iter().find(|field| field.name == name);
        exact(name).or_else(|| match self.spelling {
            Spelling::Exact => None,
            Spelling::EitherCase => self.fields.iter().find(|field| is_snake_case_of(name, field.name)),
            Spelling::Linked => exact(local_name(name)),
        })
    }

    /// The one or two objects at or below this one with a member of this name; `None` if there are more.
    pub(super) fn owner(&'static self, name: &str) -> Option<String> {
        let mut owners = Vec::new();
        self.owners(name, &mut owners);
        owners.sort_unstable();
        owners.dedup();
        match owners.as_slice() {
            [] | [_, _, _, ..] => None,
            few => Some(few.join(" or ")),
        }
    }

    fn owners(&'static self, name: &str, owners: &mut Vec<&'static str>) {
        for field in self.fields {
            if field.name == name {
                owners.push(self.what);
            }
            if let Some(table) = field.shape.table() {
                table.owners(name, owners);
            }
        }
    }
}

impl Field {
    const fn new(name: &'static str, shape: Shape, presence: Presence) -> Self {
        Self { name, shape, presence, rule: None, sample: None, meaning: None }
    }

    /// A required member.
    #[must_use]
    pub const fn required(name: &'static str, shape: Shape) -> Self {
        Self::new(name, shape, Presence::Required)
    }

    /// An optional member.
    #[must_use]
    pub const fn optional(name: &'static str, shape: Shape) -> Self {
        Self::new(name, shape, Presence::Optional)
    }

    /// An optional member whose default value is treated as absent.
    #[must_use]
    pub const fn implicit(name: &'static str, shape: Shape) -> Self {
        Self::new(name, shape, Presence::Implicit)
    }

    /// A member with a meaning and without a check.
    #[must_use]
    pub const fn any(name: &'static str, meaning: Meaning) -> Self {
        Self::optional(name, Shape::Any).means(meaning)
    }

    /// An optional object, compared with its table.
    #[must_use]
    pub const fn inside(name: &'static str, table: &'static Table) -> Self {
        Self::optional(name, Shape::Of(table)).means(Meaning::Inside)
    }

    /// Sets the rule.
    #[must_use]
    pub const fn by(self, rule: &'static Rule) -> Self {
        Self { rule: Some(rule), ..self }
    }

    /// Sets the suggested value.
    #[must_use]
    pub const fn sample(self, sample: &'static str) -> Self {
        Self { sample: Some(sample), ..self }
    }

    /// Sets the meaning for callers and models.
    #[must_use]
    pub const fn means(self, meaning: Meaning) -> Self {
        Self { meaning: Some(meaning), ..self }
    }

    /// Whether it is required.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.presence == Presence::Required
    }

    /// The suggested value.
    pub(super) fn example(&self) -> String {
        self.sample.map_or_else(|| self.shape.sample(), str::to_owned)
    }
}
