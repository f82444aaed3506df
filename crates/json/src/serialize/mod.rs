//! `serde`'s `Serialize` (feature `serde`) for trees, codes, rules and diagnostics, in the form of `adp --json`.

mod diagnostics;
mod tree;

use serde::{Serialize, Serializer};

/// A value with one string becomes that string.
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
