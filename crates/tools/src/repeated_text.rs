//! Long texts in the examples of rules.

/// Repeats a literal ten times.
#[doc(hidden)]
#[macro_export]
macro_rules! ten_times {
    ($text:expr) => {
        concat!($text, $text, $text, $text, $text, $text, $text, $text, $text, $text)
    };
}
