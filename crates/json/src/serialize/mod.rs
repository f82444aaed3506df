//! `serde`'s `Serialize` (feature `serde`) for trees, codes and positions, in the form of `adp --json`.

pub(crate) mod serializer;
mod span;
mod tree;

use serde::{Serialize, Serializer};

impl Serialize for crate::Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
