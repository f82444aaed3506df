//! The publisher's folder: its files, and the keys that lie among them.

use crate::failure::Failure;
use agent_description::{
    Code, Document, Limits,
    discovery::publish::{PublishError, PublishFault, SourceFile},
};
use std::{
    fs, io,
    io::Read,
    path::{Path, PathBuf},
};

/// The largest file that is published, in bytes.
const FILE_LIMIT: u64 = 64 << 20;
/// Most files of a folder.
const COUNT_LIMIT: usize = 100_000;
/// Deepest folder.
const DEPTH_LIMIT: usize = 32;

/// The files of a folder, in the order of their paths.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    files: Vec<SourceFile>,
    /// The secret keys in it, which are never published.
    pub secret_keys: Vec<PathBuf>,
}

impl Folder {
    /// Reads a folder: hidden files, keys and the site's own folder left out. Links are not followed: where they lead,
    /// something may lie that was never meant for the web.
    pub fn read(root: &Path, site: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::io("read", root, &error);
        let real = fs::canonicalize(root).map_err(failed)?;
        if !real.is_dir() {
            return Err(Failure::new(Code::IoRead, format!("{} is no folder", root.display())));
        }
        let site = fs::canonicalize(site).ok();
        if site.as_ref().is_some_and(|site| real.starts_with(site)) {
            return Err(Failure::usage("DIR lies in SITE; what is published needs a folder of its own"));
        }
        let mut folder = Self { root: root.to_owned(), files: Vec::new(), secret_keys: Vec::new() };
        folder.walk(&real, "", site.as_deref(), 0)?;
        folder.files.sort_by(|a, b| a.path.cmp(&b.path));
        folder.secret_keys.sort();
        Ok(folder)
    }

    /// The files, as the library takes them.
    pub fn sources(&self) -> Vec<SourceFile> {
        self.files.clone()
    }

    /// An error of the library, with the file it is about and the line at fault.
    pub fn failure(&self, error: &PublishError) -> Failure {
        let failure = Failure::of(&error.fault);
        let failure = match (error.help(), &error.fault) {
            (Some(help), _) => failure.with_help(help),
            (None, PublishFault::NoKey { .. }) => {
                failure.with_help("name the file of the key with --key or in ADP_KEY_FILE, or let it lie in the folder")
            }
            (None, _) => failure,
        };
        let Some(source) = self.files.iter().find(|source| source.path == error.file) else {
            return failure.in_input(&error.file, &[]);
        };
        let name = self.root.join(&source.path).display().to_string();
        match Document::parse(&source.bytes, &Limits::default()) {
            Ok(document) => failure.in_document(&name, &document),
            Err(_) => failure.in_input(&name, &source.bytes),
        }
    }

    fn walk(&mut self, folder: &Path, below: &str, site: Option<&Path>, depth: usize) -> Result<(), Failure> {
        if depth > DEPTH_LIMIT {
            return Err(Failure::new(
                Code::IoRead,
                format!("{} lies deeper than {DEPTH_LIMIT} folders", folder.display()),
            ));
        }
        let failed = |error: io::Error| Failure::io("read", folder, &error);
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
                return Err(Failure::new(Code::IoRead, format!("{} has a name that is not Unicode", path.display())));
            };
            let is_hidden = name.starts_with('.') && !(below.is_empty() && name == ".well-known");
            if is_hidden || site == Some(&path) {
                continue;
            }
            let kind = entry.file_type().map_err(failed)?;
            let below = format!("{below}{name}");
            if kind.is_symlink() {
                let message = format!("{} is a symbolic link; links are not published", path.display());
                return Err(Failure::new(Code::IoRead, message).with_help("copy the file, or move the link away"));
            } else if kind.is_dir() {
                self.walk(&path, &format!("{below}/"), site, depth + 1)?;
            } else if kind.is_file() {
                self.take(&path, below)?;
            }
            if self.files.len() > COUNT_LIMIT {
                return Err(Failure::new(
                    Code::IoRead,
                    format!("{} holds more than {COUNT_LIMIT} files", folder.display()),
                ));
            }
        }
        Ok(())
    }

    fn take(&mut self, path: &Path, below: String) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::io("read", path, &error);
        let mut bytes = Vec::new();
        let file = fs::File::open(path).map_err(failed)?;
        file.take(FILE_LIMIT + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > FILE_LIMIT {
            let message = format!("{} is larger than {} MiB", path.display(), FILE_LIMIT >> 20);
            return Err(Failure::new(Code::JsonSize, message));
        }
        if !below.ends_with(".pem") {
            self.files.push(SourceFile { path: below, bytes });
        } else if bytes.windows(11).any(|window| window == b"PRIVATE KEY") {
            self.secret_keys.push(path.to_owned());
        }
        Ok(())
    }
}
