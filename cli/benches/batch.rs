//! `adp verify --batch` of 10,000 signed files: one thread, two threads, and the bare ECDSA check, in turns.
//!
//! Goals: two threads at least 1.8 times one; two threads at least 55 % of twice the bare rate; memory that does not
//! grow with the number of files. `cargo bench -p adp-cli --bench batch`; `FILES` and `ROUNDS` in the environment make
//! it shorter.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod measured;
#[path = "../tests/population/mod.rs"]
mod population;

use agent_description::{Document, Json, Limits, Suite, did::DidDocument, did::Purpose};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, ParsedPublicKey};
use measured::{Run, best, load, median, run, setting};
use population::Agent;
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Instant,
};

const AGENTS: u32 = 20;

fn main() {
    let files = setting("FILES", 10_000);
    let rounds = setting("ROUNDS", 5);
    let cores = 2;
    let folder = tempfile::tempdir().unwrap();
    let batch = Batch::new(folder.path(), files);
    let bare = Bare::new(&batch.agents[0]);
    println!("{files} files of {AGENTS} DIDs, {} bytes each; load before: {}", batch.bytes, load());

    // once to warm the page cache
    batch.verify(1, files);
    let (mut one, mut two, mut alone) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        alone.push(bare.seconds(files));
        one.push(batch.verify(1, files).seconds);
        two.push(batch.verify(cores, files).seconds);
    }
    let rate = |seconds: f64| files as f64 / seconds;
    let row = |name: &str, seconds: &[f64]| {
        let best = best(seconds.iter().copied());
        println!("{name:36} {:8.0}/s  {:7.1} µs each (best of {rounds})", rate(best), best / files as f64 * 1e6);
    };
    row("bare ECDSA check, 1 thread", &alone);
    row("adp verify --batch --jobs 1", &one);
    row("adp verify --batch --jobs 2", &two);
    let speedup = median(one.iter().zip(&two).map(|(one, two)| one / two));
    let share = median(alone.iter().zip(&two).map(|(alone, two)| alone / (cores as f64 * two)));
    println!("two threads / one thread              {speedup:.2}  (goal 1.80; median of turns)");
    println!("two threads / (2 x bare check)        {:.0} %  (goal 55 %; median of turns)", share * 100.0);
    let both = median((0..rounds).map(|_| bare.seconds_on_two_threads(files)));
    println!("bare check: two threads / one thread  {:.2}  (what this machine gives)", median(alone) / both);

    println!("memory, with --jobs 2:");
    for count in [1_000, 10_000, 50_000] {
        let run = batch.verify(cores, count);
        println!("  {count:6} files  {:6.1} MiB at most", run.mebibytes);
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

    /// Verifies `count` files, some of them again and again if there are fewer.
    fn verify(&self, jobs: usize, count: usize) -> Run {
        let list = self.folder.join("list");
        let mut text = String::new();
        for name in self.names.iter().cycle().take(count) {
            writeln!(text, "{name}").unwrap();
        }
        fs::write(&list, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
        command.args(["verify", "--at", "2026-06-01T00:00:00Z", "--jobs", &jobs.to_string(), "--batch"]).arg(&list);
        for agent in &self.agents {
            command.arg("--did-document").arg(self.folder.join(format!("{}.did.json", agent.name)));
        }
        let output = self.folder.join("verdicts.ndjson");
        let run = run(&mut command, &output);
        let lines = fs::read(&output).unwrap().iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(lines, count);
        run
    }
}

/// AWS-LC's check of one description's signature, SHA-256 of its canonical bytes included, and nothing else.
struct Bare {
    key: ParsedPublicKey,
    message: Vec<u8>,
    signature: [u8; 64],
}

impl Bare {
    fn new(agent: &Agent) -> Self {
        let document = Document::parse(&agent.description(0), &Limits::default()).unwrap();
        let proof = document.root().get("proof").and_then(Json::as_object).unwrap();
        let suite = Suite::AdpEcdsaP256;
        let value = proof.get("proofValue").and_then(Json::as_str).unwrap();
        let (signature, encoding) = suite.decode_proof_value(value).unwrap();
        let message = suite.canonical_forms(document.root(), proof, encoding).unwrap().document().to_vec();
        let resolved = DidDocument::parse_for(&agent.did, agent.did_document(), &Limits::default()).unwrap();
        let method = &resolved.get().verification_methods()[0];
        assert!(resolved.get().authorizes(method.id(), Purpose::AssertionMethod));
        let point = method.key().unwrap().to_sec1_uncompressed();
        let key = ParsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).unwrap();
        Self { key, message, signature: *signature.as_bytes() }
    }

    fn seconds(&self, times: usize) -> f64 {
        let start = Instant::now();
        for _ in 0..times {
            self.key.verify_sig(std::hint::black_box(&self.message), &self.signature).unwrap();
        }
        start.elapsed().as_secs_f64()
    }

    fn seconds_on_two_threads(&self, times: usize) -> f64 {
        let start = Instant::now();
        thread::scope(|scope| {
            scope.spawn(|| self.seconds(times / 2));
            self.seconds(times / 2);
        });
        start.elapsed().as_secs_f64()
    }
}
