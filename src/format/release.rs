//! When a document says that it was signed, and which version it says to be.

use crate::{
    Timestamp,
    json::{Json, Object},
};

/// When a document says that it was signed, and which version it says to be: before anything of it is verified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Release {
    /// When it was signed, if the format's signatures have a time.
    pub issued: Option<Timestamp>,
    /// Its version, if the format's signatures have no time.
    pub version: Option<String>,
}

impl Release {
    /// The most characters of a version.
    const MAX_VERSION: usize = 64;

    /// The time that a member of an object at the root has; the object may be the one item of an array.
    #[must_use]
    pub fn issued(root: &Object, object: &str, member: &str) -> Self {
        let value = root.get(object).map(|value| match value.as_array() {
            Some([one]) => one,
            _ => value,
        });
        let issued = value.and_then(|value| value.as_object()?.get(member)?.as_str()?.parse().ok());
        Self { issued, version: None }
    }

    /// The `version` at the root.
    #[must_use]
    pub fn version(root: &Object) -> Self {
        let version = root.get("version").and_then(Json::as_str);
        Self { issued: None, version: version.map(|text| text.chars().take(Self::MAX_VERSION).collect()) }
    }
}
