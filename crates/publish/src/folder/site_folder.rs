//! The folder of a site, read without following symbolic links.

use super::{
    FileChange, FolderError, MANIFEST_NAME, MAX_MANIFEST_BYTES, Published, SiteChanges, SiteManifest, SourceFolder,
    commit,
    open_folder::{Kind, OpenFolder},
};
use crate::{CatalogSigner, Checksum, Draft, FileKind, catalog, key_directory};
use agent_description::{Code, hex::hex, key::SigningKey};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The folder of a site, with its manifest.
#[derive(Debug)]
pub struct SiteFolder {
    /// Its path.
    pub(super) path: PathBuf,
    /// The files of the last run.
    pub(super) manifest: SiteManifest,
    /// The manifest as stored.
    pub(super) manifest_bytes: Option<Vec<u8>>,
    /// The folder, locked during a run; `None` if it does not exist and was not created.
    root: Option<OpenFolder>,
    /// The folders created for it, innermost first.
    made: Vec<PathBuf>,
}

/// Whether to write catalogs, and their signer.
#[derive(Clone, Copy, Debug)]
pub enum CatalogMode<'a> {
    /// No catalogs.
    None,
    /// Unsigned catalogs.
    Unsigned,
    /// Signed catalogs.
    Signed(&'a CatalogSigner),
}

/// An unpredictable and unique text: 128 bits of SHA-256(random numbers, count).
fn challenge(random: &[u8; 32], count: u64) -> String {
    let digest = Sha256::new().chain_update(random).chain_update(count.to_be_bytes()).finalize();
    hex(&digest[..16])
}

/// The existing entry at a path of a site.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing.
    Nothing,
    /// A file.
    File,
    /// Another kind of entry, at the path or in one of its folders.
    Other(PathBuf, Kind),
}

impl SiteFolder {
    /// Opens a site's folder, or creates it unless `only_look` is set.
    ///
    /// # Errors
    /// [`FolderError`]: the folder, its lock, or its manifest.
    pub fn open(path: &Path, only_look: bool) -> Result<Self, FolderError> {
        let failed = |error: io::Error| FolderError::io("write", path, error);
        let missing = path.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let made: Vec<PathBuf> = missing.filter(|_| !only_look).map(Path::to_owned).collect();
        if !only_look {
            fs::create_dir_all(path).map_err(failed)?;
        }
        let root = match OpenFolder::open(path) {
            Ok(root) => Some(root),
            Err(error) if only_look && error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(FolderError::io("read", path, error)),
        };
        if let Some(root) = root.as_ref().filter(|_| !only_look)
            && !root.lock()
        {
            let message = format!("another process is publishing to {}; wait until it ends", path.display());
            return Err(FolderError::refused(Code::IO_EXISTS, message, None));
        }
        let manifest = SiteManifest::default();
        let mut tree = Self { path: path.to_owned(), manifest, manifest_bytes: None, root, made };
        tree.manifest_bytes = tree.read(MANIFEST_NAME, MAX_MANIFEST_BYTES)?;
        if let Some(bytes) = &tree.manifest_bytes {
            tree.manifest = SiteManifest::parse(bytes)?;
        }
        Ok(tree)
    }

    /// The folder, which exists in a run that writes.
    pub(super) fn root(&self) -> Result<&OpenFolder, FolderError> {
        let missing = || FolderError::io("write", &self.path, io::ErrorKind::NotFound);
        self.root.as_ref().ok_or_else(missing)
    }

    /// Ends a run that changes nothing: removes the folders that it created.
    pub fn abandon(self) {
        for folder in &self.made {
            // keep a folder that is no longer empty
            let _ = fs::remove_dir(folder);
        }
    }

    /// Compares the publisher's folder with the site, and signs documents. Nothing is changed yet. Without random
    /// numbers nothing is signed, for a preview.
    ///
    /// # Errors
    /// [`FolderError`]: [`FolderError::Files`] for all that is wrong with the files.
    pub fn changes(
        &self,
        (source, draft): (&SourceFolder, Draft),
        keys: &[SigningKey],
        catalog: CatalogMode<'_>,
        random: Option<&[u8; 32]>,
    ) -> Result<SiteChanges, FolderError> {
        let options = draft.options.clone();
        let given: BTreeSet<String> = draft.did_documents.iter().map(|document| document.path.clone()).collect();
        // a file above the size limit of our files is read in part: a description is replaced, a DID document refused
        let (limit, mut room) = (options.limits.description_bytes, options.documents_bytes.saturating_mul(2));
        let mut published = BTreeMap::new();
        for path in draft.looks_at() {
            if let Some(bytes) = self.read(&path, limit.min(room))? {
                room = room.saturating_sub(bytes.len());
                published.insert(path, bytes);
            }
        }
        let plan = draft.plan(keys, &published)?;
        let mut count = 0_u64;
        let site = match random {
            None => plan.preview()?,
            Some(random) => plan.sign(&mut || {
                count += 1;
                challenge(random, count)
            })?,
        };
        let site = match catalog {
            CatalogMode::None => site,
            CatalogMode::Unsigned => catalog::add(site, (source, self), &options, None, random.is_some())?,
            CatalogMode::Signed(signer) => {
                catalog::add(site, (source, self), &options, Some(signer), random.is_some())?
            }
        };
        let site = key_directory::add(site, (source, self), &options, random.is_some())?;
        let changes = SiteChanges::new(site, self)?;
        // the manifest would list what somebody else wrote, or the run would undo a rotation
        let is_foreign = |change: &&FileChange| {
            change.file.kind == FileKind::DidDocument
                && change.published == Published::Modified
                && !given.contains(&change.file.path)
        };
        if random.is_some()
            && let Some(change) = changes.wanted.iter().find(is_foreign)
        {
            let path = self.path.join(&change.file.path);
            let message = format!("{} was changed, and not by `adp publish`", path.display());
            let help = "restore it; or review it, and put it into the folder as did.json";
            return Err(FolderError::refused(Code::DID_DOCUMENT_INVALID, message, Some(help)));
        }
        Ok(changes)
    }

    /// Makes the changes. A file that another program changed since the comparison is kept, and ends the run; the next
    /// run completes the site.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn commit(&self, changes: &SiteChanges, source: &SourceFolder) -> Result<(), FolderError> {
        commit::commit(self, changes, source)
    }

    /// The entry at a path, read up to `limit` + 1 bytes; `None` if it does not exist.
    pub(crate) fn read(&self, path: &str, limit: usize) -> Result<Option<Vec<u8>>, FolderError> {
        let failed = |error: io::Error| FolderError::io("read", &self.path.join(path), error);
        let Some(file) = self.file(path)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
        Ok(Some(bytes))
    }

    /// The checksum of the entry at a path; `None` if it does not exist.
    pub(super) fn checksum(&self, path: &str) -> Result<Option<Checksum>, FolderError> {
        let failed = |error: io::Error| FolderError::io("read", &self.path.join(path), error);
        let Some(file) = self.file(path)? else { return Ok(None) };
        Checksum::from_reader(file, |_| Ok(())).map(Some).map_err(failed)
    }

    fn file(&self, path: &str) -> Result<Option<File>, FolderError> {
        match self.look(path)? {
            Standing::Nothing => Ok(None),
            Standing::File => {
                let failed = |error: io::Error| FolderError::io("read", &self.path.join(path), error);
                let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
                let Some(folder) = self.root()?.below(folder, false).map_err(failed)? else { return Ok(None) };
                folder.file(name).map(Some).map_err(failed)
            }
            // the comparison looks at its content
            Standing::Other(found, kind) if self.may_make_way(&found, kind) => Ok(None),
            Standing::Other(found, kind) => Err(in_the_way(&found, kind, path)),
        }
    }

    /// Whether earlier runs wrote the file at a path, or files in the folder there.
    fn may_make_way(&self, found: &Path, kind: Kind) -> bool {
        let listed = &self.manifest.files;
        self.in_site(found).is_some_and(|path| match kind {
            Kind::File => listed.contains_key(&path),
            Kind::Folder => is_folder_of(listed, &path),
            Kind::Link | Kind::Special => false,
        })
    }

    /// The path in the site of an entry.
    fn in_site(&self, found: &Path) -> Option<String> {
        let names = found.strip_prefix(&self.path).ok()?.iter().map(std::ffi::OsStr::to_str);
        Some(names.collect::<Option<Vec<&str>>>()?.join("/"))
    }

    /// Refuses a new file at the path of a folder that has more than files which this run removes, and folders in which
    /// earlier runs wrote. A folder that changes later is not removed, because it is not empty.
    pub(super) fn refuse_folder(&self, path: &str, removed: &BTreeMap<String, Checksum>) -> Result<(), FolderError> {
        let Standing::Other(place, Kind::Folder) = self.look(path)? else { return Ok(()) };
        let mut folders = vec![place];
        while let Some(folder) = folders.pop() {
            let failed = |error: io::Error| FolderError::io("read", &folder, error);
            for entry in fs::read_dir(&folder).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                let (found, is_folder) = (entry.path(), entry.file_type().map_err(failed)?.is_dir());
                match self.in_site(&found) {
                    Some(ours) if is_folder && is_folder_of(&self.manifest.files, &ours) => folders.push(found),
                    Some(ours) if removed.contains_key(&ours) => {}
                    _ => return Err(in_the_way(&found, if is_folder { Kind::Folder } else { Kind::File }, path)),
                }
            }
        }
        Ok(())
    }

    /// The entry at a path whose parents are all folders: a symbolic link could leave the site.
    pub(super) fn look(&self, path: &str) -> Result<Standing, FolderError> {
        let Some(root) = &self.root else { return Ok(Standing::Nothing) };
        let mut folder = None;
        let mut names = path.split('/').peekable();
        while let Some(name) = names.next() {
            let here: &OpenFolder = folder.as_ref().unwrap_or(root);
            let place = here.path().join(name);
            let failed = |error: io::Error| FolderError::io("read", &place, error);
            let is_last = names.peek().is_none();
            let kind = match here.kind(name).map_err(failed)? {
                None => return Ok(Standing::Nothing),
                Some(Kind::File) if is_last => return Ok(Standing::File),
                Some(Kind::Folder) if !is_last => {
                    let next = here.below(name, false).map_err(failed)?;
                    if next.is_none() {
                        return Ok(Standing::Nothing);
                    }
                    folder = next;
                    continue;
                }
                Some(kind) => kind,
            };
            return Ok(Standing::Other(place, kind));
        }
        Ok(Standing::Nothing)
    }
}

/// Whether a folder has one of these files.
pub(super) fn is_folder_of<T>(files: &BTreeMap<String, T>, path: &str) -> bool {
    let folder = format!("{path}/");
    files.range(folder.clone()..).next().is_some_and(|(file, _)| file.starts_with(&folder))
}

/// The error for an entry that keeps the site from a path.
pub(super) fn in_the_way(found: &Path, kind: Kind, path: &str) -> FolderError {
    let what = match kind {
        Kind::File => "a file",
        Kind::Folder => "a folder",
        Kind::Link => "a symbolic link",
        Kind::Special => "neither a file nor a folder",
    };
    let message = format!("{} is {what}, but the site needs the path {path}", found.display());
    let help = "`adp publish` removes only what its earlier runs wrote; move it away";
    FolderError::refused(Code::IO_EXISTS, message, Some(help))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Kind, SiteFolder, Standing};
    use std::fs;

    #[test]
    fn of_a_large_file_no_more_is_read_than_is_of_use() {
        let folder = tempfile::tempdir().unwrap();
        fs::File::create(folder.path().join("large")).unwrap().set_len(1 << 40).unwrap();
        let tree = SiteFolder::open(folder.path(), true).unwrap();
        assert_eq!(tree.read("large", 1000).unwrap().unwrap().len(), 1001);
        assert_eq!(tree.read("missing", 1000).unwrap(), None);
    }

    #[test]
    fn what_is_not_there_is_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("site");
        let tree = SiteFolder::open(&site, true).unwrap();
        assert_eq!(tree.look("a/b").unwrap(), Standing::Nothing);
        assert!(!site.exists());
        let tree = SiteFolder::open(&site, false).unwrap();
        assert_eq!(tree.look("a/b").unwrap(), Standing::Nothing);
        fs::write(site.join("a"), "x").unwrap();
        assert!(matches!(tree.look("a/b").unwrap(), Standing::Other(_, Kind::File)));
        tree.abandon();
        assert!(site.exists(), "somebody put a file there");
    }
}
