//! Findings of a check at a position, before they are reported.

use adp_json::Code;
use adp_json::{MAX_MESSAGE_CHARS, cut};

/// A finding at a position. A check creates it only if its filter needs it: a hostile document has millions of findings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The stable code. A value has one finding of each code.
    pub code: Code,
    /// The value found and the expected value, without position and advice.
    pub message: String,
    /// The next step, if there is one.
    pub help: Option<String>,
    /// The written text and the probable correction, if one can replace the other.
    pub(super) meant: Option<Correction>,
    /// The missing item's owner and its name. One object may miss several items, each with its own finding; a rule has a separate
    /// severity for missing items.
    pub(super) missing: Option<(&'static str, &'static str)>,
}

/// The probable correction of a written text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Correction {
    /// The written text: the end of the string, after a prefix if it has one.
    pub(super) written: String,
    /// The probable correction.
    pub(super) meant: String,
    /// Whether it is a member's name and not a value.
    pub(super) is_name: bool,
}

impl Finding {
    /// Creates a finding from the value found and the expected value; long messages are truncated.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: cut(&message.into(), MAX_MESSAGE_CHARS), help: None, meant: None, missing: None }
    }

    /// Reports that `what` (`the menu`) misses the required `term`.
    #[must_use]
    pub fn missing(code: Code, what: &'static str, term: &'static str) -> Self {
        let missing = Some((what, term));
        Self { missing, ..Self::new(code, format!("{what} has no `{term}`")).with_help(format!("add `{term}`")) }
    }

    /// Adds the next step.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Adds the probable correction of `written`, the string at the position, also to the help text.
    #[must_use]
    pub fn meant(self, written: impl Into<String>, meant: impl Into<String>) -> Self {
        self.meaning(written.into(), meant.into(), false)
    }

    /// Adds the probable correction of `written`, the name of the member at the position.
    #[must_use]
    pub fn meant_name(self, written: impl Into<String>, meant: impl Into<String>) -> Self {
        self.meaning(written.into(), meant.into(), true)
    }

    fn meaning(self, written: String, meant: String, is_name: bool) -> Self {
        let help = Some(format!("did you mean {meant:?}?"));
        Self { help, meant: Some(Correction { written, meant, is_name }), ..self }
    }
}
