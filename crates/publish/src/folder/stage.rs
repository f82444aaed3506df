//! The temporary folder inside the site's folder, so that renames stay on one file system.
//!
//! Its name identifies it: `.adp-stage-`, random digits, and digits of their hash. A later run removes those of aborted
//! runs, but no other folders.

use super::{
    FolderError,
    open_folder::{Kind, OpenFolder},
};
use crate::Checksum;
use agent_description::hex::hex;
use std::{fs::File, io};

const PREFIX: &str = ".adp-stage-";
/// Number of random digits, and of hash digits.
const DIGITS: usize = 16;
/// The prefix of its file names, before a number.
const FILES: [&str; 3] = ["new-", "old-", "manifest-"];

/// The temporary folder of a run; removed at its end.
#[derive(Debug)]
pub(super) struct Stage<'a> {
    root: &'a OpenFolder,
    name: String,
    /// The folder.
    pub folder: OpenFolder,
}

impl<'a> Stage<'a> {
    /// Creates one in a site's folder, named with the first of these random digits.
    pub(super) fn new(root: &'a OpenFolder, random: &str) -> Result<Self, FolderError> {
        let failed = |error: io::Error| FolderError::io("write", root.path(), error);
        let name = name(random.get(..DIGITS).unwrap_or_default());
        root.make_folder(&name).map_err(failed)?;
        let missing = || failed(io::ErrorKind::NotFound.into());
        let folder = root.below(&name, false).map_err(failed)?.ok_or_else(missing)?;
        Ok(Self { root, name, folder })
    }

    /// Creates a file in it.
    pub(super) fn new_file(&self, name: &str) -> io::Result<File> {
        self.folder.new_file(name)
    }

    /// Gives a file a name that no run removes, because it belongs to another program.
    pub(super) fn keep(&self, name: &str) -> io::Result<()> {
        self.folder.rename(name, &self.folder, &format!("kept-{name}"))
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        clear(self.root, &self.name);
    }
}

/// Removes those of aborted runs; the caller holds the lock.
pub(super) fn remove_leftovers(root: &OpenFolder) {
    for found in root.names().unwrap_or_default() {
        let digits = found.strip_prefix(PREFIX).and_then(|digits| digits.get(..DIGITS));
        if digits.is_some_and(|digits| name(digits) == found) {
            clear(root, &found);
        }
    }
}

fn name(digits: &str) -> String {
    let hash = hex(&Checksum::from_bytes(format!("adp publish {digits}").as_bytes()).sha256);
    format!("{PREFIX}{digits}{}", &hash[..DIGITS])
}

/// Removes a run's files, and the folder if it is empty.
fn clear(root: &OpenFolder, name: &str) {
    let Ok(Some(folder)) = root.below(name, false) else { return };
    for file in folder.names().unwrap_or_default() {
        let number = FILES.iter().find_map(|prefix| file.strip_prefix(prefix));
        let is_ours = number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
        if is_ours && matches!(folder.kind(&file), Ok(Some(Kind::File))) {
            let _ = folder.remove_file(&file);
        }
    }
    let _ = root.remove_folder(name);
}
