//! Renders untrusted text as safe HTML.

use crate::search::language_of;
use adp_tools::text::is_unseen;
use askama::filters::HtmlSafe;
use std::fmt::{self, Write};

/// Untrusted text as HTML. It is isolated, so that its direction does not affect other text. Markup is escaped, and
/// invisible characters are replaced by visible marks with their code points. A long text is shortened, with the number
/// of omitted characters. Chinese, Japanese and Korean texts have a `lang` attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    html: String,
}

/// Maximum number of combining marks per letter, because more would overlap other lines.
const MOST_MARKS_ON_A_LETTER: usize = 3;

impl Shown {
    /// A name or identifier: one line of at most 160 characters.
    pub(crate) fn name(text: &str) -> Self {
        Self::cut(text, 160)
    }

    /// A short text of at most 600 characters.
    pub(crate) fn prose(text: &str) -> Self {
        Self::cut(text, 600)
    }

    /// A text of at most `most` characters.
    pub(crate) fn cut(text: &str, most: usize) -> Self {
        let mut html = String::with_capacity(text.len().min(4 * most) + 16);
        match language_of(text) {
            Some(tag) => html.extend(["<bdi lang=\"", tag, "\">"]),
            None => html.push_str("<bdi>"),
        }
        let mut characters = text.chars();
        write_marked(&mut html, characters.by_ref().take(most));
        let more = characters.count();
        if more > 0 {
            let _ = write!(html, "… <span class=\"mark\">+{more}</span>");
        }
        html.push_str("</bdi>");
        Self { html }
    }

    /// A message of this software: text in backticks becomes code, the first letter is capitalized, and times have
    /// whole seconds.
    pub(crate) fn message(text: &str) -> Self {
        let text = without_fractions(text);
        let mut html = String::with_capacity(text.len() + 64);
        html.push_str("<bdi>");
        // an unpaired backtick is literal
        let parts =
            if text.matches('`').count().is_multiple_of(2) { text.split('`').collect() } else { vec![text.as_str()] };
        let mut left = 1000;
        for (at, part) in parts.into_iter().enumerate() {
            let is_code = at % 2 == 1;
            if left == 0 {
                break;
            }
            html.push_str(if is_code { "<code><bdi>" } else { "" });
            let mut characters: String = part.chars().take(left).collect();
            left -= characters.chars().count();
            if at == 0 && starts_with_word(&characters) {
                characters.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
            }
            write_marked(&mut html, characters.chars());
            html.push_str(if is_code { "</bdi></code>" } else { "" });
        }
        html.push_str(if left == 0 { "…</bdi>" } else { "</bdi>" });
        Self { html }
    }

    /// A sentence of the pages. Values replace `{}`.
    pub(super) fn sentence(text: &str, values: &[&dyn fmt::Display]) -> Self {
        let mut html = String::with_capacity(text.len() + 64);
        write_marked(&mut html, text.chars());
        Self { html: super::texts::fill(&html, values) }
    }

    /// Plain text for titles, with code points instead of invisible characters.
    pub(super) fn plain(text: &str) -> String {
        let mut plain = String::new();
        for c in text.chars().take(100) {
            if c.is_control() || is_unseen(c) {
                let _ = write!(plain, "[U+{:04X}]", u32::from(c));
            } else {
                plain.push(c);
            }
        }
        plain
    }

    /// Whether characters were replaced by marks.
    pub(super) fn has_marks(&self) -> bool {
        self.html.contains("class=\"mark\">U+")
    }

    /// One line of a text, without the enclosing element, because the caller isolates the line.
    pub(super) fn line(text: &str) -> Self {
        let mut html = String::with_capacity(text.len() + 16);
        write_marked(&mut html, text.chars().map(|c| if c == '\t' { ' ' } else { c }));
        Self { html }
    }

    pub(crate) fn as_html(&self) -> &str {
        &self.html
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.html)
    }
}

/// Already HTML, generated above.
impl HtmlSafe for Shown {}

fn write_marked(html: &mut String, characters: impl Iterator<Item = char>) {
    let mut on_a_letter = 0;
    for c in characters {
        on_a_letter = if is_combining(c) { on_a_letter + 1 } else { 0 };
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            _ if c.is_control() || is_unseen(c) || on_a_letter > MOST_MARKS_ON_A_LETTER => {
                let _ = write!(html, "<span class=\"mark\">U+{:04X}</span>", u32::from(c));
            }
            _ => html.push(c),
        }
    }
}

/// Whether a message starts with a word, not with a name.
fn starts_with_word(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && word.trim_end_matches([',', ';', ':']).bytes().all(|c| c.is_ascii_alphabetic() || c == b'\'')
}

/// Truncates times to whole seconds: `12:30:05.123456789Z` becomes `12:30:05Z`.
fn without_fractions(text: &str) -> String {
    let mut parts = text.split('.');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let is_time = out.len() >= 6
            && out.as_bytes().iter().rev().take(6).map(u8::is_ascii_digit).eq([true, true, false, true, true, false]);
        match part.get(digits..) {
            Some(rest) if is_time && digits > 0 && rest.starts_with(['Z', '+', '-']) => out.push_str(rest),
            _ => out.extend([".", part]),
        }
    }
    out
}

/// Whether a character combines with the previous one.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}'
        | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::Shown;

    #[test]
    fn markup_is_text() {
        assert_eq!(
            Shown::name("<b onclick='x'>\"&\"").as_html(),
            "<bdi>&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;&quot;</bdi>"
        );
        assert_eq!(Shown::name("東京 naïve").as_html(), "<bdi>東京 naïve</bdi>");
    }

    #[test]
    fn texts_of_other_scripts_have_their_language() {
        for (text, html) in [
            ("天气预报 A2A", "<bdi lang=\"zh\">天气预报 A2A</bdi>"),
            ("東京の天気", "<bdi lang=\"ja\">東京の天気</bdi>"),
            ("날씨 예보", "<bdi lang=\"ko\">날씨 예보</bdi>"),
            ("Tianqi 天", "<bdi>Tianqi 天</bdi>"),
            ("123", "<bdi>123</bdi>"),
        ] {
            assert_eq!(Shown::name(text).as_html(), html);
        }
    }

    #[test]
    fn messages_are_sentences_with_code() {
        for (text, html) in [
            ("the card has no `tags`", "<bdi>The card has no <code><bdi>tags</bdi></code></bdi>"),
            ("`a<b` is bad", "<bdi><code><bdi>a&lt;b</bdi></code> is bad</bdi>"),
            ("one ` alone", "<bdi>One ` alone</bdi>"),
            ("did:wba:a.example signed", "<bdi>did:wba:a.example signed</bdi>"),
            ("it ended 2026-11-25T13:40:36.211786929Z, v1.2", "<bdi>It ended 2026-11-25T13:40:36Z, v1.2</bdi>"),
            ("é", "<bdi>é</bdi>"),
        ] {
            assert_eq!(Shown::message(text).as_html(), html);
        }
        assert!(Shown::message(&"x `".repeat(10_000)).as_html().len() < 20_000);
    }

    #[test]
    fn what_is_not_seen_is_marked() {
        assert_eq!(
            Shown::name("a\u{202e}b\u{200b}\n").as_html(),
            "<bdi>a<span class=\"mark\">U+202E</span>b<span class=\"mark\">U+200B</span><span class=\"mark\">U+000A</span></bdi>"
        );
        let tower = format!("a{}", "\u{301}".repeat(5));
        assert_eq!(Shown::name(&tower).as_html().matches("U+0301").count(), 2);
    }

    #[test]
    fn giants_are_cut() {
        let giant = Shown::name(&"x".repeat(100_000));
        assert!(giant.as_html().len() < 300);
        assert!(giant.as_html().contains("+99840"));
    }
}
