//! Parser errors.

use super::{Offset, Position, WideNumber, position_at, value::number::Refused};
use crate::{Code, CodedError, Place, shortened::cut};
use std::borrow::Cow;

/// Number of characters shown of a text from the input.
pub(super) const MAX_SHOWN_CHARS: usize = 40;

/// Why bytes cannot be parsed as strict JSON or YAML. Every variant has a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Not JSON (RFC 8259).
    #[error("{position}: found {found}, expected {expected}")]
    Syntax {
        /// The position in the document.
        position: Position,
        /// The value found.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
    /// The same name occurs twice in one object, after unescaping.
    #[error(
        "{position}: the member name {:?} already appears in this object, at {first}; remove one of the two",
        cut(name, MAX_SHOWN_CHARS)
    )]
    DuplicateKey {
        /// Position of the second name.
        position: Position,
        /// The name, unescaped.
        name: String,
        /// Position of the first name.
        first: Position,
    },
    /// The number is not the double that its canonical form would write.
    #[error("{position}: the number {literal} {reason}")]
    Number {
        /// The position in the document.
        position: Position,
        /// The literal, shortened.
        literal: String,
        /// The problem and its fix.
        reason: Cow<'static, str>,
    },
    /// Nested too deeply.
    #[error("{position}: nested deeper than {limit} levels; flatten the document")]
    Depth {
        /// Position of the first bracket over the limit.
        position: Position,
        /// The limit.
        limit: usize,
    },
    /// Too large.
    #[error(
        "{position}: the input has {size} bytes, more than the limit of {limit}; split the document or raise the limit"
    )]
    Size {
        /// Position of the first byte over the limit.
        position: Position,
        /// Its size in bytes.
        size: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// Not UTF-8 without byte order mark, or a lone surrogate.
    #[error("{position}: found {found}, expected UTF-8 without a byte order mark; re-encode the file")]
    Encoding {
        /// The position in the document.
        position: Position,
        /// The value found.
        found: &'static str,
    },
    /// Not YAML 1.2.
    #[error("{position}: invalid YAML: {problem}")]
    YamlSyntax {
        /// The position in the document.
        position: Position,
        /// The problem.
        problem: String,
    },
    /// None or several documents in a stream, or a directive.
    #[error("{position}: found {found}, expected one YAML 1.2 document")]
    YamlStream {
        /// The position in the document.
        position: Position,
        /// The value found.
        found: &'static str,
    },
    /// An alias that cannot be expanded.
    #[error("{position}: this alias {problem}; replace it with its value")]
    YamlAlias {
        /// The position in the document.
        position: Position,
        /// The problem.
        problem: &'static str,
    },
    /// The tag is not in the core schema, or does not match its value.
    #[error("{position}: found {found}; expected a tag of YAML's core schema that matches the value")]
    YamlTag {
        /// The position in the document.
        position: Position,
        /// The tag and its value, shortened.
        found: String,
    },
    /// The key is not a JSON member name.
    #[error("{position}: found {found} as a key; {remedy}")]
    YamlKey {
        /// The position in the document.
        position: Position,
        /// The key, shortened.
        found: String,
        /// The suggested text.
        remedy: &'static str,
    },
    /// The root is not an object.
    #[error("{position}: the document's root is {found}, expected an object")]
    Shape {
        /// Start of the root.
        position: Position,
        /// The type of the root.
        found: &'static str,
    },
}

impl ReadError {
    /// A refused number.
    #[cold]
    pub(super) fn number(position: Position, literal: &str, reason: impl Into<Cow<'static, str>>) -> Self {
        Self::Number { position, literal: cut(literal, MAX_SHOWN_CHARS), reason: reason.into() }
    }

    /// A byte order mark before a text.
    #[cold]
    pub(super) fn byte_order_mark() -> Self {
        Self::Encoding { position: position_at(&[], 0), found: "a byte order mark" }
    }

    /// A number that cannot be signed.
    #[cold]
    pub(super) fn wide(position: Position, number: &WideNumber) -> Self {
        let reason = number.refused().map_or(Cow::Borrowed("cannot be signed"), Refused::reason);
        Self::number(position, number.literal(), reason)
    }

    /// The second of two equal names.
    #[cold]
    pub(super) fn duplicate(source: &[u8], name: &str, at: usize, first: Offset) -> Self {
        Self::DuplicateKey {
            position: position_at(source, at),
            name: name.to_owned(),
            first: position_at(source, first.get().unwrap_or_default()),
        }
    }
}

impl CodedError for ReadError {
    fn code(&self) -> Code {
        match self {
            Self::Syntax { .. } => Code::JSON_SYNTAX,
            Self::DuplicateKey { .. } => Code::JSON_DUPLICATE_KEY,
            Self::Number { .. } => Code::JSON_NUMBER,
            Self::Depth { .. } => Code::JSON_DEPTH,
            Self::Size { .. } => Code::JSON_SIZE,
            Self::Encoding { .. } => Code::JSON_ENCODING,
            Self::YamlSyntax { .. } => Code::YAML_SYNTAX,
            Self::YamlStream { .. } => Code::YAML_STREAM,
            Self::YamlAlias { .. } => Code::YAML_ALIAS,
            Self::YamlTag { .. } => Code::YAML_TAG,
            Self::YamlKey { .. } => Code::YAML_KEY,
            Self::Shape { .. } => Code::DOCUMENT_SHAPE,
        }
    }

    fn place(&self) -> Place {
        let position = match self {
            Self::Syntax { position, .. }
            | Self::DuplicateKey { position, .. }
            | Self::Number { position, .. }
            | Self::Depth { position, .. }
            | Self::Size { position, .. }
            | Self::Encoding { position, .. }
            | Self::YamlSyntax { position, .. }
            | Self::YamlStream { position, .. }
            | Self::YamlAlias { position, .. }
            | Self::YamlTag { position, .. }
            | Self::YamlKey { position, .. }
            | Self::Shape { position, .. } => *position,
        };
        Place::at(Some(position))
    }
}
