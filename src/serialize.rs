//! `serde`'s `Serialize` (feature `serde`) for models and evidence; the other crates implement it for
//! their own types.
//! The output matches `adp --json`: names in camelCase, every member always present, `null` if unknown, times and
//! hashes as text. [`crate::json::to_json`] converts any of them to a tree.

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

/// What has a form as JSON becomes that.
macro_rules! as_json {
    ($($type:ty: $to_json:ident)*) => {
        $(impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.$to_json().serialize(serializer)
            }
        })*
    };
}

as_json! {
    crate::description::AgentDescription: to_model_json
    crate::proof::Check: to_object
    crate::proof::Evidence: to_object
}
