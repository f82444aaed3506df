//! `serde`'s `Serialize` (feature `serde`) as in `adp --json`: identifiers as text.

use serde::{Serialize, Serializer};

impl Serialize for crate::Did {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for crate::DidUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
