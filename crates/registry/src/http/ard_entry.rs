//! An entry as ARD has it (ARD 0.91, section 4.2): by reference to the bytes that this registry keeps.

use crate::{Entry, search::Record};
use serde::Serialize;

/// The most tags and capabilities of an entry, and the longest of its texts in characters: an entry is for choosing, the document has all of it.
const MOST_LISTED: usize = 50;
const LONGEST: usize = 1000;

/// An ARD entry.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArdEntry {
    identifier: String,
    display_name: String,
    #[serde(rename = "type")]
    media_type: String,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    updated_at: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    capabilities: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    representative_queries: Vec<String>,
    metadata: Metadata,
}

/// What this registry adds: members of its own, in the member that ARD leaves to publishers and registries.
#[derive(Clone, Debug, Serialize)]
struct Metadata {
    /// Whether an identity is bound to the document at the time of the answer.
    verified: bool,
    /// The DID that it is bound to.
    identity: Option<String>,
    /// The document's format and version.
    profile: String,
    /// The SHA-256 of its bytes is the entity tag of `url`.
    evidence: String,
}

impl ArdEntry {
    /// The entry, with URLs at an origin (without `/` at its end).
    #[must_use]
    pub fn of(entry: &Entry, record: Option<&Record>, origin: &str, now: agent_description::Timestamp) -> Self {
        let here = format!("{origin}/agents/{}", entry.identifier);
        let name = record.and_then(|record| record.display_name.as_deref().or(record.name.as_deref()));
        let texts = |texts: Vec<&str>| {
            let mut texts: Vec<String> = texts.into_iter().map(shortened).collect();
            texts.sort_unstable();
            texts.dedup();
            texts.truncate(MOST_LISTED);
            texts
        };
        let skills = record.map(|record| record.skills.as_slice()).unwrap_or_default();
        let tools = record.map(|record| record.tools.as_slice()).unwrap_or_default();
        let capabilities = skills.iter().filter_map(|skill| skill.id.as_deref());
        let capabilities = capabilities.chain(tools.iter().filter_map(|tool| tool.name.as_deref()));
        let examples = skills.iter().flat_map(|skill| &skill.examples).map(|text| shortened(text)).take(5);
        Self {
            identifier: entry.identifier.to_string(),
            display_name: shortened(name.filter(|name| !name.trim().is_empty()).unwrap_or(entry.identifier.name())),
            media_type: adp_cards::ai_catalog::media_type_of(&entry.format).to_owned(),
            url: format!("{here}/document"),
            description: record.and_then(|record| record.description.as_deref()).map(shortened),
            version: record.and_then(|record| record.version.as_deref()).map(shortened),
            updated_at: entry.updated.to_string(),
            tags: texts(skills.iter().flat_map(|skill| &skill.tags).map(String::as_str).collect()),
            capabilities: texts(capabilities.collect()),
            representative_queries: examples.collect(),
            metadata: Metadata {
                verified: entry.evidence.is_verified_at(now),
                identity: entry.evidence.identity_at(now).map(str::to_owned),
                profile: entry.profile.clone(),
                evidence: format!("{here}/evidence"),
            },
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}
