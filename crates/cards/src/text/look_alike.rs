//! Detects confusable names.

use std::collections::HashMap;
use unicode_security::confusable_detection::skeleton;

/// Maximum number of names to compare.
const MAX_NAMES: usize = 1024;
/// Maximum length of a name to compare, in bytes.
const MAX_NAME_BYTES: usize = 256;

/// Two confusable names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookAlike {
    /// Index of the first name.
    pub first: usize,
    /// Index of the other name.
    pub other: usize,
}

/// The names in a list that differ but are confusable: by letters of other scripts, case, or word separators. Each is
/// paired with the first name that it resembles.
#[must_use]
pub fn look_alikes(names: &[&str]) -> Vec<LookAlike> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut found = Vec::new();
    for (other, name) in names.iter().enumerate().take(MAX_NAMES).filter(|(_, name)| name.len() <= MAX_NAME_BYTES) {
        let form = form(name);
        if form.is_empty() {
            continue;
        }
        match seen.get(&form).copied() {
            Some(first) if names.get(first) != Some(name) => found.push(LookAlike { first, other }),
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
    let lower: String = plain.flat_map(char::to_lowercase).collect();
    skeleton(&lower).collect()
}

#[cfg(test)]
mod tests {
    use super::{LookAlike, look_alikes};

    #[test]
    fn names_that_look_alike_are_told_once() {
        let pair = |first, other| LookAlike { first, other };
        // the second name contains a Cyrillic а
        assert_eq!(look_alikes(&["pay", "p\u{430}y", "book"]), [pair(0, 1)]);
        assert_eq!(look_alikes(&["send-mail", "SendMail", "send_mail"]), [pair(0, 1), pair(0, 2)]);
        assert_eq!(look_alikes(&["book", "book"]), []);
        assert_eq!(look_alikes(&["list_file", "list_files", "東京", "京都", "", "_"]), []);
    }
}
