//! `serde`'s `Serialize` (feature `serde`) for models and evidence; `adp-json` has it for trees and diagnostics.
//! Shapes are those that `adp --json` prints: names in camelCase, every key always there, `null` where nothing is known, times and hashes
//! as text. [`crate::json::to_json`] makes a tree of any of them.

mod evidence;
mod model;

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
    crate::Timestamp
    crate::did::Did
    crate::did::DidUrl
    crate::description::DescriptionProfile
    crate::proof::CheckName
    crate::proof::CheckResult
    crate::suite::Suite
}
