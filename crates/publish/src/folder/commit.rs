//! Changes of a site, file by file.
//!
//! A new file is written to [`TEMPORARY`], then takes its path in one step. A published file that it replaces, or that
//! is removed, goes to [`DISPLACED`], where its content is compared with the one that the comparison found. The
//! manifest, written first, lists the contents that the run may leave at each path. So the next run knows what a killed
//! one wrote, and completes the site.

use super::{
    FileAction, FileChange, FolderError, MANIFEST_NAME, MAX_MANIFEST_BYTES, SiteChanges, SiteFolder, SiteManifest,
    SourceFolder, open_folder::OpenFolder, site_folder::is_folder_of,
};
use crate::{Checksum, Content};
use agent_description::Code;
use std::{
    io::{self, Write},
    path::Path,
};

/// The name of a file while it is written, in the site's folder, because a rename stays on one file system.
const TEMPORARY: &str = ".adp-publish.new";
/// The name of a complete file that takes the place of a published one, and then of that published one.
const DISPLACED: &str = ".adp-publish.old";

/// Makes the changes, and ends at the first path that no longer has what the comparison found.
pub(super) fn commit(site: &SiteFolder, changes: &SiteChanges, source: &SourceFolder) -> Result<(), FolderError> {
    let root = site.root()?;
    remove_leftovers(root, &site.manifest)?;
    let manifest = changes.manifest();
    if changes.count(FileAction::Written) == 0 && changes.removed.is_empty() && manifest == site.manifest {
        return Ok(());
    }
    let (meanwhile, afterwards) = (changes.manifest_meanwhile(&site.manifest).to_bytes(), manifest.to_bytes());
    // do not write a manifest that a later run cannot read
    if meanwhile.len().max(afterwards.len()) > MAX_MANIFEST_BYTES {
        let most = MAX_MANIFEST_BYTES >> 20;
        let message = format!("the paths of the files take more than {most} MiB; publish them as several sites");
        return Err(FolderError::refused(Code::JSON_SIZE, message, None));
    }
    write_manifest(root, &meanwhile)?;
    // a file that becomes a folder makes way for it first, and the reverse
    let dropped = site.manifest.files.keys().filter(|path| !manifest.files.contains_key(*path));
    let (in_the_way, others): (Vec<&String>, Vec<&String>) = dropped.partition(|path| is_in_the_way(path, &manifest));
    take_all_away(root, &in_the_way, changes)?;
    for change in changes.wanted.iter().filter(|change| change.action == FileAction::Written) {
        if let Err(failed) = write(root, change, source).and_then(|()| place(root, change)) {
            let _ = root.remove_file(TEMPORARY);
            return Err(failed);
        }
    }
    take_all_away(root, &others, changes)?;
    write_manifest(root, &afterwards)
}

/// Whether a file of the site is to have the path of a folder above this path, or is to be in a folder of this path.
fn is_in_the_way(path: &str, manifest: &SiteManifest) -> bool {
    path.match_indices('/').any(|(at, _)| manifest.files.contains_key(&path[..at]))
        || is_folder_of(&manifest.files, path)
}

/// Removes the files that are no longer wanted, and empty folders, also those that a killed run left.
fn take_all_away(root: &OpenFolder, paths: &[&String], changes: &SiteChanges) -> Result<(), FolderError> {
    for path in paths {
        if let Some(before) = changes.removed.get(*path) {
            take_away(root, path, before)?;
        }
        remove_empty_folders(root, path);
    }
    Ok(())
}

/// Removes what a killed run left; the caller holds the lock.
///
/// # Errors
/// If the killed run displaced a file of another program: it is not removed.
fn remove_leftovers(root: &OpenFolder, manifest: &SiteManifest) -> Result<(), FolderError> {
    let place = root.path().join(DISPLACED);
    let failed = |error: io::Error| FolderError::io("remove", &place, error);
    let _ = root.remove_file(TEMPORARY);
    if root.kind(DISPLACED).map_err(failed)?.is_none() {
        return Ok(());
    }
    let found = root.file(DISPLACED).and_then(|file| Checksum::from_reader(file, |_| Ok(())));
    if !found.is_ok_and(|found| manifest.files.keys().any(|path| manifest.wrote(path, &found))) {
        let message =
            format!("{} is a file of another program, which `adp publish` moved out of its way", place.display());
        let help = "move it back to its place or delete it, then publish again";
        return Err(FolderError::refused(Code::IO_EXISTS, message, Some(help)));
    }
    root.remove_file(DISPLACED).map_err(failed)
}

/// Writes a new file under its temporary name.
fn write(root: &OpenFolder, change: &FileChange, source: &SourceFolder) -> Result<(), FolderError> {
    let path = change.file.path.as_str();
    let failed = |error: io::Error| FolderError::io("write", &root.path().join(path), error);
    let mut file = root.new_file(TEMPORARY).map_err(failed)?;
    match &change.file.content {
        Content::Bytes(bytes) => file.write_all(bytes).map_err(failed)?,
        Content::Copied(expected) => {
            let unread = |error: io::Error| FolderError::io("copy", &source.place(path), error);
            let found = Checksum::from_reader(source.open(path)?, |piece| file.write_all(piece)).map_err(unread)?;
            if found != *expected {
                let help = "run it again, which completes the site";
                return Err(FolderError::source(
                    &source.place(path),
                    "was changed while it was being published",
                    Some(help),
                ));
            }
        }
        // a preview is never committed
        Content::Unsigned => {
            return Err(FolderError::refused(Code::IO_READ, format!("{path} has not been signed"), None));
        }
    }
    file.sync_all().map_err(failed)
}

/// Puts the new file at its path, if the path still has what the comparison found.
fn place(root: &OpenFolder, change: &FileChange) -> Result<(), FolderError> {
    let path = change.file.path.as_str();
    let target = root.path().join(path);
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            changed_meanwhile(&target)
        }
        _ => FolderError::io("write", &target, error),
    };
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = root.below(folder, true).map_err(failed)?.ok_or_else(|| changed_meanwhile(&target))?;
    let Some(before) = &change.before else {
        return root.rename_new(TEMPORARY, &folder, name).map_err(failed);
    };
    // from here on, a complete file of ours or the published one has this name
    root.rename_new(TEMPORARY, root, DISPLACED).map_err(failed)?;
    let placed = match root.exchange(DISPLACED, &folder, name) {
        Ok(true) if has_content(root, DISPLACED, before) => root.remove_file(DISPLACED).map_err(failed),
        Ok(true) => {
            root.exchange(DISPLACED, &folder, name).map_err(failed).and_then(|_| Err(changed_meanwhile(&target)))
        }
        // without an exchange, the file is compared just before
        Ok(false) if has_content(&folder, name, before) => root.rename(DISPLACED, &folder, name).map_err(failed),
        Ok(false) => Err(changed_meanwhile(&target)),
        Err(error) => Err(failed(error)),
    };
    // the file that took the path in between is not ours to remove
    if placed.is_err() && change.checksum.is_some_and(|ours| has_content(root, DISPLACED, &ours)) {
        let _ = root.remove_file(DISPLACED);
    }
    placed
}

/// Removes a file that is no longer wanted, if it is still the one that the comparison found.
fn take_away(root: &OpenFolder, path: &str, before: &Checksum) -> Result<(), FolderError> {
    let target = root.path().join(path);
    let failed = |error: io::Error| FolderError::io("remove", &target, error);
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let Some(folder) = root.below(folder, false).map_err(failed)? else { return Ok(()) };
    match folder.rename_new(name, root, DISPLACED) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        taken => taken.map_err(failed)?,
    }
    if has_content(root, DISPLACED, before) {
        return root.remove_file(DISPLACED).map_err(failed);
    }
    let _ = root.rename_new(DISPLACED, &folder, name);
    Err(changed_meanwhile(&target))
}

/// Whether a folder has a regular file of this name with this content.
fn has_content(folder: &OpenFolder, name: &str, expected: &Checksum) -> bool {
    let found = folder.file(name).and_then(|file| Checksum::from_reader(file, |_| Ok(())));
    found.is_ok_and(|found| found == *expected)
}

/// Another program changed a path between the comparison and the replacement.
fn changed_meanwhile(target: &Path) -> FolderError {
    let message = format!("{} was changed by another program while the site was being published", target.display());
    let help = "the other program's file was kept; look at it, then publish again, which completes the site";
    FolderError::refused(Code::IO_EXISTS, message, Some(help))
}

/// Replaces the manifest; a symbolic link at its path is replaced, not followed.
fn write_manifest(root: &OpenFolder, bytes: &[u8]) -> Result<(), FolderError> {
    let written = root.new_file(TEMPORARY).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    let placed = written.and_then(|()| root.rename(TEMPORARY, root, MANIFEST_NAME));
    placed.map_err(|error| FolderError::io("write", &root.path().join(MANIFEST_NAME), error))?;
    root.sync();
    Ok(())
}

/// Removes empty folders above a path, except for the site's own.
fn remove_empty_folders(root: &OpenFolder, path: &str) {
    for (at, _) in path.rmatch_indices('/') {
        let (parent, name) = path[..at].rsplit_once('/').unwrap_or(("", &path[..at]));
        let Ok(parent) = root.below(parent, false) else { return };
        // a killed run may have removed the inner folders
        let removed = parent.map_or(Ok(()), |parent| parent.remove_folder(name));
        if removed.is_err_and(|error| error.kind() != io::ErrorKind::NotFound) {
            return;
        }
    }
}
