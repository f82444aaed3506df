//! Faults of schemas.

use agent_description::json::Offset;

/// A fault of a schema and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaFault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// Offset in the document that contains the schema.
    pub offset: Offset,
    /// The message.
    pub message: String,
    /// The misspelled and the probable name.
    pub meant: Option<(String, String)>,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The schema violates the meta-schema of its dialect.
    Invalid,
    /// The dialect is unknown.
    Dialect,
    /// A reference does not resolve.
    Reference,
    /// A reference to another document, which is never fetched.
    Remote,
    /// Infinite recursion: the schema refers to itself for the same value.
    Endless,
    /// A pattern that cannot be matched in linear time (look-around, back-references), or a very large one.
    Pattern,
    /// The schema exceeds the limits.
    Limit,
    /// This build has no validator: the feature `json-schema` is disabled.
    NotChecked,
}

impl FaultKind {
    /// Whether the schema is invalid, and not only unsupported here.
    #[must_use]
    pub fn is_wrong(self) -> bool {
        matches!(self, Self::Invalid | Self::Reference | Self::Endless)
    }
}

impl SchemaFault {
    pub(super) fn new(kind: FaultKind, offset: Offset, message: impl Into<String>) -> Self {
        Self { kind, offset, message: message.into(), meant: None }
    }
}
