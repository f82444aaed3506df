//! The JSON Pointer of the current comparison.

use agent_description::json::{Place, pointer};

/// A pointer that grows and shrinks. Beyond the maximum length it stays at the last enclosing value.
#[derive(Debug, Default)]
pub(super) struct Path {
    text: String,
}

impl Path {
    /// Replaces the pointer and returns the old one.
    pub fn replaced(&mut self, with: String) -> String {
        std::mem::replace(&mut self.text, with)
    }

    pub fn to_pointer(&self) -> String {
        self.text.clone()
    }

    /// The length, for [`Path::back_to`].
    pub fn len(&self) -> usize {
        self.text.len()
    }

    pub fn name(&mut self, name: &str) {
        // an escaped byte takes two
        if name.len() <= Place::MAX_POINTER_BYTES {
            self.push(|text| pointer::push_name(text, name));
        }
    }

    pub fn index(&mut self, index: usize) {
        self.push(|text| pointer::push_index(text, index));
    }

    fn push(&mut self, push: impl FnOnce(&mut String)) {
        let before = self.text.len();
        push(&mut self.text);
        if self.text.len() > Place::MAX_POINTER_BYTES {
            self.text.truncate(before);
        }
    }

    pub fn back_to(&mut self, length: usize) {
        self.text.truncate(length);
    }
}
