//! States of a store, told apart also after a backup was restored.

use serde::{Deserialize, Serialize};

/// How many changes later a store may have forgotten a revision: whoever is further behind begins anew.
pub const MAX_REVISION_AGE: u64 = 100_000;

/// A state of a store: the number of its last change, and the token of the write that made it. The token is random, so that a store that was set back
/// to a backup and written to again does not have the revisions that were lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// The sequence of the last change; 0 if there was none.
    pub sequence: u64,
    /// The token of the write that made this change; 0 in a store that cannot be set back.
    #[serde(default)]
    pub token: u64,
}

/// The state after this change, in a store that cannot be set back.
impl From<u64> for Revision {
    fn from(sequence: u64) -> Self {
        Self { sequence, token: 0 }
    }
}

impl Revision {
    /// Whether a store has all changes up to this one, if `token` is that of the first write that it remembers with this sequence or a later one.
    pub(super) fn is_of_store(self, token: Option<u64>) -> bool {
        self.sequence == 0 || token == Some(self.token)
    }
}
