//! Errors of compiling documents and workflows.

use crate::{
    arazzo::{ConditionError, Expression, ExpressionError},
    cut,
    openapi::{ChangeError, SourceError},
};
use agent_description::{Code, CodedError, diagnostic::Suggestions, json::Offset};

/// The reason why a document or workflow cannot run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// Unknown workflow.
    #[error("unknown flow {id:?}{}", near.as_ref().map(|near| format!("; did you mean {near:?}?")).unwrap_or_default())]
    UnknownFlow {
        /// The requested ID.
        id: String,
        /// The probable ID.
        near: Option<String>,
    },
    /// A violated rule of the format that affects the run.
    #[error("{message}")]
    Broken {
        /// The error code of the rule.
        code: Code,
        /// The message.
        message: String,
        /// Offset in the document.
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
    /// An invalid expression.
    #[error("{text:?} is not a runtime expression: {error}{}", Expression::meant(text).map(|it| format!("; did you mean {it:?}?")).unwrap_or_default())]
    Expression {
        /// The expression.
        text: String,
        /// The error.
        error: ExpressionError,
        /// Offset in the document.
        at: Offset,
    },
    /// An invalid condition.
    #[error("the condition {text:?} cannot be read: {error}")]
    Condition {
        /// The condition.
        text: String,
        /// The error.
        error: ConditionError,
        /// Offset in the document.
        at: Offset,
    },
    /// An invalid override.
    #[error("the override cannot be applied: {error}")]
    Override {
        /// The error.
        error: ChangeError,
        /// Offset in the document.
        at: Offset,
    },
    /// An unusable source.
    #[error("the source {name:?} cannot be called: {error}")]
    Source {
        /// The name.
        name: String,
        /// The error.
        error: SourceError,
    },
    /// An index of another document.
    #[error("the workflow is not one of this document")]
    Gone,
}

impl CompileError {
    pub(super) fn unknown_flow<'a>(id: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let near = Suggestions::default().closest(id, known).map(str::to_owned);
        Self::UnknownFlow { id: cut(id), near }
    }

    pub(crate) fn broken(code: Code, at: Offset, message: impl Into<String>) -> Self {
        Self::Broken { code, message: message.into(), at }
    }

    pub(super) fn operation(at: Offset, message: impl Into<String>) -> Self {
        Self::Operation { message: message.into(), at }
    }

    /// Offset in the document, if any.
    #[must_use]
    pub fn offset(&self) -> Option<Offset> {
        match self {
            Self::Broken { at, .. }
            | Self::Operation { at, .. }
            | Self::Expression { at, .. }
            | Self::Condition { at, .. }
            | Self::Override { at, .. } => Some(*at),
            Self::UnknownFlow { .. } | Self::Source { .. } | Self::Gone => None,
        }
    }
}

impl CodedError for CompileError {
    fn code(&self) -> Code {
        match self {
            Self::UnknownFlow { .. } | Self::Operation { .. } | Self::Gone => Code::INVALID_REFERENCE,
            Self::Broken { code, .. } => *code,
            Self::Expression { .. } | Self::Condition { .. } => Code::INVALID_VALUE,
            Self::Override { error, .. } => error.code(),
            Self::Source { error, .. } => error.code(),
        }
    }
}
