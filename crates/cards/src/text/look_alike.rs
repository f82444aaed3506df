//! Names that look alike.

use std::collections::HashMap;
use unicode_security::confusable_detection::skeleton;

/// The most names that are compared; a card with more has other troubles.
const MAX_NAMES: usize = 1024;
/// The longest name that is compared, in bytes: nobody takes pages for one another.
const MAX_NAME_BYTES: usize = 256;

/// Two names that can be taken for one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookAlike {
    /// Where the first stands in the list.
    pub first: usize,
    /// Where the other does.
    pub other: usize,
}

/// Names of a list that differ, and look alike all the same: by letters of other scripts, by case, or by what stands
/// between their words. Each is told once, with the first one that it looks like.
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

/// What is left when case and separators go and letters of one look are one (UTS 39, section 4).
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
        // the second has a Cyrillic а
        assert_eq!(look_alikes(&["pay", "p\u{430}y", "book"]), [pair(0, 1)]);
        assert_eq!(look_alikes(&["send-mail", "SendMail", "send_mail"]), [pair(0, 1), pair(0, 2)]);
        assert_eq!(look_alikes(&["book", "book"]), []);
        assert_eq!(look_alikes(&["list_file", "list_files", "東京", "京都", "", "_"]), []);
    }
}
