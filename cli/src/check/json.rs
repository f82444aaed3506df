//! Findings as JSON.

use super::Findings;
use crate::failure::{Failure, count};
use agent_description::{
    diagnostic::{Diagnostic, Severity},
    json::{Json, Object},
};

/// `{valid, profile, diagnostics, omitted}`, and `error` beside them where the input could not be read.
pub fn of_one(findings: &Findings) -> Json {
    add_findings(Object::new(), findings)
}

/// The same with `input` first.
pub fn of_several(findings: &Findings) -> Json {
    let mut object = Object::new();
    object.insert("input", findings.input.as_str());
    add_findings(object, findings)
}

fn add_findings(mut object: Object, findings: &Findings) -> Json {
    object.insert("valid", findings.valid());
    object.insert("profile", findings.profile.as_deref());
    let mut diagnostics: Vec<Json> = findings.report.diagnostics.iter().map(diagnostic_to_json).collect();
    if let Some(failure) = &findings.unreadable {
        diagnostics.push(unreadable_to_json(failure));
    }
    object.insert("diagnostics", diagnostics);
    object.insert("omitted", count(findings.report.omitted.total()));
    if let Some(error) = findings.unreadable.as_ref().and_then(|failure| failure.to_json().get("error").cloned()) {
        object.insert("error", error);
    }
    object.into()
}

fn diagnostic_to_json(diagnostic: &Diagnostic) -> Json {
    let mut object = Object::with_capacity(8);
    object.insert("code", diagnostic.code.as_str());
    object.insert("rule", diagnostic.rule.id);
    object.insert("severity", diagnostic.severity.as_str());
    object.insert("message", diagnostic.message.as_str());
    object.insert("pointer", diagnostic.pointer.as_deref());
    object.insert("line", diagnostic.line.map(count));
    object.insert("column", diagnostic.column.map(count));
    object.insert("help", diagnostic.help.as_deref());
    object.into()
}

/// What could not be read is a finding too.
fn unreadable_to_json(failure: &Failure) -> Json {
    let mut object = Object::with_capacity(8);
    object.insert("code", failure.code());
    object.insert("rule", None::<&str>);
    object.insert("severity", Severity::Error.as_str());
    object.insert("message", failure.message());
    object.insert("pointer", None::<&str>);
    object.insert("line", failure.position().map(|position| count(position.line)));
    object.insert("column", failure.position().map(|position| count(position.column)));
    object.insert("help", None::<&str>);
    object.into()
}
