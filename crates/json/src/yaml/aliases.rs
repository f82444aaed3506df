//! Aliases, written out: each copy is paid for, so that a short text cannot say a large document.

use crate::{Json, Member, Object, Offset, Value};
use std::collections::HashMap;

/// Why an alias is not written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// The copies would be larger than a document may be.
    Size,
    /// What is copied would be nested too deeply.
    Depth,
}

/// What an anchor names, once all of it has been read.
#[derive(Debug)]
pub(super) enum Anchored {
    /// A scalar.
    Scalar(Json),
    /// A sequence or mapping: it stands in the tree, at its anchor.
    At(Offset),
}

/// The anchors of a document, by the parser's numbers, and what may still be copied.
#[derive(Debug)]
pub(super) struct Aliases {
    anchors: HashMap<usize, Anchored>,
    left: usize,
}

impl Aliases {
    /// `left` is the size, as JSON, of all that may be copied.
    pub(super) fn new(left: usize) -> Self {
        Self { anchors: HashMap::new(), left }
    }

    /// Remembers what an anchor names; the number of a node without one is 0.
    pub(super) fn define(&mut self, anchor: usize, anchored: impl FnOnce() -> Anchored) {
        if anchor != 0 {
            self.anchors.insert(anchor, anchored());
        }
    }

    pub(super) fn get(&self, anchor: usize) -> Option<&Anchored> {
        self.anchors.get(&anchor)
    }

    /// Pays for one value of this many characters.
    pub(super) fn charge_copy(&mut self, characters: usize) -> Result<(), Refused> {
        // the shortest value takes two bytes: itself and what divides it from the next one
        self.left = self.left.checked_sub(characters.saturating_add(2)).ok_or(Refused::Size)?;
        Ok(())
    }

    /// A copy of a value for a place with this much room below it.
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

/// Values side by side.
#[derive(Clone, Copy, Debug)]
pub(super) enum Siblings<'a> {
    Items(&'a [Json]),
    Members(&'a [Member]),
}

/// The sequence or mapping that stands at `offset`, among these values or within one of them. Values stand in the order of their
/// offsets; what an alias stands for has the alias's, where no anchor is.
pub(super) fn find<'a>(mut siblings: Siblings<'a>, offset: Offset) -> Option<&'a Json> {
    loop {
        let last = |before: usize| before.checked_sub(1);
        let json: &'a Json = match siblings {
            Siblings::Items(items) => items.get(last(items.partition_point(|item| item.offset() <= offset))?)?,
            Siblings::Members(members) => {
                members.get(last(members.partition_point(|member| member.value.offset() <= offset))?)?.value()
            }
        };
        siblings = match json.value() {
            Value::Array(_) | Value::Object(_) if json.offset() == offset => return Some(json),
            Value::Array(items) => Siblings::Items(items),
            Value::Object(object) => Siblings::Members(object.iter().as_slice()),
            _ => return None,
        };
    }
}
