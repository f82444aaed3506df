//! What the signatures of a document cover: the data of a verified document, and nothing else.

use super::SignedValues;
use crate::{
    Document, Limits, ReadLimits,
    json::{Json, Member, Object, Offset, ReadError, Value, pointer},
};

/// Maximum number of listed pointers to parts that are not covered, and of their bytes.
const MAX_POINTERS: usize = 1_000;
const MAX_POINTER_BYTES: usize = 64 << 10;

/// The part of a document that its accepted signatures cover. A [`Verification`](super::Verification) has no other data.
#[derive(Clone, Debug)]
pub struct Covered {
    document: Document,
    /// The offsets of the covered values; `None` for the whole document.
    offsets: Option<Vec<Offset>>,
}

impl Covered {
    /// The values of a document that signatures over its parts cover.
    #[must_use]
    pub fn by(document: Document, signed: impl IntoIterator<Item = SignedValues>) -> Self {
        let mut offsets = Vec::new();
        signed.into_iter().for_each(|signed| offsets.extend(signed.into_offsets()));
        offsets.sort_unstable();
        offsets.dedup();
        Self { document, offsets: Some(offsets) }
    }

    /// The whole document, which one proof covers.
    pub(crate) fn whole(document: Document) -> Self {
        Self { document, offsets: None }
    }

    /// The document without its parts at the pointers [`Verification::unsigned`](super::Verification::unsigned), for
    /// callers that keep these with the document. If a pointer does not resolve, no part is left.
    ///
    /// # Errors
    /// [`ReadError`]: nothing can be left out of this document.
    pub fn without(document: &Document, unsigned: &[String]) -> Result<Document, ReadError> {
        if unsigned.is_empty() {
            return Ok(document.clone());
        }
        let root = document.json();
        let removed = unsigned.iter().map(|at| Some(pointer::lookup(root, at)?.offset())).collect::<Option<Vec<_>>>();
        let mut offsets = Vec::new();
        if let Some(mut removed) = removed {
            removed.sort_unstable();
            other_offsets(root, &removed, &mut offsets);
        }
        offsets.sort_unstable();
        Ok(Self { document: document.clone(), offsets: Some(offsets) }.restrict()?.0)
    }

    /// The document without what is not covered, and pointers to that.
    pub(super) fn restrict(self) -> Result<(Document, Unsigned), ReadError> {
        let mut unsigned = Unsigned::default();
        let Some(offsets) = self.offsets.filter(|offsets| !is_whole(self.document.json(), offsets)) else {
            return Ok((self.document, unsigned));
        };
        let root = restricted(self.document.json(), &offsets, &mut String::new(), &mut unsigned);
        let mut text = root.unwrap_or_else(|| Object::new().into()).to_compact();
        text.push('\n');
        let limits = ReadLimits::new(text.len()).with_depth(Limits::MAX_DEPTH);
        Ok((Document::parse(text.as_bytes(), limits)?, unsigned))
    }
}

/// The parts of a document that no accepted signature covers.
#[derive(Clone, Debug, Default)]
pub(super) struct Unsigned {
    /// JSON Pointers to them.
    pub pointers: Vec<String>,
    bytes: usize,
    /// The number of further parts.
    pub omitted: usize,
}

impl Unsigned {
    fn add(&mut self, pointer: &str) {
        let bytes = self.bytes.saturating_add(pointer.len());
        if self.pointers.len() == MAX_POINTERS || bytes > MAX_POINTER_BYTES {
            self.omitted += 1;
        } else {
            self.bytes = bytes;
            self.pointers.push(pointer.to_owned());
        }
    }
}

/// The offsets of a value and all in it, without the removed ones and all in them.
fn other_offsets(value: &Json, removed: &[Offset], offsets: &mut Vec<Offset>) {
    if removed.binary_search(&value.offset()).is_ok() {
        return;
    }
    offsets.push(value.offset());
    match value.value() {
        Value::Object(object) => object.iter().for_each(|member| other_offsets(member.value(), removed, offsets)),
        Value::Array(items) => items.iter().for_each(|item| other_offsets(item, removed, offsets)),
        _ => {}
    }
}

/// Whether all parts of a value are covered.
fn is_whole(value: &Json, covered: &[Offset]) -> bool {
    match value.value() {
        Value::Object(object) if !object.is_empty() => object.iter().all(|member| is_whole(member.value(), covered)),
        Value::Array(items) if !items.is_empty() => items.iter().all(|item| is_whole(item, covered)),
        _ => covered.binary_search(&value.offset()).is_ok(),
    }
}

/// A value without the parts that are not covered; `None` if nothing in it is. Objects and lists around covered values
/// are kept.
fn restricted(value: &Json, covered: &[Offset], at: &mut String, unsigned: &mut Unsigned) -> Option<Json> {
    let is_covered = covered.binary_search(&value.offset()).is_ok();
    let before = (unsigned.pointers.len(), unsigned.bytes, unsigned.omitted);
    let length = at.len();
    let (kept, is_empty) = match value.value() {
        Value::Object(object) => {
            let mut kept = Vec::new();
            for member in object {
                pointer::push_name(at, member.name());
                if let Some(value) = restricted(member.value(), covered, at, unsigned) {
                    kept.push(Member::new(member.name().clone(), value));
                }
                at.truncate(length);
            }
            let is_empty = kept.is_empty();
            (Json::from(Object::from_unique(kept)), is_empty)
        }
        Value::Array(items) => {
            let mut kept = Vec::new();
            for (index, item) in items.iter().enumerate() {
                pointer::push_index(at, index);
                kept.extend(restricted(item, covered, at, unsigned));
                at.truncate(length);
            }
            let is_empty = kept.is_empty();
            (Json::from(kept), is_empty)
        }
        _ => (value.clone(), true),
    };
    if is_covered || !is_empty {
        return Some(kept);
    }
    // one pointer for all of it
    unsigned.pointers.truncate(before.0);
    (unsigned.bytes, unsigned.omitted) = (before.1, before.2);
    unsigned.add(at);
    None
}
