//! Criteria (Arazzo 1.0.1, section 4.6.11).

use super::{
    Comparison, Condition, Expression, Operand,
    names::{not_run, read_expression},
    rules,
};
use crate::{cut, fault::Fault};
use agent_description::{Code, Json, diagnostic::shortened, json::Object};
use jsonpath_rust::parser::{model::JpQuery, parse_json_path};
use regex::{Regex, RegexBuilder};

/// Maximum length of patterns and queries, in bytes, and maximum size of a pattern's automaton.
const MAX_PATTERN_CHARS: usize = 4096;
const MAX_VALUE_BYTES: usize = 1 << 20;

/// The help for an unknown type.
pub(super) const KIND_HELP: &str =
    "write simple, regex, jsonpath or xpath, or an object with a type and a version of the specification";

/// A criterion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Criterion {
    /// A simple condition. Its context is ignored.
    Simple(Condition),
    /// A value matches a pattern.
    Regex(Expression, Regex),
    /// A query of a value has results.
    JsonPath(Expression, Box<JpQuery>),
}

impl Criterion {
    /// Parses a criterion, and adds what keeps it from being evaluated. Missing members are not added.
    pub(crate) fn read(criterion: &Object, faults: &mut Vec<Fault>) -> Option<Self> {
        let condition = criterion.get("condition")?;
        let (text, at) = (condition.as_str()?, condition.offset());
        let wrong =
            |at, message, help: &str| Fault::new(&rules::CRITERION, at, Code::INVALID_VALUE, message, help.to_owned());
        let never = |message: String| wrong(at, message, "correct the condition: it can never be true");
        let kind = criterion.get("type");
        let context = |faults: &mut Vec<Fault>| {
            let context = criterion.get("context")?;
            read_expression(context.as_str()?, context.offset()).map_err(|fault| faults.push(*fault)).ok()
        };
        match kind.map_or(Some("simple"), |kind| kind.as_str().or_else(|| kind.get("type")?.as_str())) {
            Some("simple") => {
                let read = Condition::read(text).map_err(|error| {
                    let message = format!("the condition {} cannot be read: {error}", shortened(text));
                    let help = "compare expressions and literals with ==, !=, <, <=, > or >=, joined by && and ||";
                    faults.push(wrong(at, message, help));
                });
                read.ok().map(Self::Simple)
            }
            Some("regex") => {
                let pattern = pattern(text).map_err(|problem| faults.push(never(problem))).ok();
                Some(Self::Regex(context(faults)?, pattern?))
            }
            Some("jsonpath") => {
                let query = query(text).map_err(|problem| faults.push(never(problem))).ok();
                Some(Self::JsonPath(context(faults)?, Box::new(query?)))
            }
            Some("xpath") => {
                faults.push(Fault {
                    rule: &rules::NOT_RUN,
                    at: kind.map_or(at, Json::offset),
                    finding: not_run("XPath"),
                });
                None
            }
            _ => {
                faults.push(wrong(kind.map_or(at, Json::offset), "unknown criterion type".to_owned(), KIND_HELP));
                None
            }
        }
    }

    /// Calls `each` for every expression.
    pub fn each_expression(&self, each: &mut dyn FnMut(&Expression)) {
        match self {
            Self::Simple(condition) => condition.each_expression(each),
            Self::Regex(context, _) | Self::JsonPath(context, _) => each(context),
        }
    }

    /// A comparison of the status code.
    pub(crate) fn for_status(comparison: Comparison, status: u16) -> Self {
        let operand = Operand::Expression(Expression::StatusCode, Vec::new());
        Self::Simple(Condition::Compare(operand, comparison, Operand::Number(status.to_string())))
    }
}

/// Compiles the pattern of a condition.
fn pattern(text: &str) -> Result<Regex, String> {
    fits(text)?;
    let read = RegexBuilder::new(text).size_limit(MAX_VALUE_BYTES).build();
    read.map_err(|_| format!("{:?} is no regular expression without look-around and back references", cut(text)))
}

/// Whether a pattern may be matched with a text of this size. In the worst case a match takes one step per byte of the
/// text and of the automaton; this limit corresponds to about two seconds.
#[cfg(feature = "run")]
pub(crate) fn is_affordable(regex: &Regex, text_bytes: usize) -> bool {
    const MAX_STEPS: usize = 1 << 30;
    let limits = (8..=MAX_VALUE_BYTES.ilog2()).step_by(2).map(|bits| 1_usize << bits);
    let mut fitting = limits.filter(|limit| RegexBuilder::new(regex.as_str()).size_limit(*limit).build().is_ok());
    fitting.next().unwrap_or(MAX_VALUE_BYTES).saturating_mul(text_bytes) <= MAX_STEPS
}

/// Compiles the query of a condition.
fn query(text: &str) -> Result<JpQuery, String> {
    fits(text)?;
    parse_json_path(text).map_err(|_| format!("{:?} is no JSONPath query (RFC 9535)", cut(text)))
}

fn fits(text: &str) -> Result<(), String> {
    let is_long = text.len() > MAX_PATTERN_CHARS;
    if is_long {
        Err(format!("the condition has {} bytes, expected at most {MAX_PATTERN_CHARS}", text.len()))
    } else {
        Ok(())
    }
}

#[cfg(all(test, feature = "run"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{is_affordable, pattern};

    #[test]
    fn large_patterns_are_for_short_texts() {
        let plain = pattern("^(open|closed)$").unwrap();
        let large = pattern("[a-z]{999}b|(?:a?){900}a{900}c").unwrap();
        assert!(is_affordable(&plain, 100_000) && is_affordable(&large, 1000));
        assert!(!is_affordable(&large, 16_384) && !is_affordable(&large, 8_000_000));
    }
}
