//! `adp-registry explain`: explain an error code.

use super::{Failure, Outcome, print_json, print_line};
use crate::codes;
use agent_description::{Code, diagnostic::closest};
use serde_json::json;

/// Explain an error code
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Error code, such as registry-older
    #[arg(value_name = "CODE")]
    code: String,
}

/// Every code that `adp-registry` can print.
fn all() -> impl Iterator<Item = Code> {
    [
        codes::ALL,
        Code::ALL,
        adp_cards::codes::ALL,
        adp_catalogs::codes::ALL,
        adp_compare::codes::ALL,
        adp_flows::codes::ALL,
    ]
    .into_iter()
    .flatten()
    .copied()
}

pub(super) fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let Some(code) = all().find(|code| code.as_str() == args.code) else {
        let near = closest(&args.code, all().map(Code::as_str));
        let help = near
            .map_or("for rules and checks, run: adp explain ID".to_owned(), |near| format!("did you mean {near:?}?"));
        return Err(Failure::usage(format!("unknown error code {:?}; {help}", args.code)));
    };
    let explained = code.explanation(None);
    if json {
        print_json(&json!(explained));
        return Ok(Outcome::Done);
    }
    for member in &explained {
        let text = member.value().as_str().unwrap_or_default();
        match member.name().as_str() {
            "code" => print_line(text),
            name => print_line(&format!("  {name:6}  {text}")),
        }
    }
    Ok(Outcome::Done)
}
