//! A catalog entry of any version.

use super::{AirIdentifier, media_type::AI_CATALOG};
use adp_tools::lenient_members::{digest_of, list, objects, other};
use agent_description::{
    format::{LinkTarget, LinkedUrl, SkillSummary, Summary},
    header_field::essence,
    json::{Json, Object, object},
};

/// The members that the model of an entry names.
const MODEL_MEMBERS: [&str; 9] =
    ["identifier", "displayName", "type", "mediaType", "version", "url", "data", "digest", "description"];

/// Maximum nesting depth of catalogs.
pub(super) const MAX_DEPTH: usize = 4;

/// Whether an entry at this depth may be a catalog. The catalog's own entries have depth 1.
pub(super) const fn may_nest(depth: usize) -> bool {
    depth <= MAX_DEPTH
}

/// An unverified catalog entry. A member of the wrong type is treated as absent.
#[derive(Clone, Copy, Debug)]
pub struct CatalogEntry<'a> {
    object: &'a Object,
}

/// Methods for members that are texts.
macro_rules! texts {
    ($($(#[$doc:meta])* $method:ident = $member:literal;)+) => {
        $($(#[$doc])*
        #[must_use]
        pub fn $method(&self) -> Option<&'a str> {
            self.text($member)
        })+
    };
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

    texts! {
        /// Identifier of the artifact.
        identifier = "identifier";
        /// Display name.
        display_name = "displayName";
        /// The member `type`, which subjects of manifests repeat.
        own_type = "type";
        /// URL of the artifact.
        url = "url";
        /// Version of the artifact.
        version = "version";
        /// The unparsed digest of the artifact.
        digest = "digest";
    }

    /// Media type of the artifact: `type`, or `mediaType` in the first version.
    #[must_use]
    pub fn media_type(&self) -> Option<&'a str> {
        self.own_type().or_else(|| self.text("mediaType"))
    }

    /// The inline artifact.
    #[must_use]
    pub fn data(&self) -> Option<&'a Json> {
        self.object.get("data").filter(|data| !data.is_null())
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

    /// The document or file that the entry links to.
    pub(super) fn to_link(self) -> Option<LinkedUrl> {
        let is_of_documents = |media_type: &String| {
            (media_type.ends_with("json") || media_type == "application/did")
                && !media_type.starts_with("application/ai-registry")
        };
        let media_type = self.media_type().map(essence).filter(is_of_documents);
        let target = if media_type.is_some() { LinkTarget::Document } else { LinkTarget::File };
        Some(LinkedUrl { media_type, digest: digest_of(self.object), ..LinkedUrl::to(target, self.url()?) })
    }

    /// The searchable texts of the entry.
    pub(super) fn to_skill(self) -> SkillSummary {
        let texts = |name: &str| -> Vec<String> {
            let texts = list(self.object, name).iter().filter_map(Json::as_str);
            texts.take(Summary::MAX_PARTS).map(str::to_owned).collect()
        };
        SkillSummary {
            tags: [texts("tags"), texts("capabilities")].concat(),
            examples: texts("representativeQueries"),
            ..SkillSummary::new(self.identifier(), self.display_name(), self.text("description"))
        }
    }

    /// The entry as JSON. All members are present; unknown ones are in `other`, unchanged.
    pub(super) fn to_model_json(self) -> Json {
        let publisher = self.identifier().and_then(|text| text.parse::<AirIdentifier>().ok());
        object! {
            "identifier": self.identifier(),
            "publisher": publisher.as_ref().map(AirIdentifier::publisher),
            "displayName": self.display_name(),
            "description": self.text("description"),
            "type": self.media_type(),
            "version": self.version(),
            "url": self.url(),
            "data": self.data().cloned(),
            "digest": self.digest(),
            "other": other(self.object, &MODEL_MEMBERS),
        }
        .into()
    }
}

/// The entries of a catalog.
pub(crate) fn entries(root: &Object) -> impl Iterator<Item = CatalogEntry<'_>> {
    objects(root, "entries").map(CatalogEntry::from_object)
}
