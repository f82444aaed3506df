//! The command line as its users see it: every transcript under `tests/cli/` is run and compared.
//!
//! `NAME.md` holds commands with the output they must give: stdout and stderr together, `? N` is the exit code,
//! `[..]` stands for anything, backslashes are shown as slashes. It runs in the folder `NAME.in/`, or, if there is a
//! folder `NAME.out/`, in a copy of it, in which the files of `NAME.out/` must be found afterwards.

use crate::transcript_keys;
use std::path::Path;

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli");
    transcript_keys::own(&folder);
    trycmd::TestCases::new().case(folder.join("*.md"));
}
