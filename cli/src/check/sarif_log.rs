//! What a SARIF log holds (OASIS, Static Analysis Results Interchange Format 2.1.0, section 3), as far as findings need it.

use serde::Serialize;
use std::borrow::Cow;

/// What relative locations are relative to: viewers put the checkout's root here.
pub const ROOT: &str = "%SRCROOT%";

/// Section 3.13.
#[derive(Serialize)]
pub struct Log {
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    pub version: &'static str,
    pub runs: [Run; 1],
}

/// Section 3.14.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    pub tool: Tool,
    pub original_uri_base_ids: BaseIds,
    pub column_kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invocations: Option<[Invocation; 1]>,
    pub results: Vec<SarifResult>,
}

/// Section 3.18.
#[derive(Serialize)]
pub struct Tool {
    pub driver: Driver,
}

/// Section 3.19.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Driver {
    pub name: &'static str,
    pub semantic_version: &'static str,
    pub rules: Vec<Descriptor>,
}

/// Section 3.14.14.
#[derive(Serialize)]
pub struct BaseIds {
    #[serde(rename = "%SRCROOT%")]
    pub root: Base,
}

/// What a base is; nobody but the viewer knows where.
#[derive(Serialize)]
pub struct Base {
    pub description: Text,
}

/// Section 3.49.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Descriptor {
    pub id: &'static str,
    pub short_description: Text,
    pub full_description: Text,
    pub help: Text,
    pub default_configuration: Configuration,
}

/// Section 3.50.
#[derive(Serialize)]
pub struct Configuration {
    pub level: &'static str,
}

/// A message, or a multiformat message string (sections 3.11 and 3.12).
#[derive(Serialize)]
pub struct Text {
    pub text: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
}

/// Section 3.20.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invocation {
    pub execution_successful: bool,
    pub tool_execution_notifications: Vec<Notification>,
}

/// Section 3.58.
#[derive(Serialize)]
pub struct Notification {
    pub level: &'static str,
    pub message: Text,
    pub locations: [Location; 1],
}

/// Section 3.27.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SarifResult {
    pub rule_id: &'static str,
    pub rule_index: Option<usize>,
    pub level: &'static str,
    pub message: Text,
    pub locations: [Location; 1],
    pub partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixes: Option<[Fix; 1]>,
    pub properties: Properties,
}

/// Section 3.28.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    pub physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logical_locations: Option<[LogicalLocation; 1]>,
}

/// Section 3.29.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhysicalLocation {
    pub artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
}

/// Section 3.4.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactLocation {
    pub uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri_base_id: Option<&'static str>,
}

/// Section 3.30; columns count UTF-16 code units, from 1, as most viewers do.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    pub start_line: usize,
    pub start_column: usize,
    pub end_line: usize,
    pub end_column: usize,
}

/// Section 3.33; the name is a JSON Pointer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LogicalLocation {
    pub fully_qualified_name: String,
}

/// Section 3.27.17.
#[derive(Serialize)]
pub struct Fingerprints {
    #[serde(rename = "adpFinding/v1")]
    pub finding: String,
}

/// Section 3.55.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fix {
    pub description: Text,
    pub artifact_changes: [Change; 1],
}

/// Section 3.56.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    pub artifact_location: ArtifactLocation,
    pub replacements: [Replacement; 1],
}

/// Section 3.57.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replacement {
    pub deleted_region: Region,
    pub inserted_content: Text,
}

/// Section 3.8: the code of a finding, of which a rule may have several.
#[derive(Serialize)]
pub struct Properties {
    pub code: String,
}
