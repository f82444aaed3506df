//! That no document falls behind one that was verified under its identifier.

use crate::{Mark, RegistryError, verification::Claims};
use std::cmp::Ordering;

impl Mark {
    /// Refuses a document that is older than the mark by its own word: signed earlier; signed at the same time with other bytes, as then nobody can
    /// tell which is the newer one; or, where its signature has no time, of a lower version. What says nothing of its age is let through: it is
    /// not verified, or of another format, and the mark stays.
    ///
    /// # Errors
    /// `registry-older`
    pub(crate) fn admit(&self, claims: &Claims, sha256: &str) -> Result<(), RegistryError> {
        if self.sha256.as_deref() == Some(sha256) {
            return Ok(());
        }
        if let (Some(mark), Some(issued)) = (self.issued, claims.issued)
            && issued <= mark
        {
            let same = if issued == mark { " (with other bytes)" } else { "" };
            return Err(RegistryError::Older {
                found: format!("the document was signed at {issued}{same}"),
                expected: format!("a time after {mark}"),
            });
        }
        if let (Some(mark), Some(version)) = (&self.version, &claims.version)
            && compare_versions(version, mark) == Some(Ordering::Less)
        {
            return Err(RegistryError::Older {
                found: format!("the document is version {version:?}"),
                expected: format!("{mark:?} or a higher one"),
            });
        }
        Ok(())
    }

    /// The mark after a document was verified. Claims of documents that were not verified raise nothing.
    pub(crate) fn raised(&self, claims: &Claims, sha256: &str) -> Self {
        let version = match (&self.version, &claims.version) {
            (Some(mark), Some(version)) if compare_versions(version, mark).is_none_or(Ordering::is_lt) => Some(mark),
            (mark, version) => version.as_ref().or(mark.as_ref()),
        };
        // a document without a time does not let an older one with the bytes of the mark pass for the newest
        let is_newest = claims.issued.is_some() || self.issued.is_none();
        Self {
            issued: self.issued.max(claims.issued),
            version: version.cloned(),
            sha256: if is_newest { Some(sha256.to_owned()) } else { self.sha256.clone() },
        }
    }
}

/// Versions of numbers with dots between them (`1.2.3`), the build behind `+` left out; nothing where one is none, or a pre-release.
fn compare_versions(one: &str, other: &str) -> Option<Ordering> {
    let numbers = |version: &str| -> Option<Vec<u64>> {
        let version = version.split('+').next().unwrap_or_default();
        let mut numbers = version.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>()?;
        while numbers.last() == Some(&0) {
            numbers.pop();
        }
        Some(numbers)
    };
    Some(numbers(one)?.cmp(&numbers(other)?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::compare_versions;
    use crate::{Mark, verification::Claims};
    use std::cmp::Ordering::{Equal, Greater, Less};

    #[test]
    fn versions_are_compared_as_numbers() {
        for (one, other, expected) in [
            ("1.2.3", "1.2.10", Some(Less)),
            ("2.0", "1.9.9", Some(Greater)),
            ("1.0", "1.0.0", Some(Equal)),
            ("1.0.0+build.7", "1.0.0", Some(Equal)),
            ("1.0.0-rc.1", "1.0.0", None),
            ("2026-11", "1.0.0", None),
            ("", "1.0.0", None),
        ] {
            assert_eq!(compare_versions(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn a_mark_is_never_lowered() {
        let at = |text: &str| Claims { issued: Some(text.parse().unwrap()), version: None };
        let none = Claims::default();
        let first = Mark::default().raised(&at("2026-01-02T00:00:00Z"), "aa");
        assert!(first.admit(&at("2026-01-02T00:00:00Z"), "aa").is_ok());
        assert!(first.admit(&at("2026-01-02T00:00:00Z"), "bb").is_err());
        assert!(first.admit(&at("2026-01-01T23:59:59Z"), "bb").is_err());
        assert!(first.admit(&at("2026-01-02T00:00:00.5Z"), "bb").is_ok());
        // by way of a document that says nothing of its age
        assert!(first.admit(&none, "cc").is_ok());
        let second = first.raised(&none, "cc");
        assert_eq!(second, first);
        assert!(second.admit(&at("2026-01-01T23:59:59Z"), "bb").is_err());
        let version = |version: &str| Claims { issued: None, version: Some(version.to_owned()) };
        let card = Mark::default().raised(&version("1.2.0"), "aa");
        assert!(card.admit(&version("1.1.9"), "bb").is_err());
        assert!(card.admit(&version("1.2.0"), "bb").is_ok());
        assert!(card.raised(&version("1.3.0"), "bb").admit(&version("1.2.0"), "aa").is_err());
    }
}
