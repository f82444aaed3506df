//! The values of a document that a signature covers.

use crate::{
    ArtifactDigest,
    json::{Json, Object, Offset, Value, jcs},
    jws::{Jws, JwsError},
    key::VerifyingKey,
};
use std::borrow::Cow;

/// A JSON object whose canonical form (RFC 8785) is signed. Its values keep their offsets in the document.
#[derive(Debug)]
pub struct Payload<'d> {
    object: Cow<'d, Object>,
    omitted: &'static [&'static str],
    bytes: Vec<u8>,
}

/// The values of a document that a valid signature covers. Other crates get it only from [`Payload::verify`]:
///
/// ```compile_fail,E0624
/// agent_description::verification::SignedValues::from_values([]);
/// ```
#[derive(Clone, Debug)]
pub struct SignedValues {
    /// The offsets of the values, sorted.
    offsets: Vec<Offset>,
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

/// The values that an origin proof covers: they exist only for a message whose signature is verified.
#[cfg(feature = "auth")]
impl From<crate::auth::SignedMessageValues> for SignedValues {
    fn from(message: crate::auth::SignedMessageValues) -> Self {
        Self { offsets: message.into_offsets() }
    }
}

impl SignedValues {
    /// These values with all that they contain.
    #[cfg(feature = "resolver")]
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

    /// The offsets of the values, sorted.
    pub(super) fn into_offsets(self) -> Vec<Offset> {
        self.offsets
    }

    fn has(&self, value: &Json) -> bool {
        self.offsets.binary_search(&value.offset()).is_ok()
    }

    fn insert(&mut self, offsets: Vec<Offset>) {
        self.offsets.extend(offsets);
        self.offsets.sort_unstable();
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
