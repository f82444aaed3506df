//! Characters that are not seen.

/// The first character of a text that is not seen and has no business there: control characters, those that reorder or
/// join text, tag characters, and blanks that are no white space.
///
/// What writing needs is let through: line ends and tabs, joiners between letters that join and between the parts of an
/// emoji, one variation selector behind a character, the tags of a flag.
#[must_use]
pub fn hidden_character(text: &str) -> Option<char> {
    // most text is ASCII, where only control characters are not seen
    if text.is_ascii() {
        let bad = |byte: &u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r');
        return text.bytes().find(|byte| bad(byte)).map(char::from);
    }
    let mut before = None;
    let mut characters = text.chars().peekable();
    let mut in_flag = false;
    while let Some(c) = characters.next() {
        let after = characters.peek().copied();
        let fits = match c {
            '\t' | '\n' | '\r' => true,
            _ if c.is_control() => false,
            // joiners: between letters of scripts that join, and in emoji
            '\u{200c}' | '\u{200d}' => before.is_some_and(joins) && after.is_some_and(joins),
            // a byte order mark alone is what an editor left
            '\u{feff}' => false,
            '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => {
                before.is_some_and(|b| !is_selector(b) && !b.is_whitespace())
            }
            // a flag: U+1F3F4, then tags, then the cancel tag
            '\u{e0020}'..='\u{e007e}' => in_flag || before == Some('\u{1f3f4}'),
            '\u{e007f}' => in_flag,
            _ => !is_invisible(c),
        };
        if !fits {
            return Some(c);
        }
        in_flag = matches!(c, '\u{e0020}'..='\u{e007e}');
        before = Some(c);
    }
    None
}

/// Whether a character is not seen, or moves what is: those that [`hidden_character`] tells, and those that it lets through where
/// writing needs them. Control characters are another matter.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    is_invisible(c) || is_selector(c) || matches!(c, '\u{200c}' | '\u{200d}' | '\u{feff}')
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Formatting characters and letters without form.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a joiner beside the character has an effect: letters of scripts that join, marks, emoji and what modifies them.
fn joins(c: char) -> bool {
    matches!(c,
        '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{18af}'
        | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{fe0f}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use super::hidden_character;

    #[test]
    fn what_writing_needs_is_let_through() {
        for text in [
            "plain\ttext\r\n",
            "東京 naïve Ωμέγα",
            "می\u{200c}خواهم",
            "👩\u{200d}💻 ❤\u{fe0f} 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}!",
            "क्\u{200d}ष",
        ] {
            assert_eq!(hidden_character(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_not_seen_is_found() {
        for (text, found) in [
            ("a\u{1b}[2J", '\u{1b}'),
            ("a\u{7f}", '\u{7f}'),
            ("é\u{85}", '\u{85}'),
            ("pass\u{200b}word", '\u{200b}'),
            ("in\u{200d}between", '\u{200d}'),
            ("ev\u{202e}il", '\u{202e}'),
            ("a\u{2066}b", '\u{2066}'),
            ("hi\u{e0069}\u{e0067}\u{e006e}", '\u{e0069}'),
            // the flag ends with its cancel tag
            ("🏴\u{e0067}\u{e007f}\u{e0041}", '\u{e0041}'),
            ("x\u{fe01}\u{fe02}\u{fe03}", '\u{fe02}'),
            ("\u{feff}x", '\u{feff}'),
            ("a\u{2800}b", '\u{2800}'),
            ("a\u{ad}b", '\u{ad}'),
        ] {
            assert_eq!(hidden_character(text), Some(found), "{text:?}");
        }
    }
}
