//! How a verb ends: with an outcome, or with a failure that is printed as text or JSON.

pub mod advice;
pub mod codes;

use crate::output::{escape::escape, excerpt::Excerpt, object, redaction};
use agent_description::{
    Code, CodeClass, CodedError, Document,
    diagnostic::{Diagnostic, Severity},
    json::{Lines, Object, Position, Span},
    resolve::PrivateOrigin,
};
use anstyle::{AnsiColor, Style};
use std::{fmt::Write, path::Path, process::ExitCode};

const CODE: Style = Style::new().bold();
const ARROW: Style = AnsiColor::Blue.on_default().bold();
const HELP: Style = AnsiColor::Cyan.on_default().bold();

/// The outcome of a verb that completed. Its output is already printed. Of several inputs, the greatest is the outcome
/// of the batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Success.
    Done,
    /// An input is unreadable or malformed.
    Malformed,
    /// Undecided, because the network is unavailable.
    Undecided,
    /// Refused, invalid or not verified.
    Refused,
    /// The reader of stdout closed the pipe during a batch.
    Closed,
    /// The user interrupted a batch.
    Interrupted,
}

impl Outcome {
    /// Exit code of a usage error.
    pub const USAGE: u8 = 2;

    pub fn exit_code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused => 1,
            Self::Malformed => 3,
            Self::Undecided => 4,
            // 128 plus the signal number, as shells report SIGINT and SIGPIPE
            Self::Interrupted => 130,
            Self::Closed => 141,
        }
    }
}

impl From<()> for Outcome {
    fn from((): ()) -> Self {
        Self::Done
    }
}

impl From<Code> for Outcome {
    fn from(code: Code) -> Self {
        match code.class() {
            CodeClass::Malformed => Self::Malformed,
            CodeClass::Refused => Self::Refused,
            CodeClass::Undecided => Self::Undecided,
        }
    }
}

/// An error of a verb: code, message, position in the input, and help.
#[derive(Debug)]
pub struct Failure(Box<Parts>);

/// The kind of a failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// An error code of the library.
    Coded(Code),
    Usage,
    #[default]
    Internal,
}

#[derive(Debug, Default)]
struct Parts {
    kind: Kind,
    message: String,
    pointer: Option<String>,
    position: Option<Position>,
    /// The span to underline, if it is known without the input.
    span: Option<Span>,
    /// The name of the input, as given on the command line.
    input: Option<String>,
    excerpt: Option<Excerpt>,
    help: Option<String>,
    /// The replacement that `help` suggests for the span.
    replacement: Option<String>,
    /// The ID of the violated rule.
    rule: Option<&'static str>,
}

impl Failure {
    /// A failure with an error code of the library.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let message = redaction::message(&message.into()).into_owned();
        Self(Box::new(Parts { kind: Kind::Coded(code), message, ..Parts::default() }))
    }

    /// Converts an error of the library, with advice for the next step.
    pub fn from_error(fault: &dyn CodedError) -> Self {
        let mut failure = Self::new(fault.code(), fault.unplaced_message());
        failure.0.position = fault.position();
        failure.0.pointer = fault.pointer().filter(|pointer| !pointer.is_empty());
        failure.0.help = match fault.code() {
            // the name was found
            Code::NET_CONNECT if failure.0.message.contains("refused") => {
                Some("start the server, or correct the port".into())
            }
            code => advice::for_this_verb(code).map(|help| with_own_origin(help, &failure.0.message)),
        };
        failure
    }

    /// Converts a finding, for printing.
    pub fn from_finding(finding: &Diagnostic) -> Self {
        let mut failure = Self::new(finding.code, finding.message.as_str()).with_help_if(finding.help.as_deref());
        (failure.0.position, failure.0.span) = (finding.place().position, finding.span.clone());
        failure.0.rule = Some(finding.rule.id);
        failure.0.replacement = finding.replacement.as_deref().map(|text| redaction::message(text).into_owned());
        failure
    }

    /// A usage error that the argument parser cannot detect.
    pub fn usage(message: impl Into<String>) -> Self {
        let mut failure = Self::new(Code::IO_READ, message);
        failure.0.kind = Kind::Usage;
        failure
    }

    /// A part of `adp` that a feature of the package adds, and that this build lacks.
    pub fn not_compiled(part: &str, feature: &str) -> Self {
        Self::usage(format!(
            "this adp has no {part}; in a clone of the repository: cargo install --path cli --features {feature}"
        ))
    }

    pub fn internal(message: &str) -> Self {
        let mut failure = Self::new(Code::IO_READ, format!("internal error: {message}"));
        failure.0.kind = Kind::Internal;
        failure.with_help("please report this bug, with the input if possible")
    }

    /// A file could not be read or written.
    pub fn io(what: &str, path: &Path, error: &std::io::Error) -> Self {
        Self::new(Code::IO_READ, format!("cannot {what} {}: {error}", path.display()))
    }

    /// Sets the input. If the failure has a position, its line is shown.
    #[must_use]
    pub fn in_input(self, name: &str, source: &[u8]) -> Self {
        let lines = self.0.position.map(|_| Lines::new(source));
        let is_unreadable = matches!(self.0.kind, Kind::Coded(Code::JSON_SYNTAX | Code::JSON_ENCODING));
        let help = other_content(source).filter(|_| is_unreadable && self.0.help.is_none());
        self.with_help_if(help).in_lines(name, source, lines.as_ref())
    }

    /// Like [`Self::in_input`], for one of many failures with known line offsets.
    #[must_use]
    pub fn in_lines(mut self, name: &str, source: &[u8], lines: Option<&Lines>) -> Self {
        if let Some((position, lines)) = self.0.position.zip(lines) {
            self.0.span = self.0.span.or_else(|| lines.token(source, position));
            self.0.excerpt = self.0.span.as_ref().and_then(|span| Excerpt::new(source, lines, span));
        }
        self.0.input = Some(name.to_owned());
        self
    }

    /// Sets the document. If the failure has only a JSON Pointer, its position is looked up.
    #[must_use]
    pub fn in_document(self, name: &str, document: &Document) -> Self {
        self.placed_in(document).in_input(name, document.source().as_bytes())
    }

    /// Looks up the position in a document, if the failure has only a JSON Pointer.
    #[must_use]
    pub fn placed_in(mut self, document: &Document) -> Self {
        if self.0.position.is_none() {
            self.0.position = self.0.pointer.as_deref().and_then(|pointer| document.nearest_position(pointer));
        }
        self
    }

    /// Redacts secrets that became known after the message was created.
    #[must_use]
    pub fn redacted(mut self) -> Self {
        self.0.message = redaction::message(&self.0.message).into_owned();
        self.0.help = self.0.help.map(|help| redaction::message(&help).into_owned());
        self
    }

    /// Sets the JSON Pointer of the invalid value.
    #[must_use]
    pub fn at(mut self, pointer: &str) -> Self {
        self.0.pointer = Some(pointer.to_owned());
        self
    }

    /// Sets the position, if it is known.
    #[must_use]
    pub fn at_position(mut self, position: Option<Position>) -> Self {
        self.0.position = position.or(self.0.position);
        self
    }

    /// The same failure with another code.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> Self {
        self.0.kind = Kind::Coded(code);
        self
    }

    /// Sets the help text.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(redaction::message(&help.into()).into_owned());
        self
    }

    /// Sets the help text, if there is one.
    #[must_use]
    pub fn with_help_if(self, help: Option<impl Into<String>>) -> Self {
        match help {
            Some(help) => self.with_help(help),
            None => self,
        }
    }

    /// The printed form of the code.
    pub fn code(&self) -> &'static str {
        match self.0.kind {
            Kind::Coded(code) => code.as_str(),
            Kind::Usage => "usage",
            Kind::Internal => "internal",
        }
    }

    /// The message, without position.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Line and column in the input.
    pub fn position(&self) -> Option<Position> {
        self.0.position
    }

    /// The span to underline.
    pub fn span(&self) -> Option<&Span> {
        self.0.span.as_ref()
    }

    pub fn input(&self) -> Option<&str> {
        self.0.input.as_deref()
    }

    /// The outcome of a failed input in a batch.
    pub fn outcome(&self) -> Outcome {
        match self.0.kind {
            Kind::Coded(code) => Outcome::from(code),
            Kind::Usage => Outcome::Malformed,
            Kind::Internal => Outcome::Undecided,
        }
    }

    pub fn is_usage(&self) -> bool {
        self.0.kind == Kind::Usage
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(if self.is_usage() { Outcome::USAGE } else { self.outcome().exit_code() })
    }

    /// The object under `error` in JSON output: `{code, message, pointer?, line?, column?}`.
    pub fn error(&self) -> Object {
        let mut error = self.code_and_message();
        if let Some(pointer) = &self.0.pointer {
            error.insert("pointer", pointer.as_str());
        }
        if let Some(position) = self.0.position {
            error.insert("line", object::json(position.line));
            error.insert("column", object::json(position.column));
        }
        error
    }

    /// The object `{code, message}` under `error` in reports that contain the position elsewhere.
    pub fn code_and_message(&self) -> Object {
        object! { "code": self.code(), "message": self.message() }
    }

    /// The text form for stderr.
    pub fn describe(&self, severity: Severity) -> String {
        let style = match severity {
            Severity::Error => AnsiColor::Red,
            Severity::Warning => AnsiColor::Yellow,
            Severity::Note => AnsiColor::Green,
        };
        let style = style.on_default().bold();
        let mut text = format!("{style}{severity}{style:#}{CODE}[{}]{CODE:#}: ", self.code());
        // a usage message may contain line breaks
        match self.0.kind {
            Kind::Coded(_) | Kind::Internal => text.push_str(&escape(&self.0.message)),
            Kind::Usage => text.push_str(&self.0.message.split('\n').map(escape).collect::<Vec<_>>().join("\n")),
        }
        text.push('\n');
        let place = [self.0.input.clone(), self.0.position.map(|position| position.to_string())];
        let place: Vec<String> = place.into_iter().flatten().collect();
        if !place.is_empty() {
            let margin = self.0.excerpt.as_ref().map_or(1, Excerpt::margin);
            let _ =
                writeln!(text, "{:margin$}{ARROW}-->{ARROW:#} {}", "", escape(&redaction::message(&place.join(":"))));
        }
        let help = self.0.help.as_deref();
        let replacement = help.zip(self.0.replacement.as_deref()).filter(|_| self.0.excerpt.is_some());
        // a replacement is shown with its help
        let help = help.filter(|_| replacement.is_none()).map(|help| ("help", help));
        let notes: Vec<(&str, &str)> = help.into_iter().chain(self.0.rule.map(|id| ("rule", id))).collect();
        match &self.0.excerpt {
            Some(excerpt) => text.push_str(&excerpt.to_text(severity, &notes, replacement)),
            None => {
                for (name, note) in notes {
                    let _ = writeln!(text, "{HELP}{name}{HELP:#}: {}", escape(note));
                }
            }
        }
        text
    }
}

impl<E: CodedError> From<E> for Failure {
    fn from(fault: E) -> Self {
        Self::from_error(&fault)
    }
}

/// Results whose error becomes a failure in an input.
pub trait InInput<T> {
    /// See [`Failure::in_input`].
    fn in_input(self, name: &str, source: &[u8]) -> Result<T, Failure>;

    /// See [`Failure::in_document`].
    fn in_document(self, name: &str, document: &Document) -> Result<T, Failure>;
}

impl<T, E: Into<Failure>> InInput<T> for Result<T, E> {
    fn in_input(self, name: &str, source: &[u8]) -> Result<T, Failure> {
        self.map_err(|error| error.into().in_input(name, source))
    }

    fn in_document(self, name: &str, document: &Document) -> Result<T, Failure> {
        self.map_err(|error| error.into().in_document(name, document))
    }
}

/// What is there instead of JSON, if its first bytes tell.
fn other_content(source: &[u8]) -> Option<&'static str> {
    match source {
        _ if source.trim_ascii().is_empty() => Some("the input is empty"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..] => {
            Some("this looks like UTF-16: convert it to UTF-8")
        }
        _ if source.starts_with(b"-----BEGIN ") => Some("this is a PEM file, for example a key or a certificate"),
        _ => None,
    }
}

/// The advice for a URL that is not https, with the origin of the quoted URL as the example, if it can be allowed.
fn with_own_origin(help: String, message: &str) -> String {
    let url = message.split('"').nth(1).and_then(|url| url::Url::parse(url).ok());
    let origin = url.and_then(|url| url.origin().ascii_serialization().parse::<PrivateOrigin>().ok());
    origin.map_or_else(|| help.clone(), |origin| help.replace(advice::PRIVATE_ORIGIN, &origin.to_string()))
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Done, Malformed, Refused, Undecided};

    #[test]
    fn a_batch_is_as_bad_as_its_worst() {
        assert_eq!([Done, Refused, Undecided, Malformed].into_iter().max(), Some(Refused));
        assert_eq!([Undecided, Malformed, Done].into_iter().max(), Some(Undecided));
        assert_eq!([Malformed, Done].into_iter().max(), Some(Malformed));
    }
}
