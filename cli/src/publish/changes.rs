//! What a run changes in a site.

use super::manifest::{self, Manifest};
use crate::failure::Failure;
use agent_description::{
    Code,
    discovery::publish::{FileKind, Site, SiteFile},
};
use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The folder of a site, and what of it we made.
#[derive(Debug)]
pub struct Tree {
    /// The folder.
    pub root: PathBuf,
    /// What we made at the last run.
    pub manifest: Manifest,
    /// Whether the folder is new.
    made: bool,
    /// Held while a run lasts, so that two cannot meet.
    _lock: Option<File>,
}

impl Tree {
    /// Opens a site's folder, or makes one; `only_look` makes nothing.
    pub fn open(root: &Path, only_look: bool) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::io("write", root, &error);
        let made = !only_look && !root.exists();
        if !only_look {
            fs::create_dir_all(root).map_err(failed)?;
        }
        let lock = if only_look { None } else { lock(root)? };
        let mut tree = Self { root: root.to_owned(), manifest: Manifest::default(), made, _lock: lock };
        if let Some(bytes) = tree.read_limited(manifest::NAME, manifest::LIMIT)? {
            tree.manifest = Manifest::parse(&bytes, &root.join(manifest::NAME))?;
        }
        Ok(tree)
    }

    /// Ends a run that changes nothing: a folder that it made goes again.
    pub fn abandon(self) {
        if self.made {
            // one that somebody else has put a file into stays
            let _ = fs::remove_dir(&self.root);
        }
    }

    /// What stands at a path; `None` if nothing does.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Failure> {
        self.read_limited(path, usize::MAX)
    }

    fn read_limited(&self, path: &str, limit: usize) -> Result<Option<Vec<u8>>, Failure> {
        let target = self.root.join(path);
        let failed = |error: io::Error| Failure::io("read", &target, &error);
        match self.look(path)? {
            Standing::Nothing => Ok(None),
            Standing::File => {
                let mut bytes = Vec::new();
                let file = File::open(&target).map_err(failed)?;
                file.take(limit as u64).read_to_end(&mut bytes).map_err(failed)?;
                Ok(Some(bytes))
            }
            Standing::Other(place, what) => {
                let message = format!("{} is {what}, where the site needs {path}", place.display());
                Err(Failure::new(Code::IoExists, message).with_help("it was not made by adp publish; move it away"))
            }
        }
    }

    /// What stands at a path, with every folder on the way being one: a link could lead out of the site.
    fn look(&self, path: &str) -> Result<Standing, Failure> {
        let segments: Vec<&str> = path.split('/').collect();
        let mut place = self.root.clone();
        for (at, segment) in segments.iter().enumerate() {
            place.push(segment);
            let is_last = at + 1 == segments.len();
            match fs::symlink_metadata(&place) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Standing::Nothing),
                Err(error) => return Err(Failure::io("read", &place, &error)),
                Ok(found) if found.is_symlink() => return Ok(Standing::Other(place, "a symbolic link")),
                Ok(found) if is_last && found.is_file() => return Ok(Standing::File),
                Ok(found) if is_last && found.is_dir() => return Ok(Standing::Other(place, "a folder")),
                Ok(found) if !is_last && found.is_dir() => {}
                Ok(found) if found.is_file() => return Ok(Standing::Other(place, "a file")),
                Ok(_) => return Ok(Standing::Other(place, "neither a file nor a folder")),
            }
        }
        Ok(Standing::Nothing)
    }
}

enum Standing {
    Nothing,
    File,
    Other(PathBuf, &'static str),
}

/// The whole folder is locked where the system can do that.
fn lock(root: &Path) -> Result<Option<File>, Failure> {
    #[cfg(unix)]
    {
        let folder = File::open(root).map_err(|error| Failure::io("read", root, &error))?;
        match folder.try_lock() {
            Ok(()) => return Ok(Some(folder)),
            Err(fs::TryLockError::WouldBlock) => {
                let message = format!("another adp publish is at work in {}", root.display());
                return Err(Failure::new(Code::IoExists, message));
            }
            // some network file systems know no locks
            Err(fs::TryLockError::Error(_)) => {}
        }
    }
    let _ = root;
    Ok(None)
}

/// What a run does with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It stands there already.
    Kept,
    /// It is written.
    Written,
    /// We made it once and want it no longer.
    Removed,
}

impl Action {
    /// `kept`, `written`, `removed`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Written => "written",
            Self::Removed => "removed",
        }
    }
}

/// A file that is wanted, and what is done about it.
#[derive(Debug)]
pub struct Change {
    /// The file.
    pub file: SiteFile,
    /// What is done.
    pub action: Action,
    /// Whether we published it before, and it is not what we wrote.
    pub tampered: bool,
}

/// Everything a run does, in the order in which it is done.
#[derive(Debug)]
pub struct Changes {
    /// `HOST` or `HOST:PORT`.
    pub host: String,
    /// The files wanted.
    pub wanted: Vec<Change>,
    /// Paths that we made and that are no longer wanted.
    pub removed: Vec<String>,
    /// Paths that we made, that are no longer wanted, and that somebody has changed since: they stay.
    pub left: Vec<String>,
}

impl Changes {
    /// Compares a site with its folder. Nothing is changed.
    ///
    /// A file that stands where one of ours shall be, and is not ours, is a conflict, unless it is the same.
    pub fn new(site: Site, tree: &Tree) -> Result<Self, Failure> {
        let mut changes = Self { host: site.host, wanted: Vec::new(), removed: Vec::new(), left: Vec::new() };
        for file in site.files {
            let before = tree.read(&file.path)?;
            let is_same = file.bytes.is_some() && file.bytes == before;
            let tampered = before
                .as_ref()
                .is_some_and(|bytes| tree.manifest.has(&file.path) && !tree.manifest.wrote(&file.path, bytes));
            if before.is_some() && !is_same && !tree.manifest.has(&file.path) {
                let message = format!(
                    "{} was not made by adp publish, and is not replaced",
                    tree.root.join(&file.path).display()
                );
                return Err(
                    Failure::new(Code::IoExists, message).with_help("move it away, or publish into another folder")
                );
            }
            let action = if is_same { Action::Kept } else { Action::Written };
            changes.wanted.push(Change { file, action, tampered });
        }
        let wanted: BTreeSet<&str> = changes.wanted.iter().map(|change| change.file.path.as_str()).collect();
        for path in tree.manifest.files.keys().filter(|path| !wanted.contains(path.as_str())) {
            match tree.look(path)? {
                Standing::File => match tree.read(path)? {
                    Some(bytes) if tree.manifest.wrote(path, &bytes) => changes.removed.push(path.clone()),
                    _ => changes.left.push(path.clone()),
                },
                Standing::Nothing => {}
                Standing::Other(..) => changes.left.push(path.clone()),
            }
        }
        // what others are verified with, or point to, comes first
        changes.wanted.sort_by_key(|change| match change.file.kind {
            FileKind::Linked => 0,
            FileKind::DidDocument => 1,
            FileKind::AgentDescription => 2,
            _ => 3,
        });
        Ok(changes)
    }

    /// How many of the files wanted are so.
    pub fn count(&self, action: Action) -> usize {
        match action {
            Action::Removed => self.removed.len(),
            _ => self.wanted.iter().filter(|change| change.action == action).count(),
        }
    }

    /// The manifest once it is done.
    pub fn manifest(&self) -> Manifest {
        let mut manifest = Manifest { host: self.host.clone(), ..Manifest::default() };
        for change in &self.wanted {
            manifest.add(&change.file.path, change.file.bytes.as_deref().unwrap_or_default());
        }
        manifest
    }
}
