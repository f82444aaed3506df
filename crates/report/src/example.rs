//! A failing and a passing document for a rule.

use super::{CheckReport, Rule};

/// The example documents of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleExample {
    /// The base document of both.
    pub base: &'static str,
    /// The edits that make it fail.
    pub wrong: &'static [Edit],
    /// The edits that make it pass.
    pub right: &'static [Edit],
}

impl RuleExample {
    /// A document that breaks only this rule.
    #[must_use]
    pub fn wrong_document(&self) -> String {
        edited(self.base, self.wrong)
    }

    /// A document that meets every rule.
    #[must_use]
    pub fn right_document(&self) -> String {
        edited(self.base, self.right)
    }
}

/// Checks the rules themselves, for a format's tests: duplicate IDs, rules without an example, edits without effect,
/// failing documents with other findings, and passing documents with findings. `together` lists pairs of rules where
/// the first cannot be broken without the second.
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

/// An edit of a document's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Replaces the first occurrence of a text.
    Swap(&'static str, &'static str),
    /// Adds a member to the root, whose closing brace is on its own line.
    Add(&'static str),
    /// Adds a member to the last object of the root's last array, in a text indented by two spaces.
    Within(&'static str),
}

impl Edit {
    /// Whether the edit matches the text.
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
