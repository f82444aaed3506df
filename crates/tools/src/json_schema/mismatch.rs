//! Mismatches between a value and its schema.

use agent_description::json::Offset;

/// The reason why a value does not match its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// The mismatches, at most [`Unfit::MAX_MISMATCHES`].
    Mismatches(Vec<Mismatch>),
    /// Validation would take too many steps.
    TooMuch,
}

impl Unfit {
    /// Maximum number of reported mismatches.
    pub const MAX_MISMATCHES: usize = 20;

    /// The reported mismatches.
    #[must_use]
    pub fn mismatches(&self) -> &[Mismatch] {
        match self {
            Self::Mismatches(found) => found,
            Self::TooMuch => &[],
        }
    }
}

/// A mismatch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// Offset in the document that contains the value.
    pub offset: Offset,
    /// JSON Pointer in the value.
    pub pointer: String,
    /// The violated keyword, such as `required`.
    pub keyword: String,
    /// The message.
    pub message: String,
}
