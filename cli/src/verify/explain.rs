//! `--explain`: the rule behind an error code.

use crate::{
    card::Card,
    escape::escape,
    failure::{Failure, Outcome},
    terminal::Terminal,
};
use agent_description::{Code, json::Object};

/// Teaches one code.
pub fn run(code: &str, terminal: &Terminal) -> Result<Outcome, Failure> {
    let code: Code = code.parse().map_err(|_| unknown(code))?;
    let rule = code.rule().split_whitespace().collect::<Vec<_>>().join(" ");
    let exit = Outcome::from(code).exit_code();
    if terminal.wants_json() {
        let mut object = Object::with_capacity(5);
        object.insert("code", code.as_str());
        object.insert("rule", rule.as_str());
        object.insert("source", code.source());
        object.insert("fix", code.remedy());
        object.insert("exitCode", u32::from(exit));
        terminal.print_json(&object.into())?;
    } else {
        let card = Card::titled(code.as_str())
            .line("rule", rule)
            .line("source", code.source())
            .line("fix", code.remedy())
            .line("exit code", exit);
        terminal.print(card)?;
    }
    Ok(Outcome::Done)
}

fn unknown(code: &str) -> Failure {
    let near = Code::ALL.iter().map(|known| (strsim::osa_distance(code, known.as_str()), known.as_str())).min();
    let failure = Failure::usage(format!("no error has the code {:?}", escape(code)));
    match near.filter(|(distance, near)| distance * 3 <= near.len()) {
        Some((_, near)) => failure.with_help(format!("did you mean {near:?}?")),
        None => failure,
    }
}
