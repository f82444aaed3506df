//! Failures of verbs: text on stderr, with `--json` also `{error: {code, message}}` on stdout, and the exit code.

use adp_tools::text::{escape, escape_json};
use agent_description::{Code, CodeClass, CodedError, secret::Redactor};
use serde_json::json;
use std::process::ExitCode;

/// The reason why a verb failed.
#[derive(Debug)]
pub(super) struct Failure {
    code: &'static str,
    exit: u8,
    message: String,
}

impl Failure {
    /// Exit code of a usage error.
    pub(super) const USAGE: u8 = 2;

    /// A failure with an error code of the library.
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        let exit = match code.class() {
            CodeClass::Refused => 1,
            CodeClass::Malformed => 3,
            CodeClass::Undecided => 4,
        };
        Self { code: code.as_str(), exit, message: message.into() }
    }

    /// A usage error.
    pub(super) fn usage(message: impl Into<String>) -> Self {
        Self { code: "usage", exit: Self::USAGE, message: message.into() }
    }

    /// A usage error with the error code of the invalid value.
    pub(super) fn misused(fault: &dyn CodedError) -> Self {
        Self { code: fault.code().as_str(), exit: Self::USAGE, message: fault.to_string() }
    }

    /// A file could not be read or written.
    pub(super) fn io(what: &str, path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::new(Code::IO_READ, format!("cannot {what} {}: {error}", path.display()))
    }

    /// Prints the failure, and returns the exit code.
    pub(super) fn tell(&self, json: bool) -> ExitCode {
        let message = Redactor::for_process().message(&self.message);
        if json {
            let text = json!({"error": {"code": self.code, "message": message}});
            println!("{}", escape_json(&format!("{text:#}")));
        } else {
            // usage errors have several lines; other messages may quote untrusted text and are printed on one line
            let lines = if self.code == "usage" { message.split('\n').collect() } else { vec![&*message] };
            let lines: Vec<_> = lines.into_iter().map(escape).collect();
            eprintln!("error[{}]: {}", self.code, lines.join("\n"));
        }
        ExitCode::from(self.exit)
    }
}

impl<E: CodedError> From<E> for Failure {
    fn from(fault: E) -> Self {
        Self::new(fault.code(), fault.to_string())
    }
}
