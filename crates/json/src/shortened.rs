//! Texts of others in messages: never longer than what fits.

/// The longest message that others made, in characters.
pub const MAX_MESSAGE_CHARS: usize = 400;

/// A string in quotes, shortened to what fits a line: for names and values that a document chose.
#[must_use]
pub fn shortened(text: &str) -> String {
    format!("{:?}", cut(text, 80))
}

/// At most so many characters of a text.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}
