//! Collects the losses of a conversion.

use super::placed_value::PlacedValue;
use adp_tools::Loss;
use agent_description::{
    Json,
    diagnostic::Severity,
    json::{Object, pointer},
};
use std::collections::HashSet;

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
        let mut loss = Loss::new(pointer, reason, severity);
        // a shortened pointer would preserve the complete enclosing value
        loss.can_be_carried = can_be_carried && loss.pointer.len() == length;
        self.all.push(loss);
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
        let asks_consent = asks_consent(&pointer, value);
        if asks_consent {
            severity = Severity::Error;
            reason.push_str(": callers would no longer ask a person");
        }
        self.push(pointer, reason, severity, true);
        self.all.last_mut().into_iter().for_each(|loss| loss.asks_consent = asks_consent);
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

/// Whether a `humanAuthorization` of true is at or below this place, also in a list of one as in JSON-LD, or in a form
/// that readers refuse.
fn asks_consent(name: &str, value: &Json) -> bool {
    if name.rsplit(['/', ':', '#']).next() == Some("humanAuthorization") && is_true_within(value) {
        return true;
    }
    let items = value.as_array().unwrap_or_default().iter().map(|item| ("", item));
    let members = value.as_object().into_iter().flatten().map(|member| (member.name().as_str(), member.value()));
    items.chain(members).any(|(name, value)| asks_consent(name, value))
}

/// Whether a value is true, or a list or JSON-LD value object that contains true.
fn is_true_within(value: &Json) -> bool {
    let in_object = ["@value", "@list", "@set"].into_iter().filter_map(|name| value.get(name));
    let mut parts = value.as_array().unwrap_or_default().iter().chain(in_object);
    value.as_bool().unwrap_or_else(|| parts.any(is_true_within))
}

/// Whether a pointer refers to the document's proof, under any prefix.
pub(super) fn is_proof(pointer: &str) -> bool {
    let name = pointer.strip_prefix('/').filter(|name| !name.contains('/'));
    let local = name.and_then(|name| name.rsplit("~1").next()).and_then(|name| name.rsplit([':', '#']).next());
    matches!(local, Some("proof" | "signatures"))
}
