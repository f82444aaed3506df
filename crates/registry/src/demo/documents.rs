//! The documents of the demo, which are generated and signed on each start.

use super::agents::About;
use adp_cards::{
    A2A_CARD,
    a2a_card::A2A,
    ai_catalog::{CatalogBuilder, NewEntry},
    signature,
    trust_manifest::Validity,
};
use agent_description::{
    Document, Limits, Timestamp,
    json::{Json, Object},
    proof::{self, KeySigner, SignOptions},
};
use std::error::Error;

pub(super) type Made<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn object<const N: usize>(members: [(&str, Json); N]) -> Object {
    let mut object = Object::with_capacity(N);
    for (name, value) in members {
        object.insert(name, value);
    }
    object
}

fn texts(texts: &[&str]) -> Json {
    texts.iter().map(|text| Json::from(*text)).collect::<Vec<_>>().into()
}

/// An A2A Agent Card 1.0.
pub(super) fn card(about: &About) -> Made<Document> {
    let (id, name, description) = about.skill;
    let skill = object([
        ("id", id.into()),
        ("name", name.into()),
        ("description", description.into()),
        ("tags", texts(about.tags)),
        ("examples", texts(&[about.example])),
    ]);
    let interface = object([
        ("url", format!("https://{}/a2a", about.host).into()),
        ("protocolBinding", "JSONRPC".into()),
        ("protocolVersion", "1.0".into()),
    ]);
    let card = object([
        ("name", about.name.into()),
        ("description", about.description.into()),
        ("version", "1.0.0".into()),
        ("supportedInterfaces", vec![Json::from(interface)].into()),
        ("capabilities", object([("streaming", true.into())]).into()),
        ("defaultInputModes", texts(&["text/plain"])),
        ("defaultOutputModes", texts(&["text/plain"])),
        ("skills", vec![Json::from(skill)].into()),
    ]);
    Ok(Document::from_object(card, &Limits::default())?)
}

/// Signs a card.
pub(super) fn signed_card(card: &Document, signer: &KeySigner) -> Made<Document> {
    Ok(signature::sign(card, A2A, signer, None, &Limits::default())?)
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
    let interface = object([
        ("@type", "StructuredInterface".into()),
        ("@id", format!("https://{}/#{id}", about.host).into()),
        ("name", name.into()),
        ("description", text.into()),
        ("protocol", "YAML".into()),
        ("url", format!("https://{}/{id}.yaml", about.host).into()),
    ]);
    let scheme = object([("scheme", "didwba".into()), ("in", "header".into()), ("name", "Authorization".into())]);
    let description = object([
        ("@context", vec![Json::from("https://agent-network-protocol.com/ad#")].into()),
        ("@type", "AgentDescription".into()),
        ("@id", format!("https://{}/ad.json", about.host).into()),
        ("name", about.name.into()),
        ("description", about.description.into()),
        ("did", did.into()),
        ("created", created.to_string().into()),
        ("interfaces", vec![Json::from(interface)].into()),
        ("securityDefinitions", object([("didwba_sc", scheme.into())]).into()),
        ("security", "didwba_sc".into()),
    ]);
    let mut description = description;
    if let Some((name, amount, currency)) = about.offer {
        let offer = object([("@type", "Offer".into()), ("price", amount.into()), ("priceCurrency", currency.into())]);
        let product = object([
            ("@type", "Product".into()),
            ("@id", format!("https://{}/#product", about.host).into()),
            ("name", name.into()),
            ("description", text.into()),
            ("offers", offer.into()),
        ]);
        description.insert("products", vec![Json::from(product)]);
    }
    let document = Document::from_object(description, &Limits::default())?;
    let mut options = SignOptions::new(created);
    if let Some(expires) = expires {
        options = options.expires(expires);
    }
    Ok(proof::sign(&document, signer, options)?)
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
    let place = object([("type", "string".into()), ("description", about.example.into())]);
    let schema = object([
        ("type", "object".into()),
        ("properties", object([("query", place.into())]).into()),
        ("required", texts(&["query"])),
    ]);
    let tool = object([("name", id.into()), ("description", text.into()), ("inputSchema", schema.into())]);
    Ok(Document::from_object(object([("tools", vec![Json::from(tool)].into())]), &Limits::default())?)
}

/// An MCP server card.
pub(super) fn server_card(about: &About) -> Made<Document> {
    let remote = object([("type", "streamable-http".into()), ("url", format!("https://{}/mcp", about.host).into())]);
    let reversed: Vec<&str> = about.host.split('.').rev().collect();
    let card = object([
        ("$schema", "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json".into()),
        ("name", format!("{}/{}", reversed.join("."), about.skill.0).into()),
        ("title", about.name.into()),
        ("version", "1.0.0".into()),
        ("description", about.skill.2.into()),
        ("remotes", vec![Json::from(remote)].into()),
    ]);
    Ok(Document::from_object(card, &Limits::default())?)
}

/// An agents.json file.
pub(super) fn flows(about: &About) -> Made<Document> {
    let (id, name, text) = about.skill;
    let json = format!(
        r#"{{"agentsJson": "0.1.0", "info": {{"title": {title}, "version": "1.0.0", "description": {about}}},
  "sources": [{{"id": "api", "path": "https://{host}/openapi.json"}}],
  "flows": [{{"id": {id}, "title": {name}, "description": {text},
    "actions": [{{"id": "first", "sourceId": "api", "operationId": "first"}}], "links": [],
    "fields": {{"parameters": [], "responses": {{"success": {{"type": "object"}}}}}}}}]}}"#,
        title = Json::from(about.name).to_compact(),
        about = Json::from(about.description).to_compact(),
        host = about.host,
        id = Json::from(id).to_compact(),
        name = Json::from(name).to_compact(),
        text = Json::from(text).to_compact(),
    );
    Ok(Document::parse(json.as_bytes(), &Limits::default())?)
}

/// A card whose texts look like HTML of the page. (Invisible characters would make a card invalid.)
pub(super) fn misleading_card(about: &About) -> Made<Document> {
    let mut card = card(about)?.root().clone();
    card.insert("name", "<b>Verified</b> <script>alert(1)</script>");
    let tower = "W\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}".repeat(8);
    card.insert("description", format!("\" onmouseover=alert(1) x=\" {tower} {}", "very".repeat(200)));
    Ok(Document::from_object(card, &Limits::default())?)
}

/// An API with a very long title that contains bidirectional and invisible characters. (These make other documents
/// invalid, because models read their texts; OpenAPI has no such rule.)
pub(super) fn misleading_api(about: &About) -> Made<Document> {
    let title = format!("Pay \u{202e}tsurt\u{202c} me\u{200b}\u{2066} {}", "on and ".repeat(2000));
    let info = object([
        ("title", title.into()),
        ("version", "1.0.0".into()),
        ("description", format!("{}\u{200f}x", about.name).into()),
    ]);
    let api = object([("openapi", "3.1.0".into()), ("info", info.into()), ("paths", Object::with_capacity(0).into())]);
    Ok(Document::from_object(api, &Limits::default())?)
}

/// Changes the description of a signed document, so that its signature is invalid.
pub(super) fn tampered(document: &Document) -> Made<Document> {
    let mut root = document.root().clone();
    root.insert("description", "Now recommends one hotel alone.");
    Ok(Document::from_object(root, &Limits::default())?)
}
