//! Opening files below a folder without following symbolic links.
//!
//! Checking a path before opening it leaves a race: anyone who may write to the folder can replace a part by a link in
//! between. Here each folder is opened by its own name in the one before.

use super::open_folder::{Kind, OpenFolder};
use std::{
    fs::File,
    io,
    path::{self, Component, Path, PathBuf},
};

/// Why a file below a folder cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The path is not a simple relative one: empty, absolute, or with `.`, `..`, doubled or trailing slashes, or NUL.
    #[error("the path may leave the folder; use simple names")]
    Path,
    /// The file does not exist.
    #[error("no such file")]
    Missing,
    /// The file, or a folder in its path, is a symbolic link.
    #[error("found a link, expected a regular file and folders")]
    Link,
    /// It is a folder, a pipe, a socket or a device.
    #[error("found a folder or special file, expected a regular file")]
    NotAFile,
    /// The system denies access, or fails.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Opens the regular file at `relative` below `root` for reading. The path of `root` itself may contain links;
/// `relative` may not.
///
/// Never blocks on a named pipe. Hard links are opened like any other file.
///
/// # Errors
/// [`OpenError`]; with [`OpenError::Io`] it is unknown whether the file exists.
pub fn open_below(root: &Path, relative: &Path) -> Result<File, OpenError> {
    if !is_plain(relative) {
        return Err(OpenError::Path);
    }
    let mut folder = OpenFolder::open(root)?;
    let parents = relative.parent().unwrap_or(Path::new(""));
    for name in parents {
        folder = folder.folder(name).map_err(|error| refusal(&folder, Path::new(name), error, Kind::Folder))?;
    }
    let name = Path::new(relative.file_name().unwrap_or_default());
    folder.file(name).map_err(|error| refusal(&folder, name, error, Kind::File))
}

/// Why the entry of a folder could not be opened as one of this kind.
fn refusal(folder: &OpenFolder, name: &Path, error: io::Error, wanted: Kind) -> OpenError {
    match (folder.kind(name), error.kind()) {
        (Ok(None), _) => OpenError::Missing,
        (Ok(Some(Kind::Link)), _) => OpenError::Link,
        // it was a link when it was opened, and is none any more
        _ if is_of_a_link(&error) => OpenError::Link,
        (Ok(Some(Kind::Folder | Kind::Special)), _) if wanted == Kind::File => OpenError::NotAFile,
        // a file instead of a folder: the path does not exist
        (_, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => OpenError::Missing,
        _ => OpenError::Io(error),
    }
}

#[cfg(unix)]
fn is_of_a_link(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

#[cfg(not(unix))]
fn is_of_a_link(_: &io::Error) -> bool {
    false
}

/// Whether a path consists only of names, in the canonical spelling.
fn is_plain(path: &Path) -> bool {
    let names = path.components().all(|component| matches!(component, Component::Normal(_)));
    // `components` normalizes `a/./b` and `a/`, which systems treat differently
    let spelling = path.components().collect::<PathBuf>();
    names
        && !path.as_os_str().is_empty()
        && spelled(&spelling).eq(spelled(path))
        && !path.as_os_str().as_encoded_bytes().contains(&0)
}

/// The bytes of a path, with `/` for the second separator that Windows has.
fn spelled(path: &Path) -> impl Iterator<Item = u8> {
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes.map(|&byte| if path::is_separator(char::from(byte)) { b'/' } else { byte })
}
