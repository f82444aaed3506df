//! An entry of a catalog, of whatever generation.

use super::media_type::{AI_CATALOG, essence};
use agent_description::json::{Json, Object};

/// An entry as it stands in a catalog, unverified: members are there as far as they have the type that they should have.
#[derive(Clone, Copy, Debug)]
pub struct CatalogEntry<'a> {
    object: &'a Object,
}

impl<'a> CatalogEntry<'a> {
    /// The entry that an object is.
    #[must_use]
    pub const fn from_object(object: &'a Object) -> Self {
        Self { object }
    }

    /// The entry's members.
    #[must_use]
    pub const fn object(&self) -> &'a Object {
        self.object
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        self.object.get(name).and_then(Json::as_str)
    }

    /// What it calls its artifact.
    #[must_use]
    pub fn identifier(&self) -> Option<&'a str> {
        self.text("identifier")
    }

    /// Its name for people.
    #[must_use]
    pub fn display_name(&self) -> Option<&'a str> {
        self.text("displayName")
    }

    /// What its artifact is: `type`, in the first generation `mediaType`.
    #[must_use]
    pub fn media_type(&self) -> Option<&'a str> {
        self.own_type().or_else(|| self.text("mediaType"))
    }

    /// `type` alone, which is what subjects of manifests repeat.
    #[must_use]
    pub fn own_type(&self) -> Option<&'a str> {
        self.text("type")
    }

    /// Where its artifact is.
    #[must_use]
    pub fn url(&self) -> Option<&'a str> {
        self.text("url")
    }

    /// Its artifact, where that stands in the catalog itself.
    #[must_use]
    pub fn data(&self) -> Option<&'a Json> {
        self.object.get("data").filter(|data| !data.is_null())
    }

    /// The release of its artifact.
    #[must_use]
    pub fn version(&self) -> Option<&'a str> {
        self.text("version")
    }

    /// The digest of its artifact, as it is written.
    #[must_use]
    pub fn digest(&self) -> Option<&'a str> {
        self.text("digest")
    }

    /// Its trust manifests.
    #[must_use]
    pub fn trust_manifests(&self) -> &'a [Json] {
        self.object.get("trustManifests").and_then(Json::as_array).unwrap_or_default()
    }

    /// Whether its artifact is a catalog.
    #[must_use]
    pub fn is_catalog(&self) -> bool {
        self.media_type().is_some_and(|media_type| essence(media_type) == AI_CATALOG)
    }
}
