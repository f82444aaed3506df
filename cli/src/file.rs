//! Files: inputs read up to their limit, outputs written whole or not at all.

use crate::{failure::Failure, terminal::Terminal};
use agent_description::Code;
use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// The name that means standard input.
pub const STDIN: &str = "-";

/// Reads a file, or standard input if its name is `-`: at most `limit` bytes and one more, so that the reader of the
/// bytes can say they are too many.
pub fn read(name: &Path, limit: usize, terminal: &Terminal) -> Result<Vec<u8>, Failure> {
    if name == Path::new(STDIN) {
        return terminal.read_stdin(limit);
    }
    let failed = |error: io::Error| Failure::io("read", name, &error);
    read_open(File::open(name).map_err(failed)?, limit, name)
}

/// The same for what a list names: regular files only, and `-`.
pub fn read_listed(name: &Path, limit: usize, terminal: &Terminal) -> Result<Vec<u8>, Failure> {
    if name == Path::new(STDIN) { terminal.read_stdin(limit) } else { read_open(open_regular(name)?, limit, name) }
}

fn read_open(mut file: File, limit: usize, name: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error: io::Error| Failure::io("read", name, &error);
    let size = file.metadata().ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len());
    // room for all of it at once, so that of a secret no copy stays behind in memory
    let room = size.map_or(0, |size| usize::try_from(size).unwrap_or(limit)).min(limit) + 1;
    let mut bytes = vec![0; room];
    let read = match file.read(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
        read => read.map_err(failed)?,
    };
    bytes.truncate(read);
    // a file that gave all it said it has, and not one byte more, need not be asked again
    if read > 0 && read < room && size == Some(read as u64) {
        return Ok(bytes);
    }
    file.take((limit as u64 + 1).saturating_sub(read as u64)).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Opens a file that must be a regular one: what a list or an earlier run names, and what is read twice. A FIFO would be
/// waited for, and a device has no end.
pub fn open_regular(name: &Path) -> Result<File, Failure> {
    let failed = |error: io::Error| Failure::io("read", name, &error);
    // looked at before it is opened, because opening a FIFO waits for its writer
    let is_file = fs::metadata(name).map_err(failed)?.is_file();
    let file = if is_file { Some(File::open(name).map_err(failed)?) } else { None };
    match file {
        Some(file) if file.metadata().map_err(failed)?.is_file() => Ok(file),
        _ => Err(Failure::new(Code::IO_READ, format!("cannot read {}: it is not a regular file", name.display()))),
    }
}

/// How an input is named in messages.
pub fn display_name(name: &Path) -> String {
    if name == Path::new(STDIN) { "<stdin>".to_owned() } else { name.display().to_string() }
}

/// Writes a file whole: into a new file beside it, flushed to the disk, then renamed over it.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    // through a link, the file it names is replaced, not the link
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let place = folder(&target);
    let failed = |error: io::Error| Failure::io("write", path, &error);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".adp-");
    #[cfg(unix)]
    builder.permissions(permissions_for(&target));
    let mut file = builder.tempfile_in(&place).map_err(failed)?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    file.persist(&target).map_err(|error| failed(error.error))?;
    sync_folder(&place);
    Ok(())
}

/// Writes a secret: readable by its owner only, and never over a file that exists.
pub fn write_secret(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let place = folder(path);
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::new(Code::IO_EXISTS, format!("{} already exists, and keys are never overwritten", path.display()))
                .with_help("name another file, or move the existing file away first")
        }
        _ => Failure::io("write", path, &error),
    };
    // temporary files are made with mode 0600
    let mut file = tempfile::Builder::new().prefix(".adp-").tempfile_in(&place).map_err(failed)?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    file.persist_noclobber(path).map_err(|error| failed(error.error))?;
    sync_folder(&place);
    Ok(())
}

/// Refuses a file of a secret that others than its owner can read.
pub fn refuse_shared(path: &Path) -> Result<(), Failure> {
    #[cfg(unix)]
    if path != Path::new(STDIN) {
        use std::os::unix::fs::PermissionsExt;
        let metadata = fs::metadata(path).map_err(|error| Failure::io("read", path, &error))?;
        let mode = metadata.permissions().mode() & 0o777;
        if metadata.is_file() && mode & 0o077 != 0 {
            let name = path.display();
            return Err(Failure::new(
                Code::IO_READ,
                format!("{name} is a secret key, but its mode {mode:04o} gives others access"),
            )
            .with_help(format!("chmod 600 {name}")));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The permissions the target has, or those that a new file gets under the process's mask.
#[cfg(unix)]
fn permissions_for(target: &Path) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(target).map_or_else(|_| fs::Permissions::from_mode(0o666), |metadata| metadata.permissions())
}

/// Makes a rename durable. A file system that cannot do it has still renamed.
fn sync_folder(place: &Path) {
    #[cfg(unix)]
    let _ = File::open(place).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = place;
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{write, write_secret};
    use std::fs;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ad.json");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_secret_is_its_owners_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key.pem");
        write_secret(&path, b"one").unwrap();
        let refused = write_secret(&path, b"two").unwrap_err();
        assert_eq!(refused.code(), "io-exists");
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_survive_a_rewrite() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("ad.json"), folder.path().join("link"));
        write(&path, b"one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, b"two").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().file_type().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
