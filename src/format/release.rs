//! Signing time and version of a document.

use crate::{
    Timestamp,
    json::{Json, Object},
};

/// Signing time and version of a document, before verification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Release {
    /// The signing time, if the format's signatures have one.
    pub issued: Option<Timestamp>,
    /// The version, if the format's signatures have no time.
    pub version: Option<String>,
}

impl Release {
    /// Maximum number of characters of a version.
    const MAX_VERSION: usize = 64;

    /// A time in an object at the root, which may be the only item of an array.
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
