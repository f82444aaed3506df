//! Every verb with documents of every format and shape: what a stranger's document costs is in proportion to its length.
//!
//! The table is that of a release build, which `SHAPES_PROGRAM` names, with documents of the lengths in `SHAPES_BYTES`: `.ci/run` takes
//! 250 kB, `.ci/long` takes 1 MB too. Each run has 2 s of a processor, times `SHAPES_SLOWNESS` on a slow machine, and 300 MB. Without
//! `SHAPES_PROGRAM` the debug build runs with one document of eight, of 10 kB: that only finds what is far too slow. `SHAPES_ROWS` prints
//! all rows.

mod documents;

use documents::{FORMATS, Format, Parts, shapes};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The time after which a command is ended.
const MAX_SECONDS: u64 = 20;

/// What a command took.
struct Row {
    format: &'static str,
    shape: &'static str,
    kilobytes: usize,
    command: String,
    exit: String,
    seconds: f64,
    megabytes: f64,
}

impl Row {
    fn print(&self) {
        let Row { format, shape, kilobytes, command, exit, seconds, megabytes } = self;
        println!("| {command} | {format} | {shape} | {kilobytes} kB | {exit} | {seconds:.2} | {megabytes:.0} |");
    }
}

/// The processor time of a process in seconds, and whether it has ended; `None` elsewhere than on Linux.
fn used(process: u32) -> Option<(f64, bool)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    // in hundredths of a second
    let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some((ticks / 100.0, *fields.first()? == "Z"))
}

/// The most memory that a process has had, in MB.
fn peak(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let high = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"))?;
    Some(high.trim().parse::<f64>().ok()? * 1024.0 / 1e6)
}

/// Runs a command: its exit code or `ended`, seconds of a processor, and MB.
fn measure(command: &mut Command) -> (String, f64, f64) {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (started, mut megabytes) = (Instant::now(), 0.0);
    loop {
        if let Some(now) = peak(child.id()) {
            megabytes = f64::max(megabytes, now);
        }
        // a process that has ended keeps its times until somebody waits for it
        let (seconds, has_ended) = used(child.id()).unwrap_or_else(|| {
            let has_ended = child.try_wait().unwrap().is_some();
            (started.elapsed().as_secs_f64(), has_ended)
        });
        if has_ended {
            let exit = child.wait().unwrap().code();
            return (exit.map_or_else(|| "signal".to_owned(), |code| code.to_string()), seconds, megabytes);
        }
        if seconds > MAX_SECONDS as f64 || started.elapsed() > Duration::from_secs(6 * MAX_SECONDS) || megabytes > 4e3 {
            child.kill().unwrap();
            child.wait().unwrap();
            return ("ended".to_owned(), seconds, megabytes);
        }
        thread::sleep(Duration::from_millis(if started.elapsed() < Duration::from_millis(50) { 1 } else { 5 }));
    }
}

/// The program and a folder with what the commands need beside the documents.
struct Bench<'a> {
    program: &'a Path,
    folder: &'a Path,
}

const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":"1","method":"message/send","params":{"message":{"messageId":"1","kind":"message",
    "role":"user","parts":[],"metadata":{"intentInfos":[{"intent":"a0","slots":[{"name":"num1","value":"1"}]}]}}}}"#;

const SHOP: &str = r#"{"openapi":"3.1.0","info":{"title":"n","version":"1"},"servers":[{"url":"https://shapes.example"}],
    "paths":{"/orders":{"post":{"operationId":"placeOrder","parameters":[{"name":"item","in":"query","schema":{"type":"string"}}],
    "requestBody":{"content":{"application/json":{"schema":{"type":"object"}}}},"responses":{"201":{"description":"r","content":
    {"application/json":{"schema":{"type":"object","properties":{"id":{"type":"string"}}}}}}}}}}}"#;

impl Bench<'_> {
    fn prepare(&self) {
        let adp = |arguments: &[&str]| {
            assert!(
                Command::new(self.program).args(arguments).current_dir(self.folder).output().unwrap().status.success()
            )
        };
        adp(&["key", "generate", "--type", "p256", "-o", "key.pem"]);
        adp(&["did", "create", "--host", "shapes.example", "--key", "key.pem", "-o", "did.json"]);
    }

    /// The rows of one document: all commands of its format, in a folder of its own.
    fn rows(&self, format: &'static Format, shape: &'static str, [text, other]: [&str; 2]) -> Vec<Row> {
        let name = format!("{}-{shape}-{}", format.name, text.len()).replace(' ', "-");
        let folder = self.folder.join(name);
        let write = |path: &str, text: &str| {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let did = fs::read_to_string(self.folder.join("did.json")).unwrap();
        for (path, text) in [
            ("file.json", text),
            ("other.json", other),
            ("message.json", MESSAGE),
            ("shop.json", SHOP),
            ("agents/ad.json", text),
            ("agents/did.json", &did),
            ("of-file/.well-known/agent-card.json", text),
        ] {
            write(path, text);
        }
        let mut rows = Vec::new();
        for command in format.commands {
            // a document that could not be signed is verified as it is
            let signed = if folder.join("signed.json").exists() || command.contains(&"-o") {
                "signed.json"
            } else {
                "file.json"
            };
            let arguments = command.iter().map(|argument| match *argument {
                "FILE" => "file.json",
                "OTHER" | "CARD" => "other.json",
                "MESSAGE" => "message.json",
                "SIGNED" => signed,
                "KEY" => "../key.pem",
                "KEYID" => "did:wba:shapes.example#key-1",
                "SIGNER" => "did:wba:shapes.example",
                "DID" => "../did.json",
                "LOCK" => "adp.lock.json",
                "FOLDER" => "agents",
                "SITE" => "site",
                "SITE-OF-FILE" => "of-file",
                other => other,
            });
            let (exit, seconds, megabytes) =
                measure(Command::new(self.program).args(arguments).current_dir(&folder).env("NO_COLOR", "1"));
            let kilobytes = text.len() / 1000;
            rows.push(Row {
                format: format.name,
                shape,
                kilobytes,
                command: command.join(" "),
                exit,
                seconds,
                megabytes,
            });
        }
        fs::remove_dir_all(&folder).unwrap();
        rows
    }
}

#[test]
fn every_verb_takes_work_and_memory_in_proportion_to_the_document() {
    let release = env::var_os("SHAPES_PROGRAM").map(PathBuf::from);
    let (is_debug, sizes) = (release.is_none(), env::var("SHAPES_BYTES").unwrap_or_else(|_| "10000".to_owned()));
    let sizes: Vec<usize> = sizes.split(' ').map(|bytes| bytes.parse().unwrap()).collect();
    let slowness: f64 = env::var("SHAPES_SLOWNESS").map_or(1.0, |slowness| slowness.parse().unwrap());
    let most_seconds = if is_debug { 5.0 } else { 2.0 * slowness };
    let program = release.unwrap_or_else(|| env!("CARGO_BIN_EXE_adp").into());
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench { program: &program, folder: folder.path() };
    bench.prepare();
    let only = env::var("SHAPES_FORMAT").ok();
    let formats = FORMATS.iter().filter(|format| only.as_ref().is_none_or(|only| format.name == only));
    let cases: Vec<_> =
        formats.enumerate().flat_map(|format| sizes.iter().map(move |bytes| (format, *bytes))).collect();
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                while let Some(((number, format), bytes)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let [one, other] = ['a', 'b'].map(|letter| shapes(format, Parts { bytes: *bytes, letter }));
                    let pairs = one.iter().zip(&other).enumerate();
                    for (_, ((shape, text), (_, other))) in pairs.filter(|(at, _)| !is_debug || (number + at) % 8 == 0)
                    {
                        let rows = bench.rows(format, shape, [text, other]);
                        all.lock().unwrap().extend(rows);
                    }
                }
            });
        }
    });
    let mut rows = all.into_inner().unwrap();
    rows.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
    println!("| command | format | shape | length | exit | seconds | MB |\n|---|---|---|---|---|---|---|");
    let shows_all = env::var_os("SHAPES_ROWS").is_some();
    rows.iter().filter(|row| shows_all || row.seconds > 0.5 || row.megabytes > 100.0).for_each(Row::print);
    let total: f64 = rows.iter().map(|row| row.seconds).sum();
    println!("{} runs, {total:.0} s of a processor", rows.len());
    // 4: a DID document would have to be fetched
    let is_answer = |row: &&Row| ["0", "1", "2", "3", "4"].contains(&row.exit.as_str());
    let beyond: Vec<&Row> =
        rows.iter().filter(|row| !is_answer(row) || row.seconds > most_seconds || row.megabytes > 300.0).collect();
    println!("beyond the limits:");
    beyond.iter().for_each(|row| row.print());
    assert!(beyond.is_empty(), "{} runs are beyond the limits", beyond.len());
}
