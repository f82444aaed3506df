//! `serde`'s `Serialize` (feature `serde`) for trees, codes, rules and diagnostics, in the shapes that `adp --json` prints.

mod diagnostics;
mod tree;

use serde::{Serialize, Serializer};

/// What has one text is that text.
macro_rules! as_text {
    ($($type:ty)*) => {
        $(impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        })*
    };
}

as_text! {
    crate::Code
    crate::diagnostic::Severity
}
