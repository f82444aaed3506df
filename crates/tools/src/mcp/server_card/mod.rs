//! MCP server cards (SEP-2127), and the informal format that many sites serve instead.
//!
//! Many documents at `/.well-known/mcp/server-card.json` are older than SEP-2127: they list tools and name the server's
//! URL differently. Such a document is read and shown, with one warning that it is not a server card.

mod check;
pub(crate) mod de_facto;
mod model;
pub mod rules;

pub use super::schema_url::SERVER_CARD as SCHEMA;
pub use model::ServerCard;

use crate::{
    lenient_members::{list, parts},
    mcp::{
        schema_url::{CARD_END, is_server},
        server::model::RemoteEndpoint,
    },
};
use agent_description::{
    Document,
    format::{Format, MatchConfidence, Summary, WellKnown},
    json::{Json, Object},
};

/// The format MCP server card.
pub const MCP_SERVER_CARD: &Format = &Format {
    name: "mcp-server-card",
    title: "an MCP server card",
    distinctive_members: &["serverInfo", "serverUrl", "remotes", "websiteUrl"],
    file_names: &["mcp.json", "server-card.json"],
    media_type: Some("application/mcp-server-card+json"),
    well_known: &[
        WellKnown {
            instead: Some("the streamable HTTP URL of the server, followed by /server-card, named by a catalog"),
            ..WellKnown::new("/.well-known/mcp/server-card.json", "the MCP server card")
        },
        WellKnown { is_open: true, ..WellKnown::new("/.well-known/mcp.json", "the description of the MCP server") },
    ],
    agent_protocol: Some("mcp"),
    rules: rules::RULES,
    members: Some(&check::CARD),
    match_confidence,
    profile: |document| {
        let version = if de_facto::is_de_facto(document.root()) { "de-facto" } else { "v1" };
        Some(format!("mcp-server-card/{version}"))
    },
    check: check::check,
    parts: |root| ["tools", "remotes", "icons"].iter().map(|name| parts(list(root, name), "headers")).sum(),
    model: Some(|document, _| Ok(ServerCard::read(document).to_model_json())),
    summary,
    ..Format::DEFAULT
};

/// Server capabilities of the protocol, each an object.
const CAPABILITIES: [&str; 5] = ["tools", "resources", "prompts", "logging", "completions"];

fn match_confidence(root: &Object) -> MatchConfidence {
    let schema = root.get("$schema").and_then(Json::as_str).unwrap_or_default();
    if schema.ends_with(CARD_END) || schema.ends_with("/server-card.json") {
        return MatchConfidence::Certain;
    }
    if is_server(schema) {
        return MatchConfidence::Lacks(vec!["its own `$schema`"]);
    }
    // too similar to an A2A card
    let is_agent = root.contains("skills") || root.contains("defaultInputModes");
    let has_name = root.contains("name") && root.contains("version") || root.contains("serverInfo");
    let is_sign = |name: &&&str| {
        root.get(name).is_some_and(|value| match **name {
            "serverUrl" | "protocolVersion" => value.as_str().is_some(),
            "tools" | "remotes" => {
                let first = value.as_array().map(<[Json]>::first);
                first.is_some_and(|first| first.is_none_or(|first| first.as_object().is_some()))
            }
            // `transport` and `serverInfo`
            _ => value.as_object().is_some(),
        })
    };
    let signs = de_facto::DE_FACTO.iter().chain(&["remotes"]).filter(is_sign).count();
    let capabilities = root.get("capabilities").and_then(Json::as_object);
    let is_server = |name: &&str| capabilities.and_then(|it| it.get(name)).is_some_and(|it| it.as_object().is_some());
    let signs = signs + usize::from(CAPABILITIES.iter().any(is_server));
    match (is_agent, has_name, signs) {
        (false, true, 2..) => MatchConfidence::Certain,
        (false, true, 1) => MatchConfidence::Likely,
        (false, true, 0) => MatchConfidence::Lacks(vec!["its `$schema`"]),
        _ => MatchConfidence::Lacks(vec!["its `$schema`", "`serverInfo`"]),
    }
}

fn summary(document: &Document) -> Summary {
    let card = ServerCard::read(document);
    let texts = Summary::new(card.name.as_ref(), card.description.as_ref(), card.version.as_ref());
    Summary {
        tools: super::tools::summary_of(&card.tools),
        endpoints: card.remotes.iter().filter_map(RemoteEndpoint::endpoint).collect(),
        display_name: card.title.as_ref().map(ToString::to_string),
        ..texts
    }
}
