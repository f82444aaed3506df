//! Documents: an object at the root, with its source text.

use super::{
    Json, Lines, Object, Offset, Position, ReadError, Span, Value,
    jcs::wide_number,
    pointer::lookup,
    position::{by_offset, span::token_length},
    position_at,
    reader::{self, BYTE_ORDER_MARK},
};
use crate::ReadLimits;
use std::sync::{Arc, OnceLock};

/// A strictly parsed document whose root is an object, with its source: JSON, or the JSON subset of YAML.
///
/// This tree is hashed, expanded and read into the models. Cheap to clone: clones share it.
#[derive(Clone, Debug)]
pub struct Document {
    read: Arc<Read>,
}

#[derive(Debug)]
struct Read {
    root: Json,
    source: Box<str>,
    /// Whether it may have numbers that are not their doubles.
    any_number: bool,
    /// Whether a byte order mark was ignored.
    is_marked: bool,
    /// Computed on the first request for a position.
    lines: OnceLock<Lines>,
}

impl Read {
    fn new(root: Json, source: &str, bytes: &[u8], limits: ReadLimits) -> Self {
        let is_marked = bytes.starts_with(BYTE_ORDER_MARK);
        Self { root, source: source.into(), any_number: limits.allows_any_number(), is_marked, lines: OnceLock::new() }
    }
}

impl Document {
    /// Parses a document: strict JSON (see [`parse`](super::parse)) with an object at its root.
    ///
    /// # Errors
    /// [`ReadError`], with line and column.
    pub fn parse(bytes: &[u8], limits: impl Into<ReadLimits>) -> Result<Self, ReadError> {
        let limits = limits.into();
        let (root, source) = reader::parse_with_source(bytes, limits)?;
        Self::from_root(Read::new(root, source, bytes, limits))
    }

    /// Reads a JSON text with a list at its root, as model APIs take tools: [`root`](Self::root) is empty.
    ///
    /// # Errors
    /// [`ReadError`], with line and column.
    pub fn parse_list(bytes: &[u8], limits: impl Into<ReadLimits>) -> Result<Self, ReadError> {
        let limits = limits.into();
        let (root, source) = reader::parse_with_source(bytes, limits)?;
        let read = Read::new(root, source, bytes, limits);
        if read.root.as_array().is_some() { Ok(Self { read: Arc::new(read) }) } else { Self::from_root(read) }
    }

    /// Parses a YAML or JSON document (see [`yaml::parse`](crate::yaml::parse)) with an object at its root.
    ///
    /// # Errors
    /// [`ReadError`], with line and column.
    pub fn parse_yaml(bytes: &[u8], limits: impl Into<ReadLimits>) -> Result<Self, ReadError> {
        let limits = limits.into();
        let (root, source) = crate::yaml::parse_with_source(bytes, limits)?;
        Self::from_root(Read::new(root, source, bytes, limits))
    }

    fn from_root(read: Read) -> Result<Self, ReadError> {
        let root = &read.root;
        if root.as_object().is_none() {
            let start = root.offset().get().unwrap_or_default();
            return Err(ReadError::Shape { position: position_at(read.source.as_bytes(), start), found: root.kind() });
        }
        Ok(Self { read: Arc::new(read) })
    }

    /// Checks what [unsigned](ReadLimits::unsigned) texts need not fulfill: all numbers are written as their doubles
    /// are, and there is no byte order mark. Everything that signs or verifies a document checks this.
    ///
    /// # Errors
    /// [`ReadError`], with line and column.
    pub fn check_signable(&self) -> Result<(), ReadError> {
        let Read { root, source, any_number, is_marked, .. } = &*self.read;
        if *is_marked {
            return Err(ReadError::byte_order_mark());
        }
        let wide = if *any_number { wide_number(root, &|_| true) } else { None };
        wide.map_or(Ok(()), |(number, offset)| {
            Err(ReadError::wide(position_at(source.as_bytes(), offset.get().unwrap_or_default()), number))
        })
    }

    /// Creates a document from an object built in code. It is written indented by two, then parsed, so that it has
    /// positions.
    ///
    /// # Errors
    /// [`ReadError`] if the strict parser refuses the object, for example because it is nested too deeply.
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

    /// The source text.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.read.source
    }

    /// Line and column of an offset; `None` for values created in code.
    #[must_use]
    pub fn position(&self, offset: Offset) -> Option<Position> {
        Some(self.lines().position(self.read.source.as_bytes(), offset.get()?))
    }

    /// Line and column of the value at a JSON Pointer; of the nearest enclosing object or array if it does not exist.
    #[must_use]
    pub fn nearest_position(&self, mut pointer: &str) -> Option<Position> {
        loop {
            if let Some(json) = lookup(self.json(), pointer) {
                return self.position(json.offset());
            }
            pointer = pointer.get(..pointer.rfind('/')?)?;
        }
    }

    /// The marked text of the value or name at an offset; `None` for values created in code.
    #[must_use]
    pub fn span(&self, offset: Offset) -> Option<Span> {
        let start = offset.get()?;
        let rest = self.read.source.get(start..)?;
        // a plain YAML scalar is its own text
        let plain = by_offset::text_at(self.json(), offset).filter(|_| !rest.starts_with(['"', '\'']));
        let length = match plain {
            Some(text) if !text.is_empty() && rest.starts_with(text) => text.len(),
            _ => token_length(rest.as_bytes()),
        };
        Some(self.lines().span(self.read.source.as_bytes(), start..start + length))
    }

    /// Same for a position.
    #[must_use]
    pub fn span_at(&self, position: Position) -> Option<Span> {
        self.span(self.lines().offset(self.read.source.as_bytes(), position)?)
    }

    fn lines(&self) -> &Lines {
        self.read.lines.get_or_init(|| Lines::new(self.read.source.as_bytes()))
    }
}
