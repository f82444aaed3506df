//! Explains an error code.

use crate::{
    advice,
    failure::{Failure, Outcome},
    object,
    summary_box::SummaryBox,
    terminal::Terminal,
};
use agent_description::Code;

/// Prints the explanation of a code.
pub fn explain(code: Code, as_json: bool, terminal: &Terminal) -> Result<Outcome, Failure> {
    let rule = code.rule().split_whitespace().collect::<Vec<_>>().join(" ");
    let fix = match advice::explained(code) {
        Some(advice) => format!("{} {advice}", code.remedy()),
        None => code.remedy().to_owned(),
    };
    let exit = Outcome::from(code).exit_code();
    if as_json {
        terminal.print_json(&object! {
            "code": code.as_str(),
            "rule": rule,
            "source": code.source(),
            "fix": fix,
            "exitCode": exit,
            "rules": super::rule::with_code(code),
        })?;
    } else {
        let card = SummaryBox::titled(code.as_str())
            .line("rule", rule)
            .line("source", code.source())
            .line("fix", fix)
            .line("exit code", exit);
        let rules = super::rule::with_code(code);
        let card = if rules.is_empty() { card } else { card.line("rules", rules.join(", ")) };
        terminal.print(card)?;
    }
    Ok(Outcome::Done)
}
