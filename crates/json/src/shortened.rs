//! Truncation of untrusted texts in messages.

/// Maximum length of an untrusted message, in characters.
pub const MAX_MESSAGE_CHARS: usize = 400;

/// A quoted string, truncated to fit a line: for names and values from a document.
#[must_use]
pub fn shortened(text: &str) -> String {
    format!("{:?}", cut(text, 80))
}

/// The first characters of a text.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}
