//! What a conversion loses.

use super::{
    Target,
    agent::{Agent, Fields, PlacedValue},
};
use agent_description::{
    Json,
    json::{Object, Place, pointer},
};
use std::{collections::HashSet, fmt};

/// How much a loss matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// Callers cannot do, or cannot trust, what they could: an endpoint, a schema, security, a signature.
    Error,
    /// Something is no longer said, or is said that was not.
    Warning,
    /// Nothing is gone: it is carried along, or written in other words.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Something that the converted document does not say as the original did.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Loss {
    /// Where it stands in the original; of what was made up, where it is missing. As long as a place's pointer at most, else what it stands in.
    pub pointer: String,
    /// What becomes of it.
    pub reason: String,
    /// How much it matters.
    pub severity: Severity,
    can_be_carried: bool,
}

impl Loss {
    /// A loss of a conversion that is made elsewhere. The pointer is cut to what it stands in where it is too long.
    #[must_use]
    pub fn new(pointer: String, reason: impl Into<String>, severity: Severity) -> Self {
        Self { pointer: within(pointer), reason: reason.into(), severity, can_be_carried: false }
    }

    /// Whether a `humanAuthorization` of true is lost.
    pub(super) fn is_of_consent(&self) -> bool {
        self.severity == Severity::Error && is_consent(&self.pointer)
    }

    /// The pointer, or the document's name in messages.
    pub(super) fn name(&self) -> &str {
        if self.pointer.is_empty() { "the document" } else { &self.pointer }
    }

    /// `{pointer, reason, severity}`
    #[must_use]
    pub fn to_json(&self) -> Object {
        let mut object = Object::with_capacity(3);
        object.insert("pointer", self.pointer.as_str());
        object.insert("reason", self.reason.as_str());
        object.insert("severity", self.severity.as_str());
        object
    }
}

/// How much is carried along.
const MAX_CARRIED: usize = 4096;

/// The losses of a conversion under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    all: Vec<Loss>,
    /// Places in what is written at which something was made up.
    made_up: HashSet<String>,
}

impl Losses {
    fn push(&mut self, pointer: String, reason: String, severity: Severity, can_be_carried: bool) {
        let length = pointer.len();
        let pointer = within(pointer);
        // what is named by what it stands in would be carried with all of that
        let can_be_carried = can_be_carried && pointer.len() == length;
        self.all.push(Loss { pointer, reason, severity, can_be_carried });
    }

    /// What is gone, and can be carried along.
    pub fn lost(&mut self, said: PlacedValue, reason: impl Into<String>, severity: Severity) {
        if is_proof(&said.pointer) {
            return self.void(&said.pointer, "dropped: the signature covers only the original document");
        }
        let (mut reason, mut severity) = (reason.into(), severity);
        if is_consent(&said.pointer) && said.value.as_bool() == Some(true) {
            severity = Severity::Error;
            reason.push_str(": callers would no longer ask a person");
        }
        self.push(said.pointer, reason, severity, true);
    }

    /// What must not be carried along: a signature of another document.
    pub fn void(&mut self, pointer: &str, reason: impl Into<String>) {
        self.push(pointer.to_owned(), reason.into(), Severity::Error, false);
    }

    /// What stays, but not as it was.
    pub fn changed(&mut self, pointer: impl Into<String>, reason: impl Into<String>, severity: Severity) {
        self.push(pointer.into(), reason.into(), severity, false);
    }

    /// What was not there and is needed.
    pub fn made_up(&mut self, pointer: impl Into<String>, reason: impl Into<String>) {
        let pointer = pointer.into();
        self.made_up.insert(pointer.clone());
        self.push(pointer, reason.into(), Severity::Warning, false);
    }

    /// Where that stands in what is written, if it is elsewhere.
    pub fn made_up_at(&mut self, written: String) {
        self.made_up.insert(written);
    }

    /// Whether what is written at a place was made up.
    pub fn is_made_up(&self, written: &str) -> bool {
        self.made_up.contains(written)
    }

    /// Whatever the writer has not taken.
    pub fn all_of(&mut self, agent: Agent, to: Target) {
        let Agent { fields, interfaces, skills, .. } = agent;
        for (fields, severity) in std::iter::once((fields, Severity::Warning))
            .chain(interfaces.into_iter().map(|interface| (interface, Severity::Error)))
            .chain(skills.into_iter().map(|skill| (skill, Severity::Warning)))
        {
            self.rest(fields, to, severity);
        }
    }

    fn rest(&mut self, fields: Fields, to: Target, severity: Severity) {
        for (name, said) in fields.said {
            let severity = match name {
                "inputSchema" | "outputSchema" | "schemes" | "requirements" => Severity::Error,
                _ => severity,
            };
            self.lost(said, format!("{} has no place for it", to.as_str()), severity);
        }
        for (_, said) in fields.unknown {
            self.lost(said, format!("{} has no place for it", to.as_str()), Severity::Warning);
        }
    }

    /// The values that can be carried along, as they stand in the document: by their pointers.
    pub fn carry(&mut self, document: &Json) -> Object {
        let mut carried = Vec::new();
        // each is looked up: more are no agent's, and stay lost
        for loss in self.all.iter_mut().filter(|loss| loss.can_be_carried).take(MAX_CARRIED) {
            if let Some(value) = pointer::lookup(document, &loss.pointer) {
                loss.severity = Severity::Note;
                loss.reason.push_str("; preserved in an extension");
                carried.push((loss.pointer.clone(), value.clone()));
            }
        }
        carried.into_iter().collect()
    }

    pub fn listed(self) -> Vec<Loss> {
        self.all
    }
}

/// Whether a pointer leads to the member that asks for a person's consent.
fn is_consent(pointer: &str) -> bool {
    pointer.rsplit(['/', ':', '#']).next() == Some("humanAuthorization")
}

/// Whether a pointer leads to the document's signature, under whatever prefix.
pub(super) fn is_proof(pointer: &str) -> bool {
    let name = pointer.strip_prefix('/').filter(|name| !name.contains('/'));
    let local = name.and_then(|name| name.rsplit("~1").next()).and_then(|name| name.rsplit([':', '#']).next());
    matches!(local, Some("proof" | "signatures"))
}

/// A pointer of at most the length that a place may have.
fn within(mut pointer: String) -> String {
    while pointer.len() > Place::MAX_POINTER_BYTES {
        match pointer.rfind('/') {
            Some(at) => pointer.truncate(at),
            None => break,
        }
    }
    pointer
}
