//! Checks a signed document before it is written, because a signature does not make a document valid.

use crate::{failure::Failure, output::EditArgs, terminal::Terminal};
use agent_description::{
    Code, Document, Timestamp,
    diagnostic::Severity,
    format::{Format, Options},
};
use std::path::Path;

/// The context of the checks.
pub struct SignedCheck<'a> {
    /// The path of the document.
    pub file: &'a Path,
    /// The name of the document in messages.
    pub name: &'a str,
    /// The formats that also match, besides the one used for signing.
    pub others: &'a [&'static dyn Format],
    pub output: &'a EditArgs,
    pub terminal: &'a Terminal,
}

impl SignedCheck<'_> {
    /// Rejects a signature that is already expired.
    pub fn check_expiry(&self, expires: Option<Timestamp>) -> Result<(), Failure> {
        let now = Timestamp::now().truncated_to_second();
        let Some(expires) = expires.filter(|expires| *expires <= now) else { return Ok(()) };
        let message =
            format!("--expires {expires} is not after the current time {now}: verifiers would refuse the signature");
        self.refuse(Failure::new(Code::PROOF_EXPIRED, message), "pass a later time, or omit --expires")
    }

    /// Rejects errors of `adp check` in the signed document, in all matching formats.
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

    /// Rejects what verifiers would refuse, with a fix. With `--force`, prints a warning instead.
    pub fn refuse(&self, failure: Failure, fix: &str) -> Result<(), Failure> {
        let failure = failure.in_input(self.name, &[]);
        if self.output.force.force {
            self.terminal.show(Severity::Warning, &failure.with_help(fix));
            return Ok(());
        }
        Err(failure.with_help(format!("{fix}; to sign anyway, pass --force")))
    }
}
