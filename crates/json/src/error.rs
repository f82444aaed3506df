//! Why a text is not strict JSON.

use super::{Offset, Position, position_at};
use crate::{Code, CodedError, Place, shortened::cut};

/// How much of a text tells which one is meant, in characters.
pub(super) const MAX_SHOWN_CHARS: usize = 40;

/// Why bytes could not be read as strict JSON or YAML. Every variant says where; `Display` says what was found and expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Not JSON (RFC 8259).
    #[error("{position}: found {found}, expected {expected}")]
    Syntax {
        /// Where.
        position: Position,
        /// What is there.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The same name twice in one object, after unescaping.
    #[error(
        "{position}: the member name {:?} already appears in this object, at {first}; remove one of the two",
        cut(name, MAX_SHOWN_CHARS)
    )]
    DuplicateKey {
        /// Where the second name stands.
        position: Position,
        /// The name, unescaped.
        name: String,
        /// Where the first name stands.
        first: Position,
    },
    /// A number that is not the double its canonical form would write.
    #[error(
        "{position}: the number {literal} {reason}; write it as a string, or as a number that a double holds exactly"
    )]
    Number {
        /// Where.
        position: Position,
        /// The literal, shortened.
        literal: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Nested too deeply.
    #[error("{position}: nested deeper than {limit} levels; flatten the document")]
    Depth {
        /// Where the first bracket too many stands.
        position: Position,
        /// The limit.
        limit: usize,
    },
    /// Too large.
    #[error(
        "{position}: the input has {size} bytes, more than the limit of {limit}; split the document or raise the limit"
    )]
    Size {
        /// Where the first byte too many stands.
        position: Position,
        /// Its size in bytes.
        size: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// Not UTF-8 without byte order mark, or a lone surrogate.
    #[error("{position}: found {found}, expected UTF-8 without a byte order mark; re-encode the file")]
    Encoding {
        /// Where.
        position: Position,
        /// What is there.
        found: &'static str,
    },
    /// Not YAML 1.2.
    #[error("{position}: this is not YAML: {problem}")]
    YamlSyntax {
        /// Where.
        position: Position,
        /// What is wrong there.
        problem: String,
    },
    /// None or several documents in a stream, or a directive.
    #[error("{position}: found {found}, expected one document of YAML 1.2")]
    YamlStream {
        /// Where.
        position: Position,
        /// What is there.
        found: &'static str,
    },
    /// An alias that cannot be written out.
    #[error("{position}: this alias {problem}; write the value out instead")]
    YamlAlias {
        /// Where.
        position: Position,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A tag of another schema than the core schema, or one that its value does not fit.
    #[error("{position}: found {found}; expected a tag of YAML's core schema on a value of its kind")]
    YamlTag {
        /// Where.
        position: Position,
        /// The tag and its value, shortened.
        found: String,
    },
    /// A key that is not a name of a JSON member.
    #[error("{position}: found {found} as a key; {remedy}")]
    YamlKey {
        /// Where.
        position: Position,
        /// What is there, shortened.
        found: String,
        /// What to write.
        remedy: &'static str,
    },
    /// The root is not an object.
    #[error("{position}: the document's root is {found}, expected an object")]
    Shape {
        /// Where the root starts.
        position: Position,
        /// What the root is.
        found: &'static str,
    },
}

impl ReadError {
    /// A number that is not taken.
    #[cold]
    pub(super) fn number(position: Position, literal: &str, reason: &'static str) -> Self {
        Self::Number { position, literal: cut(literal, MAX_SHOWN_CHARS), reason }
    }

    /// The second of two names that are the same.
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
