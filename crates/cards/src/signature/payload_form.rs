//! The payload forms of card signatures.

use agent_description::json::Offset;

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
    impl FromStr;
}

impl PayloadForm {
    /// The forms that are accepted by default.
    pub const ACCEPTED: &'static [PayloadForm] = &[Self::Served, Self::Presence];
}

/// A member that a payload form omits, so that the payload forms differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// Name of the member.
    pub name: String,
    /// Offset of its value.
    pub offset: Offset,
    /// The reason.
    pub why: Why,
}

agent_description::words! {
    /// The reason why a payload form omits a member.
    #[non_exhaustive]
    pub enum Why {
        /// A2A 1.0 does not define it.
        Unknown = "is not a member of A2A 1.0",
        /// It is null.
        Null = "is null",
        /// It is, or becomes, an empty string, list or object.
        Empty = "is empty",
        /// It has the default value.
        Default = "has its default value",
        /// It has the Protocol Buffers spelling and is signed in camelCase.
        Renamed = "is not in camelCase",
    }
}
