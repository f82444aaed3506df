//! Rules for texts that models read.

use super::rules;
use crate::{
    members::list,
    text::{Names, TextRules},
};
use agent_description::{Document, diagnostic::Findings};

/// The rules for invisible characters and long white space.
const TEXTS: TextRules = TextRules { hidden: &rules::TEXT_HIDDEN, whitespace: &rules::TEXT_WHITESPACE };

/// Checks for invisible text and for skills with confusable names.
pub(super) fn check(found: &mut Findings<'_>, document: &Document) {
    TEXTS.lint_all(found, document.json());
    for member in ["name", "id"] {
        Names::new(list(document.root(), "skills"), "skill", member).look_alikes(found, &rules::TEXT_LOOK_ALIKE);
    }
}
