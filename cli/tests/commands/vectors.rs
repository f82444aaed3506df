//! `adp vectors`: the runner says no where it should, and another implementation's command is asked as documented.

use adp_fixtures::third_party;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const ADP: &str = env!("CARGO_BIN_EXE_adp");

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors")
}

fn adp(arguments: &[&str]) -> Output {
    Command::new(ADP).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder with these vector files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn the_committed_vectors_pass() {
    let output = adp(&["vectors", "run", committed().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let line = stdout(&output);
    assert!(line.ends_with(" passed, 0 failed, 0 skipped\n"), "{line}");
    assert!(line.split(' ').next().unwrap().parse::<u32>().unwrap() >= 400, "{line}");
}

#[test]
fn they_pass_through_the_command_protocol_too() {
    let folder = committed().join("did-document");
    let output = adp(&["vectors", "run", folder.to_str().unwrap(), "--against", &format!("{ADP} vectors answer")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).ends_with(" passed, 0 failed, 0 skipped\n"));
}

/// The verb of earlier versions.
#[test]
fn generate_names_the_package_that_makes_vectors() {
    let output = adp(&["vectors", "generate", "-o", "again", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cargo run -p adp-vectors-maker"), "{}", stderr(&output));
}

#[test]
fn a_vector_that_expects_something_else_fails() {
    let folder = folder(&[
        ("accepted.txt", "expect: json-syntax\nkind: json\ncomment: x\n\n{}"),
        ("refused.txt", "expect: ok\nkind: json\ncomment: x\n\n{"),
        ("other-code.txt", "expect: json-number\nkind: json\ncomment: x\n\n{"),
        ("output.txt", "expect: ok\nkind: jcs\ncomment: x\noutput: {\"a\":2}\n\n{\"a\":1}"),
        ("no-vector.txt", "hello\n"),
        ("right.txt", "expect: ok\nkind: json\ncomment: x\n\n{}"),
        ("readme.md", "not looked at"),
    ]);
    let output = adp(&["vectors", "run", folder.path().to_str().unwrap()]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), "1 passed, 5 failed, 0 skipped\n"));
    let said = stderr(&output);
    for line in [
        "failed: accepted.txt: expected json-syntax, found ok",
        "failed: refused.txt: expected ok, found json-syntax (",
        "failed: other-code.txt: expected json-number, found json-syntax (",
        "failed: output.txt: expected ok with {\"a\":2}, found ok with {\"a\":1}",
        "failed: no-vector.txt: line 1: ",
    ] {
        assert!(said.lines().any(|said| said.starts_with(line)), "{line:?} is not in:\n{said}");
    }
}

#[test]
fn what_is_not_known_is_skipped_and_said() {
    let folder = folder(&[
        ("kind.txt", "expect: ok\nkind: tea-leaves\ncomment: x\n\n"),
        ("header.txt", "expect: ok\nkind: json\ncolour: red\ncomment: x\n\n{}"),
        ("known.txt", "expect: ok\nkind: json\ncomment: x\n\n{}"),
    ]);
    let output = adp(&["vectors", "run", folder.path().to_str().unwrap(), "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["skipped"], json!(2));
    assert_eq!(report["vectors"][0]["vector"], json!("header.txt"));
    assert_eq!(report["vectors"][0]["verdict"], json!("skipped"));
    assert_eq!(report["vectors"][1]["reason"], json!("unknown kind `tea-leaves`"));
}

/// A reason that would show a secret key is hidden, the others stay.
#[test]
fn a_secret_in_a_vector_hides_its_reason_alone() {
    let key = r#"{"crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","kty":"OKP","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#;
    let vectors = folder(&[
        ("a.txt", "expect: ok\nkind: jcs\ncomment: x\noutput: {\"a\":2}\n\n{\"a\":1}"),
        ("b.txt", &format!("expect: ok\nkind: jcs\ncomment: x\noutput: {{}}\n\n{key}")),
    ]);
    let output = adp(&["vectors", "run", vectors.path().to_str().unwrap(), "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        report["vectors"][0]["reason"],
        json!("expected ok with {\"a\":2}, found ok with {\"a\":1}; the vector's comment: x")
    );
    assert_eq!(report["vectors"][1]["verdict"], json!("failed"));
    let reason = report["vectors"][1]["reason"].as_str().unwrap();
    assert!(reason.contains("***") && !stdout(&output).contains("nWGxne"), "{reason}");
}

/// The command is a shell script here, so that nothing of ours is in it.
#[cfg(unix)]
#[test]
fn another_implementation_is_asked() {
    let vectors = folder(&[
        ("a.txt", "expect: ok\nkind: json\ncomment: x\n\n{}"),
        ("b.txt", "expect: json-syntax\nkind: json\ncomment: x\n\n{"),
        ("c.txt", "expect: json-syntax\nkind: json\ncomment: x\n\n}"),
        ("d.txt", "expect: ok\nkind: json\ncomment: x\n\n[]"),
    ]);
    let script = folder(&[(
        "answer.sh",
        // $1 is an argument of the command, $2 the path; the file is on standard input
        r#"test "$1" = argument || exit 9
test "$(cat)" = "$(cat "$2")" || exit 9
case $(basename "$2") in
a.txt) echo '{"result": "ok"}' ;;
b.txt) echo '{"result": "json-number", "message": "no idea"}' ;;
c.txt) echo '{"result": "unknown"}' ;;
*) echo Hello ;;
esac
"#,
    )]);
    let command = format!("sh {} argument", script.path().join("answer.sh").display());
    let output = adp(&["vectors", "run", vectors.path().to_str().unwrap(), "--against", &command]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), "1 passed, 2 failed, 1 skipped\n"));
    let said = stderr(&output);
    let comment = "expected json-syntax, found json-number (no idea); the vector's comment: x";
    assert!(said.contains(&format!("failed: b.txt: {comment}\n")), "{said}");
    assert!(said.contains("skipped: c.txt: "), "{said}");
    assert!(said.contains("failed: d.txt: the command printed \"Hello\""), "{said}");
    // nothing ran
    let one = vectors.path().join("c.txt");
    let output = adp(&["vectors", "run", one.to_str().unwrap(), "--against", &command]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), "0 passed, 0 failed, 1 skipped\n"));
}

/// Two programs that fail for every vector: one as Python does, with a traceback whose last line says why.
#[cfg(unix)]
#[test]
fn what_a_failing_program_says_is_shown_once() {
    let vectors = folder(&["a.txt", "b.txt", "c.txt"].map(|name| (name, "expect: ok\nkind: json\ncomment: x\n\n{}")));
    let traceback = "Traceback (most recent call last):\n  File \"x.py\", line 1\nValueError: boom\n";
    for (says, error) in [(traceback, "ValueError: boom"), ("panic: boom\n\ngoroutine 1\n", "panic: boom")] {
        let script = folder(&[("says.txt", says), ("answer.sh", "cat \"$(dirname \"$0\")/says.txt\" >&2; exit 1\n")]);
        let command = format!("sh {}", script.path().join("answer.sh").display());
        let output = adp(&["vectors", "run", vectors.path().to_str().unwrap(), "--against", &command]);
        let reason =
            format!(r#"the command printed "", expected one line of JSON with a member `result`; its error: {error}"#);
        assert_eq!(stderr(&output), format!("failed: a.txt: {reason}\nfailed: 2 more vectors: {reason}\n"));
        assert_eq!(stdout(&output), "0 passed, 3 failed, 0 skipped\n");
    }
}

/// A Python program that shares no code with ours gives the same answers.
#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn an_independent_implementation_agrees() {
    let python = third_party::python();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/interop/answer_vectors.py");
    let mut answered = 0;
    let folders = [
        "json",
        "document",
        "jcs",
        "did",
        "did-url",
        "proof-value",
        "signing-input",
        "jws",
        "auth-request",
        "web-bot-auth",
        "listing",
    ]
    .map(|kind| committed().join(kind).canonicalize().unwrap());
    // it answers all of them in one run, and the command prints what it answered; `signing-input` it answers one by one, as documented
    let replies = tempfile::tempdir().unwrap();
    let asked = [program.as_path(), Path::new("--replies"), replies.path()];
    let status = Command::new(&python).args(asked).args(&folders).status();
    assert!(status.unwrap().success());
    let script = replies.path().join("reply.sh");
    fs::write(&script, format!("exec cat '{}'\"$1\"", replies.path().display())).unwrap();
    let prints = format!("sh {}", script.display());
    let answers = format!("{} {}", python.to_str().unwrap(), program.display());
    for folder in &folders {
        let command = if folder.ends_with("signing-input") { &answers } else { &prints };
        let output = adp(&["vectors", "run", folder.to_str().unwrap(), "--against", command, "--json"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&report["failed"], &report["skipped"]), (&json!(0), &json!(0)), "{}", stderr(&output));
        answered += report["passed"].as_u64().unwrap();
    }
    third_party::ran("vectors-through-python", usize::try_from(answered).unwrap());
}

/// An implementation in another language has other codes: `--verdict-only` compares accepted and refused alone.
#[test]
fn kinds_are_chosen_and_verdicts_alone_are_compared() {
    let vectors = folder(&[
        ("accepted.txt", "expect: json-syntax\nkind: json\ncomment: x\n\n{}"),
        ("code.txt", "expect: json-number\nkind: json\ncomment: x\n\n{"),
        ("output.txt", "expect: ok\nkind: jcs\ncomment: x\noutput: {\"a\":2}\n\n{\"a\":1}"),
        ("refused.txt", "expect: ok\nkind: document\ncomment: x\n\n[]"),
    ]);
    let dir = vectors.path().to_str().unwrap();
    for (options, line) in [
        (&["--jobs", "3"][..], "0 passed, 4 failed, 0 skipped\n"),
        (&["--verdict-only"], "2 passed, 2 failed, 0 skipped\n"),
        (&["--verdict-only", "--kind", "json"], "1 passed, 1 failed, 0 skipped\n"),
        (&["--verdict-only", "--kind", "jcs", "--kind", "document"], "1 passed, 1 failed, 0 skipped\n"),
    ] {
        let output = adp(&[&["vectors", "run", dir][..], options].concat());
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), line), "{options:?}");
    }
    let output = adp(&["vectors", "run", dir, "--jobs", "4", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<_> = report["vectors"].as_array().unwrap().iter().map(|vector| vector["vector"].clone()).collect();
    assert_eq!(names, ["accepted.txt", "code.txt", "output.txt", "refused.txt"], "in their order");
    let output = adp(&["vectors", "run", dir, "--kind", "tea-leaves"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no vectors of the kind tea-leaves"), "{}", stderr(&output));
}

#[test]
fn a_single_file_that_fails_has_its_name() {
    let vectors = folder(&[("refused.txt", "expect: ok\nkind: json\ncomment: x\n\n{")]);
    let output = adp(&["vectors", "run", vectors.path().join("refused.txt").to_str().unwrap()]);
    assert!(stderr(&output).contains("refused.txt: expected ok, found json-syntax"), "{}", stderr(&output));
}

#[test]
fn misuse() {
    let empty = tempfile::tempdir().unwrap();
    let output = adp(&["vectors", "run", empty.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "a folder without vectors proves nothing");
    let output = adp(&["vectors", "run", "/nonexistent"]);
    assert_eq!(output.status.code(), Some(3));
    let output = adp(&["vectors", "run", committed().to_str().unwrap(), "--against", " "]);
    assert_eq!(output.status.code(), Some(2));
}
