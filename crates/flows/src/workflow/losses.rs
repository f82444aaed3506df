//! The losses of a conversion.

use adp_tools::Loss;
use agent_description::diagnostic::Severity;
use agent_description::{
    Document,
    json::{Offset, pointer::pointer_to},
};

/// Maximum number of listed losses.
const MAX_LOSSES: usize = 1000;

pub(super) struct Losses<'a> {
    document: &'a Document,
    pub list: Vec<Loss>,
}

impl<'a> Losses<'a> {
    pub(super) fn for_document(document: &'a Document) -> Self {
        Self { document, list: Vec::new() }
    }

    pub(super) fn at(&mut self, pointer: impl Into<String>, reason: impl Into<String>, severity: Severity) {
        if self.list.len() < MAX_LOSSES {
            self.list.push(Loss::new(pointer.into(), reason, severity));
        }
    }

    pub(super) fn add_at(&mut self, offset: Offset, reason: impl Into<String>, severity: Severity) {
        if self.list.len() >= MAX_LOSSES {
            return;
        }
        let pointer = pointer_to(self.document.json(), offset).unwrap_or_default();
        self.at(pointer, reason, severity);
    }
}
