//! The objects that a catalog's signatures cover.

use agent_description::{json::Object, verification::Payload};
use std::borrow::Cow;

/// The supported signature profile.
pub const PROFILE: &str = "did-web-v1";

/// The objects that can contain a signature (AI Catalog, Signed Payload and JWS Construction).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// A trust manifest of an entry.
    TrustManifest,
    /// The root of a catalog.
    Catalog,
}

impl Container {
    /// The protected header's `typ`, which distinguishes the two kinds of signatures.
    #[must_use]
    pub const fn typ(self) -> &'static str {
        match self {
            Self::TrustManifest => "ai-catalog-trust-manifest+jws",
            Self::Catalog => "ai-catalog+jws",
        }
    }

    /// The name in messages, such as `the trust manifest`.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::TrustManifest => "the trust manifest",
            Self::Catalog => "the catalog",
        }
    }
}

/// The payload of a signature: the canonical form of the container without the signature's `jws` and the container's
/// `additionalSignatures`. Members of these names elsewhere are kept.
#[must_use]
pub fn payload(container: &Object) -> Payload<'_> {
    const ADDITIONAL: &str = "additionalSignatures";
    let mut covered = Cow::Borrowed(container);
    if container.contains(ADDITIONAL) {
        covered.to_mut().remove(ADDITIONAL);
    }
    Payload::new(covered, &["signature", "jws"])
}
