//! The MCP registry's `server.json`: a server, its packages and its remote endpoints.

mod check;
pub(crate) mod model;
#[cfg(feature = "json-schema")]
pub mod official_registry;
pub mod rules;
pub(crate) mod values;

pub use super::tools::Icon;
pub use model::{Package, RemoteEndpoint, Repository, Server};

use crate::{
    lenient_members::{list, parts},
    mcp::schema_url::{CARD_END, DATES, date, is_server},
};
use agent_description::{
    Document,
    format::{Format, MatchConfidence, Summary},
    json::{Json, Object},
};

/// The format `server.json`.
pub const MCP_SERVER: &Format = &Format {
    name: "mcp-server",
    title: "an MCP registry's server.json",
    distinctive_members: &["remotes", "websiteUrl"],
    file_names: &["server.json"],
    rules: rules::RULES,
    #[cfg(feature = "json-schema")]
    linked_rules: official_registry::rules::RULES,
    members: Some(&check::SERVER),
    match_confidence,
    profile: |document| Some(format!("mcp-server/{}", version(document.root()))),
    check: check::check,
    parts: |root| ["packages", "remotes", "icons"].iter().map(|name| parts(list(root, name), "headers")).sum(),
    model: Some(|document, _| Ok(Server::read(document).to_model_json())),
    summary,
    ..Format::DEFAULT
};

/// The version in the profile: the date of the schema, by default the latest; `unknown` for other schemas.
fn version(root: &Object) -> &'static str {
    let latest = if root.contains("$schema") { "unknown" } else { DATES[DATES.len() - 1] };
    date(root).unwrap_or(latest)
}

fn match_confidence(root: &Object) -> MatchConfidence {
    let schema = root.get("$schema").and_then(Json::as_str).unwrap_or_default();
    // npm packages have a scope in their name, and their folders under `packages` too
    let is_name = |name: &str| name.contains('/') && !name.starts_with('@');
    let has_name = root.get("name").and_then(Json::as_str).is_some_and(is_name);
    let are_objects = |items: &[Json]| items.first().is_none_or(|first| first.as_object().is_some());
    let has_place =
        ["packages", "remotes"].iter().any(|name| root.get(name).and_then(Json::as_array).is_some_and(are_objects));
    match (is_server(schema), has_name, has_place) {
        (true, ..) => MatchConfidence::Certain,
        _ if schema.ends_with(CARD_END) => MatchConfidence::Lacks(vec!["its own `$schema`"]),
        (_, true, true) => MatchConfidence::Likely,
        (_, true, false) if root.contains("version") && root.contains("description") => {
            MatchConfidence::Lacks(vec!["its `$schema`"])
        }
        (_, true, false) => MatchConfidence::Lacks(vec!["`packages`"]),
        (_, false, true) => MatchConfidence::Lacks(vec!["a `name` with a slash"]),
        (_, false, false) => MatchConfidence::Lacks(vec!["a `name` with a slash", "`packages`"]),
    }
}

fn summary(document: &Document) -> Summary {
    let server = Server::read(document);
    let texts = Summary::new(server.name.as_ref(), server.description.as_ref(), server.version.as_ref());
    Summary {
        endpoints: server.remotes.iter().filter_map(RemoteEndpoint::endpoint).collect(),
        display_name: server.title.as_ref().map(ToString::to_string),
        ..texts
    }
}
