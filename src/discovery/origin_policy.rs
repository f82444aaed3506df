//! Allowed origins of listings and crawls.

use crate::Origin;

/// The origins that may be requested besides that of the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OriginPolicy {
    /// None: URLs of other origins are listed, but not fetched.
    #[default]
    Same,
    /// These.
    Listed(Vec<Origin>),
    /// All origins of `https` URLs. Their addresses must still be public.
    AnyHttps,
}

impl OriginPolicy {
    /// Whether a URL of `target` may be fetched if the caller started at `start`.
    #[must_use]
    pub fn allows(&self, start: &Origin, target: &Origin) -> bool {
        match self {
            Self::Same => start == target,
            Self::Listed(origins) => start == target || origins.contains(target),
            Self::AnyHttps => true,
        }
    }
}
