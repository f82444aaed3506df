//! `adp explain`: explain a rule, change rule, error code or check.

mod change;
mod code;
mod rule;
mod verification_check;

use crate::{codes, escape::escape, failure::Failure, rules, terminal::Terminal};
use agent_description::diagnostic::closest;

const EXAMPLES: &str = "\
Examples:
  adp explain adp-5-name     # a rule of `adp check`
  adp explain diff-removed   # a rule of `adp diff`
  adp explain proof-domain   # an error code
  adp explain missing        # a shared code, and the rules that use it
  adp explain key-type       # a check of `adp verify`";

/// Explain a rule, an error code or a check of a verification
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Rule ID, error code or name of a check
    #[arg(value_name = "ID")]
    id: String,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    explain(&args.id, First::Rule, terminal.wants_json(), terminal)
}

/// Which explanation is shown if a rule and a code have the same ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    Rule,
    Code,
}

/// Explains the rule, code or check with this ID.
pub fn explain(id: &str, first: First, as_json: bool, terminal: &Terminal) -> Result<(), Failure> {
    let known = codes::all().find(|code| code.as_str() == id);
    let named = rules::rule(id).filter(|_| known.is_none() || first == First::Rule);
    if let Some(named) = named {
        rule::explain(named, as_json, terminal)
    } else if let Some(known) = known {
        code::explain(known, as_json, terminal)
    } else if let Some(named) = adp_compare::diff::rules::rule(id) {
        change::explain(named, as_json, terminal)
    } else {
        verification_check::explain(id, as_json, terminal).unwrap_or_else(|| Err(unknown(id)))
    }
}

fn unknown(id: &str) -> Failure {
    if id.starts_with("registry-") {
        return Failure::usage(format!("{:?} is not a code of adp, expected one of adp-registry", escape(id)))
            .with_help(format!("run `adp-registry explain {}`", escape(id)));
    }
    let changes = adp_compare::diff::rules::ALL.iter().map(|rule| rule.id);
    let known = codes::all().map(|code| code.as_str()).chain(rules::all().map(|rule| rule.id)).chain(changes);
    let known = known.chain(verification_check::all().map(|known| known.name));
    let failure = Failure::usage(format!("unknown rule or error code {:?}", escape(id)));
    match closest(id, known) {
        Some(near) => failure.with_help(format!("did you mean {near:?}?")),
        None => failure.with_help("`adp check --rules` lists the rules"),
    }
}
