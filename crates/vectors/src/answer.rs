//! Answers of this implementation to test vectors.

use super::format::Vector;
use agent_description::{
    Code, CodedError,
    json::{Json, Object},
};

/// The answer to a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VectorAnswer {
    /// Accepted, with the output that the kind defines, if any.
    Ok {
        /// The output, such as the canonical form.
        output: Option<String>,
    },
    /// Refused with a code.
    Refused {
        /// The error code.
        code: String,
        /// The message for people.
        message: Option<String>,
    },
}

/// The reason why a vector cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum CannotAnswer {
    /// An operation that this version does not support.
    #[error("unknown kind `{0}`")]
    Kind(String),
    /// A header that this version does not support.
    #[error("unknown header `{0}` for this kind")]
    Header(String),
    /// A header with an invalid value.
    #[error("the header `{name}` is {value:?}: {reason}")]
    Value {
        /// Name of the header.
        name: &'static str,
        /// Its value; empty if missing.
        value: String,
        /// The reason.
        reason: String,
    },
}

impl CannotAnswer {
    /// Creates the error for an invalid header value.
    pub fn value(name: &'static str, value: &str, reason: impl Into<String>) -> Self {
        Self::Value { name, value: value.to_owned(), reason: reason.into() }
    }

    /// Whether the vector is newer than this program, instead of invalid.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Kind(_) | Self::Header(_))
    }
}

/// Why a kind stopped before its end: the library refused the input, or the vector cannot be answered.
#[derive(Debug)]
pub enum Stopped {
    /// The answer is the refusal.
    Refused(VectorAnswer),
    /// There is no answer.
    CannotAnswer(CannotAnswer),
}

impl<E: CodedError> From<E> for Stopped {
    fn from(error: E) -> Self {
        Self::Refused(VectorAnswer::refused(&error))
    }
}

impl From<CannotAnswer> for Stopped {
    fn from(error: CannotAnswer) -> Self {
        Self::CannotAnswer(error)
    }
}

impl VectorAnswer {
    /// Accepted without output.
    pub fn ok() -> Self {
        Self::Ok { output: None }
    }

    /// Accepted with an output.
    pub fn output(text: impl Into<String>) -> Self {
        Self::Ok { output: Some(text.into()) }
    }

    /// Refused because of an error.
    pub fn refused(fault: &(impl CodedError + ?Sized)) -> Self {
        Self::with_code(fault.code(), fault.to_string())
    }

    /// Refused with a code.
    pub fn with_code(code: Code, message: String) -> Self {
        Self::Refused { code: code.as_str().to_owned(), message: Some(message) }
    }

    /// Whether this is the expected answer: the result, and the output if the vector has one.
    pub fn meets(&self, vector: &Vector) -> bool {
        match self {
            Self::Ok { output } => {
                vector.expect() == "ok" && vector.output().is_none_or(|wanted| output.as_deref() == Some(wanted))
            }
            Self::Refused { code, .. } => vector.expect() == code,
        }
    }

    /// Whether the vector expects this verdict, accepted or refused, whatever the code and the output are.
    pub fn agrees(&self, vector: &Vector) -> bool {
        matches!(self, Self::Ok { .. }) == (vector.expect() == "ok")
    }

    /// `ok` or the error code.
    pub fn result(&self) -> &str {
        match self {
            Self::Ok { .. } => "ok",
            Self::Refused { code, .. } => code,
        }
    }

    /// The line that a command prints for `--against`: `{"result", "output"?, "message"?}`.
    pub fn to_json(&self) -> Json {
        let mut object = Object::new();
        object.insert("result", self.result());
        match self {
            Self::Ok { output: Some(output) } => drop(object.insert("output", output.as_str())),
            Self::Refused { message: Some(message), .. } => drop(object.insert("message", message.as_str())),
            _ => {}
        }
        object.into()
    }

    /// Parses the line of a command.
    pub fn from_json(line: &Json) -> Option<Self> {
        let text = |name| line.get(name).and_then(Json::as_str).map(str::to_owned);
        Some(match text("result")? {
            result if result == "ok" => Self::Ok { output: text("output") },
            code => Self::Refused { code, message: text("message") },
        })
    }
}
