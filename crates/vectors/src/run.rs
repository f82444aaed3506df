//! Runs the vectors of a folder with this library, or with another implementation's command.

use crate::{answer::VectorAnswer, format::Vector, kinds::answer};
use agent_description::{Code, Limits, SimpleError, diagnostic::cut, json};
use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Extension of vector files.
pub const EXTENSION: &str = "txt";

/// Maximum size of a vector file, in bytes; the largest input of our vectors has one byte more than 1 MiB.
pub const FILE_BYTES: usize = 4 << 20;

/// Number of characters shown of an output or a message.
const MAX_SHOWN_CHARS: usize = 200;

/// What of an answer must be the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerComparison {
    /// The error code, and the output if the vector has one.
    Exact,
    /// Only whether the input was accepted.
    VerdictOnly,
}

/// The result of a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VectorVerdict {
    /// The answer is the expected one.
    Passed,
    /// The answer differs, or the file is not a vector; contains the reason.
    Failed(String),
    /// The command printed no answer; contains what it printed.
    NoAnswer(String),
    /// The implementation does not support the vector; contains the reason.
    Skipped(String),
}

impl VectorVerdict {
    /// `passed`, `failed` or `skipped`.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed(_) | Self::NoAnswer(_) => "failed",
            Self::Skipped(_) => "skipped",
        }
    }

    /// Why the vector failed or was skipped.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Passed => None,
            Self::Failed(reason) | Self::NoAnswer(reason) | Self::Skipped(reason) => Some(reason),
        }
    }
}

fn io_error<'a>(what: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> SimpleError + use<'a> {
    move |error| SimpleError::new(Code::IO_READ, format!("cannot {what} {}: {error}", path.display()))
}

/// Runs the vector file `bytes`, read from `path`, with this library or with `command` (a program and its arguments),
/// and compares the answer as `comparison` says. Files in its headers are relative to `path`.
///
/// The command gets `path` as its last argument and the file on stdin, and prints one line of JSON
/// ([`VectorAnswer::from_json`]). The code `unknown` skips the vector.
///
/// # Errors
///
/// `io-read` if the command cannot be run.
pub fn run_file(
    bytes: &[u8],
    path: &Path,
    command: Option<&[&str]>,
    comparison: AnswerComparison,
) -> Result<VectorVerdict, SimpleError> {
    let vector = match Vector::parse(bytes) {
        Ok(vector) => vector,
        Err(error) => return Ok(VectorVerdict::Failed(error.to_string())),
    };
    let answer = match command {
        None => match answer(&vector, path.parent().unwrap_or(Path::new("."))) {
            Ok(answer) => answer,
            Err(error) if error.is_unknown() => return Ok(VectorVerdict::Skipped(error.to_string())),
            Err(error) => return Ok(failed(&vector, error.to_string())),
        },
        Some(command) => match ask(command, path)? {
            Ok(answer) => answer,
            Err(verdict) => return Ok(verdict),
        },
    };
    let is_expected = match comparison {
        AnswerComparison::Exact => answer.meets(&vector),
        AnswerComparison::VerdictOnly => answer.agrees(&vector),
    };
    if is_expected {
        return Ok(VectorVerdict::Passed);
    }
    let shown = |result: &str, output: Option<&str>| match output {
        Some(output) => format!("{result} with {}", cut(output, MAX_SHOWN_CHARS)),
        None => result.to_owned(),
    };
    let found = match &answer {
        VectorAnswer::Ok { output } => shown("ok", output.as_deref()),
        VectorAnswer::Refused { code, message: Some(message) } => format!("{code} ({})", cut(message, MAX_SHOWN_CHARS)),
        VectorAnswer::Refused { code, message: None } => code.clone(),
    };
    Ok(failed(&vector, format!("expected {}, found {found}", shown(vector.expect(), vector.output()))))
}

/// The verdict for another answer, with what the vector is about.
fn failed(vector: &Vector, reason: String) -> VectorVerdict {
    VectorVerdict::Failed(format!("{reason}; the vector's comment: {}", vector.header("comment").unwrap_or_default()))
}

/// Runs another implementation's command for one vector.
fn ask(command: &[&str], path: &Path) -> Result<Result<VectorAnswer, VectorVerdict>, SimpleError> {
    let [program, arguments @ ..] = command else {
        let message = "found no command of another implementation, expected its program and arguments";
        return Err(SimpleError::new(Code::INVALID_ARGUMENTS, message));
    };
    let input = fs::File::open(path).map_err(io_error("read", path))?;
    let output = Command::new(program)
        .args(arguments)
        .arg(path)
        .stdin(Stdio::from(input))
        .stderr(Stdio::piped())
        .output()
        .map_err(io_error("run", Path::new(program)))?;
    let line = output.stdout.trim_ascii();
    let answer = json::parse(line, &Limits::default()).ok().and_then(|json| VectorAnswer::from_json(&json));
    Ok(match answer {
        Some(VectorAnswer::Refused { code, message }) if code == "unknown" => {
            Err(VectorVerdict::Skipped(message.unwrap_or_else(|| "unknown to the command".to_owned())))
        }
        Some(answer) => Ok(answer),
        None => Err(VectorVerdict::NoAnswer(format!(
            "the command printed {:?}, expected one line of JSON with a member `result`{}",
            cut(&String::from_utf8_lossy(line), MAX_SHOWN_CHARS),
            error_line(&String::from_utf8_lossy(&output.stderr))
        ))),
    })
}

/// The line of a program's stderr that names the error: the first, but the last of a Python traceback.
fn error_line(stderr: &str) -> String {
    let mut lines = stderr.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next();
    let line = first.filter(|line| !line.starts_with("Traceback")).or_else(|| lines.next_back()).or(first);
    line.map(|line| format!("; its error: {}", cut(line.trim(), MAX_SHOWN_CHARS))).unwrap_or_default()
}

/// The vector files at a path, sorted: the file itself, or the files in a folder.
///
/// # Errors
///
/// `io-read`
pub fn vector_files(path: &Path) -> Result<Vec<PathBuf>, SimpleError> {
    let mut files = Vec::new();
    let mut left = vec![path.to_owned()];
    while let Some(path) = left.pop() {
        if !fs::metadata(&path).map_err(io_error("read", &path))?.is_dir() {
            files.push(path);
            continue;
        }
        for entry in fs::read_dir(&path).map_err(io_error("read", &path))? {
            let inner = entry.map_err(io_error("read", &path))?.path();
            if inner.is_dir() || inner.extension().is_some_and(|extension| extension == EXTENSION) {
                left.push(inner);
            }
        }
    }
    files.sort();
    Ok(files)
}
