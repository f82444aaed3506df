//! The mark beside a store's file that the file is still the one that the last process closed.
//!
//! A file that is put back from a copy lacks what was written after the copy, and cannot know it. But the system gives a
//! file another change time whenever it is written, replaced or renamed, and no program can set that time. A process that
//! closes the file therefore notes what the system says of it, and the next one compares.

use std::{
    ffi::OsString,
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
};

/// `FILE.closed`
fn mark_path(file: &Path) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(".closed");
    name.into()
}

/// Device, inode, size, and time of the last change; `None` on systems that do not tell them.
#[cfg(unix)]
fn identity(found: &Metadata) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let (device, inode, size) = (found.dev(), found.ino(), found.size());
    Some(format!("{device} {inode} {size} {} {}\n", found.ctime(), found.ctime_nsec()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<String> {
    None
}

/// Whether a file is as the last process closed it. Removes the mark, before the file is changed.
pub(super) fn take(file: &Path) -> bool {
    let mark = mark_path(file);
    let known = fs::read_to_string(&mark);
    let is_removed = fs::remove_file(&mark).is_ok();
    let found = fs::metadata(file).ok().as_ref().and_then(identity);
    is_removed && known.is_ok_and(|known| found == Some(known))
}

/// Marks a file that was just closed.
///
/// # Errors
/// The mark cannot be written. Then the next process does not trust the file.
pub(super) fn write(file: &Path) -> io::Result<()> {
    match identity(&fs::metadata(file)?) {
        Some(identity) => fs::write(mark_path(file), identity),
        None => Ok(()),
    }
}
