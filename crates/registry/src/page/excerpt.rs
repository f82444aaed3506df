//! The lines of a document with findings beside them.

use super::{
    Shown,
    texts::{Texts, fill},
};
use crate::StoredFinding;
use agent_description::{
    diagnostic::{CheckReport, Diagnostic, Severity},
    json::{Lines, Position},
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

/// Number of lines to show around a finding, if the document is not shown completely.
const AROUND: usize = 3;
/// Maximum number of lines of a document that is shown completely.
const WHOLE: usize = 400;
/// Maximum number of characters of a line, around its finding.
const LONGEST_LINE: usize = 400;

/// The lines of a document in order; of a long one, those near findings.
#[derive(Debug)]
pub(crate) struct Excerpt {
    pub lines: Vec<Line>,
    /// Findings without a line.
    pub elsewhere: Vec<Remark>,
}

/// A line.
#[derive(Debug)]
pub(crate) struct Line {
    t: &'static Texts,
    /// Line number, from 1.
    pub number: usize,
    /// Number of omitted lines before it.
    pub left_out: usize,
    pub text: Shown,
    pub remarks: Vec<Remark>,
}

/// A finding, as shown.
#[derive(Debug)]
pub(crate) struct Remark {
    pub(super) t: &'static Texts,
    /// Number on the page, from 1.
    pub number: usize,
    /// Line number, from 1; 0 if none.
    pub line: usize,
    /// Column, from 1; 0 if none.
    pub column: usize,
    /// `error`, `warning` or `note`, which selects the color.
    pub severity: &'static str,
    /// The severity in the page's language.
    pub word: &'static str,
    pub code: Cow<'static, str>,
    pub rule: Cow<'static, str>,
    pub message: Shown,
    /// The next step.
    pub help: Option<Shown>,
    pub replacement: Option<Shown>,
    /// JSON Pointer of the value.
    pub pointer: Option<Shown>,
}

impl Remark {
    /// A finding without a position.
    pub(super) fn new(t: &'static Texts, severity: Severity, message: &str) -> Self {
        let (severity, word) = match severity {
            Severity::Error => ("error", t.error),
            Severity::Warning => ("warning", t.warning),
            Severity::Note => ("note", t.note),
        };
        Self {
            t,
            number: 0,
            line: 0,
            column: 0,
            severity,
            word,
            code: "".into(),
            rule: "".into(),
            message: Shown::message(message),
            help: None,
            replacement: None,
            pointer: None,
        }
    }

    pub(super) fn from_finding(t: &'static Texts, finding: &StoredFinding) -> Self {
        let severity = match finding.severity.as_str() {
            "error" => Severity::Error,
            "warning" => Severity::Warning,
            _ => Severity::Note,
        };
        Self {
            line: finding.line.unwrap_or_default(),
            column: finding.column.unwrap_or_default(),
            code: finding.code.clone().into(),
            rule: finding.rule.clone().into(),
            help: finding.help.as_deref().map(Shown::message),
            pointer: finding.pointer.as_deref().filter(|pointer| !pointer.is_empty()).map(Shown::name),
            ..Self::new(t, severity, &finding.message)
        }
    }

    /// Converts a finding of a check, with its replacement.
    fn from_diagnostic(t: &'static Texts, diagnostic: &Diagnostic) -> Self {
        let replacement = diagnostic.replacement.as_deref().map(Shown::name);
        Self { replacement, ..Self::from_finding(t, &StoredFinding::from(diagnostic)) }
    }

    /// The position as text.
    pub(crate) fn place(&self) -> String {
        fill(self.t.line_column, &[&self.line, &self.column])
    }

    /// The rule as text.
    pub(crate) fn rule_in_words(&self) -> Shown {
        Shown::sentence(self.t.rule, &[&Shown::name(&self.rule)])
    }
}

impl Line {
    /// The number of omitted lines as text.
    pub(crate) fn gap(&self) -> String {
        fill(self.t.lines_left_out, &[&self.left_out])
    }
}

impl Excerpt {
    /// Creates the lines with the findings of a report.
    pub(super) fn from_report(t: &'static Texts, source: &[u8], report: &CheckReport) -> Self {
        Self::new(t, source, report.diagnostics.iter().map(|it| Remark::from_diagnostic(t, it)).collect())
    }

    /// All findings, in page order.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = &Remark> {
        self.elsewhere.iter().chain(self.lines.iter().flat_map(|line| &line.remarks))
    }

    pub(super) fn new(t: &'static Texts, source: &[u8], remarks: Vec<Remark>) -> Self {
        let places = Lines::new(source);
        let (mut by_line, mut elsewhere) = (BTreeMap::<usize, Vec<Remark>>::new(), Vec::new());
        for remark in remarks {
            let position = Position { line: remark.line, column: remark.column.max(1) };
            match places.find(source, position) {
                Some(_) => by_line.entry(remark.line).or_default().push(remark),
                None => elsewhere.push(remark),
            }
        }
        let all = source.strip_suffix(b"\n").unwrap_or(source).split(|byte| *byte == b'\n');
        let is_whole = all.clone().count() <= WHOLE;
        let marked: BTreeSet<usize> = by_line.keys().copied().collect();
        let (mut lines, mut left_out) = (Vec::new(), 0);
        for (at, bytes) in all.enumerate() {
            let number = at + 1;
            let near = number.saturating_sub(AROUND)..=number + AROUND;
            if !is_whole && marked.range(near).next().is_none() {
                left_out += 1;
                continue;
            }
            let remarks = by_line.remove(&number).unwrap_or_default();
            let column = remarks.first().map_or(1, |remark| remark.column.max(1));
            lines.push(Line { t, number, left_out, text: around(bytes, column), remarks });
            left_out = 0;
        }
        let mut excerpt = Self { lines, elsewhere };
        let remarks = excerpt.lines.iter_mut().flat_map(|line| &mut line.remarks);
        excerpt.elsewhere.iter_mut().chain(remarks).zip(1..).for_each(|(remark, number)| remark.number = number);
        excerpt
    }
}

/// A line, shortened to the characters around a column. Reads only as much as needed.
fn around(line: &[u8], column: usize) -> Shown {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = String::from_utf8_lossy(line);
    let before = column.saturating_sub(LONGEST_LINE / 2);
    let start = if before == 0 { 0 } else { text.char_indices().nth(before).map_or(0, |(at, _)| at) };
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.char_indices().nth(LONGEST_LINE).map_or(rest.len(), |(at, _)| at);
    let shown = rest.get(..end).unwrap_or_default();
    let dots = |is_cut: bool| if is_cut { "…" } else { "" };
    Shown::line(&format!("{}{shown}{}", dots(start > 0), dots(end < rest.len())))
}

#[cfg(test)]
mod tests {
    use super::{Excerpt, Remark, Severity};
    use crate::page::Language;

    fn remark(line: usize, column: usize) -> Remark {
        Remark { line, column, ..Remark::new(Language::English.texts(), Severity::Error, "m") }
    }

    #[test]
    fn remarks_stand_at_their_lines() {
        let excerpt = Excerpt::new(
            Language::English.texts(),
            b"{\n  \"a\": <1>\n}\n",
            vec![remark(2, 8), remark(0, 0), remark(9, 1)],
        );
        assert_eq!(excerpt.lines.len(), 3);
        assert_eq!(excerpt.lines[1].text.as_html(), "  &quot;a&quot;: &lt;1&gt;");
        assert_eq!(excerpt.lines[1].remarks.len(), 1);
        assert_eq!(excerpt.elsewhere.len(), 2);
        assert_eq!(
            excerpt.remarks().map(|remark| (remark.number, remark.line)).collect::<Vec<_>>(),
            [(1, 0), (2, 9), (3, 2)]
        );
    }

    #[test]
    fn of_a_long_text_the_lines_around_remarks_are_shown() {
        let text = "x\n".repeat(5000);
        let excerpt = Excerpt::new(Language::English.texts(), text.as_bytes(), vec![remark(1000, 1), remark(1004, 1)]);
        let numbers: Vec<_> = excerpt.lines.iter().map(|line| line.number).collect();
        assert_eq!(numbers, (997..=1007).collect::<Vec<_>>());
        assert_eq!((excerpt.lines[0].left_out, excerpt.lines[1].left_out), (996, 0));
    }

    #[test]
    fn of_a_long_line_what_is_around_the_column_is_shown() {
        let text = format!("{}Z{}", "é".repeat(10_000), "y".repeat(10_000));
        let excerpt = Excerpt::new(Language::English.texts(), text.as_bytes(), vec![remark(1, 10_001)]);
        let html = excerpt.lines[0].text.as_html();
        assert!(html.contains("éZy") && html.starts_with("…é") && html.ends_with("y…"), "{html}");
        assert!(html.chars().count() < 420);
    }
}
