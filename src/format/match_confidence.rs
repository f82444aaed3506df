//! How much an object looks like a document of a format.

/// How much an object looks like a document of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchConfidence {
    /// It has what marks the format.
    Certain,
    /// It has something of the format, which other objects may have too: it counts where no other format is certain.
    Likely,
    /// It lacks what marks the format: what, in words that follow "lacks".
    Lacks(Vec<&'static str>),
}
