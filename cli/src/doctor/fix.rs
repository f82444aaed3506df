//! `--fix`: write one patch file per finding.

use crate::{failure::Failure, input::file::STDIN, output::Output};
use agent_description::{Code, Json};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The output folder for patches.
pub struct Patches(PathBuf);

impl Patches {
    /// Opens an empty folder or creates a new one.
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

    /// The file name of a patch. It contains only the finding's number and rule, no text from the host.
    pub fn name(number: usize, rule: &str) -> String {
        format!("{number:03}-{rule}.json")
    }

    pub fn write(&self, name: &str, patch: &Json) -> Result<(), Failure> {
        Output::new_file(&self.0.join(name)).write((patch.to_pretty() + "\n").as_bytes())
    }
}
