//! Explains a change rule of `adp diff`.

use crate::{failure::Failure, output::terminal::Terminal};
use adp_compare::diff::ChangeRule;
use agent_description::json::Object;

/// Prints the explanation of a change rule.
pub fn explain(rule: &ChangeRule, as_json: bool, terminal: &Terminal) -> Result<(), Failure> {
    if as_json {
        let members = [
            ("id", rule.id),
            ("class", rule.class.as_str()),
            ("sentence", rule.sentence),
            ("format", rule.format),
            ("old", rule.old),
            ("example", rule.example),
            ("counterexample", rule.counterexample),
        ];
        return terminal.print_json(&members.into_iter().collect::<Object>());
    }
    terminal.print(format_args!(
        "{} ({})\n\n{}\n\n  a document ({})\n    {}\n  a change by this rule\n    {}\n  a change that is not\n    {}\n",
        rule.id, rule.class, rule.sentence, rule.format, rule.old, rule.example, rule.counterexample
    ))
}
