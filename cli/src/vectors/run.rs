//! `adp vectors run`: run the vectors of a folder, with this library or another implementation's command.

use super::failure;
use crate::{
    failure::{Failure, Outcome},
    file, object, redaction,
    terminal::Terminal,
};
use adp_vectors::{Comparison, EXTENSION, FILE_BYTES, RunError, Vector, Verdict, run_file, vector_files};
use std::{
    num::NonZeroUsize,
    panic,
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

const EXAMPLES: &str = "\
Examples:
  # the vectors in ./vectors, with this program
  adp vectors run
  # one folder
  adp vectors run vectors/verify
  # with another implementation, which has error codes of its own
  adp vectors run --against 'python3 answer.py' --kind did --verdict-only

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

    /// Run only vectors of this kind, such as did or verify; repeatable
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,

    /// Compare only whether an input is accepted, not codes and outputs
    #[arg(long)]
    verdict_only: bool,

    /// Number of vectors to run at a time (default: one for each processor)
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
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
    let mut vectors = Vec::with_capacity(files.len());
    for path in files {
        let bytes = file::read(&path, FILE_BYTES, terminal)?;
        if is_of_kind(&bytes, &args.kind) {
            vectors.push((path, bytes));
        }
    }
    if vectors.is_empty() {
        return Err(Failure::usage(format!(
            "{} holds no vectors of the kind {}; vectors/README.md lists the kinds",
            args.dir.display(),
            args.kind.join(", ")
        )));
    }
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let comparison = if args.verdict_only { Comparison::VerdictOnly } else { Comparison::Exact };
    let verdicts = run_all(&vectors, command.as_deref(), comparison, jobs);
    let (mut passed, mut failed, mut skipped) = (0_usize, 0_usize, 0_usize);
    let mut report = Vec::new();
    for ((path, _), verdict) in vectors.iter().zip(verdicts) {
        let verdict = verdict.map_err(failure)?;
        // a single file has no name below itself
        let below = path.strip_prefix(&args.dir).ok().filter(|below| !below.as_os_str().is_empty());
        let name = below.unwrap_or(path).display().to_string();
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

/// Whether a file is to be run: a vector of one of the kinds. A file that is no vector stays, and fails.
fn is_of_kind(bytes: &[u8], kinds: &[String]) -> bool {
    kinds.is_empty() || Vector::parse(bytes).map_or(true, |vector| kinds.iter().any(|kind| kind == vector.kind()))
}

/// The verdicts of all vectors, in their order, from `jobs` threads.
fn run_all(
    vectors: &[(PathBuf, Vec<u8>)],
    command: Option<&[&str]>,
    comparison: Comparison,
    jobs: NonZeroUsize,
) -> Vec<Result<Verdict, RunError>> {
    let next = AtomicUsize::new(0);
    let run_some = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((path, bytes)) = vectors.get(index) else { return done };
            done.push((index, run_file(bytes, path, command, comparison)));
        }
    };
    let mut verdicts = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.get().min(vectors.len())).map(|_| scope.spawn(run_some)).collect();
        let results =
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        results.flatten().collect::<Vec<_>>()
    });
    verdicts.sort_unstable_by_key(|(index, _)| *index);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}
