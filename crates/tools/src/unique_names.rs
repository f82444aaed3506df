//! Names that are given once each.

use std::collections::HashMap;

/// Names of a list: a name that was given before gets a number.
#[derive(Clone, Debug, Default)]
pub struct UniqueNames {
    /// The given names, each with the next number to try for it.
    next: HashMap<String, usize>,
}

impl UniqueNames {
    /// Whether no name was given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// The name, or the result of `numbered` for the first number from 2 on whose result was not given.
    pub fn give(&mut self, name: String, numbered: impl Fn(usize) -> String) -> String {
        let Some(mut number) = self.next.get(&name).copied() else {
            self.next.insert(name.clone(), 2);
            return name;
        };
        loop {
            let new = numbered(number);
            number += 1;
            if !self.next.contains_key(&new) {
                self.next.insert(name, number);
                self.next.insert(new.clone(), 2);
                return new;
            }
        }
    }
}
