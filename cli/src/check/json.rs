//! Findings as JSON.

use super::InputFindings;
use crate::{failure::Failure, output::object};
use agent_description::{diagnostic::Severity, json::Object};

/// The object `{input?, valid, profile, diagnostics, omitted, fixed?, written?, signed?, error?}`: `input` with several
/// inputs, `fixed` and `written` with `--fix`, `signed` if fixes would break a signature, `error` for an unreadable input.
pub fn checked(findings: &InputFindings, is_one_of_several: bool) -> Object {
    let mut checked = if is_one_of_several {
        object! { "input": &findings.input }
    } else {
        Object::new()
    };
    let unreadable = findings.unreadable.as_ref();
    let found = findings.report.diagnostics.iter().map(object::json);
    checked.insert("valid", findings.valid());
    checked.insert("profile", findings.profile.as_deref());
    checked.insert("diagnostics", found.chain(unreadable.map(finding)).collect::<Vec<_>>());
    checked.insert("omitted", object::json(findings.report.omitted));
    if let Some(fixed) = &findings.fixed {
        checked.insert("fixed", object::json(fixed.count));
        checked.insert("written", fixed.written.as_deref());
        if fixed.is_signed {
            checked.insert("signed", true);
        }
    }
    if let Some(failure) = unreadable {
        checked.insert("error", failure.error());
    }
    checked
}

/// A failure to read the input, as a finding.
fn finding(failure: &Failure) -> agent_description::Json {
    let position = failure.position();
    let none = None::<&str>;
    let finding = object! {
        "code": failure.code(),
        "rule": none,
        "severity": Severity::Error,
        "message": failure.message(),
        "pointer": none,
        "line": position.map(|position| position.line),
        "column": position.map(|position| position.column),
        "span": failure.span(),
        "help": none,
        "replacement": none,
    };
    finding.into()
}
