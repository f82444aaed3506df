//! Detects confusable names.

use icu_normalizer::DecomposingNormalizerBorrowed;
use std::{collections::HashMap, sync::LazyLock};

/// Maximum number of names to compare.
const MAX_NAMES: usize = 1024;
/// Maximum length of a name to compare, in bytes.
const MAX_NAME_BYTES: usize = 256;

/// The names in a list that differ but are confusable: by letters of other scripts, case, or word separators. Their
/// indices follow that of the first name that they resemble.
pub(super) fn look_alikes(names: &[&str]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut found = Vec::new();
    for (other, name) in names.iter().enumerate().take(MAX_NAMES).filter(|(_, name)| name.len() <= MAX_NAME_BYTES) {
        let form = form(name);
        if form.is_empty() {
            continue;
        }
        match seen.get(&form).copied() {
            Some(first) if names.get(first) != Some(name) => found.push((first, other)),
            Some(_) => {}
            None => _ = seen.insert(form, other),
        }
    }
    found
}

/// The skeleton of a name: without case and separators, and with one letter for all that look alike (UTS 39, section
/// 4).
fn form(name: &str) -> String {
    let plain = name.chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-' | '.' | '/' | ':'));
    let decomposed = NFD.normalize_iter(plain.flat_map(char::to_lowercase));
    let mut form = String::with_capacity(name.len());
    for c in decomposed {
        match find(&LOOK_ALIKES, c) {
            Some(like) => form.push_str(like),
            None => form.push(c),
        }
    }
    NFD.normalize_iter(form.chars()).collect()
}

const NFD: DecomposingNormalizerBorrowed<'static> = DecomposingNormalizerBorrowed::new_nfd();

/// Rows of the table that `build.rs` writes: first and last character, and their common form.
type Rows = Vec<(char, char, &'static str)>;

/// The letters that stand for a decomposed character in skeletons; none for characters that are ignored.
static LOOK_ALIKES: LazyLock<Rows> = LazyLock::new(|| {
    let starts = include_bytes!(concat!(env!("OUT_DIR"), "/look_alikes.starts"));
    rows(starts, include_str!(concat!(env!("OUT_DIR"), "/look_alikes.forms")))
});

fn rows(starts: &[u8], forms: &'static str) -> Rows {
    let mut bytes = starts.iter();
    let mut number = move || {
        let (mut number, mut shift) = (0, 0);
        for byte in bytes.by_ref() {
            number |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        number
    };
    let mut end = 0;
    let row = |form| {
        let first = end + number();
        end = first + number();
        Some((char::from_u32(first)?, char::from_u32(end)?, form))
    };
    forms.lines().filter_map(row).collect()
}

fn find(rows: &[(char, char, &'static str)], c: char) -> Option<&'static str> {
    let at = rows.partition_point(|(first, ..)| *first <= c).checked_sub(1)?;
    rows.get(at).filter(|(_, last, _)| c <= *last).map(|(_, _, form)| *form)
}

#[cfg(test)]
mod tests {
    use super::{form, look_alikes};
    use unicode_security::confusable_detection::skeleton;

    /// The form by the crate that has the tables of UTS 39.
    fn expected(text: &str) -> String {
        skeleton(&text.chars().flat_map(char::to_lowercase).collect::<String>()).collect()
    }

    #[test]
    fn forms_are_the_skeletons_of_uts_39() {
        let is_kept = |c: &char| !c.is_whitespace() && !"_-./:".contains(*c);
        let samples = ('\0'..=char::MAX).step_by(251);
        let assigned = ('\0'..='\u{1ffff}').chain('\u{2f800}'..='\u{2fa1f}').chain('\u{e0000}'..='\u{e0fff}');
        for c in assigned.chain(samples).filter(is_kept) {
            assert_eq!(form(&c.to_string()), expected(&c.to_string()), "{c:?}");
        }
        // marks of several classes, in several orders
        let marks: Vec<char> =
            ('\0'..='\u{1e94a}').filter(|c| unicode_normalization::char::is_combining_mark(*c)).collect();
        for (at, mark) in marks.iter().enumerate() {
            for other in marks.iter().skip(at % 7).step_by(97) {
                let text: String = ['a', *mark, *other, '\u{323}', '\u{d55c}', *other, *mark].into_iter().collect();
                assert_eq!(form(&text), expected(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn names_that_look_alike_are_told_once() {
        // the second name contains a Cyrillic а
        assert_eq!(look_alikes(&["pay", "p\u{430}y", "book"]), [(0, 1)]);
        assert_eq!(look_alikes(&["send-mail", "SendMail", "send_mail"]), [(0, 1), (0, 2)]);
        assert_eq!(look_alikes(&["book", "book"]), []);
        assert_eq!(look_alikes(&["list_file", "list_files", "東京", "京都", "", "_"]), []);
    }
}
