//! `adp verify` of many inputs: order, completeness, memory, interruption, and what an earlier run spares.

use adp_fixtures::{
    population::{Agent, HOST},
    web::Web,
};
use serde_json::Value;
use std::{
    collections::HashMap,
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

const AT: &str = "2026-06-01T00:00:00Z";

fn adp() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
    command.arg("verify");
    command
}

fn lines(stdout: &[u8]) -> Vec<Value> {
    String::from_utf8(stdout.to_vec()).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a program answers that must not wait for anybody: it is ended after a minute.
#[cfg(unix)]
fn soon(command: &mut Command) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Signed files of some agents, with what goes wrong in between.
struct Files {
    folder: tempfile::TempDir,
    names: Vec<String>,
    did_documents: Vec<PathBuf>,
}

impl Files {
    fn new(agents: u32, each: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (mut names, mut did_documents) = (Vec::new(), Vec::new());
        let agents: Vec<Agent> = (0..agents).map(Agent::new).collect();
        for agent in &agents {
            let path = folder.path().join(format!("{}.did.json", agent.name));
            fs::write(&path, agent.did_document()).unwrap();
            did_documents.push(path);
        }
        for number in 0..each {
            for agent in &agents {
                let path = folder.path().join(format!("{}-{number}.json", agent.name));
                fs::write(&path, agent.description(number)).unwrap();
                names.push(path.to_str().unwrap().to_owned());
            }
        }
        Self { folder, names, did_documents }
    }

    fn list(&self, names: &[String]) -> PathBuf {
        let path = self.folder.path().join("list");
        fs::write(&path, names.join("\n")).unwrap();
        path
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `adp verify` with the DID documents given.
    fn adp(&self) -> Command {
        let mut command = adp();
        command.args(["--at", AT]);
        for path in &self.did_documents {
            command.arg("--did-document").arg(path);
        }
        command
    }
}

/// Whatever made the list may have failed.
#[test]
fn a_list_without_names_is_an_error() {
    let files = Files::new(1, 1);
    for names in [vec![], vec![String::new()]] {
        let output = files.adp().arg("--batch").arg(files.list(&names)).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0), "{names:?}");
        assert!(stderr(&output).starts_with("error[io-read]: the list names no input"), "{}", stderr(&output));
    }
}

#[test]
fn all_in_order_whatever_goes_wrong_in_between() {
    let files = Files::new(3, 60);
    let mut names = files.names.clone();
    // what stands between the good ones, and the code it gets
    let tampered = files.path("tampered.json");
    let text = fs::read_to_string(&names[0]).unwrap();
    fs::write(&tampered, text.replace("Hotel Assistant 0", "Hotel Assistant 9")).unwrap();
    fs::write(files.path("deep.json"), "[".repeat(100_000)).unwrap();
    fs::write(files.path("empty.json"), "").unwrap();
    let bad = [
        (17, tampered.to_str().unwrap().to_owned(), "proof-signature"),
        (40, files.path("deep.json").to_str().unwrap().to_owned(), "json-depth"),
        (41, files.path("missing.json").to_str().unwrap().to_owned(), "io-read"),
        (42, files.folder.path().to_str().unwrap().to_owned(), "io-read"),
        (90, "http://agents.example.com/ad.json".to_owned(), "net-scheme"),
        (91, files.path("empty.json").to_str().unwrap().to_owned(), "json-syntax"),
    ];
    for (at, name, _) in &bad {
        names.insert(*at, name.clone());
    }
    let list = files.list(&names);
    let mut first: Option<Vec<u8>> = None;
    for jobs in 1..=8 {
        let output = files.adp().args(["--jobs", &jobs.to_string(), "--batch"]).arg(&list).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let reports = lines(&output.stdout);
        let inputs: Vec<&str> = reports.iter().map(|report| report["input"].as_str().unwrap()).collect();
        assert_eq!(inputs, names, "with {jobs} jobs");
        for (at, report) in reports.iter().enumerate() {
            let expected = bad.iter().find(|(place, ..)| *place == at).map(|(.., code)| *code);
            assert_eq!(report["error"]["code"].as_str(), expected, "{report}");
            assert_eq!(report["verified"], expected.is_none());
        }
        assert!(stderr(&output).starts_with("180 of 186 verified; io-read 2, json-depth 1,"), "{}", stderr(&output));
        // whoever verifies, the same is said
        assert_eq!(first.get_or_insert_with(|| output.stdout.clone()), &output.stdout);
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_one_line() {
    let files = Files::new(1, 2);
    let mut list = files.names[0].clone().into_bytes();
    list.extend(b"\n\xff.json\n");
    list.extend(files.names[1].as_bytes());
    let path = files.path("list");
    fs::write(&path, list).unwrap();
    let output = files.adp().arg("--batch").arg(&path).output().unwrap();
    let codes: Vec<Value> = lines(&output.stdout).iter().map(|report| report["error"]["code"].clone()).collect();
    assert_eq!(codes, [Value::Null, "io-read".into(), Value::Null]);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn each_line_of_a_pipe_is_answered_before_the_next_is_written() {
    let files = Files::new(1, 3);
    let mut child = files
        .adp()
        .args(["--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for name in &files.names {
        writeln!(stdin, "{name}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["input"], name.as_str());
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_reader_that_leaves_ends_the_batch_quietly() {
    let files = Files::new(1, 1);
    let list = files.list(&vec![files.names[0].clone(); 2000]);
    let mut child = files.adp().arg("--batch").arg(list).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(141), ""));
}

/// An interrupted batch has printed whole lines in order, says so, and its output resumes it.
#[cfg(unix)]
#[test]
fn an_interrupted_batch_is_resumed_from_what_it_printed() {
    let files = Files::new(2, 20);
    let mut child = files
        .adp()
        .args(["--jobs", "1", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // a list whose writer stops: the batch stands still there
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all((files.names[..32].join("\n") + "\n").as_bytes()).unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    for _ in 0..32 {
        stdout.read_line(&mut printed).unwrap();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    stdout.read_to_string(&mut printed).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).starts_with("32 of 32 verified\ninterrupted; "), "{}", stderr(&output));
    assert_eq!(lines(printed.as_bytes()).len(), 32);

    // cut in the middle of a line, as a process that was killed leaves it
    let earlier = files.path("earlier.ndjson");
    let whole: usize = printed.split_inclusive('\n').take(31).map(str::len).sum();
    fs::write(&earlier, &printed[..whole + 100]).unwrap();
    let list = files.list(&files.names);
    let output = files.adp().arg("--batch").arg(&list).arg("--skip-verified").arg(&earlier).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "40 of 40 verified (31 skipped: verified before)\n");
    let reports = lines(&output.stdout);
    assert_eq!(reports.iter().map(|report| report["input"].as_str().unwrap()).collect::<Vec<_>>(), files.names);
    assert!(reports.iter().enumerate().all(|(at, report)| report["skipped"] == (at < 31)));
}

/// What makes an earlier verification count, and what does not. Each line: what changes, whether it is still skipped.
#[test]
fn an_earlier_verification_counts_only_while_all_of_it_holds() {
    let transcripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/verify.in");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ad.json");
    let did_document = folder.path().join("did.json");
    // expires 2027-01-02
    fs::copy(transcripts.join("bound.json"), &file).unwrap();
    fs::copy(transcripts.join("did.json"), &did_document).unwrap();
    let run = |at: &str, arguments: &[&str]| {
        adp()
            .args(["--any-domain", "--json", "--at", at, "--did-document"])
            .arg(&did_document)
            .args(arguments)
            .arg(&file)
            .output()
            .unwrap()
    };
    let earlier = folder.path().join("earlier.ndjson");
    let note = |arguments: &[&str]| {
        let output = run(AT, arguments);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        fs::write(&earlier, format!("{report}\n")).unwrap();
        report
    };
    let skipped = |at: &str, arguments: &[&str]| {
        let skip = ["--skip-verified", earlier.to_str().unwrap()];
        let output = run(at, &[arguments, &skip].concat());
        let report: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)));
        // what is no description has a line of its own, and is never taken over
        (report["skipped"] == true, report)
    };

    let first = note(&[]);
    let later = "2026-06-01T20:00:00Z";
    let (taken_over, second) = skipped(later, &[]);
    assert!(taken_over);
    // the report says what was not looked at, and for which time it was verified
    assert_eq!(second["verifiedAt"], AT);
    let check = |report: &Value, name: &str| {
        report["checks"].as_array().unwrap().iter().find(|check| check["name"] == name).unwrap().clone()
    };
    assert_eq!(check(&second, "resolve")["result"], "unchecked");
    assert!(check(&second, "resolve")["detail"].as_str().unwrap().contains(AT));
    assert!(check(&second, "time")["detail"].as_str().unwrap().contains(later));
    for name in ["signer", "subject", "canonicalSha256", "rawSha256", "expectations", "contexts"] {
        assert_eq!(first[name], second[name], "{name}");
    }

    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas/verify.schema.json");
    let schema: Value = serde_json::from_slice(&fs::read(schema).unwrap()).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&second), "{second:#}");

    // its age, which does not begin anew when it is taken over
    assert!(!skipped("2026-06-02T00:00:00Z", &[]).0, "a day is the most");
    assert!(skipped("2026-06-02T00:00:00Z", &["--skip-max-age", "2d"]).0);
    assert!(!skipped(later, &["--skip-max-age", "1h"]).0);
    assert!(!skipped("2026-05-31T00:00:00Z", &[]).0, "verified in the future");
    fs::write(&earlier, format!("{second}\n")).unwrap();
    assert!(skipped("2026-06-01T23:00:00Z", &[]).0);
    assert!(!skipped("2026-06-02T01:00:00Z", &[]).0, "counted from the verification");

    // the expectations
    note(&[]);
    for other in [
        ["--purpose", "authentication"].as_slice(),
        &["--challenge", "1235abcd6789"],
        &["--signer", "did:wba:agent.example.com"],
        &["--max-age", "300d"],
        &["--not-before", "2026-01-01T00:00:00Z"],
        &["--require-domain"],
        &["--did-document", transcripts.join("alice-did.json").to_str().unwrap()],
        &["--as", "adp"],
        &["--as", "anp-07"],
        &["--as", "did-document"],
        &["--resolve", "agent.example.com:443:127.0.0.1:8443"],
    ] {
        assert!(!skipped(later, other).0, "{other:?}");
    }
    // the format that is asked for refuses the same bytes; a run before the last, which did not tell it, asked for none
    assert_eq!(skipped(later, &["--as", "did-document"]).1["error"]["code"], "did-document-invalid");
    let of_adp = note(&["--as", "adp"]);
    assert_eq!(of_adp["expectations"]["as"], "adp");
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&of_adp), "{of_adp:#}");
    assert!(skipped(later, &["--as", "adp"]).0 && !skipped(later, &[]).0);
    note(&["--resolve", "agent.example.com:443:127.0.0.1:8443"]);
    assert!(!skipped(later, &[]).0, "who answered for the signer's host is nobody's to take over");
    assert!(!skipped(later, &["--resolve", "agent.example.com:443:127.0.0.1:8444"]).0);
    note(&[]);

    // the times of the proof: expired, too old for the same --max-age
    let long = ["--skip-max-age", "900d"];
    assert!(skipped("2027-01-01T23:59:59Z", &long).0);
    let (taken_over, report) = skipped("2027-01-02T00:00:00Z", &long);
    assert!(!taken_over);
    assert_eq!(report["error"]["code"], "proof-expired");
    note(&["--max-age", "200d"]);
    assert!(skipped("2026-07-20T00:00:00Z", &["--max-age", "200d", "--skip-max-age", "900d"]).0);
    let (taken_over, report) = skipped("2026-07-22T00:00:00Z", &["--max-age", "200d", "--skip-max-age", "900d"]);
    assert!(!taken_over);
    assert_eq!(report["error"]["code"], "proof-too-old");

    // the bytes of the input and of the DID document
    note(&[]);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, [bytes.as_slice(), b"\n"].concat()).unwrap();
    assert!(!skipped(later, &[]).0);
    fs::write(&file, &bytes).unwrap();
    assert!(skipped(later, &[]).0);
    fs::write(&did_document, [fs::read(&did_document).unwrap().as_slice(), b"\n"].concat()).unwrap();
    assert!(!skipped(later, &[]).0);
}

#[test]
fn only_verified_inputs_are_skipped() {
    let transcripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/verify.in");
    let folder = tempfile::tempdir().unwrap();
    let earlier = folder.path().join("earlier.ndjson");
    let arguments =
        ["--json", "tampered.json", "unsigned.json", "missing.json", "--did-document", "did.json", "--at", AT];
    let first = adp().current_dir(&transcripts).args(arguments).output().unwrap();
    fs::write(&earlier, &first.stdout).unwrap();
    let second = adp().current_dir(&transcripts).args(arguments).arg("--skip-verified").arg(&earlier).output().unwrap();
    assert_eq!(first.stdout, second.stdout);
    assert_eq!(second.status.code(), Some(1));
    // a file of something else is refused, not ignored
    fs::write(&earlier, "not json\n").unwrap();
    let output = adp().current_dir(&transcripts).args(arguments).arg("--skip-verified").arg(&earlier).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).starts_with("error[json-syntax]: line 1 of "), "{}", stderr(&output));
}

/// An earlier output with several lines for one input: what the last one says counts.
#[test]
fn the_last_line_about_an_input_counts() {
    let files = Files::new(1, 1);
    let (list, earlier) = (files.list(&files.names), files.path("earlier.ndjson"));
    let run = |arguments: &[&str]| files.adp().arg("--batch").arg(&list).args(arguments).output().unwrap().stdout;
    let verified = run(&[]);
    let refused = run(&["--challenge", "another"]);
    fs::write(&files.names[0], [fs::read(&files.names[0]).unwrap().as_slice(), b" "].concat()).unwrap();
    let of_other_bytes = run(&[]);
    let content = fs::read(&files.names[0]).unwrap();
    fs::write(&files.names[0], content.strip_suffix(b" ").unwrap()).unwrap();
    fs::remove_file(&files.names[0]).unwrap();
    let unreadable = run(&[]);
    fs::write(&files.names[0], content.strip_suffix(b" ").unwrap()).unwrap();
    for (lines_before, skipped) in [
        (&[&verified][..], true),
        (&[&refused, &verified], true),
        (&[&verified, &refused], false),
        (&[&verified, &of_other_bytes], false),
        (&[&verified, &unreadable], false),
        (&[&unreadable, &verified, &verified], true),
    ] {
        fs::write(&earlier, lines_before.iter().map(|line| line.as_slice()).collect::<Vec<_>>().concat()).unwrap();
        let report = lines(&run(&["--skip-verified", earlier.to_str().unwrap()])).remove(0);
        assert_eq!(report["verified"], true);
        assert_eq!(report["skipped"], skipped, "{} lines", lines_before.len());
    }
}

#[cfg(unix)]
#[test]
fn a_list_and_what_it_names_are_regular_files() {
    let files = Files::new(1, 2);
    let fifo = files.path("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let socket = files.path("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let endless = [fifo.clone(), "/dev/zero".into(), socket, files.folder.path().to_owned()];
    for list in &endless {
        let output = soon(files.adp().arg("--batch").arg(list));
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert!(stderr(&output).starts_with("error[io-read]: "), "{}", stderr(&output));
        assert!(stderr(&output).contains("adp verify --batch -"), "{}", stderr(&output));
        let earlier = ["--skip-verified".as_ref(), list.as_os_str()];
        let output = soon(files.adp().arg("--batch").arg(files.list(&files.names)).args(earlier));
        assert_eq!(output.status.code(), Some(3));
    }
    // an input of that kind is one line of the answer
    let mut names: Vec<String> = endless.iter().map(|path| path.to_str().unwrap().to_owned()).collect();
    names.push(files.names[0].clone());
    let output = soon(files.adp().arg("--batch").arg(files.list(&names)));
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let reports = lines(&output.stdout);
    assert_eq!(
        reports.iter().map(|report| report["verified"] == true).collect::<Vec<_>>(),
        [false, false, false, false, true]
    );
    assert!(reports[..4].iter().all(|report| report["error"]["code"] == "io-read"), "{reports:?}");
    // a line that never ends is no name; it ends the batch
    let mut child = files
        .adp()
        .args(["--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let pieces = (0..1_000).take_while(|_| stdin.write_all(&[b'x'; 64 << 10]).is_ok()).count();
    assert!(pieces < 1_000, "all of it was read");
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("the limit for a name"), "{}", stderr(&output));
    // what is named on the command line may be a pipe: `adp verify <(…)`
    let writer = std::thread::spawn({
        let (fifo, content) = (fifo.clone(), fs::read(&files.names[0]).unwrap());
        move || fs::write(fifo, content).unwrap()
    });
    let output = files.adp().arg(&fifo).output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// 200 DIDs that signed 600 descriptions: each DID document is asked for once, over few connections.
#[test]
fn each_did_is_resolved_once() {
    let (agents, each) = (200, 3);
    let mut files = HashMap::new();
    let mut urls = Vec::new();
    let agents: Vec<Agent> = (0..agents).map(Agent::new).collect();
    for agent in &agents {
        files.insert(agent.did_document_path(), agent.did_document().to_vec());
    }
    for number in 0..each {
        for agent in &agents {
            let path = format!("/{}/ad-{number}.json", agent.name);
            urls.push(format!("https://{HOST}{path}"));
            files.insert(path, agent.description(number));
        }
    }
    let web = Web::serve(HOST, files, 2);
    let folder = tempfile::tempdir().unwrap();
    let (list, cacert) = (folder.path().join("list"), folder.path().join("ca.pem"));
    fs::write(&list, urls.join("\n")).unwrap();
    fs::write(&cacert, &web.authority_pem).unwrap();
    let output = adp()
        .args(["--jobs", "4", "--at", AT, "--resolve", &web.resolve_override(HOST), "--cacert"])
        .arg(&cacert)
        .arg("--batch")
        .arg(&list)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let reports = lines(&output.stdout);
    assert_eq!(reports.iter().map(|report| report["input"].as_str().unwrap()).collect::<Vec<_>>(), urls);
    let asked = web.asked();
    assert_eq!(asked.len(), 800);
    assert!(asked.values().all(|times| *times == 1), "asked more than once");
    assert_eq!(asked.keys().filter(|path| path.ends_with("/did.json")).count(), 200);
    // connections are kept and used again: a client that keeps none has one for each of the 800 requests
    assert!(web.connections() <= 200, "{} connections", web.connections());
}

#[test]
fn a_batch_has_status_and_models() {
    let files = Files::new(1, 1);
    let broken = files.path("broken.json");
    fs::write(&broken, "{").unwrap();
    let names = [files.names[0].clone(), broken.to_str().unwrap().to_owned()];
    let run = |list: &Path| {
        let did_document = &files.did_documents[0];
        adp()
            .args(["--any-domain", "--at", AT, "--did-document"])
            .arg(did_document)
            .arg("--batch")
            .arg(list)
            .output()
            .unwrap()
    };
    let output = run(&files.list(&names));
    let reports = lines(&output.stdout);
    let of = |at: usize, name: &str| reports[at][name].clone();
    assert_eq!((of(0, "status"), of(1, "status")), ("verified".into(), "malformed".into()), "{}", stderr(&output));
    assert!(of(0, "model")["name"].is_string() && of(1, "model").is_null(), "{reports:?}");
    assert!(reports.iter().all(|report| report.get("document").is_none()), "documents are for --json");
    // what is undecided has a status of its own: no DID document is given, and nothing may be fetched
    let output =
        adp().args(["--any-domain", "--at", AT, "--offline", "--batch"]).arg(files.list(&names[..1])).output().unwrap();
    assert_eq!(lines(&output.stdout)[0]["status"], "undecided", "{}", stderr(&output));
}
