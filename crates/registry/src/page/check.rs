//! "Check a document": what `check` finds, beside the lines. Nothing is fetched and nothing is kept.

use super::{Excerpt, Remark, Shown, excerpt::word};
use agent_description::{
    CodedError,
    diagnostic::Severity,
    format::{self, Format, FormatError, Options},
};
use askama::Template;

/// The largest document that is checked, in bytes.
pub const MOST: usize = 2 << 20;
/// A document of at most so many bytes stands in the form again, to be mended there.
const AGAIN: usize = 64 << 10;

/// The page.
#[derive(Debug, Template)]
#[template(path = "check.html")]
pub struct CheckPage {
    place: &'static str,
    checked: Option<Checked>,
    problem: Option<String>,
    again: Option<String>,
    formats: Vec<&'static str>,
    most: usize,
}

/// A document that was checked.
#[derive(Debug)]
struct Checked {
    valid: bool,
    verdict: &'static str,
    what: Shown,
    excerpt: Excerpt,
    omitted: usize,
}

impl CheckPage {
    /// The form.
    #[must_use]
    pub fn form(formats: &[&'static dyn Format]) -> Self {
        let formats = formats.iter().map(|format| format.title()).collect();
        Self { place: "check", checked: None, problem: None, again: None, formats, most: MOST >> 20 }
    }

    /// The form, and why nothing was checked.
    #[must_use]
    pub fn problem(formats: &[&'static dyn Format], problem: String) -> Self {
        Self { problem: Some(problem), ..Self::form(formats) }
    }

    /// What is found of a document. `is_pasted`: it stands in the form again.
    #[must_use]
    pub fn of(formats: &[&'static dyn Format], source: &[u8], is_pasted: bool, options: &Options) -> Self {
        let again = (is_pasted && source.len() <= AGAIN).then(|| String::from_utf8_lossy(source).into_owned());
        let checked = match format::read(source, formats, &options.limits) {
            Ok((document, found)) => Checked::of(&document, &found, options),
            Err(error) => Checked::unread(source, &error),
        };
        Self { checked: Some(checked), again, ..Self::form(formats) }
    }
}

impl Checked {
    fn of(document: &agent_description::Document, formats: &[&'static dyn Format], options: &Options) -> Self {
        let mut report = agent_description::diagnostic::CheckReport::default();
        let mut what = Vec::new();
        for format in formats {
            report.merge(format.check(document, options));
            what.push(format!("{} ({})", format.title(), format.profile(document)));
        }
        report.sort();
        let counted = in_words(|severity| report.number_of(severity));
        let valid = report.is_valid();
        Self {
            valid,
            verdict: if valid { "Valid" } else { "Not valid" },
            what: Shown::prose(&format!("Read as {}: {counted}.", what.join(" and "))),
            excerpt: Excerpt::of_report(document.source().as_bytes(), &report),
            omitted: report.omitted.total(),
        }
    }

    /// What could not be read as a document of any format.
    fn unread(source: &[u8], error: &FormatError) -> Self {
        let position = error.position();
        let message = error.to_string();
        let prefix = position.map(|position| format!("{position}: ")).unwrap_or_default();
        let remark = Remark {
            line: position.map_or(0, |position| position.line),
            column: position.map_or(0, |position| position.column),
            severity: word(Severity::Error),
            code: error.code().as_str().into(),
            rule: error.code().as_str().into(),
            message: Shown::prose(message.strip_prefix(&prefix).unwrap_or(&message)),
            help: Some(Shown::prose(error.code().remedy())),
            pointer: None,
        };
        Self {
            valid: false,
            verdict: "Cannot be read",
            what: Shown::prose("The format was not recognized, so no rules were applied."),
            excerpt: Excerpt::of(source, vec![remark]),
            omitted: 0,
        }
    }
}

/// How many findings of each kind there are, in words.
#[must_use]
pub fn in_words(number_of: impl Fn(Severity) -> usize) -> String {
    let counted: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .filter_map(|severity| match number_of(severity) {
            0 => None,
            1 => Some(format!("1 {}", word(severity))),
            n => Some(format!("{n} {}s", word(severity))),
        })
        .collect();
    if counted.is_empty() { "nothing was found against it".to_owned() } else { counted.join(", ") }
}
