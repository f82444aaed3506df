//! What a value has that its schema does not take.

use agent_description::json::Offset;

/// Why a value does not fit its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfit {
    /// It does not match: where and how, at most [`Unfit::MAX_MISMATCHES`].
    Mismatches(Vec<Mismatch>),
    /// To find out would take more steps than are taken: the schema multiplies them.
    TooMuch,
}

impl Unfit {
    /// How many mismatches are told.
    pub const MAX_MISMATCHES: usize = 20;

    /// The mismatches that are told.
    #[must_use]
    pub fn mismatches(&self) -> &[Mismatch] {
        match self {
            Self::Mismatches(found) => found,
            Self::TooMuch => &[],
        }
    }
}

/// One thing in a value that its schema does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// Where it is in the document that the value stands in.
    pub offset: Offset,
    /// Where it is in the value, as a JSON Pointer.
    pub pointer: String,
    /// The keyword of the schema that does not take it: `required`.
    pub keyword: String,
    /// What was found and what was expected.
    pub message: String,
}
