//! What the signatures of a document cover: the data of a verified document, and nothing else.

use super::ArtifactDigest;
use crate::{
    Document, Limits, ReadLimits,
    json::{Json, Member, Object, Offset, ReadError, Value, jcs, pointer},
    jws::{Jws, JwsError},
    key::VerifyingKey,
};
use std::borrow::Cow;

/// Maximum number of listed pointers to parts that are not covered, and of their bytes.
const MAX_POINTERS: usize = 1_000;
const MAX_POINTER_BYTES: usize = 64 << 10;

/// A JSON object whose canonical form (RFC 8785) is signed. Its values keep their offsets in the document.
#[derive(Debug)]
pub struct Payload<'d> {
    object: Cow<'d, Object>,
    omitted: &'static [&'static str],
    bytes: Vec<u8>,
}

/// The values of a document that a valid signature covers. Only [`Payload::verify`] and the formats of this crate create
/// it.
#[derive(Clone, Debug)]
pub struct SignedValues {
    /// The offsets of the values, sorted.
    offsets: Vec<Offset>,
}

/// The part of a document that its accepted signatures cover. A [`Verification`](super::Verification) has no other data.
#[derive(Clone, Debug)]
pub struct Covered {
    document: Document,
    /// The offsets of the covered values; `None` for the whole document.
    offsets: Option<Vec<Offset>>,
}

impl<'d> Payload<'d> {
    /// The payload of an object without the member at the path `omitted`: `["signatures"]`, or `["signature", "jws"]`.
    #[must_use]
    pub fn new(object: Cow<'d, Object>, omitted: &'static [&'static str]) -> Self {
        let bytes = jcs::canonicalize_omitting(&object, omitted);
        Self { object, omitted, bytes }
    }

    /// The signed bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The signed bytes.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Verifies a signature over the payload. Of the values `written`, those that are a text of this signature are
    /// covered, too.
    ///
    /// # Errors
    /// `jws-key`, `jws-signature`.
    pub fn verify(&self, jws: &Jws, key: &VerifyingKey, written: &[&Json]) -> Result<SignedValues, JwsError> {
        jws.verify(&self.bytes, key)?;
        let mut offsets = Vec::with_capacity(64);
        object_offsets(&self.object, self.omitted, &mut offsets);
        let own = written.iter().filter(|value| value.as_str().is_some_and(|text| jws.is_written(text)));
        offsets.extend(own.map(|value| value.offset()));
        offsets.sort_unstable();
        Ok(SignedValues { offsets })
    }
}

impl SignedValues {
    /// These values with all that they contain.
    #[cfg(any(feature = "auth", feature = "resolver"))]
    pub(crate) fn from_values<'a>(values: impl IntoIterator<Item = &'a Json>) -> Self {
        let mut offsets = Vec::new();
        values.into_iter().for_each(|value| value_offsets(value, &[], &mut offsets));
        offsets.sort_unstable();
        Self { offsets }
    }

    /// Adds a value that repeats the covered text `signed`; anything else is not added.
    pub fn add_repeated(&mut self, signed: &Json, value: &Json) {
        if self.has(signed) && value.as_str().is_some_and(|text| signed.as_str() == Some(text)) {
            self.insert(vec![value.offset()]);
        }
    }

    /// Adds a value whose canonical form has the covered digest `signed`; anything else is not added.
    pub fn add_content(&mut self, signed: &Json, content: &Json) {
        let digest = signed.as_str().filter(|_| self.has(signed)).and_then(|text| text.parse::<ArtifactDigest>().ok());
        if digest.is_some_and(|digest| digest == digest.again(&jcs::canonicalize(content))) {
            let mut offsets = Vec::new();
            value_offsets(content, &[], &mut offsets);
            self.insert(offsets);
        }
    }

    fn has(&self, value: &Json) -> bool {
        self.offsets.binary_search(&value.offset()).is_ok()
    }

    fn insert(&mut self, offsets: Vec<Offset>) {
        self.offsets.extend(offsets);
        self.offsets.sort_unstable();
    }
}

impl Covered {
    /// The values of a document that signatures over its parts cover.
    #[must_use]
    pub fn by(document: Document, signed: impl IntoIterator<Item = SignedValues>) -> Self {
        let mut offsets: Vec<Offset> = signed.into_iter().flat_map(|signed| signed.offsets).collect();
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
        Ok(Self::by(document.clone(), [SignedValues { offsets }]).restrict()?.0)
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

fn value_offsets(value: &Json, omitted: &[&str], offsets: &mut Vec<Offset>) {
    // values made in code are not in the document
    offsets.extend(Some(value.offset()).filter(|offset| *offset != Offset::NONE));
    match value.value() {
        Value::Object(object) => object_offsets(object, omitted, offsets),
        Value::Array(items) => items.iter().for_each(|item| value_offsets(item, &[], offsets)),
        _ => {}
    }
}

/// Same for the values in an object, without the member at a path, as [`jcs::canonicalize_omitting`].
fn object_offsets(object: &Object, omitted: &[&str], offsets: &mut Vec<Offset>) {
    for member in object {
        match omitted {
            [last] if member.name() == last => {}
            [first, rest @ ..] if !rest.is_empty() && member.name() == first => {
                value_offsets(member.value(), rest, offsets);
            }
            _ => value_offsets(member.value(), &[], offsets),
        }
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
