//! Checks of an object with its member table.

use super::{Field, Kinds, Others, Shape, Table, is_same_name, misspelled, misspelled_keys, spelling::Misspelled};
use crate::{
    Code, Json, Member, Object,
    diagnostic::{Finding, Findings, Rule, shortened, suggest::closest},
};

/// The settings of all objects of a format.
#[derive(Debug)]
pub struct Conventions {
    /// Whether null is allowed for optional members.
    pub null_is_absent: bool,
    /// Whether a misspelled known name breaks the object's rule; otherwise [`Table::check_spelling`] reports it.
    pub checks_spelling: bool,
    /// Whether a misspelled member is treated as unknown, for formats without a rule about spelling.
    pub exact_names: bool,
    /// The rule for unknown members whose names resemble known ones.
    pub unknown: Option<&'static Rule>,
    /// The table of the whole document, to suggest the right object for an unknown member.
    pub whole: Option<&'static Table>,
    /// The rule for empty lists, unless the list has its own.
    pub filled: Option<&'static Rule>,
}

impl Conventions {
    /// Null means absent, misspelled names break the object's rule, and other members are allowed.
    pub const DEFAULT: Self = Self {
        null_is_absent: true,
        checks_spelling: true,
        exact_names: false,
        unknown: None,
        whole: None,
        filled: None,
    };
}

impl Table {
    /// Checks an object and its content.
    pub fn check(&'static self, found: &mut Findings<'_>, value: &Json, by: &Conventions) {
        if let Some(rule) = self.rule {
            self.check_by(found, value, rule, by);
        }
    }

    /// Same for a nested object with its own rule.
    fn check_by(&'static self, found: &mut Findings<'_>, value: &Json, rule: &'static Rule, by: &Conventions) {
        if !self.is_checked {
            return;
        }
        let rule = self.rule.unwrap_or(rule);
        found.exercise(rule);
        let Some(object) = value.as_object() else {
            return found.add(rule, value.offset(), || {
                let message = format!("{} is {}, expected an object", self.what, value.kind());
                Finding::new(Code::WRONG_TYPE, message)
            });
        };
        self.names(found, object, rule, by);
        for field in self.fields {
            let rule = field.rule.unwrap_or(rule);
            let member = if by.exact_names { object.member(field.name) } else { self.member(object, field) };
            match member {
                Some(member) if by.null_is_absent && !field.is_required() && member.value().is_null() => {}
                Some(member) => {
                    found.exercise(rule);
                    let at = At { rule, name: field.name, sample: field.sample, is_part: false };
                    at.check(found, field.shape, member.value(), by);
                }
                None if field.is_required() => self.missing(found, value, object, field, rule),
                None => {}
            }
        }
        if self.one_of {
            self.exactly_one(found, value, object, rule);
        }
    }

    /// Reports a missing required member.
    pub fn require(
        &'static self,
        found: &mut Findings<'_>,
        value: &Json,
        name: &str,
        rule: &'static Rule,
        by: &Conventions,
    ) {
        let field = self.fields.iter().find(|field| field.name == name);
        let (Some(field), Some(object)) = (field, value.as_object()) else { return };
        let member = self.member(object, field);
        if member.is_none_or(|member| by.null_is_absent && member.value().is_null()) {
            self.missing(found, value, object, field, field.rule.unwrap_or(rule));
        }
    }

    /// Adds a finding for each misspelled member, at every depth.
    pub fn check_spelling(&'static self, found: &mut Findings<'_>, object: &Object, rule: &'static Rule) {
        found.exercise(rule);
        misspelled(object, self, &mut |misspelled| {
            found.add(rule, misspelled.member.name_offset(), || misspelled.remark());
        });
    }

    /// The member of a field, also in another spelling by [`Table::names`].
    fn member<'a>(&self, object: &'a Object, field: &Field) -> Option<&'a Member> {
        object.member(field.name).or_else(|| object.iter().find(|member| is_same_name(member.name(), field.name)))
    }

    /// Reports a missing required member; an unknown member with a similar name may be it.
    fn missing(
        &'static self,
        found: &mut Findings<'_>,
        value: &Json,
        object: &Object,
        field: &'static Field,
        rule: &'static Rule,
    ) {
        found.exercise(rule);
        let is_near = |member: &&Member| {
            let name = member.name().as_str();
            self.field(name).is_none() && closest(name, [field.name]).is_some()
        };
        match object.iter().take(64).find(is_near) {
            Some(member) => found.add(rule, member.name_offset(), || {
                let name = member.name().as_str();
                let message = format!("{} has no `{}`, but a member {}", self.what, field.name, shortened(name));
                Finding::new(Code::MISSING, message).meant_name(name, field.name)
            }),
            None => found.add_missing(rule, value.offset(), || {
                let help = format!("add `{:?}: {}`", field.name, field.example());
                Finding::missing(Code::MISSING, self.what, field.name).with_help(help)
            }),
        }
    }

    /// Reports misspelled and unknown members.
    fn names(&'static self, found: &mut Findings<'_>, object: &Object, rule: &'static Rule, by: &Conventions) {
        let spelling = by.checks_spelling.then_some(rule);
        let (unwanted, extensions) = match self.others {
            Others::Ignored => (None, false),
            Others::Unwanted(rule) => (Some(rule), false),
            Others::OnlyExtensions(rule) => (Some(rule), true),
        };
        [spelling, unwanted, by.unknown].into_iter().flatten().for_each(|rule| found.exercise(rule));
        // computed once: a hostile object has thousands of unknown members
        let absent: Vec<&Field> = match unwanted.or(by.unknown) {
            Some(_) => self.fields.iter().filter(|field| self.member(object, field).is_none()).collect(),
            None => Vec::new(),
        };
        let required: Vec<&str> =
            self.fields.iter().filter(|field| field.is_required()).map(|field| field.name).collect();
        for member in object {
            let name = member.name().as_str();
            if self.fields.iter().any(|field| field.name == name) || extensions && name.starts_with("x-") {
                continue;
            }
            if let (Some(rule), Some(field)) = (spelling, self.fields.iter().find(|it| is_same_name(name, it.name))) {
                let known = field.name;
                let misspelled = Misspelled { member, known, is_double: object.contains(known), is_read: false };
                found.add(rule, member.name_offset(), || misspelled.remark());
                continue;
            }
            let Some(rule) = unwanted.or(by.unknown) else { continue };
            // a missing required member is reported separately
            let is_meant = |known: &&str| is_same_name(name, known) || closest(name, [*known]).is_some();
            if by.exact_names && required.iter().any(|known| !object.contains(known) && is_meant(known)) {
                continue;
            }
            let near = closest(name, absent.iter().filter(|field| !field.is_required()).map(|field| field.name));
            let owner = if near.is_none() { by.whole.and_then(|whole| whole.owner(name)) } else { None };
            if unwanted.is_none() && near.is_none() && owner.is_none() {
                continue;
            }
            found.add(rule, member.name_offset(), || {
                let message = format!("{} has no member {}", self.what, shortened(name));
                let remark = Finding::new(Code::UNKNOWN_MEMBER, message);
                match (near, owner) {
                    (Some(near), _) => remark.meant_name(name, near),
                    (None, Some(owner)) => remark.with_help(format!("move it into {owner}")),
                    (None, None) => remark.with_help(format!("remove it; {} has {}", self.what, self.known())),
                }
            });
        }
    }

    /// The names of its members, joined.
    fn known(&self) -> String {
        self.fields.iter().map(|field| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ")
    }

    /// Checks an object that must contain exactly one of its members.
    fn exactly_one(&'static self, found: &mut Findings<'_>, value: &Json, object: &Object, rule: &'static Rule) {
        let is_set = |field: &&Field| self.member(object, field).is_some_and(|member| !member.value().is_null());
        let set: Vec<&str> = self.fields.iter().filter(is_set).map(|field| field.name).collect();
        if set.len() != 1 {
            found.add(rule, value.offset(), || {
                let holds = if set.is_empty() { "none".to_owned() } else { set.join(" and ") };
                let message = format!("{} holds {holds}, expected exactly one of {}", self.what, self.known());
                Finding::new(Code::CONTRADICTION, message)
            });
        }
    }
}

/// The place of a value: in a member, or in the list or map of a member.
#[derive(Clone, Copy)]
struct At {
    rule: &'static Rule,
    name: &'static str,
    sample: Option<&'static str>,
    is_part: bool,
}

impl At {
    fn check(self, found: &mut Findings<'_>, shape: Shape, value: &Json, by: &Conventions) {
        let part = Self { is_part: true, sample: None, ..self };
        let fits = match shape {
            Shape::Any | Shape::Unchecked(_) => true,
            Shape::Given => !value.is_null(),
            Shape::TextOrNull => value.is_null() || value.as_str().is_some(),
            Shape::Text => value.as_str().is_some(),
            Shape::Form(form) => match value.as_str() {
                Some(text) => {
                    let rule = form.rule.unwrap_or(self.rule);
                    found.check(rule, (form.fits)(text), value.offset(), || {
                        let message = format!("{} {}, expected {}", self.says(), shortened(text), form.expected);
                        Finding::new(form.code, message).with_help(self.write(shape))
                    });
                    true
                }
                None => false,
            },
            Shape::Word(words) => match value.as_str() {
                Some(text) => {
                    found.check(self.rule, words.contains(&text), value.offset(), || {
                        let message = format!("{} {}, expected {}", self.says(), shortened(text), shape.expected());
                        let remark = Finding::new(Code::INVALID_VALUE, message);
                        match closest(text, words.iter().copied()) {
                            Some(meant) => remark.meant(text, meant),
                            None => remark,
                        }
                    });
                    true
                }
                None => false,
            },
            Shape::Flag => value.as_bool().is_some(),
            Shape::Number => value.as_number().is_some(),
            Shape::Amount => value.as_number().is_some_and(|number| number.get() >= 0.0),
            Shape::Range(least, most) => {
                if let Some(number) = value.as_number()
                    && !integer(value).is_some_and(|number| (least..=most).contains(&number))
                {
                    return found.add(self.rule, value.offset(), || {
                        let message = format!("{} {number}, expected {}", self.says(), shape.expected());
                        Finding::new(Code::INVALID_VALUE, message)
                    });
                }
                value.as_number().is_some()
            }
            Shape::Object => value.as_object().is_some(),
            Shape::Schema => value.as_object().is_some() || value.as_bool().is_some(),
            Shape::Of(table) => return table.check_by(found, value, self.rule, by),
            Shape::Marked(table, mark, other) => {
                let is_marked = value.as_object().is_some_and(|object| object.contains(mark));
                return if is_marked { other } else { table }.check_by(found, value, self.rule, by);
            }
            Shape::Kinds(kinds) => return kinds.check(found, value, by),
            Shape::List(each) | Shape::Filled(each) => match value.as_array() {
                Some([]) if matches!(shape, Shape::Filled(_)) => {
                    let rule = by.filled.unwrap_or(self.rule);
                    found.exercise(rule);
                    return found.add(rule, value.offset(), || {
                        let message = format!("`{}` is empty, expected at least one element", self.name);
                        Finding::new(Code::MISSING, message).with_help(self.write(shape))
                    });
                }
                Some(items) => {
                    if let (Shape::Filled(_), Some(rule)) = (shape, by.filled) {
                        found.exercise(rule);
                    }
                    return items.iter().for_each(|item| part.check(found, *each, item, by));
                }
                None => false,
            },
            Shape::Map(each) => match value.as_object() {
                Some(map) => {
                    if by.checks_spelling && each.holds_objects() {
                        misspelled_keys(map, &mut |double| {
                            found.add(self.rule, double.member.name_offset(), || double.remark());
                        });
                    }
                    return map.iter().for_each(|member| part.check(found, *each, member.value(), by));
                }
                None => false,
            },
            Shape::NotNull(_, rule) if value.is_null() => {
                found.exercise(rule);
                return found.add(rule, value.offset(), || {
                    let help = format!("omit `{}`", self.name);
                    Finding::new(Code::WRONG_TYPE, format!("`{}` is null", self.name)).with_help(help)
                });
            }
            Shape::NotNull(shape, _) => return self.check(found, *shape, value, by),
        };
        if !fits {
            found.add(self.rule, value.offset(), || {
                let said = match value.as_number() {
                    Some(number) if matches!(shape, Shape::Amount) => number.to_string(),
                    _ => value.kind().to_owned(),
                };
                let message = format!("{} {said}, expected {}", self.says(), shape.expected());
                Finding::new(Code::WRONG_TYPE, message).with_help(self.write(shape))
            });
        }
    }

    /// Starts a message: `` `title` is ``
    fn says(self) -> String {
        let Self { name, is_part, .. } = self;
        if is_part { format!("`{name}` holds") } else { format!("`{name}` is") }
    }

    /// The suggested text.
    fn write(self, shape: Shape) -> String {
        let sample = self.sample.map_or_else(|| shape.sample(), str::to_owned);
        if self.is_part { format!("write {sample}") } else { format!("write `{:?}: {sample}`", self.name) }
    }
}

impl Kinds {
    fn check(&'static self, found: &mut Findings<'_>, value: &Json, by: &Conventions) {
        let (rule, what, name) = (self.rule, self.what, self.member);
        found.exercise(rule);
        let Some(object) = value.as_object() else {
            return found.add(rule, value.offset(), || {
                Finding::new(Code::WRONG_TYPE, format!("{what} is {}, expected an object", value.kind()))
            });
        };
        let expected = || self.of.iter().map(|(kind, _)| format!("{kind:?}")).collect::<Vec<_>>().join(" or ");
        let Some(kind) = object.get(name) else {
            if !self.unless.is_some_and(|other| object.iter().any(|member| other.field(member.name()).is_some())) {
                found.add_missing(rule, value.offset(), || {
                    let help = format!("add `{name:?}` with {}", expected());
                    Finding::missing(Code::MISSING, what, name).with_help(help)
                });
            }
            return;
        };
        match self.of.iter().find(|(known, _)| kind.as_str() == Some(known)) {
            Some((_, table)) => table.check_by(found, value, rule, by),
            None => found.add(rule, kind.offset(), || {
                let said = kind.as_str().map_or_else(|| kind.kind().to_owned(), shortened);
                let remark = Finding::new(Code::INVALID_VALUE, format!("`{name}` is {said}, expected {}", expected()));
                let near = kind.as_str().and_then(|said| closest(said, self.of.iter().map(|(known, _)| *known)));
                match (kind.as_str(), near) {
                    (Some(said), Some(near)) => remark.meant(said, near),
                    _ => remark,
                }
            }),
        }
    }
}

fn integer(value: &Json) -> Option<i64> {
    value.as_number().and_then(crate::Number::as_integer)
}
