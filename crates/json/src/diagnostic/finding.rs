//! Findings of a check at a position, before they are reported.

use crate::Code;
use crate::shortened::{MAX_MESSAGE_CHARS, cut};

/// A finding at a position. Its text is created only if it is listed: a hostile document has millions of findings.
pub trait FindingDetail {
    /// The stable code. A value has one finding of each code.
    fn code(&self) -> Code;

    /// The value found and the expected value, without position and advice.
    fn message(&self) -> String;

    /// The next step, if there is one.
    fn help(&self) -> Option<String> {
        None
    }

    /// The written text and the probable correction, if one can replace the other.
    fn meant(&self) -> Option<Correction<'_>> {
        None
    }

    /// The missing item, and its kind. One object may miss several items, each with its own finding; a rule has a
    /// separate severity for missing items.
    fn missing(&self) -> Option<(&'static str, &'static str)> {
        None
    }
}

/// The written text and the probable correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction<'a> {
    /// The written text: the end of the string, after a prefix if it has one.
    pub written: &'a str,
    /// The probable correction.
    pub meant: &'a str,
    /// Whether it is a member's name and not a value.
    pub is_name: bool,
}

/// A finding as text, for formats that need no type for each finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    code: Code,
    message: String,
    help: Option<String>,
    meant: Option<(String, String, bool)>,
    missing: Option<(&'static str, &'static str)>,
}

impl Finding {
    /// Creates a finding from the value found and the expected value; long messages are truncated.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: None, meant: None, missing: None }
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
        Self { help: Some(format!("did you mean {meant:?}?")), meant: Some((written, meant, is_name)), ..self }
    }
}

impl FindingDetail for Finding {
    fn code(&self) -> Code {
        self.code
    }

    fn message(&self) -> String {
        cut(&self.message, MAX_MESSAGE_CHARS)
    }

    fn help(&self) -> Option<String> {
        self.help.clone()
    }

    fn meant(&self) -> Option<Correction<'_>> {
        let (written, meant, is_name) = self.meant.as_ref()?;
        Some(Correction { written, meant, is_name: *is_name })
    }

    fn missing(&self) -> Option<(&'static str, &'static str)> {
        self.missing
    }
}
