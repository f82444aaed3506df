//! Findings as JSON.

use super::Findings;
use crate::failure::{ErrorObject, Failure};
use agent_description::{
    diagnostic::{Diagnostic, Omitted, Severity},
    json::Span,
};
use serde::Serialize;

/// `{input?, valid, profile, diagnostics, omitted, fixed?, written?, error?}`: `input` where there are several, `fixed` and `written` with
/// `--fix`, `error` where it could not be read.
#[derive(Serialize)]
pub struct Checked<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    valid: bool,
    profile: Option<&'a str>,
    diagnostics: Vec<Told<'a>>,
    omitted: Omitted,
    #[serde(flatten)]
    fixed: Option<FixedJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorObject<'a>>,
}

/// How many places were changed, and the file that was written.
#[derive(Serialize)]
struct FixedJson<'a> {
    fixed: usize,
    written: Option<&'a str>,
}

/// One finding. What could not be read is a finding too.
#[derive(Serialize)]
#[serde(untagged)]
enum Told<'a> {
    Found(&'a Diagnostic),
    Unreadable {
        code: &'a str,
        rule: Option<&'a str>,
        severity: Severity,
        message: &'a str,
        pointer: Option<&'a str>,
        line: Option<usize>,
        column: Option<usize>,
        span: Option<&'a Span>,
        help: Option<&'a str>,
        replacement: Option<&'a str>,
    },
}

impl<'a> Checked<'a> {
    /// The findings of the only input.
    pub fn only(findings: &'a Findings) -> Self {
        let unreadable = findings.unreadable.as_ref();
        let found = findings.report.diagnostics.iter().map(Told::Found);
        Self {
            input: None,
            valid: findings.valid(),
            profile: findings.profile.as_deref(),
            diagnostics: found.chain(unreadable.map(Told::unreadable)).collect(),
            omitted: findings.report.omitted,
            fixed: findings
                .fixed
                .as_ref()
                .map(|fixed| FixedJson { fixed: fixed.count, written: fixed.written.as_deref() }),
            error: unreadable.map(Failure::error),
        }
    }

    /// The findings of one of several inputs.
    pub fn one_of_several(findings: &'a Findings) -> Self {
        Self { input: Some(&findings.input), ..Self::only(findings) }
    }
}

impl<'a> Told<'a> {
    fn unreadable(failure: &'a Failure) -> Self {
        Self::Unreadable {
            code: failure.code(),
            rule: None,
            severity: Severity::Error,
            message: failure.message(),
            pointer: None,
            line: failure.position().map(|position| position.line),
            column: failure.position().map(|position| position.column),
            span: failure.span(),
            help: None,
            replacement: None,
        }
    }
}
