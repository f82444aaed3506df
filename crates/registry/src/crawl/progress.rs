//! The progress file of a crawl, which is always complete.

use adp_server::atomic_file::{Access, AtomicFile};
use agent_description::{Code, SimpleError};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::Path,
};

/// Maximum size of the file, in bytes.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// The results by host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    version: u32,
    pub hosts: BTreeMap<String, Done>,
}

/// The result for a host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    /// Number of documents found.
    pub documents: usize,
    /// Number of documents added.
    pub added: usize,
    /// Number of refused documents: invalid, older than the stored ones, or unverifiable now.
    pub refused: usize,
    /// The reason why the host was not crawled completely.
    pub problem: Option<String>,
}

fn failed(path: &Path, error: &io::Error) -> SimpleError {
    SimpleError::new(Code::IO_READ, format!("cannot write the progress file {}: {error}", path.display()))
}

impl Progress {
    /// Reads the progress from a file; empty if it does not exist.
    pub(crate) fn read(path: &Path) -> Result<Self, SimpleError> {
        let failed = |error: io::Error| failed(path, &error);
        let other = |problem: String| {
            let message = format!(
                "{} is no progress of a crawl ({problem}); name another file, or remove it to begin anew",
                path.display()
            );
            SimpleError::new(Code::IO_READ, message)
        };
        match std::fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if path.is_symlink() {
                    return Err(other("it is a symbolic link to a file that does not exist".to_owned()));
                }
                return Ok(Self { version: 1, ..Self::default() });
            }
            Err(error) => return Err(failed(error)),
            Ok(about) if about.len() > MAX_FILE_BYTES => {
                return Err(other(format!("it has more than {MAX_FILE_BYTES} bytes")));
            }
            Ok(_) => {}
        }
        let text = std::fs::read(path).map_err(failed)?;
        let progress: Self = serde_json::from_slice(&text).map_err(|error| other(error.to_string()))?;
        match progress.version {
            1 => Ok(progress),
            version => Err(other(format!("its version is {version}, expected 1"))),
        }
    }

    /// Replaces the file atomically.
    pub(crate) fn write(&self, path: &Path) -> Result<(), SimpleError> {
        let failed = |error: io::Error| failed(path, &error);
        let mut file = AtomicFile::create(path, Access::Owner).map_err(failed)?;
        let mut writer = io::BufWriter::new(&mut file);
        serde_json::to_writer(&mut writer, self).map_err(|error| failed(error.into()))?;
        writer.flush().map_err(failed)?;
        drop(writer);
        file.replace().map_err(failed)?;
        Ok(())
    }

    /// Number of added documents.
    pub(crate) fn added(&self) -> usize {
        self.hosts.values().map(|done| done.added).sum()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Done, Progress};

    #[test]
    fn what_is_written_is_read_again_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("progress");
        let mut progress = Progress::read(&file).unwrap();
        let done = Done { documents: 3, added: 2, refused: 1, problem: None };
        progress.hosts.insert("a.example.com".to_owned(), done);
        progress.write(&file).unwrap();
        assert_eq!(Progress::read(&file).unwrap(), progress);
        for other in ["", "{", "{\"version\": 2, \"hosts\": {}}", "[]"] {
            std::fs::write(&file, other).unwrap();
            assert!(Progress::read(&file).is_err(), "{other}");
        }
    }
}
