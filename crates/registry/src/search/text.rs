//! Free text, as ARD's searches have it: a sentence of a person or a model, with no operators.

use super::{
    QueryError,
    atoms::{Atom, atoms},
};

/// How many bytes of free text may be asked for.
pub const MOST_TEXT_BYTES: usize = 8 * 1024;
/// How many different words of it are searched for, the first ones.
pub const MOST_WORDS: usize = 64;

/// Words of English that stand in any sentence: they find nothing, unless there are no others.
const COMMON: [&str; 48] = [
    "a",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "by",
    "can",
    "could",
    "do",
    "does",
    "find",
    "for",
    "from",
    "get",
    "give",
    "how",
    "i",
    "in",
    "is",
    "it",
    "let",
    "me",
    "my",
    "need",
    "of",
    "on",
    "or",
    "please",
    "some",
    "someone",
    "something",
    "that",
    "the",
    "this",
    "to",
    "us",
    "want",
    "we",
    "what",
    "which",
    "who",
    "will",
    "with",
    "would",
    "you",
];

/// What is searched for: words, pairs of neighbouring ideographs, ideographs that stand alone.
pub(super) fn words(text: &str) -> Result<Vec<String>, QueryError> {
    if text.len() > MOST_TEXT_BYTES {
        return Err(QueryError::Length { found: text.len(), most: MOST_TEXT_BYTES });
    }
    let atoms = atoms(text);
    let mut words: Vec<String> = Vec::new();
    let mut common: Vec<String> = Vec::new();
    for (at, atom) in atoms.iter().enumerate() {
        let word = match (atom, atoms.get(at + 1)) {
            (Atom::Word(word), _) => word.clone(),
            (Atom::Ideograph(this), Some(Atom::Ideograph(next))) => [*this, *next].iter().collect(),
            (Atom::Ideograph(_), _) if at > 0 && matches!(atoms.get(at - 1), Some(Atom::Ideograph(_))) => continue,
            (Atom::Ideograph(this), _) => this.to_string(),
        };
        let list = if COMMON.contains(&word.as_str()) { &mut common } else { &mut words };
        if list.len() < MOST_WORDS && !list.contains(&word) {
            list.push(word);
        }
    }
    Ok(if words.is_empty() { common } else { words })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn what_a_sentence_asks_for() {
        for (text, expected) in [
            ("Find me a weather lookup tool", &["weather", "lookup", "tool"][..]),
            ("我要订酒店", &["我要", "要订", "订酒", "酒店"]),
            ("the", &["the"]),
            ("茶 with sugar, sugar", &["茶", "sugar"]),
            ("", &[]),
        ] {
            assert_eq!(words(text).unwrap(), expected, "{text}");
        }
    }
}
