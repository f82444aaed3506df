//! Changes of a site, file by file.

use super::{
    Action, Change, Changes, FolderError, MANIFEST_NAME, MAX_MANIFEST_BYTES, SiteFolder, SourceFolder,
    open_folder::OpenFolder,
    stage::{Stage, remove_leftovers},
};
use crate::{Checksum, Content};
use agent_description::Code;
use std::{
    io::{self, Write},
    path::Path,
};

/// Makes the changes. First all new files are written to a temporary folder; then each takes its path, if the path still
/// has what the comparison found. If a step fails, the manifest lists the files of both states, and the next run
/// completes the site.
pub(super) fn commit(
    tree: &SiteFolder,
    changes: &Changes,
    source: &SourceFolder,
    digits: &str,
) -> Result<(), FolderError> {
    let manifest = changes.manifest();
    let root = tree.root()?;
    remove_leftovers(root);
    if changes.count(Action::Written) == 0 && changes.removed.is_empty() && manifest == tree.manifest {
        return Ok(());
    }
    // do not write a manifest that a later run cannot read
    let (mut meanwhile, afterwards) = (changes.manifest_meanwhile(&tree.manifest), manifest.to_bytes());
    if meanwhile.to_bytes().len().max(afterwards.len()) > MAX_MANIFEST_BYTES {
        let most = MAX_MANIFEST_BYTES >> 20;
        let message = format!("the paths of the files take more than {most} MiB; publish them as several sites");
        return Err(FolderError::refused(Code::JSON_SIZE, message, None));
    }
    let stage = Stage::new(root, digits)?;
    let written: Vec<&Change> = changes.wanted.iter().filter(|change| change.action == Action::Written).collect();
    for (number, change) in written.iter().enumerate() {
        let path = change.file.path.as_str();
        let failed = |error: io::Error| FolderError::io("write", &tree.path.join(path), error);
        let mut file = stage.new_file(&staged(number)).map_err(failed)?;
        match &change.file.content {
            Content::Bytes(bytes) => file.write_all(bytes).map_err(failed)?,
            Content::Copied(checksum) => copy(source, path, &mut file, checksum)?,
            // a preview is never committed
            Content::Unsigned => {
                return Err(FolderError::refused(Code::IO_READ, format!("{path} has not been signed"), None));
            }
        }
        file.sync_all().map_err(failed)?;
    }

    // the manifest contains old and new files until the end, so that an aborted run leaves no unknown files
    write_manifest(&stage, root, 0, &meanwhile.to_bytes())?;
    for (number, change) in written.iter().enumerate() {
        if let Err(failed) = put(root, &stage, number, change) {
            // what is at these paths is not ours
            for change in written.iter().skip(number).filter(|change| !tree.manifest.has(&change.file.path)) {
                meanwhile.files.remove(&change.file.path);
            }
            write_manifest(&stage, root, 1, &meanwhile.to_bytes())?;
            return Err(failed);
        }
    }
    for (number, (path, before)) in changes.removed.iter().enumerate() {
        take_away(root, &stage, &format!("old-{number}"), path, before)?;
    }
    write_manifest(&stage, root, 1, &afterwards)?;
    for (path, _) in &changes.removed {
        remove_empty_folders(root, path);
    }
    root.sync();
    Ok(())
}

/// The name of a new file in the temporary folder.
fn staged(number: usize) -> String {
    format!("new-{number}")
}

/// Puts a staged file at its path, if the path still has what the comparison found.
fn put(root: &OpenFolder, stage: &Stage<'_>, number: usize, change: &Change) -> Result<(), FolderError> {
    let (path, staged) = (change.file.path.as_str(), staged(number));
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
        return stage.folder.rename_new(&staged, &folder, name).map_err(failed);
    };
    if !stage.folder.exchange(&staged, &folder, name).map_err(failed)? {
        // without an exchange, the file is compared just before
        return match has_content(&folder, name, before) {
            true => stage.folder.rename(&staged, &folder, name).map_err(failed),
            false => Err(changed_meanwhile(&target)),
        };
    }
    if has_content(&stage.folder, &staged, before) {
        return Ok(());
    }
    stage.folder.exchange(&staged, &folder, name).map_err(failed)?;
    // the file that took the path in between is not ours to remove
    if !change.checksum.is_some_and(|ours| has_content(&stage.folder, &staged, &ours)) {
        stage.keep(&staged).map_err(failed)?;
    }
    Err(changed_meanwhile(&target))
}

/// Takes a file away that is no longer wanted, if it is still the one that the comparison found.
fn take_away(
    root: &OpenFolder,
    stage: &Stage<'_>,
    old: &str,
    path: &str,
    before: &Checksum,
) -> Result<(), FolderError> {
    let target = root.path().join(path);
    let failed = |error: io::Error| FolderError::io("remove", &target, error);
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let Some(folder) = root.below(folder, false).map_err(failed)? else { return Ok(()) };
    match folder.rename(name, &stage.folder, old) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        taken => taken.map_err(failed)?,
    }
    if has_content(&stage.folder, old, before) {
        return Ok(());
    }
    if stage.folder.rename_new(old, &folder, name).is_err() {
        stage.keep(old).map_err(failed)?;
    }
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

/// Copies a file of the publisher, if it still has its checksum.
fn copy(source: &SourceFolder, path: &str, into: &mut impl Write, expected: &Checksum) -> Result<(), FolderError> {
    let failed = |error: io::Error| FolderError::io("copy", &source.place(path), error);
    let found = Checksum::from_reader(source.open(path)?, |piece| into.write_all(piece)).map_err(failed)?;
    if found != *expected {
        let problem = "was changed while it was being published; run it again";
        return Err(FolderError::source(&source.place(path), problem, Some("nothing was changed")));
    }
    Ok(())
}

/// Replaces the manifest; a symbolic link at its path is replaced, not followed.
fn write_manifest(stage: &Stage<'_>, root: &OpenFolder, number: u8, bytes: &[u8]) -> Result<(), FolderError> {
    let name = format!("manifest-{number}");
    let written = stage.new_file(&name).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    let placed = written.and_then(|()| stage.folder.rename(&name, root, MANIFEST_NAME));
    placed.map_err(|error| FolderError::io("write", &root.path().join(MANIFEST_NAME), error))?;
    root.sync();
    Ok(())
}

fn remove_folder(root: &OpenFolder, path: &str) -> io::Result<()> {
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    match root.below(parent, false)? {
        Some(parent) => parent.remove_folder(name),
        None => Ok(()),
    }
}

/// Removes empty folders, except for the site's own.
fn remove_empty_folders(root: &OpenFolder, path: &str) {
    for (at, _) in path.rmatch_indices('/') {
        if remove_folder(root, &path[..at]).is_err() {
            return;
        }
    }
}
