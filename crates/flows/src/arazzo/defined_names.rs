//! The names and expressions of an Arazzo document, as its checks read them.

use super::{Expression, rules};
use crate::fault::Fault;
use adp_tools::lenient_members::list;
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, shortened},
    json::{Object, Offset},
};
use std::collections::{HashMap, HashSet};

/// The names that a document defines.
pub(super) struct Names<'a> {
    pub sources: HashMap<&'a str, &'a str>,
    /// Number of sources with operations.
    pub of_operations: usize,
    /// The workflows and the names of their outputs.
    pub workflows: HashMap<&'a str, HashSet<&'a str>>,
    /// `parameters`, `successActions` and other components, with their names.
    pub components: HashMap<&'a str, HashSet<&'a str>>,
}

pub(super) fn names_of(value: Option<&Json>) -> HashSet<&str> {
    value.and_then(Json::as_object).into_iter().flatten().map(|member| member.name().as_str()).collect()
}

/// Collects the items of a list by ID, and reports duplicates.
pub(super) fn ids<'a>(
    found: &mut Findings<'_>,
    holder: &'a Object,
    items: &str,
    id: &str,
    what: &str,
) -> HashMap<&'a str, &'a Json> {
    let mut known = HashMap::new();
    for item in list(holder, items) {
        let Some((value, text)) = item.get(id).and_then(|value| Some((value, value.as_str()?))) else { continue };
        found.check(&rules::ID, !known.contains_key(text), value.offset(), || {
            Finding::new(Code::DUPLICATE, format!("an earlier {what} also has the {id} {}", shortened(text)))
        });
        known.entry(text).or_insert(item);
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        found.check(&rules::NAME, !text.is_empty() && text.bytes().all(is_allowed), value.offset(), || {
            let message = format!("the {id} is {}, expected letters, digits, `_` and `-`", shortened(text));
            Finding::new(Code::INVALID_NAME, message)
        });
    }
    known
}

/// Checks the names of a map.
pub(super) fn keys(found: &mut Findings<'_>, map: Option<&Json>) {
    for member in map.and_then(Json::as_object).into_iter().flatten() {
        let name = member.name().as_str();
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        found.check(&rules::KEY, !name.is_empty() && name.bytes().all(is_allowed), member.name_offset(), || {
            let message = format!("the name is {}, expected letters, digits, `.`, `-` and `_`", shortened(name));
            Finding::new(Code::INVALID_NAME, message)
        });
    }
}

/// Parses an expression of a document.
pub(crate) fn read_expression(text: &str, at: Offset) -> Result<Expression, Box<Fault>> {
    Expression::read(text).map_err(|error| {
        let help = match Expression::meant_alone(text) {
            Some(meant) => format!("did you mean {meant:?}?"),
            None if text.starts_with("$steps") => "name an output: `$steps.ID.outputs.NAME`".to_owned(),
            None => {
                let literal = if text.contains('$') { "; in a text that is sent, `$$` is a literal `$`" } else { "" };
                format!("write one, such as `$response.body#/id`{literal}")
            }
        };
        let message = format!("{} is no runtime expression: {error}", shortened(text));
        Box::new(Fault::new(&rules::EXPRESSION, at, Code::INVALID_VALUE, message, help))
    })
}

/// Parses an expression, or adds a finding at its value.
pub(super) fn expression(found: &mut Findings<'_>, at: &Json, text: &str) -> Option<Expression> {
    found.exercise(&rules::EXPRESSION);
    read_expression(text, at.offset()).map_err(|fault| fault.report(found)).ok()
}

pub(super) fn not_run(what: &str) -> Finding {
    Finding::new(Code::UNSUPPORTED_VERSION, format!("{what} is recognized, but not supported"))
        .with_help("remove this part, or run the workflow with another program")
}
