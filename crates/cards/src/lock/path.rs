//! Paths in lock files, relative to the lock file's folder.

use super::LockError;

/// Maximum length of a path, in bytes.
const MAX_PATH_BYTES: usize = 4096;

/// Checks that a path consists of plain names joined by `/`. On every system, such a path stays in the folder and has
/// one spelling.
pub(super) fn plain(path: &str) -> Result<(), LockError> {
    let is_name = |name: &str| !matches!(name, "" | "." | "..") && !name.ends_with(['.', ' ']);
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    let is_plain = path.len() <= MAX_PATH_BYTES
        && path.split('/').all(is_name)
        && !has_drive
        && !path.chars().any(|c| c == '\\' || c.is_control());
    if is_plain { Ok(()) } else { Err(LockError::Path { path: path.to_owned() }) }
}
