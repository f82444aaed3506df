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
    secret::Redactor,
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
    pub const STDIN_TWICE: &str = "`-` (stdin) is used twice, but can be read only once";

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

    /// Writes a JSON document to stdout, with nothing in it that a terminal obeys. A secret in it is an error: it would be in a log or on a
    /// screen before anyone saw it.
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
        let written = write!(anstream::stdout().lock(), "{}", escape_styled(&Redactor::for_process().report(&text)));
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

    /// Writes a value to stdout as JSON, indented, that came from elsewhere or was made to be sent: what it holds is asked for as it is.
    pub fn print_json_data(&self, value: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        self.data(line_of(tree(value)?.to_pretty(), |json| Redactor::for_process().data(json)).as_bytes())
    }

    /// Writes a JSON value that is a report on an input of so many bytes to stdout, indented. Takes the value, which may be as large as
    /// its text.
    pub fn print_report_of(&self, json: Json, input: usize) -> Result<(), Failure> {
        self.print_redacted_of(json, input, |json| Redactor::for_process().report_json(json))
    }

    /// The same for a document that was made of the input.
    pub fn print_document_of(&self, json: Json, input: usize) -> Result<(), Failure> {
        self.print_redacted_of(json, input, |json| Redactor::for_process().document(json))
    }

    fn print_redacted_of(&self, json: Json, input: usize, redact: fn(&str) -> Cow<'_, str>) -> Result<(), Failure> {
        let pretty = json.to_pretty_within(output_limit(input)).ok_or_else(|| too_much(input))?;
        drop(json);
        let text = line_of(pretty, redact);
        if text.len() > output_limit(input) { Err(too_much(input)) } else { self.data(text.as_bytes()) }
    }

    /// Writes JSON to stdout as it is made: for what is bounded, and may be too large to be kept as one text. Of more than 4 MiB, each line
    /// is redacted by itself.
    pub fn print_written(
        &self,
        shown: Shown,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut made = AsMade::new(shown, io::BufWriter::new(io::stdout().lock()));
        let written = json(&mut made).and_then(|()| made.finish());
        self.written(written)
    }

    /// [`Terminal::print`] for what was made of an input of so many bytes.
    pub fn print_of(&self, text: &str, input: usize) -> Result<(), Failure> {
        if text.len() > output_limit(input) {
            return Err(too_much(input));
        }
        self.print(text)
    }

    /// [`Terminal::data`] for text that was made of an input of so many bytes, without secrets.
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
    line_of(json, |json| Redactor::for_process().report_json(json))
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

/// How JSON that is written as it is made may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A report; below its member `outputs` are data.
    Report,
    /// What is asked for as it is.
    Data,
}

impl Shown {
    fn redact(self, json: &str) -> Cow<'_, str> {
        match self {
            Self::Report => Redactor::for_process().report_json(json),
            Self::Data => Redactor::for_process().data(json),
        }
    }
}

/// Indented JSON on its way out: whole where it is short, else line by line.
struct AsMade<W> {
    shown: Shown,
    /// Whether the lines are those of the member `outputs`.
    is_in_outputs: bool,
    held: Vec<u8>,
    is_long: bool,
    out: W,
}

impl<W: Write> AsMade<W> {
    const MAX_HELD_BYTES: usize = 4 << 20;

    fn new(shown: Shown, out: W) -> Self {
        Self { shown, is_in_outputs: false, held: Vec::new(), is_long: false, out }
    }

    /// Writes out the lines that are whole.
    fn lines_out(&mut self) -> io::Result<()> {
        let Some(end) = self.held.iter().rposition(|byte| *byte == b'\n') else { return Ok(()) };
        let rest = self.held.split_off(end + 1);
        let lines = std::mem::replace(&mut self.held, rest);
        String::from_utf8_lossy(&lines).lines().try_for_each(|line| self.line_out(line))
    }

    fn line_out(&mut self, line: &str) -> io::Result<()> {
        // members of the whole stand at an indent of two
        if line.starts_with("  \"") {
            self.is_in_outputs = line.starts_with("  \"outputs\":");
        }
        let shown = if self.is_in_outputs { Shown::Data } else { self.shown };
        writeln!(self.out, "{}", escape_json(&shown.redact(line)))
    }

    fn finish(mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.held);
        let rest = String::from_utf8_lossy(&rest);
        if self.is_long {
            self.line_out(&rest)?;
        } else {
            writeln!(self.out, "{}", escape_json(&self.shown.redact(&rest)))?;
        }
        self.out.flush()
    }
}

impl<W: Write> Write for AsMade<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        if self.held.len() > Self::MAX_HELD_BYTES || self.is_long && bytes.contains(&b'\n') {
            self.is_long = true;
            self.lines_out()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn refuse_secret(text: &str) -> Result<(), Failure> {
    if matches!(Redactor::for_process().document(text), Cow::Borrowed(_)) {
        return Ok(());
    }
    let message = "the result contains a secret from the input or an argument and is not printed";
    let help = "remove the secret from the input; if others have seen the key, replace it";
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
        format!("the result is longer than {limit} bytes, too long for a document of {input} bytes"),
    )
}
