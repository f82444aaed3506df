//! Expansion of aliases. Every copy is charged, so that a short text cannot expand to a large document.

use crate::{Json, Member, Object, Offset, Value};
use std::collections::HashMap;

/// Why an alias is not expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// The copies would exceed the size limit.
    Size,
    /// The copy would be nested too deeply.
    Depth,
}

/// The completed node of an anchor.
#[derive(Debug)]
pub(super) enum Anchored {
    /// A scalar.
    Scalar(Json),
    /// A sequence or mapping in the tree at its anchor.
    At(Offset),
}

/// The anchors of a document, by the parser's numbers, and the remaining budget for copies.
#[derive(Debug)]
pub(super) struct Aliases {
    anchors: HashMap<usize, Anchored>,
    left: usize,
}

impl Aliases {
    /// `left` is the total size of all copies, as JSON.
    pub(super) fn new(left: usize) -> Self {
        Self { anchors: HashMap::new(), left }
    }

    /// Stores the node of an anchor; nodes without an anchor have the number 0.
    pub(super) fn define(&mut self, anchor: usize, anchored: impl FnOnce() -> Anchored) {
        if anchor != 0 {
            self.anchors.insert(anchor, anchored());
        }
    }

    pub(super) fn get(&self, anchor: usize) -> Option<&Anchored> {
        self.anchors.get(&anchor)
    }

    /// Charges one value with this number of characters.
    pub(super) fn charge_copy(&mut self, characters: usize) -> Result<(), Refused> {
        // the shortest value takes two bytes: itself and a separator
        self.left = self.left.checked_sub(characters.saturating_add(2)).ok_or(Refused::Size)?;
        Ok(())
    }

    /// Copies a value; the remaining depth is limited.
    pub(super) fn copy(&mut self, json: &Json, levels: usize) -> Result<Json, Refused> {
        let inner = || levels.checked_sub(1).ok_or(Refused::Depth);
        let value = match json.value() {
            Value::Array(items) => {
                let inner = inner()?;
                self.charge_copy(0)?;
                let items: Result<Vec<Json>, Refused> = items.iter().map(|item| self.copy(item, inner)).collect();
                Value::Array(items?)
            }
            Value::Object(object) => {
                let inner = inner()?;
                self.charge_copy(0)?;
                let members = object.iter().map(|Member { name, name_offset, value }| {
                    self.charge_copy(name.len())?;
                    Ok(Member { name: name.clone(), name_offset: *name_offset, value: self.copy(value, inner)? })
                });
                Value::Object(Object::from_unique(members.collect::<Result<_, Refused>>()?))
            }
            scalar => {
                self.charge_copy(if let Value::String(text) = scalar { text.len() } else { 0 })?;
                scalar.clone()
            }
        };
        Ok(Json::at(value, json.offset()))
    }
}
