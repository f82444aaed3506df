//! Prevents that a document is replaced by an older one.

use crate::{RegistryError, VersionFloor, codes, version::Version};
use agent_description::{CLOCK_SKEW, Timestamp, format::Release};

/// Maximum number of earlier signing times to keep.
const MAX_EARLIER: usize = 16;

impl VersionFloor {
    /// Whether there is no minimum.
    pub(crate) fn is_empty(&self) -> bool {
        self.issued.is_none() && self.version.is_none()
    }

    /// Refuses an unverified document that is older than the floor. It also refuses one that states neither a time nor a
    /// version that can be compared: a document whose proof was removed does not say that it is older.
    ///
    /// # Errors
    /// `registry-older`
    pub(crate) fn check_unverified(&self, claims: &Release, sha256: &str, now: Timestamp) -> Result<(), RegistryError> {
        self.check(claims, sha256, now)?;
        let by_time = self.newest_at(now).is_some() && claims.issued.is_some();
        let by_version = self.version.as_deref().zip(claims.version.as_deref());
        let by_version = by_version.is_some_and(|(floor, version)| {
            floor == version || Version::read(floor).is_some() && Version::read(version).is_some()
        });
        if self.sha256.as_deref() == Some(sha256) || self.is_empty() || by_time || by_version {
            return Ok(());
        }
        let expected = match (self.newest_at(now), &self.version) {
            (Some(newest), None) => format!("a signing time after {newest}"),
            (None, Some(version)) => format!("version {version:?} or a higher one"),
            (Some(newest), Some(version)) => {
                format!("a signing time after {newest}, or version {version:?} or a higher one")
            }
            (None, None) => "a signing time".to_owned(),
        };
        Err(older(format!("the document is not verified, and its age is unknown: expected {expected}")))
    }

    /// Refuses a document that claims to be older than the floor: an earlier signing time, or the same time with other bytes.
    /// It also refuses a signing time before a document without one was accepted. It refuses a lower version, and without
    /// a signing time a version that cannot be compared. Documents without time and version pass;
    /// [`check_unverified`](Self::check_unverified) refuses them if they are not verified.
    ///
    /// # Errors
    /// `registry-older`
    pub(crate) fn check(&self, claims: &Release, sha256: &str, now: Timestamp) -> Result<(), RegistryError> {
        if self.sha256.as_deref() == Some(sha256) {
            return Ok(());
        }
        let newest = self.newest_at(now);
        if let (Some(newest), Some(issued)) = (newest, claims.issued)
            && issued <= newest
        {
            let same = if issued == newest { " (with other bytes)" } else { "" };
            return Err(older(format!("the document was signed at {issued}{same}, expected a time after {newest}")));
        }
        let latest = now.saturating_add(CLOCK_SKEW);
        if let (Some(accepted), Some(issued)) = (self.accepted.filter(|accepted| *accepted <= latest), claims.issued)
            && issued <= accepted
        {
            let problem =
                format!("the document was signed at {issued}, before the newest one was accepted at {accepted}");
            return Err(older(format!("{problem}; sign it again")));
        }
        let time_decides = newest.zip(claims.issued).is_some();
        if let (Some(floor), Some(version)) = (&self.version, &claims.version)
            && let Some(lowest) = Version::read(floor)
            && Version::read(version).map_or(!time_decides, |version| version < lowest)
        {
            return Err(older(format!("the document is version {version:?}, expected {floor:?} or a higher one")));
        }
        Ok(())
    }

    /// The signing time of the newest document. A time in the future, accepted while the registry's clock was ahead, is
    /// ignored; otherwise signers with correct clocks would have to wait.
    fn newest_at(&self, now: Timestamp) -> Option<Timestamp> {
        let latest = now.saturating_add(CLOCK_SKEW);
        self.issued.iter().chain(&self.earlier).copied().find(|issued| *issued <= latest)
    }

    /// The floor after a document that was accepted at a time: that of verified documents, or that of unverified ones. Of
    /// a verified document, the claims are those that its signatures cover.
    pub(crate) fn advance(&self, claims: &Release, sha256: &str, at: Timestamp) -> Self {
        let is_lower = |floor: &str, version: &str| {
            Version::read(floor).is_some_and(|floor| Version::read(version).is_none_or(|version| version < floor))
        };
        let version = match (&self.version, &claims.version) {
            (Some(floor), Some(version)) if is_lower(floor, version) => Some(floor),
            (floor, version) => version.as_ref().or(floor.as_ref()),
        };
        // a document without a time must not allow an older one to pass as the newest
        let is_newest = claims.issued.is_some() || self.issued.is_none();
        let mut earlier: Vec<Timestamp> =
            self.issued.iter().chain(&self.earlier).chain(&claims.issued).copied().collect();
        earlier.sort_unstable_by(|one, other| other.cmp(one));
        earlier.dedup();
        earlier.truncate(MAX_EARLIER + 1);
        let issued = (!earlier.is_empty()).then(|| earlier.remove(0));
        Self {
            issued,
            earlier,
            version: version.cloned(),
            accepted: if claims.issued.is_none() && claims.version.is_some() {
                self.accepted.max(Some(at))
            } else {
                self.accepted
            },
            sha256: if is_newest { Some(sha256.to_owned()) } else { self.sha256.clone() },
        }
    }
}

fn older(problem: String) -> RegistryError {
    let message = format!("{problem}: an older document cannot replace a newer one");
    RegistryError::refused(codes::REGISTRY_OLDER, message)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::VersionFloor;
    use agent_description::format::Release;

    #[test]
    fn a_floor_is_never_lowered() {
        let now = "2026-02-01T00:00:00Z".parse().unwrap();
        let at = |text: &str| Release { issued: Some(text.parse().unwrap()), version: None };
        let none = Release::default();
        let first = VersionFloor::default().advance(&at("2026-01-02T00:00:00Z"), "aa", now);
        assert!(first.check(&at("2026-01-02T00:00:00Z"), "aa", now).is_ok());
        assert!(first.check(&at("2026-01-02T00:00:00Z"), "bb", now).is_err());
        assert!(first.check(&at("2026-01-01T23:59:59Z"), "bb", now).is_err());
        assert!(first.check(&at("2026-01-02T00:00:00.5Z"), "bb", now).is_ok());
        // indirectly, through a document without time and version
        assert!(first.check(&none, "cc", now).is_ok());
        let second = first.advance(&none, "cc", now);
        assert_eq!(second, first);
        assert!(second.check(&at("2026-01-01T23:59:59Z"), "bb", now).is_err());
        let version = |version: &str| Release { issued: None, version: Some(version.to_owned()) };
        let card = VersionFloor::default().advance(&version("1.2.0"), "aa", now);
        assert!(card.check(&version("1.1.9"), "bb", now).is_err());
        assert!(card.check(&version("1.2.0"), "bb", now).is_ok());
        assert!(card.advance(&version("1.3.0"), "bb", now).check(&version("1.2.0"), "aa", now).is_err());
        // lower in another spelling, and incomparable
        for lower in ["1.2.0-rc.1", "v1.1.0", "abc", "", "0.99999999999999999999"] {
            assert!(card.check(&version(lower), "bb", now).is_err(), "{lower}");
            assert_eq!(card.advance(&version(lower), "bb", now).version.as_deref(), Some("1.2.0"), "{lower}");
        }
        // unless the signing time shows which is newer
        let timed = |text: &str, version: &str| Release { version: Some(version.to_owned()), ..at(text) };
        let card = VersionFloor::default().advance(&timed("2026-01-01T00:00:00Z", "1.2.0"), "aa", now);
        assert!(card.check(&timed("2026-01-02T00:00:00Z", "abc"), "bb", now).is_ok());
        assert!(card.check(&timed("2026-01-02T00:00:00Z", "1.1.0"), "bb", now).is_err());
        // a time is compared with that of accepting a document without one, if the registry's clock was right
        let accepted = VersionFloor::default().advance(&version("1.2.0"), "aa", now);
        assert!(accepted.check(&at("2026-01-31T23:59:59Z"), "bb", now).is_err());
        assert!(accepted.check(&at("2026-02-01T00:00:01Z"), "bb", now).is_ok());
        let ahead = VersionFloor::default().advance(&version("1.2.0"), "aa", "2027-01-01T00:00:00Z".parse().unwrap());
        assert!(ahead.check(&at("2026-01-31T23:59:59Z"), "bb", now).is_ok());
        let word = VersionFloor::default().advance(&version("abc"), "aa", now);
        assert_eq!(word.advance(&version("1.0.0"), "bb", now).version.as_deref(), Some("1.0.0"));
    }
    /// The registry's clock was a day ahead when it accepted a document whose signer's clock was also ahead.
    #[test]
    fn a_floor_in_the_future_locks_nothing() {
        let time = |text: &str| text.parse().unwrap();
        let at = |text: &str| Release { issued: Some(time(text)), version: None };
        let now = time("2026-03-02T00:20:00Z");
        let right = VersionFloor::default().advance(&at("2026-03-01T00:00:00Z"), "aa", now);
        let ahead =
            right.advance(&at("2026-03-03T00:00:00Z"), "bb", now).advance(&at("2026-03-03T00:10:00Z"), "cc", now);
        // a document newer than the last correct time is accepted, an older one is not
        assert!(ahead.check(&at("2026-03-02T00:15:00Z"), "dd", now).is_ok());
        assert!(ahead.check(&at("2026-02-28T00:00:00Z"), "dd", now).is_err());
        assert!(ahead.check(&at("2026-03-01T00:00:00Z"), "dd", now).is_err());
        let next = ahead.advance(&at("2026-03-02T00:15:00Z"), "dd", now);
        assert!(next.check(&at("2026-03-02T00:14:00Z"), "ee", now).is_err());
        assert!(next.check(&at("2026-03-02T00:16:00Z"), "ee", now).is_ok());
        // signers may be a minute ahead of the registry
        let signer = right.advance(&at("2026-03-02T00:20:50Z"), "bb", now);
        assert!(signer.check(&at("2026-03-02T00:20:00Z"), "cc", now).is_err());
        // the maximum number of times, and the newest is kept
        let many = (0..60)
            .fold(right, |floor, minute| floor.advance(&at(&format!("2026-03-01T01:{minute:02}:00Z")), "aa", now));
        assert_eq!((many.issued, many.earlier.len()), (Some(time("2026-03-01T01:59:00Z")), 16));
    }
}
