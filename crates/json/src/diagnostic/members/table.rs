//! A table of an object's members.

use super::{Meaning, Shape, is_snake_case_of};
use crate::diagnostic::{
    Rule,
    change::{self, ChangeRule},
};

/// What an object of a format holds.
#[derive(Debug)]
pub struct Table {
    /// What it is in a message: `the skill`.
    pub what: &'static str,
    /// The rule of its members; none if it is that of what holds the object.
    pub rule: Option<&'static Rule>,
    /// Whether the check looks at its members; else they are known by name, and compared.
    pub is_checked: bool,
    /// Its members.
    pub fields: &'static [Field],
    /// What becomes of other members.
    pub others: Others,
    /// Whether it holds exactly one of its members.
    pub one_of: bool,
    /// How the names are spelled in documents.
    pub spelling: Spelling,
    /// The same object in an earlier version of the format, whose names are known too; the check does not use it.
    pub earlier: Option<&'static Table>,
    /// The rule of changes to members without a meaning.
    pub rest: &'static ChangeRule,
    /// Whether references in its schemas begin at it.
    pub is_root: bool,
}

/// A member.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub shape: Shape,
    /// When it is there.
    pub presence: Presence,
    /// Its rule, if that is not the table's.
    pub rule: Option<&'static Rule>,
    /// What to write for it, if its shape does not say it well enough.
    pub sample: Option<&'static str>,
    /// What it means to callers and models.
    pub meaning: Option<Meaning>,
}

/// When a member is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Always.
    Required,
    /// If its author says something.
    Optional,
    /// If its author says something else than the default: a default value that is written is as good as none (Protocol Buffers).
    Implicit,
}

/// What becomes of members that a table does not name.
#[derive(Clone, Copy, Debug)]
pub enum Others {
    /// Readers ignore them.
    Ignored,
    /// They break this rule.
    Unwanted(&'static Rule),
    /// Those that start with `x-` are ignored, others break this rule.
    OnlyExtensions(&'static Rule),
}

/// How the names in a table are spelled in documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// As they are.
    Exact,
    /// Also in snake_case, as Protocol Buffers read them.
    EitherCase,
    /// Also behind a prefix or namespace, as JSON-LD has them.
    Linked,
}

impl Table {
    /// An object that is checked by a rule.
    #[must_use]
    pub const fn new(what: &'static str, rule: &'static Rule, fields: &'static [Field]) -> Self {
        Self { rule: Some(rule), ..Self::part(what, fields) }
    }

    /// An object that is checked by the rule of what holds it.
    #[must_use]
    pub const fn part(what: &'static str, fields: &'static [Field]) -> Self {
        Self { what, is_checked: true, ..Self::compared(fields) }
    }

    /// An object that is compared, but not checked by the table.
    #[must_use]
    pub const fn compared(fields: &'static [Field]) -> Self {
        Self {
            what: "the object",
            rule: None,
            is_checked: false,
            fields,
            others: Others::Ignored,
            one_of: false,
            spelling: Spelling::Exact,
            earlier: None,
            rest: &change::OTHER,
            is_root: false,
        }
    }

    /// The same with another treatment of members that it does not name.
    #[must_use]
    pub const fn others(self, others: Others) -> Self {
        Self { others, ..self }
    }

    /// The same, which holds exactly one of its members.
    #[must_use]
    pub const fn one_of(self) -> Self {
        Self { one_of: true, ..self }
    }

    /// The same in another spelling.
    #[must_use]
    pub const fn spelled(self, spelling: Spelling) -> Self {
        Self { spelling, ..self }
    }

    /// The same with an earlier version of it.
    #[must_use]
    pub const fn earlier(self, table: &'static Self) -> Self {
        Self { earlier: Some(table), ..self }
    }

    /// The same with another rule of changes to members without a meaning.
    #[must_use]
    pub const fn rest(self, rest: &'static ChangeRule) -> Self {
        Self { rest, ..self }
    }

    /// The same, where references in schemas begin.
    #[must_use]
    pub const fn root(self) -> Self {
        Self { is_root: true, ..self }
    }

    /// The member of a name, in whatever spelling the documents have, also of an earlier version.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.own_field(name).or_else(|| self.earlier?.field(name))
    }

    /// The same of this version alone.
    #[must_use]
    pub fn own_field(&self, name: &str) -> Option<&'static Field> {
        let exact = |name: &str| self.fields.iter().find(|field| field.name == name);
        exact(name).or_else(|| match self.spelling {
            Spelling::Exact => None,
            Spelling::EitherCase => self.fields.iter().find(|field| is_snake_case_of(name, field.name)),
            Spelling::Linked => exact(name.rsplit([':', '#', '/']).next()?),
        })
    }

    /// What has a member of this name, below this object or itself; nothing if several things do.
    pub(super) fn owner(&'static self, name: &str) -> Option<&'static str> {
        let mut owners = Vec::new();
        self.owners(name, &mut owners);
        owners.dedup();
        match owners.as_slice() {
            [owner] => Some(owner),
            _ => None,
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

    /// A member that is always there.
    #[must_use]
    pub const fn required(name: &'static str, shape: Shape) -> Self {
        Self::new(name, shape, Presence::Required)
    }

    /// A member that may be there.
    #[must_use]
    pub const fn optional(name: &'static str, shape: Shape) -> Self {
        Self::new(name, shape, Presence::Optional)
    }

    /// A member whose default value is as good as none.
    #[must_use]
    pub const fn implicit(name: &'static str, shape: Shape) -> Self {
        Self::new(name, shape, Presence::Implicit)
    }

    /// A member that has a meaning, and of which no check asks anything.
    #[must_use]
    pub const fn any(name: &'static str, meaning: Meaning) -> Self {
        Self::optional(name, Shape::Any).means(meaning)
    }

    /// An object that may be there, compared by its table.
    #[must_use]
    pub const fn inside(name: &'static str, table: &'static Table) -> Self {
        Self::optional(name, Shape::Of(table)).means(Meaning::Inside)
    }

    /// The same with a rule of its own.
    #[must_use]
    pub const fn by(self, rule: &'static Rule) -> Self {
        Self { rule: Some(rule), ..self }
    }

    /// The same with a text to write for its value.
    #[must_use]
    pub const fn sample(self, sample: &'static str) -> Self {
        Self { sample: Some(sample), ..self }
    }

    /// The same with a meaning to callers and models.
    #[must_use]
    pub const fn means(self, meaning: Meaning) -> Self {
        Self { meaning: Some(meaning), ..self }
    }

    /// Whether it must be there.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.presence == Presence::Required
    }

    /// What to write for its value.
    pub(super) fn example(&self) -> String {
        self.sample.map_or_else(|| self.shape.sample(), str::to_owned)
    }
}
