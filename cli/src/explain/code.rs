//! Explains an error code.

use crate::{
    advice,
    failure::{Failure, Outcome},
    object,
    summary_box::SummaryBox,
    terminal::Terminal,
};
use agent_description::{Code, json::Json};

/// Prints the explanation of a code.
pub fn explain(code: Code, as_json: bool, terminal: &Terminal) -> Result<(), Failure> {
    let mut explained = code.explanation(advice::explained(code));
    let (exit, rules) = (Outcome::from(code).exit_code(), super::rule::with_code(code));
    if as_json {
        explained.insert("exitCode", object::json(exit));
        explained.insert("rules", object::json(rules));
        return terminal.print_json(&explained);
    }
    let text = |name: &str| explained.get(name).and_then(Json::as_str).unwrap_or_default();
    let card = ["rule", "source", "fix"]
        .into_iter()
        .fold(SummaryBox::titled(code.as_str()), |card, name| card.line(name, text(name)))
        .line("exit code", exit);
    terminal.print(if rules.is_empty() { card } else { card.line("rules", rules.join(", ")) })
}
