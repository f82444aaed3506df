//! Detects confusable names.

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
    let mut decomposed = Vec::new();
    plain.flat_map(char::to_lowercase).for_each(|c| decompose(c, &mut decomposed));
    order(&mut decomposed);
    let mut form = Vec::new();
    for c in decomposed {
        match find(&LOOK_ALIKES, c) {
            Some(like) => form.extend(like.chars()),
            None => form.push(c),
        }
    }
    order(&mut form);
    form.into_iter().collect()
}

/// Rows of a table that `build.rs` writes: first and last character, and their common form.
type Rows = Vec<(char, char, &'static str)>;

macro_rules! table {
    ($name:literal) => {
        LazyLock::new(|| {
            rows(
                include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".starts")),
                include_str!(concat!(env!("OUT_DIR"), "/", $name, ".forms")),
            )
        })
    };
}

/// Canonical decompositions, in lower case, without Hangul.
static DECOMPOSITIONS: LazyLock<Rows> = table!("decompositions");
/// The letters that stand for a decomposed character in skeletons; none for characters that are ignored.
static LOOK_ALIKES: LazyLock<Rows> = table!("look_alikes");
/// Canonical combining classes other than 0.
static CLASSES: LazyLock<Rows> = table!("classes");

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

/// Appends the canonical decomposition of a character.
fn decompose(c: char, to: &mut Vec<char>) {
    // Hangul syllables (The Unicode Standard, section 3.12)
    if let Some(index) = u32::from(c).checked_sub(0xac00).filter(|index| *index < 11_172) {
        let trailing = index % 28;
        let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11a7 + trailing];
        let parts = parts.into_iter().take(if trailing == 0 { 2 } else { 3 });
        to.extend(parts.filter_map(char::from_u32));
    } else if let Some(decomposed) = find(&DECOMPOSITIONS, c) {
        to.extend(decomposed.chars());
    } else {
        to.push(c);
    }
}

/// Sorts combining characters by their classes.
fn order(text: &mut [char]) {
    let class = |c: &char| find(&CLASSES, *c);
    for run in text.chunk_by_mut(|_, next| class(next).is_some()) {
        run.sort_by_key(class);
    }
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
