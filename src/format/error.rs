//! Why nothing can be done with a document: its format is not known, or has no such thing.

use super::Format;
use crate::{
    Code, CodedError, Did,
    json::{Position, ReadError},
};
use std::fmt;

/// An error of any layer, as a format answers it.
pub(super) fn boxed(error: impl CodedError) -> Box<dyn CodedError> {
    Box::new(error)
}

/// Why a text is not read as a document of any of the formats asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// It is not read at all.
    #[error(transparent)]
    Unread(#[from] ReadError),
    /// It is of none of them.
    #[error(transparent)]
    Unknown(#[from] FormatUnknown),
    /// It is larger than the format allows.
    #[error(
        "{position}: {title} (`{format}`) may have at most {limit} bytes, but this one has {size}; split the document or raise the limit"
    )]
    Size {
        /// The format.
        format: &'static str,
        /// What its documents are, for people.
        title: &'static str,
        /// Where the first byte too many stands.
        position: Position,
        /// The document's size, in bytes.
        size: usize,
        /// The format's limit, in bytes.
        limit: usize,
    },
    /// It is nested more deeply than the format allows.
    #[error(
        "{position}: {title} (`{format}`) may have at most {limit} levels of arrays and objects, but this one has more; flatten the document"
    )]
    Depth {
        /// The format.
        format: &'static str,
        /// What its documents are, for people.
        title: &'static str,
        /// Where the first bracket too many stands.
        position: Position,
        /// The format's limit.
        limit: usize,
    },
}

impl FormatError {
    /// The same for a document at a path or URL: see [`FormatUnknown::at_path`].
    #[must_use]
    pub fn at_path(self, path: &str, formats: &[&dyn Format]) -> Self {
        match self {
            Self::Unknown(unknown) => Self::Unknown(unknown.at_path(path, formats)),
            error => error,
        }
    }

    /// A limit of the format, where it is one.
    pub(super) fn from_read_error(format: &dyn Format, error: ReadError) -> Self {
        let (title, format) = (format.title(), format.name());
        match error {
            ReadError::Size { position, size, limit } => Self::Size { format, title, position, size, limit },
            ReadError::Depth { position, limit } => Self::Depth { format, title, position, limit },
            error => Self::Unread(error),
        }
    }
}

impl CodedError for FormatError {
    fn code(&self) -> Code {
        match self {
            Self::Unread(error) => error.code(),
            Self::Unknown(error) => error.code(),
            Self::Size { .. } => Code::JSON_SIZE,
            Self::Depth { .. } => Code::JSON_DEPTH,
        }
    }

    fn position(&self) -> Option<Position> {
        match self {
            Self::Unread(error) => error.position(),
            Self::Unknown(_) => None,
            Self::Size { position, .. } | Self::Depth { position, .. } => Some(*position),
        }
    }
}

/// An object fits no format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatUnknown {
    /// The formats that have most of its members, the nearest few; none where no format has any.
    pub nearest: Vec<Near>,
    /// All others.
    others: Vec<Near>,
}

/// A format that an object nearly fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    /// Its name.
    pub format: &'static str,
    /// What the object lacks.
    pub lacks: Vec<&'static str>,
}

impl FormatUnknown {
    /// How many formats are named.
    pub(crate) const MAX_SUGGESTED_FORMATS: usize = 3;

    /// From all formats, the nearest first, of which so many have anything of the object.
    pub(super) fn new(mut all: Vec<Near>, alike: usize) -> Self {
        let others = all.split_off(alike.min(Self::MAX_SUGGESTED_FORMATS));
        Self { nearest: all, others }
    }

    /// The same for an object that was read at a path or URL: formats whose documents are published under such a name come first. A name says
    /// nothing of what an object is, so it is a suggestion.
    #[must_use]
    pub fn at_path(mut self, path: &str, formats: &[&dyn Format]) -> Self {
        let path = path.split(['?', '#']).next().unwrap_or_default().replace('\\', "/");
        let is_at = |name: &str| path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
        let is_named = |near: &Near| {
            let format = formats.iter().find(|format| format.name() == near.format);
            format.is_some_and(|format| format.file_names().iter().any(|name| is_at(name)))
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
        for (at, near) in self.nearest.iter().enumerate() {
            let before = if at == 0 { "; closest:" } else { "," };
            write!(f, "{before} {} (missing {})", near.format, near.lacks.join(", "))?;
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

/// A format has no such thing as what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("documents of the format {format} cannot be {verb} here")]
pub struct NotOffered {
    /// The format.
    pub format: &'static str,
    /// What cannot be done with it: `signed`.
    pub verb: &'static str,
}

impl CodedError for NotOffered {
    fn code(&self) -> Code {
        Code::DOCUMENT_SHAPE
    }
}

/// A document verifies by two formats, as signed by two DIDs: its readers would take it for the word of one or the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the document is of two formats and verifies by both, as {first_format} signed by {first}, as {second_format} signed by \
     {second}; expected one signer"
)]
pub struct SignersDiffer {
    /// The first format's name.
    pub first_format: &'static str,
    /// Who signed by it.
    pub first: Did,
    /// The name of the first format of another signer.
    pub second_format: &'static str,
    /// Who signed by that.
    pub second: Did,
}

impl CodedError for SignersDiffer {
    fn code(&self) -> Code {
        Code::FORMAT_SIGNERS
    }
}

/// The one signer of a document that was verified by each of its formats: each format's name, and whom it
/// found. `None` where there is no format.
///
/// # Errors
/// [`SignersDiffer`]: two formats found two signers.
pub fn one_signer<'f>(found: &'f [(&'static str, Did)]) -> Result<Option<&'f Did>, SignersDiffer> {
    let Some((first_format, first)) = found.first() else { return Ok(None) };
    match found.iter().find(|(_, signer)| signer != first) {
        Some((second_format, second)) => {
            Err(SignersDiffer { first_format, first: first.clone(), second_format, second: second.clone() })
        }
        None => Ok(Some(first)),
    }
}

/// A format's signatures have the option that was asked for, but not this value of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--{option} {value} does not apply to {format}")]
pub struct OptionRefused {
    /// The option, by the name of the command line's flag.
    pub option: &'static str,
    /// Its value.
    pub value: String,
    /// The title of the format.
    pub format: &'static str,
}

impl CodedError for OptionRefused {
    fn code(&self) -> Code {
        Code::DOCUMENT_SHAPE
    }
}
