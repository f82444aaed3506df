//! Explains an error code.

use crate::{
    failure::{Failure, Outcome, advice},
    output::{object, summary_box::SummaryBox, terminal::Terminal},
};
use agent_description::{
    Code,
    json::{Json, Object},
};

/// Prints the explanation of a code.
pub fn explain(code: Code, as_json: bool, terminal: &Terminal) -> Result<(), Failure> {
    if as_json { terminal.print_json(&explained(code)) } else { terminal.print(page(code)) }
}

pub(super) fn explained(code: Code) -> Object {
    let mut explained = code.explanation(advice::explained(code));
    explained.insert("exitCode", object::json(Outcome::from(code).exit_code()));
    explained.insert("rules", object::json(super::rule::with_code(code)));
    explained
}

pub(super) fn page(code: Code) -> SummaryBox {
    let (explained, rules) = (explained(code), super::rule::with_code(code));
    let text = |name: &str| explained.get(name).and_then(Json::as_str).unwrap_or_default();
    let card = ["rule", "source", "fix"]
        .into_iter()
        .fold(SummaryBox::titled(code.as_str()), |card, name| card.line(name, text(name)))
        .line("exit code", Outcome::from(code).exit_code());
    if rules.is_empty() { card } else { card.line("rules", rules.join(", ")) }
}
