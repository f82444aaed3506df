//! The media types of artifacts in catalogs.

use agent_description::{diagnostic::closest, format::Format, header_field::essence};

/// The media type of a catalog.
pub const AI_CATALOG: &str = "application/ai-catalog+json";

/// The media types that readers of catalogs recognize (AI Catalog, Catalog Entry, `type`; ARD, section 3.3; ARD's
/// conformance program).
pub const KNOWN: &[&str] = &[
    AI_CATALOG,
    "application/agent-card+json",
    "application/a2a-agent-card+json",
    "application/mcp-server-card+json",
    "application/agent-skills+json",
    "application/agent-skills+md",
    "application/agent-skills+zip",
    "application/agent-skills+gzip",
    "application/agent-plugins+zip",
    "application/agent-plugins+gzip",
    "application/ai-registry+json",
    "application/ai-skill",
    "application/ai-skill+md",
    "application/vnd.oai.openapi+json",
    "text/markdown",
    "application/json",
    "application/parquet",
];

/// The media type of a format in catalogs; `application/json` for formats without one.
#[must_use]
pub fn media_type_of(format: &Format) -> &'static str {
    format.media_type.unwrap_or("application/json")
}

/// Whether a text is a media type with optional parameters (RFC 6838, section 4.2).
pub(super) fn is_media_type(text: &str) -> bool {
    let essence = text.split(';').next().unwrap_or_default().trim_end();
    let of_names = |part: &str| {
        !part.is_empty()
            && part.len() <= 127
            && part.starts_with(|c: char| c.is_ascii_alphanumeric())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
    };
    essence.split_once('/').is_some_and(|(kind, name)| of_names(kind) && of_names(name))
}

/// The known media type that a misspelled one probably means.
pub(super) fn meant(text: &str) -> Option<&'static str> {
    let essence = essence(text);
    // vendor types and long texts are not misspellings
    if essence.len() > 64 || essence.contains("/vnd.") || essence.contains("/x-") || KNOWN.contains(&essence.as_str()) {
        return None;
    }
    let (kind, name) = essence.split_once('/')?;
    let of_kind = || KNOWN.iter().copied().filter(|known| known.contains('+') && known.split('/').next() == Some(kind));
    let near = closest(name, of_kind().filter_map(|known| Some(known.split_once('/')?.1)))?;
    of_kind().find(|known| known.ends_with(near))
}
