//! Verification relationships (DID Core section 5.3), which are the proof purposes.

use std::{fmt, str::FromStr};

/// What a verification method may be used for, and what a proof is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Purpose {
    /// `assertionMethod`: to assert claims, such as an agent description.
    AssertionMethod,
    /// `authentication`: to show who is calling.
    Authentication,
    /// `keyAgreement`: to agree on keys for encryption; never signs.
    KeyAgreement,
    /// `capabilityInvocation`: to use a capability.
    CapabilityInvocation,
    /// `capabilityDelegation`: to pass a capability on.
    CapabilityDelegation,
}

impl Purpose {
    /// Every purpose, in the order of DID Core section 5.3.
    pub const ALL: &'static [Purpose] = &[
        Purpose::Authentication,
        Purpose::AssertionMethod,
        Purpose::KeyAgreement,
        Purpose::CapabilityInvocation,
        Purpose::CapabilityDelegation,
    ];

    /// The member name in a DID document and the value of `proofPurpose`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AssertionMethod => "assertionMethod",
            Self::Authentication => "authentication",
            Self::KeyAgreement => "keyAgreement",
            Self::CapabilityInvocation => "capabilityInvocation",
            Self::CapabilityDelegation => "capabilityDelegation",
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Purpose {
    type Err = UnknownPurpose;

    fn from_str(text: &str) -> Result<Self, UnknownPurpose> {
        Self::ALL
            .iter()
            .copied()
            .find(|purpose| purpose.as_str() == text)
            .ok_or_else(|| UnknownPurpose { found: text.chars().take(64).collect() })
    }
}

/// The text names no verification relationship.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found {found:?}, expected authentication, assertionMethod, keyAgreement, capabilityInvocation or capabilityDelegation"
)]
pub struct UnknownPurpose {
    found: String,
}
