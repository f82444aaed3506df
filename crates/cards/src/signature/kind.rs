//! The kinds of cards that are signed: what of each is covered, and where its agent is.

use super::{LeftOut, PayloadForm, Place, SignatureError};
use crate::spelling::SpellingError;
use agent_description::{Document, diagnostic::members::Misspelled, json::Object};
use std::fmt;

/// A kind of card that can be signed: [`A2A`](crate::a2a_card::A2A), [`SEED`](crate::seed_card::SEED).
pub struct Kind {
    /// The format's name.
    pub(crate) format: &'static str,
    /// The bytes that a signature covers; none by a reading that the kind does not have.
    pub(crate) payload: fn(&Object, PayloadForm) -> Option<Vec<u8>>,
    /// The members by which its readings differ.
    pub(crate) left_out: fn(&Object) -> Vec<LeftOut>,
    /// The first member that some readers take for another, and the code of that.
    pub(crate) misspelled: fn(&Object) -> Option<Misspelled<'_>>,
    /// Where the card says that its agent is; none where one of the places has no host.
    pub(crate) places: fn(&Object) -> Option<Vec<Place>>,
}

impl Kind {
    /// The name of the format.
    #[must_use]
    pub fn format(&self) -> &'static str {
        self.format
    }

    /// Refuses a card that two readers would read differently.
    pub(super) fn check_names(&self, document: &Document) -> Result<(), SignatureError> {
        match (self.misspelled)(document.root()) {
            Some(found) => Err(SignatureError::Spelling(SpellingError::new(document, &found))),
            None => Ok(()),
        }
    }

    /// The bytes that a signature covers by a reading; none by a reading that the kind does not have: a seed card is signed as
    /// it is served.
    #[must_use]
    pub fn payload(&self, root: &Object, reading: PayloadForm) -> Option<Vec<u8>> {
        (self.payload)(root, reading)
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kind").field(&self.format).finish()
    }
}
