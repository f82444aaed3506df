//! The command line as its users see it: every transcript under `tests/cli/` is run and compared.
//!
//! `NAME.md` holds commands with the output they must give: stdout and stderr together, `? N` is the exit code,
//! `[..]` stands for anything, backslashes are shown as slashes. It runs in the folder `NAME.in/`, or, if there is a
//! folder `NAME.out/`, in a copy of it, in which the files of `NAME.out/` must be found afterwards.
#![allow(clippy::unwrap_used, missing_docs)]

use std::{fs, path::Path};

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli");
    own_the_keys(&folder);
    trycmd::TestCases::new().case(folder.join("*.md"));
}

/// A checkout knows no modes: secret keys get the one they need, `shared.pem` one that is refused.
#[cfg(unix)]
fn own_the_keys(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            own_the_keys(&entry);
        } else if entry.extension().is_some_and(|extension| extension == "pem") {
            let shared = entry.file_name().is_some_and(|name| name == "shared.pem");
            fs::set_permissions(&entry, fs::Permissions::from_mode(if shared { 0o644 } else { 0o600 })).unwrap();
        }
    }
}

#[cfg(not(unix))]
fn own_the_keys(_: &Path) {}
