//! Revisions of a store, which stay unique after a backup is restored.

use serde::{Deserialize, Serialize};

/// Maximum number of changes after which a store may forget a revision; a reader that is further behind must start
/// over.
pub const MAX_REVISION_AGE: u64 = 100_000;

/// A revision of a store: the number of its last change, and the random token of that write. The token distinguishes
/// changes that reuse numbers after a backup was restored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// Sequence of the last change; 0 if there is none.
    pub sequence: u64,
    /// Token of the write; 0 in a store that cannot be restored.
    #[serde(default)]
    pub token: u64,
}

/// The revision after this change, in a store that cannot be restored.
impl From<u64> for Revision {
    fn from(sequence: u64) -> Self {
        Self { sequence, token: 0 }
    }
}

impl Revision {
    /// Whether a store contains all changes up to this revision, and knows all later ones. `token` is that of the first
    /// remembered write with this sequence or a later one, and `forgotten` the sequence of the last forgotten removal.
    pub(super) fn is_followed(self, token: Option<u64>, forgotten: u64) -> bool {
        self.sequence == 0 || token == Some(self.token) && self.sequence >= forgotten
    }
}
