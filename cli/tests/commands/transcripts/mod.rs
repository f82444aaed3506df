//! The command line as its users see it: every transcript under `tests/cli/` is run and compared.
//!
//! `NAME.md` holds commands with the output they must give: stdout and stderr together, `? N` is the exit code,
//! `[..]` stands for anything, backslashes are shown as slashes. It runs in the folder `NAME.in/`, or, if there is a
//! folder `NAME.out/`, in a copy of it, in which the files of `NAME.out/` must be found afterwards. A page of `docs/`
//! that is a transcript is a link here.

mod ci_steps;
pub mod keys;
mod pages;

use std::{fs, path::Path};

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli");
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            // A checkout that cannot make links writes the name of the page instead, and nothing would be run.
            assert!(fs::read_to_string(&path).unwrap().contains("\n$ "), "{} has no command", path.display());
        }
    }
    keys::own(&folder);
    trycmd::TestCases::new().case(folder.join("*.md"));
}
