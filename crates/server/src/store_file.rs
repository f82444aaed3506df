//! Store files: opened, or created if missing.

use redb::{Builder, Database, backends::FileBackend};
use std::{
    fs::{self, File, OpenOptions},
    io,
    path::Path,
};

/// Opens or creates the file of a store for reading and writing; the name of a new file is as durable as its content.
///
/// A symbolic link to a file is followed, because operators may keep the file on another disk. A dangling link is
/// refused, and its target is not created, because the link's owner chose it.
///
/// # Errors
/// If the file can neither be opened nor created, or the name is a dangling link.
pub fn open(path: &Path) -> io::Result<File> {
    open_or_create(path).map(|(file, _)| file)
}

/// The opened file, and whether it is new.
fn open_or_create(path: &Path) -> io::Result<(File, bool)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        opened => return opened.map(|file| (file, false)),
    }
    // the system follows no links here
    match options.create_new(true).open(path) {
        Ok(file) => match keep_name(path) {
            Ok(()) => Ok((file, true)),
            Err(error) => Err(remove_unfinished(path, error)),
        },
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => {
                Err(io::Error::new(io::ErrorKind::NotFound, "it is a symbolic link to a file that does not exist"))
            }
            // another process was faster
            _ => options.create_new(false).open(path).map(|file| (file, false)),
        },
        Err(error) => Err(error),
    }
}

/// Opens or creates the database in the file of a store, and checks it, so that damage becomes an error instead of a
/// later panic. A new file in which no database can be created, because the disk is full, is removed.
///
/// # Errors
/// As [`open`], or the file is damaged or has other content.
pub fn open_database(path: &Path) -> Result<Database, redb::Error> {
    let (file, is_new) = open_or_create(path)?;
    let create = || -> Result<Database, redb::Error> {
        Ok(Builder::new().set_check_integrity_on_open(true).create_with_backend(FileBackend::new(file)?)?)
    };
    match create() {
        // another process was faster
        Err(error) if is_new && !matches!(error, redb::Error::DatabaseAlreadyOpen) => {
            Err(remove_unfinished(path, error))
        }
        created => created,
    }
}

/// Removes a file that this process has just created and could not complete. Returns the error.
fn remove_unfinished<E>(path: &Path, error: E) -> E {
    // the error is why it is not complete
    let _ = fs::remove_file(path);
    error
}

/// Syncs the folder to disk: otherwise the file could be missing after a power loss.
fn keep_name(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
