//! That no document falls behind one that was verified under its identifier.

use crate::{Mark, RegistryError, verification::Claims, version::Version};

impl Mark {
    /// Refuses a document that is older than the mark by its own word: signed earlier; signed at the same time with other bytes, as then nobody can
    /// tell which is the newer one; of a lower version; or, where no time decides, of a version that is none, so that nobody can compare it. What says
    /// nothing of its age is let through: it is not verified, or of another format, and the mark stays.
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
        let time_decides = self.issued.zip(claims.issued).is_some();
        if let (Some(mark), Some(version)) = (&self.version, &claims.version)
            && let Some(lowest) = Version::read(mark)
            && Version::read(version).map_or(!time_decides, |version| version < lowest)
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
        let is_lower = |mark: &str, version: &str| {
            Version::read(mark).is_some_and(|mark| Version::read(version).is_none_or(|version| version < mark))
        };
        let version = match (&self.version, &claims.version) {
            (Some(mark), Some(version)) if is_lower(mark, version) => Some(mark),
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::{Mark, verification::Claims};

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
        // what is lower in another spelling, and what nobody can compare
        for lower in ["1.2.0-rc.1", "v1.1.0", "abc", "", "0.99999999999999999999"] {
            assert!(card.admit(&version(lower), "bb").is_err(), "{lower}");
            assert_eq!(card.raised(&version(lower), "bb").version.as_deref(), Some("1.2.0"), "{lower}");
        }
        // unless a time says which is newer
        let timed = |text: &str, version: &str| Claims { version: Some(version.to_owned()), ..at(text) };
        let card = Mark::default().raised(&timed("2026-01-01T00:00:00Z", "1.2.0"), "aa");
        assert!(card.admit(&timed("2026-01-02T00:00:00Z", "abc"), "bb").is_ok());
        assert!(card.admit(&timed("2026-01-02T00:00:00Z", "1.1.0"), "bb").is_err());
        let word = Mark::default().raised(&version("abc"), "aa");
        assert_eq!(word.raised(&version("1.0.0"), "bb").version.as_deref(), Some("1.0.0"));
    }
}
