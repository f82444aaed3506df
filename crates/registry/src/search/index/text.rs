//! Free-text searches of ARD: sentences of people or models, without operators.

use super::tokenizer::lookup;
use crate::search::{QueryError, atoms::atoms};

/// Maximum length of free text, in bytes.
pub const MAX_TEXT_BYTES: usize = 8 * 1024;
/// Maximum number of different words to search for.
pub const MAX_WORDS: usize = 64;

/// Frequent English words, which are ignored unless there are no others.
const COMMON: &str = "a agent agents an and any are as at be by can could do does find for from get give how i in is it let me my need of \
    on or please some someone something that the this to us want we what which who will with would you";

/// The words to search for: also in the other grammatical number, pairs of adjacent ideographs, and single ideographs.
pub(super) fn words(text: &str) -> Result<Vec<String>, QueryError> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(QueryError::too_long(text.len(), MAX_TEXT_BYTES));
    }
    let mut words: Vec<String> = Vec::new();
    let mut common: Vec<String> = Vec::new();
    for (_, word) in lookup(&atoms(text)) {
        let list = if COMMON.split(' ').any(|common| common == word) { &mut common } else { &mut words };
        if list.len() < MAX_WORDS && !list.contains(&word) {
            list.push(word);
        }
    }
    if words.is_empty() {
        return Ok(common);
    }
    let others: Vec<String> = words.iter().filter_map(|word| other_number(word)).collect();
    words.extend(others);
    words.sort_unstable();
    words.dedup();
    Ok(words)
}

/// The other grammatical number of an English noun, if it differs in one letter: `appointments` for `appointment`. For
/// other words the form does not occur in texts.
fn other_number(word: &str) -> Option<String> {
    if word.len() < 4 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    match word.strip_suffix('s') {
        Some(one) => (!one.ends_with('s')).then(|| one.to_owned()),
        None => Some(format!("{word}s")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::words;

    #[test]
    fn what_a_sentence_asks_for() {
        for (text, expected) in [
            ("Find me a weather tool", &["tool", "tools", "weather", "weathers"][..]),
            ("appointments bus class", &["appointment", "appointments", "bus", "class"]),
            ("我要订酒店", &["我要", "要订", "订酒", "酒店"]),
            ("the", &["the"]),
            ("茶 with tea, tea", &["tea", "茶"]),
            ("", &[]),
        ] {
            let mut expected = expected.to_vec();
            expected.sort_unstable();
            assert_eq!(words(text).unwrap(), expected, "{text}");
        }
    }
}
