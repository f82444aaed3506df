//! An entry in the form of ARD (0.91, section 4.2), which refers to the bytes in this registry.

use crate::{EntrySummary, Status, SummaryTexts};
use agent_description::{Timestamp, proof::CheckResult};
use serde::{Deserialize, Serialize};

/// An ARD entry.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArdEntry {
    pub identifier: String,
    pub display_name: String,
    #[serde(rename = "type")]
    media_type: String,
    url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    updated_at: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    capabilities: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    representative_queries: Vec<String>,
    pub metadata: RegistryMetadata,
}

/// This registry's own members, in the member that ARD reserves for publishers and registries, as of the response. The
/// entity tag of the entry's URL is the SHA-256 of the bytes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RegistryMetadata {
    /// `unchecked` if a catalog is verified by its entries alone: its names and descriptions are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<String>,
    evidence: String,
    pub identity: Option<String>,
    pub profile: String,
    pub verified: bool,
}

impl ArdEntry {
    /// Creates the entry as of a time. URLs start with an origin without trailing `/`.
    pub(crate) fn new(summary: &EntrySummary, origin: &str, now: Timestamp) -> Self {
        let here = format!("{origin}/agents/{}", summary.identifier);
        let status = summary.status_at(now);
        let is_partly_covered = matches!(status, Status::EntriesVerified(_));
        let metadata = RegistryMetadata {
            coverage: is_partly_covered.then(|| CheckResult::Unchecked.to_string()),
            evidence: format!("{here}/evidence"),
            identity: status.identity().map(str::to_owned),
            profile: summary.profile.clone(),
            verified: status.identity().is_some(),
        };
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
            metadata,
        }
    }
}
