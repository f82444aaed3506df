//! The folder for half-done work, inside the site's, so that a rename stays on one file system.
//!
//! Its name says that a run made it: `.adp-stage-`, random digits, and digits of their hash. A later run clears what one that
//! was killed left behind, and nothing that anyone else could have named so without meaning it.

use super::{
    FolderError,
    open_folder::{Kind, OpenFolder},
};
use crate::Checksum;
use agent_description::hex::hex;
use std::{fs::File, io};

const PREFIX: &str = ".adp-stage-";
/// Digits that are random, and as many of their hash.
const DIGITS: usize = 16;
/// What the names of the files in it begin with, before a number.
const FILES: [&str; 3] = ["new-", "old-", "manifest-"];

/// The folder for half-done work of one run; it goes with the run.
#[derive(Debug)]
pub struct Stage<'a> {
    root: &'a OpenFolder,
    name: String,
    /// The folder.
    pub folder: OpenFolder,
}

impl<'a> Stage<'a> {
    /// Makes one in a site's folder, named with the first of these random digits.
    pub fn new(root: &'a OpenFolder, random: &str) -> Result<Self, FolderError> {
        let failed = |error: io::Error| FolderError::io("write", root.path(), error);
        let name = name(random.get(..DIGITS).unwrap_or_default());
        root.make_folder(&name).map_err(failed)?;
        let missing = || failed(io::ErrorKind::NotFound.into());
        let folder = root.below(&name, None).map_err(failed)?.ok_or_else(missing)?;
        Ok(Self { root, name, folder })
    }

    /// A new file in it.
    pub fn new_file(&self, name: &str) -> io::Result<File> {
        self.folder.new_file(name)
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        clear(self.root, &self.name);
    }
}

/// Clears what runs that were killed left behind: nobody else is at work here.
pub fn remove_leftovers(root: &OpenFolder) {
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

/// Removes the files that a run puts there, and the folder if it is empty then.
fn clear(root: &OpenFolder, name: &str) {
    let Ok(Some(folder)) = root.below(name, None) else { return };
    for file in folder.names().unwrap_or_default() {
        let number = FILES.iter().find_map(|prefix| file.strip_prefix(prefix));
        let is_ours = number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
        if is_ours && matches!(folder.kind(&file), Ok(Some(Kind::File))) {
            let _ = folder.remove_file(&file);
        }
    }
    let _ = root.remove_folder(name);
}
