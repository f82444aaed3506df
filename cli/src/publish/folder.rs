//! The publisher's folder: its files, and the keys that lie among them.

use crate::{
    below::{BelowError, open_below},
    check::to_failure,
    failure::Failure,
    format,
};
use agent_description::{
    Code, Document, Limits,
    discovery::publish::{Draft, PublishError, PublishFault, PublishOptions, SourceFile},
    format::read_limits,
};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Component, Path, PathBuf},
};

/// How much of a `*.pem` file is looked at for a key, in bytes; a larger one is refused as a key.
const KEY_LIMIT: u64 = 64 << 10;
/// Most files of a folder.
const COUNT_LIMIT: usize = 100_000;
/// Deepest folder.
const DEPTH_LIMIT: usize = 32;

/// The files of a folder, in the order of their paths. What is in them is read when it is needed, and not kept.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    files: Vec<String>,
    /// Those of which somebody says that they quote a secret.
    quoting: Vec<String>,
    /// The secret keys in it, which are never published.
    pub secret_keys: Vec<PathBuf>,
}

impl Folder {
    /// Reads a folder: hidden files and keys left out. The site may not be inside it, nor it inside the site. Links are not followed: where they lead,
    /// something may lie that was never meant for the web.
    pub fn read(root: &Path, site: &Path, quoting: &[String]) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::io("read", root, &error);
        let real = fs::canonicalize(root).map_err(failed)?;
        if !real.is_dir() {
            return Err(Failure::new(Code::IO_READ, format!("{} is not a folder", root.display())));
        }
        let site = resolved(site).map_err(|error| Failure::io("write", site, &error))?;
        let inside = match (real.starts_with(&site), site.starts_with(&real)) {
            (true, true) => Some("DIR and SITE are the same folder"),
            (true, false) => Some("DIR is inside SITE"),
            (false, true) => Some("SITE is inside DIR"),
            (false, false) => None,
        };
        if let Some(inside) = inside {
            return Err(Failure::usage(format!("{inside}; name a folder beside DIR with -o")));
        }
        let quoting = quoting.to_vec();
        let mut folder = Self { root: root.to_owned(), files: Vec::new(), quoting, secret_keys: Vec::new() };
        folder.walk(&real, "", 0)?;
        folder.files.sort();
        folder.secret_keys.sort();
        Ok(folder)
    }

    /// The paths of its files.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// Whether a file may quote a secret, so that no line of it is shown.
    pub fn quotes_secret(&self, path: &str) -> bool {
        self.quoting.iter().any(|quoting| quoting == path)
    }

    /// Where a file is.
    pub fn place(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Opens a file: a regular one, and without following a link on the way.
    pub fn open(&self, path: &str) -> Result<File, Failure> {
        // with the system's own separators
        let relative: PathBuf = path.split('/').collect();
        open_below(&self.root, &relative).map_err(|error| match error {
            BelowError::Io(error) => Failure::io("read", &self.place(path), &error),
            error => Failure::new(Code::IO_READ, format!("cannot read {}: {error}", self.place(path).display())),
        })
    }

    /// Reads the files, one after the other, into a draft of the site.
    pub fn draft(&self, options: PublishOptions) -> Result<Result<Draft, Vec<PublishError>>, Failure> {
        let reading = options.clone();
        let mut unread = None;
        let sources = self.files.iter().map_while(|path| {
            let failed = |error: io::Error| Failure::io("read", &self.place(path), &error);
            let source = self.open(path).and_then(|file| SourceFile::read(path, file, &reading).map_err(failed));
            source.map_err(|failure| unread = Some(failure)).ok()
        });
        let draft = Draft::read(sources, options);
        unread.map_or(Ok(draft), Err)
    }

    /// Refuses a path that `--allow-secret` does not speak of.
    pub fn refuse_useless_allowance(&self, path: &str, draft: &Draft) -> Result<(), Failure> {
        if draft.allowed_secrets().any(|allowed| allowed == path) {
            return Ok(());
        }
        let why = if is_key_file(path) {
            "*.pem files are keys and never copied; rename the file"
        } else if self.files.iter().any(|known| known == path) {
            "there is no secret key in it"
        } else {
            "there is no such file; give the path below DIR, with `/`"
        };
        Err(Failure::usage(format!("--allow-secret {path}: {why}")))
    }

    /// An error of the library, with the file it is about and the line at fault.
    pub fn failure(&self, error: &PublishError) -> Failure {
        let failure = match &error.fault {
            PublishFault::Check(finding) => to_failure(finding),
            fault => Failure::of(fault),
        };
        let is_secret = matches!(error.fault, PublishFault::Secret { .. }) || self.quotes_secret(&error.file);
        let failure = match (error.help(), &error.fault) {
            (Some(help), _) => failure.with_help(help),
            (None, PublishFault::NoKey { .. }) => {
                failure.with_help("name the key's file with --key or in ADP_KEY_FILE, or put it in the folder")
            }
            (None, PublishFault::Secret { may_be_allowed: false, .. }) => failure
                .with_help("remove the key from the file, or move the file out of the folder: others would read it"),
            (None, PublishFault::Secret { .. }) => failure.with_help(format!(
                "move the key out of the folder, or name it *.pem to sign with it; if the file only quotes a key that protects nothing: --allow-secret {}",
                error.file
            )),
            (None, _) => failure,
        };
        if self.files.binary_search(&error.file).is_err() {
            return failure.in_input(&error.file, &[]);
        }
        let name = self.place(&error.file).display().to_string();
        // a line with a secret is shown to nobody: logs of CI are read by many
        if is_secret {
            return failure.in_lines(&name, &[], None);
        }
        let limits = Limits::default();
        let mut bytes = Vec::new();
        let most = read_limits(&format::all(), &limits).bytes() as u64;
        let _ = self.open(&error.file).map(|file| file.take(most).read_to_end(&mut bytes));
        match Document::parse(&bytes, &limits) {
            Ok(document) => failure.in_document(&name, &document),
            Err(_) => failure.in_input(&name, &bytes),
        }
    }

    fn walk(&mut self, folder: &Path, below: &str, depth: usize) -> Result<(), Failure> {
        if depth > DEPTH_LIMIT {
            return Err(Failure::new(
                Code::IO_READ,
                format!("{} is nested deeper than {DEPTH_LIMIT} folders", folder.display()),
            ));
        }
        let failed = |error: io::Error| Failure::io("read", folder, &error);
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
                return Err(Failure::new(Code::IO_READ, format!("{} has a name that is not Unicode", path.display())));
            };
            let is_hidden = name.starts_with('.') && !(below.is_empty() && name == ".well-known");
            if is_hidden {
                continue;
            }
            let kind = entry.file_type().map_err(failed)?;
            let below = format!("{below}{name}");
            if kind.is_symlink() {
                let message = format!("{} is a symbolic link; links are not published", path.display());
                return Err(Failure::new(Code::IO_READ, message).with_help("copy the file, or move the link away"));
            } else if kind.is_dir() {
                self.walk(&path, &format!("{below}/"), depth + 1)?;
            } else if kind.is_file() {
                self.take(below)?;
            } else {
                let message = format!("{} is neither a file nor a folder", path.display());
                return Err(Failure::new(Code::IO_READ, message).with_help("move it out of the folder"));
            }
            if self.files.len() > COUNT_LIMIT {
                return Err(Failure::new(
                    Code::IO_READ,
                    format!("{} holds more than {COUNT_LIMIT} files", folder.display()),
                ));
            }
        }
        Ok(())
    }

    fn take(&mut self, below: String) -> Result<(), Failure> {
        if !is_key_file(&below) {
            self.files.push(below);
            return Ok(());
        }
        let failed = |error: io::Error| Failure::io("read", &self.place(&below), &error);
        let mut bytes = Vec::new();
        self.open(&below)?.take(KEY_LIMIT + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.windows(11).any(|window| window == b"PRIVATE KEY") {
            self.secret_keys.push(self.place(&below));
        }
        Ok(())
    }
}

/// Where a folder is or would be made: links and `..` followed as far as there are folders.
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
                    // nothing is there, so that neither is anything below it
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
    Ok(real)
}

/// Whether a file is a key by its name, and so not published, whatever is in it.
fn is_key_file(path: &str) -> bool {
    path.len() >= 4 && path.as_bytes()[path.len() - 4..].eq_ignore_ascii_case(b".pem")
}
