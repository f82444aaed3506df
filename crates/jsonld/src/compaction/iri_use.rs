//! The uses of a compacted IRI.

use adp_json::Json;

/// The use of a compacted IRI.
#[derive(Clone, Copy, Default)]
pub(crate) struct Use<'v> {
    /// The value of the term, if the IRI is a property.
    pub(crate) value: Option<&'v Json>,
    /// Whether it is used like a term; otherwise it may become relative.
    pub(crate) vocab: bool,
    /// Whether it is a property in a reverse map.
    pub(crate) reverse: bool,
}

impl Use<'_> {
    /// A type, a keyword or similar.
    pub(crate) const VOCAB: Use<'static> = Use { value: None, vocab: true, reverse: false };
    /// The identifier of a node.
    pub(crate) const DOCUMENT: Use<'static> = Use { value: None, vocab: false, reverse: false };
}
