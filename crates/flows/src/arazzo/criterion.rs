//! Criteria (Arazzo 1.0.1, section 4.6.11).

use super::{
    Comparison, Condition, Expression, Operand,
    defined_names::{not_run, read_expression},
    rules,
};
use crate::{cut, fault::Fault};
use adp_tools::json_schema::PatternBudget;
use agent_description::{Code, Json, diagnostic::shortened, json::Object};
use jsonpath_rust::parser::{model::JpQuery, parse_json_path};
use regex::{Regex, RegexBuilder};
use std::{collections::HashMap, fmt};

/// Maximum length of patterns and queries, in bytes.
const MAX_PATTERN_BYTES: usize = 4096;
/// Sizes of compiled patterns that are tried, in bytes. The last one is the maximum.
const COMPILED_BYTES: [usize; 5] = [4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20];

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
    Regex(Expression, CompiledPattern),
    /// A query of a value has results.
    JsonPath(Expression, Box<JpQuery>),
}

/// A regular expression that was compiled within its document's budget.
#[derive(Clone, Debug)]
pub struct CompiledPattern {
    regex: Regex,
    /// Its size, rounded up.
    #[cfg(feature = "run")]
    bytes: usize,
}

impl CompiledPattern {
    /// Whether the text matches; `None` if that takes too long. In the worst case a match takes one step per byte of the
    /// text and of the compiled pattern; the limit corresponds to about two seconds.
    #[cfg(feature = "run")]
    pub(crate) fn matches(&self, text: &str) -> Option<bool> {
        const MAX_STEPS: usize = 1 << 30;
        (self.bytes.saturating_mul(text.len()) <= MAX_STEPS).then(|| self.regex.is_match(text))
    }
}

impl fmt::Display for CompiledPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.regex.fmt(f)
    }
}

/// The patterns of one document: each is compiled once.
#[derive(Debug)]
pub(crate) struct Patterns {
    compiled: HashMap<String, Result<CompiledPattern, PatternError>>,
    budget: PatternBudget,
}

#[derive(Clone, Debug)]
enum PatternError {
    Invalid(String),
    Budget,
}

impl Patterns {
    pub(crate) fn for_document() -> Self {
        Self { compiled: HashMap::new(), budget: PatternBudget::for_document() }
    }

    fn compile(&mut self, text: &str) -> Result<CompiledPattern, PatternError> {
        fits(text).map_err(PatternError::Invalid)?;
        if let Some(known) = self.compiled.get(text) {
            return known.clone();
        }
        let compiled = self.compile_new(text);
        self.compiled.insert(text.to_owned(), compiled.clone());
        compiled
    }

    fn compile_new(&mut self, text: &str) -> Result<CompiledPattern, PatternError> {
        for bytes in COMPILED_BYTES {
            self.budget.charge(text, bytes).ok_or(PatternError::Budget)?;
            match RegexBuilder::new(text).size_limit(bytes).build() {
                Ok(regex) => {
                    return Ok(CompiledPattern {
                        regex,
                        #[cfg(feature = "run")]
                        bytes,
                    });
                }
                Err(regex::Error::CompiledTooBig(_)) => {}
                Err(_) => break,
            }
        }
        let problem = "is no regular expression without look-around and back references, or is very large";
        Err(PatternError::Invalid(format!("{:?} {problem}", cut(text))))
    }
}

impl Criterion {
    /// Parses a criterion, and adds what keeps it from being evaluated. Missing members are not added.
    pub(crate) fn read(criterion: &Object, patterns: &mut Patterns, faults: &mut Vec<Fault>) -> Option<Self> {
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
                    let help = match Condition::meant(text) {
                        Some(meant) => format!("did you mean {meant:?}?"),
                        None => {
                            "compare expressions and literals with ==, !=, <, <=, > or >=, joined by && and ||".into()
                        }
                    };
                    faults.push(wrong(at, message, &help));
                });
                read.ok().map(Self::Simple)
            }
            Some("regex") => {
                let fault = |error| match error {
                    PatternError::Invalid(problem) => never(problem),
                    PatternError::Budget => {
                        let limit = PatternBudget::MAX_BYTES >> 20;
                        let message = format!("the regular expressions of the document need more than {limit} MiB");
                        let help = "write fewer or shorter regular expressions, or split the document".to_owned();
                        Fault::new(&rules::CRITERION, at, Code::TOO_LARGE, message, help)
                    }
                };
                let pattern = patterns.compile(text).map_err(|error| faults.push(fault(error))).ok();
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

/// Compiles the query of a condition.
fn query(text: &str) -> Result<JpQuery, String> {
    fits(text)?;
    parse_json_path(text).map_err(|_| format!("{:?} is no JSONPath query (RFC 9535)", cut(text)))
}

fn fits(text: &str) -> Result<(), String> {
    let is_long = text.len() > MAX_PATTERN_BYTES;
    if is_long {
        Err(format!("the condition has {} bytes, expected at most {MAX_PATTERN_BYTES}", text.len()))
    } else {
        Ok(())
    }
}

#[cfg(all(test, feature = "run"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{CompiledPattern, PatternError, Patterns};

    fn compiled(text: &str) -> CompiledPattern {
        Patterns::for_document().compile(text).unwrap()
    }

    #[test]
    fn large_patterns_are_for_short_texts() {
        let plain = compiled("^(open|closed)$");
        let large = compiled("[a-z]{999}b|(?:a?){900}a{900}c");
        let text = |bytes: usize| "a".repeat(bytes);
        assert!(plain.matches(&text(100_000)) == Some(false) && large.matches(&text(1000)) == Some(false));
        assert!(large.matches(&text(16_384)).is_none() && large.matches(&text(8_000_000)).is_none());
    }

    #[test]
    fn a_pattern_is_compiled_once_for_all_criteria() {
        let mut patterns = Patterns::for_document();
        assert!((0..10_000).all(|_| patterns.compile(r"^\w{5}$").is_ok()));
        // another one for each criterion
        let last = (0..10_000).map(|number| patterns.compile(&format!(r"^\w{{5}}{number}$"))).find_map(Result::err);
        assert!(matches!(last, Some(PatternError::Budget)));
    }
}
