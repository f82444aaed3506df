//! Which servers a listing or a crawl may lead to.

use crate::Origin;

/// Which other origins are trusted to be asked, beside the one that was named by the caller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OriginPolicy {
    /// None: what lies elsewhere is listed, and left alone.
    #[default]
    Same,
    /// These.
    Listed(Vec<Origin>),
    /// Every one that has an `https` URL. The addresses must be public all the same.
    AnyHttps,
}

impl OriginPolicy {
    /// Whether a URL of `target` may be fetched where the caller named `start`.
    #[must_use]
    pub fn allows(&self, start: &Origin, target: &Origin) -> bool {
        match self {
            Self::Same => start == target,
            Self::Listed(origins) => start == target || origins.contains(target),
            Self::AnyHttps => true,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Origin, OriginPolicy};

    #[test]
    fn policies() {
        let [a, b, c] =
            ["https://a.example", "https://b.example", "https://c.example"].map(|url| Origin::from_https(url).unwrap());
        let listed = OriginPolicy::Listed(vec![b.clone()]);
        for (policy, allowed) in [
            (OriginPolicy::Same, [true, false, false]),
            (listed, [true, true, false]),
            (OriginPolicy::AnyHttps, [true; 3]),
        ] {
            assert_eq!([&a, &b, &c].map(|target| policy.allows(&a, target)), allowed, "{policy:?}");
        }
    }
}
