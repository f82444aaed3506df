//! Paths in a lock file: names below its folder.

use super::LockError;

/// The longest path, in bytes.
const MAX_PATH_BYTES: usize = 4096;

/// Holds a path to plain names joined by `/`: on no system does it lead out of the folder, or mean two files.
pub(super) fn plain(path: &str) -> Result<(), LockError> {
    let is_name = |name: &str| !matches!(name, "" | "." | "..") && !name.ends_with(['.', ' ']);
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    let is_plain = path.len() <= MAX_PATH_BYTES
        && path.split('/').all(is_name)
        && !has_drive
        && !path.chars().any(|c| c == '\\' || c.is_control());
    if is_plain { Ok(()) } else { Err(LockError::Path { path: path.to_owned() }) }
}
