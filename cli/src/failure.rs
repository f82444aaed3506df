//! How a verb ends: with an outcome, or with a failure that is explained to people and to programs.

use crate::{advice, escape::escape, excerpt::Excerpt, redaction};
use agent_description::{
    Code, CodeClass, CodedError, Document,
    diagnostic::Severity,
    json::{Lines, Position, Span, pointer},
};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::{borrow::Cow, fmt::Write, path::Path, process::ExitCode};

const CODE: Style = Style::new().bold();
const ARROW: Style = AnsiColor::Blue.on_default().bold();
const HELP: Style = AnsiColor::Cyan.on_default().bold();

/// How a verb that came to an end ended. What there was to print has been printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Yes, or done.
    Done,
    /// The answer is no.
    Refused,
    /// An input could not be read or is malformed.
    Malformed,
    /// The question could not be decided for want of the network.
    Undecided,
    /// The user ended a batch before its end.
    Interrupted,
    /// Whoever reads stdout went away before the end of a batch.
    Closed,
}

impl Outcome {
    /// What a misused command line exits with.
    pub const USAGE: u8 = 2;

    /// The process's exit code.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused => 1,
            Self::Malformed => 3,
            Self::Undecided => 4,
            // as a shell has it of a process that ends by SIGINT, by SIGPIPE
            Self::Interrupted => 130,
            Self::Closed => 141,
        }
    }

    /// The outcome of a batch: refused if any is, else undecided, else malformed, else done.
    pub fn and(self, other: Self) -> Self {
        let rank = |outcome: Self| match outcome {
            Self::Done => 0,
            Self::Malformed => 1,
            Self::Undecided => 2,
            Self::Refused => 3,
            Self::Closed => 4,
            Self::Interrupted => 5,
        };
        if rank(other) > rank(self) { other } else { self }
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

/// Why a verb could not end as asked: a code, a message, the place in the input, and what to do next.
#[derive(Debug)]
pub struct Failure(Box<Parts>);

/// What sort of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The library has a code for it.
    Coded(Code),
    /// The command line was misused.
    Usage,
    /// A fault of this program.
    Internal,
}

#[derive(Debug)]
struct Parts {
    kind: Kind,
    message: String,
    pointer: Option<String>,
    position: Option<Position>,
    /// What is marked at the position, where that is known without the input.
    span: Option<Span>,
    /// The input's name, as the user gave it.
    input: Option<String>,
    excerpt: Option<Excerpt>,
    help: Option<String>,
    /// What could be written at the position, where `help` says so.
    replacement: Option<String>,
    /// The rule that is broken, by its id.
    rule: Option<&'static str>,
}

impl Failure {
    /// A failure with a code of the library.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            kind: Kind::Coded(code),
            message: redaction::message(&message.into()).into_owned(),
            pointer: None,
            position: None,
            span: None,
            input: None,
            excerpt: None,
            help: None,
            replacement: None,
            rule: None,
        }))
    }

    /// What a fault of the library says, with what to type next.
    pub fn from_error(fault: &dyn CodedError) -> Self {
        let mut failure = Self::new(fault.code(), fault.to_string());
        failure.0.position = fault.position();
        failure.0.pointer = fault.pointer().filter(|pointer| !pointer.is_empty());
        failure.0.help = advice::for_this_verb(fault.code());
        // the place has members and a line of its own
        if let Some(position) = failure.0.position
            && let Some(message) = failure.0.message.strip_prefix(&format!("{position}: "))
        {
            failure.0.message = message.to_owned();
        }
        failure
    }

    /// The command line was misused in a way that only the verb can see.
    pub fn usage(message: impl Into<String>) -> Self {
        let mut failure = Self::new(Code::IO_READ, message);
        failure.0.kind = Kind::Usage;
        failure
    }

    /// This program stumbled over an input.
    pub fn internal(message: &str) -> Self {
        let mut failure = Self::new(Code::IO_READ, format!("internal error: {message}"));
        failure.0.kind = Kind::Internal;
        failure.with_help("please report this bug, with the input if possible")
    }

    /// A file could not be read or written.
    pub fn io(what: &str, path: &Path, error: &std::io::Error) -> Self {
        Self::new(Code::IO_READ, format!("cannot {what} {}: {error}", path.display()))
    }

    /// Names the input, and shows its line at fault if the failure has a position in it.
    #[must_use]
    pub fn in_input(self, name: &str, source: &[u8]) -> Self {
        let lines = self.0.position.map(|_| Lines::new(source));
        self.in_lines(name, source, lines.as_ref())
    }

    /// The same for one of many failures in an input whose lines are known.
    #[must_use]
    pub fn in_lines(mut self, name: &str, source: &[u8], lines: Option<&Lines>) -> Self {
        if let Some((position, lines)) = self.0.position.zip(lines) {
            self.0.span = self.0.span.or_else(|| lines.token(source, position));
            self.0.excerpt = self.0.span.as_ref().and_then(|span| Excerpt::new(source, lines, span));
        }
        self.0.input = Some(name.to_owned());
        self
    }

    /// Names the document that was read, and shows its line at fault: where the failure names a place only by
    /// pointer, the place is looked up.
    #[must_use]
    pub fn in_document(mut self, name: &str, document: &Document) -> Self {
        if self.0.position.is_none() {
            self.0.position = self.0.pointer.as_deref().and_then(|pointer| place_of(document, pointer));
        }
        self.in_input(name, document.source().as_bytes())
    }

    /// Hides what has become known as a secret since the message was made.
    #[must_use]
    pub fn redacted(mut self) -> Self {
        self.0.message = redaction::message(&self.0.message).into_owned();
        self.0.help = self.0.help.map(|help| redaction::message(&help).into_owned());
        self
    }

    /// Says which value is at fault.
    #[must_use]
    pub fn at(mut self, pointer: &str) -> Self {
        self.0.pointer = Some(pointer.to_owned());
        self
    }

    /// Says where, if that is known.
    #[must_use]
    pub fn at_position(mut self, position: Option<Position>) -> Self {
        self.0.position = position.or(self.0.position);
        self
    }

    /// Says what is marked at the position.
    #[must_use]
    pub fn marking(mut self, span: Option<Span>) -> Self {
        self.0.span = span;
        self
    }

    /// Says what to do next.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(redaction::message(&help.into()).into_owned());
        self
    }

    /// Says what could be written at the position instead.
    #[must_use]
    pub fn with_replacement(mut self, replacement: Option<&str>) -> Self {
        self.0.replacement = replacement.map(|text| redaction::message(text).into_owned());
        self
    }

    /// Names the rule that is broken.
    #[must_use]
    pub fn by_rule(mut self, id: &'static str) -> Self {
        self.0.rule = Some(id);
        self
    }

    /// The code, as it is printed.
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

    /// What is marked in the input.
    pub fn span(&self) -> Option<&Span> {
        self.0.span.as_ref()
    }

    /// The input's name, as the user gave it.
    pub fn input(&self) -> Option<&str> {
        self.0.input.as_deref()
    }

    /// How an input of a batch that failed so ends.
    pub fn outcome(&self) -> Outcome {
        match self.0.kind {
            Kind::Coded(code) => Outcome::from(code),
            Kind::Usage => Outcome::Malformed,
            Kind::Internal => Outcome::Undecided,
        }
    }

    /// Whether the command line was misused.
    pub fn is_usage(&self) -> bool {
        self.0.kind == Kind::Usage
    }

    /// The process's exit code.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(if self.is_usage() { Outcome::USAGE } else { self.outcome().exit_code() })
    }

    /// What stands under `error` in the JSON of a verb that failed.
    pub fn error(&self) -> ErrorObject<'_> {
        ErrorObject {
            error: self.code_and_message(),
            pointer: self.0.pointer.as_deref(),
            line: self.0.position.map(|position| position.line),
            column: self.0.position.map(|position| position.column),
        }
    }

    /// What stands under `error` in a report, which has its places elsewhere.
    pub fn code_and_message(&self) -> CodeAndMessage<'_> {
        CodeAndMessage { code: self.code(), message: Cow::Borrowed(self.message()) }
    }

    /// What is printed on stderr for people.
    pub fn describe(&self, severity: Severity) -> String {
        let style = match severity {
            Severity::Error => AnsiColor::Red,
            Severity::Warning => AnsiColor::Yellow,
            Severity::Note => AnsiColor::Green,
        };
        let style = style.on_default().bold();
        let mut text = format!("{style}{severity}{style:#}{CODE}[{}]{CODE:#}: ", self.code());
        // a message of ours about the command line has line breaks of its own
        match self.0.kind {
            Kind::Coded(_) | Kind::Internal => text.push_str(&escape(&self.0.message)),
            Kind::Usage => text.push_str(&self.0.message.split('\n').map(escape).collect::<Vec<_>>().join("\n")),
        }
        text.push('\n');
        let place = match (&self.0.input, self.0.position) {
            (Some(input), Some(position)) => Some(format!("{input}:{position}")),
            (Some(input), None) => Some(input.clone()),
            (None, Some(position)) => Some(position.to_string()),
            (None, None) => None,
        };
        let help = self.0.help.as_deref();
        let notes: Vec<(&str, &str)> = self.0.rule.map(|id| ("rule", id)).into_iter().collect();
        if let Some(place) = place {
            let margin = self.0.excerpt.as_ref().map_or(1, Excerpt::margin);
            let _ = writeln!(text, "{:margin$}{ARROW}-->{ARROW:#} {}", "", escape(&redaction::message(&place)));
        }
        match &self.0.excerpt {
            Some(excerpt) => match help.zip(self.0.replacement.as_deref()) {
                Some(replacement) => text.push_str(&excerpt.to_text(severity, &notes, Some(replacement))),
                None => {
                    let help = help.map(|help| ("help", help));
                    let notes: Vec<(&str, &str)> = help.into_iter().chain(notes).collect();
                    text.push_str(&excerpt.to_text(severity, &notes, None));
                }
            },
            None => {
                for (name, note) in help.map(|help| ("help", help)).into_iter().chain(notes) {
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

/// Where the value that a pointer names stands, or the nearest one around it.
fn place_of(document: &Document, pointer: &str) -> Option<Position> {
    let mut pointer = pointer;
    loop {
        if let Some(json) = pointer::lookup(document.json(), pointer) {
            return document.position(json.offset());
        }
        pointer = &pointer[..pointer.rfind('/')?];
    }
}

/// `{code, message}`
#[derive(Clone, Debug, Serialize)]
pub struct CodeAndMessage<'a> {
    code: &'static str,
    message: Cow<'a, str>,
}

/// `{code, message, pointer?, line?, column?}`
#[derive(Clone, Debug, Serialize)]
pub struct ErrorObject<'a> {
    #[serde(flatten)]
    error: CodeAndMessage<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

/// `{error}`: what a verb prints that failed before it had anything else to say.
#[derive(Clone, Debug, Serialize)]
pub struct Failed<'a> {
    /// Why.
    pub error: ErrorObject<'a>,
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Done, Malformed, Refused, Undecided};

    #[test]
    fn a_batch_is_as_bad_as_its_worst() {
        for (one, other, both) in [
            (Done, Done, Done),
            (Done, Malformed, Malformed),
            (Malformed, Undecided, Undecided),
            (Undecided, Malformed, Undecided),
            (Undecided, Refused, Refused),
            (Refused, Malformed, Refused),
        ] {
            assert_eq!(one.and(other), both);
        }
    }
}
