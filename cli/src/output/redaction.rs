//! Redacts secrets from all output. Knows the secrets in arguments and inputs.

use agent_description::secret::Redactor;
use std::borrow::Cow;

/// Maximum length of a message line, in characters.
const MAX_LINE_CHARS: usize = 1000;
/// Number of characters to show at the end of a longer line.
const END_CHARS: usize = 200;

/// Registers the secrets in arguments and environment variables.
pub fn learn_arguments() {
    Redactor::for_process().learn_process();
}

/// Redacts secrets from a message and shortens long lines.
pub fn message(text: &str) -> Cow<'_, str> {
    let text = Redactor::for_process().message(text);
    if text.len() <= MAX_LINE_CHARS {
        return text;
    }
    Cow::Owned(text.split('\n').map(shortened).collect::<Vec<_>>().join("\n"))
}

fn shortened(line: &str) -> Cow<'_, str> {
    let chars = line.chars().count();
    if chars <= MAX_LINE_CHARS {
        return Cow::Borrowed(line);
    }
    let left_out = chars - (MAX_LINE_CHARS - END_CHARS) - END_CHARS;
    let head: String = line.chars().take(MAX_LINE_CHARS - END_CHARS).collect();
    let end: String = line.chars().skip(chars - END_CHARS).collect();
    Cow::Owned(format!("{head}… ({left_out} characters omitted) …{end}"))
}

#[cfg(test)]
mod tests {
    use super::message;

    #[test]
    fn what_is_quoted_does_not_flood_a_message() {
        let text = format!("found {}, expected a URL\nline 2", "é".repeat(10_000));
        let shown = message(&text);
        assert!(shown.chars().count() < 1100, "{shown}");
        assert!(shown.starts_with("found éé") && shown.ends_with("éé, expected a URL\nline 2"), "{shown}");
        assert_eq!(message("short"), "short");
    }
}
