//! Compiles criteria of Arazzo documents (1.0.1, section 4.6.11).

use super::{CompileError, Criterion, template::expression};
use crate::{
    arazzo::{Comparison, Condition, Expression, Operand},
    cut,
};
use adp_cards::members::objects;
use agent_description::{
    Code, Json,
    json::{Object, Value},
};
use jsonpath_rust::parser::{model::JpQuery, parse_json_path};
use regex::{Regex, RegexBuilder};

/// Maximum length of patterns and queries, in bytes, and maximum size of a pattern's automaton.
const MAX_PATTERN_CHARS: usize = 4096;
const MAX_VALUE_BYTES: usize = 1 << 20;

impl Criterion {
    /// A comparison of the status code.
    pub(super) fn for_status(comparison: Comparison, status: f64) -> Self {
        let operand = Operand::Expression(Expression::StatusCode, Vec::new());
        Self::Simple(Condition::Compare(operand, comparison, Operand::Number(status)))
    }
}

/// Compiles a list of criteria.
pub(super) fn criteria(holder: &Object, name: &str) -> Result<Vec<Criterion>, CompileError> {
    objects(holder, name).map(criterion).collect()
}

fn criterion(object: &Object) -> Result<Criterion, CompileError> {
    let at = object.get("condition").map(Json::offset).unwrap_or_default();
    let wrong = |message: String| CompileError::broken(Code::INVALID_VALUE, at, message);
    let text = object.get("condition").and_then(Json::as_str);
    let text = text.ok_or_else(|| wrong("a criterion has no condition".to_owned()))?;
    let kind = match object.get("type").map(Json::value) {
        None => "simple",
        Some(Value::String(kind)) => kind.as_str(),
        Some(Value::Object(kind)) => kind.get("type").and_then(Json::as_str).unwrap_or_default(),
        Some(_) => "",
    };
    if kind == "simple" {
        let read = Condition::read(text).map(Criterion::Simple);
        return read.map_err(|error| wrong(format!("the condition {:?} cannot be read: {error}", cut(text))));
    }
    let context = object.get("context").and_then(|value| Some((value.as_str()?, value.offset())));
    let (context, place) = context.ok_or_else(|| wrong("a criterion with a type has no context".to_owned()))?;
    let context = expression(context, place)?;
    match kind {
        "regex" => Ok(Criterion::Regex(context, pattern(text).map_err(wrong)?)),
        "jsonpath" => Ok(Criterion::JsonPath(context, Box::new(query(text).map_err(wrong)?))),
        "xpath" => Err(CompileError::broken(Code::UNSUPPORTED_VERSION, at, "XPath is recognized, but not supported")),
        other => {
            let other = cut(other);
            Err(wrong(format!("the criterion's type is {other:?}, expected simple, regex or jsonpath")))
        }
    }
}

/// Compiles the pattern of a condition.
pub(crate) fn pattern(text: &str) -> Result<Regex, String> {
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
pub(crate) fn query(text: &str) -> Result<JpQuery, String> {
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
