//! Placeholders: values in documentation instead of secrets.

/// Words that secrets do not contain, in lower case.
const WORDS: [&str; 15] = [
    "your",
    "example",
    "placeholder",
    "changeme",
    "change",
    "dummy",
    "redacted",
    "sample",
    "insert",
    "todo",
    "fixme",
    "replace",
    "replaceme",
    "notasecret",
    "foobar",
];
/// Words of secret names: `ACCESS_TOKEN` is one, `ACCESS_TOKEN_7F3A` is not.
const NAMES: [&str; 16] = [
    "access", "api", "apikey", "auth", "bearer", "client", "id", "jwt", "key", "my", "pass", "password", "secret",
    "token", "user", "value",
];
/// Maximum number of letters and digits examined.
const MAX_FILLER_CHARS: usize = 256;
/// Beginnings of runtime expressions (Arazzo 1.0, section 5.8.1).
const EXPRESSIONS: [&str; 7] =
    ["$inputs.", "$steps.", "$response.", "$request.", "$workflows.", "$components.", "$sourceDescriptions."];

/// Whether a value is a placeholder for a secret: `YOUR_TOKEN`, `<token>`, `{token}`, `${TOKEN}`, `xxx`, `***`,
/// `example`.
pub(super) fn is_placeholder(value: &str) -> bool {
    let value = value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',' | ';'));
    is_filler(value) || is_template(value) || is_words(value)
}

/// Repetitions of one or two characters: `xxx`, `****-****`, `...`.
fn is_filler(value: &str) -> bool {
    let chars: Vec<char> =
        value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(MAX_FILLER_CHARS).collect();
    let mut distinct = chars.clone();
    distinct.sort_unstable();
    distinct.dedup();
    distinct.is_empty() || distinct.len() <= 2 && chars.len() >= 3
}

/// Only template variables: `{token}`, `{{ user }}:{{ password }}`, `<token>`, `[token]`, `%TOKEN%`, `$TOKEN`.
fn is_template(value: &str) -> bool {
    if EXPRESSIONS.iter().any(|expression| value.starts_with(expression)) {
        return true;
    }
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    if value.strip_prefix('$').is_some_and(is_name) {
        return true;
    }
    let (mut rest, mut has_variable) = (value, false);
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '{' => '}',
            '<' => '>',
            '[' => ']',
            '%' => '%',
            c if c.is_alphanumeric() => return false,
            c => {
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
                continue;
            }
        };
        let Some((_, after)) = rest.get(1..).and_then(|rest| rest.split_once(end)) else { return false };
        (rest, has_variable) = (after, true);
    }
    has_variable
}

fn is_words(value: &str) -> bool {
    let mut words = value.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let is_name = !value.bytes().any(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    value.contains("EXAMPLE")
        || words.clone().any(|word| {
            let lower = word.to_ascii_lowercase();
            WORDS.contains(&lower.as_str())
                || lower.strip_prefix("your").is_some_and(|name| NAMES.iter().any(|word| name.starts_with(word)))
        })
        || is_name && words.all(|word| NAMES.contains(&word.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn placeholders_are_told_from_secrets() {
        for value in [
            "YOUR_TOKEN",
            "your-api-key-here",
            "YourApiKey",
            "<token>",
            "{token}",
            "{{ token }}",
            "${TOKEN}",
            "$ACCESS_TOKEN",
            "%TOKEN%",
            "[token]",
            "{user}:{password}",
            "$inputs.token",
            "xxx",
            "XXXX-XXXX",
            "***",
            "...",
            "example",
            "AKIAIOSFODNN7EXAMPLE",
            "API_KEY",
            "\"changeme\"",
        ] {
            assert!(is_placeholder(value), "{value}");
        }
        for value in [
            "hunter2",
            "correct horse",
            "$ecret1",
            "{a",
            "password",
            "s3cret",
            "tok3n.Zr8_QpLm",
            "TOKEN_7F3A9",
            "p{x}w1",
        ] {
            assert!(!is_placeholder(value), "{value}");
        }
    }
}
