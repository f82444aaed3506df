//! Check reports: findings with their positions, and the number of omitted ones.

use super::finding::Correction;
use super::{Coverage, Finding, Place, Rule, Severity};
use adp_json::{Code, Document, Json, MAX_MESSAGE_CHARS, Offset, Position, Span, cut, pointer};
use std::fmt;

/// A reported finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The broken rule.
    pub rule: &'static Rule,
    /// The stable code of the fault.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// The value found and the expected value.
    pub message: String,
    /// The JSON Pointer of the invalid value.
    pub pointer: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column in Unicode scalar values, from 1.
    pub column: Option<usize>,
    /// The marked text: the value or name at `line` and `column`; for an object or list its opening bracket.
    pub span: Option<Span>,
    /// The next step.
    pub help: Option<String>,
    /// The probable correction: a JSON string that replaces the one at `span`.
    pub replacement: Option<String>,
}

impl Diagnostic {
    /// Its position in the document.
    #[must_use]
    pub fn place(&self) -> Place {
        let position = self.line.zip(self.column).map(|(line, column)| Position { line, column });
        Place { position, pointer: self.pointer.clone(), ..Place::default() }
    }

    /// Creates a finding at a position with the severity of its rule.
    #[must_use]
    pub fn at(rule: &'static Rule, code: Code, message: &str, place: Place) -> Self {
        Self {
            rule,
            code,
            severity: rule.severity(false, false),
            message: cut(message, MAX_MESSAGE_CHARS),
            pointer: place.pointer,
            line: place.position.map(|position| position.line),
            column: place.position.map(|position| position.column),
            span: None,
            help: None,
            replacement: None,
        }
    }

    /// Creates a finding of another check at a position in the document, for example about an unreachable URL.
    #[must_use]
    pub fn found(rule: &'static Rule, code: Code, message: &str, document: &Document, offset: Offset) -> Self {
        Self { span: document.span(offset), ..Self::at(rule, code, message, Place::from_offset(document, offset)) }
    }

    /// Creates the report of a check.
    pub(super) fn from_finding(
        document: &Document,
        rule: &'static Rule,
        finding: Finding,
        place: Place,
        severity: Severity,
    ) -> Self {
        let meant = replacement(document, finding.meant.as_ref(), &place);
        let offset = meant.as_ref().map_or(place.offset, |(offset, _)| *offset);
        let span = document.span(offset);
        let position = span.as_ref().map(|span| span.start).or_else(|| document.position(offset));
        Self {
            rule,
            code: finding.code,
            severity,
            message: finding.message,
            help: finding.help,
            pointer: place.pointer,
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
            span,
            replacement: meant.map(|(_, text)| text),
        }
    }
}

/// The replacement at the position of a finding, as a JSON string. It exists only for a string that ends with the
/// misspelled text, such as a type after its prefix. For a list, it is in the first item.
fn replacement(document: &Document, meant: Option<&Correction>, place: &Place) -> Option<(Offset, String)> {
    let meant = meant?;
    let (offset, written) = if meant.is_name {
        (place.offset, meant.written.as_str())
    } else {
        let value = pointer::lookup(document.json(), place.pointer.as_deref()?)?;
        let value = value.as_array().and_then(<[Json]>::first).unwrap_or(value);
        (value.offset(), value.as_str()?)
    };
    let prefix = written.strip_suffix(&*meant.written)?;
    let right = &meant.meant;
    (prefix.is_empty() || prefix.ends_with(['#', '/', ':']))
        .then(|| (offset, Json::from(format!("{prefix}{right}")).to_compact()))
}

/// `12:5: error[ad-missing-term]: the interface has no …`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "{line}:{column}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}

/// The result of checking a document.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CheckReport {
    /// The findings in document order: at most [`CheckReport::MAX_DIAGNOSTICS`], errors preferred.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of omitted findings. After 10,000 errors or 10,000 others, a value that two rules find counts twice.
    pub omitted: Omitted,
    /// Omitted findings with a replacement, for programs that apply replacements: at most 20,000.
    pub unlisted_fixes: Vec<Diagnostic>,
    /// The rules that applied; over many documents, an implementation report.
    pub coverage: Coverage,
}

impl CheckReport {
    /// Maximum number of listed findings.
    pub const MAX_DIAGNOSTICS: usize = 1000;

    /// Number of findings of a severity, listed or omitted.
    #[must_use]
    pub fn number_of(&self, severity: Severity) -> usize {
        let listed = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        listed + self.omitted.count(severity)
    }

    /// Whether none of the findings is an error.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.number_of(Severity::Error) == 0
    }

    /// Adds a finding of another check; if [`CheckReport::MAX_DIAGNOSTICS`] is reached, it is only counted.
    pub fn add(&mut self, finding: Diagnostic) {
        if self.diagnostics.len() < Self::MAX_DIAGNOSTICS {
            self.diagnostics.push(finding);
        } else {
            *self.omitted.count_mut(finding.severity) += 1;
        }
    }

    /// Merges the report of another format, with errors preferred.
    pub fn merge(&mut self, other: Self) {
        self.diagnostics.extend(other.diagnostics);
        self.coverage.merge(other.coverage);
        self.omitted.errors += other.omitted.errors;
        self.omitted.warnings += other.omitted.warnings;
        self.omitted.notes += other.omitted.notes;
        // a stable sort keeps the order within each
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.severity != Severity::Error);
        self.unlisted_fixes.extend(other.unlisted_fixes);
        for diagnostic in self.diagnostics.drain(Self::MAX_DIAGNOSTICS.min(self.diagnostics.len())..) {
            *self.omitted.count_mut(diagnostic.severity) += 1;
            self.unlisted_fixes.extend(Some(diagnostic).filter(|diagnostic| diagnostic.replacement.is_some()));
        }
        self.sort();
    }

    /// Adds the spans of findings that have only a position.
    pub fn fill_spans(&mut self, document: &Document) {
        for found in self.diagnostics.iter_mut().filter(|found| found.span.is_none()) {
            let position = found.line.zip(found.column).map(|(line, column)| Position { line, column });
            found.span = position.and_then(|position| document.span_at(position));
        }
    }

    /// Sorts the findings in document order; those without a position come first.
    pub fn sort(&mut self) {
        self.diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
    }
}

/// Number of omitted findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omitted {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
}

impl Omitted {
    /// The total number.
    #[must_use]
    pub fn total(self) -> usize {
        self.errors + self.warnings + self.notes
    }

    /// The number of a severity.
    #[must_use]
    pub fn count(mut self, severity: Severity) -> usize {
        *self.count_mut(severity)
    }

    pub(super) fn count_mut(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Note => &mut self.notes,
        }
    }
}
