//! Inspection of a document: its formats, findings and model.

use crate::{
    failure::{Failure, number},
    formats,
    options::{Options, time},
};
use agent_description::{
    Code, Json,
    diagnostic::{CheckReport, Diagnostic, closest},
    format,
    json::Object,
};

/// `{formats, title, profile, valid, findings, omitted, model}`. Options: `{at, format?, name?, strict?}`.
pub fn inspect(text: &str, mut options: Options) -> Result<Json, Failure> {
    let mut checks = format::Options::at(time(&options.required("at")?)?);
    checks.strict = options.flag("strict")?;
    let (format, name) = (options.text("format")?, options.text("name")?);
    options.finish()?;
    let (document, formats) = formats::read_at(text, format.as_deref(), name.as_deref().unwrap_or_default())?;
    let mut report = CheckReport::default();
    for format in &formats {
        report.merge(format.check(&document, &checks));
    }
    report.fill_spans(&document);
    let first = formats.first();
    let mut found = Object::with_capacity(7);
    found.insert("formats", formats.iter().map(|format| Json::from(format.name)).collect::<Vec<_>>());
    found.insert("title", first.map(|format| format.title));
    found.insert("profile", first.map(|format| format.profile(&document)));
    found.insert("valid", report.is_valid());
    found.insert("findings", report.diagnostics.iter().map(|found| finding(found).into()).collect::<Vec<Json>>());
    found.insert("omitted", number(report.omitted.total()));
    found.insert("model", first.and_then(|format| format.show(&document, &checks).ok()));
    Ok(found.into())
}

fn finding(found: &Diagnostic) -> Object {
    let span = found.span.as_ref();
    let mut object = Object::with_capacity(11);
    object.insert("rule", found.rule.id);
    object.insert("code", found.code.as_str());
    object.insert("severity", found.severity.as_str());
    object.insert("message", found.message.as_str());
    object.insert("pointer", found.pointer.as_deref());
    object.insert("line", found.line.map(number));
    object.insert("column", found.column.map(number));
    object.insert("from", span.map(|span| number(span.utf16.start)));
    object.insert("to", span.map(|span| number(span.utf16.end)));
    object.insert("help", found.help.as_deref());
    object.insert("replacement", found.replacement.as_deref());
    object
}

/// A rule, `{id, summary, source, why, fix, wrong, right}`, or a code, `{code, rule, source, fix}`.
pub fn explain(id: &str) -> Result<Json, Failure> {
    let rules = || formats::FORMATS.iter().flat_map(|format| format.rules.iter().copied());
    let codes = || {
        [Code::ALL, adp_cards::codes::ALL, adp_catalogs::codes::ALL, adp_compare::codes::ALL, adp_messages::codes::ALL]
            .into_iter()
            .flatten()
            .copied()
    };
    if let Some(rule) = rules().find(|rule| rule.id == id) {
        return Ok(rule.explanation().into());
    }
    if let Some(code) = codes().find(|code| code.as_str() == id) {
        return Ok(code.explanation(None).into());
    }
    let known = rules().map(|rule| rule.id).chain(codes().map(Code::as_str));
    let near = closest(id, known).map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
    Err(Failure::usage(format!("unknown rule or error code {id:?}{near}")))
}
