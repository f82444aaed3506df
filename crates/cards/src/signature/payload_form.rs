//! The payload forms of card signatures.

use std::str::FromStr;

agent_description::words! {
    /// An interpretation of A2A 1.0, section 8.4: which parts of a card are signed. All forms omit `signatures` and use the
    /// canonical form of RFC 8785. They are tried and reported in this order.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum PayloadForm {
        /// The complete card as served.
        Served = "served",
        /// Section 8.4.1, rule 1: omits members with default values, unless they are marked `REQUIRED` or `optional`.
        Presence = "presence",
        /// The behavior of the Python and JavaScript SDKs: omits unknown members, nulls, default values, and then all empty
        /// strings, lists and objects. Anyone can add such members to a signed card.
        Pruned = "pruned",
    }
}

impl PayloadForm {
    /// The forms that are accepted by default.
    pub const ACCEPTED: &'static [PayloadForm] = &[Self::Served, Self::Presence];
}

/// The text is not the name of a payload form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown payload form, expected served, presence or pruned")]
pub struct UnknownReading;

impl FromStr for PayloadForm {
    type Err = UnknownReading;

    fn from_str(text: &str) -> Result<Self, UnknownReading> {
        Self::from_name(text).ok_or(UnknownReading)
    }
}
