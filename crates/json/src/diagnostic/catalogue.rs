//! The rules of a format, each with its example.

use super::{CheckReport, Rule, RuleExample};

/// The rules of a format and what teaches them.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// Every rule, in the order of the format's specification.
    pub rules: &'static [&'static Rule],
    /// An example of every rule, in the same order.
    pub examples: &'static [RuleExample],
}

impl Catalogue {
    /// The rule of an id.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&'static Rule> {
        self.rules.iter().copied().find(|rule| rule.id == id)
    }

    /// The example of a rule.
    #[must_use]
    pub fn example(&self, rule: &Rule) -> Option<&'static RuleExample> {
        self.examples.iter().find(|example| example.rule.id == rule.id)
    }

    /// What is wrong with the catalogue itself, for a format's tests: ids that stand twice, rules without an example,
    /// edits that change nothing, wrong documents that `check` finds anything else wrong with than their rule, right ones that
    /// it finds anything wrong with. `together` names pairs of rules of which the first cannot be broken without the second.
    #[must_use]
    pub fn faults(&self, check: impl Fn(&str) -> CheckReport, together: &[(&Rule, &Rule)]) -> Vec<String> {
        let mut faults = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            if self.rules[..at].iter().any(|other| other.id == rule.id) {
                faults.push(format!("{}: the id appears twice", rule.id));
            }
        }
        let ids = |rules: &mut dyn Iterator<Item = &'static Rule>| rules.map(|rule| rule.id).collect::<Vec<_>>();
        let (ruled, taught) =
            (ids(&mut self.rules.iter().copied()), ids(&mut self.examples.iter().map(|example| example.rule)));
        if ruled != taught {
            faults.push(format!("the rules are {ruled:?}, the examples are of {taught:?}"));
        }
        for example in self.examples {
            let id = example.rule.id;
            for edit in example.wrong.iter().chain(example.right).filter(|edit| !edit.takes(example.base)) {
                faults.push(format!("{id}: nothing to change by {edit:?}"));
            }
            let mut wrong = check(&example.wrong()).diagnostics;
            let comes_with = |rule: &Rule| together.contains(&(example.rule, rule));
            wrong.retain(|finding| !comes_with(finding.rule));
            if wrong.iter().map(|finding| (finding.rule.id, finding.severity)).ne([(id, example.severity)]) {
                faults.push(format!("{id}: the wrong document has {wrong:?}"));
            }
            let right = check(&example.right()).diagnostics;
            if !right.is_empty() {
                faults.push(format!("{id}: the right document has {right:?}"));
            }
        }
        faults
    }
}
