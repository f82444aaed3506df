//! A document's lines with what was found beside them.

use super::Shown;
use agent_description::{
    diagnostic::{CheckReport, Diagnostic, Severity},
    json::{Lines, Position},
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

/// Lines shown around one at which something was found, where not all of the document is shown.
const AROUND: usize = 3;
/// A document of at most so many lines is shown whole.
const WHOLE: usize = 400;
/// The most characters of a line, around what was found on it.
const LONGEST_LINE: usize = 400;

/// The lines of a document, in their order; those between are left out where nothing was found.
#[derive(Debug)]
pub struct Excerpt {
    /// The lines that are shown.
    pub lines: Vec<Line>,
    /// What was found at no line of the text.
    pub elsewhere: Vec<Remark>,
}

/// One line.
#[derive(Debug)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// How many lines are left out before it.
    pub left_out: usize,
    /// What stands there.
    pub text: Shown,
    /// What was found there.
    pub remarks: Vec<Remark>,
}

/// A finding, as it is shown.
#[derive(Debug)]
pub struct Remark {
    /// Its line, from 1; 0 where it has none.
    pub line: usize,
    /// Its column, from 1; 0 where it has none.
    pub column: usize,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// Its code.
    pub code: Cow<'static, str>,
    /// Its rule.
    pub rule: Cow<'static, str>,
    /// What was found and what was expected.
    pub message: Shown,
    /// The next step.
    pub help: Option<Shown>,
    /// The value's place, as a JSON Pointer.
    pub pointer: Option<Shown>,
}

impl Remark {
    /// A finding of a check.
    #[must_use]
    pub fn of(diagnostic: &Diagnostic) -> Self {
        Self {
            line: diagnostic.line.unwrap_or_default(),
            column: diagnostic.column.unwrap_or_default(),
            severity: word(diagnostic.severity),
            code: diagnostic.code.as_str().into(),
            rule: diagnostic.rule.id.into(),
            message: Shown::prose(&diagnostic.message),
            help: diagnostic.help.as_deref().map(Shown::prose),
            pointer: diagnostic.pointer.as_deref().filter(|pointer| !pointer.is_empty()).map(Shown::name),
        }
    }
}

/// The word for how much a finding matters.
#[must_use]
pub fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

impl Excerpt {
    /// The findings of a report beside the lines of the text that was checked.
    #[must_use]
    pub fn of_report(source: &[u8], report: &CheckReport) -> Self {
        Self::of(source, report.diagnostics.iter().map(Remark::of).collect())
    }

    /// Remarks beside the lines of a text.
    #[must_use]
    pub fn of(source: &[u8], remarks: Vec<Remark>) -> Self {
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
            lines.push(Line { number, left_out, text: around(bytes, column), remarks });
            left_out = 0;
        }
        Self { lines, elsewhere }
    }
}

/// A line, cut to what stands around a column. Walks no more of it than that takes.
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
    use super::{Excerpt, Remark, Shown};

    fn remark(line: usize, column: usize) -> Remark {
        Remark {
            line,
            column,
            severity: "error",
            code: "json-syntax".into(),
            rule: "r".into(),
            message: Shown::prose("m"),
            help: None,
            pointer: None,
        }
    }

    #[test]
    fn remarks_stand_at_their_lines() {
        let excerpt = Excerpt::of(b"{\n  \"a\": <1>\n}\n", vec![remark(2, 8), remark(0, 0), remark(9, 1)]);
        assert_eq!(excerpt.lines.len(), 3);
        assert_eq!(excerpt.lines[1].text.as_html(), "  &quot;a&quot;: &lt;1&gt;");
        assert_eq!(excerpt.lines[1].remarks.len(), 1);
        assert_eq!(excerpt.elsewhere.len(), 2);
    }

    #[test]
    fn of_a_long_text_the_lines_around_remarks_are_shown() {
        let text = "x\n".repeat(5000);
        let excerpt = Excerpt::of(text.as_bytes(), vec![remark(1000, 1), remark(1004, 1)]);
        let numbers: Vec<_> = excerpt.lines.iter().map(|line| line.number).collect();
        assert_eq!(numbers, (997..=1007).collect::<Vec<_>>());
        assert_eq!((excerpt.lines[0].left_out, excerpt.lines[1].left_out), (996, 0));
    }

    #[test]
    fn of_a_long_line_what_is_around_the_column_is_shown() {
        let text = format!("{}Z{}", "é".repeat(10_000), "y".repeat(10_000));
        let excerpt = Excerpt::of(text.as_bytes(), vec![remark(1, 10_001)]);
        let html = excerpt.lines[0].text.as_html();
        assert!(html.contains("éZy") && html.starts_with("…é") && html.ends_with("y…"), "{html}");
        assert!(html.chars().count() < 420);
    }
}
