//! `adp vectors generate`: writes the vectors.

use crate::{
    failure::{Failure, Outcome},
    file,
    output::{Force, Output},
    terminal::Terminal,
};
use adp_vectors::generate;
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
};

const EXAMPLES: &str = "\
Examples:
  adp vectors generate   # writes ./vectors
  adp vectors generate -o again && diff -r -x README.md vectors again

The output is the same on every machine. Files that are no longer vectors are
left in place. In a folder that holds most of the vectors, the others and
changed ones are written; in any other, a file that is in the way is an error
without --force.";

/// Write the test vectors
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder to write to
    #[arg(short, long, value_name = "DIR", default_value = "vectors")]
    output: PathBuf,

    #[command(flatten)]
    force: Force,
}

pub fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let files = generate().map_err(|error| Failure::usage(format!("a vector cannot be made: {error}")))?;
    if args.output == Path::new(file::STDIN) {
        return Err(Failure::usage("DIR must be a folder, not `-`"));
    }
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| args.output.join(name)).collect();
    let there = paths.iter().filter(|path| fs::symlink_metadata(path).is_ok()).count();
    let is_own = there * 2 > files.len();
    let mut outputs = Vec::new();
    for ((_, bytes), path) in files.iter().zip(&paths) {
        // the keys of vectors are for tests, and come out again
        if is_own || fs::read(path).is_ok_and(|before| before == *bytes) {
            outputs.push((Output::update(path), bytes));
        } else if fs::symlink_metadata(path).is_err() {
            outputs.push((Output::new_file(path), bytes));
        } else if let Some(output) = Output::named(path, args.force, &[])? {
            outputs.push((output, bytes));
        }
    }
    for (output, bytes) in outputs {
        let path = output.path();
        let folder = path.parent().unwrap_or(&args.output);
        fs::create_dir_all(folder).map_err(|error| Failure::io("make", folder, &error))?;
        output.write(bytes)?;
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
