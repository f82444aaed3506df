//! What was signed is checked before it is written: a signature does not make a document sound.

use crate::{failure::Failure, output::EditArgs, terminal::Terminal};
use agent_description::{
    Document, Timestamp,
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
    pub output: &'a EditArgs,
    pub terminal: &'a Terminal,
}

impl SignedCheck<'_> {
    /// Refuses what `check` reports as an error in the signed document.
    pub fn check(&self, format: &dyn Format, signed: &Document, at: Timestamp) -> Result<(), Failure> {
        let report = format.check(signed, &Options::at(at));
        let Some(error) = report.diagnostics.iter().find(|found| found.severity == Severity::Error) else {
            return Ok(());
        };
        let message = format!("verifiers will refuse the document: {}", error.message);
        let fix = format!("to see all errors, run: adp check {}", self.file.display());
        self.refuse(Failure::new(error.code, message), &fix)
    }

    /// Refuses what verifiers would refuse, with how to mend it. With `--force`, it is a warning.
    pub fn refuse(&self, failure: Failure, fix: &str) -> Result<(), Failure> {
        let failure = failure.in_input(self.name, &[]);
        if self.output.is_forced() {
            self.terminal.warn(&failure.with_help(fix));
            return Ok(());
        }
        Err(failure.with_help(format!("{fix}; to sign all the same, pass --force")))
    }
}
