//! What is wrong with a schema.

use agent_description::json::Offset;

/// What is wrong with a schema, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaFault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// Where it is in the document that the schema stands in.
    pub offset: Offset,
    /// What was found and what was expected.
    pub message: String,
    /// What was written and what was probably meant.
    pub meant: Option<(String, String)>,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// It is no schema by the meta-schema of its dialect.
    Invalid,
    /// It is of a dialect that is not known.
    Dialect,
    /// A reference leads to nothing.
    Reference,
    /// A reference leads out of the document: nothing is fetched from there.
    Remote,
    /// A schema refers to itself for the same value, so that checking one would never end.
    Endless,
    /// A pattern that engines of linear time do not take: look-around, back-references; or a very large one.
    Pattern,
    /// It is larger than what is compiled.
    Limit,
    /// This build has no validator: it lacks the feature `json-schema`.
    NotChecked,
}

impl FaultKind {
    /// Whether the schema is wrong, and not only more than what can be used here.
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
