//! The error of this crate: documents, workflows and calls that cannot run.

use crate::{cut, did_you_mean, fault::Fault};
use agent_description::{Code, CodedError, ReadError, diagnostic::Rule, json::Offset};

/// The reason why a document or workflow cannot run, at all or with these arguments.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// A violated rule of the format that affects the run.
    #[error("{message}")]
    Broken {
        /// The error code of the rule.
        code: Code,
        /// The message.
        message: String,
        /// Offset in the document, if any.
        at: Offset,
    },
    /// A step refers to no operation.
    #[error("{message}")]
    Operation {
        /// The message.
        message: String,
        /// Offset in the document.
        at: Offset,
    },
    /// An invalid override.
    #[error("the override cannot be applied: {message}")]
    Override {
        /// The violated rule.
        rule: &'static Rule,
        /// The message.
        message: String,
        /// Offset in the document, if any.
        at: Offset,
    },
    /// The file of this reference does not exist, or files are not read.
    #[error("the file of the reference {0:?} was not read")]
    UnreadFile(String),
    /// This reference is a URL, or a path outside the document's folder.
    #[error(
        "the reference {0:?} is outside the document's folder; expected a reference in the document or to a file in its folder"
    )]
    Outside(String),
    /// A reference has no target in its document: the message.
    #[error("{0}")]
    Unresolved(String),
    /// Following references exceeds a limit: the message.
    #[error("{0}")]
    Endless(String),
    /// A referenced file is not JSON or YAML.
    #[error("the referenced file {name:?} cannot be read: {error}")]
    File {
        /// The file name.
        name: String,
        /// The parse error.
        error: ReadError,
    },
    /// The arguments have this type, not object.
    #[error("the arguments are {0}, expected an object")]
    ArgumentsType(String),
    /// The arguments do not match the schema.
    #[error("the arguments do not match the flow: {}", .0.join("; "))]
    Arguments(Vec<String>),
}

impl CompileError {
    pub(crate) fn unknown_flow<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> Self {
        Self::reference(Offset::NONE, format!("unknown flow {:?}{}", cut(id), did_you_mean(id, known)))
    }

    /// An index of another document.
    pub(crate) fn gone() -> Self {
        Self::reference(Offset::NONE, "the workflow is not one of this document")
    }

    pub(crate) fn broken(code: Code, at: Offset, message: impl Into<String>) -> Self {
        Self::Broken { code, message: message.into(), at }
    }

    /// A reference that does not resolve.
    pub(crate) fn reference(at: Offset, message: impl Into<String>) -> Self {
        Self::broken(Code::INVALID_REFERENCE, at, message)
    }

    pub(crate) fn operation(at: Offset, message: impl Into<String>) -> Self {
        Self::Operation { message: message.into(), at }
    }

    /// Offset in the document, if any.
    #[must_use]
    pub fn offset(&self) -> Option<Offset> {
        match self {
            Self::Broken { at, .. } | Self::Operation { at, .. } | Self::Override { at, .. } => {
                Some(*at).filter(|at| *at != Offset::NONE)
            }
            _ => None,
        }
    }
}

impl From<Fault> for CompileError {
    fn from(fault: Fault) -> Self {
        Self::broken(fault.finding.code, fault.at, fault.finding.message)
    }
}

impl From<Box<Fault>> for CompileError {
    fn from(fault: Box<Fault>) -> Self {
        (*fault).into()
    }
}

impl CodedError for CompileError {
    fn code(&self) -> Code {
        match self {
            Self::Broken { code, .. } => *code,
            Self::Operation { .. }
            | Self::Override { .. }
            | Self::UnreadFile(_)
            | Self::Outside(_)
            | Self::Unresolved(_)
            | Self::Endless(_) => Code::INVALID_REFERENCE,
            Self::File { error, .. } => error.code(),
            Self::ArgumentsType(_) | Self::Arguments(_) => Code::INVALID_ARGUMENTS,
        }
    }
}
