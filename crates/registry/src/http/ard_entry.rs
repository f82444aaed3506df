//! An entry in the form of ARD (0.91, section 4.2), which refers to the bytes in this registry.

use crate::{Status, Summary, SummaryTexts};
use adp_cards::trust_manifest::COVERAGE_CHECK;
use agent_description::{Timestamp, proof::CheckResult};
use serde::Serialize;
use serde_json::{Value, json};

/// An ARD entry.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArdEntry {
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
    /// This registry's own members, in the member that ARD reserves for publishers and registries. `verified` is as of
    /// the response. The entity tag of `url` is the SHA-256 of the bytes.
    metadata: Value,
}

impl ArdEntry {
    /// Creates the entry as of a time. URLs start with an origin without trailing `/`.
    pub(super) fn new(summary: &Summary, origin: &str, now: Timestamp) -> Self {
        let here = format!("{origin}/agents/{}", summary.identifier);
        let status = summary.status_at(now);
        let identity = status.identity();
        let mut metadata = json!({
            "verified": identity.is_some(),
            "identity": identity,
            "profile": summary.profile,
            "evidence": format!("{here}/evidence"),
        });
        if matches!(status, Status::EntriesVerified(_)) {
            metadata[COVERAGE_CHECK] = CheckResult::Unchecked.as_str().into();
        }
        let SummaryTexts { description, version, tags, capabilities, queries, .. } =
            summary.texts_at(now).cloned().unwrap_or_default();
        Self {
            identifier: summary.identifier.to_string(),
            display_name: summary.title_at(now).to_owned(),
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
