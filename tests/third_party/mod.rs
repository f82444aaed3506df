//! Third-party suites, read in place: never copied into this repository. See tests/README.md.
#![allow(dead_code, missing_docs, clippy::panic, clippy::expect_used)]

use std::{
    ffi::OsString,
    fs::OpenOptions,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

/// The path of a file or folder below `THIRD_PARTY_VECTORS`, or `None` (said aloud) where the variable is not set.
pub fn path(relative: &str) -> Option<PathBuf> {
    match std::env::var_os("THIRD_PARTY_VECTORS") {
        Some(root) => {
            let path = PathBuf::from(root).join(relative);
            assert!(path.exists(), "THIRD_PARTY_VECTORS is set, but {} does not exist", path.display());
            // tests run in their package's folder; make relative settings work from the repository's root
            Some(path)
        }
        None => {
            skipped(&format!("THIRD_PARTY_VECTORS is not set, so {relative} was not run"));
            None
        }
    }
}

/// Reads a third-party file as text.
pub fn read(relative: &str) -> Option<String> {
    path(relative)
        .map(|path| std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Says aloud that a test did not run, and why; `.ci/run` fails on it (file `skipped` in the folder `SUITE_COUNTS`).
pub fn skipped(reason: &str) {
    let line = format!("SKIPPED {}: {reason}\n", std::thread::current().name().unwrap_or("a test"));
    // the test harness swallows what `eprint!` says in a test that passes
    let _ = std::io::stderr().write_all(line.as_bytes());
    if let Some(folder) = std::env::var_os("SUITE_COUNTS") {
        let path = PathBuf::from(folder).join("skipped");
        let mut file = OpenOptions::new().append(true).create(true).open(path).expect("SUITE_COUNTS is a folder");
        file.write_all(line.as_bytes()).expect("SUITE_COUNTS is writable");
    }
}

/// The Python that has `tests/interop/requirements.txt` installed; says so where there is none.
pub fn python() -> Option<OsString> {
    let python = std::env::var_os("INTEROP_PYTHON");
    if python.is_none() {
        skipped("INTEROP_PYTHON is not set: see tests/README.md");
    }
    python
}

/// What a Python program answers to tasks, one each: JSON arrays on its standard input and output.
pub fn answers_of_python(program: &str, tasks: &[serde_json::Value]) -> Option<Vec<serde_json::Value>> {
    let mut child = Command::new(python()?)
        .args(["-B", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("INTEROP_PYTHON starts");
    let asked = serde_json::Value::from(tasks).to_string();
    child.stdin.take().expect("piped").write_all(asked.as_bytes()).expect("it reads its tasks");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "the Python program failed: see above");
    let answers: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("answers in JSON");
    assert_eq!(answers.len(), tasks.len());
    Some(answers)
}

/// Reports how many cases of a suite ran; `.ci/run` compares the counts (folder `SUITE_COUNTS`, one file a suite).
pub fn ran(suite: &str, cases: usize) {
    eprintln!("suite {suite}: {cases} cases");
    if let Some(folder) = std::env::var_os("SUITE_COUNTS") {
        std::fs::write(PathBuf::from(folder).join(suite), cases.to_string()).expect("SUITE_COUNTS is a folder");
    }
}
