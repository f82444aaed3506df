//! Detects the language of a text by its script.

/// The language of a text, if at least a third of its letters are Chinese, Japanese or Korean.
pub(crate) fn language_of(text: &str) -> Option<&'static str> {
    let (mut letters, mut han, mut kana, mut hangul) = (0, 0, 0, 0);
    for c in text.chars().take(1000).filter(|c| c.is_alphabetic()) {
        letters += 1;
        match c {
            '\u{3040}'..='\u{30ff}' => kana += 1,
            '\u{ac00}'..='\u{d7af}' => hangul += 1,
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}' => han += 1,
            _ => {}
        }
    }
    match (kana, hangul, han) {
        _ if 3 * (han + kana + hangul) < letters || letters == 0 => None,
        (0, 0, _) => Some("zh"),
        (_, 0, _) => Some("ja"),
        _ => Some("ko"),
    }
}
