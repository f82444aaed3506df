//! One redactor in front of every output of this process: it knows the secrets of arguments and inputs.

use crate::excerpt::token_length;
use agent_description::secret::{RedactingWriter, Redactor};
use std::{borrow::Cow, io, path::Path, sync::LazyLock};

static REDACTOR: LazyLock<Redactor> = LazyLock::new(Redactor::default);

/// The longest line of a message, in characters: whatever it quotes, the rest of it must stay readable.
const MAX_LINE_CHARS: usize = 1000;
/// What is shown of the end of a longer one.
const END_CHARS: usize = 200;
/// Variables that this program reads.
const VARIABLES: &str = "ADP_";

/// Flags whose values look like keys and are none: they are published.
const PUBLIC: [&str; 3] = ["--challenge", "--nonce", "--digest"];

/// Remembers what is secret in the process's arguments and variables.
pub fn learn_arguments() {
    let mut is_public = false;
    for argument in std::env::args_os().skip(1) {
        let argument = argument.to_string_lossy();
        match is_public || argument.split_once('=').is_some_and(|(flag, _)| PUBLIC.contains(&flag)) {
            true => learn(argument.as_bytes()),
            false => learn_argument(&argument),
        }
        is_public = PUBLIC.contains(&&*argument);
    }
    for (name, value) in std::env::vars_os() {
        if name.to_string_lossy().starts_with(VARIABLES) {
            learn_argument(&value.to_string_lossy());
        }
    }
}

/// Remembers what is secret in an argument, or in a line of a list of inputs. What names a file is no secret.
pub fn learn_argument(argument: &str) {
    match Path::new(argument).exists() {
        true => REDACTOR.learn(argument.as_bytes()),
        false => REDACTOR.learn_argument(argument),
    }
}

/// Remembers what is secret in an input.
pub fn learn(input: &[u8]) {
    REDACTOR.learn(input);
}

/// A message as it may be shown: without secrets, no line of it longer than a screen.
pub fn message(text: &str) -> Cow<'_, str> {
    let text = REDACTOR.message(text);
    if text.len() <= MAX_LINE_CHARS {
        return text;
    }
    Cow::Owned(text.split('\n').map(shortened).collect::<Vec<_>>().join("\n"))
}

/// Members of reports that hold messages.
const MESSAGES: [&str; 4] = ["\"message", "\"help", "\"reason", "\"detail"];

/// A report in JSON as it may be shown: its messages as messages, everything else as data.
pub fn report(json: &str) -> Cow<'_, str> {
    let json = REDACTOR.data(json);
    let (mut shown, mut copied) = (String::new(), 0);
    for (at, colon) in json.match_indices("\":") {
        let is_message = MESSAGES.iter().any(|name| json.get(..at).is_some_and(|before| before.ends_with(name)));
        if !is_message {
            continue;
        }
        // SARIF has an object with the text there
        let value = json.get(at + colon.len()..).unwrap_or_default().trim_start();
        let value = value
            .strip_prefix('{')
            .map_or(value, |object| object.trim_start().trim_start_matches("\"text\":").trim_start());
        let Some(text) = value.strip_prefix('"') else { continue };
        let begin = json.len() - text.len();
        let end = begin + token_length(value.as_bytes()).saturating_sub(2);
        if let Some(Cow::Owned(message)) = json.get(begin..end).map(|text| REDACTOR.message(text)) {
            shown.push_str(json.get(copied..begin).unwrap_or_default());
            shown.push_str(&message);
            copied = end;
        }
    }
    if copied == 0 {
        return json;
    }
    shown.push_str(json.get(copied..).unwrap_or_default());
    Cow::Owned(shown)
}

/// A report as it may be shown.
pub fn data(text: &str) -> Cow<'_, str> {
    REDACTOR.data(text)
}

/// Data that was made of inputs alone: where none had a secret, it has none, however large it is.
pub fn data_of_input(text: &str) -> Cow<'_, str> {
    if REDACTOR.knows_secrets() { REDACTOR.data(text) } else { Cow::Borrowed(text) }
}

/// Whether data shows what is secret. Data is made of inputs: where none had a secret, it has none.
pub fn is_in_data(text: &str) -> bool {
    REDACTOR.knows_secrets() && REDACTOR.is_in_data(text)
}

/// Whether a text shows a key or a part of one.
pub fn shows_key(text: &str) -> bool {
    REDACTOR.shows_key(text)
}

/// Standard error, for whoever writes whole lines to it.
pub fn stderr() -> RedactingWriter<io::Stderr> {
    RedactingWriter::new(REDACTOR.clone(), io::stderr())
}

fn shortened(line: &str) -> Cow<'_, str> {
    let chars = line.chars().count();
    if chars <= MAX_LINE_CHARS {
        return Cow::Borrowed(line);
    }
    let left_out = chars - (MAX_LINE_CHARS - END_CHARS) - END_CHARS;
    let head: String = line.chars().take(MAX_LINE_CHARS - END_CHARS).collect();
    let end: String = line.chars().skip(chars - END_CHARS).collect();
    Cow::Owned(format!("{head}… ({left_out} characters left out) …{end}"))
}

#[cfg(test)]
mod tests {
    use super::{message, report};

    #[test]
    fn messages_of_reports_have_no_queries() {
        let json = r#"{"url":"https://a.example/?t=x1y2","message": "found \"https://a.example/?t=x1y2\", \"message\":","help":null}"#;
        let hidden = r#"{"url":"https://a.example/?t=x1y2","message": "found \"https://a.example/?...\", \"message\":","help":null}"#;
        assert_eq!(report(json), hidden);
        let sarif = r#"{"message":{ "text": "https://a.example/?t=x1y2 answered"},"rank":1}"#;
        assert_eq!(report(sarif), r#"{"message":{ "text": "https://a.example/?... answered"},"rank":1}"#);
    }

    #[test]
    fn what_is_quoted_does_not_flood_a_message() {
        let text = format!("found {}, expected a URL\nline 2", "é".repeat(10_000));
        let shown = message(&text);
        assert!(shown.chars().count() < 1100, "{shown}");
        assert!(shown.starts_with("found éé") && shown.ends_with("éé, expected a URL\nline 2"), "{shown}");
        assert_eq!(message("short"), "short");
    }
}
