//! Detects text after long white space.

/// Number of consecutive spaces, tabs or line breaks that move the following text out of view.
const RUN: usize = 24;

/// The length of a run of white space after which text continues, if the run is long enough to hide the text.
///
/// Indented lines are not hidden: line breaks and spaces are counted separately.
#[must_use]
pub fn hidden_behind_whitespace(text: &str) -> Option<usize> {
    let (mut spaces, mut lines) = (0, 0);
    for c in text.chars() {
        if c == '\n' {
            (spaces, lines) = (0, lines + 1);
        } else if c.is_whitespace() {
            spaces += 1;
        } else {
            let run = spaces.max(lines);
            if run >= RUN {
                return Some(run);
            }
            (spaces, lines) = (0, 0);
        }
    }
    None
}
