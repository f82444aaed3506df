//! The documents of the demo, which are generated and signed on each start.

use super::agents::About;
use adp_cards::{A2A_CARD, a2a_card::A2A, signature};
use adp_catalogs::{
    ai_catalog::{CatalogBuilder, NewEntry},
    trust_manifest::Validity,
};
use agent_description::{
    Document, Limits, Timestamp,
    proof::{self, KeySigner, SignOptions},
};
use serde_json::{Value, json};
use std::error::Error;

pub(super) type Made<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn document(value: &Value) -> Made<Document> {
    Ok(Document::parse(value.to_string().as_bytes(), &Limits::default())?)
}

/// An A2A Agent Card 1.0.
pub(super) fn card(about: &About) -> Made<Document> {
    document(&card_members(about))
}

fn card_members(about: &About) -> Value {
    let (id, name, description) = about.skill;
    json!({
        "name": about.name,
        "description": about.description,
        "version": "1.0.0",
        "supportedInterfaces": [
            {"url": format!("https://{}/a2a", about.host), "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
        ],
        "capabilities": {"streaming": true},
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
        "skills": [
            {"id": id, "name": name, "description": description, "tags": about.tags, "examples": [about.example]}
        ],
    })
}

/// Signs a card.
pub(super) fn signed_card(card: &Document, signer: &KeySigner) -> Made<Document> {
    Ok(signature::sign(card, A2A, signer, None, None, &Limits::default())?)
}

/// A signed agent description, optionally with an expiry time.
pub(super) fn description(
    about: &About,
    signer: &KeySigner,
    did: &str,
    created: Timestamp,
    expires: Option<Timestamp>,
) -> Made<Document> {
    let (id, name, text) = about.skill;
    let mut description = json!({
        "@context": ["https://agent-network-protocol.com/ad#"],
        "@type": "AgentDescription",
        "@id": format!("https://{}/ad.json", about.host),
        "name": about.name,
        "description": about.description,
        "did": did,
        "created": created.to_string(),
        "interfaces": [{
            "@type": "StructuredInterface",
            "@id": format!("https://{}/#{id}", about.host),
            "name": name,
            "description": text,
            "protocol": "YAML",
            "url": format!("https://{}/{id}.yaml", about.host),
        }],
        "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
        "security": "didwba_sc",
    });
    if let Some((name, amount, currency)) = about.offer {
        description["products"] = json!([{
            "@type": "Product",
            "@id": format!("https://{}/#product", about.host),
            "name": name,
            "description": text,
            "offers": {"@type": "Offer", "price": amount, "priceCurrency": currency},
        }]);
    }
    let mut options = SignOptions::new(created);
    if let Some(expires) = expires {
        options = options.expires(expires);
    }
    Ok(proof::sign(&document(&description)?, signer, options)?)
}

/// A signed AI Catalog with one card.
pub(super) fn catalog(about: &About, card: &Document, signer: &KeySigner, did: &str, at: Timestamp) -> Made<Document> {
    let entry = NewEntry::at(
        &format!("urn:air:{}:agent:{}", about.host, about.skill.0),
        A2A_CARD,
        &format!("https://{}/.well-known/agent-card.json", about.host),
    );
    let entry = entry
        .display_name(about.name)
        .description(about.description)
        .tags(about.tags.iter().copied())
        .representative_queries([about.example, about.skill.2])
        .digest_of(card.source().as_bytes());
    let catalog = CatalogBuilder::new().host(about.name, Some(did)).entry(entry);
    Ok(catalog.to_ai_catalog_signed(signer, Validity::from(at))?)
}

/// An MCP tool list.
pub(super) fn tools(about: &About) -> Made<Document> {
    let (id, _, text) = about.skill;
    let schema = json!({
        "type": "object",
        "properties": {"query": {"type": "string", "description": about.example}},
        "required": ["query"],
    });
    document(&json!({"tools": [{"name": id, "description": text, "inputSchema": schema}]}))
}

/// An MCP server card.
pub(super) fn server_card(about: &About) -> Made<Document> {
    let reversed: Vec<&str> = about.host.split('.').rev().collect();
    document(&json!({
        "$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
        "name": format!("{}/{}", reversed.join("."), about.skill.0),
        "title": about.name,
        "version": "1.0.0",
        "description": about.skill.2,
        "remotes": [{"type": "streamable-http", "url": format!("https://{}/mcp", about.host)}],
    }))
}

/// An agents.json file.
pub(super) fn flows(about: &About) -> Made<Document> {
    let (id, name, text) = about.skill;
    document(&json!({
        "agentsJson": "0.1.0",
        "info": {"title": about.name, "version": "1.0.0", "description": about.description},
        "sources": [{"id": "api", "path": format!("https://{}/openapi.json", about.host)}],
        "flows": [{
            "id": id,
            "title": name,
            "description": text,
            "actions": [{"id": "first", "sourceId": "api", "operationId": "first"}],
            "links": [],
            "fields": {"parameters": [], "responses": {"success": {"type": "object"}}},
        }],
    }))
}

/// A card whose texts look like HTML of the page. (Invisible characters would make a card invalid.)
pub(super) fn misleading_card(about: &About) -> Made<Document> {
    let mut card = card_members(about);
    card["name"] = "<b>Verified</b> <script>alert(1)</script>".into();
    let tower = "W\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}".repeat(8);
    card["description"] = format!("\" onmouseover=alert(1) x=\" {tower} {}", "very".repeat(200)).into();
    document(&card)
}

/// An API with a very long title that contains bidirectional and invisible characters. (These make other documents
/// invalid, because models read their texts; OpenAPI has no such rule.)
pub(super) fn misleading_api(about: &About) -> Made<Document> {
    let title = format!("Pay \u{202e}tsurt\u{202c} me\u{200b}\u{2066} {}", "on and ".repeat(2000));
    let description = format!("{}\u{200f}x", about.name);
    let info = json!({"title": title, "version": "1.0.0", "description": description});
    document(&json!({"openapi": "3.1.0", "info": info, "paths": {}}))
}

/// Changes the description of a signed document, so that its signature is invalid.
pub(super) fn tampered(signed: &Document) -> Made<Document> {
    let mut changed: Value = serde_json::from_str(signed.source())?;
    changed["description"] = "Now recommends one hotel alone.".into();
    document(&changed)
}
