//! Every text of a document: each string, and the name of each member.

use super::{hidden_behind_whitespace, hidden_character};
use crate::codes;
use agent_description::{
    Json,
    diagnostic::{Findings, Remark, Rule},
    json::{Offset, Value},
};

/// Adds a finding for each text of a document that has characters which people do not see, or that goes on behind white space:
/// wherever it stands, a model may read it. Names of members are texts like others.
pub(crate) fn lint(
    found: &mut Findings<'_, Remark>,
    document: &Json,
    hidden: &'static Rule,
    whitespace: &'static Rule,
) {
    found.exercise(hidden);
    found.exercise(whitespace);
    value(found, document, hidden, whitespace);
}

fn value(found: &mut Findings<'_, Remark>, json: &Json, hidden: &'static Rule, whitespace: &'static Rule) {
    match json.value() {
        Value::String(string) => text(found, string, json.offset(), hidden, whitespace),
        Value::Array(items) => items.iter().for_each(|item| value(found, item, hidden, whitespace)),
        Value::Object(object) => {
            for member in object {
                text(found, member.name(), member.name_offset(), hidden, whitespace);
                value(found, member.value(), hidden, whitespace);
            }
        }
        _ => {}
    }
}

fn text(
    found: &mut Findings<'_, Remark>,
    text: &str,
    offset: Offset,
    hidden: &'static Rule,
    whitespace: &'static Rule,
) {
    if let Some(character) = hidden_character(text) {
        found.add(hidden, offset, || {
            let message = format!("the text has the character U+{:04X}, which people cannot see", u32::from(character));
            Remark::new(codes::CARD_TEXT_HIDDEN, message).with_help("remove it, and check the text around it")
        });
    }
    if let Some(run) = hidden_behind_whitespace(text) {
        found.add(whitespace, offset, || {
            Remark::new(
                codes::CARD_TEXT_WHITESPACE,
                format!("the text continues after {run} consecutive blanks or line ends"),
            )
        });
    }
}
