//! Splits texts for comparison: into words, and into single characters for scripts without spaces.

use icu_normalizer::ComposingNormalizerBorrowed;

/// Maximum length of an indexed word; further characters are ignored.
pub const WORD_CHARACTERS: usize = 64;

/// A piece of a text in normalized form: NFKC, lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// A sequence of letters and digits.
    Word(String),
    /// A single character of Han, Hiragana, Katakana, Bopomofo or Hangul.
    Ideograph(char),
}

/// The pieces of a text, in order, without separators.
///
/// The result does not depend on dictionaries or locales.
#[must_use]
pub fn atoms(text: &str) -> Vec<Atom> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut characters = 0;
    let end = |word: &mut String, characters: &mut usize, found: &mut Vec<Atom>| {
        if !word.is_empty() {
            found.push(Atom::Word(std::mem::take(word)));
            *characters = 0;
        }
    };
    for character in folded(text).chars() {
        if is_ideograph(character) {
            end(&mut word, &mut characters, &mut found);
            found.push(Atom::Ideograph(character));
        } else if character.is_alphanumeric() {
            if characters < WORD_CHARACTERS {
                word.push(character);
            }
            characters += 1;
        } else {
            end(&mut word, &mut characters, &mut found);
        }
    }
    end(&mut word, &mut characters, &mut found);
    found
}

/// Normalizes compatibility characters and case.
fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let normalizer = ComposingNormalizerBorrowed::new_nfkc();
    let lower = normalizer.normalize(text).to_lowercase();
    // lower-casing can produce decomposed characters, such as for İ
    normalizer.normalize(&lower).into_owned()
}

/// Whether a character (after NFKC) belongs to a script that is searched by character.
const fn is_ideograph(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}'      // Hangul Jamo
        | '\u{3005}'..='\u{3007}'    // iteration mark, closing mark, zero
        | '\u{3040}'..='\u{30ff}'    // Hiragana, Katakana
        | '\u{3105}'..='\u{312f}'    // Bopomofo
        | '\u{31a0}'..='\u{31bf}'    // Bopomofo Extended
        | '\u{31f0}'..='\u{31ff}'    // Katakana Phonetic Extensions
        | '\u{3400}'..='\u{4dbf}'    // Han, Extension A
        | '\u{4e00}'..='\u{9fff}'    // Han
        | '\u{a960}'..='\u{a97f}'    // Hangul Jamo Extended-A
        | '\u{ac00}'..='\u{d7ff}'    // Hangul syllables, Jamo Extended-B
        | '\u{f900}'..='\u{faff}'    // Han, compatibility forms that NFKC keeps
        | '\u{1b000}'..='\u{1b16f}'  // Kana Supplement and Extended
        | '\u{20000}'..='\u{3fffd}'  // Han, Extensions B and later
    )
}
