//! The page "Check a document": findings beside the lines. It fetches and stores nothing.

use super::{
    Excerpt, Remark, Shown,
    texts::{Language, Texts, fill},
};
use crate::{CheckedDocument, check, formats};
use agent_description::{CodedError, Timestamp, diagnostic::Severity, format::FormatError};
use askama::Template;
use std::fmt::Display;

/// Maximum size of a document, in bytes.
pub(crate) const MAX_CHECKED_BYTES: usize = 2 << 20;
/// Maximum size of a document that is shown in the form again, in bytes.
const MAX_SHOWN_BYTES: usize = 64 << 10;

#[derive(Debug, Template)]
#[template(path = "check.html")]
pub(crate) struct CheckPage {
    t: &'static Texts,
    place: &'static str,
    title: String,
    checked: Option<Checked>,
    problem: Option<String>,
    again: Option<String>,
    formats: String,
    has_studio: bool,
}

#[derive(Debug)]
struct Checked {
    valid: bool,
    verdict: &'static str,
    what: Shown,
    excerpt: Excerpt,
    omitted: Option<Shown>,
}

impl CheckPage {
    pub(crate) fn form(language: Language) -> Self {
        let t = language.texts();
        let names: Vec<_> = formats().iter().map(|format| t.format(format.name)).collect();
        let separator = if t.lang == "en" { ", " } else { "、" };
        Self {
            t,
            place: "check",
            title: t.check_heading.to_owned(),
            checked: None,
            problem: None,
            again: None,
            formats: fill(t.check_formats, &[&names.join(separator), &(MAX_CHECKED_BYTES >> 20)]),
            has_studio: false,
        }
    }

    /// Adds a link to the studio page, if the server has it.
    pub(crate) fn link_studio(self, has_studio: bool) -> Self {
        Self { has_studio, ..self }
    }

    /// The form with the reason why nothing was checked.
    pub(crate) fn problem(language: Language, problem: CheckProblem) -> Self {
        let t = language.texts();
        let problem = match problem {
            CheckProblem::Empty => t.no_document.to_owned(),
            CheckProblem::TooLarge => fill(t.document_too_large, &[&(MAX_CHECKED_BYTES >> 20)]),
            CheckProblem::Form => t.form_problem.to_owned(),
        };
        Self { problem: Some(problem), ..Self::form(language) }
    }

    /// The findings of a document. With `is_pasted`, the form contains the document again.
    pub(crate) fn checked(language: Language, source: &[u8], is_pasted: bool, at: Timestamp) -> Self {
        let t = language.texts();
        let again =
            (is_pasted && source.len() <= MAX_SHOWN_BYTES).then(|| String::from_utf8_lossy(source).into_owned());
        let checked = match check(source, at) {
            Ok(checked) => Checked::read(t, checked),
            Err(error) => Checked::unread(t, source, &error),
        };
        let form = Self::form(language);
        Self { title: format!("{} – {}", checked.verdict, form.title), checked: Some(checked), again, ..form }
    }
}

/// The reason why nothing was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckProblem {
    /// Neither a text nor a file.
    Empty,
    TooLarge,
    /// The form cannot be parsed.
    Form,
}

impl Checked {
    fn read(t: &'static Texts, CheckedDocument { document, formats, mut report, .. }: CheckedDocument) -> Self {
        let what: Vec<_> =
            formats.iter().map(|format| format!("{} ({})", t.format(format.name), format.profile(&document))).collect();
        report.sort();
        let counted = in_words(t, |severity| report.number_of(severity), 0);
        let valid = report.is_valid();
        let omitted = report.omitted.total();
        Self {
            valid,
            verdict: if valid { t.valid } else { t.not_valid },
            what: Shown::sentence(t.read_as, &[&Shown::prose(&what.join(", ")), &counted]),
            excerpt: Excerpt::from_report(t, document.source().as_bytes(), &report),
            omitted: (omitted > 0).then(|| Shown::sentence(t.more_findings, &[&omitted])),
        }
    }

    /// The finding for a document that cannot be parsed in any format.
    fn unread(t: &'static Texts, source: &[u8], error: &FormatError) -> Self {
        let position = error.position();
        let remark = Remark {
            line: position.map_or(0, |position| position.line),
            column: position.map_or(0, |position| position.column),
            code: error.code().as_str().into(),
            rule: error.code().as_str().into(),
            help: Some(Shown::message(error.code().remedy())),
            ..Remark::new(t, Severity::Error, &error.unplaced_message())
        };
        Self {
            valid: false,
            verdict: t.unreadable,
            what: Shown::sentence(t.no_format, &[]),
            excerpt: Excerpt::new(t, source, vec![remark]),
            omitted: None,
        }
    }
}

/// The number of findings by severity, and of omitted ones, as text.
pub(super) fn in_words(t: &Texts, number_of: impl Fn(Severity) -> usize, more: usize) -> String {
    let kinds = [
        (number_of(Severity::Error), t.one_error, t.errors),
        (number_of(Severity::Warning), t.one_warning, t.warnings),
        (number_of(Severity::Note), t.one_note, t.notes),
        (more, t.and_more, t.and_more),
    ];
    let counted = kinds.into_iter().filter(|(count, ..)| *count > 0);
    let counted: Vec<_> = counted
        .map(|(count, one, many)| fill(if count == 1 { one } else { many }, &[&count as &dyn Display]))
        .collect();
    if counted.is_empty() {
        t.nothing_against.to_owned()
    } else {
        counted.join(if t.lang == "en" { ", " } else { "，" })
    }
}
