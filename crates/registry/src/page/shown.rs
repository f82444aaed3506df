//! Text that others wrote, in a page: harmless, and nothing of it hidden.

use adp_cards::text::is_unseen;
use askama::filters::HtmlSafe;
use std::fmt::{self, Write};

/// A text of others as HTML: isolated, so that its direction moves nothing beside it; markup escaped; a character that is not seen or
/// moves others shown as a mark with its number; cut after so many characters, with how many more there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    html: String,
}

/// The most characters that stand on one letter and are shown: more would reach into the lines above and below.
const MOST_MARKS_ON_A_LETTER: usize = 3;

impl Shown {
    /// A name or identifier: one line, at most 160 characters.
    #[must_use]
    pub fn name(text: &str) -> Self {
        Self::cut(text, 160)
    }

    /// A sentence or two: at most 600 characters.
    #[must_use]
    pub fn prose(text: &str) -> Self {
        Self::cut(text, 600)
    }

    /// At most so many characters.
    #[must_use]
    pub fn cut(text: &str, most: usize) -> Self {
        let mut html = String::with_capacity(text.len().min(4 * most) + 16);
        html.push_str("<bdi>");
        let mut characters = text.chars();
        write_marked(&mut html, characters.by_ref().take(most));
        let more = characters.count();
        if more > 0 {
            let _ = write!(html, "… <span class=\"mark\">{more} more characters</span>");
        }
        html.push_str("</bdi>");
        Self { html }
    }

    /// One line of a text, without the element around it: the caller isolates the line.
    pub(super) fn line(text: &str) -> Self {
        let mut html = String::with_capacity(text.len() + 16);
        write_marked(&mut html, text.chars().map(|c| if c == '\t' { ' ' } else { c }));
        Self { html }
    }

    /// The HTML.
    #[must_use]
    pub fn as_html(&self) -> &str {
        &self.html
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.html)
    }
}

/// It is HTML already, made above.
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

/// Whether a character stands on the one before it: the blocks of combining marks.
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
        assert!(giant.as_html().contains("99840 more characters"));
    }
}
