//! `adp vectors generate`: writes the vectors.

use crate::{
    failure::{Failure, Outcome},
    file,
    terminal::Terminal,
};
use adp_vectors::generate;
use serde::Serialize;
use std::{fs, path::PathBuf};

const EXAMPLES: &str = "\
Examples:
  adp vectors generate                            writes ./vectors
  adp vectors generate -o again && diff -r -x README.md vectors again

The output is the same on every machine. Files that are no longer vectors are left in place.";

/// Write the test vectors
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder to write to
    #[arg(short, long, value_name = "DIR", default_value = "vectors")]
    output: PathBuf,
}

pub fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let files = generate().map_err(|error| Failure::usage(format!("a vector cannot be made: {error}")))?;
    for (name, bytes) in &files {
        let path = args.output.join(name);
        let folder = path.parent().unwrap_or(&args.output);
        fs::create_dir_all(folder).map_err(|error| Failure::io("make", folder, &error))?;
        // their keys are for tests, and come out again
        file::rewrite(&path, bytes)?;
    }
    let directory = args.output.display().to_string();
    if terminal.wants_json() {
        terminal.print_json(&Generated { directory, files: files.len() })?;
    } else {
        terminal.note(&format!("wrote {} files to {directory}", files.len()));
    }
    Ok(Outcome::Done)
}

/// What was written, as it is printed.
#[derive(Serialize)]
struct Generated {
    directory: String,
    files: usize,
}
