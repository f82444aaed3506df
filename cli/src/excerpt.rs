//! The line of an input at fault, with what stands there underlined.

use crate::escape::escape;
use agent_description::json::Position;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

const GUTTER: Style = AnsiColor::Blue.on_default().bold();
const MARK: Style = AnsiColor::Red.on_default().bold();
/// A minified document is one long line: this many characters of it are shown on either side.
const AROUND: usize = 48;
/// Longest underline, in characters.
const LONGEST_MARK: usize = 64;

/// One line of a source, cut to what fits a terminal.
#[derive(Debug)]
pub struct Excerpt {
    line: usize,
    before: String,
    marked: String,
    after: String,
}

impl Excerpt {
    /// The line at `position`; `None` if the source has no such line.
    pub fn new(source: &[u8], position: Position) -> Option<Self> {
        let line = source.split(|&byte| byte == b'\n').nth(position.line.checked_sub(1)?)?;
        let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
        let at = position.column.checked_sub(1)?;
        let split = line.char_indices().nth(at).map_or(line.len(), |(byte, _)| byte);
        let (before, rest) = line.split_at(split);
        let (marked, after) = rest.split_at(token_length(rest));

        let hidden = before.chars().count().saturating_sub(AROUND);
        let before = match hidden {
            0 => safe(before),
            _ => format!("…{}", safe(&before.chars().skip(hidden).collect::<String>())),
        };
        Some(Self {
            line: position.line,
            before,
            marked: safe(&shortened(marked, LONGEST_MARK)),
            after: safe(&shortened(after, AROUND)),
        })
    }

    /// ` --> place`, the line and its underline.
    pub fn to_text(&self, place: Option<&str>) -> String {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let mut text = String::new();
        if let Some(place) = place {
            let _ = writeln!(text, "{margin}{GUTTER}-->{GUTTER:#} {place}");
        }
        let indent = " ".repeat(self.before.chars().map(columns).sum());
        let mark = "^".repeat(self.marked.chars().map(columns).sum::<usize>().max(1));
        let _ = writeln!(text, "{margin} {GUTTER}|{GUTTER:#}");
        let _ = writeln!(text, "{GUTTER}{number} |{GUTTER:#} {}{}{}", self.before, self.marked, self.after);
        let _ = writeln!(text, "{margin} {GUTTER}|{GUTTER:#} {indent}{MARK}{mark}{MARK:#}");
        text
    }
}

/// Bytes of the JSON token at the start of `text`: a string with its quotes, a number or word, else one character.
fn token_length(text: &str) -> usize {
    let mut characters = text.char_indices();
    match characters.next() {
        None => 0,
        Some((_, '"')) => {
            let mut escaped = false;
            for (at, c) in characters {
                match c {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '"' => return at + 1,
                    _ => {}
                }
            }
            text.len()
        }
        Some((_, first)) if first.is_ascii_alphanumeric() || first == '-' => {
            text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'))).unwrap_or(text.len())
        }
        Some((_, first)) => first.len_utf8(),
    }
}

fn safe(text: &str) -> String {
    escape(&text.replace('\t', " ")).into_owned()
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// How wide a character stands on a terminal: East Asian wide and full-width ones take two columns.
fn columns(c: char) -> usize {
    match u32::from(c) {
        0x1100..=0x115F
        | 0x2E80..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1F300..=0x1FAFF
        | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Excerpt;
    use agent_description::json::Position;

    fn shown(source: &str, line: usize, column: usize) -> String {
        let text = Excerpt::new(source.as_bytes(), Position { line, column }).unwrap().to_text(Some("ad.json"));
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn underlines_the_token() {
        assert_eq!(
            shown("{\n\t\"a\": 1,\r\n\t\"a\": true\n}", 3, 2),
            " --> ad.json\n  |\n3 |  \"a\": true\n  |  ^^^\n"
        );
        assert_eq!(shown("[1e400, 2]", 1, 2), " --> ad.json\n  |\n1 | [1e400, 2]\n  |  ^^^^^\n");
        assert_eq!(shown("{\"東京\": }", 1, 8), " --> ad.json\n  |\n1 | {\"東京\": }\n  |          ^\n");
    }

    #[test]
    fn the_end_of_a_line_can_be_marked() {
        assert_eq!(shown("{\"a\"", 1, 5), " --> ad.json\n  |\n1 | {\"a\"\n  |     ^\n");
        assert_eq!(Excerpt::new(b"{", Position { line: 2, column: 1 }).map(|_| ()), None);
    }

    #[test]
    fn long_lines_are_cut_and_orders_escaped() {
        let long = format!("[{}\"\u{1b}[2J\"{}]", "1,".repeat(500), ",1".repeat(500));
        let text = shown(&long, 1, 1002);
        assert!(text.contains("…,1,1") || text.contains("…1,1,"), "{text}");
        assert!(text.contains("\"\\u{1b}[2J\",1"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() < 130), "{text}");
    }
}
