//! Long texts in the examples of rules.

/// Repeats a text ten times.
macro_rules! ten {
    ($text:expr) => {
        concat!($text, $text, $text, $text, $text, $text, $text, $text, $text, $text)
    };
}

pub(crate) use ten;
