//! The versions of catalogs, which name the same things differently.

use agent_description::json::{Json, Object};

/// Maximum number of entries that are read to detect the version.
const MAX_INSPECTED_ENTRIES: usize = 16;

/// A version of AI Catalog or ARD. Both have a common origin and share most names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Generation {
    /// AI Catalog, draft of 2026-04-30 (634a09d9): `mediaType`, one `trustManifest`, `metadata`.
    AiCatalogMediaType,
    /// AI Catalog 1.0, since be6803f6: `type`, `trustManifests`, `extensions`.
    AiCatalog1,
    /// ARD 0.9 (5fa2f5ae): an AI Catalog with `type`, `representativeQueries` and one `trustManifest` of its own form.
    Ard09,
    /// ARD 0.91 (04afa6cb): only `entries`; other members belong to the enclosing document.
    Ard091,
}

impl Generation {
    /// Detects the version of a catalog by its members.
    #[must_use]
    pub fn from_root(root: &Object) -> Self {
        let says = root.get("specVersion");
        if says.is_none() {
            let old = entries(root).any(|entry| entry.contains("mediaType") && !entry.contains("type"));
            return if old { Self::AiCatalogMediaType } else { Self::Ard091 };
        }
        match says.and_then(Json::as_str) {
            Some("0.91") => return Self::Ard091,
            Some("0.9") => return Self::Ard09,
            _ => {}
        }
        if entries(root).any(|entry| entry.contains("mediaType") && !entry.contains("type")) {
            return Self::AiCatalogMediaType;
        }
        if root.contains("signature") || entries(root).any(|entry| entry.contains("trustManifests")) {
            return Self::AiCatalog1;
        }
        let of_ard = |entry: &Object| {
            ["representativeQueries", "capabilities", "trustManifest"].iter().any(|name| entry.contains(name))
        };
        let host = root.get("host").and_then(Json::as_object);
        if entries(root).any(of_ard) || host.is_some_and(|host| host.contains("trustManifest")) {
            return Self::Ard09;
        }
        Self::AiCatalog1
    }

    /// The profile name: `ai-catalog/2026-04`, `ai-catalog/1.0`, `ard/0.9` or `ard/0.91`.
    #[must_use]
    pub const fn profile(self) -> &'static str {
        match self {
            Self::AiCatalogMediaType => "ai-catalog/2026-04",
            Self::AiCatalog1 => "ai-catalog/1.0",
            Self::Ard09 => "ard/0.9",
            Self::Ard091 => "ard/0.91",
        }
    }

    /// Whether this is a version of ARD.
    #[must_use]
    pub const fn is_ard(self) -> bool {
        matches!(self, Self::Ard09 | Self::Ard091)
    }

    /// The name of the member with the artifact's media type.
    #[must_use]
    pub const fn type_member(self) -> &'static str {
        match self {
            Self::AiCatalogMediaType => "mediaType",
            _ => "type",
        }
    }
}

/// The first entries that are objects.
fn entries(root: &Object) -> impl Iterator<Item = &Object> {
    root.get("entries")
        .and_then(Json::as_array)
        .unwrap_or_default()
        .iter()
        .take(MAX_INSPECTED_ENTRIES)
        .filter_map(Json::as_object)
}
