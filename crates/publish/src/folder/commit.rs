//! Atomic changes of a site.

use super::{
    Action, Changes, FolderError, MANIFEST_NAME, MAX_MANIFEST_BYTES, SiteFolder, SourceFolder,
    open_folder::{Kind, OpenFolder},
    stage::{Stage, remove_leftovers},
};
use crate::{Checksum, Content};
use agent_description::Code;
use std::io::{self, Write};

/// Makes the changes. First all new files are written to a temporary folder; then each is renamed to its path. If a
/// step fails, the previous steps are undone.
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
    let (meanwhile, afterwards) = (changes.manifest_meanwhile(&tree.manifest).to_bytes(), manifest.to_bytes());
    if meanwhile.len().max(afterwards.len()) > MAX_MANIFEST_BYTES {
        let most = MAX_MANIFEST_BYTES >> 20;
        let message = format!("the paths of the files take more than {most} MiB; publish them as several sites");
        return Err(FolderError::refused(Code::JSON_SIZE, message, None));
    }
    let stage = Stage::new(root, digits)?;
    let mut steps = Vec::new();
    for change in changes.wanted.iter().filter(|change| change.action == Action::Written) {
        let path = change.file.path.as_str();
        let new = format!("new-{}", steps.len());
        let failed = |error: io::Error| FolderError::io("write", &tree.path.join(path), error);
        let mut file = stage.new_file(&new).map_err(failed)?;
        match &change.file.content {
            Content::Bytes(bytes) => file.write_all(bytes).map_err(failed)?,
            Content::Copied(checksum) => copy(source, path, &mut file, checksum)?,
            // a preview is never committed
            Content::Unsigned => {
                return Err(FolderError::refused(Code::IO_READ, format!("{path} has not been signed"), None));
            }
        }
        file.sync_all().map_err(failed)?;
        steps.push((path, Some(new)));
    }
    steps.extend(changes.removed.iter().map(|(path, _)| (path.as_str(), None)));

    // the manifest contains old and new files until the end, so that an aborted run leaves no unknown files
    write_manifest(&stage, root, 0, &meanwhile)?;
    let mut done = Undo { root, stage: &stage, steps: Vec::new(), folders: Vec::new() };
    let result = steps.iter().try_for_each(|(path, new)| done.step(path, new.as_deref()));
    if let Err(failed) = result {
        let undone = done.undo();
        let _ = match &tree.manifest_bytes {
            // files that could not be restored still belong to the site
            _ if undone.is_err() => Ok(()),
            Some(bytes) => write_manifest(&stage, root, 1, bytes),
            None => root.remove_file(MANIFEST_NAME).map_err(|error| FolderError::io("remove", root.path(), error)),
        };
        return Err(FolderError::Undone { failed: Box::new(failed), left: undone.err() });
    }
    write_manifest(&stage, root, 1, &afterwards)?;
    for (path, _) in &changes.removed {
        remove_empty_folders(root, path);
    }
    root.sync();
    Ok(())
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

/// The completed steps, to be undone in reverse order.
struct Undo<'a> {
    root: &'a OpenFolder,
    stage: &'a Stage<'a>,
    steps: Vec<Step>,
    /// The paths of created folders.
    folders: Vec<String>,
}

/// A replaced or removed file.
struct Step {
    folder: OpenFolder,
    name: String,
    /// The backup of its old file, if there was one.
    old: Option<String>,
}

impl Undo<'_> {
    /// Replaces or removes a file.
    fn step(&mut self, path: &str, new: Option<&str>) -> Result<(), FolderError> {
        let target = self.root.path().join(path);
        let failed = |error: io::Error| FolderError::io(if new.is_some() { "write" } else { "remove" }, &target, error);
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let make = new.is_some().then_some(&mut self.folders);
        let missing = || failed(io::ErrorKind::NotFound.into());
        let folder = self.root.below(folder, make).map_err(failed)?.ok_or_else(missing)?;
        let old = match folder.kind(name).map_err(failed)? {
            None => None,
            Some(Kind::File) => Some(self.keep(&folder, name).map_err(failed)?),
            // it was a file or missing during the comparison
            Some(_) => return Err(failed(io::ErrorKind::AlreadyExists.into())),
        };
        match new {
            Some(new) => self.stage.folder.rename(new, &folder, name).map_err(failed)?,
            None => folder.remove_file(name).map_err(failed)?,
        }
        self.steps.push(Step { folder, name: name.to_owned(), old });
        Ok(())
    }

    /// Keeps an old file until the end as a hard link, or as a copy if the file system has no hard links.
    fn keep(&self, folder: &OpenFolder, name: &str) -> io::Result<String> {
        let old = format!("old-{}", self.steps.len());
        if folder.link(name, &self.stage.folder, &old).is_err() {
            io::copy(&mut folder.file(name)?, &mut self.stage.new_file(&old)?)?;
        }
        Ok(old)
    }

    fn undo(self) -> io::Result<()> {
        let mut result = Ok(());
        for Step { folder, name, old } in self.steps.into_iter().rev() {
            let undone = match old {
                Some(old) => self.stage.folder.rename(&old, &folder, &name),
                None => folder.remove_file(&name),
            };
            result = result.and(undone);
        }
        for path in self.folders.into_iter().rev() {
            result = result.and(remove_folder(self.root, &path));
        }
        result
    }
}

fn remove_folder(root: &OpenFolder, path: &str) -> io::Result<()> {
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    match root.below(parent, None)? {
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
