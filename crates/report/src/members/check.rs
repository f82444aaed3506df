//! Checks of an object with its member table.

use super::{
    Entries, Field, Kinds, Others, Shape, Table, is_same_name, misspelled, misspelled_keys, spelling::Misspelled,
};
use crate::{Finding, Findings, Rule, shortened, suggest::closest};
use adp_json::{Code, Json, Member, Object, cut};
use std::{cell::LazyCell, cmp::Ordering};

/// Maximum length of a number in a message, in characters.
const MAX_NUMBER_CHARS: usize = 80;

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
        self.together(found, value, object, rule);
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
            Others::Entries(entries) => return self.entries(found, object, entries, rule, by),
        };
        [spelling, unwanted, by.unknown].into_iter().flatten().for_each(|rule| found.exercise(rule));
        // computed once and only for an unknown member: a hostile object has thousands of them
        let present = LazyCell::new(|| -> Vec<(&Field, bool)> {
            self.fields.iter().map(|field| (field, self.member(object, field).is_some())).collect()
        });
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
            // another spelling of a member has its own rule, and a missing required member is reported with the name
            let meant = || {
                let is_spelled = self.fields.iter().any(|field| is_same_name(name, field.name));
                let near = if is_spelled { None } else { closest(name, self.fields.iter().map(|field| field.name)) };
                let near = near.and_then(|near| present.iter().find(|(field, _)| field.name == near));
                let near = near.filter(|(field, is_there)| *is_there || !field.is_required());
                let owner = if near.is_none() { by.whole.and_then(|whole| whole.owner(name)) } else { None };
                (near.map(|(field, is_there)| (field.name, *is_there)), owner)
            };
            let known_meaning = if unwanted.is_none() { Some(meant()) } else { None };
            if matches!(known_meaning, Some((None, None))) {
                continue;
            }
            found.add(rule, member.name_offset(), || {
                let message = format!("{} has no member {}", self.what, shortened(name));
                let remark = Finding::new(Code::UNKNOWN_MEMBER, message);
                match known_meaning.unwrap_or_else(meant) {
                    // the two cannot have one name
                    (Some((near, true)), _) => {
                        remark.with_help(format!("did you mean `{near}`, which is there, too? keep one of them"))
                    }
                    (Some((near, false)), _) => remark.meant_name(name, near),
                    (None, Some(owner)) => remark.with_help(format!("move it into {owner}")),
                    (None, None) => remark.with_help(format!("remove it; {} has {}", self.what, self.known())),
                }
            });
        }
    }

    /// Checks members whose names the author chooses.
    fn entries(
        &'static self,
        found: &mut Findings<'_>,
        object: &Object,
        entries: &'static Entries,
        rule: &'static Rule,
        by: &Conventions,
    ) {
        for member in object.iter().filter(|member| !member.name().starts_with("x-")) {
            let name = member.name().as_str();
            if self.field(name).is_some() {
                continue;
            }
            if !(entries.fits)(name) {
                found.add(rule, member.name_offset(), || {
                    let message = format!("{} has {}, expected {}", self.what, shortened(name), entries.expected);
                    Finding::new(Code::INVALID_NAME, message)
                });
                continue;
            }
            let at = At { rule, name: "entry", sample: None, is_part: false };
            at.check(found, entries.shape, member.value(), by);
        }
    }

    /// Checks which members stand together.
    fn together(&'static self, found: &mut Findings<'_>, value: &Json, object: &Object, rule: &'static Rule) {
        for [one, other] in self.never_both {
            if let Some(member) = object.member(other).filter(|_| object.contains(one)) {
                found.add(rule, member.name_offset(), || {
                    let message = format!("{} has `{one}` and `{other}`, expected one of them", self.what);
                    Finding::new(Code::CONTRADICTION, message).with_help("remove one of the two")
                });
            }
        }
        if !self.one_among.is_empty() {
            let count = self.one_among.iter().filter(|name| object.contains(name)).count();
            if count != 1 {
                found.add(rule, value.offset(), || {
                    let names: Vec<String> = self.one_among.iter().map(|name| format!("`{name}`")).collect();
                    let has = if count == 0 { "none" } else { "several" };
                    let message = format!("{} has {has} of {}, expected exactly one", self.what, names.join(", "));
                    let code = if count == 0 { Code::MISSING } else { Code::CONTRADICTION };
                    Finding::new(code, message)
                });
            }
        }
        if self.is_filled && object.iter().all(|member| member.name().starts_with("x-")) {
            found.add(rule, value.offset(), || {
                Finding::new(Code::MISSING, format!("{} is empty, expected at least one member", self.what))
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
                let finding = Finding::new(Code::CONTRADICTION, message);
                match self.none_advice.filter(|_| set.is_empty()).and_then(|advice| advice(object)) {
                    Some(advice) => finding.with_help(advice),
                    None => finding,
                }
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
                        Finding::new(form.code, message).with_help(self.write(shape, value))
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
            Shape::Number => value.is_number(),
            Shape::Amount => value.compare_numbers(&0_u32.into()).is_some_and(Ordering::is_ge),
            Shape::Range(least, most) => {
                if value.is_number() && !integer(value).is_some_and(|number| (least..=most).contains(&number)) {
                    return found.add(self.rule, value.offset(), || {
                        let number = cut(&value.to_compact(), MAX_NUMBER_CHARS);
                        let message = format!("{} {number}, expected {}", self.says(), shape.expected());
                        Finding::new(Code::INVALID_VALUE, message)
                    });
                }
                value.is_number()
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
                        Finding::new(Code::MISSING, message).with_help(self.write(shape, value))
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
            Shape::FlagOr(_) if value.as_bool().is_some() => true,
            Shape::FlagOr(other) => return self.check(found, *other, value, by),
            Shape::Single(each) => match value.as_object() {
                Some(map) if map.len() == 1 => {
                    return map.iter().for_each(|member| part.check(found, *each, member.value(), by));
                }
                Some(map) => {
                    return found.add(self.rule, value.offset(), || {
                        let message = format!("`{}` has {} members, expected one", self.name, map.len());
                        Finding::new(Code::INVALID_VALUE, message)
                    });
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
                let said = match shape {
                    Shape::Amount if value.is_number() => cut(&value.to_compact(), MAX_NUMBER_CHARS),
                    _ => value.kind().to_owned(),
                };
                let message = format!("{} {said}, expected {}", self.says(), shape.expected());
                Finding::new(Code::WRONG_TYPE, message).with_help(self.write(shape, value))
            });
        }
    }

    /// Starts a message: `` `title` is ``
    fn says(self) -> String {
        let Self { name, is_part, .. } = self;
        if is_part { format!("`{name}` holds") } else { format!("`{name}` is") }
    }

    /// The suggested text: a truth value that is written as text, or else a sample.
    fn write(self, shape: Shape, value: &Json) -> String {
        let is_flag = matches!(shape, Shape::Flag | Shape::FlagOr(_));
        let meant = value.as_str().filter(|text| is_flag && matches!(*text, "true" | "false"));
        let sample = meant.or(self.sample).map_or_else(|| shape.sample(), str::to_owned);
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
    value.as_number().and_then(adp_json::Number::as_integer)
}
