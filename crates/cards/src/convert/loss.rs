//! The losses of a conversion.

use super::placed_value::PlacedValue;
use agent_description::{
    Json,
    diagnostic::Severity,
    json::{Object, Place, object, pointer},
};
use std::collections::HashSet;

/// A difference between the original and the converted document.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Loss {
    /// JSON Pointer in the original. For an added value, the location where it is missing; if the pointer would be too
    /// long, that of an enclosing value.
    pub pointer: String,
    /// What happens to the value.
    pub reason: String,
    /// An error if callers lose something that they need or trust: an endpoint, schema, security requirement or
    /// signature. A warning if a statement is lost, or was added. A note if the value is preserved or written differently.
    pub severity: Severity,
    can_be_carried: bool,
}

impl Loss {
    /// Creates a loss for conversions outside this crate. A long pointer is shortened to an enclosing value.
    #[must_use]
    pub fn new(pointer: String, reason: impl Into<String>, severity: Severity) -> Self {
        Self { pointer: within(pointer), reason: reason.into(), severity, can_be_carried: false }
    }

    /// The pointer, or `the document`, for messages.
    pub(super) fn name(&self) -> &str {
        if self.pointer.is_empty() { "the document" } else { &self.pointer }
    }

    /// The object `{pointer, reason, severity}`.
    #[must_use]
    pub fn to_json(&self) -> Object {
        object! {
            "pointer": self.pointer.as_str(),
            "reason": self.reason.as_str(),
            "severity": self.severity.as_str(),
        }
    }
}

/// Maximum number of preserved values.
const MAX_CARRIED: usize = 4096;

/// Collects the losses of a conversion.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    pub all: Vec<Loss>,
    /// JSON Pointers of added values in the result.
    made_up: HashSet<String>,
}

impl Losses {
    fn push(&mut self, pointer: String, reason: String, severity: Severity, can_be_carried: bool) {
        let length = pointer.len();
        let pointer = within(pointer);
        // a shortened pointer would preserve the complete enclosing value
        let can_be_carried = can_be_carried && pointer.len() == length;
        self.all.push(Loss { pointer, reason, severity, can_be_carried });
    }

    /// Records a loss that can be preserved.
    pub fn lost(&mut self, said: PlacedValue, reason: impl Into<String>, severity: Severity) {
        self.lost_at(said.pointer, &said.value, reason, severity);
    }

    /// Same, with the location and the value.
    pub fn lost_at(&mut self, pointer: String, value: &Json, reason: impl Into<String>, mut severity: Severity) {
        if is_proof(&pointer) {
            let reason = "dropped: the signature covers only the original document";
            return self.changed(pointer, reason, Severity::Error);
        }
        let mut reason = reason.into();
        if is_consent(&pointer) && value.as_bool() == Some(true) {
            severity = Severity::Error;
            reason.push_str(": callers would no longer ask a person");
        }
        self.push(pointer, reason, severity, true);
    }

    /// Records a changed value, or a loss that must not be preserved, such as a signature.
    pub fn changed(&mut self, pointer: impl Into<String>, reason: impl Into<String>, severity: Severity) {
        self.push(pointer.into(), reason.into(), severity, false);
    }

    /// Records an added value that the target requires.
    pub fn made_up(&mut self, pointer: impl Into<String>, reason: impl Into<String>) {
        let pointer = pointer.into();
        self.made_up.insert(pointer.clone());
        self.push(pointer, reason.into(), Severity::Warning, false);
    }

    /// Records the location of an added value in the result, if it differs.
    pub fn made_up_at(&mut self, written: String) {
        self.made_up.insert(written);
    }

    /// Whether the value at a location of the result was added.
    pub fn is_made_up(&self, written: &str) -> bool {
        self.made_up.contains(written)
    }

    /// The values to preserve, by their pointers in the document.
    pub fn carry(&mut self, document: &Json) -> Object {
        let mut carried = Vec::new();
        // limits the lookups; no real agent has more
        for loss in self.all.iter_mut().filter(|loss| loss.can_be_carried).take(MAX_CARRIED) {
            if let Some(value) = pointer::lookup(document, &loss.pointer) {
                loss.severity = Severity::Note;
                loss.reason.push_str("; preserved in an extension");
                carried.push((loss.pointer.clone(), value.clone()));
            }
        }
        carried.into_iter().collect()
    }
}

/// Whether a pointer refers to the member `humanAuthorization`.
pub(super) fn is_consent(pointer: &str) -> bool {
    pointer.rsplit(['/', ':', '#']).next() == Some("humanAuthorization")
}

/// Whether a pointer refers to the document's proof, under any prefix.
pub(super) fn is_proof(pointer: &str) -> bool {
    let name = pointer.strip_prefix('/').filter(|name| !name.contains('/'));
    let local = name.and_then(|name| name.rsplit("~1").next()).and_then(|name| name.rsplit([':', '#']).next());
    matches!(local, Some("proof" | "signatures"))
}

/// Shortens a pointer to the maximum length.
fn within(mut pointer: String) -> String {
    while pointer.len() > Place::MAX_POINTER_BYTES {
        match pointer.rfind('/') {
            Some(at) => pointer.truncate(at),
            None => break,
        }
    }
    pointer
}
