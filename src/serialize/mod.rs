//! `serde`'s `Serialize` (feature `serde`) for models and evidence; the other crates implement it for
//! their own types.
//! The output matches `adp --json`: names in camelCase, every member always present, `null` if unknown, times and
//! hashes as text. [`crate::json::to_json`] converts any of them to a tree.

mod evidence;
mod model;

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
    crate::description::DescriptionProfile
    crate::proof::CheckName
    crate::proof::CheckResult
}
