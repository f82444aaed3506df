//! A catalog entry of any version.

use super::media_type::AI_CATALOG;
use agent_description::{
    header_field::essence,
    json::{Json, Object},
};

/// An unverified catalog entry. A member of the wrong type is treated as absent.
#[derive(Clone, Copy, Debug)]
pub struct CatalogEntry<'a> {
    object: &'a Object,
}

impl<'a> CatalogEntry<'a> {
    /// Wraps an object.
    #[must_use]
    pub const fn from_object(object: &'a Object) -> Self {
        Self { object }
    }

    /// The object.
    #[must_use]
    pub const fn object(&self) -> &'a Object {
        self.object
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        self.object.get(name).and_then(Json::as_str)
    }

    /// Identifier of the artifact.
    #[must_use]
    pub fn identifier(&self) -> Option<&'a str> {
        self.text("identifier")
    }

    /// Display name.
    #[must_use]
    pub fn display_name(&self) -> Option<&'a str> {
        self.text("displayName")
    }

    /// Media type of the artifact: `type`, or `mediaType` in the first version.
    #[must_use]
    pub fn media_type(&self) -> Option<&'a str> {
        self.own_type().or_else(|| self.text("mediaType"))
    }

    /// The member `type`, which subjects of manifests repeat.
    #[must_use]
    pub fn own_type(&self) -> Option<&'a str> {
        self.text("type")
    }

    /// URL of the artifact.
    #[must_use]
    pub fn url(&self) -> Option<&'a str> {
        self.text("url")
    }

    /// The inline artifact.
    #[must_use]
    pub fn data(&self) -> Option<&'a Json> {
        self.object.get("data").filter(|data| !data.is_null())
    }

    /// Version of the artifact.
    #[must_use]
    pub fn version(&self) -> Option<&'a str> {
        self.text("version")
    }

    /// The unparsed digest of the artifact.
    #[must_use]
    pub fn digest(&self) -> Option<&'a str> {
        self.text("digest")
    }

    /// The trust manifests.
    #[must_use]
    pub fn trust_manifests(&self) -> &'a [Json] {
        self.object.get("trustManifests").and_then(Json::as_array).unwrap_or_default()
    }

    /// Whether the artifact is a catalog.
    #[must_use]
    pub fn is_catalog(&self) -> bool {
        self.media_type().is_some_and(|media_type| essence(media_type) == AI_CATALOG)
    }
}
