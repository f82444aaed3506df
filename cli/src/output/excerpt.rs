//! An excerpt of an input: the line with the error, underlined, with a suggested replacement.

use crate::output::{escape::escape, redaction};
use agent_description::{
    diagnostic::Severity,
    json::{Lines, Span},
    secret::Redactor,
};
use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use std::{borrow::Cow, ops::Range};

/// Number of characters to show on either side of the error in a long line.
const CONTEXT_COLUMNS: usize = 48;
/// Maximum length of an underline, in characters.
const MAX_MARK_COLUMNS: usize = 64;
/// Number of bytes to examine on either side of the error.
const WINDOW: usize = 4 * (CONTEXT_COLUMNS + MAX_MARK_COLUMNS + 2);

/// One line of a source, shortened and escaped for a terminal.
#[derive(Debug)]
pub struct Excerpt {
    line: usize,
    text: String,
    mark: Range<usize>,
    /// Whether the complete error span is shown.
    whole: bool,
}

impl Excerpt {
    /// The excerpt for a span. `None` if the source has no such line, or if the line contains a secret.
    pub fn new(source: &[u8], lines: &Lines, span: &Span) -> Option<Self> {
        let (line, at) = lines.find(source, span.start)?;
        let (before, rest) = line.split_at(at);
        let before = &before[boundary(before, before.len().saturating_sub(WINDOW))..];
        let window = [before, &rest[..rest.len().min(WINDOW)]].concat();
        let (before, window) = (String::from_utf8_lossy(before), String::from_utf8_lossy(&window));
        if Redactor::for_process().shows_key(&window) {
            return None;
        }
        // a secret can start before the span; both halves then differ from the source
        let (before, window) = (redaction::message(&before), redaction::message(&window));
        let rest = window.strip_prefix(&*before)?;
        let (marked, after) = rest.split_at(boundary(rest.as_bytes(), span.bytes.len()));

        let mut text = match before.chars().count().saturating_sub(CONTEXT_COLUMNS) {
            0 => safe(&before),
            hidden => format!("…{}", safe(&before.chars().skip(hidden).collect::<String>())),
        };
        let start = text.len();
        let shown = shortened(marked, MAX_MARK_COLUMNS);
        text.push_str(&safe(&shown));
        let mark = start..text.len();
        text.push_str(&safe(&shortened(after, CONTEXT_COLUMNS)));
        Some(Self { line: span.start.line, text, mark, whole: matches!(shown, Cow::Borrowed(_)) })
    }

    /// The width of the line number.
    pub fn margin(&self) -> usize {
        self.line.to_string().len()
    }

    /// The line and its underline, then the named notes, and the suggested replacement.
    pub fn to_text(&self, severity: Severity, notes: &[(&str, &str)], replacement: Option<(&str, &str)>) -> String {
        let level = match severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let marked = Snippet::source(self.text.as_str()).line_start(self.line);
        let marked = marked.annotation(AnnotationKind::Primary.span(self.mark.clone()));
        let mut group = Group::with_level(level).element(marked);
        for (name, note) in notes {
            group = group.element(Level::HELP.with_name(*name).message(escape(note)));
        }
        let mut report = vec![group];
        match replacement {
            Some((help, replacement)) if self.whole => {
                let line = Snippet::source(self.text.as_str()).line_start(self.line);
                let patch = line.patch(Patch::new(self.mark.clone(), escape(replacement)));
                report.push(Level::HELP.secondary_title(escape(help)).element(patch));
            }
            Some((help, _)) => report.push(Group::with_title(Level::HELP.secondary_title(escape(help)))),
            None => {}
        }
        // the line is already shortened around the error
        let mut text = Renderer::styled().term_width(64 * WINDOW).render(&report);
        text.push('\n');
        text
    }
}

/// The offset of the first character boundary at or after `at`.
fn boundary(bytes: &[u8], at: usize) -> usize {
    // bytes after the first of a character start with the bits 10
    (at..bytes.len()).find(|&at| bytes[at] & 0xC0 != 0x80).unwrap_or(bytes.len())
}

fn safe(text: &str) -> String {
    escape(&text.replace('\t', " ")).into_owned()
}

fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((at, _)) => Cow::Owned(format!("{}…", &text[..at])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Excerpt;
    use adp_fixtures::cpu_time::timed;
    use agent_description::{
        diagnostic::Severity,
        json::{Lines, Position},
    };

    fn excerpt(source: &str, line: usize, column: usize) -> Option<Excerpt> {
        let lines = Lines::new(source.as_bytes());
        Excerpt::new(source.as_bytes(), &lines, &lines.token(source.as_bytes(), Position { line, column })?)
    }

    fn shown(source: &str, line: usize, column: usize) -> String {
        let text = excerpt(source, line, column).unwrap().to_text(Severity::Error, &[], None);
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn underlines_the_token() {
        assert_eq!(shown("{\n\t\"a\": 1,\r\n\t\"a\": true\n}", 3, 2), "  |\n3 |  \"a\": true\n  |  ^^^\n");
        assert_eq!(shown("[1e400, 2]", 1, 2), "  |\n1 | [1e400, 2]\n  |  ^^^^^\n");
        assert_eq!(shown("{\"東京\": }", 1, 8), "  |\n1 | {\"東京\": }\n  |          ^\n");
    }

    #[test]
    fn the_end_of_a_line_can_be_marked() {
        assert_eq!(shown("{\"a\"", 1, 5), "  |\n1 | {\"a\"\n  |     ^\n");
        assert!(excerpt("{", 2, 1).is_none());
    }

    #[test]
    fn long_lines_are_cut_and_orders_escaped() {
        let long = format!("[{}\"\u{1b}[2J\u{202e}\"{}]", "é,".repeat(500), ",1".repeat(500));
        let text = shown(&long, 1, 1002);
        assert!(text.contains("…é,é") || text.contains("…,é,"), "{text}");
        assert!(text.contains("\"\\u{1b}[2J\\u{202e}\",1"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() < 140), "{text}");
        let mark = "^".repeat("\"\\u{1b}[2J\\u{202e}\"".len());
        assert!(text.ends_with(&format!(" {mark}\n")), "{text}");
    }

    #[test]
    fn what_was_meant_is_shown_in_its_place() {
        let source = "{\"security\": \"didwba_cs\"}";
        let meant = Some(("did you mean \"didwba_sc\"?", "\"didwba_sc\u{1b}\""));
        let text = excerpt(source, 1, 14).unwrap().to_text(Severity::Error, &[("rule", "a\u{1b}[1m")], meant);
        let text = anstream::adapter::strip_str(&text).to_string();
        assert!(text.contains("  = rule: a\\u{1b}[1m\n"), "{text}");
        assert!(text.contains("help: did you mean \"didwba_sc\"?\n"), "{text}");
        assert!(text.contains("didwba_sc\\u{1b}\""), "{text}");
        // no replacement is suggested for a partly shown span
        let source = format!("{{\"security\": \"{}\"}}", "x".repeat(100));
        let text = excerpt(&source, 1, 14).unwrap().to_text(Severity::Error, &[], meant);
        assert!(!text.contains("\\u{1b}") && text.contains("did you mean"), "{text}");
    }

    #[test]
    fn many_findings_on_one_long_line_take_little_time() {
        let source = format!("[{}]", "\"ü\",".repeat(200_000));
        let lines = Lines::new(source.as_bytes());
        let ((), a_hundred_readings) = timed(|| {
            for _ in 0..100 {
                std::hint::black_box(Lines::new(source.as_bytes()));
            }
        });
        let ((), findings) = timed(|| {
            for n in 0..500 {
                let position = Position { line: 1, column: 2 + 4 * (399 * n) };
                let span = lines.token(source.as_bytes(), position).unwrap();
                let excerpt = Excerpt::new(source.as_bytes(), &lines, &span).unwrap();
                assert!(excerpt.text[excerpt.mark.clone()].starts_with("\"ü\""));
                assert!(excerpt.to_text(Severity::Error, &[], None).len() < 2000);
            }
        });
        // reading the line again for each finding would take as long as 500 readings, which are optimized in tests
        assert!(findings < 3 * a_hundred_readings, "{findings:?}, {a_hundred_readings:?}");
    }
}
