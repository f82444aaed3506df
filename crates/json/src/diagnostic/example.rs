//! A wrong and a right document for a rule.

use super::{CheckReport, Rule};

/// The documents that show a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleExample {
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
    pub fn wrong_document(&self) -> String {
        edited(self.base, self.wrong)
    }

    /// A document that keeps the rule, and every other.
    #[must_use]
    pub fn right_document(&self) -> String {
        edited(self.base, self.right)
    }
}

/// What is wrong with rules themselves, for a format's tests: ids that appear twice, rules without an example, edits that change
/// nothing, wrong documents in which `check` finds anything but their rule, right ones in which it finds anything. `together`
/// names pairs of rules of which the first cannot be broken without the second.
#[must_use]
pub fn example_faults(
    rules: &[&Rule],
    check: impl Fn(&str) -> CheckReport,
    together: &[(&Rule, &Rule)],
) -> Vec<String> {
    let mut faults = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let id = rule.id;
        if rules[..at].contains(rule) {
            faults.push(format!("{id}: the id appears twice"));
        }
        let Some(example) = &rule.example else {
            faults.push(format!("{id}: the rule has no example"));
            continue;
        };
        for edit in example.wrong.iter().chain(example.right).filter(|edit| !edit.takes(example.base)) {
            faults.push(format!("{id}: nothing to change by {edit:?}"));
        }
        let mut wrong = check(&example.wrong_document()).diagnostics;
        wrong.retain(|finding| !together.contains(&(rule, finding.rule)));
        if wrong.iter().map(|finding| finding.rule.id).ne([id]) {
            faults.push(format!("{id}: the wrong document has {wrong:?}"));
        }
        let right = check(&example.right_document()).diagnostics;
        if !right.is_empty() {
            faults.push(format!("{id}: the right document has {right:?}"));
        }
    }
    faults
}

/// A change of a document's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
