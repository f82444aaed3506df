//! The command line as its users see it: every transcript under `tests/cli/` is run and compared.
//!
//! `NAME.md` holds commands with the output they must give (stdout and stderr together, `? N` is the exit code) and
//! runs in a copy of the folder `NAME.in/`.
#![allow(missing_docs)]

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("../tests/cli/*.md");
}
