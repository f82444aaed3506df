//! Which version of a file this is, told without reading it.

use crate::publish::manifest::sha256;
use std::{
    fs::Metadata,
    time::{Duration, SystemTime},
};

/// By how much a file system's clock may stand still: FAT's is the coarsest. Two changes within it may have one time.
const GRAIN: Duration = Duration::from_secs(2);

/// What changes when a file does: which file it is, its size, when its bytes and when anything of it last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    identity: (u64, u64),
    length: u64,
    modified: Option<SystemTime>,
    changed: Option<(i64, i64)>,
}

impl Version {
    /// The version of an open file.
    pub fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let (identity, changed) = {
            use std::os::unix::fs::MetadataExt;
            ((metadata.dev(), metadata.ino()), Some((metadata.ctime(), metadata.ctime_nsec())))
        };
        #[cfg(not(unix))]
        let (identity, changed) = ((0, 0), None);
        Self { identity, length: metadata.len(), modified: metadata.modified().ok(), changed }
    }

    /// The size in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether the bytes of an open file are still those of this version. That it has lost its name, or got another, changes nothing of them.
    pub fn has_bytes_of(&self, metadata: &Metadata) -> bool {
        self.length == metadata.len() && self.modified == metadata.modified().ok()
    }

    /// When it was last modified, in HTTP's whole seconds, and not after `now` (RFC 9110 section 8.8.2.1).
    pub fn last_modified(&self, now: SystemTime) -> Option<SystemTime> {
        let since = self.modified?.min(now).duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Some(SystemTime::UNIX_EPOCH + Duration::from_secs(since.as_secs()))
    }

    /// The entity tag (RFC 9110 section 8.8.3): strong once the file is older than the grain of its times; until then another change might
    /// leave no trace, so the tag is weak, and another than the strong one, which has a client ask once more.
    pub fn entity_tag(&self, now: SystemTime) -> String {
        let settled = self.last_change().is_some_and(|last| now.duration_since(last).is_ok_and(|age| age > GRAIN));
        let hash = sha256(format!("{self:?} {settled}").as_bytes());
        let weak = if settled { "" } else { "W/" };
        format!("{weak}\"{}\"", &hash[..32])
    }

    /// The later of the two times: the first can be set back, the second only with the machine's clock.
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
        Version::of(&fs::metadata(path).unwrap())
    }

    #[test]
    fn every_change_of_a_file_is_another_version() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "one").unwrap();
        let later = SystemTime::now() + Duration::from_secs(60);
        let first = version(&path);
        assert_eq!(first.entity_tag(later), version(&path).entity_tag(later));
        // another file of the same size and time in its place, as `adp publish` writes it
        let other = folder.path().join("other");
        fs::write(&other, "two").unwrap();
        File::open(&other).unwrap().set_modified(fs::metadata(&path).unwrap().modified().unwrap()).unwrap();
        fs::rename(&other, &path).unwrap();
        let second = version(&path);
        assert_ne!(second.entity_tag(later), first.entity_tag(later));
        // the same file with other times, or another size
        let mut tags = vec![second.entity_tag(later)];
        for version in [
            Version { length: 4, ..second },
            Version { modified: Some(SystemTime::UNIX_EPOCH), ..second },
            Version { changed: Some((1, 1)), ..second },
            Version { changed: Some((1, 2)), ..second },
            Version { identity: (second.identity.0, 0), ..second },
        ] {
            tags.push(version.entity_tag(later));
        }
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), 6);
    }

    #[test]
    fn a_tag_is_strong_once_no_change_can_hide() {
        let second = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let version = Version { identity: (1, 2), length: 3, modified: Some(second(100)), changed: Some((200, 5)) };
        let strong = version.entity_tag(second(203));
        assert!(strong.starts_with('"'), "{strong}");
        assert_eq!(strong, version.entity_tag(second(1_000_000)));
        for now in [150, 200, 201, 202] {
            let weak = version.entity_tag(second(now));
            assert!(weak.starts_with("W/\"") && !weak.contains(&strong), "{now}: {weak}");
        }
        // times that nobody knows, or that lie ahead
        assert!(Version { modified: None, changed: None, ..version }.entity_tag(second(300)).starts_with("W/"));
        assert!(Version { modified: Some(second(400)), ..version }.entity_tag(second(300)).starts_with("W/"));
    }

    #[test]
    fn dates_are_whole_seconds_and_not_ahead() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000);
        let version = |modified| Version { identity: (1, 2), length: 3, modified: Some(modified), changed: None };
        let at = |millis| SystemTime::UNIX_EPOCH + Duration::from_millis(millis);
        assert_eq!(version(at(5_999)).last_modified(now), Some(at(5_000)));
        assert_eq!(version(at(2_000_000)).last_modified(now), Some(now));
        // the year 10000, which HTTP's dates do not have
        let far = SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_800);
        assert_eq!(version(far).last_modified(now), Some(now));
        let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(version(before).last_modified(now), Some(SystemTime::UNIX_EPOCH));
    }
}
