//! Changes between two documents.

use agent_description::{
    diagnostic::{
        change::{ChangeRule, Class},
        shortened,
    },
    json::{Json, Object},
};
use std::collections::HashMap;

/// The old and the new value.
pub(super) type Both<'a> = (Option<&'a Json>, Option<&'a Json>);

/// A change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// JSON Pointer in the new document; for a removed value, in the old one. If it would be longer than
    /// [`Place::MAX_POINTER_BYTES`](agent_description::json::Place::MAX_POINTER_BYTES), that of an enclosing value.
    pub pointer: String,
    /// The rule that determines the class.
    pub rule: &'static ChangeRule,
    /// A description of the change.
    pub detail: String,
}

impl Change {
    /// The class of the change.
    #[must_use]
    pub fn class(&self) -> Class {
        self.rule.class
    }

    /// The object `{pointer, class, rule, detail}`.
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

/// The changes between two documents, at most [`Changes::MAX_CHANGES`] per class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Breaking, changed, text and cosmetic changes.
    listed: [Vec<Change>; 4],
    left_out: usize,
}

impl Changes {
    /// Maximum number of listed changes per class.
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

    /// Prefixes the details of changes within parts of the new document with the names of these parts, by their pointers.
    pub(crate) fn name_parts(&mut self, names: &HashMap<&str, &str>) {
        for change in self.listed.iter_mut().flatten() {
            let ends = change.pointer.match_indices('/').skip(1).map(|(end, _)| end);
            let name = ends.filter_map(|end| names.get(change.pointer.get(..end)?)).next();
            if let Some(name) = name {
                change.detail = format!("{}: {}", shortened(name), change.detail);
            }
        }
    }

    /// Number of changes, including those that are not listed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.listed.iter().map(Vec::len).sum::<usize>() + self.left_out
    }

    /// Whether there are no changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listed.iter().all(Vec::is_empty)
    }

    /// Whether any change is breaking, or possibly breaking (`changed`).
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        let [breaking, changed, ..] = &self.listed;
        !breaking.is_empty() || !changed.is_empty()
    }

    /// Whether any change is of this class or a more severe one: `breaking`, `changed`, `text`, `cosmetic`.
    #[must_use]
    pub fn reaches(&self, class: Class) -> bool {
        self.iter().any(|change| change.class() <= class)
    }

    /// The changes by class, breaking ones first, each class in document order.
    pub fn iter(&self) -> impl Iterator<Item = &Change> {
        self.listed.iter().flatten()
    }

    /// Number of changes that are not listed.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The object `{breaking, changes}`, with `leftOut` if changes are not listed.
    #[must_use]
    pub fn to_json(&self) -> Object {
        let mut object = Object::with_capacity(3);
        object.insert("breaking", self.is_breaking());
        object.insert("changes", self.iter().map(|change| change.to_json().into()).collect::<Vec<Json>>());
        if self.left_out > 0 {
            object.insert("leftOut", u32::try_from(self.left_out).unwrap_or(u32::MAX));
        }
        object
    }
}
