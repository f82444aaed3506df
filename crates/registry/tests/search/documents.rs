//! Records of documents: every format is found by what it says.

use crate::search::records::{found, index_of, query, time};
use adp_registry::search::{EntryMetadata, Record, SkillSummary};
use agent_description::{Limits, format::read};

const CARD_1_0: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0", "capabilities": {},
  "supportedInterfaces": [{"url": "https://h.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["hotel"], "examples": ["A room for two"]}]}"#;
const CARD_0_3: &str = r#"{"name": "Flights", "description": "Finds flights.", "version": "2", "protocolVersion": "0.3.0", "url": "https://f.example/a2a",
  "capabilities": {}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "find", "name": "Find", "description": "Finds one.", "tags": ["travel", "air"]}]}"#;
const CARD_0_2: &str = r#"{"name": "Old", "description": "An old card.", "version": "3", "protocolVersion": "0.2.6", "url": "https://o.example/a2a",
  "capabilities": {}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "rest", "name": "Rest", "description": "Rests.", "tags": ["sleep"]}]}"#;
const UNION_CARD: &str = r#"{"name": "Both", "description": "Two versions.", "version": "4", "protocolVersion": "0.3.0", "url": "https://b.example/a2a",
  "supportedInterfaces": [{"url": "https://b.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "capabilities": {}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "two", "name": "Two", "description": "Does both.", "tags": ["union"]}]}"#;
const SEED_CARD: &str = r#"{"agentInfo": {"id": "did:wba:seed.example:nlp", "name": "NLP agent", "type": "nlp_processor", "version": "1.0"},
  "capabilities": [{"name": "sentiment_analysis", "description": "Says how a text feels.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}}],
  "endpoints": {"primary": "https://seed.example/a2a"}}"#;
const TOOLS: &str = r#"{"tools": [{"name": "get_weather", "title": "Weather", "description": "Says the weather.", "inputSchema": {"type": "object"}}]}"#;
const SERVER_CARD: &str = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json", "name": "example.tea/brewer", "title": "Brewer",
  "version": "1.1.0", "description": "Brews tea.", "remotes": [{"type": "streamable-http", "url": "https://tea.example/mcp"}]}"#;
const SERVER: &str = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "io.example/files", "title": "Files",
  "description": "Reads files.", "version": "1.0.2", "packages": [{"registryType": "npm", "identifier": "files", "version": "1.0.2", "transport": {"type": "stdio"}}]}"#;
const SKILLS: &str = r#"{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
  "skills": [{"name": "pdf-filler", "type": "skill-md", "description": "Fills forms.", "url": "/pdf/SKILL.md", "digest": "sha256:00"}]}"#;
const CATALOG: &str = r#"{"specVersion": "1.0", "host": {"displayName": "Acme", "identifier": "did:web:acme.example"},
  "entries": [{"identifier": "urn:air:acme.example:agent:helper", "displayName": "Helper", "type": "application/a2a-agent-card+json",
    "url": "https://acme.example/card.json", "description": "Helps.", "tags": ["support"], "capabilities": ["Help"], "representativeQueries": ["how do I return shoes"]}]}"#;
const AGENTS_JSON: &str = r#"{"agentsJson": "0.1.0", "info": {"title": "Shop", "version": "1.0.0", "description": "Orders."},
  "sources": [{"id": "shop", "path": "openapi.yaml"}], "flows": [{"id": "place_order", "title": "Place an order", "description": "Buys shoes.",
  "actions": [{"id": "place", "sourceId": "shop", "operationId": "placeOrder"}], "links": [], "fields": {"parameters": [], "responses": {"success": {"type": "object"}}}}]}"#;
const ARAZZO: &str = "arazzo: 1.0.1\ninfo: {title: Pets, version: '1', summary: Adopts pets.}\nsourceDescriptions: [{name: pets, url: pets.yaml}]\nworkflows:\n- workflowId: adopt\n  summary: Adopt a pet\n  description: From choice to contract.\n  steps: [{stepId: one, operationId: choose}]\n";
const OPENAPI: &str = "openapi: 3.1.0\ninfo: {title: Pet store, version: '1.2', description: Sells pets.}\npaths:\n  /pets:\n    get: {operationId: listPets, summary: Lists pets., responses: {'200': {description: pets}}}\n    post: {description: Adds one., responses: {'200': {description: a pet}}}\n";
const DESCRIPTION: &str = r#"{"@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#",
    "own": "https://grand.example/terms#"},
  "@type": "ad:AgentDescription", "@id": "https://grand.example/ad.json", "name": "Grand Hotel", "did": "did:wba:grand.example:front", "description": "A hotel by the sea.",
  "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}}, "security": "didwba_sc",
  "interfaces": [{"@type": "ad:NaturalLanguageInterface", "@id": "https://grand.example/#talk", "name": "Talk", "protocol": "YAML", "url": "https://grand.example/talk.yaml", "description": "Answers questions."}],
  "products": [{"@type": "Product", "@id": "https://grand.example/suite", "name": "Sea suite", "description": "Two rooms with a view."}]}"#;
const DID_DOCUMENT: &str = r#"{"@context": ["https://www.w3.org/ns/did/v1"], "id": "did:wba:d.example"}"#;

fn record(name: &str, text: &str) -> Record {
    let (document, formats) = read(text.as_bytes(), &adp_registry::formats(), &Limits::default()).unwrap();
    let id = format!("urn:air:registry.example:test:{name}").parse().unwrap();
    let known = EntryMetadata { id: &id, signer: Some("did:wba:signer.example"), created: time(0), updated: time(1) };
    Record::read(known, formats[0], &document)
}

/// Where each format says that it is called, and what it sells.
#[test]
fn endpoints_and_prices() {
    let priced = DESCRIPTION.replace(
        r#""description": "Two rooms with a view."}"#,
        r#""description": "Two rooms with a view.", "offers": [{"@type": "Offer", "price": 140, "priceCurrency": "EUR"},
          {"@type": "Offer", "name": "Weekend", "price": "90.50"}]}"#,
    );
    let api = OPENAPI.replace(
        "paths:",
        "servers: [{url: 'https://{shop}.pets.example/v1', variables: {shop: {default: main}}}, {url: /v2}]\npaths:",
    );
    for (text, endpoints, prices) in [
        (CARD_1_0, "JSONRPC https://h.example/a2a", ""),
        (CARD_0_3, "JSONRPC https://f.example/a2a", ""),
        (SEED_CARD, "primary https://seed.example/a2a", ""),
        (SERVER_CARD, "streamable-http https://tea.example/mcp", ""),
        (SERVER, "", ""),
        (TOOLS, "", ""),
        (&api, "HTTP https://main.pets.example/v1", ""),
        (&priced, "YAML https://grand.example/talk.yaml", "Sea suite 140 EUR, Weekend 90.50 -"),
    ] {
        let record = record("priced", text);
        let listed =
            record.texts.endpoints.iter().map(|it| format!("{} {}", it.protocol.as_deref().unwrap_or("-"), it.url));
        assert_eq!(listed.collect::<Vec<_>>().join(", "), endpoints);
        let listed = record.texts.prices.iter().map(|it| {
            let [name, currency] = [&it.name, &it.currency].map(|text| text.as_deref().unwrap_or("-"));
            format!("{name} {} {currency}", it.amount)
        });
        assert_eq!(listed.collect::<Vec<_>>().join(", "), prices);
    }
}

/// The parts of a skill, and what is empty left out.
fn skill(skill: &SkillSummary) -> String {
    let texts = [&skill.id, &skill.name, &skill.description].into_iter().flatten().cloned();
    let lists = [skill.tags.join(","), skill.examples.join(",")].into_iter().filter(|list| !list.is_empty());
    texts.chain(lists).collect::<Vec<_>>().join("|")
}

#[test]
fn every_format_is_read() {
    for (text, profile, names, version, skills, tools) in [
        (CARD_1_0, "a2a-card/1.0", "Rooms - Books rooms.", "1.0.0", "book|Book|Books a room.|hotel|A room for two", ""),
        (CARD_0_3, "a2a-card/0.3", "Flights - Finds flights.", "2", "find|Find|Finds one.|travel,air", ""),
        (CARD_0_2, "a2a-card/0.2", "Old - An old card.", "3", "rest|Rest|Rests.|sleep", ""),
        (UNION_CARD, "a2a-card/0.3+1.0", "Both - Two versions.", "4", "two|Two|Does both.|union", ""),
        (
            SEED_CARD,
            "seed-card",
            "NLP agent - -",
            "-",
            "sentiment_analysis|sentiment_analysis|Says how a text feels.|nlp_processor",
            "",
        ),
        (TOOLS, "mcp-tools/2025-11-25", "- - -", "-", "", "get_weather|Weather\nSays the weather."),
        (SERVER_CARD, "mcp-server-card/v1", "example.tea/brewer Brewer Brews tea.", "1.1.0", "", ""),
        (SERVER, "mcp-server/2025-12-11", "io.example/files Files Reads files.", "1.0.2", "", ""),
        (SKILLS, "skills-index/0.2.0", "- - -", "-", "pdf-filler|pdf-filler|Fills forms.", ""),
        (
            CATALOG,
            "ard/0.9",
            "Acme - -",
            "1.0",
            "urn:air:acme.example:agent:helper|Helper|Helps.|support,Help|how do I return shoes",
            "",
        ),
        (AGENTS_JSON, "agents-json/0.1.0", "Shop - Orders.", "1.0.0", "place_order|Place an order|Buys shoes.", ""),
        (ARAZZO, "arazzo/1.0", "Pets - Adopts pets.", "1", "adopt|Adopt a pet|From choice to contract.", ""),
        (OPENAPI, "openapi/3.1", "Pet store - Sells pets.", "1.2", "", "listPets|Lists pets.;post /pets|Adds one."),
        (
            DESCRIPTION,
            "adp",
            "Grand Hotel - A hotel by the sea.",
            "-",
            "https://grand.example/#talk|Talk|Answers questions.",
            "",
        ),
        (DID_DOCUMENT, "did-document", "- - -", "-", "", ""),
    ] {
        let record = record("one", text);
        let or = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let found =
            format!("{} {} {}", or(&record.texts.name), or(&record.texts.display_name), or(&record.texts.description));
        assert_eq!(record.profile, profile);
        assert_eq!(record.format, profile.split('/').next().unwrap());
        assert_eq!(found, names, "{profile}");
        assert_eq!(or(&record.texts.version), version, "{profile}");
        assert_eq!(record.texts.skills.iter().map(skill).collect::<Vec<_>>().join(";"), skills, "{profile}");
        let tool = |tool: &adp_registry::search::ToolSummary| format!("{}|{}", or(&tool.name), or(&tool.description));
        assert_eq!(record.texts.tools.iter().map(tool).collect::<Vec<_>>().join(";"), tools, "{profile}");
        assert!(record.verified && record.texts.dids[0] == "did:wba:signer.example", "{profile}");
    }
}

#[test]
fn each_is_found_by_its_fields() {
    let texts = [
        ("room", CARD_1_0),
        ("seed", SEED_CARD),
        ("tools", TOOLS),
        ("brewer", SERVER_CARD),
        ("acme", CATALOG),
        ("shop", AGENTS_JSON),
        ("pets", OPENAPI),
        ("grand", DESCRIPTION),
    ];
    let index = index_of(&texts.map(|(name, text)| record(name, text)));
    for (text, expected) in [
        ("skills.tags:hotel", "room"),
        ("skills.examples:\"room for two\"", "room"),
        ("skills:nlp_processor", "seed"),
        ("did=did:wba:seed.example:nlp", "seed"),
        ("agentId=did:wba:seed.example:nlp", "seed"),
        ("tools.name:weather", "tools"),
        ("tools=get_weather", "tools"),
        ("name=example.tea/brewer", "brewer"),
        ("displayName:brew*", "brewer"),
        ("skills:\"return shoes\"", "acme"),
        ("skills.name:order", "shop"),
        ("tools.description:lists", "pets"),
        ("products:suite", "grand"),
        ("agentId:grand.example", "grand"),
        ("format=a2a-card/1.0 OR format=adp", "grand room"),
        ("host:registry.example NOT verified:true", ""),
        ("agentId=urn:air:registry.example:test:pets", "pets"),
    ] {
        assert_eq!(found(&index.search(&query(text)).unwrap()).join(" "), expected, "{text}");
    }
}

/// What is behind the bounds is left out, at a character's beginning.
#[test]
fn large_documents_are_cut() {
    let many: Vec<String> =
        (0..1_500).map(|number| format!(r#"{{"name": "t{number}", "inputSchema": {{"type": "object"}}}}"#)).collect();
    let tools = record("many", &format!(r#"{{"tools": [{}]}}"#, many.join(",")));
    assert_eq!(tools.texts.tools.len(), 1_000);
    let long = record("long", &CARD_1_0.replace("Books rooms.", &"é".repeat(10_000)));
    assert_eq!(long.texts.description.unwrap(), "é".repeat(8_192));
}
