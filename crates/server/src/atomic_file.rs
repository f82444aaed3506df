//! Files that are written whole or not at all.

use agent_description::hex::hex;
use sha2::{Digest, Sha256};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// Who may read the written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Its owner alone: mode 0600.
    Owner,
    /// Those who may read the file that it replaces; for a new file, the umask decides.
    Usual,
}

/// A temporary file beside its target. [`Self::place_new`] or [`Self::replace`] gives it the target's name in one step.
///
/// Its name begins with `.adp-` and a digest of the target's name, and it is locked while its writer runs. Temporary
/// files of writers that were killed are removed when the same target is written again.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
}

impl AtomicFile {
    /// Creates the temporary file for a target. If the target is a link to a file, the file is replaced, not the link.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(target: &Path, access: Access) -> io::Result<Self> {
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let prefix = prefix(&target);
        remove_leftovers(folder_of(&target), &prefix);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix);
        // temporary files have mode 0600
        #[cfg(unix)]
        if access == Access::Usual {
            use std::os::unix::fs::PermissionsExt;
            let new = |_| fs::Permissions::from_mode(0o666);
            builder.permissions(fs::metadata(&target).map_or_else(new, |metadata| metadata.permissions()));
        }
        #[cfg(not(unix))]
        let _ = access;
        let file = create_locked(&builder, folder_of(&target))?;
        Ok(Self { file, target })
    }

    /// Gives the file the target's name.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if the target exists. The file cannot be flushed or renamed.
    pub fn place_new(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist_noclobber(&self.target).map_err(|error| error.error)?;
        sync_folder(folder_of(&self.target));
        Ok(())
    }

    /// Gives the file the target's name, and replaces an existing file.
    ///
    /// # Errors
    /// The file cannot be flushed or renamed.
    pub fn replace(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(&self.target).map_err(|error| error.error)?;
        sync_folder(folder_of(&self.target));
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The prefix of temporary files for a target. A digest keeps the name short.
fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().as_encoded_bytes();
    format!(".adp-{}-", hex(&Sha256::digest(name)[..8]))
}

/// Creates a temporary file that is locked while open. The lock shows other processes that the writer is running.
fn create_locked(builder: &tempfile::Builder<'_, '_>, folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let file = builder.tempfile_in(folder).map_err(without_temporary_name)?;
        match file.as_file().lock() {
            // another process removed the file before it was locked
            Ok(()) if !file.path().exists() => {}
            // without file locks, leftover files cannot be detected
            _ => return Ok(file),
        }
    }
}

/// The error without ` at path "..."`, because users asked for another name than that of the temporary file.
fn without_temporary_name(error: io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or_default().to_owned())
}

/// Removes temporary files of processes that were killed while writing the target. Ignores errors.
fn remove_leftovers(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes())
            // opening a FIFO would wait for its writer
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Flushes a rename to the disk, if the file system supports it.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Access, AtomicFile, prefix};
    use std::{
        fs,
        io::{ErrorKind, Write},
    };

    #[test]
    fn the_next_writer_removes_what_a_killed_one_left_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("list.ndjson");
        let left = folder.path().join(format!("{}aB3dE5", prefix(&target)));
        let of_another = folder.path().join(format!("{}aB3dE5", prefix(&folder.path().join("other"))));
        let theirs = folder.path().join(".adp-notes");
        for path in [&left, &of_another, &theirs] {
            fs::write(path, "half a li").unwrap();
        }
        let mut running = AtomicFile::create(&target, Access::Usual).unwrap();
        running.write_all(b"of the first\n").unwrap();
        assert!(!left.exists() && of_another.exists() && theirs.exists());
        // the temporary file of a running writer is not removed by another one
        let mut other = AtomicFile::create(&target, Access::Usual).unwrap();
        other.write_all(b"of the second\n").unwrap();
        other.place_new().unwrap();
        running.replace().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "of the first\n");
        let new = AtomicFile::create(&target, Access::Usual).unwrap();
        assert_eq!(new.place_new().unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        // no error names the temporary file
        let error = AtomicFile::create(&target.join("x"), Access::Usual).unwrap_err();
        assert!(!error.to_string().contains(".adp-"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn access_is_that_of_the_replaced_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let mode = || fs::metadata(&target).unwrap().permissions().mode() & 0o777;
        AtomicFile::create(&link, Access::Usual).unwrap().replace().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!((mode(), fs::read_to_string(&target).unwrap().as_str()), (0o640, ""));
        AtomicFile::create(&link, Access::Owner).unwrap().replace().unwrap();
        assert_eq!(mode(), 0o600);
    }
}
