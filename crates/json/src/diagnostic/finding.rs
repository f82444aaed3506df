//! What a check found at a place, before it is told.

use crate::Code;
use crate::shortened::{MAX_MESSAGE_CHARS, cut};

/// What was found at a place. Its words are only asked for where the finding is listed: a hostile document has millions.
pub trait FindingDetail {
    /// The stable code of the fault. A value has one finding of each code.
    fn code(&self) -> Code;

    /// What was found and what was expected, without place and advice.
    fn message(&self) -> String;

    /// The next step, where one can be told.
    fn help(&self) -> Option<String> {
        None
    }

    /// What was written and what was probably meant, where the one can stand for the other.
    fn meant(&self) -> Option<Correction<'_>> {
        None
    }

    /// Of what something required is missing, and what. One object may miss several things, which are as many findings; and
    /// a rule has a severity of its own for them.
    fn missing(&self) -> Option<(&'static str, &'static str)> {
        None
    }
}

/// What was written and what was probably meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction<'a> {
    /// What was written: the end of the string that is there, behind a prefix if it has one.
    pub written: &'a str,
    /// What was meant.
    pub meant: &'a str,
    /// Whether it is a member's name and not a value.
    pub is_name: bool,
}

/// A finding in words, for formats that need no type of their own for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    code: Code,
    message: String,
    help: Option<String>,
    meant: Option<(String, String, bool)>,
    missing: Option<(&'static str, &'static str)>,
}

impl Finding {
    /// What was found and what was expected; longer messages than a screen holds are cut.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: None, meant: None, missing: None }
    }

    /// That `what` (`the menu`) misses something required: `term`.
    #[must_use]
    pub fn missing(code: Code, what: &'static str, term: &'static str) -> Self {
        let missing = Some((what, term));
        Self { missing, ..Self::new(code, format!("{what} has no `{term}`")).with_help(format!("add `{term}`")) }
    }

    /// The same with the next step.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The same where `written`, the string at the place, was probably meant as another; the help says so.
    #[must_use]
    pub fn meant(self, written: impl Into<String>, meant: impl Into<String>) -> Self {
        self.meaning(written.into(), meant.into(), false)
    }

    /// The same where `written` is the name of the member at the place.
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
