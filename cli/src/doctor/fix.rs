//! `--fix`: a patch a file.

use super::report::Report;
use crate::{failure::Failure, file::STDIN, output::Output};
use agent_description::Code;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The folder that patches are written to.
pub struct Patches(PathBuf);

impl Patches {
    /// A folder that is empty, or is made.
    pub fn new(folder: &Path) -> Result<Self, Failure> {
        if folder == Path::new(STDIN) {
            return Err(Failure::usage("--fix: DIR must be a folder, not `-`"));
        }
        let failed = |error: std::io::Error| Failure::io("write", folder, &error);
        fs::create_dir_all(folder).map_err(failed)?;
        if fs::read_dir(folder).map_err(failed)?.next().is_some() {
            let message = format!("{} is not empty, and nothing in it is replaced", folder.display());
            return Err(Failure::new(Code::IO_EXISTS, message).with_help("pass an empty or a new folder"));
        }
        Ok(Self(folder.to_owned()))
    }

    /// The name of the patch of a finding: of its number and its rule, nothing of the host's.
    pub fn name(number: usize, rule: &str) -> String {
        format!("{number:03}-{rule}.json")
    }

    /// Writes the patches of a report, each a new file.
    pub fn write(&self, report: &Report<'_>) -> Result<(), Failure> {
        for (name, patch) in report.patches() {
            let path = self.0.join(name);
            let mut text = patch.to_pretty();
            text.push('\n');
            Output::new_file(&path).write(text.as_bytes())?;
        }
        Ok(())
    }
}
