//! Reads input files up to a size limit.

use crate::{failure::Failure, output::terminal::Terminal};
use adp_publish::{OpenError, open_below};
use agent_description::{Code, secret::Redactor};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// The file name of standard input.
pub const STDIN: &str = "-";

/// Reads a file, or stdin for `-`. Reads one byte more than `limit`, so that parsers can report the size. Registers
/// secrets for redaction.
pub fn read(name: &Path, limit: usize, terminal: &Terminal) -> Result<Vec<u8>, Failure> {
    let bytes = read_key(name, limit, terminal)?;
    Redactor::for_process().learn(&bytes);
    Ok(bytes)
}

/// Like [`read`], with the name of the input in messages.
pub fn read_named(path: &Path, limit: usize, terminal: &Terminal) -> Result<(String, Vec<u8>), Failure> {
    Ok((display_name(path), read(path, limit, terminal)?))
}

/// Reads a private key file. Its content is never quoted or copied.
pub fn read_key(name: &Path, limit: usize, terminal: &Terminal) -> Result<Vec<u8>, Failure> {
    if name == Path::new(STDIN) {
        return terminal.read_stdin(limit);
    }
    let failed = |error: io::Error| cannot_open(name, &error);
    if name.is_dir() {
        return Err(Failure::new(Code::IO_READ, format!("cannot read {}: it is a folder", name.display()))
            .with_help("pass a file"));
    }
    read_open(File::open(name).map_err(failed)?, limit, name)
}

/// Reads a file from a list: only regular files and `-`.
pub fn read_listed(name: &Path, limit: usize, terminal: &Terminal) -> Result<Vec<u8>, Failure> {
    if name == Path::new(STDIN) { terminal.read_stdin(limit) } else { read_open(open_regular(name)?, limit, name) }
}

/// The failure to open an input. A DID and a URL without scheme look like file names.
fn cannot_open(name: &Path, error: &io::Error) -> Failure {
    let text = name.to_str().filter(|_| error.kind() == io::ErrorKind::NotFound).unwrap_or("-");
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|char| char.is_alphanumeric() || char == '-');
    let help = match text.split_once('/') {
        None if text.is_empty() => Some("the name is empty; name a file or a URL".to_owned()),
        None if text.starts_with("did:") => Some(format!("to fetch a DID document: adp did resolve {text}")),
        Some((host, _)) if host.contains('.') && host.split('.').all(is_label) => {
            Some(format!("to fetch it from a host: https://{text}"))
        }
        _ => None,
    };
    Failure::io("read", name, error).with_help_if(help)
}

fn read_open(mut file: File, limit: usize, name: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error: io::Error| Failure::io("read", name, &error);
    let size = file.metadata().ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len());
    // allocate once, so that no copy of a secret remains in memory
    let room = size.map_or(0, |size| usize::try_from(size).unwrap_or(limit)).min(limit) + 1;
    let mut bytes = vec![0; room];
    let read = match file.read(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
        read => read.map_err(failed)?,
    };
    bytes.truncate(read);
    // a regular file of the expected size needs no further read
    if read > 0 && read < room && size == Some(read as u64) {
        return Ok(bytes);
    }
    file.take((limit as u64 + 1).saturating_sub(read as u64)).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Reads a file of a folder, one byte more than `limit`, so that callers can report the size; follows no links. Registers secrets for
/// redaction.
pub fn read_below(folder: &Path, path: &Path, limit: usize) -> Result<Vec<u8>, OpenError> {
    let mut bytes = Vec::new();
    open_below(folder, path)?.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    Redactor::for_process().learn(&bytes);
    Ok(bytes)
}

/// Opens a regular file. Rejects FIFOs, which block, and devices, which may be infinite.
pub fn open_regular(name: &Path) -> Result<File, Failure> {
    let failed = |error: io::Error| cannot_open(name, &error);
    // check before opening, because opening a FIFO blocks
    let is_file = fs::metadata(name).map_err(failed)?.is_file();
    let file = if is_file { Some(File::open(name).map_err(failed)?) } else { None };
    match file {
        Some(file) if file.metadata().map_err(failed)?.is_file() => Ok(file),
        _ => Err(no_regular_file("read", name)),
    }
}

/// The failure for an input or output that is not a regular file.
pub fn no_regular_file(what: &str, path: &Path) -> Failure {
    Failure::new(Code::IO_READ, format!("cannot {what} {}: it is not a regular file", path.display()))
}

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The name of an input in messages.
pub fn display_name(name: &Path) -> String {
    if name == Path::new(STDIN) { "<stdin>".to_owned() } else { name.display().to_string() }
}

/// Rejects a secret file that other users can read.
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
