//! The paths of a site: no two of them may be the same file on any file system.

use crate::{PublishFault, place_in_site::check_path};
use icu_normalizer::DecomposingNormalizerBorrowed;
use std::collections::BTreeMap;

/// The paths of a site with their owners.
///
/// Two paths that differ only in case or Unicode form (`Ad.json`, `ad.json`) are one file on many disks, and two files
/// on others. On the former, the last written one would replace the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct SitePaths {
    /// Files and folders by their normalized paths.
    taken: BTreeMap<String, Taken>,
}

#[derive(Clone, Debug)]
struct Taken {
    path: String,
    /// The file, or the first one in the folder.
    owner: String,
    is_folder: bool,
}

impl SitePaths {
    /// Whether a file has this path, or one that is the same file on some disk.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.taken.get(&folded(path)).is_some_and(|taken| !taken.is_folder)
    }

    /// Reserves a path for `owner`: the publisher's file, or another name for messages.
    ///
    /// # Errors
    /// An invalid path, or one that is already used. Paths are compared without case, Unicode form (NFC, NFD),
    /// invisible characters, and trailing dots and spaces. After an error nothing is reserved.
    pub(crate) fn insert(&mut self, path: &str, owner: &str) -> Result<(), PublishFault> {
        check_path(path)?;
        let parts = || path.match_indices('/').map(|(at, _)| &path[..at]).chain([path]);
        for part in parts() {
            let Some(other) = self.taken.get(&folded(part)) else { continue };
            let is_folder = part.len() < path.len();
            if other.path != part {
                return Err(PublishFault::Twin {
                    path: part.to_owned(),
                    other_path: other.path.clone(),
                    other: other.owner.clone(),
                });
            }
            if !(is_folder && other.is_folder) {
                let path = if is_folder { format!("{part}/") } else { part.to_owned() };
                return Err(PublishFault::Conflict { path, other: other.owner.clone() });
            }
        }
        for part in parts() {
            let is_folder = part.len() < path.len();
            let taken = || Taken { path: part.to_owned(), owner: owner.to_owned(), is_folder };
            self.taken.entry(folded(part)).or_insert_with(taken);
        }
        Ok(())
    }
}

/// The normalization for paths that are one file on some disk: without case, Unicode form, invisible characters (HFS+),
/// and trailing dots and spaces of a name (Windows).
///
/// Nearly Unicode's canonical caseless matching (section 3.13, D145). Two equal results may still be two files: use it
/// only if a refusal is safe.
pub fn folded(path: &str) -> String {
    let decomposed = DecomposingNormalizerBorrowed::new_nfd();
    let path = decomposed.normalize(path);
    let seen = path.chars().filter(|&c| !is_ignorable(c));
    let caseless: String = seen.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    let names: Vec<&str> = caseless.split('/').map(|name| name.trim_end_matches(['.', ' '])).collect();
    decomposed.normalize(&names.join("/")).into_owned()
}

/// Unicode's `Default_Ignorable_Code_Point`, without the reserved ones.
const fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::SitePaths;
    use crate::PublishFault;

    #[test]
    fn twins_and_files_in_place_of_folders() {
        for (one, other) in [
            ("ad.json", "AD.json"),
            ("caf\u{e9}.json", "cafe\u{301}.json"),
            ("stra\u{df}e", "STRASSE"),
            ("\u{3a3}\u{3c2}", "\u{3c3}\u{3c3}"),
            ("\u{212a}.txt", "k.txt"),
            ("a\u{200d}b", "ab"),
            ("x.", "x"),
            ("x /y", "x/z"),
            ("Rooms/a", "rooms/b"),
            ("\u{c5}ngstr\u{f6}m/a", "A\u{30a}NGSTRO\u{308}M/b"),
            ("rooms", "ROOMS/b"),
        ] {
            for (one, other) in [(one, other), (other, one)] {
                let mut paths = SitePaths::default();
                paths.insert(one, "first").unwrap();
                let refused = paths.insert(other, "second");
                assert!(matches!(&refused, Err(PublishFault::Twin { other, .. }) if other == "first"), "{refused:?}");
            }
        }
        for (one, other) in [("a", "a"), ("a", "a/b"), ("a/b", "a"), ("a/b/c", "a/b")] {
            let mut paths = SitePaths::default();
            paths.insert(one, "first").unwrap();
            let refused = paths.insert(other, "second");
            assert!(matches!(&refused, Err(PublishFault::Conflict { other, .. }) if other == "first"), "{refused:?}");
        }
        let mut paths = SitePaths::default();
        for path in ["a/b", "a/c", "ab", "a.b", "\u{e9}", "e", "a b", "a-b"] {
            paths.insert(path, path).unwrap();
        }
        assert!(matches!(paths.insert("../a", "x"), Err(PublishFault::Path { .. })));
    }
}
