//! Rules for texts that models read.

use super::rules;
use crate::{
    members::list,
    text::{TextRule, TextRules, look_alikes},
};
use agent_description::{
    Code, Document, Json,
    diagnostic::{Finding, Findings, shortened},
};

/// The rules for invisible characters and long white space.
const TEXTS: TextRules = TextRules {
    hidden: TextRule { rule: &rules::TEXT_HIDDEN, code: Code::HIDDEN_TEXT },
    whitespace: TextRule { rule: &rules::TEXT_WHITESPACE, code: Code::HIDDEN_TEXT },
};

/// Checks for invisible text and for skills with confusable names.
pub(super) fn check(found: &mut Findings<'_>, document: &Document) {
    TEXTS.lint_all(found, document.json());
    let skills = || list(document.root(), "skills").iter().filter_map(Json::as_object);
    found.exercise(&rules::TEXT_LOOK_ALIKE);
    for name in ["name", "id"] {
        let values: Vec<&Json> =
            skills().filter_map(|skill| skill.get(name).filter(|value| value.as_str().is_some())).collect();
        let texts: Vec<&str> = values.iter().filter_map(|value| value.as_str()).collect();
        for pair in look_alikes(&texts) {
            let (Some(other), Some(first), Some(text)) =
                (values.get(pair.other), texts.get(pair.first), texts.get(pair.other))
            else {
                continue;
            };
            found.add(&rules::TEXT_LOOK_ALIKE, other.offset(), || {
                let message =
                    format!("the skill's {name} {} looks like the earlier {}", shortened(text), shortened(first));
                Finding::new(Code::LOOK_ALIKE, message)
            });
        }
    }
}
