//! `--explain`: the rule behind an error code.

use crate::{
    advice,
    card::Card,
    codes,
    escape::escape,
    failure::{Failure, Outcome},
    terminal::Terminal,
};
use serde::Serialize;

/// Teaches one code.
pub fn run(code: &str, terminal: &Terminal) -> Result<Outcome, Failure> {
    let code = codes::all().find(|known| known.as_str() == code).ok_or_else(|| unknown(code))?;
    let rule = code.rule().split_whitespace().collect::<Vec<_>>().join(" ");
    let fix = match advice::explained(code) {
        Some(advice) => format!("{} {advice}", code.remedy()),
        None => code.remedy().to_owned(),
    };
    let exit = Outcome::from(code).exit_code();
    if terminal.wants_json() {
        terminal.print_json(&Explained {
            code: code.as_str(),
            rule: &rule,
            source: code.source(),
            fix: &fix,
            exit_code: exit,
        })?;
    } else {
        let card = Card::titled(code.as_str())
            .line("rule", rule)
            .line("source", code.source())
            .line("fix", fix)
            .line("exit code", exit);
        terminal.print(card)?;
    }
    Ok(Outcome::Done)
}

/// What is printed for programs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Explained<'a> {
    code: &'a str,
    rule: &'a str,
    source: &'a str,
    fix: &'a str,
    exit_code: u8,
}

fn unknown(code: &str) -> Failure {
    let near = codes::all().map(|known| (strsim::osa_distance(code, known.as_str()), known.as_str())).min();
    let failure = Failure::usage(format!("no error has the code {:?}", escape(code)));
    match near.filter(|(distance, near)| distance * 3 <= near.len()) {
        Some((_, near)) => failure.with_help(format!("did you mean {near:?}?")),
        None => failure,
    }
}
