//! A document: an object at the root, with its source text.

use super::{
    Json, Lines, Object, Offset, Position, ReadError, Span, Value, by_offset, position_at, reader, span::token_length,
};
use crate::ReadLimits;
use std::sync::{Arc, OnceLock};

/// A strictly read document whose root is an object, with the text it came from: JSON, or YAML that says what JSON can say.
///
/// This one tree is what is hashed, what is expanded and what the models are read from. Cheap to clone: clones share it.
#[derive(Clone, Debug)]
pub struct Document {
    read: Arc<Read>,
}

#[derive(Debug)]
struct Read {
    root: Json,
    source: Box<str>,
    /// Made when the first place is asked for.
    lines: OnceLock<Lines>,
}

impl Document {
    /// Reads a document: strict JSON (see [`parse`](super::parse)) with an object at its root.
    ///
    /// # Errors
    /// [`ReadError`], with line and column.
    pub fn parse(bytes: &[u8], limits: impl Into<ReadLimits>) -> Result<Self, ReadError> {
        let (root, source) = reader::parse_with_source(bytes, limits.into())?;
        Self::from_root(root, source)
    }

    /// Reads a JSON text with a list at its root, as model APIs take tools: [`root`](Self::root) is empty.
    ///
    /// # Errors
    /// [`ReadError`], with line and column.
    pub fn parse_list(bytes: &[u8], limits: impl Into<ReadLimits>) -> Result<Self, ReadError> {
        let (root, source) = reader::parse_with_source(bytes, limits.into())?;
        match root.as_array() {
            Some(_) => Ok(Self { read: Arc::new(Read { root, source: source.into(), lines: OnceLock::new() }) }),
            None => Self::from_root(root, source),
        }
    }

    /// Reads a document in YAML or JSON (see [`yaml::parse`](crate::yaml::parse)) with an object at its root.
    ///
    /// # Errors
    /// [`ReadError`], with line and column.
    pub fn parse_yaml(bytes: &[u8], limits: impl Into<ReadLimits>) -> Result<Self, ReadError> {
        let (root, source) = crate::yaml::parse_with_source(bytes, limits.into())?;
        Self::from_root(root, source)
    }

    fn from_root(root: Json, source: &str) -> Result<Self, ReadError> {
        if root.as_object().is_none() {
            let start = root.offset().get().unwrap_or_default();
            return Err(ReadError::Shape { position: position_at(source.as_bytes(), start), found: root.kind() });
        }
        Ok(Self { read: Arc::new(Read { root, source: source.into(), lines: OnceLock::new() }) })
    }

    /// A document of an object made in code: written indented by two, then read back, so that it has positions.
    ///
    /// # Errors
    /// [`ReadError`] if the object does not pass the strict reader, for example nested too deeply.
    pub fn from_object(object: Object, limits: impl Into<ReadLimits>) -> Result<Self, ReadError> {
        let mut text = Json::from(object).to_pretty();
        text.push('\n');
        Self::parse(text.as_bytes(), limits)
    }

    /// The root as a value.
    #[must_use]
    pub fn json(&self) -> &Json {
        &self.read.root
    }

    /// The root object.
    #[must_use]
    pub fn root(&self) -> &Object {
        static EMPTY: Object = Object::EMPTY;
        match self.read.root.value() {
            Value::Object(object) => object,
            _ => &EMPTY,
        }
    }

    /// The text the document was read from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.read.source
    }

    /// Line and column of an offset; `None` for values made in code.
    #[must_use]
    pub fn position(&self, offset: Offset) -> Option<Position> {
        Some(self.lines().position(self.read.source.as_bytes(), offset.get()?))
    }

    /// What is marked of the value or name at an offset; `None` for values made in code.
    #[must_use]
    pub fn span(&self, offset: Offset) -> Option<Span> {
        let start = offset.get()?;
        let rest = self.read.source.get(start..)?;
        // a plain scalar of YAML is its own text
        let plain = by_offset::text_at(self.json(), offset).filter(|_| !rest.starts_with(['"', '\'']));
        let length = match plain {
            Some(text) if !text.is_empty() && rest.starts_with(text) => text.len(),
            _ => token_length(rest.as_bytes()),
        };
        Some(self.lines().span(self.read.source.as_bytes(), start..start + length))
    }

    /// The same of what stands at a position.
    #[must_use]
    pub fn span_at(&self, position: Position) -> Option<Span> {
        self.span(self.lines().offset(self.read.source.as_bytes(), position)?)
    }

    fn lines(&self) -> &Lines {
        self.read.lines.get_or_init(|| Lines::new(self.read.source.as_bytes()))
    }
}
