//! Standard input, output and error, and the `--json` option.

use crate::{
    failure::{Failure, Outcome},
    output::{
        escape::{escape, escape_json, escape_styled},
        object, redaction,
    },
};
use agent_description::{
    Code, ReadLimits,
    diagnostic::{CheckReport, Severity},
    json::{self, Json},
    secret::{MASK, Redactor},
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
    /// Set when the reader of stdout closed the pipe. Further output is dropped; the exit code does not change.
    closed: Arc<AtomicBool>,
}

impl Terminal {
    /// Message for two inputs named `-`.
    pub const STDIN_TWICE: &str = "`-` (stdin) is used twice, but can be read only once";

    pub fn new(json: bool) -> Self {
        Self { json, stdin_taken: Arc::default(), closed: Arc::default() }
    }

    /// Whether `--json` was given.
    pub fn wants_json(&self) -> bool {
        self.json
    }

    /// Reads stdin, up to one byte more than `limit`, so that parsers can report the size.
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

    /// Reserves stdin, which only one input can use.
    pub fn take_stdin(&self) -> Result<(), Failure> {
        if self.stdin_taken.swap(true, Ordering::Relaxed) {
            return Err(Failure::usage(Self::STDIN_TWICE));
        }
        Ok(())
    }

    /// Writes a JSON document to stdout without control characters. A secret in it is an error, because it could end up
    /// in a log or on a screen.
    pub fn document(&self, text: &str) -> Result<(), Failure> {
        refuse_secret(text)?;
        self.data(escape_json(text).as_bytes())
    }

    /// Writes exact bytes to stdout: a response, or data made to be sent.
    pub fn data(&self, bytes: &[u8]) -> Result<(), Failure> {
        let written = io::stdout().lock().write_all(bytes);
        self.written(written)
    }

    /// Whether the reader of stdout closed the pipe, as detected by earlier writes.
    pub fn reader_has_gone(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Writes our own text to stdout, with colors on a terminal.
    pub fn print(&self, text: impl std::fmt::Display) -> Result<(), Failure> {
        let text = text.to_string();
        let written = write!(anstream::stdout().lock(), "{}", escape_styled(&Redactor::for_process().report(&text)));
        self.written(written)
    }

    /// Writes a value to stdout as indented JSON.
    pub fn print_json(&self, value: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        self.data(Self::json_text(value)?.as_bytes())
    }

    /// Writes a result to stdout: as JSON with `--json`, otherwise as text.
    pub fn report(&self, json: &(impl Serialize + ?Sized), text: impl std::fmt::Display) -> Result<(), Failure> {
        if self.json { self.print_json(json) } else { self.print(text) }
    }

    /// Like [`Self::report`], with the JSON on one line, for output that goes on.
    pub fn report_line(&self, json: impl Into<Json>, text: impl std::fmt::Display) -> Result<(), Failure> {
        if self.json { self.data(line(json.into().to_compact()).as_bytes()) } else { self.print(text) }
    }

    /// Like [`Self::report`], for a result that was made from an input of `input` bytes.
    pub fn report_of(&self, json: Json, text: &str, input: usize) -> Result<(), Failure> {
        if self.json { self.print_report_of(json, input) } else { self.print_of(text, input) }
    }

    /// The text that [`Terminal::print_json`] writes.
    pub fn json_text(value: &(impl Serialize + ?Sized)) -> Result<String, Failure> {
        Ok(line(tree(value)?.to_pretty()))
    }

    /// A report with `***` instead of secrets, to which data is added that [`Terminal::print_unmasked_of`] writes.
    pub fn masked(value: &(impl Serialize + ?Sized)) -> Result<Json, Failure> {
        let text = Self::json_text(value)?;
        json::parse(text.as_bytes(), ReadLimits::new(text.len())).map_err(|error| Failure::internal(&error.to_string()))
    }

    /// Writes received or generated data to stdout as indented JSON, without redaction.
    pub fn print_json_data(&self, value: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        self.data(line_of(tree(value)?.to_pretty(), |json| Redactor::for_process().data(json)).as_bytes())
    }

    /// Writes a JSON report on an input of `input` bytes to stdout. Takes the value by ownership, because it can be as
    /// large as its text.
    pub fn print_report_of(&self, json: Json, input: usize) -> Result<(), Failure> {
        let text = pretty_within(json, input)?;
        let text = match Redactor::for_process().report_json(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(redacted) => {
                self.warn_of_masked(&text, &redacted);
                redacted
            }
        };
        let text = line_of(text, |json| Cow::Borrowed(json));
        refuse_large(&text, input)?;
        self.data(text.as_bytes())
    }

    /// Like [`Self::print_report_of`], for a document that was generated from the input. A warning says if it contains
    /// `***`.
    ///
    /// # Errors
    ///
    /// `key-malformed` for a secret that cannot be masked in the JSON text.
    pub fn print_document_of(&self, json: Json, input: usize) -> Result<(), Failure> {
        let text = pretty_within(json, input)?;
        match Redactor::for_process().document(&text) {
            Cow::Borrowed(_) => {}
            Cow::Owned(masked) if masked.starts_with(['{', '[', '"']) => {
                self.warn_of_secret(MASKED, REMOVE_SECRET);
                return self.data(line_of(masked, |json| Cow::Borrowed(json)).as_bytes());
            }
            Cow::Owned(_) => refuse_secret(&text)?,
        }
        self.data(line_of(text, |json| Cow::Borrowed(json)).as_bytes())
    }

    /// Writes data that the user asked a server for, or that is also in a file, as indented JSON, unchanged. A warning
    /// says if it contains a secret. `input` is its size as received.
    pub fn print_unmasked_of(&self, json: Json, input: usize) -> Result<(), Failure> {
        let text = pretty_within(json, input)?;
        self.warn_of_secret_in(&text, "the output contains a secret");
        self.data(line_of(text, |json| Cow::Borrowed(json)).as_bytes())
    }

    /// Prints a warning if a text that is not masked contains a secret.
    pub fn warn_of_secret_in(&self, text: &str, message: &str) {
        if matches!(Redactor::for_process().document(text), Cow::Owned(_)) {
            self.warn_of_secret(message, "do not publish or log it");
        }
    }

    fn warn_of_secret(&self, message: &str, help: &str) {
        self.show(Severity::Warning, &Failure::new(Code::KEY_MALFORMED, message).with_help(help));
    }

    /// Writes JSON to stdout incrementally, for large values of limited size. Output beyond 4 MiB is redacted line by
    /// line.
    pub fn print_written(
        &self,
        shown: Shown,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut made = AsMade::new(shown, io::BufWriter::new(io::stdout().lock()));
        let written = json(&mut made).and_then(|()| made.finish());
        self.written(written)
    }

    /// [`Terminal::print`] for output that was generated from an input of `input` bytes.
    pub fn print_of(&self, text: &str, input: usize) -> Result<(), Failure> {
        refuse_large(text, input)?;
        self.warn_of_masked(text, &Redactor::for_process().report(text));
        self.print(text)
    }

    /// Warns of masked secrets.
    fn warn_of_masked(&self, text: &str, redacted: &str) {
        // the user name and password of a URL are masked as `...@`
        let masks = |text: &str| text.matches(MASK).count() + text.matches("...@").count();
        if masks(redacted) > masks(text) {
            self.warn_of_secret(MASKED, REMOVE_SECRET);
        }
    }

    /// [`Terminal::data`] for text that was generated from an input of `input` bytes. A secret in it is an error.
    pub fn data_of(&self, text: &str, input: usize) -> Result<(), Failure> {
        refuse_large(text, input)?;
        refuse_secret(text)?;
        self.data(text.as_bytes())
    }

    /// The text for [`Terminal::data`] of a report in JSON, with a line feed.
    pub fn report_text(json: String) -> String {
        line(json)
    }

    /// Prints a note to stderr, on one line.
    pub fn note(&self, text: &str) {
        let _ = writeln!(anstream::stderr().lock(), "{}", escape(&redaction::message(text)));
    }

    /// Writes our own text to stderr, with colors on a terminal.
    pub fn aside(&self, text: impl std::fmt::Display) {
        let text = text.to_string();
        let _ = write!(anstream::stderr().lock(), "{}", escape_styled(&redaction::message(&text)));
    }

    /// Prints one of several failures to stderr.
    pub fn explain(&self, failure: &Failure) {
        self.show(Severity::Error, failure);
    }

    /// Prints a finding to stderr.
    pub fn show(&self, severity: Severity, finding: &Failure) {
        let _ = write!(anstream::stderr().lock(), "{}", finding.describe(severity));
    }

    /// Says how many findings of a report are not listed.
    pub fn tell_omitted(&self, report: &CheckReport) {
        if let more @ 1.. = report.omitted.total() {
            self.note("");
            self.note(&format!("and {more} more: {} are listed, errors first", report.diagnostics.len()));
        }
    }

    /// The outcome of a report, whose failure is printed to stderr if it has one.
    pub fn outcome(&self, failure: Option<&Failure>) -> Outcome {
        failure.into_iter().for_each(|failure| self.explain(failure));
        failure.map_or(Outcome::Done, Failure::outcome)
    }

    /// Prints the failure that ends the process, also as JSON with `--json`.
    pub fn fail(&self, failure: &Failure) -> ExitCode {
        self.explain(failure);
        if self.json {
            // an error while printing an error cannot be reported
            let _ = self.print_json(&object! { "error": failure.error() });
            let _ = self.flush();
        }
        failure.exit_code()
    }

    /// Flushes buffered output.
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

/// A count, such as `1 file` or `2 files`.
pub fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Converts a value to a JSON tree. Output contains no numbers beyond 53 bits and no duplicate members.
fn tree(value: &(impl Serialize + ?Sized)) -> Result<Json, Failure> {
    json::to_json(value).map_err(|error| Failure::internal(&error.to_string()))
}

/// Redacts and escapes the JSON text of a report.
fn line(json: String) -> String {
    line_of(json, |json| Redactor::for_process().report_json(json))
}

/// Applies a redaction and escapes control characters. Copies only if something changes.
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

/// How incremental JSON output is redacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A report. Its member `outputs` contains data.
    Report,
    /// Data, which is not redacted.
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

/// Redacts indented JSON incrementally: as one text if it is short, otherwise line by line.
struct AsMade<W> {
    shown: Shown,
    /// Whether the current line is in the member `outputs`.
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

    fn lines_out(&mut self) -> io::Result<()> {
        let Some(end) = self.held.iter().rposition(|byte| *byte == b'\n') else { return Ok(()) };
        let rest = self.held.split_off(end + 1);
        let lines = std::mem::replace(&mut self.held, rest);
        String::from_utf8_lossy(&lines).lines().try_for_each(|line| self.line_out(line))
    }

    fn line_out(&mut self, line: &str) -> io::Result<()> {
        // members of the root have an indent of two
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

/// Warning of a masked secret.
const MASKED: &str = "the output has *** or ... instead of a secret";
/// Help for a document that contains a secret.
const REMOVE_SECRET: &str = "remove the secret from the input; if others have seen the key, replace it";

/// A value as indented JSON, within the limit for an input of this size.
fn pretty_within(json: Json, input: usize) -> Result<String, Failure> {
    json.to_pretty_within(output_limit(input)).ok_or_else(|| too_much(input))
}

fn refuse_large(text: &str, input: usize) -> Result<(), Failure> {
    if text.len() > output_limit(input) { Err(too_much(input)) } else { Ok(()) }
}

fn refuse_secret(text: &str) -> Result<(), Failure> {
    if matches!(Redactor::for_process().document(text), Cow::Borrowed(_)) {
        return Ok(());
    }
    let message = "the result contains a secret from the input or an argument and is not printed";
    Err(Failure::new(Code::KEY_MALFORMED, message).with_help(REMOVE_SECRET))
}

/// Maximum size of output for an input of this size. Expanded or indented forms can be thousands of times larger than a
/// document.
const fn output_limit(input: usize) -> usize {
    (1 << 20) + 32 * input
}

fn too_much(input: usize) -> Failure {
    let limit = output_limit(input);
    Failure::new(
        Code::TOO_LARGE,
        format!("the result is longer than {limit} bytes, too long for a document of {input} bytes"),
    )
}
