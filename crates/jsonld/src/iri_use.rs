//! The uses of a compacted IRI.

use adp_json::Json;

/// The use of a compacted IRI.
#[derive(Clone, Copy, Default)]
pub(super) struct Use<'v> {
    /// The value of the term, if the IRI is a property.
    pub(super) value: Option<&'v Json>,
    /// Whether it is used like a term; otherwise it may become relative.
    pub(super) vocab: bool,
    /// Whether it is a property in a reverse map.
    pub(super) reverse: bool,
}

impl Use<'_> {
    /// A type, a keyword or similar.
    pub(super) const VOCAB: Use<'static> = Use { value: None, vocab: true, reverse: false };
    /// The identifier of a node.
    pub(super) const DOCUMENT: Use<'static> = Use { value: None, vocab: false, reverse: false };
}
