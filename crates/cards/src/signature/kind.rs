//! The kinds of signed cards.

use super::{HostAndPort, LeftOut, PayloadForm, SignatureError};
use agent_description::{Document, diagnostic::members::Misspelled, json::Object, verification::Payload};

/// A kind of signed card: [`A2A`](crate::a2a_card::A2A), [`SEED`](crate::seed_card::SEED).
#[derive(Debug)]
pub struct CardKind {
    /// Name of the format.
    pub format: &'static str,
    /// The payload of a signature; `None` for an unsupported payload form.
    pub(crate) payload: fn(&Object, PayloadForm) -> Option<Payload<'_>>,
    /// The members that the payload forms omit.
    pub(crate) left_out: fn(&Object) -> Vec<LeftOut>,
    /// The version of a card for which the payload forms differ by design: `A2A 0.3`.
    pub(crate) old_version: fn(&Object) -> Option<String>,
    /// The first ambiguous member name.
    pub(crate) misspelled: fn(&Object) -> Option<Misspelled<'_>>,
    /// The addresses of the agent; `None` if one of them has no host.
    pub(crate) places: fn(&Object) -> Option<Vec<HostAndPort>>,
}

impl CardKind {
    /// Rejects a card with ambiguous member names.
    pub(super) fn check_names(&self, document: &Document) -> Result<(), SignatureError> {
        match (self.misspelled)(document.root()) {
            Some(found) => Err(SignatureError::misspelled(document, &found)),
            None => Ok(()),
        }
    }

    /// The payload of a signature. `None` for an unsupported payload form: seed cards support only `served`.
    #[must_use]
    pub fn payload(&self, root: &Object, form: PayloadForm) -> Option<Vec<u8>> {
        (self.payload)(root, form).map(Payload::into_bytes)
    }
}
