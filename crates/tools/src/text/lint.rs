//! Rules for the texts and names of a document.

use super::{hidden_behind_whitespace, hidden_character, look_alike::look_alikes};
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, Rule, shortened},
    json::{Object, Offset, Value},
};
use std::collections::HashSet;

/// The rules for invisible characters and for text after long white space.
#[derive(Clone, Copy, Debug)]
pub struct TextRules {
    /// That a text contains no invisible characters.
    pub hidden: &'static Rule,
    /// That no text is hidden after long white space.
    pub whitespace: &'static Rule,
}

impl TextRules {
    /// The same rule for both.
    #[must_use]
    pub const fn both(rule: &'static Rule) -> Self {
        Self { hidden: rule, whitespace: rule }
    }

    /// Checks a text that models read.
    pub fn lint(self, found: &mut Findings<'_>, value: &Json) {
        if let Some(text) = value.as_str() {
            self.text(found, text, value.offset());
        }
    }

    /// Checks members that are texts.
    pub fn lint_members(self, found: &mut Findings<'_>, object: &Object, names: &[&str]) {
        names.iter().filter_map(|name| object.get(name)).for_each(|text| self.lint(found, text));
    }

    /// Checks all texts and names in a value, because models may read any of them.
    pub fn lint_all(self, found: &mut Findings<'_>, value: &Json) {
        found.exercise(self.hidden);
        found.exercise(self.whitespace);
        self.value(found, value);
    }

    fn value(self, found: &mut Findings<'_>, value: &Json) {
        match value.value() {
            Value::String(text) => self.text(found, text, value.offset()),
            Value::Array(items) => items.iter().for_each(|item| self.value(found, item)),
            Value::Object(object) => {
                for member in object {
                    self.text(found, member.name(), member.name_offset());
                    self.value(found, member.value());
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Wide(_) => {}
        }
    }

    fn text(self, found: &mut Findings<'_>, text: &str, offset: Offset) {
        if let Some(character) = hidden_character(text) {
            found.add(self.hidden, offset, || {
                let number = u32::from(character);
                let message = format!("the text contains the invisible character U+{number:04X}");
                Finding::new(Code::HIDDEN_TEXT, message).with_help("remove it, and check the text around it")
            });
        }
        if let Some(run) = hidden_behind_whitespace(text) {
            found.report(self.whitespace, offset, Code::HIDDEN_TEXT, || {
                format!("the text continues after {run} consecutive blanks or line ends")
            });
        }
    }
}

/// The names of the items of a list.
#[derive(Debug)]
pub struct ItemNames<'a> {
    /// What the items are, such as `tool`.
    item: &'static str,
    /// The member with the name.
    member: &'static str,
    names: Vec<(&'a str, &'a Json)>,
}

impl<'a> ItemNames<'a> {
    /// The texts that the items have in this member.
    #[must_use]
    pub fn new(items: &'a [Json], item: &'static str, member: &'static str) -> Self {
        let values = items.iter().filter_map(|item| item.get(member));
        Self { item, member, names: values.filter_map(|value| Some((value.as_str()?, value))).collect() }
    }

    /// Checks that names are unique.
    pub fn unique(&self, found: &mut Findings<'_>, rule: &'static Rule) {
        let (item, member, mut seen) = (self.item, self.member, HashSet::new());
        for (name, value) in &self.names {
            found.check(rule, seen.insert(*name), value.offset(), || {
                let message = format!("an earlier {item} also has the {member} {}", shortened(name));
                Finding::new(Code::DUPLICATE, message)
            });
        }
    }

    /// Reports confusable names.
    pub fn look_alikes(&self, found: &mut Findings<'_>, rule: &'static Rule) {
        found.exercise(rule);
        let (item, member) = (self.item, self.member);
        let texts: Vec<&str> = self.names.iter().map(|(name, _)| *name).collect();
        for (first, other) in look_alikes(&texts) {
            let (Some((name, value)), Some(first)) = (self.names.get(other), texts.get(first)) else { continue };
            found.add(rule, value.offset(), || {
                let (name, first) = (shortened(name), shortened(first));
                Finding::new(Code::LOOK_ALIKE, format!("the {item}'s {member} {name} looks like the earlier {first}"))
            });
        }
    }
}
