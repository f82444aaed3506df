//! Versions of files, identified by metadata without reading the content.

use agent_description::hex::hex;
use sha2::{Digest, Sha256};
use std::{
    fs::Metadata,
    time::{Duration, SystemTime},
};

/// Maximum resolution of file system times; FAT has the coarsest. Two changes within this time can have the same
/// timestamp.
const TIMESTAMP_RESOLUTION: Duration = Duration::from_secs(2);

/// The metadata that changes with a file: identity, size, modification time and change time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    identity: (u64, u64),
    length: u64,
    modified: Option<SystemTime>,
    changed: Option<(i64, i64)>,
    /// Number of hard links.
    links: u64,
}

impl Version {
    /// The version of an open file.
    pub fn from_metadata(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let (identity, changed, links) = {
            use std::os::unix::fs::MetadataExt;
            ((metadata.dev(), metadata.ino()), Some((metadata.ctime(), metadata.ctime_nsec())), metadata.nlink())
        };
        #[cfg(not(unix))]
        let (identity, changed, links) = ((0, 0), None, 0);
        Self { identity, length: metadata.len(), modified: metadata.modified().ok(), changed, links }
    }

    /// The size in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether an open file still has the content of this version; `now` is its current version.
    ///
    /// The modification time can be set back, the change time cannot. But the change time also changes when the file
    /// gets another hard link, or when another file takes its name. Therefore it is only compared if the number of
    /// links is the same and the file still has its name.
    pub fn has_bytes_of(&self, now: &Self, has_its_name: impl FnOnce() -> bool) -> bool {
        let is_same = self.length == now.length && self.modified == now.modified;
        is_same && (self.changed == now.changed || self.links != now.links || !has_its_name())
    }

    /// Whether both are versions of the same file.
    #[cfg(unix)]
    pub fn is_of_same_file(&self, other: &Self) -> bool {
        self.identity == other.identity
    }

    /// Whether both are versions of the same file; not detectable on this platform.
    #[cfg(not(unix))]
    pub fn is_of_same_file(&self, _: &Self) -> bool {
        true
    }

    /// The modification time in whole seconds (RFC 9110, section 8.8.2), rounded up and never after `now`.
    ///
    /// `None` while another change could have the same date. Rounding up ensures that a client that reports an earlier
    /// date has the file from before the change.
    pub fn last_modified(&self, now: SystemTime) -> Option<SystemTime> {
        let modified = self.modified.filter(|_| self.is_settled(now))?;
        let since = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let seconds = since.as_secs() + u64::from(since.subsec_nanos() > 0);
        Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
    }

    /// The entity tag (RFC 9110, section 8.8.3). It is weak while the file is newer than the resolution of its
    /// timestamps, because another change might go undetected. The later strong tag differs, so that clients ask again.
    pub fn entity_tag(&self, now: SystemTime) -> String {
        let settled = self.is_settled(now);
        let hash = hex(&Sha256::digest(format!("{self:?} {settled}")));
        let weak = if settled { "" } else { "W/" };
        format!("{weak}\"{}\"", &hash[..32])
    }

    /// Whether the file is older than the resolution of its timestamps.
    fn is_settled(&self, now: SystemTime) -> bool {
        self.last_change().is_some_and(|last| now.duration_since(last).is_ok_and(|age| age > TIMESTAMP_RESOLUTION))
    }

    /// The later of modification and change time. The modification time can be set back.
    fn last_change(&self) -> Option<SystemTime> {
        let changed = self.changed.and_then(|(seconds, nanoseconds)| {
            let since = Duration::new(u64::try_from(seconds).ok()?, u32::try_from(nanoseconds).ok()?);
            SystemTime::UNIX_EPOCH.checked_add(since)
        });
        self.modified.max(changed)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Version;
    use std::{
        fs::{self, File},
        path::Path,
        time::{Duration, SystemTime},
    };

    fn version(path: &Path) -> Version {
        Version::from_metadata(&fs::metadata(path).unwrap())
    }

    #[test]
    fn every_change_of_a_file_is_another_version() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "one").unwrap();
        let later = SystemTime::now() + Duration::from_secs(60);
        let first = version(&path);
        assert_eq!(first.entity_tag(later), version(&path).entity_tag(later));
        // a different file of the same size and time, as `adp publish` writes it
        let other = folder.path().join("other");
        fs::write(&other, "two").unwrap();
        File::open(&other).unwrap().set_modified(fs::metadata(&path).unwrap().modified().unwrap()).unwrap();
        fs::rename(&other, &path).unwrap();
        let second = version(&path);
        assert_ne!(second.entity_tag(later), first.entity_tag(later));
        // the same file with other times or another size
        let mut tags = vec![second.entity_tag(later)];
        for version in [
            Version { length: 4, ..second },
            Version { modified: Some(SystemTime::UNIX_EPOCH), ..second },
            Version { changed: Some((1, 1)), ..second },
            Version { changed: Some((1, 2)), ..second },
            Version { identity: (second.identity.0, 0), ..second },
            Version { links: 2, ..second },
        ] {
            tags.push(version.entity_tag(later));
        }
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), 7);
    }

    #[test]
    fn a_tag_is_strong_once_no_change_can_hide() {
        let second = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let version =
            Version { identity: (1, 2), length: 3, modified: Some(second(100)), changed: Some((200, 5)), links: 1 };
        let strong = version.entity_tag(second(203));
        assert!(strong.starts_with('"'), "{strong}");
        assert_eq!(strong, version.entity_tag(second(1_000_000)));
        for now in [150, 200, 201, 202] {
            let weak = version.entity_tag(second(now));
            assert!(weak.starts_with("W/\"") && !weak.contains(&strong), "{now}: {weak}");
        }
        // unknown or future times
        assert!(Version { modified: None, changed: None, ..version }.entity_tag(second(300)).starts_with("W/"));
        assert!(Version { modified: Some(second(400)), ..version }.entity_tag(second(300)).starts_with("W/"));
    }

    #[test]
    fn dates_are_whole_seconds_and_not_ahead() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        let version =
            |modified| Version { identity: (1, 2), length: 3, modified: Some(modified), changed: None, links: 1 };
        let at = |millis| SystemTime::UNIX_EPOCH + Duration::from_millis(millis);
        assert_eq!(version(at(5_000)).last_modified(now), Some(at(5_000)));
        // a client that got the file at 5.5 s got it before this change
        assert_eq!(version(at(5_001)).last_modified(now), Some(at(6_000)));
        assert_eq!(version(at(5_999)).last_modified(now), Some(at(6_000)));
        assert_eq!(version(at(2_000_000)).last_modified(now), None);
        // the year 10000, which HTTP dates cannot express
        let far = SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_800);
        assert_eq!(version(far).last_modified(now), None);
        let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(version(before).last_modified(now), Some(SystemTime::UNIX_EPOCH));
    }

    #[test]
    fn a_file_has_no_date_while_another_change_could_have_it_too() {
        let at = |millis| SystemTime::UNIX_EPOCH + Duration::from_millis(millis);
        let version =
            Version { identity: (1, 2), length: 3, modified: Some(at(5_100)), changed: Some((5, 1)), links: 1 };
        for now in [5_100, 5_900, 6_000, 7_000, 7_100] {
            assert_eq!(version.last_modified(at(now)), None, "{now}");
        }
        assert_eq!(version.last_modified(at(7_101)), Some(at(6_000)));
        // a modification time that was just set back
        let set_back = Version { changed: Some((20, 0)), ..version };
        assert_eq!(set_back.last_modified(at(21_000)), None);
        assert_eq!(set_back.last_modified(at(22_001)), Some(at(6_000)));
    }

    #[test]
    fn bytes_written_over_are_noticed_though_their_time_is_set_back() {
        let version = Version {
            identity: (1, 2),
            length: 3,
            modified: Some(SystemTime::UNIX_EPOCH),
            changed: Some((200, 5)),
            links: 1,
        };
        let later = Version { changed: Some((200, 6)), ..version };
        assert!(version.has_bytes_of(&version, || true));
        assert!(!version.has_bytes_of(&later, || true));
        // another file took its name, and a second link remains
        assert!(version.has_bytes_of(&later, || false));
        // another file took its name, or it got a second link
        for links in [0, 2] {
            let renamed = Version { links, ..later };
            assert!(version.has_bytes_of(&renamed, || true));
            assert!(!version.has_bytes_of(&Version { length: 4, ..renamed }, || false));
            assert!(!version.has_bytes_of(&Version { modified: None, ..renamed }, || false));
        }
    }
}
