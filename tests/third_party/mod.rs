//! Third-party suites, read in place: never copied into this repository. See tests/README.md.
#![allow(dead_code, missing_docs, clippy::panic, clippy::expect_used)]

use std::{
    ffi::OsString,
    fs::OpenOptions,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

/// What a variable of tests/README.md names, for a test that cannot run without.
///
/// Such a test has `#[ignore = "needs NAME"]`: a machine without it counts the test as ignored, `--include-ignored` asks for it, and then
/// its lack is a failure. `.ci/run` compares who comes here (file `.asked` in the folder `SUITE_COUNTS`) with who is ignored.
pub fn needed(variable: &str) -> OsString {
    if let Some(folder) = std::env::var_os("SUITE_COUNTS") {
        let path = PathBuf::from(folder).join(".asked");
        let mut file = OpenOptions::new().append(true).create(true).open(path).expect("SUITE_COUNTS is a folder");
        let line = format!("{}\n", std::thread::current().name().unwrap_or("a thread without a name"));
        file.write_all(line.as_bytes()).expect("SUITE_COUNTS is writable");
    }
    std::env::var_os(variable).unwrap_or_else(|| {
        panic!("this test cannot run: {variable} is not set, see tests/README.md. Tests that need it have #[ignore]")
    })
}

/// The path of a file or folder below `THIRD_PARTY_VECTORS`.
pub fn path(relative: &str) -> PathBuf {
    let path = PathBuf::from(needed("THIRD_PARTY_VECTORS")).join(relative);
    assert!(
        path.exists(),
        "this test cannot run: there is no {}. tests/README.md says where it is from",
        path.display()
    );
    path
}

/// Reads a third-party file as text.
pub fn read(relative: &str) -> String {
    let path = path(relative);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Python that has `tests/interop/requirements.txt` installed.
pub fn python() -> OsString {
    needed("INTEROP_PYTHON")
}

/// What a Python program answers to tasks, one each: JSON arrays on its standard input and output.
pub fn answers_of_python(program: &str, tasks: &[serde_json::Value]) -> Vec<serde_json::Value> {
    let mut child = Command::new(python())
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
    answers
}

/// Reports how many cases of a suite ran; `.ci/run` compares the counts (folder `SUITE_COUNTS`, one file a suite).
pub fn ran(suite: &str, cases: usize) {
    eprintln!("suite {suite}: {cases} cases");
    if let Some(folder) = std::env::var_os("SUITE_COUNTS") {
        std::fs::write(PathBuf::from(folder).join(suite), cases.to_string()).expect("SUITE_COUNTS is a folder");
    }
}
