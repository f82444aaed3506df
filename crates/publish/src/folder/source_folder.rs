//! The publisher's folder: its files, and the keys among them.

use super::{FolderError, OpenError, open_below};
use crate::{Draft, PublishOptions, SourceFile, source_file};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Component, Path, PathBuf},
};

/// Number of bytes of a `*.pem` file that are searched for a key; a larger file is refused as a key.
const MAX_KEY_FILE_BYTES: u64 = 64 << 10;
/// Maximum number of files in a folder.
const MAX_FILES: usize = 100_000;
/// Maximum folder depth.
const MAX_DEPTH: usize = 32;

/// The files of a folder, sorted by path. Their content is read on demand and not kept.
#[derive(Debug)]
pub struct SourceFolder {
    root: PathBuf,
    /// The paths of its files, sorted.
    files: Vec<String>,
    /// Additional descriptions that are not in the folder.
    made: Vec<SourceFile>,
    /// Files that may quote a secret.
    quoting: Vec<String>,
    /// The private keys in it, which are never published.
    pub secret_keys: Vec<PathBuf>,
}

impl SourceFolder {
    /// Lists a folder without hidden files and keys. Neither folder may contain the other. Symbolic links are not
    /// followed, because they could publish unrelated files.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn read(root: &Path, site: &Path, quoting: &[String]) -> Result<Self, FolderError> {
        let failed = |error: io::Error| FolderError::io("read", root, error);
        let real = fs::canonicalize(root).map_err(failed)?;
        if !real.is_dir() {
            return Err(FolderError::source(root, "is not a folder", None));
        }
        let site = resolved(site).map_err(|error| FolderError::io("write", site, error))?;
        let inside = match (real.starts_with(&site), site.starts_with(&real)) {
            (true, true) => Some("the publisher's folder and the site's are the same"),
            (true, false) => Some("the publisher's folder is inside the site's"),
            (false, true) => Some("the site's folder is inside the publisher's"),
            (false, false) => None,
        };
        if let Some(inside) = inside {
            return Err(FolderError::Overlap(inside));
        }
        let quoting = quoting.to_vec();
        let (files, made, secret_keys) = (Vec::new(), Vec::new(), Vec::new());
        let mut folder = Self { root: root.to_owned(), files, made, quoting, secret_keys };
        folder.walk(&real, "", 0)?;
        folder.files.sort();
        folder.secret_keys.sort();
        Ok(folder)
    }

    /// The paths of its files, sorted.
    #[must_use]
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Adds a generated document, which is published like a file at its path.
    pub fn add(&mut self, made: SourceFile) {
        self.made.push(made);
    }

    /// Whether there is such a file.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.files.binary_search_by(|known| known.as_str().cmp(path)).is_ok()
    }

    /// Whether a file may quote a secret, so that its lines must not be displayed.
    #[must_use]
    pub fn quotes_secret(&self, path: &str) -> bool {
        self.quoting.iter().any(|quoting| quoting == path)
    }

    /// The path of a file on the disk.
    #[must_use]
    pub fn place(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Opens a regular file without following symbolic links.
    ///
    /// # Errors
    /// The file does not exist, or cannot be opened.
    pub fn open(&self, path: &str) -> Result<File, FolderError> {
        // with the system's separators
        let relative: PathBuf = path.split('/').collect();
        open_below(&self.root, &relative).map_err(|error| match error {
            OpenError::Io(error) => FolderError::reading(self, path, error),
            error => FolderError::reading(self, path, io::Error::other(error)),
        })
    }

    /// Reads all files into a draft of the site.
    ///
    /// # Errors
    /// [`FolderError::Files`] for invalid files; other errors if a file cannot be read.
    pub fn draft(&self, options: PublishOptions) -> Result<Draft, FolderError> {
        let reading = options.clone();
        let mut unread = None;
        let sources = self.files.iter().map_while(|path| {
            let failed = |error| FolderError::reading(self, path, error);
            let source = self.open(path).and_then(|file| SourceFile::read(path, file, &reading).map_err(failed));
            source.map_err(|error| unread = Some(error)).ok()
        });
        let draft = Draft::read(sources.chain(self.made.iter().cloned()), options);
        unread.map_or(draft.map_err(FolderError::Files), Err)
    }

    /// The bytes of a possible document, by its name or its first byte, up to the largest size limit plus one.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn document(&self, path: &str, options: &PublishOptions) -> Result<Option<Vec<u8>>, FolderError> {
        let failed = |error| FolderError::reading(self, path, error);
        let most = source_file::max_bytes(options) as u64;
        let mut file = self.open(path)?;
        let mut bytes = Vec::new();
        file.by_ref().take(source_file::HEAD_BYTES as u64).read_to_end(&mut bytes).map_err(failed)?;
        if !source_file::may_be_document(path, &bytes) {
            return Ok(None);
        }
        file.take(most.saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes).map_err(failed)?;
        Ok(Some(bytes))
    }

    /// Why a file must not contain a private key; `None` if the draft allows it for this file.
    #[must_use]
    pub fn useless_allowance(&self, path: &str, draft: &Draft) -> Option<&'static str> {
        if draft.allowed_secrets.contains(path) {
            None
        } else if is_key_file(path) {
            Some("*.pem files are keys and never copied; rename the file")
        } else if self.has(path) {
            Some("it contains no private key")
        } else {
            Some("no such file; write the path relative to the folder, with `/`")
        }
    }

    fn walk(&mut self, folder: &Path, below: &str, depth: usize) -> Result<(), FolderError> {
        if depth > MAX_DEPTH {
            return Err(FolderError::source(folder, &format!("is nested deeper than {MAX_DEPTH} folders"), None));
        }
        let failed = |error: io::Error| FolderError::io("read", folder, error);
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
                return Err(FolderError::source(&path, "has a name that is not Unicode", None));
            };
            let is_hidden = name.starts_with('.') && !(below.is_empty() && name == ".well-known");
            if is_hidden {
                continue;
            }
            let kind = entry.file_type().map_err(failed)?;
            let below = format!("{below}{name}");
            if kind.is_symlink() {
                let help = Some("copy the file, or move the link away");
                return Err(FolderError::source(&path, "is a symbolic link; links are not published", help));
            } else if kind.is_dir() {
                self.walk(&path, &format!("{below}/"), depth + 1)?;
            } else if kind.is_file() {
                self.take(below)?;
            } else {
                let help = Some("move it out of the folder");
                return Err(FolderError::source(&path, "is neither a file nor a folder", help));
            }
            if self.files.len() > MAX_FILES {
                return Err(FolderError::source(folder, &format!("contains more than {MAX_FILES} files"), None));
            }
        }
        Ok(())
    }

    fn take(&mut self, below: String) -> Result<(), FolderError> {
        if !is_key_file(&below) {
            self.files.push(below);
            return Ok(());
        }
        let failed = |error: io::Error| FolderError::reading(self, &below, error);
        let mut bytes = Vec::new();
        self.open(&below)?.take(MAX_KEY_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.windows(11).any(|window| window == b"PRIVATE KEY") {
            self.secret_keys.push(self.place(&below));
        }
        Ok(())
    }
}

/// The resolved path of an existing or future folder: follows links and `..` as far as folders exist.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut real = std::env::current_dir()?;
    for part in path.components() {
        match part {
            Component::ParentDir => drop(real.pop()),
            Component::CurDir => {}
            part => {
                real.push(part);
                match fs::canonicalize(&real) {
                    Ok(found) => real = found,
                    // the folder does not exist, so its subfolders do not either
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
    Ok(real)
}

/// Whether a file is a key by its name, and is therefore not published.
fn is_key_file(path: &str) -> bool {
    path.len() >= 4 && path.as_bytes()[path.len() - 4..].eq_ignore_ascii_case(b".pem")
}
