//! The parts of a text that are hidden.

use std::borrow::Cow;

/// The replacement for a secret.
pub const MASK: &str = "***";

/// Ranges of a text, in bytes.
#[derive(Default)]
pub(crate) struct Marks(pub(crate) Vec<(usize, usize, &'static str)>);

impl Marks {
    pub(crate) fn add(&mut self, begin: usize, end: usize) {
        self.replace(begin, end, MASK);
    }

    /// Adds a range and its replacement.
    pub(crate) fn replace(&mut self, begin: usize, end: usize, with: &'static str) {
        if begin < end {
            self.0.push((begin, end, with));
        }
    }

    /// The text with all ranges hidden; overlapping ranges are merged.
    pub(crate) fn apply(mut self, text: &str) -> Cow<'_, str> {
        if self.0.is_empty() {
            return Cow::Borrowed(text);
        }
        self.0.sort_unstable();
        let (mut shown, mut end) = (String::with_capacity(text.len()), 0);
        for (begin, until, with) in self.0 {
            if begin >= end {
                shown.push_str(text.get(end..begin).unwrap_or_default());
                shown.push_str(with);
            }
            end = end.max(until);
        }
        shown.push_str(text.get(end..).unwrap_or_default());
        Cow::Owned(shown)
    }
}
