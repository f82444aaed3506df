//! Standard input, output and error, and whether JSON was asked for.

use crate::{
    escape::{escape, escape_json, escape_styled},
    failure::{Failed, Failure},
    redaction,
};
use agent_description::{
    Code,
    diagnostic::Severity,
    json::{self, Json},
};
use serde::Serialize;
use std::{
    borrow::Cow,
    io::{self, Read, Write},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// The process's streams. Data goes to stdout; everything else goes to stderr.
#[derive(Clone, Debug)]
pub struct Terminal {
    json: bool,
    stdin_taken: Arc<AtomicBool>,
    /// The reader of stdout has gone: what is left to print is dropped, the verdict stands.
    closed: Arc<AtomicBool>,
}

impl Terminal {
    /// What is wrong with two inputs named `-`.
    pub const STDIN_TWICE: &str = "`-` (standard input) is named twice, but can be read only once";

    /// The terminal of this process.
    pub fn new(json: bool) -> Self {
        Self { json, stdin_taken: Arc::default(), closed: Arc::default() }
    }

    /// Whether `--json` was given.
    pub fn wants_json(&self) -> bool {
        self.json
    }

    /// Reads standard input, at most `limit` bytes and one more, so that a reader can say it is too large.
    pub fn read_stdin(&self, limit: usize) -> Result<Vec<u8>, Failure> {
        self.take_stdin()?;
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .take(limit as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::new(Code::IO_READ, format!("cannot read standard input: {error}")))?;
        Ok(bytes)
    }

    /// Claims standard input, which only one input can be.
    pub fn take_stdin(&self) -> Result<(), Failure> {
        if self.stdin_taken.swap(true, Ordering::Relaxed) {
            return Err(Failure::usage(Self::STDIN_TWICE));
        }
        Ok(())
    }

    /// Writes a JSON document to stdout, with nothing in it that a terminal obeys. A secret key in it is an error: it would be in a
    /// log or on a screen before anyone saw it.
    pub fn document(&self, text: &str) -> Result<(), Failure> {
        refuse_secret(text)?;
        self.data(escape_json(text).as_bytes())
    }

    /// Writes bytes to stdout as they are: an answer from elsewhere, or what was made to be sent.
    pub fn data(&self, bytes: &[u8]) -> Result<(), Failure> {
        let written = io::stdout().lock().write_all(bytes);
        self.written(written)
    }

    /// Whether the reader of stdout has gone, as far as writing to it has shown.
    pub fn reader_has_gone(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Writes text of ours to stdout, with colours if it is a terminal.
    pub fn print(&self, text: impl std::fmt::Display) -> Result<(), Failure> {
        let text = text.to_string();
        let written = write!(anstream::stdout().lock(), "{}", escape_styled(&redaction::data(&text)));
        self.written(written)
    }

    /// Writes a value to stdout as JSON, indented.
    pub fn print_json(&self, value: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        self.data(Self::json_text(value)?.as_bytes())
    }

    /// What [`Terminal::print_json`] writes.
    pub fn json_text(value: &(impl Serialize + ?Sized)) -> Result<String, Failure> {
        Ok(line(tree(value)?.to_pretty()))
    }

    /// Writes a JSON value that was made of an input of so many bytes to stdout, indented. Takes the value, which may be as large as
    /// its text.
    pub fn print_json_of(&self, json: Json, input: usize) -> Result<(), Failure> {
        let pretty = json.to_pretty_within(output_limit(input)).ok_or_else(|| too_much(input))?;
        drop(json);
        let text = line_of(pretty, redaction::data_of_input);
        if text.len() > output_limit(input) { Err(too_much(input)) } else { self.data(text.as_bytes()) }
    }

    /// Writes JSON to stdout line by line, as it is made: for what is bounded, and too large to be kept as one text.
    pub fn print_written(&self, json: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let mut lines = Lines { line: Vec::new(), out: io::BufWriter::new(io::stdout().lock()) };
        let written = json(&mut lines).and_then(|()| lines.line_end()).and_then(|()| lines.out.flush());
        self.written(written)
    }

    /// [`Terminal::print`] for what was made of an input of so many bytes.
    pub fn print_of(&self, text: &str, input: usize) -> Result<(), Failure> {
        if text.len() > output_limit(input) {
            return Err(too_much(input));
        }
        self.print(text)
    }

    /// [`Terminal::data`] for text that was made of an input of so many bytes, without secret keys.
    pub fn data_of(&self, text: &str, input: usize) -> Result<(), Failure> {
        if text.len() > output_limit(input) {
            return Err(too_much(input));
        }
        refuse_secret(text)?;
        self.data(text.as_bytes())
    }

    /// A value as JSON on one line, ready for [`Terminal::data`].
    pub fn json_line(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
        serde_json::to_string(value).map(line)
    }

    /// Writes a value to stdout as JSON, on one line.
    pub fn print_json_line(&self, value: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        let line = Self::json_line(value).map_err(|error| Failure::internal(&error.to_string()))?;
        self.data(line.as_bytes())
    }

    /// Says something on stderr, one line.
    pub fn note(&self, text: &str) {
        let _ = writeln!(anstream::stderr().lock(), "{}", escape(&redaction::message(text)));
    }

    /// Writes text of ours to stderr, with colours if it is a terminal.
    pub fn aside(&self, text: impl std::fmt::Display) {
        let text = text.to_string();
        let _ = write!(anstream::stderr().lock(), "{}", escape_styled(&redaction::message(&text)));
    }

    /// Explains a failure on stderr, one of several.
    pub fn explain(&self, failure: &Failure) {
        let _ = write!(anstream::stderr().lock(), "{}", failure.describe(Severity::Error));
    }

    /// Explains on stderr what is worth knowing but ends nothing.
    pub fn warn(&self, failure: &Failure) {
        self.show(Severity::Warning, failure);
    }

    /// Explains a finding on stderr.
    pub fn show(&self, severity: Severity, finding: &Failure) {
        let _ = write!(anstream::stderr().lock(), "{}", finding.describe(severity));
    }

    /// Explains the failure that ends the process, also as JSON if that was asked for.
    pub fn fail(&self, failure: &Failure) -> ExitCode {
        self.explain(failure);
        if self.json {
            // a failure to report a failure changes nothing
            let _ = self.print_json(&Failed { error: failure.error() });
            let _ = self.flush();
        }
        failure.exit_code()
    }

    /// Writes out what is buffered.
    pub fn flush(&self) -> Result<(), Failure> {
        let flushed = io::stdout().lock().flush();
        self.written(flushed)
    }

    fn written(&self, result: io::Result<()>) -> Result<(), Failure> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed.store(true, Ordering::Relaxed);
                Ok(())
            }
            Err(_) if self.closed.load(Ordering::Relaxed) => Ok(()),
            Err(error) => Err(Failure::new(Code::IO_READ, format!("cannot write to standard output: {error}"))),
            Ok(()) => Ok(()),
        }
    }
}

/// A value as a tree. Nothing that is printed has a number beyond 53 bits, or a member twice.
pub fn tree(value: &(impl Serialize + ?Sized)) -> Result<Json, Failure> {
    json::to_json(value).map_err(|error| Failure::internal(&error.to_string()))
}

/// JSON text of a report as it is printed.
fn line(json: String) -> String {
    line_of(json, redaction::report)
}

/// The same, redacted in one way or another; without a copy where nothing is hidden or needs an escape.
fn line_of(json: String, redact: fn(&str) -> Cow<'_, str>) -> String {
    let json = match redact(&json) {
        Cow::Borrowed(_) => json,
        Cow::Owned(redacted) => redacted,
    };
    let mut text = match escape_json(&json) {
        Cow::Borrowed(_) => json,
        Cow::Owned(escaped) => escaped,
    };
    text.push('\n');
    text
}

/// Writes JSON line by line, each as it may be shown.
struct Lines<W> {
    line: Vec<u8>,
    out: W,
}

impl<W: Write> Lines<W> {
    fn line_end(&mut self) -> io::Result<()> {
        let line = String::from_utf8_lossy(&self.line);
        let shown = redaction::data_of_input(&line);
        self.out.write_all(escape_json(&shown).as_bytes())?;
        self.line.clear();
        self.out.write_all(b"\n")
    }
}

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut lines = bytes.split(|byte| *byte == b'\n');
        self.line.extend_from_slice(lines.next().unwrap_or_default());
        for line in lines {
            self.line_end()?;
            self.line.extend_from_slice(line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn refuse_secret(text: &str) -> Result<(), Failure> {
    if !redaction::is_in_data(text) {
        return Ok(());
    }
    let message = "the result contains a secret of the input or of an argument, and secrets are not printed";
    let help = "remove it from the input; if it is a key that others have seen, replace it";
    Err(Failure::new(Code::KEY_MALFORMED, message).with_help(help))
}

/// How many bytes may be made of an input of so many: documents can be written so that their expanded or indented form is thousands of
/// times as long.
const fn output_limit(input: usize) -> usize {
    (1 << 20) + 32 * input
}

fn too_much(input: usize) -> Failure {
    let limit = output_limit(input);
    Failure::new(
        Code::JSONLD_BUDGET,
        format!(
            "the result is longer than {limit} bytes, which is out of proportion to the {input} bytes of the document"
        ),
    )
}
