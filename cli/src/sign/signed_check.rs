//! What was signed is checked before it is written: a signature does not make a document sound.

use crate::{failure::Failure, output::EditArgs, terminal::Terminal};
use agent_description::{
    Code, Document, Timestamp,
    diagnostic::Severity,
    format::{Format, Options},
};
use std::path::Path;

/// What the checks of a signed document have in common.
pub struct SignedCheck<'a> {
    /// The document that was signed, as the command line names it.
    pub file: &'a Path,
    /// The same as messages name it.
    pub name: &'a str,
    /// The formats that the document is of beyond the one that it is signed as.
    pub others: &'a [&'static dyn Format],
    pub output: &'a EditArgs,
    pub terminal: &'a Terminal,
}

impl SignedCheck<'_> {
    /// Refuses a signature that has expired already.
    pub fn check_expiry(&self, expires: Option<Timestamp>) -> Result<(), Failure> {
        let now = Timestamp::now().truncated_to_second();
        let Some(expires) = expires.filter(|expires| *expires <= now) else { return Ok(()) };
        let message =
            format!("--expires {expires} is not after the current time {now}: verifiers would refuse the signature");
        self.refuse(Failure::new(Code::PROOF_EXPIRED, message), "pass a later time, or omit --expires")
    }

    /// Refuses what `check` reports as an error in the signed document, by any format that it is of.
    pub fn check(&self, format: &dyn Format, signed: &Document, at: Timestamp) -> Result<(), Failure> {
        let formats = std::iter::once(format).chain(self.others.iter().copied());
        let mut found = formats.flat_map(|format| format.check(signed, &Options::at(at)).diagnostics);
        let Some(error) = found.find(|found| found.severity == Severity::Error) else {
            return Ok(());
        };
        let message = format!("verifiers would refuse the document: {}", error.message);
        let fix = format!("for all errors, run: adp check {}", self.file.display());
        self.refuse(Failure::new(error.code, message), &fix)
    }

    /// Refuses what verifiers would refuse, with how to mend it. With `--force`, it is a warning.
    pub fn refuse(&self, failure: Failure, fix: &str) -> Result<(), Failure> {
        let failure = failure.in_input(self.name, &[]);
        if self.output.is_forced() {
            self.terminal.warn(&failure.with_help(fix));
            return Ok(());
        }
        Err(failure.with_help(format!("{fix}; to sign anyway, pass --force")))
    }
}
