//! Changing a site: all of it, or nothing.

use super::{
    changes::{Action, Changes, Tree},
    manifest,
};
use crate::{failure::Failure, file};
use agent_description::Code;
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// How the folder for half-done work begins, inside the site's, so that a rename stays on one file system.
const STAGE_PREFIX: &str = ".adp-stage-";

/// Makes the changes. Everything new is written to the disk beside the site first; then each file takes its place by one
/// rename. If a step fails, the steps before it are undone.
pub fn commit(tree: &Tree, changes: &Changes) -> Result<(), Failure> {
    let manifest = changes.manifest();
    remove_leftovers(&tree.root);
    if changes.count(Action::Written) == 0 && changes.removed.is_empty() && manifest == tree.manifest {
        return Ok(());
    }
    let failed = |error: io::Error| Failure::io("write", &tree.root, &error);
    let stage = tempfile::Builder::new().prefix(STAGE_PREFIX).tempdir_in(&tree.root).map_err(failed)?;
    let mut steps = Vec::new();
    for change in changes.wanted.iter().filter(|change| change.action == Action::Written) {
        let Some(bytes) = &change.file.bytes else {
            // a preview is never committed
            return Err(Failure::new(Code::IoRead, format!("{} has not been signed", change.file.path)));
        };
        let new = stage.path().join(format!("new-{}", steps.len()));
        write_new(&new, bytes)?;
        steps.push((tree.root.join(&change.file.path), Some(new)));
    }
    steps.extend(changes.removed.iter().map(|path| (tree.root.join(path), None)));

    // both the old and the new files are ours until all is done: a run that is killed here leaves no strangers
    let mut both = tree.manifest.clone();
    both.host.clone_from(&changes.host);
    for (path, hashes) in &manifest.files {
        let known = both.files.entry(path.clone()).or_default();
        known.extend(hashes.iter().filter(|hash| !known.contains(hash)).cloned().collect::<Vec<_>>());
    }
    let place = tree.root.join(manifest::NAME);
    let manifest_before = fs::read(&place).ok();
    file::write(&place, &both.to_bytes())?;

    let mut done = Undo { stage: stage.path().to_owned(), steps: Vec::new(), folders: Vec::new() };
    let result = steps.iter().try_for_each(|(target, new)| done.step(target, new.as_deref()));
    if let Err(failure) = result {
        let undone = done.undo();
        let _ = match manifest_before {
            // what could not be undone is still ours
            _ if undone.is_err() => Ok(()),
            Some(bytes) => file::write(&place, &bytes),
            None => fs::remove_file(&place).map_err(failed),
        };
        return Err(match undone {
            Ok(()) => failure.with_help("nothing was changed"),
            Err(error) => failure.with_help(format!("and not all could be undone ({error}); run it again")),
        });
    }
    file::write(&place, &manifest.to_bytes())?;
    for path in &changes.removed {
        remove_empty_folders(&tree.root, path);
    }
    Ok(())
}

/// Writes a file to the disk, in full.
fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = File::create_new(path).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.map_err(|error| Failure::io("write", path, &error))
}

/// What has been done, to be undone in reverse.
struct Undo {
    stage: PathBuf,
    /// The target, and where its old file is kept, if it had one.
    steps: Vec<(PathBuf, Option<PathBuf>)>,
    folders: Vec<PathBuf>,
}

impl Undo {
    /// Puts a new file in its place, or removes the old one.
    fn step(&mut self, target: &Path, new: Option<&Path>) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::io(if new.is_some() { "write" } else { "remove" }, target, &error);
        if new.is_some() {
            self.make_folders(target).map_err(failed)?;
        }
        let old = self.stage.join(format!("old-{}", self.steps.len()));
        // a second name costs nothing; where the file system has none, a copy does
        let kept = match fs::hard_link(target, &old) {
            Ok(()) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(_) => fs::copy(target, &old).map(|_| Some(old)).map_err(failed)?,
        };
        match new {
            Some(new) => fs::rename(new, target).map_err(failed)?,
            None => fs::remove_file(target).map_err(failed)?,
        }
        self.steps.push((target.to_owned(), kept));
        Ok(())
    }

    fn make_folders(&mut self, target: &Path) -> io::Result<()> {
        let missing: Vec<&Path> = target.ancestors().skip(1).take_while(|folder| !folder.exists()).collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder)?;
            self.folders.push(folder.to_owned());
        }
        Ok(())
    }

    fn undo(self) -> io::Result<()> {
        let mut result = Ok(());
        for (target, old) in self.steps.into_iter().rev() {
            let undone = match old {
                Some(old) => fs::rename(old, target),
                None => fs::remove_file(target),
            };
            result = result.and(undone);
        }
        for folder in self.folders.into_iter().rev() {
            result = result.and(fs::remove_dir(folder));
        }
        result
    }
}

/// What a run that was killed left behind: nobody else is at work here.
fn remove_leftovers(root: &Path) {
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        let (name, kind) = (entry.file_name(), entry.file_type());
        let Some(name) = name.to_str().filter(|name| name.starts_with(".adp-") && *name != manifest::NAME) else {
            continue;
        };
        let _ = match kind {
            Ok(kind) if kind.is_dir() && name.starts_with(STAGE_PREFIX) => fs::remove_dir_all(entry.path()),
            // the manifest on its way
            Ok(kind) if kind.is_file() => fs::remove_file(entry.path()),
            _ => Ok(()),
        };
    }
}

/// Folders in which nothing is left go too; the site's own stays.
fn remove_empty_folders(root: &Path, path: &str) {
    for (at, _) in path.rmatch_indices('/') {
        if fs::remove_dir(root.join(&path[..at])).is_err() {
            return;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::commit;
    use crate::publish::changes::{Changes, Tree};
    use agent_description::discovery::publish::{Draft, PublishOptions, SourceFile};
    use std::{collections::BTreeMap, fs, path::Path};

    fn changes(root: &Path, files: &[(&str, &str)]) -> (Tree, Changes) {
        let mut options = PublishOptions::new("2026-06-01T00:00:00Z".parse().unwrap());
        options.host = Some("agent.example.com".to_owned());
        let source = |(path, text): &(&str, &str)| SourceFile { path: (*path).into(), bytes: text.as_bytes().to_vec() };
        let draft = Draft::read(files.iter().map(source).collect(), options).unwrap();
        let site = draft.plan(&[], &BTreeMap::new()).unwrap().preview().unwrap();
        let tree = Tree::open(root, false).unwrap();
        let changes = Changes::new(site, &tree).unwrap();
        (tree, changes)
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_step_that_fails_undoes_those_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let (tree, first) = changes(root, &[("a.txt", "old"), ("gone.txt", "old")]);
        commit(&tree, &first).unwrap();
        drop(tree);
        let manifest = fs::read(root.join(".adp-site.json")).unwrap();

        let (tree, second) = changes(root, &[("a.txt", "new"), ("b/c.txt", "new"), ("z/x.txt", "new")]);
        assert_eq!(second.removed, ["gone.txt"]);
        // after everything was looked at, somebody puts a file where a folder has to be
        fs::write(root.join("z"), "theirs").unwrap();
        let failure = commit(&tree, &second).unwrap_err();
        assert_eq!(failure.code(), "io-read");
        assert_eq!(names(root), [".adp-site.json", "a.txt", "gone.txt", "z"]);
        assert_eq!(fs::read(root.join("a.txt")).unwrap(), b"old");
        assert_eq!(fs::read(root.join(".adp-site.json")).unwrap(), manifest);
        drop(tree);

        // once the obstacle is gone, the same run comes through
        fs::remove_file(root.join("z")).unwrap();
        let (tree, third) = changes(root, &[("a.txt", "new"), ("b/c.txt", "new"), ("z/x.txt", "new")]);
        commit(&tree, &third).unwrap();
        assert_eq!(names(root), [".adp-site.json", "a.txt", "b", "z"]);
        assert_eq!(fs::read(root.join("a.txt")).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = Tree::open(folder.path(), false).unwrap();
        assert_eq!(Tree::open(folder.path(), false).unwrap_err().code(), "io-exists");
        assert!(Tree::open(folder.path(), true).is_ok(), "looking is free");
        drop(first);
        assert!(Tree::open(folder.path(), false).is_ok());
    }
}
