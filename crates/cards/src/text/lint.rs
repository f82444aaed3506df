//! Checks the texts of a document.

use super::{hidden_behind_whitespace, hidden_character, look_alikes};
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, Rule, shortened},
    json::{Offset, Value},
};

/// A rule for texts, and the error code of a violation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextRule {
    pub rule: &'static Rule,
    pub code: Code,
}

/// The rules for invisible characters and for text after long white space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextRules {
    pub hidden: TextRule,
    pub whitespace: TextRule,
}

impl TextRules {
    /// Checks all texts and names in a value, because models may read any of them.
    pub fn lint_all(self, found: &mut Findings<'_, Finding>, value: &Json) {
        found.exercise(self.hidden.rule);
        found.exercise(self.whitespace.rule);
        self.value(found, value);
    }

    fn value(self, found: &mut Findings<'_, Finding>, value: &Json) {
        match value.value() {
            Value::String(text) => self.text(found, text, value.offset()),
            Value::Array(items) => items.iter().for_each(|item| self.value(found, item)),
            Value::Object(object) => {
                for member in object {
                    self.text(found, member.name(), member.name_offset());
                    self.value(found, member.value());
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn text(self, found: &mut Findings<'_, Finding>, text: &str, offset: Offset) {
        if let Some(character) = hidden_character(text) {
            found.add(self.hidden.rule, offset, || {
                let number = u32::from(character);
                let message = format!("the text contains the invisible character U+{number:04X}");
                Finding::new(self.hidden.code, message).with_help("remove it, and check the text around it")
            });
        }
        if let Some(run) = hidden_behind_whitespace(text) {
            found.add(self.whitespace.rule, offset, || {
                let message = format!("the text continues after {run} consecutive blanks or line ends");
                Finding::new(self.whitespace.code, message)
            });
        }
    }
}

impl TextRule {
    fn for_both(self) -> TextRules {
        TextRules { hidden: self, whitespace: self }
    }

    /// Checks a text that models read.
    pub fn lint(self, found: &mut Findings<'_, Finding>, value: &Json) {
        if let Some(text) = value.as_str() {
            self.for_both().text(found, text, value.offset());
        }
    }

    /// Checks all texts and names in a value.
    pub fn lint_all(self, found: &mut Findings<'_, Finding>, value: &Json) {
        self.for_both().lint_all(found, value);
    }

    /// Reports confusable names in a list. `what` describes the items, such as `the tool`.
    pub fn look_alikes(self, found: &mut Findings<'_, Finding>, names: &[&Json], what: &str) {
        found.exercise(self.rule);
        let texts: Vec<&str> = names.iter().map(|name| name.as_str().unwrap_or_default()).collect();
        for pair in look_alikes(&texts) {
            let (Some(other), Some(first), Some(text)) =
                (names.get(pair.other), texts.get(pair.first), texts.get(pair.other))
            else {
                continue;
            };
            found.add(self.rule, other.offset(), || {
                let (text, first) = (shortened(text), shortened(first));
                Finding::new(self.code, format!("the name of {what}, {text}, looks like the earlier {first}"))
            });
        }
    }
}
