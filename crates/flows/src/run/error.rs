//! Errors of runs.

use super::secrets::Secrets;
use crate::{codes, workflow::CompileError};
use agent_description::{Code, CodedError, Json, Origin, diagnostic::cut, json::object, resolve::NetError};

/// Maximum length of an error message, in characters.
pub(super) const MAX_MESSAGE_CHARS: usize = 1000;

/// The reason why a run failed, or why a credentials file is invalid. In a [`RunReport`](super::RunReport), the message contains no secrets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct RunError {
    /// The error code.
    pub code: Code,
    /// The message.
    pub message: String,
    /// For a failed attempt of a step, after which the flow decides how to continue: whether its request was sent, so
    /// that the service may have executed it. `None` for errors that end the run.
    pub(super) sent: Option<bool>,
    /// Whether the message is about a limit, and contains no external text.
    is_limit: bool,
}

impl CodedError for RunError {
    fn code(&self) -> Code {
        self.code
    }
}

impl From<CompileError> for RunError {
    fn from(error: CompileError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl RunError {
    /// An error that ends the run.
    pub(super) fn new(code: Code, message: String) -> Self {
        Self { code, message, sent: None, is_limit: false }
    }

    /// The run exceeded a limit. The problem contains no external text.
    pub(super) fn limit(problem: impl Into<String>) -> Self {
        let message = format!("the run was stopped: {}", problem.into());
        Self { is_limit: true, ..Self::new(codes::FLOW_LIMIT, message) }
    }

    /// A step cannot be sent: `invalid-arguments`, `invalid-reference` for a path, or `invalid-url` for a server.
    pub(super) fn unsendable(step: &str, code: Code, problem: impl Into<String>) -> Self {
        Self::new(code, format!("the step {step:?} cannot be sent: {}", problem.into()))
    }

    /// A credentials file is invalid, in this part. The problem contains no values of the file.
    pub(super) fn credentials(part: &str, problem: impl Into<String>) -> Self {
        let place = if part.is_empty() { String::new() } else { format!(" of {part}") };
        Self::new(Code::AUTH_MALFORMED, format!("the credentials{place}: {}", problem.into()))
    }

    /// A credential does not match its scheme.
    pub(super) fn credential(scheme: &str, origin: &Origin, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self::new(Code::AUTH_MALFORMED, format!("the credential for the scheme {scheme:?} of {origin} {problem}"))
    }

    /// No response was received, or one that was not accepted.
    pub(super) fn net(step: &str, error: &NetError) -> Self {
        let sent = !error.is_unsent();
        let how = match (sent, error.is_answered()) {
            (_, true) => "was sent, and its response was not read",
            (true, false) => "was sent and has no response",
            (false, false) => "was not sent",
        };
        Self { sent: Some(sent), ..Self::new(error.code(), format!("the step {step:?} {how}: {error}")) }
    }

    /// A response began and did not come to its end.
    pub(super) fn cut(step: &str, error: &NetError) -> Self {
        let message = format!("the step {step:?} was sent, and its response was not read to its end: {error}");
        Self { sent: Some(true), ..Self::new(error.code(), message) }
    }

    /// The response does not match its headers.
    pub(super) fn unreadable(step: &str, problem: &str) -> Self {
        let message = format!("the response to the step {step:?} cannot be read: {problem}");
        Self { sent: Some(true), ..Self::new(Code::INVALID_RESULT, message) }
    }

    /// A step failed, by its criteria or status.
    pub(super) fn failed(step: &str, problem: &str) -> Self {
        let message = format!("the step {step:?} failed: {problem}");
        Self { sent: Some(true), ..Self::new(codes::FLOW_FAILED, message) }
    }

    /// The error with its message redacted and shortened.
    pub(super) fn masked(self, secrets: &Secrets) -> Self {
        // also with too many secrets, when everything else is hidden, a limit is named
        let message = if self.is_limit { self.message } else { secrets.mask_message(self.message) };
        Self { message: cut(&message, MAX_MESSAGE_CHARS), ..self }
    }

    /// The object `{code, message}`.
    #[must_use]
    pub fn to_json(&self) -> Json {
        object! { "code": self.code.as_str(), "message": self.message.as_str() }.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_with_the_code_of_limits_is_masked_too() {
        let mut secrets = Secrets::default();
        secrets.add("hunter2-hunter2");
        let compiled = CompileError::broken(
            codes::FLOW_LIMIT,
            agent_description::json::Offset::NONE,
            "too many of hunter2-hunter2",
        );
        let shown = RunError::from(compiled).masked(&secrets).message;
        assert!(!shown.contains("hunter2") && shown.contains("too many of "), "{shown}");
        let shown = RunError::limit("it took more than 5 steps").masked(&secrets).message;
        assert_eq!(shown, "the run was stopped: it took more than 5 steps");
    }
}
