//! Verification relationships (DID Core section 5.3), which are also the purposes of proofs.

use std::{fmt, str::FromStr};

/// The purpose of a verification method or a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Purpose {
    /// `assertionMethod`: to assert claims, such as an agent description.
    AssertionMethod,
    /// `authentication`: to authenticate a caller.
    Authentication,
    /// `keyAgreement`: to agree on keys for encryption; not for signatures.
    KeyAgreement,
    /// `capabilityInvocation`: to use a capability.
    CapabilityInvocation,
    /// `capabilityDelegation`: to delegate a capability.
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

/// The error for a text that names no verification relationship.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found {found:?}, expected authentication, assertionMethod, keyAgreement, capabilityInvocation or capabilityDelegation"
)]
pub struct UnknownPurpose {
    found: String,
}
