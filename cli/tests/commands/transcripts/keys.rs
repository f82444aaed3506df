//! The secret keys of the transcripts.

#[cfg(unix)]
use std::fs;
use std::path::Path;

/// A checkout knows no modes: secret keys get the one they need, `shared.pem` one that is refused.
#[cfg(unix)]
pub fn own(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            own(&entry);
        } else if entry.extension().is_some_and(|extension| extension == "pem") {
            let shared = entry.file_name().is_some_and(|name| name == "shared.pem");
            fs::set_permissions(&entry, fs::Permissions::from_mode(if shared { 0o644 } else { 0o600 })).unwrap();
        }
    }
}

#[cfg(not(unix))]
pub fn own(_: &Path) {}
