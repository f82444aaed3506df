//! `-v`: what goes on, on stderr, without what gives access.

use adp_fixtures::tls::{Answer, Authority, Server};
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

const HOST: &str = "agent.example.com";
const URL: &str = "https://agent.example.com/ad.json?key=s3cret";

/// A server that has a signed description and its signer's DID document.
struct Site {
    server: Server,
    folder: tempfile::TempDir,
}

impl Site {
    fn new() -> Self {
        let transcripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/verify.in");
        let read = |name: &str| fs::read(transcripts.join(name)).unwrap();
        let (did_document, description) = (read("did.json"), read("bound.json"));
        let (authority, folder) = (Authority::new(), tempfile::tempdir().unwrap());
        let server = Server::start(authority.issue(&[HOST]), move |request| match request.path() {
            "/.well-known/did.json" => Answer::json(&did_document),
            "/ad.json?key=s3cret" => Answer::json(&description),
            _ => Answer::not_found(),
        });
        fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        Self { server, folder }
    }

    fn verify(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_adp"))
            .args(["verify", "--json", "--at", "2026-06-01T00:00:00Z"])
            .args(["--resolve", &self.server.resolve(HOST, 443), "--cacert"])
            .arg(self.folder.path().join("ca.pem"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .envs(environment.iter().copied())
            .output()
            .unwrap()
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The lines' text after time and level; every line has both, so nothing else is in between.
#[track_caller]
fn events(output: &Output) -> Vec<(String, String)> {
    let event = |line: &str| {
        let (time, rest) = line.trim_start().split_once(' ').unwrap();
        assert!(time.ends_with('s') && time[..time.len() - 1].parse::<f64>().is_ok(), "{line}");
        let (level, text) = rest.trim_start().split_once(' ').unwrap();
        (level.to_owned(), text.to_owned())
    };
    stderr(output).lines().map(event).collect()
}

#[test]
fn each_step_is_told_on_stderr_and_stdout_stays_as_it_is() {
    let site = Site::new();
    let silent = site.verify(&[URL], &[]);
    assert_eq!((silent.status.code(), stderr(&silent).as_str()), (Some(0), ""));

    let told = site.verify(&[URL, "-v"], &[]);
    assert_eq!(told.status.code(), Some(0));
    assert_eq!(without_times(&told.stdout), without_times(&silent.stdout));
    let events = events(&told);
    let (description, did_document) = (
        "fetch{url=https://agent.example.com/ad.json?...}: fetched",
        "resolve{did=did:wba:agent.example.com}:fetch{url=https://agent.example.com/.well-known/did.json}: fetched",
    );
    for (at, (begin, within)) in [
        (description, "media_type=\"application/json\""),
        ("verify{url=https://agent.example.com/ad.json?...}", did_document),
        ("verify{url=https://agent.example.com/ad.json?...}", "resolved provenance=Fetched"),
        ("verify{url=https://agent.example.com/ad.json?...}", "verified signer=did:wba:agent.example.com"),
    ]
    .into_iter()
    .enumerate()
    {
        let (level, text) = &events[at];
        assert!(level == "DEBUG" && text.starts_with(begin) && text.contains(within), "{at}: {events:#?}");
    }
    assert_eq!(events.len(), 4, "{events:#?}");
    assert!(!stderr(&told).contains("s3cret"), "{}", stderr(&told));
}

/// When it was verified is another time in each run.
fn without_times(stdout: &[u8]) -> String {
    let text = std::str::from_utf8(stdout).unwrap();
    text.lines().filter(|line| !line.contains("verifiedAt")).collect()
}

#[test]
fn twice_tells_each_check_and_no_other_library_says_anything() {
    let site = Site::new();
    let told = site.verify(&["-vv", URL], &[("RUST_LOG", "trace")]);
    let events = events(&told);
    let ours = |text: &str| ["verify{", "fetch{", "resolve{"].iter().any(|span| text.starts_with(span));
    assert!(events.iter().all(|(_, text)| ours(text)), "{events:#?}");
    let check = |name: &str, result: &str| {
        let text = format!(": check=\"{name}\" result=\"{result}\"");
        events.iter().any(|(level, found)| level == "TRACE" && found.ends_with(&text))
    };
    assert!(check("signature", "pass") && check("challenge", "unchecked") && check("time", "pass"), "{events:#?}");
    // the proof's challenge is nobody else's business
    assert!(!stderr(&told).contains("1235abcd6789"), "{events:#?}");
    assert!(!stderr(&told).contains("s3cret"), "{events:#?}");
}

#[test]
fn the_environment_neither_starts_nor_stops_it() {
    let site = Site::new();
    assert_eq!(stderr(&site.verify(&[URL], &[("RUST_LOG", "trace")])), "");
    assert_eq!(events(&site.verify(&["-v", URL], &[("RUST_LOG", "off")])).len(), 4);
}

#[test]
fn a_refusal_is_told_by_its_code() {
    let site = Site::new();
    let output = site.verify(&["-v", "https://agent.example.com/other.json?key=s3cret"], &[]);
    assert_eq!(output.status.code(), Some(4));
    let text = stderr(&output);
    let not_fetched = "fetch{url=https://agent.example.com/other.json?...}: not fetched code=\"net-status\"";
    assert!(text.contains(not_fetched), "{text}");
    assert!(
        text.contains("verify{url=https://agent.example.com/other.json?...}: refused code=\"net-status\""),
        "{text}"
    );
    assert!(text.contains("error[net-status]") && !text.contains("s3cret"), "{text}");
}

#[test]
fn a_password_in_a_url_is_nobody_s_business() {
    let site = Site::new();
    let output = site.verify(&["-v", "https://alice:s3cret@agent.example.com/ad.json"], &[]);
    assert_eq!(output.status.code(), Some(4));
    let text = stderr(&output);
    let (told, _) = text.split_once("error[net-scheme]").unwrap();
    assert!(told.contains("verify{url=https://...@agent.example.com/ad.json}: refused code=\"net-scheme\""), "{text}");
    assert!(!told.contains("s3cret"), "{text}");
}

#[test]
fn a_file_is_told_by_its_name() {
    let site = Site::new();
    let output = site.verify(&["-v", "what?.json"], &[]);
    assert!(stderr(&output).contains("verify{file=\"what?.json\"}: refused code=\"io-read\""), "{}", stderr(&output));
}

#[test]
fn a_batch_tells_of_all_its_inputs() {
    let site = Site::new();
    let output = site.verify(&["-v", URL, URL, URL], &[]);
    assert_eq!(output.status.code(), Some(0));
    let text = stderr(&output);
    assert_eq!(text.matches(": verified signer=did:wba:agent.example.com").count(), 3, "{text}");
    // one for each description, one for the DID document, by whichever of them came first
    assert_eq!(text.matches(": fetched bytes=").count(), 4, "{text}");
    assert_eq!(text.matches("}:resolve{did=did:wba:agent.example.com}:fetch{").count(), 1, "{text}");
}
