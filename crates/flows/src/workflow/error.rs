//! Why a document, or a workflow of one, cannot run.

use crate::{
    arazzo::{ConditionError, Expression, ExpressionError},
    openapi::{ChangeError, SourceError},
};
use agent_description::{Code, CodedError, diagnostic::Suggestions, json::Offset};

/// Why a document, or a workflow of one, cannot run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The document has no such workflow.
    #[error("unknown flow {id:?}{}", near.as_ref().map(|near| format!("; did you mean {near:?}?")).unwrap_or_default())]
    UnknownFlow {
        /// What was asked for.
        id: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// A rule of the format is broken where that decides what is run.
    #[error("{message}")]
    Broken {
        /// The code of the rule.
        code: Code,
        /// What was found, and what was expected.
        message: String,
        /// Where.
        at: Offset,
    },
    /// A step names no operation of a source.
    #[error("{message}")]
    Operation {
        /// What was found, and what was expected.
        message: String,
        /// Where.
        at: Offset,
    },
    /// An expression cannot be read.
    #[error("{text:?} is not a runtime expression: {error}{}", Expression::meant(text).map(|it| format!("; did you mean {it:?}?")).unwrap_or_default())]
    Expression {
        /// The expression.
        text: String,
        /// Why not.
        error: ExpressionError,
        /// Where.
        at: Offset,
    },
    /// A condition cannot be read.
    #[error("the condition {text:?} cannot be read: {error}")]
    Condition {
        /// The condition.
        text: String,
        /// Why not.
        error: ConditionError,
        /// Where.
        at: Offset,
    },
    /// An override changes what is not there.
    #[error("the override cannot be applied: {error}")]
    Override {
        /// Why not.
        error: ChangeError,
        /// Where.
        at: Offset,
    },
    /// A source cannot be called.
    #[error("the source {name:?} cannot be called: {error}")]
    Source {
        /// Its name.
        name: String,
        /// Why not.
        error: SourceError,
    },
    /// Something is named by a number that nothing has: of another document.
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

    /// Where in the document, if it is somewhere.
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

/// What is told of a text of a document.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(80).collect()
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
