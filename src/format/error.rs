//! Errors of formats: the format is unknown, or does not support an operation.

use super::Format;
use crate::{
    Code, CodedError, Did, SimpleError,
    json::{Position, ReadError},
};
use std::fmt;

/// A boxed error, as the functions of formats return it.
pub fn boxed(error: impl CodedError) -> Box<dyn CodedError> {
    Box::new(error)
}

/// Why a text cannot be parsed as one of the requested formats, or why a format refuses a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// It cannot be parsed.
    #[error(transparent)]
    Unread(#[from] ReadError),
    /// It has none of the formats.
    #[error(transparent)]
    Unknown(#[from] FormatUnknown),
    /// It is larger or nested more deeply than the format allows.
    #[error("{}", beyond_limit(.format, .title, .error))]
    Limit {
        /// The format.
        format: &'static str,
        /// A readable name of its documents, such as "an agent description".
        title: &'static str,
        /// The limit, and the position of the first byte or bracket over it.
        error: ReadError,
    },
    /// No format has the requested name.
    #[error("unknown format {name:?}; use one of {}", .known.join(", "))]
    UnknownName {
        /// The name.
        name: String,
        /// The names of the formats.
        known: Vec<&'static str>,
    },
    /// The format does not support the operation.
    #[error("documents of the format {format} cannot be {verb} here")]
    NotOffered {
        /// The format.
        format: &'static str,
        /// The unsupported operation, as a participle: `signed`.
        verb: &'static str,
    },
    /// The format's signatures support the option, but not this value.
    #[error("the option `{option}` with the value {value} does not apply to {title}")]
    OptionRefused {
        /// The option, as [`Format::sign_options`] names it.
        option: &'static str,
        /// The value.
        value: String,
        /// A readable name of the format's documents.
        title: &'static str,
    },
}

impl FormatError {
    /// The same error for a document at a path or URL: formats whose documents are published under such a name come
    /// first. This is only a suggestion, because the name does not determine the format.
    #[must_use]
    pub fn at_path(self, path: &str, formats: &[&Format]) -> Self {
        match self {
            Self::Unknown(unknown) => Self::Unknown(unknown.at_path(path, formats)),
            error => error,
        }
    }

    /// A limit of the format, if it is one.
    pub(super) fn from_read_error(format: &Format, error: ReadError) -> Self {
        match error {
            ReadError::Size { .. } | ReadError::Depth { .. } => {
                Self::Limit { format: format.name, title: format.title, error }
            }
            error => Self::Unread(error),
        }
    }
}

/// The message about a document that exceeds a limit of its format.
fn beyond_limit(format: &str, title: &str, error: &ReadError) -> String {
    let (position, limit, found) = match error {
        ReadError::Size { position, size, limit } => {
            let found = format!("bytes, but this one has {size}; split the document or raise the limit");
            (position, limit, found)
        }
        ReadError::Depth { position, limit } => {
            (position, limit, "levels of arrays and objects, but this one has more; flatten the document".to_owned())
        }
        other => return other.to_string(),
    };
    format!("{position}: {title} (`{format}`) may have at most {limit} {found}")
}

impl CodedError for FormatError {
    fn code(&self) -> Code {
        match self {
            Self::Unread(error) | Self::Limit { error, .. } => error.code(),
            Self::Unknown(error) => error.code(),
            Self::UnknownName { .. } => Code::FORMAT_UNKNOWN,
            Self::NotOffered { .. } | Self::OptionRefused { .. } => Code::DOCUMENT_SHAPE,
        }
    }

    fn position(&self) -> Option<Position> {
        match self {
            Self::Unread(error) | Self::Limit { error, .. } => error.position(),
            _ => None,
        }
    }
}

/// The object has no known format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatUnknown {
    /// The formats that have most of its members, each with the missing ones; empty if no format has any.
    pub nearest: Vec<Near>,
    /// All other formats.
    others: Vec<Near>,
}

/// The name of a format that an object nearly has, and the missing members.
type Near = (&'static str, Vec<&'static str>);

impl FormatUnknown {
    /// Maximum number of closest formats.
    pub(crate) const MAX_SUGGESTED_FORMATS: usize = 3;

    /// Creates the error from all formats, closest first, and the number of formats that share any member.
    pub(super) fn new(mut all: Vec<Near>, alike: usize) -> Self {
        let others = all.split_off(alike.min(Self::MAX_SUGGESTED_FORMATS));
        Self { nearest: all, others }
    }

    /// See [`FormatError::at_path`].
    fn at_path(mut self, path: &str, formats: &[&Format]) -> Self {
        let path = path.split(['?', '#']).next().unwrap_or_default().replace('\\', "/");
        let is_at = |name: &str| path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
        let is_named = |(name, _): &Near| {
            let format = formats.iter().find(|format| format.name == *name);
            format.is_some_and(|format| format.file_names.iter().any(|name| is_at(name)))
        };
        let others: Vec<Near> = self.others.extract_if(.., |near| is_named(near)).collect();
        self.nearest.extend(others);
        self.nearest.sort_by_key(|near| !is_named(near));
        let beyond = self.nearest.split_off(self.nearest.len().min(Self::MAX_SUGGESTED_FORMATS));
        self.others.extend(beyond);
        self
    }
}

impl fmt::Display for FormatUnknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("format not recognized")?;
        if self.nearest.is_empty() {
            return f.write_str(": none of its members is of a known format");
        }
        for (at, (format, lacks)) in self.nearest.iter().enumerate() {
            let before = if at == 0 { "; closest:" } else { "," };
            write!(f, "{before} {format} (missing {})", lacks.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for FormatUnknown {}

impl CodedError for FormatUnknown {
    fn code(&self) -> Code {
        Code::FORMAT_UNKNOWN
    }
}

/// The error of a document that verifies by two formats with two different signers, so that readers could attribute it
/// to either, and the second of these formats.
pub(super) fn signers_differ(found: &[(&'static str, Did)]) -> Option<(&'static str, SimpleError)> {
    let (first_format, first) = found.first()?;
    let (second_format, second) = found.iter().find(|(_, signer)| signer != first)?;
    let message = format!(
        "the document is of two formats and verifies by both, as {first_format} signed by {first}, as {second_format} \
         signed by {second}; expected one signer"
    );
    Some((second_format, SimpleError::new(Code::FORMAT_SIGNERS, message)))
}
