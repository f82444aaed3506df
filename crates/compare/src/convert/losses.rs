//! Collects the losses of a conversion.

use super::placed_value::PlacedValue;
use adp_tools::Loss;
use agent_description::{Json, diagnostic::Severity};

/// Collects the losses of a conversion.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    pub all: Vec<Loss>,
}

impl Losses {
    /// Records a lost value.
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
        let mut loss = Loss::new(pointer, reason, severity);
        loss.asks_consent = asks_consent;
        self.all.push(loss);
    }

    /// Records a changed value, or a lost signature.
    pub fn changed(&mut self, pointer: impl Into<String>, reason: impl Into<String>, severity: Severity) {
        self.all.push(Loss::new(pointer.into(), reason, severity));
    }

    /// Records an added value that the target requires.
    pub fn made_up(&mut self, pointer: impl Into<String>, reason: impl Into<String>) {
        self.changed(pointer, reason, Severity::Warning);
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
