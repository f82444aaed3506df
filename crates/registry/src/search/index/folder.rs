//! The folder of an index. A complete index of this version is opened; any other is emptied.

use super::{
    error::IndexError,
    schema::{Fields, VERSION},
};
use crate::store::Revision;
use serde::{Deserialize, Serialize};
use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
};
use tantivy::{Index, IndexSettings, directory::MmapDirectory};

/// The file that marks a folder as an index of this software.
const MARKER: &str = "adp-registry-index";
/// The engine's list of committed files.
const META: &str = "meta.json";
/// Prefix of the engine's temporary files.
const TEMPORARY: &str = ".tmp";

/// Data that is committed with the entries.
#[derive(Debug, Deserialize, Serialize, PartialEq, Eq)]
pub(super) struct Payload {
    version: u32,
    /// The store revision of the index.
    #[serde(flatten)]
    revision: Revision,
}

impl Payload {
    pub(super) fn text(revision: Revision) -> String {
        // serialization cannot fail; an empty text would be treated as damage
        serde_json::to_string(&Self { version: VERSION, revision }).unwrap_or_default()
    }
}

/// An index with exclusive access to its folder.
pub(super) struct Folder {
    pub index: Index,
    /// The revision of a complete index; `None` for an empty one.
    pub revision: Option<Revision>,
    pub lock: File,
}

/// Rejects a symbolic link.
pub(super) fn no_link(path: &Path) -> Result<(), IndexError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Err(IndexError::Link { path: path.to_owned() }),
        // a missing folder is created, and an unreadable one fails later
        _ => Ok(()),
    }
}

/// What to do with an existing index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    /// Open it, if it is complete.
    Open,
    /// Delete it.
    Discard,
}

/// Opens or empties the index of a folder. The path is resolved once, and neither the folder nor its content may be a
/// symbolic link.
pub(super) fn open(folder: &Path, fields: &Fields, existing: Existing) -> Result<Folder, IndexError> {
    no_link(folder)?;
    let io = |source| IndexError::Io { folder: folder.to_owned(), source };
    fs::create_dir_all(folder).map_err(io)?;
    let folder = &fs::canonicalize(folder).map_err(io)?;
    let mut is_empty = true;
    for entry in fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        is_empty = false;
        if entry.file_type().map_err(io)?.is_symlink() {
            return Err(IndexError::Link { path: entry.path() });
        }
    }
    let marker = folder.join(MARKER);
    let marked = marker.is_file();
    if !marked && !is_empty {
        return Err(IndexError::Folder { folder: folder.to_owned() });
    }
    // `create_new` does not follow links
    let mut lock = OpenOptions::new().create_new(!marked).append(true).open(&marker).map_err(io)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(IndexError::InUse { folder: folder.to_owned() }),
        Err(TryLockError::Error(error)) => return Err(io(error)),
    }
    if marked && existing == Existing::Open {
        // an index that is damaged or of another version is emptied
        if let Some((index, revision)) = whole(folder, fields) {
            return Ok(Folder { index, revision: Some(revision), lock });
        }
    }
    if !marked {
        lock.write_all(b"An index of adp-registry. It is rebuilt if it is missing or damaged.\n").map_err(io)?;
    }
    empty(folder).map_err(io)?;
    let failed = IndexError::from_engine("opened");
    let directory = MmapDirectory::open(folder).map_err(|error| failed(error.into()))?;
    let index = Index::create(directory, fields.schema.clone(), IndexSettings::default()).map_err(failed)?;
    Ok(Folder { index, revision: None, lock })
}

/// Opens the index if it is of this version, and all files are intact. Removes leftovers of killed processes.
fn whole(folder: &Path, fields: &Fields) -> Option<(Index, Revision)> {
    let mut index = Index::open_in_dir(folder).ok()?;
    let payload: Payload = serde_json::from_str(&index.load_metas().ok()?.payload?).ok()?;
    let is_current = payload.version == VERSION && index.schema() == fields.schema;
    if !is_current || !index.validate_checksum().ok()?.is_empty() {
        return None;
    }
    remove_temporary(folder).ok()?;
    remove_uncommitted(&mut index).ok()?;
    Some((index, payload.revision))
}

/// Removes temporary files that a killed process left.
fn remove_temporary(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().as_encoded_bytes().starts_with(TEMPORARY.as_bytes()) && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Removes the files of an uncommitted write. The next write would use the same file names, and the engine refuses to
/// overwrite files.
pub(super) fn remove_uncommitted(index: &mut Index) -> tantivy::Result<()> {
    let mut committed: HashSet<PathBuf> = index.load_metas()?.list_segment_files();
    committed.insert(META.into());
    index.directory_mut().garbage_collect(|| committed)?;
    Ok(())
}

/// Removes all files except the marker.
fn empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() != MARKER && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
