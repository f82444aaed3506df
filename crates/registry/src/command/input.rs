//! Reads files that the command line names.

use super::Failure;
use agent_description::{Code, secret::Redactor};
use std::{fs::File, io::Read, path::Path};

/// Reads a file of limited size; `-` is stdin.
pub(super) fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let failed = |error: std::io::Error| Failure::io("read", path, &error);
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).map_err(failed)?.take(most + 1).read_to_end(&mut bytes)
    };
    read.map_err(failed)?;
    Redactor::for_process().learn(&bytes);
    if bytes.len() as u64 > most {
        return Err(Failure::new(Code::JSON_SIZE, format!("{} has more than {most} bytes", path.display())));
    }
    Ok(bytes)
}
