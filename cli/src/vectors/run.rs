//! `adp vectors run`: run the vectors of a folder, with this library or another implementation's command.

use crate::{
    failure::{Failure, Outcome},
    input::file,
    output::{
        object, redaction,
        terminal::{Terminal, counted},
    },
};
use adp_vectors::{AnswerComparison, EXTENSION, FILE_BYTES, Vector, VectorVerdict, run_file, vector_files};
use std::{
    collections::BTreeMap,
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
a shell. Exit code 1 means that a vector failed, or that all were skipped.";

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
    let files = vector_files(&args.dir).map_err(Failure::from)?;
    if files.is_empty() {
        return Err(Failure::usage(format!("{} holds no vectors (*.{EXTENSION})", args.dir.display())));
    }
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let comparison = if args.verdict_only { AnswerComparison::VerdictOnly } else { AnswerComparison::Exact };
    let run_one = |path: &PathBuf| {
        let bytes = file::read(path, FILE_BYTES, terminal)?;
        let is_run = is_of_kind(&bytes, &args.kind);
        is_run.then(|| run_file(&bytes, path, command.as_deref(), comparison).map_err(Failure::from)).transpose()
    };
    let verdicts = in_parallel(&files, jobs, run_one);
    let (mut report, mut words) = (Vec::new(), Vec::new());
    // a program that fails for one vector usually fails for all
    let mut unanswered = BTreeMap::<String, usize>::new();
    for (path, verdict) in files.iter().zip(verdicts) {
        let Some(verdict) = verdict? else { continue };
        // a single file has no name below itself
        let below = path.strip_prefix(&args.dir).ok().filter(|below| !below.as_os_str().is_empty());
        let name = below.unwrap_or(path).display().to_string();
        let word = verdict.as_str();
        // a secret in one vector must not replace the report on all
        let reason = verdict.reason().map(|reason| redaction::message(reason).into_owned());
        if let Some(reason) = &reason {
            let unanswered = unanswered.entry(reason.clone()).or_default();
            *unanswered += usize::from(matches!(verdict, VectorVerdict::NoAnswer(_)));
            if *unanswered < 2 {
                terminal.note(&format!("{word}: {name}: {reason}"));
            }
        }
        report.push(object! { "vector": name, "verdict": word, "reason": reason });
        words.push(word);
    }
    for (reason, number) in unanswered.iter().filter(|(_, number)| **number > 1) {
        terminal.note(&format!("failed: {}: {reason}", counted(*number - 1, "more vector")));
    }
    let count = |word| words.iter().filter(|it| **it == word).count();
    let [passed, failed, skipped] = ["passed", "failed", "skipped"].map(count);
    if report.is_empty() {
        return Err(Failure::usage(format!(
            "{} holds no vectors of the kind {}; vectors/README.md lists the kinds",
            args.dir.display(),
            args.kind.join(", ")
        )));
    }
    if terminal.wants_json() {
        terminal.print_json(&object! { "passed": passed, "failed": failed, "skipped": skipped, "vectors": report })?;
    } else {
        terminal.print(format_args!("{passed} passed, {failed} failed, {skipped} skipped\n"))?;
    }
    Ok(if failed == 0 && passed > 0 { Outcome::Done } else { Outcome::Refused })
}

/// Whether a file is to be run: a vector of one of the kinds. A file that is no vector stays, and fails.
fn is_of_kind(bytes: &[u8], kinds: &[String]) -> bool {
    kinds.is_empty() || Vector::parse(bytes).map_or(true, |vector| kinds.iter().any(|kind| kind == vector.kind()))
}

/// The results for all items, in their order, from `jobs` threads.
fn in_parallel<T: Sync, R: Send>(items: &[T], jobs: NonZeroUsize, run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run_some = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, run(item)));
        }
    };
    let mut results = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.get().min(items.len())).map(|_| scope.spawn(run_some)).collect();
        let results =
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        results.flatten().collect::<Vec<_>>()
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
