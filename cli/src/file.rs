//! Input files, read up to their limit.

use crate::{failure::Failure, terminal::Terminal};
use agent_description::{Code, secret::Redactor};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// The name that means standard input.
pub const STDIN: &str = "-";

/// Reads a file, or standard input if its name is `-`: at most `limit` bytes and one more, so that the reader of the
/// bytes can say they are too many. What is secret in it is not shown later.
pub fn read(name: &Path, limit: usize, terminal: &Terminal) -> Result<Vec<u8>, Failure> {
    let bytes = read_key(name, limit, terminal)?;
    Redactor::for_process().learn(&bytes);
    Ok(bytes)
}

/// The same for the file of a secret key, of which nothing is ever quoted, and no copy is kept.
pub fn read_key(name: &Path, limit: usize, terminal: &Terminal) -> Result<Vec<u8>, Failure> {
    if name == Path::new(STDIN) {
        return terminal.read_stdin(limit);
    }
    let failed = |error: io::Error| Failure::io("read", name, &error);
    if name.is_dir() {
        return Err(Failure::new(Code::IO_READ, format!("cannot read {}: it is a folder", name.display()))
            .with_help("pass a file"));
    }
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

/// That an input or output is no regular file.
pub fn no_regular_file(what: &str, path: &Path) -> Failure {
    Failure::new(Code::IO_READ, format!("cannot {what} {}: it is not a regular file", path.display()))
}

/// How an input is named in messages.
pub fn display_name(name: &Path) -> String {
    if name == Path::new(STDIN) { "<stdin>".to_owned() } else { name.display().to_string() }
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
            .with_help(format!("chmod 600 {name}; in CI, write it with (umask 077; echo \"$KEY\" > {name})")));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
