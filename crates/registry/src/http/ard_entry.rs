//! An entry in the form of ARD (0.91, section 4.2), which refers to the bytes in this registry.

use crate::{Summary, SummaryTexts};
use agent_description::Timestamp;
use serde::Serialize;

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

/// This registry's own members, in the member that ARD reserves for publishers and registries.
#[derive(Clone, Debug, Serialize)]
struct Metadata {
    /// Whether the document is verified at the time of the response.
    verified: bool,
    /// The DID of the verified signer.
    identity: Option<String>,
    /// Format and version of the document.
    profile: String,
    /// URL of the evidence. The entity tag of `url` is the SHA-256 of the bytes.
    evidence: String,
}

impl ArdEntry {
    /// Creates the entry as of a time. URLs start with an origin without trailing `/`.
    #[must_use]
    pub fn new(summary: &Summary, origin: &str, now: Timestamp) -> Self {
        let here = format!("{origin}/agents/{}", summary.identifier);
        let identity = summary.status_at(now).identity();
        let SummaryTexts { description, version, tags, capabilities, queries, .. } =
            summary.texts.clone().unwrap_or_default();
        Self {
            identifier: summary.identifier.to_string(),
            display_name: summary.title().to_owned(),
            media_type: crate::formats::media_type_of(&summary.format).to_owned(),
            url: format!("{here}/document"),
            description,
            version,
            updated_at: summary.updated.to_string(),
            tags,
            capabilities,
            representative_queries: queries,
            metadata: Metadata {
                verified: identity.is_some(),
                identity: identity.map(str::to_owned),
                profile: summary.profile.clone(),
                evidence: format!("{here}/evidence"),
            },
        }
    }
}
