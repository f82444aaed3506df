//! A wrong and a right document for a rule, and why it matters.

use super::{Rule, Severity};

/// What teaches a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleExample {
    /// The rule.
    pub rule: &'static Rule,
    /// Why it matters.
    pub why: &'static str,
    /// What to do where it is broken.
    pub fix: &'static str,
    /// The severity of the finding in the wrong document.
    pub severity: Severity,
    /// The document that both are made from.
    pub base: &'static str,
    /// What makes it wrong.
    pub wrong: &'static [Edit],
    /// What makes it right.
    pub right: &'static [Edit],
}

impl RuleExample {
    /// A document that breaks the rule, and no other that it could keep.
    #[must_use]
    pub fn wrong(&self) -> String {
        edited(self.base, self.wrong)
    }

    /// A document that keeps the rule, and every other.
    #[must_use]
    pub fn right(&self) -> String {
        edited(self.base, self.right)
    }
}

/// A change of a document's text.
#[derive(Clone, Copy, Debug)]
pub enum Edit {
    /// The one text in place of the other, once.
    Swap(&'static str, &'static str),
    /// One more member of the root, whose closing brace stands on a line of its own.
    Add(&'static str),
    /// One more member of the last object of the root's last array, in a text indented by two spaces.
    Within(&'static str),
}

impl Edit {
    /// Whether there is something to change in the text.
    pub(super) fn takes(&self, text: &str) -> bool {
        match self {
            Self::Swap(from, _) => text.contains(from),
            Self::Add(_) => text.contains("\n}"),
            Self::Within(_) => text.contains("\n    }\n  ]"),
        }
    }
}

fn edited(base: &str, edits: &[Edit]) -> String {
    let append = |text: &str, end: &str, indent: &str, member: &str| match text.rsplit_once(end) {
        Some((before, after)) => format!("{before},\n{indent}{member}{end}{after}"),
        None => text.to_owned(),
    };
    edits.iter().fold(base.to_owned(), |text, edit| match edit {
        Edit::Swap(from, to) => text.replacen(from, to, 1),
        Edit::Add(member) => append(&text, "\n}", "  ", member),
        Edit::Within(member) => append(&text, "\n    }\n  ]", "      ", member),
    })
}
