//! `adp vectors run`: run the vectors of a folder, with this library or another implementation's command.

use super::failure;
use crate::{
    failure::{Failure, Outcome},
    file, object, redaction,
    terminal::Terminal,
};
use adp_vectors::{EXTENSION, FILE_BYTES, Verdict, run_file, vector_files};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  # the vectors in ./vectors, with this program
  adp vectors run
  # one folder
  adp vectors run vectors/verify
  # with another implementation
  adp vectors run --against 'python3 answer.py'

Runs the --against command once per vector, with the vector's path as the last
argument and the file on stdin. The command prints one line of JSON:
{\"result\": \"ok\"} or {\"result\": CODE}, with \"output\" if the vector has one.
The result \"unknown\" skips the vector. The command is split at spaces, without
a shell. Exit code 1 means that a vector failed.";

/// Run test vectors with this program or another implementation
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of vectors, or one vector file
    #[arg(default_value = "vectors")]
    dir: PathBuf,

    /// Command of another implementation, such as 'python3 answer.py'
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let command: Option<Vec<&str>> = args.against.as_deref().map(|command| command.split_whitespace().collect());
    if command.as_ref().is_some_and(Vec::is_empty) {
        return Err(Failure::usage("--against needs a command, for example --against 'python3 answer.py'"));
    }
    let files = vector_files(&args.dir).map_err(failure)?;
    if files.is_empty() {
        return Err(Failure::usage(format!("{} holds no vectors (*.{EXTENSION})", args.dir.display())));
    }
    let (mut passed, mut failed, mut skipped) = (0_usize, 0_usize, 0_usize);
    let mut report = Vec::new();
    for path in &files {
        let bytes = file::read(path, FILE_BYTES, terminal)?;
        let verdict = run_file(&bytes, path, command.as_deref()).map_err(failure)?;
        let name = path.strip_prefix(&args.dir).unwrap_or(path).display().to_string();
        let (word, reason) = match verdict {
            Verdict::Passed => {
                passed += 1;
                ("passed", None)
            }
            Verdict::Failed(reason) => {
                failed += 1;
                ("failed", Some(reason))
            }
            Verdict::Skipped(reason) => {
                skipped += 1;
                ("skipped", Some(reason))
            }
        };
        // a secret in one vector must not replace the report on all
        let reason = reason.map(|reason| redaction::message(&reason).into_owned());
        if let Some(reason) = &reason {
            terminal.note(&format!("{word}: {name}: {reason}"));
        }
        report.push(object! { "vector": name, "verdict": word, "reason": reason });
    }
    if terminal.wants_json() {
        terminal.print_json(&object! { "passed": passed, "failed": failed, "skipped": skipped, "vectors": report })?;
    } else {
        terminal.print(format_args!("{passed} passed, {failed} failed, {skipped} skipped\n"))?;
    }
    Ok(if failed == 0 { Outcome::Done } else { Outcome::Refused })
}
