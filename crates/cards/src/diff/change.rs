//! A change, and all of them.

use super::{ChangeRule, Class};
use agent_description::json::{Json, Number, Object};

/// Something that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Where: in the new document; of what is gone, in the old one. A place whose pointer would be longer than
    /// [`Place::MAX_POINTER_BYTES`](agent_description::json::Place::MAX_POINTER_BYTES) is named by what it stands in.
    pub pointer: String,
    /// The rule that says of which class it is.
    pub rule: &'static ChangeRule,
    /// What changed, in words.
    pub detail: String,
}

impl Change {
    /// Whom it concerns.
    #[must_use]
    pub fn class(&self) -> Class {
        self.rule.class
    }

    /// `{pointer, class, rule, detail}`
    #[must_use]
    pub fn to_json(&self) -> Object {
        let mut object = Object::with_capacity(4);
        object.insert("pointer", self.pointer.as_str());
        object.insert("class", self.class().as_str());
        object.insert("rule", self.rule.id);
        object.insert("detail", self.detail.as_str());
        object
    }
}

/// The changes between two documents, at most [`Changes::MAX_CHANGES`] of each class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Breaking ones, changed ones, texts, cosmetic ones.
    listed: [Vec<Change>; 4],
    left_out: usize,
}

impl Changes {
    /// How many changes of one class are listed.
    pub const MAX_CHANGES: usize = 10_000;

    pub(crate) fn add(&mut self, change: Change) {
        let [breaking, changed, text, cosmetic] = &mut self.listed;
        let class = match change.class() {
            Class::Breaking => breaking,
            Class::Changed => changed,
            Class::Text => text,
            Class::Cosmetic => cosmetic,
        };
        if class.len() < Self::MAX_CHANGES { class.push(change) } else { self.left_out += 1 }
    }

    /// How many there are, with those that are not listed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.listed.iter().map(Vec::len).sum::<usize>() + self.left_out
    }

    /// How many breaking ones are listed.
    pub(crate) fn breaking(&self) -> usize {
        self.listed[0].len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listed.iter().all(Vec::is_empty)
    }

    /// Whether any is breaking, or cannot be told not to be (`changed`).
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        let [breaking, changed, ..] = &self.listed;
        !breaking.is_empty() || !changed.is_empty()
    }

    /// Whether any is of this class or of one that concerns more: `breaking`, `changed`, `text`, `cosmetic`.
    #[must_use]
    pub fn reaches(&self, class: Class) -> bool {
        self.iter().any(|change| change.class() <= class)
    }

    /// Breaking ones first, each class in the order of the document.
    pub fn iter(&self) -> impl Iterator<Item = &Change> {
        self.listed.iter().flatten()
    }

    /// How many changes are not listed.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// `{breaking, changes}`, with `leftOut` where there are more than are listed.
    #[must_use]
    pub fn to_json(&self) -> Object {
        let mut object = Object::with_capacity(3);
        object.insert("breaking", self.is_breaking());
        object.insert("changes", self.iter().map(|change| change.to_json().into()).collect::<Vec<Json>>());
        if self.left_out > 0 {
            #[allow(clippy::cast_precision_loss)] // fewer than a document has bytes
            object.insert("leftOut", Number::new(self.left_out as f64).map(Json::from));
        }
        object
    }
}
