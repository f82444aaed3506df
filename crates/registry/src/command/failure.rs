//! How a verb fails: for people on stderr, with `--json` as `{error: {code, message}}` on stdout; and the exit code.

use adp_cards::text::{escape, escape_json};
use agent_description::{Code, CodeClass, CodedError, secret::Redactor};
use serde_json::json;
use std::process::ExitCode;

/// Why a verb could not do what it was asked.
#[derive(Debug)]
pub struct Failure {
    code: &'static str,
    exit: u8,
    message: String,
}

impl Failure {
    /// The exit code of a misused command line.
    pub const USAGE: u8 = 2;

    /// With a code of the library.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let exit = match code.class() {
            CodeClass::Refused => 1,
            CodeClass::Malformed => 3,
            CodeClass::Undecided => 4,
        };
        Self { code: code.as_str(), exit, message: message.into() }
    }

    /// The command line was misused.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { code: "usage", exit: Self::USAGE, message: message.into() }
    }

    /// What was typed is not what a verb takes: with the fault's own code.
    pub fn misused(fault: &dyn CodedError) -> Self {
        Self { code: fault.code().as_str(), exit: Self::USAGE, message: fault.to_string() }
    }

    /// A file could not be read or written.
    pub fn io(what: &str, path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::new(Code::IO_READ, format!("cannot {what} {}: {error}", path.display()))
    }

    /// Tells it, and the exit code.
    pub fn tell(&self, json: bool) -> ExitCode {
        let message = Redactor::for_process().message(&self.message);
        if json {
            let text = json!({"error": {"code": self.code, "message": message}});
            println!("{}", escape_json(&format!("{text:#}")));
        } else {
            // of a misused command line: what is wrong, the usage and a hint, each on lines of its own; other messages may quote strangers
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
