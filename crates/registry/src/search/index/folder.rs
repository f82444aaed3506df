//! The folder of an index: opened where it is whole and of this version, emptied where it is not.

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

/// Says that a folder is one of ours, whatever became of the rest.
const MARKER: &str = "adp-registry-index";
/// The engine's list of what is committed.
const META: &str = "meta.json";
/// How names of the engine's temporary files begin.
const TEMPORARY: &str = ".tmp";

/// What is committed with the entries.
#[derive(Debug, Deserialize, Serialize, PartialEq, Eq)]
pub(super) struct Payload {
    version: u32,
    /// The revision of the store that the index has.
    #[serde(flatten)]
    revision: Revision,
}

/// What an index was found to be when it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Opened {
    /// Whole, with all changes of the store up to this revision.
    At(Revision),
    /// Empty: it was not there, not whole or of another version, and has to be rebuilt.
    Empty(Why),
}

/// Why an index is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// There was none.
    New,
    /// Another version of this software made it.
    Version,
    /// It was never finished, or its files are damaged.
    Damaged,
}

impl Payload {
    pub(super) fn text(revision: Revision) -> String {
        // three numbers cannot fail to be written; an empty text would be taken for damage
        serde_json::to_string(&Self { version: VERSION, revision }).unwrap_or_default()
    }
}

/// An index, and the folder that is its own as long as this is there.
pub(super) struct Folder {
    pub index: Index,
    pub opened: Opened,
    pub lock: File,
}

/// Refuses a link.
pub(super) fn no_link(path: &Path) -> Result<(), IndexError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Err(IndexError::Link { path: path.to_owned() }),
        // what is not there is made, and what cannot be read says so when it is opened
        _ => Ok(()),
    }
}

/// What is done with an index that a folder has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    /// It is opened if it is whole.
    Open,
    /// It is thrown away.
    Discard,
}

/// Opens the index of a folder, or empties it. The way to the folder is resolved once; neither it nor anything in it is a link.
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
    // a new file, or the one that was seen: `create_new` follows no link
    let mut lock = OpenOptions::new().create_new(!marked).append(true).open(&marker).map_err(io)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(IndexError::InUse { folder: folder.to_owned() }),
        Err(TryLockError::Error(error)) => return Err(io(error)),
    }
    let why = if marked && existing == Existing::Discard {
        Why::Damaged
    } else if marked {
        match whole(folder, fields) {
            Ok((index, revision)) => return Ok(Folder { index, opened: Opened::At(revision), lock }),
            Err(why) => why,
        }
    } else {
        lock.write_all(b"An index of adp-registry. It is rebuilt if it is missing or damaged.\n").map_err(io)?;
        Why::New
    };
    empty(folder).map_err(io)?;
    let directory = MmapDirectory::open(folder).map_err(|error| IndexError::from_engine("opened")(error.into()))?;
    let index = Index::create(directory, fields.schema.clone(), IndexSettings::default())
        .map_err(IndexError::from_engine("opened"))?;
    Ok(Folder { index, opened: Opened::Empty(why), lock })
}

/// The index, if every file of it is as it was written. What a killed process left beside it is removed.
fn whole(folder: &Path, fields: &Fields) -> Result<(Index, Revision), Why> {
    let mut index = Index::open_in_dir(folder).map_err(|_| Why::Damaged)?;
    let meta = index.load_metas().map_err(|_| Why::Damaged)?;
    let payload =
        meta.payload.and_then(|payload| serde_json::from_str::<Payload>(&payload).ok()).ok_or(Why::Damaged)?;
    if payload.version != VERSION || index.schema() != fields.schema {
        return Err(Why::Version);
    }
    match index.validate_checksum() {
        Ok(broken) if broken.is_empty() => {}
        _ => return Err(Why::Damaged),
    }
    remove_temporary(folder).map_err(|_| Why::Damaged)?;
    remove_uncommitted(&mut index).map_err(|_| Why::Damaged)?;
    Ok((index, payload.revision))
}

/// Removes the engine's temporary files: one is left where the process was killed before it had its name.
fn remove_temporary(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().as_encoded_bytes().starts_with(TEMPORARY.as_bytes()) && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Removes the files of a write that was not committed. The next write counts on from the last commit: it would make files of the same names,
/// and the engine refuses to write to a file that exists.
pub(super) fn remove_uncommitted(index: &mut Index) -> tantivy::Result<()> {
    let mut committed: HashSet<PathBuf> = index.load_metas()?.list_segment_files();
    committed.insert(META.into());
    index.directory_mut().garbage_collect(|| committed)?;
    Ok(())
}

/// Removes all files but the marker.
fn empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() != MARKER && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
