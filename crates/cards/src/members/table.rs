//! Objects checked by a table of their members.

use agent_description::{
    Code, Json,
    diagnostic::{Findings, Remark, Rule, shortened},
};

/// What an object has.
#[derive(Debug)]
pub(crate) struct Table {
    /// What it is in a message: `the tool`.
    pub what: &'static str,
    /// The rule of its members.
    pub rule: &'static Rule,
    pub fields: &'static [Field],
}

/// A member.
#[derive(Debug)]
pub(crate) struct Field {
    pub name: &'static str,
    pub shape: Shape,
    pub required: bool,
}

/// What a member holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Text,
    Flag,
    /// A whole number from 0 on.
    Count,
    /// One of these words.
    Word(&'static [&'static str]),
    /// An object of any members.
    Object,
    Of(&'static Table),
    List(&'static Shape),
    Map(&'static Shape),
}

/// The codes of what is found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes {
    pub missing: Code,
    pub kind: Code,
    pub value: Code,
}

impl Field {
    pub const fn required(name: &'static str, shape: Shape) -> Self {
        Self { name, shape, required: true }
    }

    pub const fn optional(name: &'static str, shape: Shape) -> Self {
        Self { name, shape, required: false }
    }
}

impl Table {
    /// Checks an object and what stands in it. Members that the table does not have may be there.
    pub fn check(&'static self, found: &mut Findings<'_, Remark>, value: &Json, codes: Codes) {
        found.exercise(self.rule);
        let Some(object) = value.as_object() else {
            return wrong(found, self.rule, value, self.what, "an object", codes);
        };
        for field in self.fields {
            match object.get(field.name) {
                Some(member) => field.shape.check(found, self.rule, member, field.name, codes),
                None if field.required => found.add_missing(self.rule, value.offset(), || {
                    let near = object.iter().find(|member| {
                        let name = member.name().as_str();
                        self.fields.iter().all(|known| known.name != name) && is_near(name, field.name)
                    });
                    let missing = Remark::missing(codes.missing, self.what, field.name);
                    match near {
                        Some(member) => {
                            missing.with_help(format!("is {} meant as `{}`?", shortened(member.name()), field.name))
                        }
                        None => missing,
                    }
                }),
                None => {}
            }
        }
    }
}

/// Whether a name is another with up to two letters wrong, or in other case or spelling.
fn is_near(name: &str, meant: &str) -> bool {
    name.len() > 3
        && name.len().abs_diff(meant.len()) <= 2
        && (name.replace('_', "").eq_ignore_ascii_case(meant) || strsim::osa_distance(name, meant) <= 2)
}

impl Shape {
    fn check(self, found: &mut Findings<'_, Remark>, rule: &'static Rule, value: &Json, name: &str, codes: Codes) {
        let is_count = |json: &Json| {
            json.as_number().and_then(agent_description::json::Number::as_integer).is_some_and(|number| number >= 0)
        };
        let expected = match self {
            Self::Text if value.as_str().is_none() => "a string",
            Self::Flag if value.as_bool().is_none() => "true or false",
            Self::Count if !is_count(value) => "a whole number from 0 on",
            Self::Object if value.as_object().is_none() => "an object",
            Self::Text | Self::Flag | Self::Count | Self::Object => return,
            Self::Of(table) => return table.check(found, value, codes),
            Self::List(each) => match value.as_array() {
                Some(items) => return items.iter().for_each(|item| each.check(found, rule, item, name, codes)),
                None => "an array",
            },
            Self::Map(each) => match value.as_object() {
                Some(members) => {
                    return members.iter().for_each(|member| each.check(found, rule, member.value(), name, codes));
                }
                None => "an object",
            },
            Self::Word(words) => match value.as_str() {
                Some(word) if words.contains(&word) => return,
                Some(word) => {
                    return found.add(rule, value.offset(), || {
                        let expected = words.join(" or ");
                        let remark =
                            Remark::new(codes.value, format!("`{name}` is {}, expected {expected}", shortened(word)));
                        match words.iter().find(|known| is_near(word, known)) {
                            Some(meant) => remark.meant(word, *meant),
                            None => remark,
                        }
                    });
                }
                None => "a string",
            },
        };
        wrong(found, rule, value, &format!("`{name}`"), expected, codes);
    }
}

fn wrong(
    found: &mut Findings<'_, Remark>,
    rule: &'static Rule,
    value: &Json,
    what: &str,
    expected: &str,
    codes: Codes,
) {
    found.add(rule, value.offset(), || {
        Remark::new(codes.kind, format!("{what} is {}, expected {expected}", value.kind()))
    });
}
