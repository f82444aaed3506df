//! A rule of changes: which class a change is of, and why.

use super::Class;

/// A rule that says of which class a change is.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangeRule {
    /// The rule's stable id, for example `diff-removed`.
    pub id: &'static str,
    /// What a change by this rule does.
    pub class: Class,
    /// The rule itself.
    pub sentence: &'static str,
    /// The format that the example is of.
    pub format: &'static str,
    /// A document.
    pub old: &'static str,
    /// The document after a change that the rule is about.
    pub example: &'static str,
    /// The document after a change that looks alike, but that the rule is not about.
    pub counterexample: &'static str,
}
