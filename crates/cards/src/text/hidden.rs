//! Detects invisible characters.

/// The first invisible character that has no legitimate use: control characters, bidirectional controls, joiners, tag
/// characters, and blank characters that are not white space.
///
/// Allows legitimate uses: line breaks and tabs, joiners in scripts and emoji that need them, one variation selector
/// after a character with variants, and the tags of regional flags.
#[must_use]
pub fn hidden_character(text: &str) -> Option<char> {
    // most text is ASCII, where only control characters are invisible
    if text.is_ascii() {
        let bad = |byte: &u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r');
        return text.bytes().find(|byte| bad(byte)).map(char::from);
    }
    let mut before = None;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        let after = characters.clone().next();
        let fits = match c {
            '\t' | '\n' | '\r' => true,
            _ if c.is_control() => false,
            // joiners: between letters of joining scripts, and in emoji
            '\u{200c}' | '\u{200d}' => before.is_some_and(joins) && after.is_some_and(joins),
            // editors may leave a byte order mark at the start
            '\u{feff}' => false,
            _ if is_selector(c) => before.is_some_and(|before| has_variants(before, c)),
            // tags select a regional flag and can express nothing else
            '\u{1f3f4}' => {
                let mut rest = characters.clone();
                if is_region(&mut rest) {
                    characters = rest;
                }
                true
            }
            _ => !is_invisible(c),
        };
        if !fits {
            return Some(c);
        }
        before = Some(c);
    }
    None
}

/// Whether the characters after a black flag make a regional flag: three to six lower-case letters and digits as tags,
/// and the cancel tag (UTS 51, annex C.1).
fn is_region(rest: &mut std::str::Chars<'_>) -> bool {
    for tags in 0..=6 {
        match rest.next() {
            Some('\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}') => {}
            Some('\u{e007f}') => return tags >= 3,
            _ => return false,
        }
    }
    false
}

/// Whether a variation selector can apply to a character: an emoji, ideograph, or certain letters and symbols. After
/// other characters it is invisible, and a sequence of selectors could encode a hidden text.
fn has_variants(before: char, selector: char) -> bool {
    let is_ideograph = matches!(before, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    match selector {
        '\u{fe0e}' | '\u{fe0f}' => {
            matches!(before, '#' | '*' | '0'..='9' | '\u{a9}' | '\u{ae}' | '\u{203c}'..='\u{2bff}' | '\u{3030}'..='\u{303d}'
                | '\u{3297}'..='\u{3299}' | '\u{1f000}'..='\u{1faff}')
        }
        '\u{fe00}'..='\u{fe02}' => {
            is_ideograph
                || matches!(before, '\u{1000}'..='\u{109f}' | '\u{2200}'..='\u{22ff}' | '\u{2a00}'..='\u{2aff}' | '\u{3000}'..='\u{303f}'
                | '\u{a840}'..='\u{a87f}' | '\u{ff01}'..='\u{ff1f}')
        }
        _ => is_ideograph,
    }
}

/// Whether a character is invisible or reorders text. Includes the characters that [`hidden_character`] allows in
/// legitimate uses, but no control characters.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    is_invisible(c) || is_selector(c) || matches!(c, '\u{200c}' | '\u{200d}' | '\u{feff}')
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Formatting characters and letters without a glyph.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

/// Whether a joiner next to the character has an effect: letters of joining scripts, marks, emoji and modifiers.
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
            "葛\u{e0100}城市 葛\u{fe00} 1\u{fe0f}\u{20e3} ©\u{fe0f} ∩\u{fe00}",
            "🏴 🏴\u{e0075}\u{e0073}\u{e0074}\u{e0078}\u{e007f}🏴\u{200d}☠\u{fe0f}",
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
            // the flag ends at its cancel tag
            ("🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}\u{e0041}", '\u{e0041}'),
            // a longer sequence or a missing cancel tag could hide a sentence
            ("🏴\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e0021}\u{e007f}", '\u{e0069}'),
            ("🏴\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e0073}\u{e007f}", '\u{e0069}'),
            ("🏴\u{e0069}\u{e0067}\u{e006e}", '\u{e0069}'),
            // a selector after each letter
            ("B\u{e0169}o\u{e0167}o\u{e016e}k", '\u{e0169}'),
            ("a\u{fe0f}b", '\u{fe0f}'),
            ("葛\u{e0100}\u{e0101}", '\u{e0101}'),
            ("a\u{e0100}", '\u{e0100}'),
            ("x\u{fe01}\u{fe02}\u{fe03}", '\u{fe01}'),
            ("a\u{e0080}", '\u{e0080}'),
            ("a\u{e0fff}", '\u{e0fff}'),
            ("a\u{1bca0}", '\u{1bca0}'),
            ("\u{feff}x", '\u{feff}'),
            ("a\u{2800}b", '\u{2800}'),
            ("a\u{ad}b", '\u{ad}'),
        ] {
            assert_eq!(hidden_character(text), Some(found), "{text:?}");
        }
    }
}
