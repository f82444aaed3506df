//! The folder of a site: what stands in it, looked at without following a link.

use super::{
    manifest::{self, Manifest},
    open_folder::{Kind, OpenFolder},
};
use crate::failure::Failure;
use agent_description::{Code, discovery::publish::Checksum};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The folder of a site, and what of it we made.
#[derive(Debug)]
pub struct Tree {
    /// Where it is.
    pub path: PathBuf,
    /// What we made at the last run.
    pub manifest: Manifest,
    /// The manifest as it is there.
    pub manifest_bytes: Option<Vec<u8>>,
    /// The folder, locked while a run lasts so that two cannot meet; `None` if there is none and none was made.
    root: Option<OpenFolder>,
    /// The folders that were made for it, the innermost first.
    made: Vec<PathBuf>,
}

/// What stands at a path of a site.
#[derive(Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing, or nothing yet.
    Nothing,
    /// A file.
    File,
    /// Something else, at the path or on the way to it.
    Other(PathBuf, &'static str),
}

impl Tree {
    /// Opens a site's folder, or makes one; `only_look` makes nothing.
    pub fn open(path: &Path, only_look: bool) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::io("write", path, &error);
        let missing = path.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let made: Vec<PathBuf> = missing.filter(|_| !only_look).map(Path::to_owned).collect();
        if !only_look {
            fs::create_dir_all(path).map_err(failed)?;
        }
        let root = match OpenFolder::open(path) {
            Ok(root) => Some(root),
            Err(error) if only_look && error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::io("read", path, &error)),
        };
        if let Some(root) = root.as_ref().filter(|_| !only_look)
            && !root.lock()
        {
            let message = format!("another adp publish is running in {}", path.display());
            return Err(Failure::new(Code::IO_EXISTS, message));
        }
        let manifest = Manifest::default();
        let mut tree = Self { path: path.to_owned(), manifest, manifest_bytes: None, root, made };
        tree.manifest_bytes = tree.read(manifest::NAME, manifest::LIMIT)?;
        if let Some(bytes) = &tree.manifest_bytes {
            tree.manifest = Manifest::parse(bytes, &path.join(manifest::NAME))?;
        }
        Ok(tree)
    }

    /// The folder, which a run that writes has.
    pub fn root(&self) -> Result<&OpenFolder, Failure> {
        let missing = || Failure::io("write", &self.path, &io::ErrorKind::NotFound.into());
        self.root.as_ref().ok_or_else(missing)
    }

    /// Ends a run that changes nothing: the folders that it made go again.
    pub fn abandon(self) {
        for folder in &self.made {
            // one that someone else has put a file into stays
            let _ = fs::remove_dir(folder);
        }
    }

    /// What stands at a path, as far as `limit` bytes and one more; `None` if nothing does.
    pub fn read(&self, path: &str, limit: usize) -> Result<Option<Vec<u8>>, Failure> {
        let failed = |error: io::Error| Failure::io("read", &self.path.join(path), &error);
        let Some(file) = self.file(path)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
        Ok(Some(bytes))
    }

    /// The checksum of what stands at a path; `None` if nothing does.
    pub fn checksum(&self, path: &str) -> Result<Option<Checksum>, Failure> {
        let failed = |error: io::Error| Failure::io("read", &self.path.join(path), &error);
        let Some(file) = self.file(path)? else { return Ok(None) };
        Checksum::of_reader(file, |_| Ok(())).map(Some).map_err(failed)
    }

    fn file(&self, path: &str) -> Result<Option<File>, Failure> {
        match self.look(path)? {
            Standing::Nothing => Ok(None),
            Standing::File => {
                let failed = |error: io::Error| Failure::io("read", &self.path.join(path), &error);
                let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
                let Some(folder) = self.root()?.below(folder, None).map_err(failed)? else { return Ok(None) };
                folder.file(name).map(Some).map_err(failed)
            }
            Standing::Other(place, what) => {
                let message = format!("{} is {what}, where the site needs {path}", place.display());
                Err(Failure::new(Code::IO_EXISTS, message).with_help("it was not made by adp publish; move it away"))
            }
        }
    }

    /// What stands at a path, with every folder on the way being one: a link could lead out of the site.
    pub fn look(&self, path: &str) -> Result<Standing, Failure> {
        let Some(root) = &self.root else { return Ok(Standing::Nothing) };
        let mut folder = None;
        let mut names = path.split('/').peekable();
        while let Some(name) = names.next() {
            let here: &OpenFolder = folder.as_ref().unwrap_or(root);
            let place = here.path().join(name);
            let failed = |error: io::Error| Failure::io("read", &place, &error);
            let is_last = names.peek().is_none();
            let what = match here.kind(name).map_err(failed)? {
                None => return Ok(Standing::Nothing),
                Some(Kind::File) if is_last => return Ok(Standing::File),
                Some(Kind::Folder) if !is_last => {
                    let next = here.below(name, None).map_err(failed)?;
                    if next.is_none() {
                        return Ok(Standing::Nothing);
                    }
                    folder = next;
                    continue;
                }
                Some(Kind::File) => "a file",
                Some(Kind::Folder) => "a folder",
                Some(Kind::Link) => "a symbolic link",
                Some(Kind::Special) => "neither a file nor a folder",
            };
            return Ok(Standing::Other(place, what));
        }
        Ok(Standing::Nothing)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Standing, Tree};
    use std::fs;

    #[test]
    fn of_a_large_file_no_more_is_read_than_is_of_use() {
        let folder = tempfile::tempdir().unwrap();
        fs::File::create(folder.path().join("large")).unwrap().set_len(1 << 40).unwrap();
        let tree = Tree::open(folder.path(), true).unwrap();
        assert_eq!(tree.read("large", 1000).unwrap().unwrap().len(), 1001);
        assert_eq!(tree.read("missing", 1000).unwrap(), None);
    }

    #[test]
    fn what_is_not_there_is_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("site");
        let tree = Tree::open(&site, true).unwrap();
        assert_eq!(tree.look("a/b").unwrap(), Standing::Nothing);
        assert!(!site.exists());
        let tree = Tree::open(&site, false).unwrap();
        assert_eq!(tree.look("a/b").unwrap(), Standing::Nothing);
        fs::write(site.join("a"), "x").unwrap();
        assert!(matches!(tree.look("a/b").unwrap(), Standing::Other(_, "a file")));
        tree.abandon();
        assert!(site.exists(), "somebody put a file there");
    }
}
