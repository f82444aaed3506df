//! `adp verify --batch` of 10,000 signed files: on one core, on two cores, and the bare ECDSA check, in turns.
//!
//! Goals: two cores at least 1.8 times one; two cores at least 55 % of twice the bare rate; with `--json`, one core at
//! most 2.0 bare checks for each file; memory that does not grow with the number of files. A process is held to its cores by `taskset`: `--jobs 1` alone says how many threads verify,
//! and the one that writes the lines takes a part of a second core. `cargo bench -p adp-cli --bench batch`; `FILES` and `ROUNDS` in the environment make
//! it shorter.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod bare;
mod measured;

use adp_fixtures::population::Agent;
use bare::Bare;
use measured::{best, load, mebibytes, median, seconds, setting};
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

const AGENTS: u32 = 20;

fn main() {
    let files = setting("FILES", 10_000);
    let rounds = setting("ROUNDS", 5);
    let cores = 2;
    // in memory where the system has such a folder: a disk that writes back what earlier runs left is none of ours
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
    let batch = Batch::new(folder.path(), files);
    let bare = Bare::new(&batch.agents[0]);
    println!("{files} files of {AGENTS} DIDs, {} bytes each; load before: {}", batch.bytes, load());

    // once to warm the page cache
    batch.seconds(1, None, &[], files);
    let (mut alone, mut one, mut json) = (Vec::new(), Vec::new(), Vec::new());
    let (mut one_thread, mut two) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        alone.push(bare.seconds(files));
        one.push(batch.seconds(1, Some("0"), &[], files));
        json.push(batch.seconds(1, Some("0"), &["--json"], files));
        one_thread.push(batch.seconds(1, None, &[], files));
        two.push(batch.seconds(cores, Some("0,1"), &[], files));
    }
    let rate = |seconds: f64| files as f64 / seconds;
    let row = |name: &str, seconds: &[f64]| {
        let best = best(seconds.iter().copied());
        println!("{name:36} {:8.0}/s  {:7.1} µs each (best of {rounds})", rate(best), best / files as f64 * 1e6);
    };
    row("bare ECDSA check, 1 thread", &alone);
    row("adp verify --batch, one core", &one);
    row("adp verify --batch --json, one core", &json);
    row("adp verify --batch --jobs 1, free", &one_thread);
    row("adp verify --batch, two cores", &two);
    let speedup = median(one.iter().zip(&two).map(|(one, two)| one / two));
    let share = median(alone.iter().zip(&two).map(|(alone, two)| alone / (cores as f64 * two)));
    println!("two cores / one core                  {speedup:.2}  (goal 1.80; median of turns)");
    println!("two cores / (2 x bare check)          {:.0} %  (goal 55 %; median of turns)", share * 100.0);
    let dear = median(json.iter().zip(&alone).map(|(json, alone)| json / alone));
    println!("one core with --json / bare check     {dear:.2}  (goal 2.00; median of turns)");
    let both = median((0..rounds).map(|_| bare.seconds_on_two_threads(files)));
    println!("bare check: two threads / one thread  {:.2}  (what this machine gives)", median(alone) / both);

    println!("memory, with --jobs 2:");
    for count in [1_000, 10_000, 50_000] {
        println!("  {count:6} files  {:6.1} MiB at most", batch.mebibytes(cores, count));
    }
    println!("load after: {}", load());
}

struct Batch {
    agents: Vec<Agent>,
    names: Vec<String>,
    folder: PathBuf,
    bytes: usize,
}

impl Batch {
    /// Signs the files, on all threads.
    fn new(folder: &Path, files: usize) -> Self {
        let agents: Vec<Agent> = (0..AGENTS).map(Agent::new).collect();
        for agent in &agents {
            fs::write(folder.join(format!("{}.did.json", agent.name)), agent.did_document()).unwrap();
        }
        let name = |at: usize| folder.join(format!("ad-{at}.json"));
        let threads = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for thread in 0..threads {
                let agents = &agents;
                scope.spawn(move || {
                    for at in (thread..files).step_by(threads) {
                        let agent = &agents[at % agents.len()];
                        fs::write(name(at), agent.description(u32::try_from(at).unwrap())).unwrap();
                    }
                });
            }
        });
        let names = (0..files).map(|at| name(at).to_str().unwrap().to_owned()).collect();
        let bytes = usize::try_from(fs::metadata(name(0)).unwrap().len()).unwrap();
        Self { agents, names, folder: folder.to_owned(), bytes }
    }

    /// How long it takes to verify `count` files, on these cores or on all, with further options.
    fn seconds(&self, jobs: usize, cores: Option<&str>, options: &[&str], count: usize) -> f64 {
        self.verified(count, |output| seconds(self.command(jobs, cores, count).args(options), output))
    }

    /// How much memory that takes.
    fn mebibytes(&self, jobs: usize, count: usize) -> f64 {
        self.verified(count, |output| mebibytes(&mut self.command(jobs, None, count), output))
    }

    fn verified(&self, count: usize, run: impl FnOnce(&Path) -> f64) -> f64 {
        let output = self.folder.join("verdicts.ndjson");
        let measured = run(&output);
        let lines = fs::read(&output).unwrap().iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(lines, count);
        measured
    }

    /// Verifies `count` files, some of them again and again if there are fewer.
    fn command(&self, jobs: usize, cores: Option<&str>, count: usize) -> Command {
        let list = self.folder.join("list");
        let mut text = String::new();
        for name in self.names.iter().cycle().take(count) {
            writeln!(text, "{name}").unwrap();
        }
        fs::write(&list, text).unwrap();
        let adp = env!("CARGO_BIN_EXE_adp");
        let mut command = match cores {
            Some(cores) => {
                let mut command = Command::new("taskset");
                command.args(["--cpu-list", cores, adp]);
                command
            }
            None => Command::new(adp),
        };
        command.args(["verify", "--at", "2026-06-01T00:00:00Z", "--jobs", &jobs.to_string(), "--batch"]).arg(&list);
        for agent in &self.agents {
            command.arg("--did-document").arg(self.folder.join(format!("{}.did.json", agent.name)));
        }
        command
    }
}
