//! `adp explain`: a rule, a rule of changes or an error code.

use crate::{
    check, codes, diff,
    escape::escape,
    failure::{Failure, Outcome},
    terminal::Terminal,
    verify,
};

const EXAMPLES: &str = "\
Examples:
  adp explain adp-5-name     # a rule of `adp check`: what it requires, and why
  adp explain diff-removed   # a rule of `adp diff`
  adp explain proof-domain   # an error code: what it means, and what to do";

/// Explain a rule or an error code
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The id of a rule, as findings and changes name it, or an error code
    #[arg(value_name = "ID")]
    id: String,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    explain(&args.id, First::Rule, check::Format::of(terminal), terminal)
}

/// What comes first where a rule and a code have the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    Rule,
    Code,
}

/// Explains whatever has the id.
pub fn explain(id: &str, first: First, format: check::Format, terminal: &Terminal) -> Result<Outcome, Failure> {
    let code = codes::all().find(|code| code.as_str() == id);
    let rule = check::rule(id).filter(|_| code.is_none() || first == First::Rule);
    if let Some(rule) = rule {
        check::explain_rule(rule, format, terminal)
    } else if let Some(code) = code {
        verify::explain_code(code, terminal)
    } else if let Some(rule) = adp_cards::diff::rules::rule(id) {
        diff::explain_rule(rule, terminal)
    } else {
        Err(unknown(id))
    }
}

fn unknown(id: &str) -> Failure {
    let changes = adp_cards::diff::rules::ALL.iter().map(|rule| rule.id);
    let known = codes::all().map(|code| code.as_str()).chain(check::rule_ids()).chain(changes);
    let near = known.map(|known| (strsim::osa_distance(id, known), known)).min();
    let failure = Failure::usage(format!("no rule and no error code has the id {:?}", escape(id)));
    match near.filter(|(distance, near)| distance * 3 <= near.len()) {
        Some((_, near)) => failure.with_help(format!("did you mean {near:?}?")),
        None => failure.with_help("`adp check --rules` lists the rules"),
    }
}
