//! `adp explain`: explain a rule, change rule, error code or check.

mod change;
mod code;
mod rule;
mod verification_check;

use crate::{
    check::rules,
    failure::{Failure, codes},
    output::{escape::escape, terminal::Terminal},
};
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

/// Here and not by the command, which would be started for each of 600 texts.
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{code, rule};
    use crate::{check::rules, failure::codes, output::object};
    use agent_description::json::Object;
    use serde_json::Value;

    fn schema(text: &str) -> jsonschema::Validator {
        jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
    }

    fn value(explained: Object) -> Value {
        serde_json::from_str(&object::json(explained).to_pretty()).unwrap()
    }

    #[test]
    fn every_code_is_taught() {
        let schema = schema(include_str!("../../../schemas/verify-explain.schema.json"));
        for code in codes::all() {
            let (json, page) = (value(code::explained(code)), code::page(code).to_string());
            assert!(schema.is_valid(&json), "{json}");
            assert_eq!(json["code"], code.as_str());
            for part in ["rule", "source", "fix"] {
                assert!(page.contains(json[part].as_str().unwrap()), "{page} {json}");
            }
        }
    }

    #[test]
    fn every_rule_is_taught() {
        let schema = schema(include_str!("../../../schemas/check-explain.schema.json"));
        // of the network; then flows beside the documents that they call, and tool lists by the rules of an API: no document alone is wrong
        let beside = [
            adp_flows::workflow::rules::RULES,
            adp_tools::tool_api::rules::RULES,
            adp_tools::mcp::server::official_registry::rules::RULES,
        ];
        let without_finding = |id| {
            ["url-reachable", "skills-index-served", "skills-index-reachable"].contains(&id)
                || beside.iter().copied().flatten().any(|rule| rule.id == id)
        };
        for rule in rules::all() {
            let (json, page) = (value(rule::explained(rule)), rule::page(rule));
            assert!(schema.is_valid(&json), "{json}");
            assert_eq!(json["id"], rule.id);
            let page = anstream::adapter::strip_str(&page).to_string();
            assert!(
                page.starts_with(&format!("{}: ", rule.id)) && page.contains(json["why"].as_str().unwrap()),
                "{page}"
            );
            // the finding that the wrong document has, in the terms of the rule
            assert_eq!(page.contains("\n  -> "), !without_finding(rule.id), "{page}");
        }
    }
}
