//! How well an object matches a format.

/// How well an object matches a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchConfidence {
    /// It has the distinctive members of the format.
    Certain,
    /// It has members that other objects may have too; used only if no other format is certain.
    Likely,
    /// It lacks a distinctive member; the text follows "lacks" in messages.
    Lacks(Vec<&'static str>),
}
