//! The error for texts without the syntax of their type.

/// Why a text is not a timestamp, an origin, a setting or another value: what was found, and what is expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(String);

impl TextError {
    /// Number of characters shown of the text.
    const MAX_SHOWN_CHARS: usize = 80;

    /// Creates an error with a message.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// Creates the error for the text `found`.
    #[must_use]
    pub fn found(found: &str, expected: &str) -> Self {
        let found: String = found.chars().take(Self::MAX_SHOWN_CHARS).collect();
        Self(format!("found {found:?}, expected {expected}"))
    }

    /// Creates the error for the text `found`, with the words that were expected.
    #[must_use]
    pub fn unknown_word(found: &str, expected: &[&str]) -> Self {
        match expected {
            [others @ .., last] if !others.is_empty() => {
                Self::found(found, &format!("{} or {last}", others.join(", ")))
            }
            words => Self::found(found, &words.concat()),
        }
    }
}
