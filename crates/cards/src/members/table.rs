//! Objects checked by a table of their members.

use crate::spelling::{Misspelled, is_same_name, is_slip, keys};
use agent_description::{
    Code, Json,
    diagnostic::{Findings, Remark, Rule, shortened},
    json::{Member, Object},
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
    /// The rule of members that are unknown where they stand, and the table of the whole document: where there is one, members
    /// with nearly a known name are told, and those that belong elsewhere.
    pub unknown: Option<(&'static Rule, &'static Table)>,
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
        self.names(found, object, codes);
        for field in self.fields {
            match self.member(object, field) {
                // null is as good as absent
                Some(member) if !field.required && member.value().is_null() => {}
                Some(member) => field.shape.check(found, self.rule, member.value(), field.name, codes),
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
                        None => missing.with_help(format!("add `\"{}\": {}`", field.name, field.shape.sample())),
                    }
                }),
                None => {}
            }
        }
    }

    /// The member that a field is, also in another spelling, which [`Table::names`] tells.
    fn member<'a>(&self, object: &'a Object, field: &Field) -> Option<&'a Member> {
        object.member(field.name).or_else(|| object.iter().find(|member| is_same_name(member.name(), field.name)))
    }

    /// Members with a known name in another spelling, and those that are unknown and probably a mistake.
    fn names(&'static self, found: &mut Findings<'_, Remark>, object: &Object, codes: Codes) {
        for member in object {
            let name = member.name().as_str();
            if self.fields.iter().any(|field| field.name == name) {
                continue;
            }
            if let Some(field) = self.fields.iter().find(|field| is_same_name(name, field.name)) {
                let misspelled = Misspelled { member, known: field.name, is_double: object.contains(field.name) };
                found.add(self.rule, member.name_offset(), || misspelled.remark(Code::SPELLING));
                continue;
            }
            let Some((rule, root)) = codes.unknown else { continue };
            found.exercise(rule);
            let is_free = |field: &&Field| !field.required && self.member(object, field).is_none();
            if let Some(near) = self.fields.iter().filter(is_free).find(|field| is_slip(name, field.name)) {
                found.add(rule, member.name_offset(), || {
                    let message = format!("{} has no member {}, and readers ignore it", self.what, shortened(name));
                    Remark::new(Code::SPELLING, message).meant_name(name, near.name)
                });
            } else if let Some(owner) = root.owner(name) {
                found.add(rule, member.name_offset(), || {
                    let message = format!("{} has no member {}, and readers ignore it", self.what, shortened(name));
                    Remark::new(Code::UNKNOWN_MEMBER, message).with_help(format!("move it into {owner}"))
                });
            }
        }
    }

    /// What has a member of this name, below this object or itself; nothing where several things do.
    fn owner(&'static self, name: &str) -> Option<&'static str> {
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

/// Whether a name is another with up to two letters wrong, or in other case or spelling.
fn is_near(name: &str, meant: &str) -> bool {
    name.len() > 3
        && name.len().abs_diff(meant.len()) <= 2
        && (name.replace('_', "").eq_ignore_ascii_case(meant) || strsim::osa_distance(name, meant) <= 2)
}

impl Shape {
    /// The table of the objects that it holds.
    fn table(self) -> Option<&'static Table> {
        match self {
            Self::Of(table) => Some(table),
            Self::List(each) | Self::Map(each) => each.table(),
            Self::Text | Self::Flag | Self::Count | Self::Word(_) | Self::Object => None,
        }
    }

    /// What to write for it.
    fn sample(self) -> String {
        match self {
            Self::Text => r#""…""#.to_owned(),
            Self::Flag => "false".to_owned(),
            Self::Count => "0".to_owned(),
            Self::Word(words) => format!("{:?}", words.first().copied().unwrap_or_default()),
            Self::Of(table) => {
                let required = table.fields.iter().filter(|field| field.required);
                let members: Vec<String> =
                    required.map(|field| format!("\"{}\": {}", field.name, field.shape.sample())).collect();
                format!("{{{}}}", members.join(", "))
            }
            Self::Object | Self::Map(_) => "{}".to_owned(),
            Self::List(each) => format!("[{}]", each.sample()),
        }
    }

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
                    keys(members, &mut |double| {
                        found.add(rule, double.member.name_offset(), || double.remark(Code::SPELLING));
                    });
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
        found.add(rule, value.offset(), || {
            let remark = Remark::new(codes.kind, format!("`{name}` is {}, expected {expected}", value.kind()));
            remark.with_help(format!("write `\"{name}\": {}`", self.sample()))
        });
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
