//! Files: inputs read up to their limit, outputs written whole or not at all, and never over a secret key.

use crate::{failure::Failure, terminal::Terminal};
use agent_description::{Code, discovery::publish};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// The name that means standard input.
pub const STDIN: &str = "-";

/// What to do where a key is in the way.
const ANOTHER: &str = "name another file, or move the existing file away first";

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
        _ => Err(no_regular_file("read", name)),
    }
}

fn no_regular_file(what: &str, path: &Path) -> Failure {
    Failure::new(Code::IO_READ, format!("cannot {what} {}: it is not a regular file", path.display()))
}

/// How an input is named in messages.
pub fn display_name(name: &Path) -> String {
    if name == Path::new(STDIN) { "<stdin>".to_owned() } else { name.display().to_string() }
}

/// How much of a file is searched for a secret key before the file is replaced, in bytes.
const SEARCHED: u64 = 64 << 10;

/// Writes an output. A regular file, or a new one, is written whole: into a new file beside it, flushed to the disk, then renamed
/// over it. A FIFO, a device or this process's own stdout is written to as it is.
///
/// # Errors
/// `io-exists` for a file that holds a secret key; `io-read` for a folder, and where the system refuses.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::io("write", path, &error);
    match Place::for_output(path)? {
        Place::File(target) => replace(path, &target, bytes),
        Place::OwnStream(mut stream) => {
            // what was printed before comes before
            io::stdout().flush().and_then(|()| stream.write_all(bytes)).map_err(failed)
        }
        Place::Special => {
            let mut file = OpenOptions::new().write(true).open(path).map_err(failed)?;
            file.write_all(bytes).map_err(failed)
        }
    }
}

/// Writes over a file what was read from it and changed, or what this program can make again. It may hold a secret key: none is lost.
///
/// # Errors
/// `io-read` for what is not a regular file, and where the system refuses.
pub fn rewrite(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    match Place::of(path)? {
        Place::File(target) => replace(path, &target, bytes),
        Place::OwnStream(_) | Place::Special => Err(no_regular_file("write", path)),
    }
}

/// Refuses an output that [`write()`] would refuse: for verbs that do what cannot be undone before they write.
pub fn refuse_unwritable(path: &Path) -> Result<(), Failure> {
    Place::for_output(path).map(drop)
}

/// Refuses an output that is the very file of a key which the same command reads, secret or not.
pub fn refuse_same(output: &Path, keys: &[(&str, &Path)]) -> Result<(), Failure> {
    let regular = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    let Some(target) = regular(output) else { return Ok(()) };
    match keys.iter().find(|(_, key)| regular(key).as_ref() == Some(&target)) {
        Some((flag, key)) => {
            Err(Failure::usage(format!("the output {} is the file of {flag} {}", output.display(), key.display())))
        }
        None => Ok(()),
    }
}

/// What an output's name leads to, links followed.
enum Place {
    /// A regular file, by its own name, or nothing yet.
    File(PathBuf),
    /// Where stdout or stderr of this process goes, be it a file: another handle would write over what they wrote.
    OwnStream(File),
    /// A FIFO, a device, a socket.
    Special,
}

impl Place {
    fn of(path: &Path) -> Result<Self, Failure> {
        let metadata = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::File(path.to_owned())),
            metadata => metadata.map_err(|error| Failure::io("write", path, &error))?,
        };
        if metadata.is_dir() {
            return Err(Failure::new(Code::IO_READ, format!("cannot write {}: it is a folder", path.display()))
                .with_help("name a file in it"));
        }
        if let Some(stream) = own_stream(&metadata) {
            return Ok(Self::OwnStream(stream));
        }
        if !metadata.is_file() {
            return Ok(Self::Special);
        }
        // through a link, the file it names is replaced, not the link
        fs::canonicalize(path).map(Self::File).map_err(|error| Failure::io("write", path, &error))
    }

    /// The same, and refuses a file that holds a secret key.
    fn for_output(path: &Path) -> Result<Self, Failure> {
        let place = Self::of(path)?;
        if let Self::File(target) = &place
            && target.exists()
        {
            let found = publish::find_secret(open_regular(target)?.take(SEARCHED));
            if let Some(what) = found.map_err(|error| Failure::io("read", path, &error))? {
                let message = format!("{} holds {what}, and keys are never overwritten", path.display());
                return Err(Failure::new(Code::IO_EXISTS, message).with_help(ANOTHER));
            }
        }
        Ok(place)
    }
}

/// Stdout or stderr, if this is the file they go to.
#[cfg(unix)]
fn own_stream(metadata: &fs::Metadata) -> Option<File> {
    use std::os::{fd::AsFd, unix::fs::MetadataExt};
    let same =
        |stream: &File| stream.metadata().is_ok_and(|of| (of.dev(), of.ino()) == (metadata.dev(), metadata.ino()));
    let streams = [io::stdout().as_fd().try_clone_to_owned(), io::stderr().as_fd().try_clone_to_owned()];
    streams.into_iter().flatten().map(File::from).find(same)
}

#[cfg(not(unix))]
fn own_stream(_: &fs::Metadata) -> Option<File> {
    None
}

/// Writes a file whole: beside its place, then renamed over what is there. A process that is killed in between leaves the new file,
/// under a name that begins with `.adp-`; no later run takes it for its own.
fn replace(path: &Path, target: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let place = folder(target);
    let failed = |error: io::Error| Failure::io("write", path, &error);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".adp-");
    #[cfg(unix)]
    builder.permissions(permissions_for(target));
    let mut file = builder.tempfile_in(&place).map_err(failed)?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    file.persist(target).map_err(|error| failed(error.error))?;
    sync_folder(&place);
    Ok(())
}

/// Writes a secret: readable by its owner only, and never over a file that exists.
pub fn write_secret(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let place = folder(path);
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::new(Code::IO_EXISTS, format!("{} already exists, and keys are never overwritten", path.display()))
                .with_help(ANOTHER)
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
    use super::{rewrite, write, write_secret};
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

    #[test]
    fn what_was_read_from_a_file_goes_back_though_it_holds_a_key_and_nothing_else_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ad.json");
        fs::write(&path, r#"{"kty": "OKP", "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#).unwrap();
        assert_eq!(write(&path, b"{}").unwrap_err().code(), "io-exists");
        rewrite(&path, b"{}").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"{}");
        assert_eq!(write(folder.path(), b"{}").unwrap_err().code(), "io-read");
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
